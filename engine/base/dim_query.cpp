// SPDX-License-Identifier: Apache-2.0
//
// What can be asked of a dimension: signs, equality, values, symbols.
#include <algorithm>
#include <numeric>

#include "engine/base/dim.h"
#include "engine/base/dim_expr.h"

namespace espalier {
namespace {

using Kind = DimAtom::Kind;
using Terms = DimAlgebra::Terms;
using Value = std::optional<std::int64_t>;

Value evaluate_atom(const DimAtom& atom, const Bindings& b) {
  if (atom.kind == Kind::symbol) {
    const auto found = b.find(atom.name);
    return found == b.end() ? std::nullopt : Value(found->second);
  }
  Value result = atom.args[0].evaluate(b);
  for (std::size_t i = 1; i < atom.args.size() && result; ++i) {
    const Value next = atom.args[i].evaluate(b);
    if (!next) return std::nullopt;
    if (atom.kind == Kind::max) {
      result = std::max(*result, *next);
    } else if (atom.kind == Kind::min) {
      result = std::min(*result, *next);
    } else {
      if (*next == 0 || *next == -1) {
        std::int64_t negated = 0;
        if (*next == 0 || __builtin_sub_overflow(std::int64_t{0}, *result, &negated))
          return std::nullopt;
        return negated;
      }
      const std::int64_t q = *result / *next;
      result = *result % *next != 0 && (*result < 0) != (*next < 0) ? q - 1 : q;
    }
  }
  return result;
}

Dim substitute_atom(const DimAtom& atom, const std::map<std::string, Dim, std::less<>>& b) {
  if (atom.kind == Kind::symbol) {
    const auto found = b.find(atom.name);
    return found == b.end() ? Dim::symbol(atom.name) : found->second;
  }
  Dim result = atom.args[0].substitute(b);
  for (std::size_t i = 1; i < atom.args.size(); ++i) {
    const Dim next = atom.args[i].substitute(b);
    result = atom.kind == Kind::max   ? max(result, next)
             : atom.kind == Kind::min ? min(result, next)
                                      : floor_div(result, next);
  }
  return result;
}

}  // namespace

bool DimAlgebra::nonnegative(const DimAtom& a) {
  const auto holds = [](const Dim& d) { return nonnegative(d); };
  switch (a.kind) {
    case Kind::symbol:
      return true;
    case Kind::max:
      return std::any_of(a.args.begin(), a.args.end(), holds);
    default:
      return std::all_of(a.args.begin(), a.args.end(), holds);
  }
}

bool DimAlgebra::nonnegative(const Dim& d) {
  if (d.is_constant()) return d.value_ >= 0;
  return std::all_of(d.expr_->terms.begin(), d.expr_->terms.end(), [](const DimTerm& t) {
    return t.coefficient > 0 &&
           std::all_of(t.monomial.begin(), t.monomial.end(),
                       [](const auto& f) { return f.second % 2 == 0 || nonnegative(*f.first); });
  });
}

Dim DimAlgebra::extreme(Kind kind, const Dim& a, const Dim& b) {
  const auto wins = [kind](const Dim& x, const Dim& y) {
    return nonnegative(kind == Kind::max ? x - y : y - x);
  };
  std::vector<Dim> args;
  const auto consider = [&](const Dim& d) {
    if (std::any_of(args.begin(), args.end(), [&](const Dim& x) { return wins(x, d); })) return;
    std::erase_if(args, [&](const Dim& x) { return wins(d, x); });
    args.push_back(d);
  };
  for (const Dim* d : {&a, &b}) {
    const DimAtom* atom = single_atom(*d);
    if (atom != nullptr && atom->kind == kind)
      std::for_each(atom->args.begin(), atom->args.end(), consider);
    else
      consider(*d);
  }
  if (args.size() == 1) return args[0];
  std::sort(args.begin(), args.end(), [](const Dim& x, const Dim& y) { return compare(x, y) > 0; });
  return from_atom({kind, {}, std::move(args)});
}

const DimAtom* DimAlgebra::single_atom(const Dim& d) {
  if (d.is_constant() || d.expr_->terms.size() != 1) return nullptr;
  const DimTerm& t = d.expr_->terms[0];
  const bool bare = t.coefficient == 1 && t.monomial.size() == 1 && t.monomial[0].second == 1;
  return bare ? t.monomial[0].first.get() : nullptr;
}

std::optional<std::int64_t> Dim::evaluate(const Bindings& b) const {
  if (!expr_) return value_;
  std::int64_t sum = 0;
  for (const DimTerm& t : expr_->terms) {
    std::int64_t product = t.coefficient;
    for (const auto& [atom, power] : t.monomial) {
      const Value v = evaluate_atom(*atom, b);
      if (!v) return std::nullopt;
      for (int i = 0; i < power; ++i)
        if (__builtin_mul_overflow(product, *v, &product)) return std::nullopt;
    }
    if (__builtin_add_overflow(sum, product, &sum)) return std::nullopt;
  }
  return sum;
}

Dim Dim::substitute(const std::map<std::string, Dim, std::less<>>& b) const {
  if (!expr_ || b.empty()) return *this;
  Dim sum;
  for (const DimTerm& t : expr_->terms) {
    Dim product = t.coefficient;
    for (const auto& [atom, power] : t.monomial) {
      const Dim factor = substitute_atom(*atom, b);
      for (int i = 0; i < power; ++i) product = product * factor;
    }
    sum = sum + product;
  }
  return sum;
}

void Dim::collect_symbols(std::vector<std::string>& into) const {
  if (!expr_) return;
  for (const DimTerm& t : expr_->terms) {
    for (const auto& [atom, power] : t.monomial) {
      for (const Dim& arg : atom->args) arg.collect_symbols(into);
      if (atom->kind == Kind::symbol &&
          std::find(into.begin(), into.end(), atom->name) == into.end())
        into.push_back(atom->name);
    }
  }
}

Dim max(const Dim& a, const Dim& b) {
  if (!a.expr_ && !b.expr_) return std::max(a.value_, b.value_);
  return DimAlgebra::extreme(Kind::max, a, b);
}

Dim min(const Dim& a, const Dim& b) {
  if (!a.expr_ && !b.expr_) return std::min(a.value_, b.value_);
  return DimAlgebra::extreme(Kind::min, a, b);
}

Known equal(const Dim& a, const Dim& b) {
  if (a == b) return Known::yes;
  if (a.is_constant() && b.is_constant()) return Known::no;
  const Dim difference = a - b;
  if (const auto c = difference.constant()) return *c == 0 ? Known::yes : Known::no;
  if (DimAlgebra::nonnegative(difference - 1) || DimAlgebra::nonnegative(b - a - 1))
    return Known::no;
  // 2·N = 2·M + 1 has no solution.
  std::int64_t divisor = 0;
  std::int64_t constant = 0;
  for (const DimTerm& t : DimAlgebra::terms(difference)) {
    if (t.monomial.empty())
      constant = t.coefficient;
    else
      divisor = std::gcd(divisor, t.coefficient);
  }
  return constant % divisor != 0 ? Known::no : Known::unknown;
}

SymShape to_symbolic(const Shape& s) { return {s.begin(), s.end()}; }

std::optional<Shape> evaluate(const SymShape& s, const Bindings& b) {
  Shape out;
  out.reserve(s.size());
  for (const Dim& d : s) {
    const Value v = d.evaluate(b);
    if (!v) return std::nullopt;
    out.push_back(*v);
  }
  return out;
}

Dim product(const SymShape& s) {
  Dim p = 1;
  for (const Dim& d : s) p = p * d;
  return p;
}

}  // namespace espalier
