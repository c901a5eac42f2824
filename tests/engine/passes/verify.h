// SPDX-License-Identifier: Apache-2.0
//
// Walks a schedule with a map of who owns which piece of memory, and knows nothing of lifetimes or
// offsets: every step must find the values that it reads where they were left.
#pragma once

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "engine/passes/schedule.h"

namespace espalier::testing {

class Verifier {
 public:
  explicit Verifier(const Schedule& s) : s_(s), owner_(s.arena_bytes, -1) {}

  std::string run() {
    for (std::size_t v = 0; v < s_.values.size() && problem_.empty(); ++v) check_value(v);
    for (const Step& step : s_.steps) {
      if (!problem_.empty()) return problem_;
      visit(step);
    }
    for (const Port& output : s_.outputs) read(output.value, "output " + output.name);
    return problem_;
  }

 private:
  const Value& value(std::int32_t v) const { return s_.values[static_cast<std::size_t>(v)]; }

  std::int32_t root(std::int32_t v) const {
    while (value(v).view_of >= 0) v = value(v).view_of;
    return v;
  }

  void complain(std::string text) {
    if (problem_.empty()) problem_ = std::move(text);
  }

  void check_value(std::size_t i) {
    const Value& v = s_.values[i];
    if (v.storage == Storage::arena && v.bytes > 0 &&
        (v.offset % 64 != 0 || v.offset + v.bytes > s_.arena_bytes))
      complain(v.name + ": outside of the arena or not aligned");
    if (v.view_of < 0) return;
    const Value& of = value(v.view_of);
    if (of.storage != v.storage || of.offset != v.offset || of.index != v.index ||
        of.bytes != v.bytes)
      complain(v.name + ": a view of other memory");
  }

  void read(std::int32_t v, const std::string& who) {
    const Value& x = value(v);
    if (x.storage == Storage::parameter && overwritten_.contains(x.index))
      complain(who + " reads the parameter " + x.name + " after it was updated");
    if (x.storage != Storage::arena) return;
    for (std::size_t byte = x.offset; byte < x.offset + x.bytes; ++byte)
      if (owner_[byte] != root(v)) return complain(who + " does not find " + x.name);
  }

  bool overlap(std::int32_t a, std::int32_t b) const {
    const Value &x = value(a), &y = value(b);
    if (x.storage != y.storage) return false;
    if (x.storage == Storage::arena)
      return x.offset < y.offset + y.bytes && y.offset < x.offset + x.bytes;
    return x.storage != Storage::packed && x.index == y.index;
  }

  bool may_share(const Step& step, std::size_t output, std::size_t input) const {
    const std::int32_t o = step.outputs[output], i = step.inputs[input];
    if (value(o).bytes != value(i).bytes || value(o).offset != value(i).offset) return false;
    // Another reader of that memory in the same step would see it change.
    for (std::size_t other = 0; other < step.inputs.size(); ++other)
      if (other != input && step.inputs[other] >= 0 && overlap(step.inputs[other], o)) return false;
    return std::any_of(step.node.op->in_place.begin(), step.node.op->in_place.end(),
                       [&](const OpSpec::InPlace& pair) {
                         return pair.output == static_cast<int>(output) &&
                                pair.input == static_cast<int>(input);
                       });
  }

  void visit(const Step& step) {
    const std::string who = "step " + step.node.name;
    for (const std::int32_t v : step.inputs)
      if (v >= 0) read(v, who);
    std::vector<std::int32_t> written;
    for (std::size_t o = 0; o < step.outputs.size(); ++o) {
      const std::int32_t v = step.outputs[o];
      if (v < 0) continue;
      if (value(v).storage != Storage::arena && value(v).storage != Storage::parameter)
        complain(who + " writes " + value(v).name);
      for (std::size_t i = 0; i < step.inputs.size(); ++i)
        if (step.inputs[i] >= 0 && overlap(v, step.inputs[i]) && !may_share(step, o, i))
          complain(who + " writes over its input " + value(step.inputs[i]).name);
      for (const std::int32_t other : written)
        if (overlap(v, other)) complain(who + " writes two outputs to one place");
      written.push_back(v);
    }
    for (const KernelCall& call : step.calls) {
      for (const CallPointer& pointer : call.pointers) {
        const bool named = std::count(step.inputs.begin(), step.inputs.end(), pointer.value) > 0 ||
                           std::count(step.outputs.begin(), step.outputs.end(), pointer.value) > 0;
        if (pointer.value < 0) complain(who + " has a pointer without a place");
        if (named || value(pointer.value).storage != Storage::arena) continue;
        for (const std::int32_t other : step.inputs)
          if (other >= 0 && overlap(pointer.value, other))
            complain(who + ": workspace over an input");
        for (const std::int32_t other : step.outputs)
          if (other >= 0 && overlap(pointer.value, other))
            complain(who + ": workspace over an output");
        own(pointer.value);
      }
    }
    for (const std::int32_t v : written) own(v);
  }

  void own(std::int32_t v) {
    const Value& x = value(v);
    if (x.storage == Storage::parameter) overwritten_.insert(x.index);
    if (x.storage != Storage::arena) return;
    std::fill_n(owner_.begin() + static_cast<std::ptrdiff_t>(x.offset), x.bytes, v);
  }

  const Schedule& s_;
  std::vector<std::int32_t> owner_;  // by byte
  std::set<std::uint32_t> overwritten_;
  std::string problem_;
};

// Empty, or what is wrong.
inline std::string verify_memory(const Schedule& schedule) { return Verifier(schedule).run(); }

}  // namespace espalier::testing
