# SPDX-License-Identifier: Apache-2.0
# The shared objects of GPU vendors, each built where its files are: ESPALIER_OPENCL, ESPALIER_CUDA.

function(espalier_driver_missing option what)
  if(${option} STREQUAL "AUTO")
    message(STATUS "${option}: ${what}; this backend is left out")
  else()
    message(FATAL_ERROR "${option}: ${what}")
  endif()
endfunction()

if(ESPALIER_OPENCL)
  find_path(ESPALIER_OPENCL_INCLUDE CL/cl.h)
  find_library(ESPALIER_OPENCL_LIBRARY OpenCL)
  if(ESPALIER_OPENCL_INCLUDE AND ESPALIER_OPENCL_LIBRARY)
    espalier_gpu_driver(opencl DIR engine/backends/opencl
        LIBRARIES "${ESPALIER_OPENCL_LIBRARY}" INCLUDES "${ESPALIER_OPENCL_INCLUDE}")
  else()
    espalier_driver_missing(ESPALIER_OPENCL
        "no CL/cl.h or libOpenCL (Debian: ocl-icd-opencl-dev)")
  endif()
endif()

if(ESPALIER_CUDA)
  find_package(CUDAToolkit QUIET)
  if(TARGET CUDA::cuda_driver AND TARGET CUDA::nvrtc)
    espalier_gpu_driver(cuda DIR engine/backends/cuda LIBRARIES CUDA::cuda_driver CUDA::nvrtc)
  else()
    espalier_driver_missing(ESPALIER_CUDA "no CUDA toolkit (nvcc, libnvrtc)")
  endif()
endif()

# They are opened at run time, so nothing links them; whoever runs the engine has them built.
get_property(espalier_gpu_drivers GLOBAL PROPERTY ESPALIER_GPU_DRIVERS)
if(espalier_gpu_drivers)
  add_dependencies(engine_backends_gpu_archive ${espalier_gpu_drivers})
endif()
