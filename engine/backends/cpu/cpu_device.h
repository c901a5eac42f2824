// SPDX-License-Identifier: Apache-2.0
//
// The processor as a device: host memory, a thread pool, one scratch area for each worker.
#pragma once

#include <memory>
#include <vector>

#include "engine/base/thread_pool.h"
#include "engine/runtime/device.h"

namespace espalier::cpu {

class CpuDevice : public Device {
 public:
  explicit CpuDevice(int threads);
  ~CpuDevice() override;

  DeviceInfo info() const override;
  std::unique_ptr<Buffer> allocate(std::size_t bytes) override;
  void upload(Buffer& to, std::size_t offset, std::span<const std::byte> from) override;
  void download(const Buffer& from, std::size_t offset, std::span<std::byte> to) override;
  void finish() override {}
  std::optional<Message> supports(const Schedule& schedule, const Step& step) const override;
  std::unique_ptr<BoundStep> bind(const Schedule& schedule, const Step& step,
                                  const Binding& binding) override;

  ThreadPool& pool() { return pool_; }
  // Private memory of a worker, at least as large as any bound schedule asks for.
  std::byte* scratch(int worker) { return scratch_[static_cast<std::size_t>(worker)]->host(); }

 private:
  void reserve_scratch(std::size_t bytes);
  ThreadPool pool_;
  std::vector<std::unique_ptr<Buffer>> scratch_;
};

}  // namespace espalier::cpu
