# SPDX-License-Identifier: Apache-2.0

# espalier_kernels(NAME DIR folder)
# The CPU kernels: every C file is compiled once for each instruction set, with ESP_ISA (the
# suffix of its symbols) and ESP_WIDTH (floats in a vector). Beside the library NAME, the target
# engine_kernel_sources holds the text of the same files, which bundles are written from:
# #include "engine/kernels/sources.h".
function(espalier_kernels name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "DIR" "")
  espalier_register_layer(${name} "${arg_DIR}")
  espalier_find_sources(sources DIR "${arg_DIR}" PATTERNS *.c)
  espalier_find_sources(texts DIR "${arg_DIR}" PATTERNS *.c *.h)

  # `scalar` never runs here: it tells what bundles for machines without vectors need.
  set(isas scalar plain)
  set(flags_scalar -DESP_WIDTH=1 -O1)
  set(flags_plain -DESP_WIDTH=4)
  set(x86 OFF)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
    set(x86 ON)
    list(APPEND isas avx2 avx512)
    set(flags_avx2 -DESP_WIDTH=8 -mavx2 -mfma -mf16c)
    set(flags_avx512 -DESP_WIDTH=16 -mavx512f -mavx512vl -mavx512bw -mavx512dq -mavx512vnni
        -mavx2 -mfma -mf16c)
  endif()
  # Contraction to fused multiply-add is welcome, everything else that changes values is not.
  set(flags -O3 -ffp-contract=fast -fno-math-errno -fno-trapping-math)
  if(ESPALIER_SANITIZE)
    list(REMOVE_ITEM flags -O3)
    list(APPEND flags -O1)
    if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
      # The stack that finds uses after return aligns vectors of 64 bytes to 32: GCC's bug 110027.
      list(APPEND flags --param asan-use-after-return=0)
    endif()
  endif()

  if(sources)
    set(objects "")
    foreach(isa IN LISTS isas)
      add_library(${name}_${isa} OBJECT ${sources})
      target_link_libraries(${name}_${isa} PRIVATE espalier_options)
      target_compile_options(${name}_${isa} PRIVATE ${flags} -DESP_ISA=${isa} ${flags_${isa}})
      if(x86 AND NOT isa STREQUAL scalar)
        # The longest header by far, and the same in every file.
        target_precompile_headers(${name}_${isa} PRIVATE <immintrin.h>)
      endif()
      list(APPEND objects $<TARGET_OBJECTS:${name}_${isa}>)
    endforeach()
    add_library(${name} STATIC ${objects})
    set_target_properties(${name} PROPERTIES LINKER_LANGUAGE C)
    target_link_libraries(${name} PUBLIC m)
    target_include_directories(${name} INTERFACE "${CMAKE_SOURCE_DIR}")
  else()
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE espalier_options)
  endif()

  espalier_embed_sources(engine_kernel_sources "${arg_DIR}" engine/kernels/sources.h KernelSource
                         kernel_sources "${texts}")
endfunction()

# espalier_embed_sources(TARGET folder header struct function files)
# A library with the text of files below a folder: #include "<header>"; <function>() gives a table of
# <struct>s by name, the path below the folder.
function(espalier_embed_sources target folder header struct function texts)
  get_filename_component(name "${header}" NAME_WE)
  get_filename_component(generated "${CMAKE_BINARY_DIR}/generated/${header}" DIRECTORY)
  file(CONFIGURE OUTPUT "${generated}/${name}.h" @ONLY CONTENT
[=[// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace espalier {

// A file of @folder@ as text; the name is its path below that folder.
struct @struct@ {
  std::string_view name;
  std::string_view text;
};

// All of them, by name.
std::span<const @struct@> @function@();

}  // namespace espalier
]=])
  list(JOIN texts "\n" list)
  file(CONFIGURE OUTPUT "${generated}/${name}.txt" CONTENT "${list}" @ONLY)
  add_custom_command(
      OUTPUT "${generated}/${name}.cpp"
      COMMAND "${CMAKE_COMMAND}" "-DBASE=${CMAKE_SOURCE_DIR}/${folder}"
              "-DFILES=${generated}/${name}.txt" "-DOUTPUT=${generated}/${name}.cpp"
              "-DHEADER=${header}" "-DSTRUCT=${struct}" "-DFUNCTION=${function}"
              -P "${CMAKE_SOURCE_DIR}/cmake/embed_sources.cmake"
      DEPENDS ${texts} "${generated}/${name}.txt" "${CMAKE_SOURCE_DIR}/cmake/embed_sources.cmake"
      COMMENT "Embedding the text of ${folder}" VERBATIM)
  add_library(${target} STATIC "${generated}/${name}.cpp")
  target_link_libraries(${target} PUBLIC espalier_options)
  target_include_directories(${target} INTERFACE "${CMAKE_BINARY_DIR}/generated")
endfunction()
