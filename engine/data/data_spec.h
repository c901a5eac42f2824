// SPDX-License-Identifier: Apache-2.0
//
// What a project says about its data: plain values, no file is opened here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace espalier {

enum class DataKind { idx, folder, csv };

// Which part of the data: validation is taken from the training files, test has files of its own.
enum class Split { train, validation, test };

enum class OnBrokenSample { stop, skip };

// How raw values become inputs. Images count as values in [0, 1] before mean and deviation.
enum class Normalise {
  none,      // as stored: 0 … 255 for bytes
  unit,      // to [0, 1]: bytes by 255, numbers by the least and greatest of the training data
  given,     // (value − mean) / deviation, from the lists below
  from_data  // the same, with the mean and deviation of the training data
};

enum class TargetKind {
  automatic,  // classes where the column holds text or few whole numbers ≥ 0, else numbers
  classes,
  number
};

// Paths are relative to the project file, or absolute.
struct DataFiles {
  std::string samples;  // IDX images, a folder of class folders, or a table; may be empty for test
  std::string labels;   // IDX labels; unused by the others
};

struct ImageSize {
  int width = 0;     // 0: as the first image
  int height = 0;    // 0: as the first image
  int channels = 0;  // 1 grey, 3 RGB, 0: as the first image
};

struct TableFormat {
  bool header = true;                 // without one, columns are named "1", "2" …
  char separator = '\0';              // none: a tab for .tsv and .tab, else a comma
  std::vector<std::string> features;  // empty: every column but the target
  TargetKind target_kind = TargetKind::automatic;
};

struct DataSpec {
  DataKind kind = DataKind::idx;
  DataFiles train;
  DataFiles test;
  std::string target;                    // the target column of a table
  std::vector<std::string> class_names;  // in the order of their numbers; empty: from the data
  double validation_fraction = 0.1;      // of the training samples, 0 … 0.9
  std::uint64_t validation_seed = 0;
  Normalise normalise = Normalise::unit;
  std::vector<float> mean;       // one a channel or feature, or one for all
  std::vector<float> deviation;  // likewise
  ImageSize image;               // of folders
  TableFormat table;
  OnBrokenSample on_broken_sample = OnBrokenSample::stop;
};

// The names that files and the command line use: "idx", "validation", "from_data" …
std::string_view name(DataKind v);
std::string_view name(Split v);
std::string_view name(OnBrokenSample v);
std::string_view name(Normalise v);
std::string_view name(TargetKind v);

// The value of that name; defined for the five enumerations above.
template <class E> std::optional<E> from_name(std::string_view name);

}  // namespace espalier
