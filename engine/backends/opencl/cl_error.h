// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace espalier::opencl {

// The name of a status of OpenCL 1.2 ("CL_OUT_OF_RESOURCES"); "unknown status" for others.
inline const char* error_name(int status) {
  static constexpr struct {
    int status;
    const char* name;
  } names[] = {{-1, "CL_DEVICE_NOT_FOUND"},
               {-2, "CL_DEVICE_NOT_AVAILABLE"},
               {-3, "CL_COMPILER_NOT_AVAILABLE"},
               {-4, "CL_MEM_OBJECT_ALLOCATION_FAILURE"},
               {-5, "CL_OUT_OF_RESOURCES"},
               {-6, "CL_OUT_OF_HOST_MEMORY"},
               {-11, "CL_BUILD_PROGRAM_FAILURE"},
               {-30, "CL_INVALID_VALUE"},
               {-36, "CL_INVALID_COMMAND_QUEUE"},
               {-38, "CL_INVALID_MEM_OBJECT"},
               {-45, "CL_INVALID_PROGRAM_EXECUTABLE"},
               {-46, "CL_INVALID_KERNEL_NAME"},
               {-48, "CL_INVALID_KERNEL"},
               {-49, "CL_INVALID_ARG_INDEX"},
               {-50, "CL_INVALID_ARG_VALUE"},
               {-51, "CL_INVALID_ARG_SIZE"},
               {-52, "CL_INVALID_KERNEL_ARGS"},
               {-54, "CL_INVALID_WORK_GROUP_SIZE"},
               {-61, "CL_INVALID_BUFFER_SIZE"}};
  for (const auto& known : names)
    if (known.status == status) return known.name;
  return "unknown status";
}

}  // namespace espalier::opencl
