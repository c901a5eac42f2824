// SPDX-License-Identifier: Apache-2.0
#include "engine/train/sqlite.h"

namespace espalier::sqlite {

Database::Database(const std::filesystem::path& file) : file_(file.string()) {
  const int code =
      sqlite3_open_v2(file.c_str(), &handle_,
                      SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX, nullptr);
  if (code != SQLITE_OK) {
    const std::string reason = handle_ ? sqlite3_errmsg(handle_) : sqlite3_errstr(code);
    sqlite3_close(handle_);
    throw Error(ESP_TEXT("engine", "{}: the run history cannot be opened: {}"), file_, reason);
  }
  sqlite3_busy_timeout(handle_, 5000);
}

Database::~Database() { sqlite3_close(handle_); }

void Database::fail() const {
  const char* const reason = sqlite3_errmsg(handle_);
  switch (sqlite3_errcode(handle_)) {
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
      throw Damaged(
          ESP_TEXT("engine",
                   "{}: the run history is damaged ({}). Move the file away to begin a new one."),
          file_, reason);
    case SQLITE_FULL:
      throw Error(ESP_TEXT("engine",
                           "{}: the disk is full, so the run history cannot be written. Free some "
                           "space."),
                  file_);
    default:
      throw Error(ESP_TEXT("engine",
                           "{}: the run history cannot be used ({}). Check that the file and its "
                           "folder may be written and the disk has room."),
                  file_, reason);
  }
}

void Database::execute(const char* sql) {
  if (sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr) != SQLITE_OK) fail();
}

Statement::Statement(const Database& database, std::string_view sql) : database_(database) {
  check(sqlite3_prepare_v2(database.handle(), sql.data(), static_cast<int>(sql.size()), &handle_,
                           nullptr));
}

Statement::~Statement() { sqlite3_finalize(handle_); }

void Statement::check(int code) const {
  if (code != SQLITE_OK) database_.fail();
}

bool Statement::step() {
  const int code = sqlite3_step(handle_);
  if (code != SQLITE_ROW && code != SQLITE_DONE) database_.fail();
  return code == SQLITE_ROW;
}

std::string Statement::text(int column) const {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(handle_, column));
  return text ? std::string(text, static_cast<std::size_t>(sqlite3_column_bytes(handle_, column)))
              : std::string();
}

}  // namespace espalier::sqlite
