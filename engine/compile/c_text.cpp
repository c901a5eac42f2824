// SPDX-License-Identifier: Apache-2.0
#include "engine/compile/c_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

#include "engine/base/message.h"

namespace espalier {
namespace {

constexpr std::array keywords = {
    "alignas",  "alignof",  "auto",      "bool",     "break",   "case",   "char",     "const",
    "continue", "default",  "do",        "double",   "else",    "enum",   "extern",   "float",
    "for",      "goto",     "if",        "inline",   "int",     "long",   "register", "restrict",
    "return",   "short",    "signed",    "sizeof",   "static",  "struct", "switch",   "typedef",
    "union",    "unsigned", "void",      "volatile", "while",   "class",  "new",      "delete",
    "template", "this",     "namespace", "operator", "private", "public", "try",      "catch"};

constexpr int per_line = 8;

template <class T, class Print> void elements(const Tensor& t, std::string& out, Print print) {
  int column = 0;
  for (const T v : t.values<T>()) {
    out += column == 0 ? "\n  " : " ";
    out += print(v);
    out += ',';
    column = (column + 1) % per_line;
  }
}

std::string c_double(double v) {
  if (std::isnan(v)) return "NAN";
  if (std::isinf(v)) return v > 0 ? "INFINITY" : "-INFINITY";
  return fmt::format("{:a}", v);
}

}  // namespace

std::string c_identifier(std::string_view text) {
  std::string s;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c < 0xc0) {
      s += c < 0x80 && std::isalnum(c) ? static_cast<char>(c) : '_';
      continue;
    }
    // The code point's number, so that names in other scripts stay apart.
    unsigned point = c & (c < 0xe0 ? 0x1fu : c < 0xf0 ? 0x0fu : 0x07u);
    while (i + 1 < text.size() && (static_cast<unsigned char>(text[i + 1]) & 0xc0) == 0x80)
      point = (point << 6) | (static_cast<unsigned char>(text[++i]) & 0x3fu);
    s += fmt::format("u{:04x}", point);
  }
  if (s.empty() || std::isdigit(static_cast<unsigned char>(s[0])) || s[0] == '_') s.insert(0, "n");
  if (std::find(keywords.begin(), keywords.end(), s) != keywords.end()) s += '_';
  return s;
}

std::string_view c_type(DType t) {
  switch (t) {
    case DType::float32:
      return "float";
    case DType::float64:
      return "double";
    case DType::int8:
      return "int8_t";
    case DType::uint8:
    case DType::boolean:
      return "uint8_t";
    case DType::int16:
      return "int16_t";
    case DType::uint16:
      return "uint16_t";
    case DType::int32:
      return "int32_t";
    case DType::uint32:
      return "uint32_t";
    case DType::int64:
      return "int64_t";
    case DType::uint64:
      return "uint64_t";
    default:
      throw Error(ESP_TEXT("engine", "element type {} cannot be written as C"), name(t));
  }
}

std::string c_float(float v) {
  if (std::isnan(v)) return "NAN";
  if (std::isinf(v)) return v > 0 ? "INFINITY" : "-INFINITY";
  return fmt::format("{:a}f", v);
}

std::string c_array(const Tensor& t, std::string_view array, std::string_view qualifiers) {
  std::string out = fmt::format("{} {} {}[{}] = {{", qualifiers, c_type(t.type()), array,
                                std::max<std::int64_t>(t.count(), 1));
  auto integer = [](auto v) { return fmt::format("{}", v); };
  switch (t.type()) {
    case DType::float32:
      elements<float>(t, out, c_float);
      break;
    case DType::float64:
      elements<double>(t, out, c_double);
      break;
    case DType::int8:
      elements<std::int8_t>(t, out, [](std::int8_t v) { return fmt::format("{}", int{v}); });
      break;
    case DType::uint8:
      elements<std::uint8_t>(t, out, [](std::uint8_t v) { return fmt::format("{}", int{v}); });
      break;
    case DType::boolean:
      elements<bool>(t, out, [](bool v) { return std::string(v ? "1" : "0"); });
      break;
    case DType::int16:
      elements<std::int16_t>(t, out, integer);
      break;
    case DType::uint16:
      elements<std::uint16_t>(t, out, integer);
      break;
    case DType::int32:
      elements<std::int32_t>(t, out, [](std::int32_t v) {
        return v == INT32_MIN ? "INT32_MIN" : fmt::format("{}", v);
      });
      break;
    case DType::uint32:
      elements<std::uint32_t>(t, out, [](std::uint32_t v) { return fmt::format("{}u", v); });
      break;
    case DType::int64:
      elements<std::int64_t>(t, out, [](std::int64_t v) {
        return v == INT64_MIN ? "INT64_MIN" : fmt::format("INT64_C({})", v);
      });
      break;
    default:
      elements<std::uint64_t>(t, out,
                              [](std::uint64_t v) { return fmt::format("UINT64_C({})", v); });
  }
  if (t.count() == 0) out += "0";
  return out + "\n};\n";
}

std::string c_string(std::string_view text) {
  std::string s = "\"";
  for (const char c : text) {
    const auto u = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      s += fmt::format("\\{}", c);
    else if (u < 32 || u >= 127)
      s += fmt::format("\\{:03o}", u);
    else
      s += c;
  }
  return s + "\"";
}

std::string c_comment(std::string_view text) {
  std::string s;
  for (const char c : text) s += c == '\n' || c == '\r' || c == '\\' ? ' ' : c;
  for (std::size_t at; (at = s.find("*/")) != std::string::npos;) s.replace(at, 2, "* ");
  return s;
}

}  // namespace espalier
