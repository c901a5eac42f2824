// SPDX-License-Identifier: Apache-2.0
//
// Operators that only move elements: calls of the copy kernel.
#include "engine/ops/shape/transpose.h"
#include "engine/ops/support/call_cpu.h"
#include "engine/ops/support/shapes.h"

namespace espalier {
namespace {

void copy(StepLowering& s) { copy_all(s, s.in(0), s.out(0)); }

void transpose(StepLowering& s) {
  const Shape& y = s.out(0).shape;
  const Ints perm = permutation(s, y.size());
  const EspInts own = row_major(s.in(0).shape);
  EspInts strides;
  for (const std::int64_t axis : perm) strides.push_back(own[static_cast<std::size_t>(axis)]);
  copy_strided(s, s.in(0), s.out(0), esp_ints(y), strides, row_major(y));
}

void concat(StepLowering& s) {
  const Shape& y = s.out(0).shape;
  const EspInts strides = row_major(y);
  const std::size_t axis = axis_from_front(s.integer("axis"), y.size()).value();
  std::int64_t begin = 0;
  for (std::size_t i = 0; i < s.input_count(); ++i) {
    const Shape& x = s.in(i).shape;
    if (count(x) > 0)
      copy_strided(s, s.in(i), s.out(0), esp_ints(x), row_major(x), strides, 0,
                   begin * strides[axis]);
    begin += x[axis];
  }
}

void concat_grad(StepLowering& s) {
  const Shape& x = s.out(0).shape;
  const EspInts strides = row_major(s.in(0).shape);
  const std::size_t axis = axis_from_front(s.integer("axis"), x.size()).value();
  copy_strided(s, s.in(0), s.out(0), esp_ints(x), strides, row_major(x),
               s.integer("begin") * strides[axis]);
}

const RegisterCpuRule rules{
    {.op = "Identity", .algorithm = "copy", .supports = unless_copyable, .lower = copy},
    {.op = "Flatten", .algorithm = "copy", .supports = unless_copyable, .lower = copy},
    {.op = "Reshape", .algorithm = "copy", .supports = unless_copyable, .lower = copy},
    {.op = "ReshapeTo",
     .domain = internal_domain,
     .algorithm = "copy",
     .supports = unless_copyable,
     .lower = copy},
    {.op = "Transpose",
     .algorithm = "copy_strided",
     .supports = unless_copyable,
     .lower = transpose},
    {.op = "Concat", .algorithm = "copy_strided", .supports = unless_copyable, .lower = concat},
    {.op = "ConcatGrad",
     .domain = internal_domain,
     .algorithm = "copy_strided",
     .supports = unless_copyable,
     .lower = concat_grad}};

}  // namespace
}  // namespace espalier
