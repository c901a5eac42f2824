// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/gpu/libraries.h"

#include <dlfcn.h>
#include <unistd.h>

#include <charconv>
#include <filesystem>
#include <map>
#include <mutex>

#include "engine/backends/gpu/gpu_device.h"

namespace espalier::gpu {
namespace {

namespace fs = std::filesystem;

fs::path file_of(const std::string& kind) {
  std::error_code error;
  const fs::path here = fs::read_symlink("/proc/self/exe", error).parent_path();
  const std::string name = "libespalier_" + kind + ".so";
  // Beside the program, where a package puts it, and in a tree that was just built.
  for (const char* folder : {".", "../lib/espalier", "../../lib/espalier"})
    if (const fs::path file = here / folder / name; fs::exists(file, error)) return file;
  return {};
}

Library open_library(const std::string& kind) {
  const fs::path file = file_of(kind);
  if (file.empty())
    return {nullptr,
            message(ESP_TEXT("engine", "this installation has no libespalier_{}.so"), kind)};
  void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr)
    return {nullptr, message(ESP_TEXT("engine", "its driver is not installed: {}"), dlerror())};
  using Entry = const esp_gpu_driver* (*)();
  const auto entry = reinterpret_cast<Entry>(dlsym(library, "espalier_gpu_driver"));
  const esp_gpu_driver* driver = entry == nullptr ? nullptr : entry();
  if (driver == nullptr || driver->version != ESPALIER_GPU_DRIVER_VERSION)
    return {nullptr, message(ESP_TEXT("engine", "{} belongs to another version of Espalier"),
                             file.string())};
  return {driver, {}};
}

std::vector<DeviceInfo> probe_library(const std::string& kind) {
  const Library& lib = library(kind);
  return lib.driver == nullptr ? std::vector{unusable(kind, lib.why_not)}
                               : probe(kind, *lib.driver);
}

std::unique_ptr<Device> open_in_library(std::string_view id, int threads) {
  const std::string kind(id.substr(0, id.find(':')));
  const std::string_view number = id.substr(kind.size() + 1);
  int index = 0;
  std::from_chars(number.data(), number.data() + number.size(), index);
  return std::make_unique<GpuDevice>(kind, *library(kind).driver, index, threads);
}

std::vector<DeviceInfo> probe_cuda() {
  std::vector<DeviceInfo> list = probe_library("cuda");
  for (DeviceInfo& info : list)
    info.note = message(ESP_TEXT("engine", "compiled, never run: no test has run on a GPU yet"));
  return list;
}

GpuLibrary products_of(const std::string& kind) {
  const Library& lib = library(kind);
  return lib.driver == nullptr ? GpuLibrary{} : product_library(*lib.driver);
}

const RegisterGpuLibrary opencl_products{"opencl", [] { return products_of("opencl"); }};
const RegisterGpuLibrary cuda_products{"cuda", [] { return products_of("cuda"); }};
const RegisterBackend opencl{"opencl", [] { return probe_library("opencl"); }, open_in_library};
const RegisterBackend cuda{"cuda", probe_cuda, open_in_library};

}  // namespace

const Library& library(const std::string& kind) {
  static std::mutex mutex;
  static std::map<std::string, Library> opened;
  const std::lock_guard lock(mutex);
  const auto known = opened.find(kind);
  return known != opened.end() ? known->second
                               : opened.emplace(kind, open_library(kind)).first->second;
}

}  // namespace espalier::gpu
