// SPDX-License-Identifier: Apache-2.0
//
// What shape rules have in common: reading inputs that may not be known yet, axes, element types,
// broadcasting. Failures name the port, what was expected and what came.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/graph/rules.h"

namespace espalier {

using Ints = std::vector<std::int64_t>;

// Element types of operators that have them in common.
inline const std::vector<DType> float_types{DType::float32, DType::float64, DType::float16,
                                            DType::bfloat16};
inline const std::vector<DType> number_types{
    DType::float32, DType::float64, DType::float16, DType::bfloat16, DType::int8,   DType::int16,
    DType::int32,   DType::int64,   DType::uint8,   DType::uint16,   DType::uint32, DType::uint64};
// Of products and sums: small integers would overflow.
inline const std::vector<DType> sum_types{DType::float32,  DType::float64, DType::float16,
                                          DType::bfloat16, DType::int32,   DType::int64,
                                          DType::uint32,   DType::uint64};

std::string shape_text(const SymShape& s);  // "[N,3,28,28]", "[]"
std::string ints_text(const Ints& v);       // "[3,3]"

// The shape of an input; nothing where it is not known yet. Fails where it is not a tensor.
std::optional<SymShape> known_shape(InferContext& c, std::size_t port);
// Its element type; undefined where it is not known yet.
DType known_dtype(const InferContext& c, std::size_t port);
// Fails unless the shape has this rank. `axes` names the dimensions: "[N,C,H,W]".
void require_rank(InferContext& c, std::size_t port, std::size_t rank, const char* axes);
// Fails where both ports are known and have different element types.
void require_same_dtype(InferContext& c, std::size_t port, std::size_t as);

// An axis in [-rank, rank) counted from the front; nothing outside.
std::optional<std::size_t> axis_from_front(std::int64_t axis, std::size_t rank);
// The attribute `name` as such an axis; fails outside, with a fix where there is one. `last_end`
// also allows rank itself (Flatten).
std::size_t axis_attribute(InferContext& c, std::string_view name, std::size_t rank,
                           bool last_end = false);

// Output 0 has the type of an input.
void output_like(InferContext& c, std::size_t port = 0);
void infer_like_first(InferContext& c);  // the shape rule of elementwise operators of one input
// Output 0 has the first input's element type and the SymShape attribute "shape": the rule of
// internal operators that restore a shape.
void infer_shape_attribute(InferContext& c);

// Numpy broadcasting. Dimensions that may or may not fit become guards: a symbol is taken to be the
// other side's size.
SymShape broadcast_inputs(InferContext& c, std::size_t a, std::size_t b);

// A SymShape attribute without symbols. Throws Error where a symbol is left.
Shape concrete_shape(const RuleContext& c, std::string_view name);

}  // namespace espalier
