// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include "engine/ops/support/shapes.h"

namespace espalier {
namespace {

// ASCII, Latin-1, Latin Extended-A, Greek and Cyrillic: what the specification leaves to the locale,
// the same on every machine. Other letters stay.
char32_t changed(char32_t c, bool lower) {
  const auto range = [&](char32_t first, char32_t last, char32_t distance) -> char32_t {
    if (lower && c >= first && c <= last) return c + distance;
    if (!lower && c >= first + distance && c <= last + distance) return c - distance;
    return c;
  };
  if (const char32_t r = range(U'A', U'Z', 32); r != c) return r;
  if (c != 0xd7 && c != 0xf7)
    if (const char32_t r = range(0xc0, 0xde, 32); r != c) return r;
  if (c >= 0x100 && c <= 0x17f) {  // pairs of neighbours; the even ones first, but for a stretch
    if (c == 0x130 || c == 0x131 || c == 0x138 || c == 0x149 || c == 0x178 || c == 0x17f) return c;
    const bool odd_first = (c >= 0x139 && c <= 0x148) || c >= 0x179;
    const bool upper = (c % 2 == 0) != odd_first;
    return lower && upper ? c + 1 : !lower && !upper ? c - 1 : c;
  }
  if (const char32_t r = range(0x391, 0x3a9, 32); r != c && c != 0x3c2) return r;
  if (const char32_t r = range(0x410, 0x42f, 32); r != c) return r;
  return range(0x400, 0x40f, 80);
}

// Bytes that are no UTF-8 stay as they are.
std::string change_case(const std::string& text, bool lower) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const std::size_t length = byte < 0x80 ? 1 : byte >> 5 == 6 ? 2 : 0;
    if (length == 0 || i + length > text.size()) {
      out += text[i++];  // longer sequences hold no letters that change
      continue;
    }
    char32_t c = length == 1 ? byte : (byte & 0x1fU) << 6;
    if (length == 2) c |= static_cast<unsigned char>(text[i + 1]) & 0x3fU;
    const char32_t to = changed(c, lower);
    if (to < 0x80) {
      out += static_cast<char>(to);
    } else {
      out += static_cast<char>(0xc0 | (to >> 6));
      out += static_cast<char>(0x80 | (to & 0x3f));
    }
    i += length;
  }
  return out;
}

void reference(ReferenceContext& c) {
  const std::string action = c.text("case_change_action");
  const bool sensitive = c.flag("is_case_sensitive");
  const auto listed = attribute<std::vector<std::string>>(c.node(), "stopwords");
  const auto compared = [&](const std::string& s) { return sensitive ? s : change_case(s, true); };
  std::set<std::string> stop;
  for (const std::string& word : listed) stop.insert(compared(word));
  const Tensor& in = c.input(0);
  const Shape& shape = in.shape();
  if (shape.size() != 1 && !(shape.size() == 2 && shape[0] == 1))
    c.fail(message(ESP_TEXT("engine", "expected texts of shape [C] or [1,C], got {}"),
                   to_string(shape)));
  std::vector<std::string> kept;
  for (const std::string& s : in.strings()) {
    if (stop.contains(compared(s))) continue;
    kept.push_back(action == "NONE" ? s : change_case(s, action == "LOWER"));
  }
  if (kept.empty()) kept.emplace_back();  // "an empty string", says the specification
  Shape result = shape;
  result.back() = static_cast<std::int64_t>(kept.size());
  c.outputs[0] = Tensor::of_strings(result, std::move(kept));
}

void infer(InferContext& c) {
  auto shape = known_shape(c, 0);
  if (!shape || shape->empty()) {
    c.output(0, Type::of_unknown_rank(DType::string));
    return;
  }
  shape->back() = c.fresh_symbol(0, shape->size() - 1);
  c.output(0, Type::tensor(DType::string, *shape));
}

OpSpec string_normalizer() {
  OpSpec s;
  s.name = "StringNormalizer";
  s.category = Category::shape;
  s.summary = ESP_TEXT("ops", "Texts without stop words, in one case.");
  s.help = ESP_TEXT(
      "ops",
      "Leaves out the words listed and makes the rest upper or lower case (Latin, Greek and "
      "Cyrillic "
      "letters, whatever the locale). Runs on the host. Source: ONNX operator specification, "
      "StringNormalizer.");
  s.attributes = {
      {.name = "case_change_action",
       .type = AttrType::text,
       .fallback = std::string("NONE"),
       .help = ESP_TEXT("ops", "What becomes of the letters."),
       .choices = {"NONE", "LOWER", "UPPER"}},
      {.name = "is_case_sensitive",
       .type = AttrType::flag,
       .fallback = false,
       .help = ESP_TEXT("ops", "Whether stop words are compared as they are written.")},
      {.name = "locale",
       .type = AttrType::text,
       .fallback = std::string(),
       .help = ESP_TEXT("ops", "Kept for files; letters change the same way everywhere."),
       .advanced = true},
      {.name = "stopwords",
       .type = AttrType::texts,
       .fallback = std::vector<std::string>{},
       .help = ESP_TEXT("ops", "Words that are left out.")}};
  s.inputs = {
      {.name = "X", .help = ESP_TEXT("ops", "Texts, [C] or [1,C]."), .types = {DType::string}}};
  s.outputs = {{.name = "Y", .help = ESP_TEXT("ops", "What is left of them.")}};
  s.infer = infer;
  s.reference = reference;
  s.onnx = {.versions = {10}};
  return s;
}

const RegisterOps ops_of_this_file{{string_normalizer}};

}  // namespace
}  // namespace espalier
