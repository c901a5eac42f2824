// SPDX-License-Identifier: GPL-3.0-or-later
//
// A look at a data set, taken on another thread: what the data panel shows.
#pragma once

#include <QImage>
#include <QString>
#include <QStringList>
#include <memory>
#include <vector>

#include "engine/data/dataset.h"

namespace espalier::ui {

struct SampleLook {
  QImage picture;             // null for tables
  QString target;             // class name or number
  QString where;              // "train.csv, line 18"
  std::vector<float> values;  // of tables: as the network gets them
};

struct DataLook {
  QString problem;  // why it could not be opened; the rest is empty then
  std::int64_t train = 0, validation = 0, test = 0, leftOut = 0;
  QStringList leftOutReasons;
  QString input;         // "1 × 28 × 28"
  QString target;        // column name
  QStringList features;  // of tables
  QStringList classNames;
  std::vector<std::int64_t> classCounts;  // of the training split
  Statistics before;                      // of a part of the training data
  std::vector<double> meanAfter, deviationAfter;
  bool pictures = false;
  std::vector<SampleLook> samples;
  std::shared_ptr<const Dataset> dataset;  // kept open for more samples
};

// Blocks; call it on a worker. `skip`: how many samples to go on by. Uses `open` instead of opening
// the files where it is given.
DataLook lookAt(const DataSpec& spec, const fs::path& folder, Split split, std::int64_t skip,
                int count, std::shared_ptr<const Dataset> open = {});

QImage toQImage(const Image& image);

}  // namespace espalier::ui
