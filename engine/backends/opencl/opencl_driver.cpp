// SPDX-License-Identifier: Apache-2.0
//
// OpenCL 1.2 behind the table of engine/backends/gpu/driver.h. A shared object of its own: it links
// the ICD loader, which finds the vendors' drivers.
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "engine/backends/gpu/driver.h"
#include "engine/backends/opencl/cl_error.h"
#include "engine/backends/opencl/opencl.h"
#ifdef ESPALIER_HAS_CLBLAST
#include "engine/backends/opencl/clblast_gemm.h"
#endif

namespace {

struct Found {
  cl_platform_id platform;
  cl_device_id device;
};

struct OpenDevice {
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  std::vector<cl_program> programs;
  std::vector<cl_kernel> kernels;
};

int fail(esp_gpu_error* error, const char* what, cl_int status) {
  std::snprintf(error->text, sizeof error->text, "%s: %s (%d)", what,
                espalier::opencl::error_name(status), status);
  return status == CL_SUCCESS ? 1 : status;
}

// GPUs and accelerators before CPUs, each in the order of the platforms.
int find_devices(std::vector<Found>& found, esp_gpu_error* error) {
  cl_uint count = 0;
  const cl_int status = clGetPlatformIDs(0, nullptr, &count);
  constexpr cl_int no_platform = -1001;  // CL_PLATFORM_NOT_FOUND_KHR
  if (status == no_platform || (status == CL_SUCCESS && count == 0)) {
    std::snprintf(error->text, sizeof error->text,
                  "no OpenCL driver is installed (Debian: pocl-opencl-icd for the CPU, or that of "
                  "the GPU's vendor)");
    return 1;
  }
  if (status != CL_SUCCESS) return fail(error, "clGetPlatformIDs", status);
  std::vector<cl_platform_id> platforms(count);
  clGetPlatformIDs(count, platforms.data(), nullptr);
  for (const bool cpu : {false, true}) {
    const cl_device_type type =
        cpu ? CL_DEVICE_TYPE_CPU : CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_ACCELERATOR;
    for (const cl_platform_id platform : platforms) {
      cl_uint here = 0;
      if (clGetDeviceIDs(platform, type, 0, nullptr, &here) != CL_SUCCESS || here == 0) continue;
      std::vector<cl_device_id> devices(here);
      if (clGetDeviceIDs(platform, type, here, devices.data(), nullptr) != CL_SUCCESS) continue;
      for (const cl_device_id device : devices) found.push_back({platform, device});
    }
  }
  return 0;
}

int count(int* devices, esp_gpu_error* error) {
  std::vector<Found> found;
  const int status = find_devices(found, error);
  *devices = static_cast<int>(found.size());
  return status;
}

int device_at(int index, Found& at, esp_gpu_error* error) {
  std::vector<Found> found;
  if (const int status = find_devices(found, error)) return status;
  if (index < 0 || static_cast<std::size_t>(index) >= found.size())
    return fail(error, "the device is gone", CL_DEVICE_NOT_FOUND);
  at = found[static_cast<std::size_t>(index)];
  return 0;
}

std::string device_text(cl_device_id device, cl_device_info what) {
  std::size_t bytes = 0;
  if (clGetDeviceInfo(device, what, 0, nullptr, &bytes) != CL_SUCCESS || bytes == 0) return "";
  std::string text(bytes, '\0');
  clGetDeviceInfo(device, what, bytes, text.data(), nullptr);
  text.resize(std::strlen(text.c_str()));
  return text;
}

template <class T> T device_number(cl_device_id device, cl_device_info what) {
  T number{};
  clGetDeviceInfo(device, what, sizeof number, &number, nullptr);
  return number;
}

int describe(int index, esp_gpu_description* into, esp_gpu_error* error) {
  Found at{};
  if (const int status = device_at(index, at, error)) return status;
  std::memset(into, 0, sizeof *into);
  char platform[128] = "";
  clGetPlatformInfo(at.platform, CL_PLATFORM_NAME, sizeof platform - 1, platform, nullptr);
  const auto put = [](auto& field, const std::string& text) {
    std::snprintf(field, sizeof field, "%s", text.c_str());
  };
  put(into->name, device_text(at.device, CL_DEVICE_NAME));
  put(into->driver, std::string(platform) + " " + device_text(at.device, CL_DRIVER_VERSION) + ", " +
                        device_text(at.device, CL_DEVICE_VERSION));
  into->memory = device_number<cl_ulong>(at.device, CL_DEVICE_GLOBAL_MEM_SIZE);
  into->largest_piece = device_number<cl_ulong>(at.device, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  into->local_memory = device_number<cl_ulong>(at.device, CL_DEVICE_LOCAL_MEM_SIZE);
  into->group_items = device_number<std::size_t>(at.device, CL_DEVICE_MAX_WORK_GROUP_SIZE);
  if (!device_number<cl_bool>(at.device, CL_DEVICE_AVAILABLE))
    put(into->why_not, "the driver says that it is not available");
  else if (!device_number<cl_bool>(at.device, CL_DEVICE_COMPILER_AVAILABLE))
    put(into->why_not, "its driver has no compiler");
  else if (!device_number<cl_bool>(at.device, CL_DEVICE_ENDIAN_LITTLE))
    put(into->why_not, "it is big-endian");
  return 0;
}

void close(void* opened) {
  auto* d = static_cast<OpenDevice*>(opened);
  if (d->queue) clFinish(d->queue);
  for (const cl_kernel kernel : d->kernels) clReleaseKernel(kernel);
  for (const cl_program program : d->programs) clReleaseProgram(program);
  if (d->queue) clReleaseCommandQueue(d->queue);
  if (d->context) clReleaseContext(d->context);
  delete d;
}

int open(int index, void** device, esp_gpu_error* error) {
  Found at{};
  if (const int status = device_at(index, at, error)) return status;
  auto* d = new OpenDevice;
  d->device = at.device;
  cl_int status = CL_SUCCESS;
  d->context = clCreateContext(nullptr, 1, &at.device, nullptr, nullptr, &status);
  if (status == CL_SUCCESS) d->queue = clCreateCommandQueue(d->context, at.device, 0, &status);
  if (status != CL_SUCCESS) {
    close(d);
    return fail(error, "context and queue", status);
  }
  *device = d;
  return 0;
}

int allocate(void* opened, std::size_t bytes, void** memory, esp_gpu_error* error) {
  auto* d = static_cast<OpenDevice*>(opened);
  cl_int status = CL_SUCCESS;
  const cl_mem made = clCreateBuffer(d->context, CL_MEM_READ_WRITE, bytes, nullptr, &status);
  if (status != CL_SUCCESS) return fail(error, "clCreateBuffer", status);
  const unsigned char zero = 0;
  status = clEnqueueFillBuffer(d->queue, made, &zero, sizeof zero, 0, bytes, 0, nullptr, nullptr);
  if (status != CL_SUCCESS) {
    clReleaseMemObject(made);
    return fail(error, "clEnqueueFillBuffer", status);
  }
  *memory = made;
  return 0;
}

void release(void*, void* memory) { clReleaseMemObject(static_cast<cl_mem>(memory)); }

int upload(void* opened, void* memory, std::size_t offset, const void* from, std::size_t bytes,
           esp_gpu_error* error) {
  auto* d = static_cast<OpenDevice*>(opened);
  const cl_int status = clEnqueueWriteBuffer(d->queue, static_cast<cl_mem>(memory), CL_TRUE, offset,
                                             bytes, from, 0, nullptr, nullptr);
  return status == CL_SUCCESS ? 0 : fail(error, "clEnqueueWriteBuffer", status);
}

int download(void* opened, void* memory, std::size_t offset, void* to, std::size_t bytes,
             esp_gpu_error* error) {
  auto* d = static_cast<OpenDevice*>(opened);
  const cl_int status = clEnqueueReadBuffer(d->queue, static_cast<cl_mem>(memory), CL_TRUE, offset,
                                            bytes, to, 0, nullptr, nullptr);
  return status == CL_SUCCESS ? 0 : fail(error, "clEnqueueReadBuffer", status);
}

int build(void* opened, const char* source, const char* options, void** program,
          esp_gpu_error* error) {
  auto* d = static_cast<OpenDevice*>(opened);
  cl_int status = CL_SUCCESS;
  const cl_program made = clCreateProgramWithSource(d->context, 1, &source, nullptr, &status);
  if (status != CL_SUCCESS) return fail(error, "clCreateProgramWithSource", status);
  const std::string all = std::string("-cl-std=CL1.2 ") + options;
  status = clBuildProgram(made, 1, &d->device, all.c_str(), nullptr, nullptr);
  if (status != CL_SUCCESS) {
    std::size_t bytes = 0;
    clGetProgramBuildInfo(made, d->device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &bytes);
    std::string log(bytes + 1, '\0');
    clGetProgramBuildInfo(made, d->device, CL_PROGRAM_BUILD_LOG, bytes, log.data(), nullptr);
    std::snprintf(error->text, sizeof error->text, "its compiler says: %s", log.c_str());
    clReleaseProgram(made);
    return status;
  }
  d->programs.push_back(made);
  *program = made;
  return 0;
}

int kernel(void* opened, void* program, const char* name, void** kernel, std::uint64_t* local_bytes,
           esp_gpu_error* error) {
  auto* d = static_cast<OpenDevice*>(opened);
  cl_int status = CL_SUCCESS;
  const cl_kernel made = clCreateKernel(static_cast<cl_program>(program), name, &status);
  if (status != CL_SUCCESS) return fail(error, "clCreateKernel", status);
  d->kernels.push_back(made);
  cl_ulong bytes = 0;
  clGetKernelWorkGroupInfo(made, d->device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof bytes, &bytes,
                           nullptr);
  *local_bytes = bytes;
  *kernel = made;
  return 0;
}

int launch(void* opened, const esp_gpu_launch* l, esp_gpu_error* error) {
  auto* d = static_cast<OpenDevice*>(opened);
  const auto kernel = static_cast<cl_kernel>(l->kernel);
  for (cl_uint i = 0; i < l->count; ++i) {
    const esp_gpu_argument& a = l->arguments[i];
    cl_mem memory = static_cast<cl_mem>(a.memory);
    const cl_int status =
        a.value != nullptr
            ? clSetKernelArg(kernel, i, a.bytes, a.value)
            : clSetKernelArg(kernel, i, sizeof memory, memory != nullptr ? &memory : nullptr);
    if (status != CL_SUCCESS) return fail(error, "clSetKernelArg", status);
  }
  std::size_t global[3];
  for (int i = 0; i < 3; ++i) global[i] = l->groups[i] * l->local[i];
  const cl_int status =
      clEnqueueNDRangeKernel(d->queue, kernel, 3, nullptr, global, l->local, 0, nullptr, nullptr);
  return status == CL_SUCCESS ? 0 : fail(error, "clEnqueueNDRangeKernel", status);
}

int finish(void* opened, esp_gpu_error* error) {
  const cl_int status = clFinish(static_cast<OpenDevice*>(opened)->queue);
  return status == CL_SUCCESS ? 0 : fail(error, "clFinish", status);
}

#ifdef ESPALIER_HAS_CLBLAST
int gemm(void* opened, const esp_gpu_gemm* product, esp_gpu_error* error) {
  return espalier::opencl::clblast_gemm(static_cast<OpenDevice*>(opened)->queue, *product, error);
}
constexpr const char* gemm_library = "clblast";
constexpr auto gemm_open = espalier::opencl::open_clblast;
#else
constexpr const char* gemm_library = nullptr;
constexpr decltype(esp_gpu_driver::gemm_open) gemm_open = nullptr;
constexpr decltype(esp_gpu_driver::gemm) gemm = nullptr;
#endif

}  // namespace

extern "C" __attribute__((visibility("default"))) const esp_gpu_driver* espalier_gpu_driver(void) {
  static const esp_gpu_driver driver{ESPALIER_GPU_DRIVER_VERSION,
                                     count,
                                     describe,
                                     open,
                                     close,
                                     allocate,
                                     release,
                                     upload,
                                     download,
                                     build,
                                     kernel,
                                     launch,
                                     finish,
                                     gemm_library,
                                     gemm_open,
                                     gemm};
  return &driver;
}
