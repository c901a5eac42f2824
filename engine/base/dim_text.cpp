// SPDX-License-Identifier: Apache-2.0
#include <cctype>
#include <charconv>

#include "engine/base/dim.h"
#include "engine/base/dim_expr.h"
#include "engine/base/message.h"

namespace espalier {
namespace {

using Kind = DimAtom::Kind;
using Terms = DimAlgebra::Terms;

bool starts_name(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) || c == '_' || c == '$' || c == '#' ||
         static_cast<unsigned char>(c) >= 0x80;
}

bool continues_name(char c) {
  return starts_name(c) || std::isdigit(static_cast<unsigned char>(c)) || c == '.' || c == ':' ||
         c == '@';
}

bool plain_name(std::string_view s) {
  if (s.empty() || !starts_name(s[0])) return false;
  for (const char c : s)
    if (!continues_name(c)) return false;
  return true;
}

std::string text_of(const Terms& terms);

std::string text_of_floor(const Dim& numerator, const Dim& denominator) {
  const auto wrapped = [](const Dim& d, bool product_is_simple) {
    const bool product = d.is_constant() || DimAlgebra::terms(d).size() == 1;
    const bool simple =
        product_is_simple ? product : d.is_constant() || DimAlgebra::single_atom(d) != nullptr;
    return simple && !d.text().starts_with('-') ? d.text() : "(" + d.text() + ")";
  };
  return "floor(" + wrapped(numerator, true) + "/" + wrapped(denominator, false) + ")";
}

std::string text_of(const DimAtom& atom) {
  if (atom.kind == Kind::symbol) return plain_name(atom.name) ? atom.name : "'" + atom.name + "'";
  if (atom.kind == Kind::floor_div) return text_of_floor(atom.args[0], atom.args[1]);
  std::string out = atom.kind == Kind::max ? "max(" : "min(";
  for (std::size_t i = 0; i < atom.args.size(); ++i) {
    if (i > 0) out += ", ";
    out += atom.args[i].text();
  }
  return out + ")";
}

std::string text_of(const DimTerm& t) {  // without its sign
  std::string out;
  const std::string magnitude = std::to_string(t.coefficient < 0 ? -t.coefficient : t.coefficient);
  if (t.monomial.empty() || magnitude != "1") out = magnitude;
  for (const auto& [atom, power] : t.monomial) {
    for (int i = 0; i < power; ++i) {
      if (!out.empty()) out += '*';
      out += text_of(*atom);
    }
  }
  return out;
}

// floor((H + 1)/2) - 1 reads better as floor((H - 1)/2): a negative constant goes back into a
// floor.
std::optional<std::size_t> floor_taking_constant(const Terms& terms) {
  if (terms.empty() || !terms.back().monomial.empty() || terms.back().coefficient >= 0)
    return std::nullopt;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const DimTerm& t = terms[i];
    if (t.coefficient == 1 && t.monomial.size() == 1 && t.monomial[0].second == 1 &&
        t.monomial[0].first->kind == Kind::floor_div && t.monomial[0].first->args[1].is_constant())
      return i;
  }
  return std::nullopt;
}

std::string text_of(const Terms& terms) {
  std::string out;
  const auto special = floor_taking_constant(terms);
  const std::size_t shown = special ? terms.size() - 1 : terms.size();
  for (std::size_t i = 0; i < shown; ++i) {
    const DimTerm& t = terms[i];
    if (i == 0)
      out = t.coefficient < 0 ? "-" : "";
    else
      out += t.coefficient < 0 ? " - " : " + ";
    if (special == i) {
      const DimAtom& floor = *t.monomial[0].first;
      out += text_of_floor(floor.args[0] + Dim(terms.back().coefficient) * floor.args[1],
                           floor.args[1]);
    } else {
      out += text_of(t);
    }
  }
  return out;
}

// sum     = ["-"] product { ("+" | "-") product }
// product = factor { "*" factor | "//" factor } [ "/" factor ]
// factor  = number | name | "(" sum ")" | ("floor" | "ceil") "(" sum ")"
//         | ("max" | "min") "(" sum { "," sum } ")"
// "/" is allowed once, directly in floor or ceil: floor(a/b + c) is floor(a/b) + c.
class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Dim whole() {
    const Dim d = sum(nullptr);
    if (skip_blanks(), at_ != text_.size()) fail();
    return d;
  }

 private:
  struct Division {
    bool ceil = false;
    bool used = false;
  };

  Dim sum(Division* division) {
    Dim total;
    bool negative = take("-");
    for (;;) {
      total = total + product(negative, division);
      if (take("+"))
        negative = false;
      else if (take("-"))
        negative = true;
      else
        break;
    }
    return total;
  }

  Dim product(bool negative, Division* division) {
    Dim p = factor();
    for (;;) {
      if (take("*"))
        p = p * factor();
      else if (take("//"))
        p = floor_div(p, factor());
      else
        break;
    }
    if (negative) p = Dim(0) - p;  // before the division, which rounds
    if (!take("/")) return p;
    if (division == nullptr || division->used) fail();
    division->used = true;
    return division->ceil ? ceil_div(p, factor()) : floor_div(p, factor());
  }

  Dim factor() {
    skip_blanks();
    if (at_ == text_.size() || ++depth_ > 64) fail();
    const Dim d = nested_factor();
    --depth_;
    return d;
  }

  Dim nested_factor() {
    if (take("(")) return closed(sum(nullptr));
    if (take("-")) return Dim(0) - factor();
    if (take("'")) {
      const auto end = text_.find('\'', at_);
      if (end == std::string_view::npos) fail();
      const std::string_view quoted = text_.substr(at_, end - at_);
      at_ = end + 1;
      return Dim::symbol(std::string(quoted));
    }
    if (std::isdigit(static_cast<unsigned char>(text_[at_]))) return number();
    if (!starts_name(text_[at_])) fail();
    const std::size_t begin = at_;
    while (at_ < text_.size() && continues_name(text_[at_])) ++at_;
    const std::string_view name = text_.substr(begin, at_ - begin);
    if (name == "floor" || name == "ceil") {
      if (take("(")) {
        Division division{name == "ceil"};
        return closed(sum(&division));
      }
    } else if (name == "max" || name == "min") {
      if (take("(")) {
        Dim d = sum(nullptr);
        while (take(",")) d = name == "max" ? max(d, sum(nullptr)) : min(d, sum(nullptr));
        return closed(d);
      }
    }
    return Dim::symbol(std::string(name));
  }

  Dim number() {
    std::int64_t value = 0;
    const char* begin = text_.data() + at_;
    const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), value);
    if (error != std::errc()) fail();
    at_ += static_cast<std::size_t>(end - begin);
    return value;
  }

  Dim closed(const Dim& d) {
    if (!take(")")) fail();
    return d;
  }

  void skip_blanks() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
  }

  bool take(std::string_view token) {
    skip_blanks();
    if (!text_.substr(at_).starts_with(token)) return false;
    at_ += token.size();
    return true;
  }

  [[noreturn]] void fail() const {
    throw Error(ESP_TEXT("engine",
                         "\"{}\" is not a dimension (at character {}). Write a number, a "
                         "name or an expression such as 2*N + 1 or floor(H/2)."),
                text_, at_ + 1);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

std::string Dim::text() const { return expr_ ? text_of(expr_->terms) : std::to_string(value_); }

std::string to_string(const SymShape& s) {
  if (s.empty()) return "scalar";
  std::string out;
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (i > 0) out += "×";
    const bool sum = DimAlgebra::terms(s[i]).size() > 1 && s.size() > 1;
    out += sum ? "(" + s[i].text() + ")" : s[i].text();
  }
  return out;
}

Dim parse_dim(std::string_view text) { return Parser(text).whole(); }

}  // namespace espalier
