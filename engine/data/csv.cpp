// SPDX-License-Identifier: Apache-2.0
#include "engine/data/csv.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "engine/base/message.h"

namespace espalier {
namespace {

char separator_of(const fs::path& path, char given) {
  if (given != '\0') return given;
  const std::string ending = path.extension().string();
  return ending == ".tsv" || ending == ".tab" ? '\t' : ',';
}

}  // namespace

CsvReader::CsvReader(const fs::path& path, char separator)
    : path_(path),
      file_(map_file(path)),
      text_(file_.text()),
      separator_(separator_of(path, separator)) {
  if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
  if (text_.substr(0, 4096).find('\0') != std::string_view::npos)
    throw Error(ESP_TEXT("engine",
                         "{}: is not a text file in UTF-8. Save the table as CSV in "
                         "UTF-8."),
                path_.string());
}

std::int64_t CsvReader::rows_at_most() const {
  return 1 + std::count(text_.begin() + static_cast<std::ptrdiff_t>(at_), text_.end(), '\n');
}

bool CsvReader::next(std::vector<std::string>& fields) {
  while (!at_end() && at_line_end()) {
    if (text_[at_] == '\n') ++line_;
    ++at_;
  }
  if (at_end()) return false;
  row_line_ = line_;
  std::size_t n = 0;
  for (bool more = true; more; ++n) {
    if (n == fields.size()) fields.emplace_back();
    fields[n].clear();
    if (!at_end() && text_[at_] == '"')
      quoted(fields[n], n + 1);
    else
      plain(fields[n], n + 1);
    more = !at_end() && text_[at_] == separator_;
    if (more) ++at_;
  }
  fields.resize(n);
  return true;
}

void CsvReader::plain(std::string& into, std::size_t column) {
  const std::size_t begin = at_;
  while (!at_line_end() && text_[at_] != separator_) {
    if (text_[at_] == '"')
      throw Error(ESP_TEXT("engine",
                           "{}, line {}, column {}: a quotation mark in the middle of a "
                           "field. Put the whole field in quotation marks and double "
                           "those inside."),
                  path_.string(), line_, column);
    ++at_;
  }
  into.assign(text_.substr(begin, at_ - begin));
}

void CsvReader::quoted(std::string& into, std::size_t column) {
  const std::int64_t opened = line_;
  for (++at_;; ++at_) {
    if (at_end())
      throw Error(ESP_TEXT("engine",
                           "{}, line {}, column {}: the quotation mark is never closed. "
                           "Close it or remove it."),
                  path_.string(), opened, column);
    if (text_[at_] == '\n') ++line_;
    if (text_[at_] == '"') {
      if (at_ + 1 >= text_.size() || text_[at_ + 1] != '"') break;
      ++at_;
    }
    into += text_[at_];
  }
  ++at_;
  if (!at_line_end() && text_[at_] != separator_)
    throw Error(ESP_TEXT("engine",
                         "{}, line {}, column {}: text after the closing quotation mark. "
                         "Double the quotation marks inside a field."),
                path_.string(), line_, column);
}

std::optional<float> parse_number(std::string_view text) {
  constexpr std::string_view blanks = " \t";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return std::nullopt;
  text = text.substr(first, text.find_last_not_of(blanks) - first + 1);
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  float value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
    return std::nullopt;
  return value;
}

}  // namespace espalier
