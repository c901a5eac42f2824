# SPDX-License-Identifier: Apache-2.0
# Language standard, warnings, sanitizers, and the tools that make builds quick where they exist.

if(CMAKE_SOURCE_DIR STREQUAL CMAKE_BINARY_DIR)
  message(FATAL_ERROR "Build in a folder of its own, e.g.: cmake --preset dev")
endif()
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# Every object is position independent in the same way, executables too: Qt asks for -fPIC, and
# a precompiled header can only be shared between targets with equal flags.
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_C_COMPILE_OPTIONS_PIE -fPIC)
set(CMAKE_CXX_COMPILE_OPTIONS_PIE -fPIC)
add_compile_options(-fno-semantic-interposition)

# Linked to every target of ours: warnings, include root.
add_library(espalier_options INTERFACE)
target_compile_options(espalier_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow)
if(ESPALIER_WERROR)
  target_compile_options(espalier_options INTERFACE -Werror)
endif()
target_include_directories(espalier_options INTERFACE
    "${CMAKE_SOURCE_DIR}" "${CMAKE_BINARY_DIR}/generated")

# The asan preset leaves out checks of `undefined` that the address sanitizer makes anyway, in its
# own way (null, object-size), and those that double the time of compiling (alignment, vptr).
if(ESPALIER_SANITIZE)
  add_compile_options(-fsanitize=${ESPALIER_SANITIZE} -fno-omit-frame-pointer
                      -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${ESPALIER_SANITIZE})
endif()

find_program(ESPALIER_CCACHE ccache)
if(ESPALIER_CCACHE AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  # Without these, ccache refuses sources that use a precompiled header, and never hits between
  # two checkouts of the project.
  set(launcher "${CMAKE_COMMAND}" -E env
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
      "CCACHE_BASEDIR=${CMAKE_SOURCE_DIR}" CCACHE_NOHASHDIR=1 "${ESPALIER_CCACHE}")
  set(CMAKE_C_COMPILER_LAUNCHER "${launcher}")
  set(CMAKE_CXX_COMPILER_LAUNCHER "${launcher}")
endif()

find_program(ESPALIER_MOLD mold)
if(ESPALIER_MOLD)
  include(CheckLinkerFlag)
  check_linker_flag(CXX -fuse-ld=mold ESPALIER_MOLD_WORKS)
  if(ESPALIER_MOLD_WORKS)
    add_link_options(-fuse-ld=mold)
  endif()
endif()
