// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/gpu/gpu_device.h"

#include <algorithm>

#include "engine/ops/gpu_sources.h"

namespace espalier::gpu {
namespace {

// What no machine has: a driver that says so does not know.
constexpr std::uint64_t most_memory = std::uint64_t{1} << 48;

class GpuBuffer : public Buffer {
 public:
  GpuBuffer(const esp_gpu_driver& driver, void* device, void* memory, std::size_t bytes)
      : driver_(driver), device_(device), memory_(memory), bytes_(bytes) {}
  ~GpuBuffer() override { driver_.release(device_, memory_); }
  GpuBuffer(const GpuBuffer&) = delete;
  GpuBuffer& operator=(const GpuBuffer&) = delete;
  std::size_t bytes() const override { return bytes_; }
  std::byte* host() override { return nullptr; }
  void* memory() const { return memory_; }

 private:
  const esp_gpu_driver& driver_;
  void* device_;
  void* memory_;
  std::size_t bytes_;
};

const GpuBuffer& gpu_buffer(const Buffer& buffer) { return static_cast<const GpuBuffer&>(buffer); }

}  // namespace

DeviceInfo unusable(const std::string& kind, Message why) {
  DeviceInfo info;
  info.id = kind;
  info.name = kind == "opencl" ? "OpenCL" : "CUDA";
  info.usable = false;
  info.why_not = std::move(why);
  return info;
}

DeviceInfo device_info(const std::string& id, const esp_gpu_description& d) {
  DeviceInfo info;
  info.id = id;
  info.name = d.name;
  info.driver = d.driver;
  info.memory = d.memory <= most_memory ? static_cast<std::size_t>(d.memory) : 0;
  info.usable = false;
  if (d.why_not[0] != '\0')
    info.why_not = message(ESP_TEXT("engine", "{}"), d.why_not);
  else if (d.group_items < gpu_most_items)
    info.why_not =
        message(ESP_TEXT("engine", "it runs groups of {} work-items, the kernels have {}"),
                d.group_items, gpu_most_items);
  else if (d.local_memory < gpu_most_local_bytes)
    info.why_not =
        message(ESP_TEXT("engine", "a group has {} bytes of local memory, the kernels may use {}"),
                d.local_memory, gpu_most_local_bytes);
  else
    info.usable = true;
  return info;
}

std::vector<DeviceInfo> probe(const std::string& kind, const esp_gpu_driver& driver) {
  esp_gpu_error error{};
  int devices = 0;
  if (driver.count(&devices, &error) != 0)
    return {unusable(kind, message(ESP_TEXT("engine", "its driver fails: {}"), error.text))};
  if (devices == 0)
    return {unusable(kind, message(ESP_TEXT("engine", "there is a driver, but no device")))};
  std::vector<DeviceInfo> list;
  for (int i = 0; i < devices; ++i) {
    const std::string id = fmt::format("{}:{}", kind, i);
    esp_gpu_description description{};
    if (driver.describe(i, &description, &error) == 0) {
      list.push_back(device_info(id, description));
      continue;
    }
    list.push_back(unusable(kind, message(ESP_TEXT("engine", "its driver fails: {}"), error.text)));
    list.back().id = id;
  }
  return list;
}

GpuLibrary product_library(const esp_gpu_driver& driver) {
  if (driver.gemm_library == nullptr) return {};
  esp_gpu_error error{};
  const bool opened = driver.gemm_open(&error) == 0;
  return {driver.gemm_library, opened ? "" : error.text};
}

GpuDevice::GpuDevice(const std::string& kind, const esp_gpu_driver& driver, int index, int threads)
    : driver_(driver), host_(open_device("cpu", threads)) {
  esp_gpu_error error{};
  info_.id = fmt::format("{}:{}", kind, index);
  require(driver_.describe(index, &description_, &error), "asking the driver", error);
  info_ = device_info(info_.id, description_);
  require(driver_.open(index, &device_, &error), "opening it", error);
}

GpuDevice::~GpuDevice() {
  if (device_ != nullptr) driver_.close(device_);
}

void GpuDevice::fail(const char* doing, const std::string& reason) const {
  throw DeviceLost(ESP_TEXT("engine",
                            "the device {} failed ({}): {}. Choose the device cpu to go "
                            "on without it"),
                   info_.id, doing, reason);
}

std::unique_ptr<Buffer> GpuDevice::allocate(std::size_t bytes) {
  const std::string doing = fmt::format("{} bytes of memory", bytes);
  const std::uint64_t largest = description_.largest_piece;
  if (largest > 0 && bytes > largest)
    fail(doing.c_str(), fmt::format("it gives at most {} bytes at a time", largest));
  esp_gpu_error error{};
  void* memory = nullptr;
  require(driver_.allocate(device_, std::max<std::size_t>(bytes, 1), &memory, &error),
          doing.c_str(), error);
  auto buffer = std::make_unique<GpuBuffer>(driver_, device_, memory, bytes);
  // Drivers promise memory and find out at its first use that there is none: that is here.
  require(driver_.finish(device_, &error), doing.c_str(), error);
  return buffer;
}

void GpuDevice::upload(Buffer& to, std::size_t offset, std::span<const std::byte> from) {
  if (from.empty()) return;
  esp_gpu_error error{};
  require(driver_.upload(device_, memory_of(to), offset, from.data(), from.size(), &error),
          "a copy to it", error);
}

void GpuDevice::download(const Buffer& from, std::size_t offset, std::span<std::byte> to) {
  if (to.empty()) return;
  esp_gpu_error error{};
  require(driver_.download(device_, memory_of(from), offset, to.data(), to.size(), &error),
          "a copy from it", error);
}

void GpuDevice::finish() {
  esp_gpu_error error{};
  require(driver_.finish(device_, &error), "waiting for it", error);
}

std::optional<Message> GpuDevice::supports(const Schedule&, const Step& step) const {
  if (step.device == info_.id) return std::nullopt;
  return message(ESP_TEXT("engine", "{} was planned for the device {}"), step.node.op->name,
                 step.device);
}

std::unique_ptr<BoundStep> GpuDevice::bind(const Schedule&, const Step& step,
                                           const Binding& binding) {
  return bind_step(step, binding, *this);
}

void* GpuDevice::program(const GpuCall& call) {
  void*& built = programs_[{call.source, call.defines}];
  if (built != nullptr) return built;
  esp_gpu_error error{};
  const std::string text = program_text(call.source);
  require(driver_.build(device_, text.c_str(), call.defines.c_str(), &built, &error), call.source,
          error);
  return built;
}

Kernel GpuDevice::kernel(const GpuCall& call) {
  void* const from = program(call);
  Kernel& kernel = kernels_[{from, call.kernel}];
  if (kernel.handle != nullptr) return kernel;
  esp_gpu_error error{};
  std::uint64_t local_bytes = 0;
  require(driver_.kernel(device_, from, call.kernel, &kernel.handle, &local_bytes, &error),
          call.kernel, error);
  if (local_bytes > gpu_most_local_bytes)
    fail(call.kernel, fmt::format("{} bytes of local memory, at most {} are allowed", local_bytes,
                                  gpu_most_local_bytes));
  return kernel;
}

void GpuDevice::launch(const esp_gpu_launch& launch, const char* kernel) {
  esp_gpu_error error;
  if (driver_.launch(device_, &launch, &error) != 0) fail(kernel, error.text);
}

bool GpuDevice::multiply(const esp_gpu_gemm& product, std::string& refusal) {
  esp_gpu_error error;
  if (driver_.gemm != nullptr && driver_.gemm(device_, &product, &error) == 0) return true;
  refusal = driver_.gemm == nullptr ? "the driver has no library" : error.text;
  return false;
}

void* GpuDevice::memory_of(const Buffer& buffer) { return gpu_buffer(buffer).memory(); }

std::string program_text(std::string_view source) {
  std::string text;
  for (const GpuSource& s : gpu_sources())
    if (s.name.ends_with("_gpu.h")) text += s.text;
  for (const GpuSource& s : gpu_sources())
    if (s.name == source) return text += s.text;
  throw Error(ESP_TEXT("engine", "there is no GPU source {}"), source);
}

}  // namespace espalier::gpu
