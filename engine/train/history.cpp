// SPDX-License-Identifier: Apache-2.0
#include "engine/train/history.h"

#include "engine/base/file.h"
#include "engine/train/sqlite.h"

namespace espalier {
namespace {

// A name beside the file that is free, where it lies from now on.
fs::path move_aside(const fs::path& file) {
  fs::path aside = file.string() + ".damaged";
  for (int i = 2; fs::exists(aside); ++i) aside = fmt::format("{}.damaged-{}", file.string(), i);
  std::error_code error;
  fs::rename(file, aside, error);
  if (error)
    throw Error(ESP_TEXT("engine", "{}: cannot be moved away: {}"), file.string(), error.message());
  for (const char* companion : {"-wal", "-shm"}) fs::remove(file.string() + companion, error);
  return aside;
}

}  // namespace

History::History(const fs::path& file, Tell tell) : tell_(std::move(tell)) {
  try {
    try {
      store_ = std::make_unique<RunStore>(file);
    } catch (const sqlite::Damaged&) {
      const fs::path aside = move_aside(file);
      store_ = std::make_unique<RunStore>(file);
      tell_(message(ESP_TEXT("engine",
                             "{}: the history of runs is damaged; it was moved to {} and a new one "
                             "is begun"),
                    file.string(), aside.filename().string()));
    }
  } catch (const Error& e) {
    give_up(e);
  }
}

void History::give_up(const Error& why) {
  store_.reset();
  tell_(message(ESP_TEXT("engine", "{} The run goes on without a history."), why.what()));
}

void History::begin(RunRecord& run) {
  with_store([&](RunStore& store) { run.id = store.begin(run); });
}

std::optional<RunRecord> History::go_on(std::int64_t run, std::int64_t step) {
  std::optional<RunRecord> record;
  with_store([&](RunStore& store) {
    if (!store.contains(run)) return;
    RunRecord found = store.run(run);
    found.state = "running";
    found.reason.clear();
    store.rewind(run, step);
    store.update(found);
    record = std::move(found);
  });
  return record;
}

void History::add_steps(std::int64_t run, const std::vector<StepPoint>& points) {
  with_store([&](RunStore& store) { store.add_steps(run, points); });
}

void History::add_epoch(std::int64_t run, const EpochRecord& epoch) {
  with_store([&](RunStore& store) { store.add_epoch(run, epoch); });
}

void History::update(const RunRecord& run) {
  with_store([&](RunStore& store) { store.update(run); });
}

}  // namespace espalier
