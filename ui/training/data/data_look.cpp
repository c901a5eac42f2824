// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/data/data_look.h"

#include <algorithm>
#include <cmath>

#include "ui/widgets/text.h"

namespace espalier::ui {
namespace {

constexpr std::int64_t kForStatistics = 2000;  // samples

QString classText(const Dataset& data, Split split, std::int64_t index, const Column& target) {
  const std::int64_t number = data.class_of(split, index);
  if (number < 0) return {};
  return number < std::int64_t(target.class_names.size())
             ? QString::fromStdString(target.class_names[std::size_t(number)])
             : QString::number(number);
}

SampleLook sampleOf(const Dataset& data, Split split, std::int64_t index) {
  SampleLook sample;
  const Column& input = data.columns()[0];
  const Column& target = data.columns()[1];
  sample.where = QString::fromStdString(data.describe(split, index));
  sample.target = classText(data, split, index, target);
  if (const auto picture = data.picture(split, index)) sample.picture = toQImage(*picture);
  if (sample.picture.isNull() && input.shape.size() == 1) {
    sample.values.resize(std::size_t(input.shape[0]));
    std::vector<std::byte> label(16);
    std::byte* out[] = {reinterpret_cast<std::byte*>(sample.values.data()), label.data()};
    data.read(split, index, out);
    if (sample.target.isEmpty()) {
      float number = 0;
      std::memcpy(&number, label.data(), sizeof number);
      sample.target = QString::number(double(number), 'g', 5);
    }
  }
  return sample;
}

void describe(DataLook& look, const DataSpec& spec) {
  const Dataset& data = *look.dataset;
  look.train = data.size(Split::train);
  look.validation = data.size(Split::validation);
  look.test = data.size(Split::test);
  look.leftOut = data.left_out();
  for (const Message& m : data.left_out_reasons()) look.leftOutReasons += translated(m);
  QStringList dims;
  for (const std::int64_t d : data.input_format().shape) dims += QString::number(d);
  look.input = dims.join(QStringLiteral(" × "));
  look.target = QString::fromStdString(data.columns()[1].name);
  for (const std::string& name : data.columns()[1].class_names)
    look.classNames += QString::fromStdString(name);
  for (const std::string& name : spec.table.features) look.features += QString::fromStdString(name);
  look.classCounts = data.class_counts(Split::train);
  look.before = data.statistics(Split::train, kForStatistics);
  const InputFormat& format = data.input_format();
  for (std::size_t c = 0; c < look.before.mean.size(); ++c) {
    const std::size_t k = std::min(c, format.scaling.scale.size() - 1);
    if (format.scaling.scale.empty()) break;
    // Statistics count bytes as values in [0, 1]; the scaling starts from raw ones.
    const double raw = format.bytes ? 255 : 1;
    const double scale = double(format.scaling.scale[k]) * raw;
    look.meanAfter.push_back(look.before.mean[c] * scale + double(format.scaling.offset[k]));
    look.deviationAfter.push_back(std::abs(look.before.deviation[c] * scale));
  }
}

}  // namespace

QImage toQImage(const Image& image) {
  if (image.width <= 0 || image.height <= 0) return {};
  const auto format = image.channels == 3 ? QImage::Format_RGB888 : QImage::Format_Grayscale8;
  return QImage(image.pixels.data(), image.width, image.height, image.width * image.channels,
                format)
      .copy();
}

DataLook lookAt(const DataSpec& spec, const fs::path& folder, Split split, std::int64_t skip,
                int count, std::shared_ptr<const Dataset> open) {
  DataLook look;
  try {
    look.dataset = open ? std::move(open) : open_dataset(spec, folder);
    describe(look, spec);
    const Dataset& data = *look.dataset;
    const std::int64_t size = data.size(split);
    for (std::int64_t i = 0; i < std::min<std::int64_t>(count, size); ++i)
      look.samples.push_back(sampleOf(data, split, (skip + i) % size));
    look.pictures = !look.samples.empty() && !look.samples[0].picture.isNull();
  } catch (const Error& e) {
    look = {};
    look.problem = translated(e.message());
  } catch (const std::exception& e) {
    look = {};
    look.problem = QString::fromUtf8(e.what());
  }
  return look;
}

}  // namespace espalier::ui
