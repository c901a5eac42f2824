// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include "engine/data/csv.h"
#include "engine/data/open.h"

namespace espalier {
namespace {

constexpr std::size_t automatic_class_limit = 100;  // more different numbers are a quantity
constexpr std::size_t class_limit = std::size_t{1} << 16;

std::string joined(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& n : names) out += (out.empty() ? "" : ", ") + n;
  return out;
}

// Non-negative whole numbers without decoration count as class numbers.
bool is_class_number(const std::string& s) {
  return !s.empty() && s.size() <= 6 &&
         std::all_of(s.begin(), s.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::string trimmed(const std::string& s) {
  const auto first = s.find_first_not_of(" \t");
  if (first == std::string::npos) return {};
  return s.substr(first, s.find_last_not_of(" \t") - first + 1);
}

class CsvDataset final : public Dataset {
 public:
  explicit CsvDataset(const DataSpec& spec) : spec_(spec) {
    on_broken_ = spec.on_broken_sample;
    load(training, spec.train.samples);
    if (!spec.test.samples.empty()) load(testing, spec.test.samples);
    describe_columns();
    for (const Part part : {training, testing}) number_targets(part);
    for (Table& t : tables_) t.target = {};
    finish(spec);
  }

 private:
  struct Table {
    std::string path;
    std::vector<float> features;      // row after row
    std::vector<std::int64_t> lines;  // where each row came from
    std::vector<std::string> target;  // its text, until it is numbered
  };

  // Where the wanted columns stand in this file.
  struct Layout {
    std::size_t fields = 0;
    std::vector<std::string> names;
    std::vector<std::size_t> features;
    std::size_t target = 0;
  };

  [[noreturn]] void no_column(const Table& t, const std::string& name,
                              const std::vector<std::string>& names) const {
    throw Error(ESP_TEXT("engine",
                         "{}: has no column \"{}\"; it has {}. Choose one of these in the "
                         "data settings."),
                t.path, name, joined(names));
  }

  Layout layout_of(const Table& t, std::vector<std::string> names) const {
    Layout l;
    l.fields = names.size();
    if (!spec_.table.header)
      for (std::size_t i = 0; i < names.size(); ++i) names[i] = std::to_string(i + 1);
    for (std::string& n : names) n = trimmed(n);
    for (std::size_t i = 0; i < names.size(); ++i)
      if (names[i].empty() || std::find(names.begin(), names.begin() + static_cast<long>(i),
                                        names[i]) != names.begin() + static_cast<long>(i))
        throw Error(ESP_TEXT("engine",
                             "{}, line 1, column {}: the name \"{}\" is empty or taken "
                             "twice. Give every column a name of its own, or say that "
                             "the table has no header."),
                    t.path, i + 1, names[i]);
    const auto find = [&](const std::string& name) {
      const auto at = std::find(names.begin(), names.end(), name);
      if (at == names.end()) no_column(t, name, names);
      return static_cast<std::size_t>(at - names.begin());
    };
    if (spec_.target.empty())
      throw Error(ESP_TEXT("engine",
                           "{}: no target column is chosen. Choose one of {} in the data "
                           "settings."),
                  t.path, joined(names));
    l.target = find(spec_.target);
    // The test table is read by the names of the training table.
    std::vector<std::string> wanted = features_.empty() ? spec_.table.features : features_;
    if (wanted.empty())
      for (const std::string& n : names)
        if (n != spec_.target) wanted.push_back(n);
    for (const std::string& n : wanted) l.features.push_back(find(n));
    if (wanted.empty())
      throw Error(ESP_TEXT("engine",
                           "{}: has no column besides the target \"{}\". Add the columns "
                           "to learn from, or choose another separator."),
                  t.path, spec_.target);
    if (std::find(wanted.begin(), wanted.end(), spec_.target) != wanted.end())
      throw Error(ESP_TEXT("engine",
                           "{}: the target \"{}\" is also among the columns to learn "
                           "from. Take it out there."),
                  t.path, spec_.target);
    l.names = std::move(names);
    return l;
  }

  void load(Part part, const std::string& path) {
    Table& t = tables_[part];
    t.path = path;
    CsvReader reader(path, spec_.table.separator);
    std::vector<std::string> fields;
    if (!reader.next(fields))
      throw Error(ESP_TEXT("engine", "{}: is empty. Choose another table."), path);
    const Layout layout = layout_of(t, fields);
    if (part == training)
      for (const std::size_t i : layout.features) features_.push_back(layout.names[i]);
    const auto rows = static_cast<std::size_t>(reader.rows_at_most());
    t.features.reserve(rows * layout.features.size());
    for (bool row = !spec_.table.header || reader.next(fields); row; row = reader.next(fields)) {
      try {
        take_row(t, layout, fields, reader.line());
      } catch (const Error& e) {
        t.features.resize(t.lines.size() * layout.features.size());
        leave_out(e, part);
      }
    }
    if (t.lines.empty() && left_out() == 0)
      throw Error(ESP_TEXT("engine", "{}: has a header but no rows. Choose another table."), path);
  }

  void take_row(Table& t, const Layout& layout, const std::vector<std::string>& fields,
                std::int64_t line) const {
    if (fields.size() != layout.fields)
      throw Error(ESP_TEXT("engine",
                           "{}, line {}: expected {} fields, got {}. Correct the row, or "
                           "choose the right separator."),
                  t.path, line, layout.fields, fields.size());
    for (const std::size_t i : layout.features) {
      const auto value = parse_number(fields[i]);
      if (!value)
        throw Error(ESP_TEXT("engine",
                             "{}, line {}, column \"{}\": expected a number, got \"{}\". "
                             "Correct the field, leave the column out in the data "
                             "settings, or let broken samples be skipped."),
                    t.path, line, layout.names[i], fields[i].substr(0, 60));
      t.features.push_back(*value);
    }
    std::string target = trimmed(fields[layout.target]);
    if (target.empty())
      throw Error(ESP_TEXT("engine",
                           "{}, line {}, column \"{}\": the target is missing. Fill it in, "
                           "or let broken samples be skipped."),
                  t.path, line, layout.names[layout.target]);
    t.target.push_back(std::move(target));
    t.lines.push_back(line);
  }

  bool target_is_class(const std::vector<std::string>& distinct) const {
    if (spec_.table.target_kind != TargetKind::automatic)
      return spec_.table.target_kind == TargetKind::classes;
    if (!spec_.class_names.empty()) return true;
    const bool numbers = std::all_of(distinct.begin(), distinct.end(), [](const std::string& s) {
      return parse_number(s).has_value();
    });
    return !numbers || (distinct.size() <= automatic_class_limit &&
                        std::all_of(distinct.begin(), distinct.end(), is_class_number));
  }

  void describe_columns() {
    std::vector<std::string> distinct = tables_[training].target;
    std::sort(distinct.begin(), distinct.end());
    distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
    const auto width = static_cast<std::int64_t>(features_.size());
    Column target{spec_.target, DType::float32, {1}, true, {}};
    if (target_is_class(distinct)) {
      if (distinct.size() > class_limit)
        throw Error(ESP_TEXT("engine",
                             "{}, column \"{}\": has {} different values, too many for "
                             "classes. Choose another target, or make it a number."),
                    tables_[training].path, spec_.target, distinct.size());
      // 2 before 10
      if (std::all_of(distinct.begin(), distinct.end(), is_class_number))
        std::stable_sort(distinct.begin(), distinct.end(),
                         [](const auto& a, const auto& b) { return std::stol(a) < std::stol(b); });
      target.type = DType::int64;
      target.shape = {};
      target.class_names = spec_.class_names.empty() ? distinct : spec_.class_names;
    }
    set_columns({"features", DType::float32, {width}, false, {}}, std::move(target));
  }

  Error unknown_class(Part part, std::size_t row) const {
    const Table& t = tables_[part];
    const std::string name = t.target[row].substr(0, 60);
    if (spec_.class_names.empty())  // the classes are those of the training table
      return Error(ESP_TEXT("engine",
                            "{}, line {}, column \"{}\": the class \"{}\" does not occur in {}. "
                            "Correct it, add samples of it there, or name all classes in the data "
                            "settings."),
                   t.path, t.lines[row], columns_[1].name, name, tables_[training].path);
    return Error(ESP_TEXT("engine",
                          "{}, line {}, column \"{}\": \"{}\" is not one of the classes. Correct "
                          "it, or add the class in the data settings."),
                 t.path, t.lines[row], columns_[1].name, name);
  }

  void number_targets(Part part) {
    const Table& t = tables_[part];
    const Column& column = columns_[1];
    std::map<std::string, std::int64_t, std::less<>> number_of;
    for (std::size_t i = 0; i < column.class_names.size(); ++i)
      number_of.emplace(column.class_names[i], static_cast<std::int64_t>(i));
    const bool classes = column.type == DType::int64;
    for (std::size_t row = 0; row < t.target.size(); ++row) {
      const auto found = number_of.find(t.target[row]);
      const auto value = classes ? std::nullopt : parse_number(t.target[row]);
      const bool known = classes ? found != number_of.end() : value.has_value();
      if (!known)
        leave_out(classes ? unknown_class(part, row)
                          : Error(ESP_TEXT("engine",
                                           "{}, line {}, column \"{}\": expected a number, got "
                                           "\"{}\". Correct it, or make the target a class."),
                                  t.path, t.lines[row], column.name, t.target[row].substr(0, 60)),
                  part, static_cast<std::int64_t>(row));
      if (classes)
        targets_[part].classes.push_back(known ? found->second : -1);
      else
        targets_[part].numbers.push_back(value.value_or(0.0F));
    }
  }

  void read_input(Part part, std::int64_t row, const Scaling& scaling, float* out) const override {
    const std::size_t n = features_.size();
    normalise({tables_[part].features.data() + static_cast<std::size_t>(row) * n, n}, scaling, out);
  }

  std::string describe_row(Part part, std::int64_t row) const override {
    const Table& t = tables_[part];
    return fmt::format("{}, line {}", fs::path(t.path).filename().string(),
                       t.lines[static_cast<std::size_t>(row)]);
  }

  DataSpec spec_;
  std::array<Table, 2> tables_;
  std::vector<std::string> features_;
};

}  // namespace

std::shared_ptr<const Dataset> open_csv_dataset(const DataSpec& spec) {
  return std::make_shared<CsvDataset>(spec);
}

}  // namespace espalier
