// SPDX-License-Identifier: Apache-2.0
//
// Data sets: samples of one input and one target, by split and index.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/base/dtype.h"
#include "engine/base/file.h"
#include "engine/base/message.h"
#include "engine/base/shape.h"
#include "engine/data/data_spec.h"
#include "engine/data/image.h"

namespace espalier {

// What a data source offers on one port: the shape is that of one sample, without the batch.
struct Column {
  std::string name;
  DType type = DType::float32;
  Shape shape;
  bool is_target = false;
  std::vector<std::string> class_names;  // of a target that is a class number
};

// A channel's values become value · scale + offset. A channel is the first dimension of the input.
struct Scaling {
  std::vector<float> scale;
  std::vector<float> offset;
};

// All that is needed to prepare an input without the data set: "Try it" keeps it with a run.
struct InputFormat {
  Shape shape;         // [channels, height, width] of images, [features] of tables
  bool bytes = false;  // raw values are bytes, 255 is full
  Scaling scaling;     // from raw values
};

// Of raw values; bytes count as values in [0, 1].
struct Statistics {
  std::int64_t samples = 0;
  std::vector<double> mean, deviation, minimum, maximum;  // one a channel
};

class Dataset {
 public:
  virtual ~Dataset() = default;
  Dataset(const Dataset&) = delete;
  Dataset& operator=(const Dataset&) = delete;

  const std::vector<Column>& columns() const { return columns_; }  // the input, then the target
  std::int64_t size(Split split) const;
  // Writes the columns of a sample to out[column], each as large as its column says; a null
  // pointer leaves the column out. Any thread; allocates nothing for IDX and tables. Throws Error
  // where the sample is broken. Precondition: 0 ≤ index < size(split).
  void read(Split split, std::int64_t index, std::span<std::byte* const> out) const;
  // Class number; −1 where the target is a number.
  std::int64_t class_of(Split split, std::int64_t index) const;
  // Where the sample comes from: "train.csv, line 18", "cat/3.png".
  std::string describe(Split split, std::int64_t index) const;
  // The sample as a picture, before normalising; nothing for data that are no pictures.
  std::optional<Image> picture(Split split, std::int64_t index) const;

  const InputFormat& input_format() const { return input_; }
  // Over at most so many samples, spread evenly; broken ones are left out. 0 means all.
  Statistics statistics(Split split, std::int64_t at_most = 0) const;
  // Samples of each class; empty where the target is a number.
  std::vector<std::int64_t> class_counts(Split split) const;

  OnBrokenSample on_broken_sample() const { return on_broken_; }
  // What was left out when the files were opened: how many samples, and the first reasons.
  std::int64_t left_out() const { return left_out_; }
  const std::vector<Message>& left_out_reasons() const { return left_out_reasons_; }

 protected:
  enum Part { training = 0, testing = 1 };  // files; validation is a piece of the training part
  struct Targets {
    std::vector<std::int64_t> classes;  // either these
    std::vector<float> numbers;         // or these, one a row
  };

  Dataset() = default;
  virtual void read_input(Part part, std::int64_t row, const Scaling& scaling,
                          float* out) const = 0;
  virtual std::string describe_row(Part part, std::int64_t row) const = 0;
  virtual std::optional<Image> picture_of_row(Part part, std::int64_t row) const;

  // For implementations, in this order: columns_, input_ (without scaling), targets_; broken
  // rows by leave_out(); then finish().
  void set_columns(Column input, Column target);
  // Stops with the error or notes it, as the project says. A left out row keeps its place in
  // targets_, and `row` must be given then; −1 where the row takes no place.
  void leave_out(const Error& error, Part part, std::int64_t row = -1);
  void finish(const DataSpec& spec);

  std::vector<Column> columns_;
  InputFormat input_;
  std::array<Targets, 2> targets_;
  OnBrokenSample on_broken_ = OnBrokenSample::stop;
  std::int64_t measured_ = 0;  // samples that tell mean and deviation, 0 for all

 private:
  struct Place {
    Part part;
    std::int64_t row;
  };
  Place place(Split split, std::int64_t index) const;
  void divide(const DataSpec& spec);
  Scaling raw_scaling() const;
  void choose_scaling(const DataSpec& spec);

  std::array<std::vector<std::int64_t>, 3> rows_;  // by split
  std::array<std::vector<std::int64_t>, 2> broken_;
  std::int64_t left_out_ = 0;
  std::vector<Message> left_out_reasons_;
};

// Opens and checks the files; relative paths start at `folder`. Throws Error.
std::shared_ptr<const Dataset> open_dataset(const DataSpec& spec, const fs::path& folder);

// out = raw · scale + offset, channel by channel.
void normalise(std::span<const std::uint8_t> raw, const Scaling& scaling, float* out);
void normalise(std::span<const float> raw, const Scaling& scaling, float* out);

}  // namespace espalier
