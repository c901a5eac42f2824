// SPDX-License-Identifier: Apache-2.0
#include "engine/base/dim.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "engine/base/dim_expr.h"
#include "engine/base/message.h"

namespace espalier {
namespace {

using Kind = DimAtom::Kind;
using Terms = DimAlgebra::Terms;

constexpr std::size_t term_limit = 1024;
// Left out, so that a coefficient can always be negated.
constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();

[[noreturn]] void too_large() {
  throw Error(ESP_TEXT("engine",
                       "A dimension cannot be computed: its expression leaves 63 bits or "
                       "has too many terms. Choose smaller sizes."));
}

std::int64_t add(std::int64_t a, std::int64_t b) {
  std::int64_t r = 0;
  if (__builtin_add_overflow(a, b, &r) || r == lowest) too_large();
  return r;
}

std::int64_t multiply(std::int64_t a, std::int64_t b) {
  std::int64_t r = 0;
  if (__builtin_mul_overflow(a, b, &r) || r == lowest) too_large();
  return r;
}

// Precondition: b is neither 0 nor −1.
std::int64_t floor_quotient(std::int64_t a, std::int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}

Monomial multiply(const Monomial& a, const Monomial& b) {
  Monomial out;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() || j < b.size()) {
    const int order = i == a.size()   ? 1
                      : j == b.size() ? -1
                                      : DimAlgebra::compare(*a[i].first, *b[j].first);
    if (order < 0) {
      out.push_back(a[i++]);
    } else if (order > 0) {
      out.push_back(b[j++]);
    } else {
      out.emplace_back(a[i].first, a[i].second + b[j].second);
      ++i, ++j;
    }
  }
  return out;
}

std::optional<Monomial> divide(const Monomial& a, const Monomial& b) {
  Monomial out;
  std::size_t j = 0;
  for (const auto& [atom, power] : a) {
    const bool shared = j < b.size() && DimAlgebra::compare(*atom, *b[j].first) == 0;
    const int left = shared ? power - b[j++].second : power;
    if (left < 0) return std::nullopt;
    if (left > 0) out.emplace_back(atom, left);
  }
  if (j < b.size()) return std::nullopt;
  return out;
}

Dim constant_floor_div(const Dim& a, std::int64_t c) {
  if (c == -1) return Dim(0) - a;
  if (c < 0) return constant_floor_div(Dim(0) - a, multiply(c, -1));
  if (const auto value = a.constant()) return floor_quotient(*value, c);
  Terms whole;
  Terms rest;
  std::int64_t offset = 0;
  // What is left inside has coefficients in [0, c), so that equal values take one form.
  const auto split = [&](const DimTerm& t) {
    const std::int64_t q = floor_quotient(t.coefficient, c);
    if (q != 0) whole.push_back({q, t.monomial});
    if (q * c != t.coefficient) rest.push_back({t.coefficient - q * c, t.monomial});
  };
  for (const DimTerm& t : DimAlgebra::terms(a)) {
    if (t.monomial.empty())
      offset = t.coefficient;
    else
      split(t);
  }
  if (rest.empty())
    return DimAlgebra::from_terms(std::move(whole)) + Dim(floor_quotient(offset, c));
  // floor((g·x + k)/(g·c)) = floor((x + floor(k/g))/c)
  std::int64_t g = c;
  for (const DimTerm& t : rest) g = std::gcd(g, t.coefficient);
  for (DimTerm& t : rest) t.coefficient /= g;
  offset = g == 1 ? offset : floor_quotient(offset, g);
  c /= g;
  const std::int64_t out_of_floor = floor_quotient(offset, c);
  offset -= out_of_floor * c;
  const Dim outside = DimAlgebra::from_terms(std::move(whole)) + Dim(out_of_floor);
  // floor((floor(x/d) + k)/c) = floor((x + k·d)/(c·d))
  const Dim variable = DimAlgebra::from_terms(std::move(rest));
  const DimAtom* inner = DimAlgebra::single_atom(variable);
  const auto d =
      inner != nullptr && inner->kind == Kind::floor_div ? inner->args[1].constant() : std::nullopt;
  if (d && *d > 1)
    return outside +
           constant_floor_div(inner->args[0] + Dim(multiply(offset, *d)), multiply(c, *d));
  return outside + DimAlgebra::from_atom({Kind::floor_div, {}, {variable + Dim(offset), Dim(c)}});
}

}  // namespace

int DimAlgebra::compare(const Dim& a, const Dim& b) {
  if (a.expr_ == b.expr_) return a.value_ < b.value_ ? -1 : a.value_ > b.value_ ? 1 : 0;
  if (!a.expr_ || !b.expr_) return a.expr_ ? 1 : -1;
  const Terms& x = a.expr_->terms;
  const Terms& y = b.expr_->terms;
  for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i) {
    if (const int order = compare(x[i].monomial, y[i].monomial)) return order;
    if (x[i].coefficient != y[i].coefficient) return x[i].coefficient < y[i].coefficient ? -1 : 1;
  }
  return x.size() < y.size() ? -1 : x.size() > y.size() ? 1 : 0;
}

int DimAlgebra::compare(const DimAtom& a, const DimAtom& b) {
  if (&a == &b) return 0;
  if (a.kind != b.kind) return a.kind < b.kind ? -1 : 1;
  if (const int order = a.name.compare(b.name)) return order;
  if (a.args.size() != b.args.size()) return a.args.size() < b.args.size() ? -1 : 1;
  for (std::size_t i = 0; i < a.args.size(); ++i)
    if (const int order = compare(a.args[i], b.args[i])) return order;
  return 0;
}

int DimAlgebra::compare(const Monomial& a, const Monomial& b) {
  const auto degree = [](const Monomial& m) {
    int sum = 0;
    for (const auto& factor : m) sum += factor.second;
    return sum;
  };
  const int da = degree(a);
  const int db = degree(b);
  if (da != db) return da > db ? -1 : 1;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    if (const int order = compare(*a[i].first, *b[i].first)) return order;
    if (a[i].second != b[i].second) return a[i].second > b[i].second ? -1 : 1;
  }
  return 0;  // equal degrees and equal beginnings leave nothing over
}

Terms DimAlgebra::terms(const Dim& d) {
  if (d.expr_) return d.expr_->terms;
  return d.value_ == 0 ? Terms{} : Terms{{d.value_, {}}};
}

Dim DimAlgebra::from_terms(Terms terms) {
  std::sort(terms.begin(), terms.end(),
            [](const DimTerm& a, const DimTerm& b) { return compare(a.monomial, b.monomial) < 0; });
  Terms out;
  for (DimTerm& t : terms) {
    if (!out.empty() && compare(out.back().monomial, t.monomial) == 0)
      out.back().coefficient = add(out.back().coefficient, t.coefficient);
    else
      out.push_back(std::move(t));
    if (out.back().coefficient == 0) out.pop_back();
  }
  if (out.empty()) return 0;
  if (out.size() == 1 && out[0].monomial.empty()) return out[0].coefficient;
  if (out.size() > term_limit) too_large();
  Dim d;
  d.expr_ = std::make_shared<const Dim::Expr>(Dim::Expr{std::move(out)});
  return d;
}

Dim DimAlgebra::from_atom(DimAtom atom) {
  return from_terms({{1, {{std::make_shared<const DimAtom>(std::move(atom)), 1}}}});
}

// Long division by the leading term; the order of monomials respects products.
std::optional<Dim> DimAlgebra::exact_quotient(const Dim& a, const Dim& b) {
  const DimTerm lead = terms(b).front();
  Dim quotient;
  Dim rest = a;
  for (std::size_t steps = 0; !(rest == Dim(0)); ++steps) {
    const DimTerm top = terms(rest).front();
    auto monomial = divide(top.monomial, lead.monomial);
    if (!monomial || top.coefficient % lead.coefficient != 0 || steps > term_limit)
      return std::nullopt;
    const Dim part = from_term({top.coefficient / lead.coefficient, std::move(*monomial)});
    quotient = quotient + part;
    rest = rest - part * b;
  }
  return quotient;
}

Dim Dim::symbol(std::string name) {
  return DimAlgebra::from_atom({Kind::symbol, std::move(name), {}});
}

std::optional<std::int64_t> Dim::constant() const {
  return expr_ ? std::nullopt : std::optional(value_);
}

Dim operator+(const Dim& a, const Dim& b) {
  if (!a.expr_ && !b.expr_) return add(a.value_, b.value_);
  Terms terms = DimAlgebra::terms(a);
  const Terms more = DimAlgebra::terms(b);
  terms.insert(terms.end(), more.begin(), more.end());
  return DimAlgebra::from_terms(std::move(terms));
}

Dim operator-(const Dim& a, const Dim& b) {
  if (!a.expr_ && !b.expr_) {
    std::int64_t r = 0;
    if (__builtin_sub_overflow(a.value_, b.value_, &r) || r == lowest) too_large();
    return r;
  }
  return a + Dim(-1) * b;
}

Dim operator*(const Dim& a, const Dim& b) {
  if (!a.expr_ && !b.expr_) return multiply(a.value_, b.value_);
  const Terms x = DimAlgebra::terms(a);
  const Terms y = DimAlgebra::terms(b);
  if (x.size() * y.size() > term_limit * 16) too_large();
  Terms terms;
  terms.reserve(x.size() * y.size());
  for (const DimTerm& s : x)
    for (const DimTerm& t : y)
      terms.push_back({multiply(s.coefficient, t.coefficient), multiply(s.monomial, t.monomial)});
  return DimAlgebra::from_terms(std::move(terms));
}

Dim floor_div(const Dim& a, const Dim& b) {
  if (!b.expr_ && b.value_ != 0) return constant_floor_div(a, b.value_);
  if (b.expr_) {
    if (const auto exact = DimAlgebra::exact_quotient(a, b)) return *exact;
  }
  return DimAlgebra::from_atom({Kind::floor_div, {}, {a, b}});
}

Dim ceil_div(const Dim& a, const Dim& b) {
  if (const auto c = b.constant(); c && *c > 0) return floor_div(a + Dim(*c - 1), b);
  return Dim(0) - floor_div(Dim(0) - a, b);
}

bool operator==(const Dim& a, const Dim& b) { return DimAlgebra::compare(a, b) == 0; }

}  // namespace espalier
