// SPDX-License-Identifier: Apache-2.0
#include "engine/data/dataset.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>

#include "engine/base/philox.h"
#include "engine/data/open.h"

namespace espalier {
namespace {

// Planes first: input [channels, …] in memory order, one pair of numbers a plane.
template <class T> void scale_planes(std::span<const T> raw, const Scaling& s, float* out) {
  const std::size_t plane = raw.size() / s.scale.size();
  const T* in = raw.data();
  if (plane == 1) {
    const float* scale = s.scale.data();
    const float* offset = s.offset.data();
    for (std::size_t i = 0; i < raw.size(); ++i)
      out[i] = static_cast<float>(in[i]) * scale[i] + offset[i];
    return;
  }
  for (std::size_t c = 0; c < s.scale.size(); ++c, in += plane, out += plane) {
    const float scale = s.scale[c];
    const float offset = s.offset[c];
    for (std::size_t i = 0; i < plane; ++i) out[i] = static_cast<float>(in[i]) * scale + offset;
  }
}

// The values of a list given as one for all channels or one for each.
std::vector<float> per_channel(const std::vector<float>& given, std::size_t channels,
                               const char* what) {
  if (given.size() == channels) return given;
  if (given.size() == 1) return std::vector<float>(channels, given[0]);
  throw Error(ESP_TEXT("engine",
                       "Normalising: the {} has {} numbers, expected 1 or {} (one a "
                       "channel). Correct the list in the data settings."),
              what, given.size(), channels);
}

}  // namespace

void normalise(std::span<const std::uint8_t> raw, const Scaling& s, float* out) {
  scale_planes(raw, s, out);
}
void normalise(std::span<const float> raw, const Scaling& s, float* out) {
  scale_planes(raw, s, out);
}

std::int64_t Dataset::size(Split split) const {
  return static_cast<std::int64_t>(rows_[static_cast<std::size_t>(split)].size());
}

Dataset::Place Dataset::place(Split split, std::int64_t index) const {
  const auto& rows = rows_[static_cast<std::size_t>(split)];
  return {split == Split::test ? testing : training, rows[static_cast<std::size_t>(index)]};
}

void Dataset::read(Split split, std::int64_t index, std::span<std::byte* const> out) const {
  const Place p = place(split, index);
  if (out[0] != nullptr)
    read_input(p.part, p.row, input_.scaling, reinterpret_cast<float*>(out[0]));
  if (out.size() < 2 || out[1] == nullptr) return;
  const Targets& t = targets_[p.part];
  const auto row = static_cast<std::size_t>(p.row);
  if (t.classes.empty())
    std::memcpy(out[1], &t.numbers[row], sizeof(float));
  else
    std::memcpy(out[1], &t.classes[row], sizeof(std::int64_t));
}

std::int64_t Dataset::class_of(Split split, std::int64_t index) const {
  const Place p = place(split, index);
  const Targets& t = targets_[p.part];
  return t.classes.empty() ? -1 : t.classes[static_cast<std::size_t>(p.row)];
}

std::string Dataset::describe(Split split, std::int64_t index) const {
  const Place p = place(split, index);
  return describe_row(p.part, p.row);
}

std::optional<Image> Dataset::picture(Split split, std::int64_t index) const {
  const Place p = place(split, index);
  return picture_of_row(p.part, p.row);
}

std::optional<Image> Dataset::picture_of_row(Part, std::int64_t) const { return std::nullopt; }

std::vector<std::int64_t> Dataset::class_counts(Split split) const {
  std::vector<std::int64_t> counts(columns_[1].class_names.size());
  if (counts.empty()) return counts;
  for (std::int64_t i = 0; i < size(split); ++i)
    ++counts[static_cast<std::size_t>(class_of(split, i))];
  return counts;
}

Statistics Dataset::statistics(Split split, std::int64_t at_most) const {
  const auto channels = static_cast<std::size_t>(input_.shape[0]);
  const auto values = static_cast<std::size_t>(count(input_.shape));
  const std::size_t plane = values / channels;
  Statistics s;
  s.mean.assign(channels, 0);
  s.deviation.assign(channels, 0);
  s.minimum.assign(channels, std::numeric_limits<double>::infinity());
  s.maximum.assign(channels, -std::numeric_limits<double>::infinity());
  const Scaling raw = raw_scaling();
  std::vector<float> sample(values);
  const std::int64_t n = size(split);
  const std::int64_t wanted = at_most > 0 ? std::min(at_most, n) : n;
  // Chan's update by whole planes: the plain sum of squares loses the deviation of values far
  // from 0.
  for (std::int64_t i = 0; i < wanted; ++i) {
    const Place p = place(split, i * n / wanted);
    try {
      read_input(p.part, p.row, raw, sample.data());
    } catch (const Error&) {
      continue;
    }
    ++s.samples;
    const auto old_count = static_cast<double>(s.samples - 1) * static_cast<double>(plane);
    const auto new_count = old_count + static_cast<double>(plane);
    for (std::size_t c = 0; c < channels; ++c) {
      const float* v = sample.data() + c * plane;
      double mean = 0;
      for (std::size_t k = 0; k < plane; ++k) mean += static_cast<double>(v[k]);
      mean /= static_cast<double>(plane);
      double squares = 0;
      for (std::size_t k = 0; k < plane; ++k) {
        const double d = static_cast<double>(v[k]) - mean;
        squares += d * d;
      }
      const double step = mean - s.mean[c];
      s.mean[c] += step * static_cast<double>(plane) / new_count;
      s.deviation[c] += squares + step * step * old_count * static_cast<double>(plane) / new_count;
      const auto [low, high] = std::minmax_element(v, v + plane);
      s.minimum[c] = std::min(s.minimum[c], static_cast<double>(*low));
      s.maximum[c] = std::max(s.maximum[c], static_cast<double>(*high));
    }
  }
  const double total = std::max(1.0, static_cast<double>(s.samples) * static_cast<double>(plane));
  for (double& d : s.deviation) d = std::sqrt(d / total);
  return s;
}

void Dataset::set_columns(Column input, Column target) {
  target.is_target = true;
  columns_ = {std::move(input), std::move(target)};
  input_.shape = columns_[0].shape;
}

void Dataset::leave_out(const Error& error, Part part, std::int64_t row) {
  if (on_broken_ == OnBrokenSample::stop) throw error;
  ++left_out_;
  if (left_out_reasons_.size() < 20) left_out_reasons_.push_back(error.message());
  if (row >= 0) broken_[part].push_back(row);
}

void Dataset::finish(const DataSpec& spec) {
  divide(spec);
  choose_scaling(spec);
}

void Dataset::divide(const DataSpec& spec) {
  for (const Part part : {training, testing}) {
    const Targets& t = targets_[part];
    const std::size_t n = std::max(t.classes.size(), t.numbers.size());
    auto& rows = rows_[static_cast<std::size_t>(part == testing ? Split::test : Split::train)];
    rows.resize(n);
    std::iota(rows.begin(), rows.end(), 0);
    std::sort(broken_[part].begin(), broken_[part].end());
    std::erase_if(rows, [&](std::int64_t row) {
      return std::binary_search(broken_[part].begin(), broken_[part].end(), row);
    });
  }
  auto& train = rows_[static_cast<std::size_t>(Split::train)];
  auto& validation = rows_[static_cast<std::size_t>(Split::validation)];
  if (!(spec.validation_fraction >= 0 && spec.validation_fraction <= 0.9))
    throw Error(ESP_TEXT("engine",
                         "The part kept for validation is {}, expected 0 to 0.9. Correct "
                         "it in the data settings."),
                spec.validation_fraction);
  const auto wanted = static_cast<std::ptrdiff_t>(
      std::llround(spec.validation_fraction * static_cast<double>(train.size())));
  // Each row draws a lot from its own number, and the lowest lots are taken: rows that come later
  // hardly move the others.
  const auto lot = [&](std::int64_t row) {
    const auto bits =
        philox(spec.validation_seed, stable_hash("validation"), static_cast<std::uint64_t>(row));
    return std::pair(std::uint64_t{bits[0]} << 32 | bits[1], row);
  };
  std::vector<std::pair<std::uint64_t, std::int64_t>> lots(train.size());
  std::transform(train.begin(), train.end(), lots.begin(), lot);
  std::nth_element(lots.begin(), lots.begin() + wanted, lots.end());
  validation.resize(static_cast<std::size_t>(wanted));
  std::transform(lots.begin(), lots.begin() + wanted, validation.begin(),
                 [](const auto& l) { return l.second; });
  std::sort(validation.begin(), validation.end());
  std::erase_if(train, [&](std::int64_t row) {
    return std::binary_search(validation.begin(), validation.end(), row);
  });
  if (train.empty())
    throw Error(ESP_TEXT("engine",
                         "No training samples are left ({} broken ones, {} for "
                         "validation). Check the files or keep less for validation."),
                left_out_, validation.size());
}

Scaling Dataset::raw_scaling() const {
  const auto channels = static_cast<std::size_t>(input_.shape[0]);
  return {std::vector<float>(channels, input_.bytes ? 1.0F / 255.0F : 1.0F),
          std::vector<float>(channels, 0.0F)};
}

void Dataset::choose_scaling(const DataSpec& spec) {
  const auto channels = static_cast<std::size_t>(input_.shape[0]);
  std::vector<float> mean(channels, 0.0F);
  std::vector<float> deviation(channels, 1.0F);
  if (spec.normalise == Normalise::given) {
    mean = per_channel(spec.mean, channels, "mean");
    deviation = per_channel(spec.deviation, channels, "deviation");
    for (const float d : deviation)
      if (!(d > 0) || !std::isfinite(d))
        throw Error(ESP_TEXT("engine",
                             "Normalising: a deviation is {}, expected a number above 0. "
                             "Correct it in the data settings."),
                    d);
  }
  const bool measured = spec.normalise == Normalise::from_data ||
                        (spec.normalise == Normalise::unit && !input_.bytes);
  if (measured) {
    const Statistics s = statistics(Split::train, measured_);
    for (std::size_t c = 0; c < channels && s.samples > 0; ++c) {
      const bool unit = spec.normalise == Normalise::unit;
      const double spread = unit ? s.maximum[c] - s.minimum[c] : s.deviation[c];
      mean[c] = static_cast<float>(unit ? s.minimum[c] : s.mean[c]);
      deviation[c] = spread > 0 ? static_cast<float>(spread) : 1.0F;  // a constant channel
    }
  }
  input_.scaling = raw_scaling();
  for (std::size_t c = 0; c < channels; ++c) {
    const bool as_stored = spec.normalise == Normalise::none;
    input_.scaling.scale[c] =
        as_stored ? 1.0F : (input_.bytes ? 1.0F / (255.0F * deviation[c]) : 1.0F / deviation[c]);
    input_.scaling.offset[c] = as_stored ? 0.0F : -mean[c] / deviation[c];
  }
}

std::shared_ptr<const Dataset> open_dataset(const DataSpec& spec, const fs::path& folder) {
  if (spec.train.samples.empty())
    throw Error(ESP_TEXT("engine",
                         "No training data are chosen. Choose a file or folder in the "
                         "data settings."));
  DataSpec full = spec;
  for (std::string* path :
       {&full.train.samples, &full.train.labels, &full.test.samples, &full.test.labels})
    if (!path->empty()) *path = (folder / *path).lexically_normal().string();
  switch (spec.kind) {
    case DataKind::idx:
      return open_idx_dataset(full);
    case DataKind::folder:
      return open_folder_dataset(full);
    case DataKind::csv:
      break;
  }
  return open_csv_dataset(full);
}

}  // namespace espalier
