// SPDX-License-Identifier: Apache-2.0
#include "engine/compile/kernel_text.h"

#include <algorithm>

#include "engine/base/message.h"
#include "engine/kernels/sources.h"

namespace espalier {
namespace {

const KernelSource* source(std::string_view name) {
  for (const KernelSource& s : kernel_sources())
    if (s.name == name) return &s;
  return nullptr;
}

bool is_c(const KernelSource& s) { return s.name.ends_with(".c"); }

const KernelSource& defining(const std::string& kernel) {
  const std::string mark = fmt::format("ESP_DEFINE_KERNEL({},", kernel);
  for (const KernelSource& s : kernel_sources())
    if (is_c(s) && s.text.find(mark) != std::string_view::npos) return s;
  throw Error(ESP_TEXT("engine", "kernel \"{}\" has no C source and cannot go into a bundle"),
              kernel);
}

class Writer {
 public:
  void add(const KernelSource& s) {
    if (!done_.insert(s.name).second) return;
    std::string body;
    std::string_view rest = s.text;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find('\n'), rest.size() - 1);
      const std::string_view line = rest.substr(0, end + 1);
      rest.remove_prefix(end + 1);
      constexpr std::string_view include = "#include \"";
      if (!line.starts_with(include)) {
        body += line;
        continue;
      }
      const std::string_view name =
          line.substr(include.size(), line.find('"', include.size()) - include.size());
      if (const KernelSource* other = source(name))
        add(*other);
      else
        throw Error(ESP_TEXT("engine", "kernel source {} includes \"{}\", which is not there"),
                    s.name, name);
    }
    text_ += fmt::format("\n// ---- {}\n{}", s.name, body);
  }
  std::string take() { return std::move(text_); }

 private:
  std::set<std::string_view> done_;
  std::string text_;
};

}  // namespace

std::string kernel_text(const std::set<std::string>& kernels) {
  Writer writer;
  for (const std::string& kernel : kernels) writer.add(defining(kernel));
  return writer.take();
}

}  // namespace espalier
