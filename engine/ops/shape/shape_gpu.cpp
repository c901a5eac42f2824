// SPDX-License-Identifier: Apache-2.0
//
// Operators that only move elements: calls of the copy kernel.
#include "engine/ops/shape/transpose.h"
#include "engine/ops/support/call_gpu.h"
#include "engine/ops/support/shapes.h"

namespace espalier {
namespace {

void copy(GpuLowering& s) { gpu_copy_all(s, s.in(0), s.out(0)); }

void transpose(GpuLowering& s) {
  const Shape& y = s.out(0).shape;
  const EspInts own = row_major(s.in(0).shape);
  EspInts strides;
  for (const std::int64_t axis : permutation(s, y.size()))
    strides.push_back(own[static_cast<std::size_t>(axis)]);
  gpu_copy(s, s.in(0), s.out(0), esp_ints(y), strides, row_major(y));
}

void concat(GpuLowering& s) {
  const Shape& y = s.out(0).shape;
  const EspInts strides = row_major(y);
  const std::size_t axis = axis_from_front(s.integer("axis"), y.size()).value();
  std::int64_t begin = 0;
  for (std::size_t i = 0; i < s.input_count(); ++i) {
    const Shape& x = s.in(i).shape;
    if (count(x) > 0)
      gpu_copy(s, s.in(i), s.out(0), esp_ints(x), row_major(x), strides, 0, begin * strides[axis]);
    begin += x[axis];
  }
}

void concat_grad(GpuLowering& s) {
  const Shape& x = s.out(0).shape;
  const EspInts strides = row_major(s.in(0).shape);
  const std::size_t axis = axis_from_front(s.integer("axis"), x.size()).value();
  gpu_copy(s, s.in(0), s.out(0), esp_ints(x), strides, row_major(x),
           s.integer("begin") * strides[axis]);
}

GpuRule rule(const char* op, std::string_view domain, void (*lower)(GpuLowering&)) {
  return {op, domain, "gpu.copy", unless_copyable, lower};
}

const RegisterGpuRule rules{rule("Identity", onnx_domain, copy),
                            rule("Flatten", onnx_domain, copy),
                            rule("Reshape", onnx_domain, copy),
                            rule("ReshapeTo", internal_domain, copy),
                            rule("Transpose", onnx_domain, transpose),
                            rule("Concat", onnx_domain, concat),
                            rule("ConcatGrad", internal_domain, concat_grad)};

}  // namespace
}  // namespace espalier
