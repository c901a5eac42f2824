// SPDX-License-Identifier: Apache-2.0
//
// The canonical form behind Dim, shared by its algebra and its text; not for others.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/dim.h"

namespace espalier {

struct DimAtom {
  enum class Kind { symbol, floor_div, max, min };
  Kind kind = Kind::symbol;
  std::string name;       // of a symbol
  std::vector<Dim> args;  // of the others; those of max and min are sorted
};
using AtomPtr = std::shared_ptr<const DimAtom>;

// Atoms in ascending order with their powers ≥ 1; empty for the constant term.
using Monomial = std::vector<std::pair<AtomPtr, int>>;

struct DimTerm {
  std::int64_t coefficient = 0;  // never 0
  Monomial monomial;
};

// Terms in descending order of their monomials (degree first); not a constant.
struct Dim::Expr {
  std::vector<DimTerm> terms;
};

struct DimAlgebra {
  using Terms = std::vector<DimTerm>;

  static int compare(const Dim& a, const Dim& b);
  static int compare(const DimAtom& a, const DimAtom& b);
  static int compare(const Monomial& a, const Monomial& b);

  static Terms terms(const Dim& d);
  static Dim from_terms(Terms terms);  // sorts and collects
  static Dim from_atom(DimAtom atom);
  static const DimAtom* single_atom(const Dim& d);  // d is nothing but this atom, else null
  static Dim from_term(const DimTerm& term) { return from_terms({term}); }

  // What is known from the symbols being ≥ 0.
  static bool nonnegative(const Dim& d);
  static bool nonnegative(const DimAtom& a);

  static std::optional<Dim> exact_quotient(const Dim& a, const Dim& b);
  static Dim extreme(DimAtom::Kind kind, const Dim& a, const Dim& b);
};

}  // namespace espalier
