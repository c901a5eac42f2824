// SPDX-License-Identifier: Apache-2.0
#include "engine/base/message.h"

#include <cctype>
#include <string_view>

namespace espalier {

std::string Message::text() const {
  const std::string_view f = format;
  std::string out;
  std::size_t next = 0;
  for (std::size_t i = 0; i < f.size(); ++i) {
    if ((f[i] == '{' || f[i] == '}') && i + 1 < f.size() && f[i + 1] == f[i]) {
      out += f[i++];
      continue;
    }
    if (f[i] != '{') {
      out += f[i];
      continue;
    }
    std::size_t end = i + 1;
    std::size_t number = 0;
    while (end < f.size() && std::isdigit(static_cast<unsigned char>(f[end])) && end < i + 4)
      number = number * 10 + static_cast<std::size_t>(f[end++] - '0');
    if (end >= f.size() || f[end] != '}') {  // not a place: a brace of the text
      out += f[i];
      continue;
    }
    const std::size_t place = end == i + 1 ? next++ : number;
    if (place < args.size())
      out += args[place].text();
    else
      out += f.substr(i, end - i + 1);
    i = end;
  }
  return out;
}

}  // namespace espalier
