// SPDX-License-Identifier: Apache-2.0
//
// Operators that compute each element of the output from one element of the input, and their
// gradients: all that does not depend on the function.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "engine/graph/onnx_form.h"
#include "engine/ops/support/samples.h"
#include "engine/ops/support/shapes.h"
#include "engine/ops/support/typed.h"

namespace espalier {

inline const std::vector<DType> signed_types{DType::float32,  DType::float64, DType::float16,
                                             DType::bfloat16, DType::int8,    DType::int16,
                                             DType::int32,    DType::int64};

// Everything but texts, gradient and reference of an activation y = f(X).
OpSpec elementwise_spec(const char* name);
// The same of an internal operator dX = g(dY, Y).
OpSpec elementwise_grad_spec(const char* name);
// Drops "consumed_inputs", with which opset 1 marked inputs that may be overwritten.
void import_without_consumed_inputs(OnnxImportContext& c);
// NaN, infinities, zeros of both signs, the least and the greatest float.
Tensor special_values();

struct with_float_types {
  template <class F> static void run(const ReferenceContext& c, DType t, F f) {
    with_float(c, t, f);
  }
};
struct with_number_types {
  template <class F> static void run(const ReferenceContext& c, DType t, F f) {
    with_number(c, t, f);
  }
};

// References: output 0 = f(input 0), element by element. f takes and gives the element type.
template <class Types, class F> void map_elements(ReferenceContext& c, F f) {
  Types::run(c, c.input(0).type(), [&]<class T>(T) {
    const auto x = c.input(0).values<T>();
    const auto y = c.output<T>(0, c.input(0).shape());
    for (std::size_t i = 0; i < x.size(); ++i) y[i] = static_cast<T>(f(x[i]));
  });
}

// Output 0 = f(input 0, input 1) for two tensors of one shape.
template <class F> void combine_elements(ReferenceContext& c, F f) {
  with_float(c, c.input(0).type(), [&]<class T>(T) {
    const auto a = c.input(0).values<T>();
    const auto b = c.input(1).values<T>();
    const auto y = c.output<T>(0, c.input(0).shape());
    for (std::size_t i = 0; i < a.size(); ++i) y[i] = static_cast<T>(f(a[i], b[i]));
  });
}

}  // namespace espalier
