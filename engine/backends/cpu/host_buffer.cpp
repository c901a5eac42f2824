// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/host_buffer.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace espalier::cpu {
namespace {

constexpr std::size_t line = 64;
constexpr std::size_t large_page = std::size_t{2} << 20;

class HostBuffer : public Buffer {
 public:
  explicit HostBuffer(std::size_t bytes) : bytes_(bytes) {
    const std::size_t unit = bytes >= large_page ? large_page : line;
    const std::size_t rounded = (std::max<std::size_t>(bytes, 1) + unit - 1) / unit * unit;
    if (rounded >= bytes) memory_ = static_cast<std::byte*>(std::aligned_alloc(unit, rounded));
    if (memory_ == nullptr)
      throw Error(ESP_TEXT("engine", "cpu: the system has no memory for {} bytes"), bytes);
    if (unit == large_page) madvise(memory_, rounded, MADV_HUGEPAGE);  // a hint: it may be refused
    std::memset(memory_, 0, rounded);
  }
  ~HostBuffer() override { std::free(memory_); }
  HostBuffer(const HostBuffer&) = delete;
  HostBuffer& operator=(const HostBuffer&) = delete;

  std::size_t bytes() const override { return bytes_; }
  std::byte* host() override { return memory_; }

 private:
  std::size_t bytes_;
  std::byte* memory_ = nullptr;
};

}  // namespace

std::unique_ptr<Buffer> host_buffer(std::size_t bytes) {
  return std::make_unique<HostBuffer>(bytes);
}

}  // namespace espalier::cpu
