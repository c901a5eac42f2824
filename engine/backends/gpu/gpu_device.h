// SPDX-License-Identifier: Apache-2.0
//
// A GPU behind a vendor's table of functions (driver.h) as a Device: memory, programs, launches.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "engine/backends/gpu/driver.h"
#include "engine/runtime/device.h"

namespace espalier::gpu {

// What a driver's description comes to, as "opencl:0".
DeviceInfo device_info(const std::string& id, const esp_gpu_description& description);
// The entry of a backend that has nothing to offer.
DeviceInfo unusable(const std::string& kind, Message why);
// All devices of a driver. `kind` is "opencl" or "cuda". None, or a driver that fails: one entry named
// `kind` that says why.
std::vector<DeviceInfo> probe(const std::string& kind, const esp_gpu_driver& driver);

// The library of matrix products that the driver can open.
GpuLibrary product_library(const esp_gpu_driver& driver);

// A kernel of a built program.
struct Kernel {
  void* handle = nullptr;
};

class GpuDevice : public Device {
 public:
  // Borrows the driver for its life. `threads` are of the CPU that runs the rest. Throws DeviceLost.
  GpuDevice(const std::string& kind, const esp_gpu_driver& driver, int index, int threads);
  ~GpuDevice() override;
  GpuDevice(const GpuDevice&) = delete;
  GpuDevice& operator=(const GpuDevice&) = delete;

  DeviceInfo info() const override { return info_; }
  Device& host() override { return *host_; }
  std::unique_ptr<Buffer> allocate(std::size_t bytes) override;
  void upload(Buffer& to, std::size_t offset, std::span<const std::byte> from) override;
  void download(const Buffer& from, std::size_t offset, std::span<std::byte> to) override;
  void finish() override;
  std::optional<Message> supports(const Schedule& schedule, const Step& step) const override;
  std::unique_ptr<BoundStep> bind(const Schedule& schedule, const Step& step,
                                  const Binding& binding) override;

  // Builds what is not built yet. Throws DeviceLost with the compiler's words.
  Kernel kernel(const GpuCall& call);
  void launch(const esp_gpu_launch& launch, const char* kernel);
  // By the vendor's library; false, with its words in `refusal`, where that does not.
  bool multiply(const esp_gpu_gemm& product, std::string& refusal);
  static void* memory_of(const Buffer& buffer);

 private:
  [[noreturn]] void fail(const char* doing, const std::string& reason) const;
  void require(int status, const char* doing, const esp_gpu_error& error) const {
    if (status != 0) fail(doing, error.text);
  }
  void* program(const GpuCall& call);

  const esp_gpu_driver& driver_;
  DeviceInfo info_;
  esp_gpu_description description_{};
  std::unique_ptr<Device> host_;
  void* device_ = nullptr;
  std::map<std::pair<std::string, std::string>, void*> programs_;  // by source and defines
  std::map<std::pair<void*, std::string>, Kernel> kernels_;        // by program and name
};

// One step as launches whose arguments are filled in.
std::unique_ptr<BoundStep> bind_step(const Step& step, const Binding& binding, GpuDevice& device);

// The whole text of a program: the dialect's headers, then the file. Throws Error where there is no
// such source.
std::string program_text(std::string_view source);

}  // namespace espalier::gpu
