# SPDX-License-Identifier: Apache-2.0
# Every benchmarks/x.cpp is a program of Google Benchmark, with the whole engine linked.
find_package(benchmark QUIET)
if(NOT benchmark_FOUND)
  message(STATUS "Google Benchmark is missing: no benchmarks are built")
  return()
endif()
file(GLOB benchmark_sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/benchmarks/*.cpp")
foreach(source IN LISTS benchmark_sources)
  get_filename_component(stem "${source}" NAME_WE)
  add_executable(benchmark_${stem} "${source}")
  target_link_libraries(benchmark_${stem} PRIVATE espalier_options engine_session
                        espalier::openblas benchmark::benchmark)
  target_compile_definitions(benchmark_${stem} PRIVATE
                             "ESPALIER_SOURCE_DIR=\"${CMAKE_SOURCE_DIR}\"")
  target_precompile_headers(benchmark_${stem} REUSE_FROM engine_pch)
  set_target_properties(benchmark_${stem} PROPERTIES
      RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/benchmarks")
endforeach()
