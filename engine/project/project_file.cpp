// SPDX-License-Identifier: Apache-2.0
#include "engine/project/project_file.h"

#include <algorithm>
#include <optional>
#include <set>

#include "engine/base/log.h"
#include "engine/base/philox.h"
#include "engine/project/migrations.h"
#include "engine/project/project_json.h"
#include "engine/project/weight_store.h"

namespace espalier {
namespace {

void stamp_content(FileStamp& stamp, std::string_view text) {
  stamp.size = text.size();
  stamp.hash = stable_hash(text);
}

LoadedProject from_text(std::string_view text, const std::string& origin, WeightRefs& refs) {
  Json document = parse_json(text, origin);
  migrate(document, migrations(), project_format, origin);
  LoadedProject loaded;
  loaded.project = project_from_json(document, origin, refs);
  return loaded;
}

// A weights file that cannot be read does not keep the drawing from opening; it stays on disk.
WeightSet load_weights(const fs::path& project, int generation, const WeightNames& names,
                       LoadedProject& loaded) {
  const fs::path path = weights_path(project, generation);
  try {
    return read_weights(path, names, loaded.warnings);
  } catch (const Error& e) {
    loaded.warnings.push_back(
        message(ESP_TEXT("engine", "The weights are left out. {}"), e.message()));
    loaded.stamp.keep.push_back(generation);
    return {};
  }
}

}  // namespace

LoadedProject project_from_text(std::string_view text, const std::string& origin) {
  WeightRefs refs;
  return from_text(text, origin, refs);
}

std::string project_text(const Project& project) { return pretty_json(project_json(project, {})); }

LoadedProject load_project(const fs::path& path) {
  if (path.extension() == ".onnx")
    throw Error(ESP_TEXT("engine",
                         "{}: expected a project, got an ONNX file. Import it first "
                         "(\"espalier-cli import\")"),
                path.string());
  FileStamp stamp;
  const std::string text = read_text(path);
  stamp_content(stamp, text);
  WeightRefs refs;
  LoadedProject loaded = from_text(text, path.string(), refs);
  loaded.stamp = std::move(stamp);
  if (refs.current == 0 && refs.versions.empty()) return loaded;

  const WeightNames names(loaded.project.network);
  if (refs.current != 0) {
    const std::size_t before = loaded.warnings.size();
    loaded.project.weights = load_weights(path, refs.current, names, loaded);
    // Something was left out: the file stays, and the next save writes what is there.
    const bool whole = loaded.warnings.size() == before;
    loaded.stamp.generation = whole ? refs.current : 0;
    if (!whole) {
      const std::string why = loaded.warnings[before].text();
      const bool unreadable = !loaded.stamp.keep.empty();
      loaded.weights_problem =
          unreadable
              ? message(ESP_TEXT("engine", "{} Put the file back, or train the project again."),
                        why)
              : message(ESP_TEXT("engine",
                                 "{}: {} Put the right file there, or train the project again."),
                        weights_path(path, refs.current).string(), why);
      if (!unreadable) loaded.stamp.keep.push_back(refs.current);
    }
    loaded.stamp.weights = loaded.project.weights;
    loaded.stamp.weight_names = names.hash();
  }
  for (const auto& v : refs.versions) {
    const WeightSet weights = load_weights(path, v.generation, names, loaded);
    loaded.project.versions.push_back({v.label, weights});
    loaded.stamp.versions.push_back({v.generation, weights, names.hash()});
  }
  return loaded;
}

bool changed_on_disk(const fs::path& path, const FileStamp& stamp) {
  std::error_code error;
  const std::uintmax_t size = fs::file_size(path, error);
  if (error || size != stamp.size) return true;
  return stable_hash(read_text(path)) != stamp.hash;
}

namespace {

// Weight files written for a save that may yet fail.
class NewFiles {
 public:
  ~NewFiles() {
    std::error_code ignored;
    for (const fs::path& p : paths_) fs::remove(p, ignored);
  }
  void add(fs::path path) { paths_.push_back(std::move(path)); }
  void keep() { paths_.clear(); }

 private:
  std::vector<fs::path> paths_;
};

class Saver {
 public:
  Saver(const Project& project, const fs::path& path, const FileStamp* stamp)
      : project_(project), path_(path), old_(stamp) {
    // Only weights need names, and a drawing too large to be run can still be saved.
    if (!project.weights.empty() || !project.versions.empty()) names_.emplace(project.network);
    const std::vector<int> found = generations(path);
    next_ = found.empty() ? 1 : found.back() + 1;
  }

  FileStamp run() {
    NewFiles fresh;
    WeightRefs refs;
    FileStamp stamp;
    stamp.weights = project_.weights;
    stamp.weight_names = names_ ? names_->hash() : 0;
    stamp.generation = refs.current = store(project_.weights, fresh);
    for (const WeightVersion& v : project_.versions) {
      const int generation = store(v.weights, fresh);
      if (generation == 0) continue;
      refs.versions.push_back({v.label, generation});
      stamp.versions.push_back({generation, v.weights, names_->hash()});
    }
    if (old_) stamp.keep = old_->keep;
    const std::string text = pretty_json(project_json(project_, refs));
    try {
      write_text(path_, text);
    } catch (const Error&) {
      // The rename may have been done and only the folder not been synced.
      if (is_on_disk(text)) fresh.keep();
      throw;
    }
    fresh.keep();
    stamp_content(stamp, text);
    remove_others(stamp);
    return stamp;
  }

 private:
  // The generation that holds these weights, written where there is none yet.
  int store(const WeightSet& weights, NewFiles& fresh) {
    if (weights.empty()) return 0;
    for (const auto& [set, generation] : stored_) {
      if (set.is(weights)) return generation;
    }
    int generation = known(weights);
    if (generation == 0) {
      generation = next_++;
      const fs::path file = weights_path(path_, generation);
      fresh.add(file);
      write_weights(file, weights, *names_);
    }
    stored_.emplace_back(weights, generation);
    return generation;
  }

  int known(const WeightSet& weights) const {
    if (!old_) return 0;
    const auto usable = [&](int generation, const WeightSet& set, std::uint64_t names) {
      return generation != 0 && set.is(weights) && names == names_->hash() &&
             fs::exists(weights_path(path_, generation));
    };
    if (usable(old_->generation, old_->weights, old_->weight_names)) return old_->generation;
    for (const FileStamp::Version& v : old_->versions) {
      if (usable(v.generation, v.weights, v.names)) return v.generation;
    }
    return 0;
  }

  bool is_on_disk(const std::string& text) const {
    try {
      return read_text(path_) == text;
    } catch (const Error&) {
      return false;
    }
  }

  void remove_others(const FileStamp& stamp) const {
    std::set<int> used(stamp.keep.begin(), stamp.keep.end());
    used.insert(stamp.generation);
    for (const auto& v : stamp.versions) used.insert(v.generation);
    for (const int generation : generations(path_)) {
      if (used.contains(generation)) continue;
      std::error_code error;
      fs::remove(weights_path(path_, generation), error);
      if (error) log::warning("{}: {}", weights_path(path_, generation).string(), error.message());
    }
  }

  const Project& project_;
  const fs::path& path_;
  const FileStamp* old_;
  std::optional<WeightNames> names_;
  int next_ = 1;
  std::vector<std::pair<WeightSet, int>> stored_;
};

}  // namespace

FileStamp save_project(const Project& project, const fs::path& path, const FileStamp* stamp) {
  const FileLock lock(path);
  // One that was removed meanwhile is made again.
  if (stamp && fs::exists(path) && changed_on_disk(path, *stamp)) {
    throw Error(
        ESP_TEXT("engine",
                 "{}: was changed by another program since it was opened. Save under another name, "
                 "or open it again."),
        path.string());
  }
  return Saver(project, path, stamp).run();
}

}  // namespace espalier
