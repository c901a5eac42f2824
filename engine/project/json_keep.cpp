// SPDX-License-Identifier: Apache-2.0
//
// Members that nobody asked for, kept by place.
#include "engine/project/json_reader.h"

namespace espalier {

namespace {

std::string escaped_member(std::string_view name) {
  std::string text;
  for (const char c : name) {
    if (c == '~')
      text += "~0";
    else if (c == '/')
      text += "~1";
    else
      text += c;
  }
  return text;
}

std::string unescaped_member(std::string_view name) {
  std::string text;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '~' && i + 1 < name.size())
      text += name[++i] == '1' ? '/' : '~';
    else
      text += name[i];
  }
  return text;
}

Json* step_into(Json& at, std::string_view step) {
  if (at.is_array() && step.starts_with('#')) {
    for (Json& element : at) {
      if (element.is_object() && element.contains("id") && brief(element["id"]) == step.substr(1)) {
        return &element;
      }
    }
    return nullptr;
  }
  const std::string name = unescaped_member(step);
  return at.is_object() && at.contains(name) ? &at[name] : nullptr;
}

}  // namespace

std::string joined_place(const std::string& place, std::string_view member) {
  return place.empty() ? escaped_member(member) : place + "/" + escaped_member(member);
}

void restore_unknown(Json& document, const UnknownFields& unknown) {
  for (const auto& [place, text] : unknown) {
    Json* at = &document;
    std::string_view rest = place;
    for (std::size_t slash = rest.find('/'); at && slash != std::string_view::npos;
         slash = rest.find('/')) {
      at = step_into(*at, rest.substr(0, slash));
      rest.remove_prefix(slash + 1);
    }
    const std::string name = unescaped_member(rest);
    if (!at || !at->is_object() || at->contains(name)) continue;
    Json member = Json::parse(text, nullptr, false);
    if (!member.is_discarded()) (*at)[name] = std::move(member);
  }
}

}  // namespace espalier
