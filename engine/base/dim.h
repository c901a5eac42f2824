// SPDX-License-Identifier: Apache-2.0
//
// Symbolic dimensions: canonical integer expressions over named symbols that are known to be ≥ 0.
// Two expressions that are equal as polynomials (with floor division, max and min as opaque
// factors) compare equal. Arithmetic throws Error where a coefficient leaves 63 bits or an expression
// grows past every use.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/shape.h"

namespace espalier {

using Bindings = std::map<std::string, std::int64_t, std::less<>>;

class Dim {
 public:
  Dim(std::int64_t value = 0) : value_(value) {}  // NOLINT: implicit on purpose
  static Dim symbol(std::string name);

  bool is_constant() const { return expr_ == nullptr; }
  std::optional<std::int64_t> constant() const;
  // The value with every symbol replaced; nothing where a symbol is missing, a division is by zero
  // or the value overflows.
  std::optional<std::int64_t> evaluate(const Bindings& b) const;
  Dim substitute(const std::map<std::string, Dim, std::less<>>& b) const;
  void collect_symbols(std::vector<std::string>& into) const;
  std::string text() const;  // "N", "2*N + 1", "floor((H - 1)/2)"

  friend Dim operator+(const Dim& a, const Dim& b);
  friend Dim operator-(const Dim& a, const Dim& b);
  friend Dim operator*(const Dim& a, const Dim& b);
  friend Dim floor_div(const Dim& a, const Dim& b);
  friend Dim ceil_div(const Dim& a, const Dim& b);
  friend Dim max(const Dim& a, const Dim& b);
  friend Dim min(const Dim& a, const Dim& b);
  friend bool operator==(const Dim& a, const Dim& b);

  struct Expr;  // canonical form, immutable; null means the constant value_

 private:
  std::int64_t value_ = 0;
  std::shared_ptr<const Expr> expr_;
  friend struct DimAlgebra;
};

Dim floor_div(const Dim& a, const Dim& b);
Dim ceil_div(const Dim& a, const Dim& b);

// What is known of whether two dimensions are equal: yes, no, or only at run time.
enum class Known { yes, no, unknown };
Known equal(const Dim& a, const Dim& b);

// A shape whose dimensions may be symbols.
using SymShape = std::vector<Dim>;
SymShape to_symbolic(const Shape& s);
std::optional<Shape> evaluate(const SymShape& s, const Bindings& b);
std::string to_string(const SymShape& s);  // "N×32×28×28"; a scalar is "scalar"
Dim product(const SymShape& s);
// Reads "N", "2*N", "floor(H/2)+1", "28". Throws Error.
Dim parse_dim(std::string_view text);

}  // namespace espalier
