// SPDX-License-Identifier: Apache-2.0
#include "engine/data/sample.h"

#include "engine/data/csv.h"
#include "engine/data/open.h"

namespace espalier {
namespace {

void require_image(const InputFormat& format) {
  if (format.shape.size() != 3 || !format.bytes || (format.shape[0] != 1 && format.shape[0] != 3))
    throw Error(ESP_TEXT("engine",
                         "The network's input of shape {} is not a picture. Give it "
                         "numbers."),
                to_string(format.shape));
}

}  // namespace

void image_to_input(Image& image, const InputFormat& format, float* out) {
  convert_channels(image, static_cast<int>(format.shape[0]));
  const int height = static_cast<int>(format.shape[1]);
  const int width = static_cast<int>(format.shape[2]);
  if (image.width != width || image.height != height) image = resized(image, width, height);
  const auto channels = static_cast<std::size_t>(image.channels);
  const std::size_t plane = image.pixels.size() / channels;
  if (channels == 1) return normalise(image.pixels, format.scaling, out);
  for (std::size_t c = 0; c < channels; ++c, out += plane) {
    const std::uint8_t* in = image.pixels.data() + c;
    const float scale = format.scaling.scale[c];
    const float offset = format.scaling.offset[c];
    for (std::size_t i = 0; i < plane; ++i)
      out[i] = static_cast<float>(in[i * channels]) * scale + offset;
  }
}

void read_image_input(const fs::path& path, const InputFormat& format, float* out) {
  require_image(format);
  Image image =
      load_image(path, {static_cast<int>(format.shape[2]), static_cast<int>(format.shape[1])});
  image_to_input(image, format, out);
}

void read_table_input(const fs::path& path, const InputFormat& format, float* out) {
  CsvReader reader(path, '\0');
  std::vector<std::string> fields;
  reader.next(fields);
  std::vector<float> row;
  for (const std::string& field : fields) {
    const std::optional<float> number = parse_number(field);
    if (!number) throw Error(ESP_TEXT("engine", "\"{}\" is not a number."), field);
    row.push_back(*number);
  }
  table_input(row, format, out);
}

void image_input(Image image, const InputFormat& format, float* out) {
  require_image(format);
  image_to_input(image, format, out);
}

void table_input(std::span<const float> row, const InputFormat& format, float* out) {
  if (static_cast<std::int64_t>(row.size()) != count(format.shape))
    throw Error(ESP_TEXT("engine", "The network takes {} numbers, got {}."), count(format.shape),
                row.size());
  normalise(row, format.scaling, out);
}

}  // namespace espalier
