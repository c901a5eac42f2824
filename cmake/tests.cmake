# SPDX-License-Identifier: Apache-2.0
# Tests lie at tests/<path of what they test> and are found:
#   tests/ui/**/x_test.cpp     Qt Test, a program each (label ui)
#   tests/**/x_test.cpp        doctest, a program a layer (label: engine, app, ...)
#   tests/**/x_test.py         run by Python, exit status 0 is success
# tests/support/*.cpp is linked to every doctest program.
# A comment "ctest: PROPERTY=VALUE ..." in a script or a Qt test sets properties of its test, e.g.
# "ctest: RUN_SERIAL=1 TIMEOUT=900" for one that measures time.

set(ESPALIER_TEST_MODELS "" CACHE PATH "Folder of ONNX models that tests may read")
set(test_models "${ESPALIER_TEST_MODELS}")
if(NOT test_models)
  foreach(candidate tests/models ../shared/models)
    get_filename_component(candidate "${candidate}" ABSOLUTE BASE_DIR "${CMAKE_SOURCE_DIR}")
    if(EXISTS "${candidate}")
      set(test_models "${candidate}")
      break()
    endif()
  endforeach()
endif()
find_package(Python3 REQUIRED COMPONENTS Interpreter)
set(lupdate "")
if(ESPALIER_UI)
  get_target_property(lupdate Qt6::lupdate IMPORTED_LOCATION)
endif()

set(test_definitions "ESPALIER_SOURCE_DIR=\"${CMAKE_SOURCE_DIR}\""
                     "ESPALIER_TEST_MODELS=\"${test_models}\"")
set(test_environment
    "ESPALIER_SOURCE_DIR=${CMAKE_SOURCE_DIR}"
    "ESPALIER_BINARY_DIR=${CMAKE_BINARY_DIR}"
    "ESPALIER_TEST_MODELS=${test_models}"
    "ESPALIER_CLI=${CMAKE_BINARY_DIR}/bin/espalier-cli"
    "ESPALIER_DESIGNER=${CMAKE_BINARY_DIR}/bin/espalier"
    "ESPALIER_LUPDATE=${lupdate}"
    "QT_QPA_PLATFORM=offscreen"
    "LC_ALL=C.UTF-8"
    "ASAN_OPTIONS=detect_stack_use_after_return=1:strict_string_checks=1"
    "UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1")

# Every test has settings, data and cache folders of its own.
function(espalier_test_properties name label)
  set(home "${CMAKE_BINARY_DIR}/tests/home/${name}")
  file(MAKE_DIRECTORY "${home}")
  set_tests_properties(${name} PROPERTIES
      LABELS "${label}" TIMEOUT 600
      ENVIRONMENT "${test_environment};XDG_CONFIG_HOME=${home}/config;XDG_DATA_HOME=${home}/data;XDG_CACHE_HOME=${home}/cache;XDG_STATE_HOME=${home}/state")
endfunction()

# Takes the "ctest:" comment of a source over.
function(espalier_test_comment name source)
  file(STRINGS "${source}" lines REGEX "^(//|#) ctest: " LIMIT_COUNT 1)
  if(lines)
    string(REGEX REPLACE "^.*ctest: *" "" lines "${lines}")
    separate_arguments(lines)
    foreach(pair IN LISTS lines)
      if(NOT pair MATCHES "^([A-Z_]+)=(.+)$")
        message(FATAL_ERROR "${source}: 'ctest: ${pair}' is not PROPERTY=VALUE")
      endif()
      set_tests_properties("${name}" PROPERTIES "${CMAKE_MATCH_1}" "${CMAKE_MATCH_2}")
    endforeach()
  endif()
endfunction()

# The layer that a folder of tests belongs to: the longest layer folder that it lies in.
function(espalier_layer_of path out)
  get_property(dirs GLOBAL PROPERTY ESPALIER_LAYER_DIRS)
  set(best "")
  foreach(dir IN LISTS dirs)
    string(FIND "${path}/" "${dir}/" position)
    string(LENGTH "${dir}" length)
    string(LENGTH "${best}" best_length)
    if(position EQUAL 0 AND length GREATER best_length)
      set(best "${dir}")
    endif()
  endforeach()
  set(${out} "${best}" PARENT_SCOPE)
endfunction()

add_library(test_main OBJECT "${CMAKE_SOURCE_DIR}/tests/support/doctest_main.cpp")
target_link_libraries(test_main PRIVATE espalier_options)
target_compile_options(test_main PRIVATE -Wno-shadow)

# Its flags are those of the test programs, so that they can share the header.
add_library(test_pch OBJECT "${CMAKE_SOURCE_DIR}/cmake/pch.cpp")
target_link_libraries(test_pch PRIVATE espalier_options espalier::json fmt::fmt Threads::Threads)
target_precompile_headers(test_pch PRIVATE
    <algorithm> <array> <cmath> <cstdint> <cstring> <filesystem> <fstream> <functional> <map>
    <memory> <optional> <random> <span> <sstream> <string> <string_view> <thread>
    <unordered_map> <utility> <variant> <vector>
    <doctest/doctest.h> <fmt/format.h>)

espalier_find_sources(support_sources DIR tests/support NOT_SUFFIXES /doctest_main.cpp)
add_library(test_support INTERFACE)
if(support_sources)
  add_library(test_support_objects STATIC ${support_sources})
  target_link_libraries(test_support_objects PUBLIC espalier_options engine_base)
  target_compile_definitions(test_support_objects PRIVATE ${test_definitions})
  target_precompile_headers(test_support_objects REUSE_FROM test_pch)
  target_link_libraries(test_support INTERFACE test_support_objects)
endif()

# doctest: the sources of all folders that belong to one layer make one program.
file(GLOB_RECURSE test_sources RELATIVE "${CMAKE_SOURCE_DIR}/tests" CONFIGURE_DEPENDS
     "${CMAKE_SOURCE_DIR}/tests/*.cpp")
list(FILTER test_sources EXCLUDE REGEX "^(support|ui|structure)/")
set(test_groups "")
foreach(source IN LISTS test_sources)
  get_filename_component(folder "${source}" DIRECTORY)
  espalier_layer_of("${folder}" layer)
  if(layer)
    set(folder "${layer}")
  endif()
  list(APPEND test_groups "${folder}")
  list(APPEND "sources_of_${folder}" "${CMAKE_SOURCE_DIR}/tests/${source}")
endforeach()
list(REMOVE_DUPLICATES test_groups)
foreach(group IN LISTS test_groups)
  string(MAKE_C_IDENTIFIER "test_${group}" name)
  string(REGEX REPLACE "/.*" "" label "${group}")
  if(label STREQUAL "app" AND group STREQUAL "app/designer" AND NOT ESPALIER_UI)
    continue()
  endif()
  get_property(deps GLOBAL PROPERTY "ESPALIER_LAYER_TARGET_${group}")
  get_property(test_deps GLOBAL PROPERTY "ESPALIER_LAYER_TEST_DEPS_${group}")
  if(NOT deps)
    set(deps engine_session)
  endif()
  add_executable(${name} ${sources_of_${group}} $<TARGET_OBJECTS:test_main>)
  target_link_libraries(${name} PRIVATE espalier_options test_support ${deps} ${test_deps}
                        espalier::json fmt::fmt Threads::Threads)
  target_compile_definitions(${name} PRIVATE ${test_definitions})
  target_precompile_headers(${name} REUSE_FROM test_pch)
  set_target_properties(${name} PROPERTIES
      RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/tests/bin")
  add_test(NAME "${group}" COMMAND ${name} --no-intro)
  espalier_test_properties("${group}" "${label}")
endforeach()

# Qt Test: a program a file.
if(ESPALIER_UI)
  set(CMAKE_AUTOMOC ON)
  espalier_find_sources(ui_tests DIR tests/ui SUFFIXES _test.cpp)
  espalier_find_sources(ui_support DIR tests/ui NOT_SUFFIXES _test.cpp)
  add_library(ui_test_support INTERFACE)
  if(ui_support)
    add_library(ui_test_support_objects STATIC ${ui_support})
    target_link_libraries(ui_test_support_objects PUBLIC espalier_options ui_shell Qt6::Test)
    target_compile_definitions(ui_test_support_objects PRIVATE ${test_definitions})
    target_precompile_headers(ui_test_support_objects REUSE_FROM ui_pch)
    target_link_libraries(ui_test_support INTERFACE ui_test_support_objects)
  endif()
  foreach(source IN LISTS ui_tests)
    file(RELATIVE_PATH path "${CMAKE_SOURCE_DIR}/tests" "${source}")
    string(REGEX REPLACE "_test\\.cpp$" "" path "${path}")
    string(MAKE_C_IDENTIFIER "test_${path}" name)
    get_filename_component(folder "${path}" DIRECTORY)
    espalier_layer_of("${folder}" layer)
    set(deps ui_shell)
    if(layer)
      get_property(deps GLOBAL PROPERTY "ESPALIER_LAYER_TARGET_${layer}")
    endif()
    add_executable(${name} "${source}")
    target_link_libraries(${name} PRIVATE espalier_options ui_test_support ${deps} Qt6::Test
                          espalier::json fmt::fmt)
    target_compile_definitions(${name} PRIVATE ${test_definitions})
    target_precompile_headers(${name} REUSE_FROM ui_pch)
    set_target_properties(${name} PROPERTIES
        RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/tests/bin")
    add_test(NAME "${path}" COMMAND ${name})
    espalier_test_properties("${path}" ui)
    espalier_test_comment("${path}" "${source}")
  endforeach()
  set(CMAKE_AUTOMOC OFF)
endif()

# Scripts. ESPALIER_VENV_PYTHON (set by ./test) is the interpreter with onnx and onnxruntime.
file(GLOB_RECURSE test_scripts RELATIVE "${CMAKE_SOURCE_DIR}/tests" CONFIGURE_DEPENDS
     "${CMAKE_SOURCE_DIR}/tests/*_test.py")
foreach(script IN LISTS test_scripts)
  string(REGEX REPLACE "_test\\.py$" "" path "${script}")
  string(REGEX REPLACE "/.*" "" label "${script}")
  if(label STREQUAL "ui" AND NOT ESPALIER_UI)
    continue()
  endif()
  add_test(NAME "${path}.py"
      COMMAND sh -c "exec \"\${ESPALIER_VENV_PYTHON:-$1}\" \"$2\"" run
              "${Python3_EXECUTABLE}" "${CMAKE_SOURCE_DIR}/tests/${script}")
  espalier_test_properties("${path}.py" "${label}")
  set_tests_properties("${path}.py" PROPERTIES SKIP_RETURN_CODE 77)
  espalier_test_comment("${path}.py" "${CMAKE_SOURCE_DIR}/tests/${script}")
endforeach()
