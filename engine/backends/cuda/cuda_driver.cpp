// SPDX-License-Identifier: Apache-2.0
//
// CUDA's driver interface and NVRTC behind the table of engine/backends/gpu/driver.h. A shared object of
// its own. Compiled, never run: its tests have not met a GPU yet.
#include <cuda.h>
#include <nvrtc.h>

#include <cstdio>
#include <cstring>
#include <sstream>
#include <string>
#include <vector>

#ifdef ESPALIER_HAS_CUBLAS
#include "engine/backends/cuda/cublas_gemm.h"
#endif
#include "engine/backends/gpu/driver.h"

namespace {

constexpr std::size_t most_arguments = 64;

struct OpenDevice {
  CUdevice device = 0;
  CUcontext context = nullptr;
  CUstream stream = nullptr;
  std::vector<CUmodule> modules;
#ifdef ESPALIER_HAS_CUBLAS
  cublasHandle_t products = nullptr;
#endif
};

int fail(esp_gpu_error* error, const char* what, CUresult status) {
  const char* name = nullptr;
  const char* words = nullptr;
  cuGetErrorName(status, &name);
  cuGetErrorString(status, &words);
  std::snprintf(error->text, sizeof error->text, "%s: %s (%s)", what,
                name ? name : "unknown status", words ? words : "no description");
  return status == CUDA_SUCCESS ? 1 : static_cast<int>(status);
}

int checked(esp_gpu_error* error, const char* what, CUresult status) {
  return status == CUDA_SUCCESS ? 0 : fail(error, what, status);
}

// Every call of a device happens on whatever thread uses it.
int enter(OpenDevice* d, esp_gpu_error* error) {
  return checked(error, "cuCtxSetCurrent", cuCtxSetCurrent(d->context));
}

CUdeviceptr pointer(void* memory) { return reinterpret_cast<CUdeviceptr>(memory); }

int count(int* devices, esp_gpu_error* error) {
  *devices = 0;
  if (const int status = checked(error, "cuInit", cuInit(0))) return status;
  return checked(error, "cuDeviceGetCount", cuDeviceGetCount(devices));
}

int attribute(CUdevice device, CUdevice_attribute what) {
  int value = 0;
  cuDeviceGetAttribute(&value, what, device);
  return value;
}

int describe(int index, esp_gpu_description* into, esp_gpu_error* error) {
  std::memset(into, 0, sizeof *into);
  CUdevice device = 0;
  if (const int status = checked(error, "cuInit", cuInit(0))) return status;
  if (const int status = checked(error, "cuDeviceGet", cuDeviceGet(&device, index))) return status;
  cuDeviceGetName(into->name, sizeof into->name - 1, device);
  int version = 0;
  cuDriverGetVersion(&version);
  const int major = attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
  const int minor = attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
  std::snprintf(into->driver, sizeof into->driver, "CUDA %d.%d, sm_%d%d", version / 1000,
                version % 1000 / 10, major, minor);
  std::size_t bytes = 0;
  cuDeviceTotalMem(&bytes, device);
  into->memory = bytes;
  into->local_memory = static_cast<std::uint64_t>(
      attribute(device, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK));
  into->group_items =
      static_cast<std::uint64_t>(attribute(device, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK));
  if (attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_MODE) == CU_COMPUTEMODE_PROHIBITED)
    std::snprintf(into->why_not, sizeof into->why_not, "its compute mode forbids programs");
  return 0;
}

void close(void* opened) {
  auto* d = static_cast<OpenDevice*>(opened);
  cuCtxSetCurrent(d->context);
  if (d->stream) cuStreamSynchronize(d->stream);
#ifdef ESPALIER_HAS_CUBLAS
  espalier::cuda::close_cublas(d->products);
#endif
  for (CUmodule module : d->modules) cuModuleUnload(module);
  if (d->stream) cuStreamDestroy(d->stream);
  if (d->context) cuDevicePrimaryCtxRelease(d->device);
  delete d;
}

int open(int index, void** device, esp_gpu_error* error) {
  auto* d = new OpenDevice;
  CUresult status = cuDeviceGet(&d->device, index);
  if (status == CUDA_SUCCESS) status = cuDevicePrimaryCtxRetain(&d->context, d->device);
  if (status == CUDA_SUCCESS) status = cuCtxSetCurrent(d->context);
  if (status == CUDA_SUCCESS) status = cuStreamCreate(&d->stream, CU_STREAM_NON_BLOCKING);
  if (status != CUDA_SUCCESS) {
    close(d);
    return fail(error, "context and stream", status);
  }
  *device = d;
  return 0;
}

int allocate(void* opened, std::size_t bytes, void** memory, esp_gpu_error* error) {
  auto* d = static_cast<OpenDevice*>(opened);
  if (const int status = enter(d, error)) return status;
  CUdeviceptr made = 0;
  if (const int status = checked(error, "cuMemAlloc", cuMemAlloc(&made, bytes))) return status;
  if (const CUresult status = cuMemsetD8Async(made, 0, bytes, d->stream); status != CUDA_SUCCESS) {
    cuMemFree(made);
    return fail(error, "cuMemsetD8Async", status);
  }
  *memory = reinterpret_cast<void*>(made);
  return 0;
}

void release(void* opened, void* memory) {
  cuCtxSetCurrent(static_cast<OpenDevice*>(opened)->context);
  cuMemFree(pointer(memory));
}

int finish(void* opened, esp_gpu_error* error) {
  auto* d = static_cast<OpenDevice*>(opened);
  if (const int status = enter(d, error)) return status;
  return checked(error, "cuStreamSynchronize", cuStreamSynchronize(d->stream));
}

int upload(void* opened, void* memory, std::size_t offset, const void* from, std::size_t bytes,
           esp_gpu_error* error) {
  auto* d = static_cast<OpenDevice*>(opened);
  if (const int status = enter(d, error)) return status;
  if (const int status =
          checked(error, "cuMemcpyHtoDAsync",
                  cuMemcpyHtoDAsync(pointer(memory) + offset, from, bytes, d->stream)))
    return status;
  return finish(opened, error);  // the caller's memory may change
}

int download(void* opened, void* memory, std::size_t offset, void* to, std::size_t bytes,
             esp_gpu_error* error) {
  auto* d = static_cast<OpenDevice*>(opened);
  if (const int status = enter(d, error)) return status;
  if (const int status = checked(error, "cuMemcpyDtoHAsync",
                                 cuMemcpyDtoHAsync(to, pointer(memory) + offset, bytes, d->stream)))
    return status;
  return finish(opened, error);
}

int compile_failed(nvrtcProgram program, nvrtcResult status, esp_gpu_error* error) {
  std::size_t bytes = 0;
  std::string log;
  if (nvrtcGetProgramLogSize(program, &bytes) == NVRTC_SUCCESS && bytes > 0) {
    log.resize(bytes);
    nvrtcGetProgramLog(program, log.data());
  }
  std::snprintf(error->text, sizeof error->text, "its compiler says: %s %s",
                nvrtcGetErrorString(status), log.c_str());
  nvrtcDestroyProgram(&program);
  return 1;
}

int build(void* opened, const char* source, const char* options, void** program,
          esp_gpu_error* error) {
  auto* d = static_cast<OpenDevice*>(opened);
  if (const int status = enter(d, error)) return status;
  char arch[64];
  std::snprintf(arch, sizeof arch, "--gpu-architecture=sm_%d%d",
                attribute(d->device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR),
                attribute(d->device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR));
  std::vector<std::string> all{arch};
  std::istringstream words(options);
  for (std::string word; words >> word;) all.push_back(word);
  std::vector<const char*> given;
  for (const std::string& option : all) given.push_back(option.c_str());
  nvrtcProgram made = nullptr;
  nvrtcResult status = nvrtcCreateProgram(&made, source, "espalier.cu", 0, nullptr, nullptr);
  if (status != NVRTC_SUCCESS) return compile_failed(made, status, error);
  status = nvrtcCompileProgram(made, static_cast<int>(given.size()), given.data());
  std::size_t bytes = 0;
  if (status == NVRTC_SUCCESS) status = nvrtcGetCUBINSize(made, &bytes);
  std::vector<char> code(bytes);
  if (status == NVRTC_SUCCESS) status = nvrtcGetCUBIN(made, code.data());
  if (status != NVRTC_SUCCESS) return compile_failed(made, status, error);
  nvrtcDestroyProgram(&made);
  CUmodule module = nullptr;
  if (const int failed = checked(error, "cuModuleLoadData", cuModuleLoadData(&module, code.data())))
    return failed;
  d->modules.push_back(module);
  *program = module;
  return 0;
}

int kernel(void* opened, void* program, const char* name, void** kernel, std::uint64_t* local_bytes,
           esp_gpu_error* error) {
  if (const int status = enter(static_cast<OpenDevice*>(opened), error)) return status;
  CUfunction function = nullptr;
  if (const int status =
          checked(error, "cuModuleGetFunction",
                  cuModuleGetFunction(&function, static_cast<CUmodule>(program), name)))
    return status;
  int bytes = 0;
  cuFuncGetAttribute(&bytes, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, function);
  *local_bytes = static_cast<std::uint64_t>(bytes);
  *kernel = function;
  return 0;
}

int launch(void* opened, const esp_gpu_launch* l, esp_gpu_error* error) {
  auto* d = static_cast<OpenDevice*>(opened);
  if (const int status = enter(d, error)) return status;
  if (l->count > most_arguments) {
    std::snprintf(error->text, sizeof error->text,
                  "a kernel has %u arguments, at most %zu are taken", l->count, most_arguments);
    return 1;
  }
  CUdeviceptr pointers[most_arguments];
  void* arguments[most_arguments];
  for (std::uint32_t i = 0; i < l->count; ++i) {
    pointers[i] = pointer(l->arguments[i].memory);
    // CUDA only reads what the pointers name.
    arguments[i] = l->arguments[i].value != nullptr ? const_cast<void*>(l->arguments[i].value)
                                                    : static_cast<void*>(&pointers[i]);
  }
  const auto size = [](std::size_t v) { return static_cast<unsigned>(v); };
  return checked(
      error, "cuLaunchKernel",
      cuLaunchKernel(static_cast<CUfunction>(l->kernel), size(l->groups[0]), size(l->groups[1]),
                     size(l->groups[2]), size(l->local[0]), size(l->local[1]), size(l->local[2]), 0,
                     d->stream, arguments, nullptr));
}

#ifdef ESPALIER_HAS_CUBLAS
int gemm(void* opened, const esp_gpu_gemm* product, esp_gpu_error* error) {
  auto* d = static_cast<OpenDevice*>(opened);
  if (const int status = enter(d, error)) return status;
  return espalier::cuda::cublas_gemm(d->products, d->stream, *product, error);
}
constexpr const char* gemm_library = "cublas";
constexpr auto gemm_open = espalier::cuda::open_cublas;
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
