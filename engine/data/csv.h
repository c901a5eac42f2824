// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/file.h"

namespace espalier {

// Rows of a text table, read strictly: fields in double quotes may hold separators, line ends and
// doubled quotes; a quote elsewhere is an error. Blank lines and a byte order mark are passed over.
class CsvReader {
 public:
  // separator '\0': a tab for .tsv and .tab, else a comma.
  CsvReader(const fs::path& path, char separator);

  // The next row into `fields`, whose memory is used again; false at the end. Throws Error with
  // line and column.
  bool next(std::vector<std::string>& fields);
  std::int64_t line() const { return row_line_; }  // of the row that was read, from 1
  // Rows that are left, at most; for reserving memory.
  std::int64_t rows_at_most() const;

 private:
  void quoted(std::string& into, std::size_t column);
  void plain(std::string& into, std::size_t column);
  bool at_end() const { return at_ >= text_.size(); }
  bool at_line_end() const { return at_end() || text_[at_] == '\n' || text_[at_] == '\r'; }

  fs::path path_;
  MappedFile file_;
  std::string_view text_;
  char separator_;
  std::size_t at_ = 0;
  std::int64_t line_ = 1;
  std::int64_t row_line_ = 0;
};

// A finite number in the notation of C, blanks around it allowed, whatever the locale.
std::optional<float> parse_number(std::string_view text);

}  // namespace espalier
