// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>

#include "engine/runtime/executor.h"

namespace espalier {

struct ParameterStore::Impl {
  struct Entry {
    std::unique_ptr<Buffer> buffer;
    std::string path;
    DType dtype = DType::undefined;
    Shape shape;
    bool optimizer = false;
  };

  explicit Impl(Device& d) : device(d) {}
  const Entry& at(std::string_view key) const;  // throws Error where it is not there
  Tensor read(const Entry& entry) const;
  void write(Entry& entry, const Tensor& value);

  Device& device;
  std::map<std::string, Entry, std::less<>> entries;
  std::uint64_t version = 1;
};

}  // namespace espalier
