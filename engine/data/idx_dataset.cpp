// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "engine/data/idx.h"
#include "engine/data/open.h"

namespace espalier {
namespace {

constexpr std::int64_t class_limit = 1 << 16;  // more is a file of something else

Tensor as_float32(const Tensor& t) {
  Tensor out(DType::float32, t.shape());
  const auto convert = [&](auto values) {
    float* to = out.mutable_values<float>().data();
    std::transform(values.begin(), values.end(), to, [](auto v) { return static_cast<float>(v); });
  };
  switch (t.type()) {
    case DType::int8:
      convert(t.values<std::int8_t>());
      break;
    case DType::int16:
      convert(t.values<std::int16_t>());
      break;
    case DType::int32:
      convert(t.values<std::int32_t>());
      break;
    case DType::float64:
      convert(t.values<double>());
      break;
    default:
      return t;
  }
  return out;
}

std::vector<std::int64_t> as_labels(const Tensor& t, const std::string& path) {
  if (t.shape().size() != 1 || is_floating(t.type()))
    throw Error(ESP_TEXT("engine",
                         "{}: labels are one whole number a sample, but this file holds "
                         "{} of shape {}. Choose the file of the labels."),
                path, name(t.type()), to_string(t.shape()));
  if (t.type() == DType::uint8) {
    const auto v = t.values<std::uint8_t>();
    return {v.begin(), v.end()};
  }
  const Tensor numbers = as_float32(t);  // exact up to 2^24, far above class_limit
  std::vector<std::int64_t> labels;
  for (const float v : numbers.values<float>()) labels.push_back(static_cast<std::int64_t>(v));
  return labels;
}

class IdxDataset final : public Dataset {
 public:
  explicit IdxDataset(const DataSpec& spec) {
    on_broken_ = spec.on_broken_sample;
    load(training, spec.train);
    if (!spec.test.samples.empty()) load(testing, spec.test);
    describe_columns(spec);
    for (const Part part : {training, testing}) check_labels(part);
    finish(spec);
  }

 private:
  void load(Part part, const DataFiles& files) {
    if (files.labels.empty())
      throw Error(ESP_TEXT("engine",
                           "{}: no file of labels goes with these samples. Choose it in "
                           "the data settings."),
                  files.samples);
    files_[part] = files;
    Tensor samples = read_idx(files.samples);
    if (samples.type() != DType::uint8) samples = as_float32(samples);
    Shape& shape = sample_shape_[part];
    shape.assign(samples.shape().begin() + 1, samples.shape().end());
    if (shape.size() == 2) shape.insert(shape.begin(), 1);  // grey images
    if (shape.empty()) shape = {1};
    samples_[part] = samples;
    targets_[part].classes = as_labels(read_idx(files.labels), files.labels);
    const auto expected = samples.shape()[0];
    const auto got = static_cast<std::int64_t>(targets_[part].classes.size());
    if (got != expected)
      throw Error(ESP_TEXT("engine",
                           "{}: has {} labels, but {} has {} samples. Choose the two files "
                           "that belong together."),
                  files.labels, got, files.samples, expected);
    if (samples.count() == 0)
      throw Error(ESP_TEXT("engine", "{}: holds no samples (shape {}). Choose another file."),
                  files.samples, to_string(samples.shape()));
  }

  void describe_columns(const DataSpec& spec) {
    if (samples_[testing] && (sample_shape_[testing] != sample_shape_[training] ||
                              samples_[testing].type() != samples_[training].type()))
      throw Error(ESP_TEXT("engine",
                           "{}: samples are {} {}, but those of {} are {} {}. Choose test "
                           "data of the same kind."),
                  files_[testing].samples, name(samples_[testing].type()),
                  to_string(sample_shape_[testing]), files_[training].samples,
                  name(samples_[training].type()), to_string(sample_shape_[training]));
    std::vector<std::string> names = spec.class_names;
    const auto& labels = targets_[training].classes;
    const std::int64_t most = *std::max_element(labels.begin(), labels.end());
    if (names.empty() && most < class_limit)
      for (std::int64_t i = 0; i <= most; ++i) names.push_back(std::to_string(i));
    set_columns({"image", DType::float32, sample_shape_[training], false, {}},
                {"label", DType::int64, {}, true, std::move(names)});
    input_.bytes = samples_[training].type() == DType::uint8;
  }

  void check_labels(Part part) {
    const auto classes =
        std::max<std::int64_t>(1, static_cast<std::int64_t>(columns_[1].class_names.size()));
    const auto& labels = targets_[part].classes;
    for (std::size_t i = 0; i < labels.size(); ++i) {
      if (labels[i] >= 0 && labels[i] < classes) continue;
      leave_out(Error(ESP_TEXT("engine",
                               "{}: label {} is {}, expected 0 to {}. Correct the class "
                               "names in the data settings or the file."),
                      files_[part].labels, i, labels[i], classes - 1),
                part, static_cast<std::int64_t>(i));
    }
  }

  void read_input(Part part, std::int64_t row, const Scaling& scaling, float* out) const override {
    const Tensor& t = samples_[part];
    const auto n = static_cast<std::size_t>(t.count() / t.shape()[0]);
    const auto begin = static_cast<std::size_t>(row) * n;
    if (input_.bytes)
      normalise(t.values<std::uint8_t>().subspan(begin, n), scaling, out);
    else
      normalise(t.values<float>().subspan(begin, n), scaling, out);
  }

  std::string describe_row(Part part, std::int64_t row) const override {
    return fmt::format("{}, {}", fs::path(files_[part].samples).filename().string(), row);
  }

  std::optional<Image> picture_of_row(Part part, std::int64_t row) const override {
    const Shape& s = sample_shape_[part];
    if (!input_.bytes || s.size() != 3 || (s[0] != 1 && s[0] != 3)) return std::nullopt;
    const auto plane = static_cast<std::size_t>(s[1] * s[2]);
    const auto channels = static_cast<std::size_t>(s[0]);
    const std::uint8_t* raw = samples_[part].values<std::uint8_t>().data() +
                              static_cast<std::size_t>(row) * plane * channels;
    Image image{static_cast<int>(s[2]), static_cast<int>(s[1]), static_cast<int>(s[0]), {}};
    image.pixels.resize(plane * channels);
    for (std::size_t i = 0; i < plane; ++i)
      for (std::size_t c = 0; c < channels; ++c)
        image.pixels[i * channels + c] = raw[c * plane + i];
    return image;
  }

  std::array<DataFiles, 2> files_;
  std::array<Tensor, 2> samples_;
  std::array<Shape, 2> sample_shape_;
};

}  // namespace

std::shared_ptr<const Dataset> open_idx_dataset(const DataSpec& spec) {
  return std::make_shared<IdxDataset>(spec);
}

}  // namespace espalier
