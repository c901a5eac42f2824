# SPDX-License-Identifier: Apache-2.0
# What comes from outside, each under one target name. packaging/debian-packages.txt names the
# Debian packages.

set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(JPEG REQUIRED)
find_package(PNG REQUIRED)
find_package(ZLIB REQUIRED)
find_package(SQLite3 REQUIRED)
find_package(Protobuf REQUIRED)

add_library(espalier_json INTERFACE)
add_library(espalier::json ALIAS espalier_json)
find_path(ESPALIER_JSON_INCLUDE nlohmann/json.hpp REQUIRED)
target_include_directories(espalier_json SYSTEM INTERFACE "${ESPALIER_JSON_INCLUDE}")

find_package(spdlog REQUIRED)
add_library(espalier_spdlog INTERFACE)
add_library(espalier::spdlog ALIAS espalier_spdlog)
target_link_libraries(espalier_spdlog INTERFACE spdlog::spdlog)

# Only the messages of ONNX; never its checker or its inference.
find_package(ONNX REQUIRED CONFIG)
add_library(espalier_onnx_proto INTERFACE)
add_library(espalier::onnx_proto ALIAS espalier_onnx_proto)
target_link_libraries(espalier_onnx_proto INTERFACE onnx_proto protobuf::libprotobuf)

find_path(ESPALIER_CBLAS_INCLUDE cblas.h PATH_SUFFIXES openblas-pthread openblas-serial openblas
          PATHS "/usr/include/${CMAKE_LIBRARY_ARCHITECTURE}" REQUIRED)
find_library(ESPALIER_OPENBLAS openblas REQUIRED)
add_library(espalier_openblas INTERFACE)
add_library(espalier::openblas ALIAS espalier_openblas)
target_include_directories(espalier_openblas SYSTEM INTERFACE "${ESPALIER_CBLAS_INCLUDE}")
target_link_libraries(espalier_openblas INTERFACE "${ESPALIER_OPENBLAS}")

if(ESPALIER_UI)
  # Qt Charts pulls in Qt OpenGL, which Debian packages apart (libqt6opengl6-dev).
  find_package(Qt6 6.4 REQUIRED COMPONENTS
      Core Gui Widgets Concurrent PrintSupport OpenGL OpenGLWidgets Charts Svg SvgWidgets
      LinguistTools)
  if(ESPALIER_TESTS)
    find_package(Qt6 6.4 REQUIRED COMPONENTS Test)
  endif()
endif()
