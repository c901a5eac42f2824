# SPDX-License-Identifier: Apache-2.0
# The shared objects of GPU vendors, each built where its files are: ESPALIER_OPENCL, ESPALIER_CUDA. What
# multiplies matrices for them, CLBlast and cuBLAS, is a header here and a library at run time.

function(espalier_driver_missing option what)
  if(${option} STREQUAL "AUTO")
    message(STATUS "${option}: ${what}; this backend is left out")
  else()
    message(FATAL_ERROR "${option}: ${what}")
  endif()
endfunction()

# espalier_product_library(kind HEADER header SOURCE file DEFINE name PACKAGE text [HINTS ...])
# products_of_<kind>: what espalier_gpu_driver is told of the library. -DESPALIER_<header>=OFF leaves it out.
function(espalier_product_library kind)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "HEADER;SOURCE;DEFINE;PACKAGE" "HINTS")
  string(MAKE_C_IDENTIFIER "ESPALIER_${arg_HEADER}" found)
  find_path(${found} "${arg_HEADER}" HINTS ${arg_HINTS})
  if(${found})
    set(products_of_${kind} DEFINES ${arg_DEFINE} PARENT_SCOPE)
  else()
    message(STATUS "${kind}: no ${arg_HEADER} (${arg_PACKAGE}); products by that library are left out")
    set(products_of_${kind} WITHOUT ${arg_SOURCE} PARENT_SCOPE)
  endif()
endfunction()

if(ESPALIER_OPENCL)
  find_path(ESPALIER_OPENCL_INCLUDE CL/cl.h)
  find_library(ESPALIER_OPENCL_LIBRARY OpenCL)
  if(ESPALIER_OPENCL_INCLUDE AND ESPALIER_OPENCL_LIBRARY)
    espalier_product_library(opencl HEADER clblast_c.h SOURCE clblast_gemm.cpp
        DEFINE ESPALIER_HAS_CLBLAST PACKAGE "Debian: libclblast-dev")
    espalier_gpu_driver(opencl DIR engine/backends/opencl ${products_of_opencl}
        LIBRARIES "${ESPALIER_OPENCL_LIBRARY}" ${CMAKE_DL_LIBS}
        INCLUDES "${ESPALIER_OPENCL_INCLUDE}")
  else()
    espalier_driver_missing(ESPALIER_OPENCL
        "no CL/cl.h or libOpenCL (Debian: ocl-icd-opencl-dev)")
  endif()
endif()

if(ESPALIER_CUDA)
  find_package(CUDAToolkit QUIET)
  if(TARGET CUDA::cuda_driver AND TARGET CUDA::nvrtc)
    espalier_product_library(cuda HEADER cublas_v2.h SOURCE cublas_gemm.cpp
        DEFINE ESPALIER_HAS_CUBLAS PACKAGE "a part of the CUDA toolkit"
        HINTS ${CUDAToolkit_INCLUDE_DIRS})
    espalier_gpu_driver(cuda DIR engine/backends/cuda ${products_of_cuda}
        LIBRARIES CUDA::cuda_driver CUDA::nvrtc ${CMAKE_DL_LIBS})
  else()
    espalier_driver_missing(ESPALIER_CUDA "no CUDA toolkit (nvcc, libnvrtc)")
  endif()
endif()

# They are opened at run time, so nothing links them; whoever runs the engine has them built.
get_property(espalier_gpu_drivers GLOBAL PROPERTY ESPALIER_GPU_DRIVERS)
if(espalier_gpu_drivers)
  add_dependencies(engine_backends_gpu_archive ${espalier_gpu_drivers})
endif()
