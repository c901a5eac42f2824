// SPDX-License-Identifier: Apache-2.0
//
// Numbers that say what an operator does (axes, sizes, starts), given as an attribute or, where the
// port is wired, as a tensor of integers.
#pragma once

#include <optional>
#include <vector>

#include "engine/ops/support/shapes.h"

namespace espalier {

// The elements of a tensor of int32 or int64. Throws Error where it has others.
Ints integers_of(const Tensor& t);

// The numbers as a shape rule sees them, maybe symbols: of the port where it is wired, else of the
// attribute. Nothing while they are not known.
std::optional<std::vector<Dim>> known_elements(const InferContext& c, const char* attribute,
                                               std::size_t port);
// The same where all of them are plain numbers.
std::optional<Ints> known_numbers(const InferContext& c, const char* attribute, std::size_t port);
// Throws Error where they are not known before the step runs.
Ints known_numbers(const GradientContext& c, const char* attribute, std::size_t port);
Ints given_numbers(const ReferenceContext& c, const char* attribute, std::size_t port);
// For CPU rules: a wired port's numbers are nowhere to be seen, so the rule says why it cannot run.
std::optional<std::string> unless_attributes(const RuleContext& c,
                                             std::initializer_list<std::size_t> ports);

// How long a list is that an input holds, where that is known and short; else nothing.
std::optional<std::size_t> known_length(InferContext& c, std::size_t port);

// Numpy broadcasting of two shapes of which `port`'s is one; dimensions that may or may not fit become
// guards, as in broadcast_inputs.
SymShape broadcast_shapes(InferContext& c, const SymShape& x, const SymShape& y, std::size_t port);

// A tensor with the same number everywhere. Throws Error for other types than numbers and bool.
Tensor filled(DType type, Shape shape, double value);

}  // namespace espalier
