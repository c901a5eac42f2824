// SPDX-License-Identifier: Apache-2.0
//
// A thin owner of SQLite's handles; errors become Error with the file's name.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "engine/base/message.h"

namespace espalier::sqlite {

// The file is no database, or a torn one.
struct Damaged : Error {
  using Error::Error;
};

class Database {
 public:
  explicit Database(const std::filesystem::path& file);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  void execute(const char* sql);
  sqlite3* handle() const { return handle_; }
  [[noreturn]] void fail() const;

 private:
  std::string file_;
  sqlite3* handle_ = nullptr;
};

// One statement: bind in order, then step. Reset by bind_all.
class Statement {
 public:
  Statement(const Database& database, std::string_view sql);
  ~Statement();
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  template <class... Args> Statement& bind_all(const Args&... args) {
    sqlite3_reset(handle_);
    int place = 1;
    (bind(place++, args), ...);
    return *this;
  }
  bool step();  // whether there is a row
  void run() { step(); }
  std::int64_t integer(int column) const { return sqlite3_column_int64(handle_, column); }
  double real(int column) const { return sqlite3_column_double(handle_, column); }
  bool is_null(int column) const { return sqlite3_column_type(handle_, column) == SQLITE_NULL; }
  std::string text(int column) const;

 private:
  void bind(int place, std::int64_t v) { check(sqlite3_bind_int64(handle_, place, v)); }
  void bind(int place, int v) { bind(place, std::int64_t{v}); }
  void bind(int place, double v) {
    check(sqlite3_bind_double(handle_, place, v));
  }  // NaN becomes NULL
  void bind(int place, std::string_view v) {
    check(
        sqlite3_bind_text(handle_, place, v.data(), static_cast<int>(v.size()), SQLITE_TRANSIENT));
  }
  void check(int code) const;
  const Database& database_;
  sqlite3_stmt* handle_ = nullptr;
};

// Rolls back unless it was committed.
class Transaction {
 public:
  explicit Transaction(Database& database) : database_(database) {
    database_.execute("BEGIN IMMEDIATE");
  }
  ~Transaction() {
    if (open_) sqlite3_exec(database_.handle(), "ROLLBACK", nullptr, nullptr, nullptr);
  }
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  void commit() {
    database_.execute("COMMIT");
    open_ = false;
  }

 private:
  Database& database_;
  bool open_ = true;
};

}  // namespace espalier::sqlite
