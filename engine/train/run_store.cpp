// SPDX-License-Identifier: Apache-2.0
#include "engine/train/run_store.h"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "engine/base/message.h"
#include "engine/train/sqlite.h"

namespace espalier {
namespace {

constexpr int schema_version = 1;
constexpr const char* schema = R"(
CREATE TABLE run(id INTEGER PRIMARY KEY AUTOINCREMENT, started TEXT NOT NULL, state TEXT NOT NULL, reason TEXT NOT NULL,
  seconds REAL NOT NULL, steps INTEGER NOT NULL, settings TEXT NOT NULL, drawing TEXT NOT NULL, environment TEXT NOT NULL,
  test TEXT NOT NULL, best TEXT NOT NULL);
CREATE TABLE epoch(run INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE, epoch INTEGER NOT NULL, step INTEGER NOT NULL,
  seconds REAL NOT NULL, train TEXT NOT NULL, validation TEXT NOT NULL, PRIMARY KEY(run, epoch)) WITHOUT ROWID;
CREATE TABLE step(run INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE, step INTEGER NOT NULL, loss REAL, accuracy REAL,
  learning_rate REAL, PRIMARY KEY(run, step)) WITHOUT ROWID;
PRAGMA user_version = 1;
)";

std::string to_json(const Metrics& metrics) { return nlohmann::json(metrics).dump(); }

// A metric that is not finite was written as null.
Metrics to_metrics(const std::string& text) {
  Metrics metrics;
  const nlohmann::json j = nlohmann::json::parse(text, nullptr, false);
  if (!j.is_object()) return metrics;
  for (const auto& [name, value] : j.items())
    metrics[name] =
        value.is_number() ? value.get<double>() : std::numeric_limits<double>::quiet_NaN();
  return metrics;
}

constexpr const char* columns =
    "id, started, state, reason, seconds, steps, settings, drawing, environment, test, best";

RunRecord read_run(const sqlite::Statement& s) {
  return {s.integer(0),          s.text(1), s.text(2), s.text(3), s.real(4),
          s.integer(5),          s.text(6), s.text(7), s.text(8), to_metrics(s.text(9)),
          to_metrics(s.text(10))};
}

float number_or_nan(const sqlite::Statement& s, int column) {
  return s.is_null(column) ? std::numeric_limits<float>::quiet_NaN()
                           : static_cast<float>(s.real(column));
}

}  // namespace

struct RunStore::Impl {
  explicit Impl(const std::filesystem::path& file) : database(file) {
    database.execute(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;");
    sqlite::Statement version(database, "PRAGMA user_version");
    version.step();
    const std::int64_t found = version.integer(0);
    if (found > schema_version)
      throw Error(
          ESP_TEXT(
              "engine",
              "{}: written by a newer version (format {}, this one reads {}); update the program"),
          file.string(), found, schema_version);
    if (found == 0) {
      sqlite::Transaction transaction(database);
      database.execute(schema);
      transaction.commit();
    }
  }
  sqlite::Database database;
};

RunStore::RunStore(const std::filesystem::path& file) : impl_(std::make_unique<Impl>(file)) {}
RunStore::~RunStore() = default;

std::int64_t RunStore::begin(const RunRecord& r) {
  sqlite::Statement insert(
      impl_->database,
      "INSERT INTO run(started, state, reason, seconds, steps, settings, drawing, environment, "
      "test, best) "
      "VALUES(strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  insert
      .bind_all(r.state, r.reason, r.seconds, r.steps, r.settings, r.drawing, r.environment,
                to_json(r.test), to_json(r.best))
      .run();
  return sqlite3_last_insert_rowid(impl_->database.handle());
}

void RunStore::add_steps(std::int64_t run, const std::vector<StepPoint>& points) {
  sqlite::Transaction transaction(impl_->database);
  sqlite::Statement insert(impl_->database, "INSERT OR REPLACE INTO step VALUES(?, ?, ?, ?, ?)");
  for (const StepPoint& p : points)
    insert.bind_all(run, p.step, double{p.loss}, double{p.accuracy}, double{p.learning_rate}).run();
  transaction.commit();
}

void RunStore::add_epoch(std::int64_t run, const EpochRecord& e) {
  sqlite::Statement insert(impl_->database,
                           "INSERT OR REPLACE INTO epoch VALUES(?, ?, ?, ?, ?, ?)");
  insert.bind_all(run, e.epoch, e.step, e.seconds, to_json(e.train), to_json(e.validation)).run();
}

void RunStore::update(const RunRecord& r) {
  sqlite::Statement update(impl_->database,
                           "UPDATE run SET state = ?, reason = ?, seconds = ?, steps = ?, test = "
                           "?, best = ? WHERE id = ?");
  update.bind_all(r.state, r.reason, r.seconds, r.steps, to_json(r.test), to_json(r.best), r.id)
      .run();
}

void RunStore::rewind(std::int64_t run, std::int64_t step) {
  sqlite::Transaction transaction(impl_->database);
  sqlite::Statement(impl_->database, "DELETE FROM step WHERE run = ? AND step >= ?")
      .bind_all(run, step)
      .run();
  sqlite::Statement(impl_->database, "DELETE FROM epoch WHERE run = ? AND step > ?")
      .bind_all(run, step)
      .run();
  transaction.commit();
}

std::vector<RunRecord> RunStore::runs() const {
  std::vector<RunRecord> list;
  sqlite::Statement select(
      impl_->database,
      "SELECT id, started, state, reason, seconds, steps, settings, '', environment, test, best "
      "FROM run ORDER BY id DESC");
  while (select.step()) list.push_back(read_run(select));
  return list;
}

bool RunStore::contains(std::int64_t id) const {
  sqlite::Statement select(impl_->database, "SELECT 1 FROM run WHERE id = ?");
  return select.bind_all(id).step();
}

RunRecord RunStore::run(std::int64_t id) const {
  sqlite::Statement select(impl_->database,
                           fmt::format("SELECT {} FROM run WHERE id = ?", columns));
  if (!select.bind_all(id).step())
    throw Error(ESP_TEXT("engine", "run {} is not in the history"), id);
  return read_run(select);
}

std::vector<EpochRecord> RunStore::epochs(std::int64_t run) const {
  std::vector<EpochRecord> list;
  sqlite::Statement select(
      impl_->database,
      "SELECT epoch, step, seconds, train, validation FROM epoch WHERE run = ? ORDER BY epoch");
  select.bind_all(run);
  while (select.step())
    list.push_back({static_cast<int>(select.integer(0)), select.integer(1), select.real(2),
                    to_metrics(select.text(3)), to_metrics(select.text(4))});
  return list;
}

std::vector<StepPoint> RunStore::steps(std::int64_t run) const {
  std::vector<StepPoint> list;
  sqlite::Statement select(
      impl_->database,
      "SELECT step, loss, accuracy, learning_rate FROM step WHERE run = ? ORDER BY step");
  select.bind_all(run);
  while (select.step())
    list.push_back({select.integer(0), number_or_nan(select, 1), number_or_nan(select, 2),
                    number_or_nan(select, 3)});
  return list;
}

void RunStore::remove(std::int64_t run) {
  sqlite::Statement(impl_->database, "DELETE FROM run WHERE id = ?").bind_all(run).run();
}

}  // namespace espalier
