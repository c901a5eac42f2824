// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <doctest/doctest.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/base/file.h"
#include "engine/project/project.h"

namespace espalier::testing {

// A folder of its own that goes with the object.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  fs::path operator/(std::string_view name) const { return path_ / name; }
  std::vector<std::string> names() const;  // of its files, ascending

 private:
  fs::path path_;
};

// Lets the n-th write or fsync from now on (counted from 0) fail as on a full disk.
class FullDisk {
 public:
  explicit FullDisk(int at);
  ~FullDisk();
  bool hit() const { return hit_; }

 private:
  int left_;
  bool hit_ = false;
};

NodeId add(Graph& graph, const char* op, std::string_view name, std::vector<ValueRef> inputs = {},
           AttributeMap attributes = {});

// in [N,4] → fc (Gemm 3) → r (Relu) → out, a group "block" (Gemm 4) that is used twice over, some
// layout, and weights for all of it.
Project small_project();

// The message of what f throws; empty where it throws nothing.
std::string error_of(const std::function<void()>& f);
bool has(const std::string& text, std::string_view part);

}  // namespace espalier::testing
