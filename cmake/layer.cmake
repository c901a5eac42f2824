# SPDX-License-Identifier: Apache-2.0
# A layer is a folder: its sources are found, its tests are found (tests/<the same path>), and
# only what it stands on is written down.

# The headers that nearly every engine source reads, compiled once.
add_library(engine_pch OBJECT "${CMAKE_SOURCE_DIR}/cmake/pch.cpp")
target_link_libraries(engine_pch PRIVATE espalier_options espalier::json fmt::fmt
                      Threads::Threads)
# Only what nearly every source uses: GCC instantiates the pending templates of a precompiled header
# again in each of them (nlohmann/json would add two seconds to every file).
target_precompile_headers(engine_pch PRIVATE
    <algorithm> <array> <atomic> <bit> <chrono> <cmath> <compare> <condition_variable> <cstddef>
    <cstdint> <cstring> <deque> <filesystem> <fstream> <functional> <limits> <map> <memory>
    <mutex> <numeric> <optional> <set> <span> <sstream> <stdexcept> <string> <string_view>
    <thread> <tuple> <unordered_map> <unordered_set> <utility> <variant> <vector>
    <fmt/format.h>)

# espalier_find_sources(OUT DIR dir [PATTERNS ...] [SUFFIXES ...] [NOT_SUFFIXES ...])
# Files below the folder, new ones noticed at the next build. SUFFIXES keeps, NOT_SUFFIXES
# drops files by the end of their name, e.g. _cpu.cpp.
function(espalier_find_sources out)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "DIR" "PATTERNS;SUFFIXES;NOT_SUFFIXES")
  if(NOT arg_PATTERNS)
    set(arg_PATTERNS *.cpp)
  endif()
  list(TRANSFORM arg_PATTERNS PREPEND "${CMAKE_SOURCE_DIR}/${arg_DIR}/")
  file(GLOB_RECURSE found CONFIGURE_DEPENDS ${arg_PATTERNS})
  set(kept "")
  foreach(file IN LISTS found)
    set(keep TRUE)
    if(arg_SUFFIXES)
      set(keep FALSE)
      foreach(suffix IN LISTS arg_SUFFIXES)
        string(LENGTH "${file}" length)
        string(LENGTH "${suffix}" suffix_length)
        math(EXPR start "${length} - ${suffix_length}")
        string(SUBSTRING "${file}" ${start} -1 tail)
        if(tail STREQUAL suffix)
          set(keep TRUE)
        endif()
      endforeach()
    endif()
    foreach(suffix IN LISTS arg_NOT_SUFFIXES)
      string(LENGTH "${file}" length)
      string(LENGTH "${suffix}" suffix_length)
      math(EXPR start "${length} - ${suffix_length}")
      string(SUBSTRING "${file}" ${start} -1 tail)
      if(tail STREQUAL suffix)
        set(keep FALSE)
      endif()
    endforeach()
    if(keep)
      list(APPEND kept "${file}")
    endif()
  endforeach()
  set(${out} "${kept}" PARENT_SCOPE)
endfunction()

# Remembers which target a folder is, for cmake/tests.cmake.
function(espalier_register_layer name dir)
  set_property(GLOBAL APPEND PROPERTY ESPALIER_LAYER_DIRS "${dir}")
  set_property(GLOBAL PROPERTY "ESPALIER_LAYER_TARGET_${dir}" "${name}")
  set_property(GLOBAL PROPERTY "ESPALIER_LAYER_TEST_DEPS_${dir}" "${ARGN}")
endfunction()

# espalier_layer(NAME DIR folder [WHOLE] [PCH target] [SUFFIXES ...] [NOT_SUFFIXES ...]
#                [DEPS ...] [PRIVATE_DEPS ...] [TEST_DEPS ...])
# DEPS reach who links the layer, PRIVATE_DEPS only the layer's own sources. WHOLE keeps every
# object in the program, also those that nobody calls: a source that registers itself by a
# static object needs it. TEST_DEPS are linked to the layer's tests besides the layer.
# A folder without sources becomes a target without code.
function(espalier_layer name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "WHOLE" "DIR;PCH"
                        "SUFFIXES;NOT_SUFFIXES;DEPS;PRIVATE_DEPS;TEST_DEPS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "espalier_layer(${name}): unknown ${arg_UNPARSED_ARGUMENTS}")
  endif()
  espalier_register_layer(${name} "${arg_DIR}" ${arg_TEST_DEPS})
  espalier_find_sources(sources DIR "${arg_DIR}" SUFFIXES ${arg_SUFFIXES}
                        NOT_SUFFIXES ${arg_NOT_SUFFIXES})
  if(sources AND CMAKE_AUTOMOC)
    # A class with signals may live in a header that no source is named after.
    espalier_find_sources(headers DIR "${arg_DIR}" PATTERNS *.h)
    list(APPEND sources ${headers})
  endif()
  if(NOT sources)
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE espalier_options ${arg_DEPS})
    return()
  endif()

  set(library ${name})
  if(arg_WHOLE)
    set(library ${name}_archive)
    add_library(${name} INTERFACE)
  endif()
  add_library(${library} STATIC ${sources})
  target_link_libraries(${library} PUBLIC ${arg_DEPS} PRIVATE espalier_options
                        ${arg_PRIVATE_DEPS})
  target_include_directories(${library} INTERFACE "${CMAKE_SOURCE_DIR}"
                             "${CMAKE_BINARY_DIR}/generated")
  if(NOT arg_PCH)
    set(arg_PCH engine_pch)
  endif()
  target_precompile_headers(${library} REUSE_FROM ${arg_PCH})
  if(arg_WHOLE)
    target_link_libraries(${name} INTERFACE "$<LINK_LIBRARY:WHOLE_ARCHIVE,${library}>")
  endif()
endfunction()

# espalier_ops(NAME DIR folder SPEC_DEPS ... CPU_DEPS ... C_DEPS ... [TEST_DEPS ...])
# The operators: each suffix is a link unit. x_cpu.cpp: CPU kernels (NAME_cpu); x_gpu.cpp: GPU
# kernels (NAME_gpu), whose sources x_gpu.cl and x_gpu.h are embedded (NAME_gpu_sources); x_c.cpp: C
# writers (NAME_c); every other x.cpp: the specification (NAME_spec). NAME is all of them.
# Their registrations are never dropped.
function(espalier_ops name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "DIR" "SPEC_DEPS;CPU_DEPS;C_DEPS;TEST_DEPS")
  espalier_layer(${name}_spec WHOLE DIR "${arg_DIR}" NOT_SUFFIXES _cpu.cpp _gpu.cpp _c.cpp
                 DEPS ${arg_SPEC_DEPS})
  espalier_layer(${name}_cpu WHOLE DIR "${arg_DIR}" SUFFIXES _cpu.cpp
                 DEPS ${arg_SPEC_DEPS} ${arg_CPU_DEPS})
  espalier_layer(${name}_gpu WHOLE DIR "${arg_DIR}" SUFFIXES _gpu.cpp
                 DEPS ${name}_cpu ${arg_SPEC_DEPS} ${arg_CPU_DEPS})
  espalier_find_sources(texts DIR "${arg_DIR}" PATTERNS *_gpu.cl *_gpu.h)
  # What GPU rules share on the host is no kernel's text.
  list(FILTER texts EXCLUDE REGEX "/call_gpu\\.h$")
  espalier_embed_sources(${name}_gpu_sources "${arg_DIR}" "${arg_DIR}/gpu_sources.h" GpuSource
                         gpu_sources "${texts}")
  espalier_layer(${name}_c WHOLE DIR "${arg_DIR}" SUFFIXES _c.cpp
                 DEPS ${arg_SPEC_DEPS} ${arg_C_DEPS})
  add_library(${name} INTERFACE)
  target_link_libraries(${name} INTERFACE ${name}_spec ${name}_cpu ${name}_gpu ${name}_c)
  espalier_register_layer(${name} "${arg_DIR}" ${arg_TEST_DEPS})
endfunction()

# espalier_gpu_driver(kind DIR folder LIBRARIES ... [INCLUDES ...] [DEFINES ...] [WITHOUT files ...])
# A vendor's library behind engine/backends/gpu/driver.h: the shared object libespalier_<kind>.so,
# which the program opens at run time.
function(espalier_gpu_driver kind)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "DIR" "LIBRARIES;INCLUDES;DEFINES;WITHOUT")
  espalier_find_sources(sources DIR "${arg_DIR}")
  foreach(file IN LISTS arg_WITHOUT)
    list(FILTER sources EXCLUDE REGEX "/${file}$")
  endforeach()
  add_library(espalier_${kind} MODULE ${sources})
  target_include_directories(espalier_${kind} PRIVATE "${CMAKE_SOURCE_DIR}")
  target_include_directories(espalier_${kind} SYSTEM PRIVATE ${arg_INCLUDES})
  target_compile_definitions(espalier_${kind} PRIVATE ${arg_DEFINES})
  target_link_libraries(espalier_${kind} PRIVATE espalier_options ${arg_LIBRARIES})
  set_target_properties(espalier_${kind} PROPERTIES
      CXX_VISIBILITY_PRESET hidden LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib/espalier")
  set_property(GLOBAL APPEND PROPERTY ESPALIER_GPU_DRIVERS espalier_${kind})
endfunction()

# espalier_program(NAME DIR folder DEPS ... [PCH target])
# The program of a folder. All but main.cpp also goes into a library for the tests.
function(espalier_program name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "DIR;PCH" "DEPS")
  string(REPLACE "/" "_" library "${arg_DIR}")
  espalier_layer(${library} DIR "${arg_DIR}" PCH "${arg_PCH}" NOT_SUFFIXES /main.cpp
                 DEPS ${arg_DEPS})
  file(GLOB main CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/${arg_DIR}/main.cpp")
  if(NOT main)
    message(STATUS "${arg_DIR}/main.cpp is missing: ${name} is not built")
    return()
  endif()
  add_executable(${name} ${main})
  target_link_libraries(${name} PRIVATE espalier_options ${library})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
  if(NOT arg_PCH)
    set(arg_PCH engine_pch)
  endif()
  target_precompile_headers(${name} REUSE_FROM ${arg_PCH})
endfunction()

file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/generated/engine/base/version.h" @ONLY CONTENT
[=[// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace espalier {
inline constexpr const char* kVersion = "@PROJECT_VERSION@";
inline constexpr const char* kBuildType = "@CMAKE_BUILD_TYPE@";
}  // namespace espalier
]=])
