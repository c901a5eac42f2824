// SPDX-License-Identifier: Apache-2.0
//
// What a backend implements. A device owns memory and runs the steps it supports; the executor owns
// order and residency.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/base/message.h"
#include "engine/passes/schedule.h"

namespace espalier {

struct DeviceInfo {
  std::string id;          // "cpu", "opencl:0", "cuda:0": what --device takes
  std::string name;        // "AMD EPYC, AVX2, 2 cores"
  std::string driver;      // version of what drives it; empty for the CPU
  std::size_t memory = 0;  // bytes in all
  bool usable = true;
  Message why_not;  // where it is not usable
  Message note;     // what else to know of it
};

class Buffer {
 public:
  virtual ~Buffer() = default;
  virtual std::size_t bytes() const = 0;
  virtual std::byte* host() = 0;  // its memory where the host can address it, else null
};

// Where each value of a schedule lives on one device; null: not there.
struct Binding {
  std::vector<std::byte*> host;                         // host-addressable devices: by value index
  std::vector<std::pair<Buffer*, std::size_t>> places;  // other devices: buffer and offset
};

// One step, ready to run as often as wanted; holds pointers into the binding.
class BoundStep {
 public:
  virtual ~BoundStep() = default;
  virtual void run() = 0;         // allocates nothing; throws DeviceLost
  virtual void run_prologue() {}  // packing; after parameters changed
  // Why a library that the plan chose did not take the step's last run, which kernels did; empty: it did.
  virtual std::string refusal() const { return {}; }
};

class Device {
 public:
  virtual ~Device() = default;
  virtual DeviceInfo info() const = 0;
  // The CPU that runs what this device cannot; itself for the CPU.
  virtual Device& host() { return *this; }
  // Zeroed memory. Throws Error with the size where it is refused.
  virtual std::unique_ptr<Buffer> allocate(std::size_t bytes) = 0;
  virtual void upload(Buffer& to, std::size_t offset, std::span<const std::byte> from) = 0;
  virtual void download(const Buffer& from, std::size_t offset, std::span<std::byte> to) = 0;
  virtual void finish() = 0;  // waits for everything launched
  // Why this device cannot run the step; nothing: it can.
  virtual std::optional<Message> supports(const Schedule& schedule, const Step& step) const = 0;
  virtual std::unique_ptr<BoundStep> bind(const Schedule& schedule, const Step& step,
                                          const Binding& binding) = 0;
};

// A device refused memory, could not build or start a kernel, or went away. What ran there can run
// on the CPU.
struct DeviceLost : Error {
  using Error::Error;
};

// An id that no device has; names those that there are.
struct UnknownDevice : Error {
  using Error::Error;
};

// Backends that are part of this build or were found at run time; lazily probed.
std::vector<DeviceInfo> device_list();
// A device of the list, usable or not; for one of a backend without any, what the backend says of
// itself. Throws UnknownDevice.
DeviceInfo device_info(std::string_view id);
// threads: 0 all cores. Throws UnknownDevice, and Error with the reason where it is not usable.
std::unique_ptr<Device> open_device(std::string_view id, int threads = 0);

class RegisterBackend {
 public:
  using Probe = std::vector<DeviceInfo> (*)();
  using Open = std::unique_ptr<Device> (*)(std::string_view id, int threads);
  RegisterBackend(const char* prefix, Probe probe, Open open);
};

}  // namespace espalier
