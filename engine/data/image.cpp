// SPDX-License-Identifier: Apache-2.0
#include "engine/data/image.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "engine/base/message.h"
#include "engine/data/image_codec.h"

namespace espalier {
namespace {

constexpr std::uint64_t pixel_limit = std::uint64_t{1} << 27;
constexpr std::uint64_t side_limit = 65500;  // JPEG's own

// Which source pixels make one target pixel, and how much of each.
struct Taps {
  int first = 0;
  std::vector<float> weights;
};

std::vector<Taps> taps_for(int from, int to) {
  const double step = static_cast<double>(from) / to;
  const double radius = std::max(step, 1.0);
  std::vector<Taps> all(static_cast<std::size_t>(to));
  for (int i = 0; i < to; ++i) {
    const double centre = (i + 0.5) * step;
    Taps& t = all[static_cast<std::size_t>(i)];
    t.first = std::max(0, static_cast<int>(centre - radius + 0.5));
    const int end = std::min(from, static_cast<int>(centre + radius + 0.5));
    double sum = 0;
    for (int s = t.first; s < end; ++s)
      sum += std::max(0.0, 1 - std::abs(s + 0.5 - centre) / radius);
    for (int s = t.first; s < end; ++s)
      t.weights.push_back(
          static_cast<float>(std::max(0.0, 1 - std::abs(s + 0.5 - centre) / radius) / sum));
  }
  return all;
}

}  // namespace

void check_image_size(const std::string& source, std::uint64_t width, std::uint64_t height) {
  if (width == 0 || height == 0 || width > side_limit || height > side_limit ||
      width * height > pixel_limit)
    throw Error(ESP_TEXT("engine",
                         "{}: the picture has {}×{} pixels; at most {} in all and {} a "
                         "side are read. Make it smaller or remove it."),
                source, width, height, pixel_limit, side_limit);
}

void throw_broken_image(const std::string& source, const char* format, const std::string& reason) {
  throw Error(ESP_TEXT("engine",
                       "{}: is not a whole {} picture ({}). Replace or remove it, or let "
                       "broken samples be skipped."),
              source, format, reason);
}

void decode_image(std::span<const std::byte> bytes, const std::string& source, Image& into,
                  SmallestUse use) {
  constexpr std::array<unsigned char, 8> png{0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
  constexpr std::array<unsigned char, 3> jpeg{0xFF, 0xD8, 0xFF};
  const auto starts_with = [&](const auto& magic) {
    return bytes.size() >= magic.size() &&
           std::memcmp(bytes.data(), magic.data(), magic.size()) == 0;
  };
  if (starts_with(png)) return decode_png(bytes, source, into);
  if (starts_with(jpeg)) return decode_jpeg(bytes, source, into, use);
  throw Error(ESP_TEXT("engine",
                       "{}: is neither PNG nor JPEG. Convert it to one of them, remove "
                       "it, or let broken samples be skipped."),
              source);
}

Image load_image(const fs::path& path, SmallestUse use) {
  const MappedFile file = map_file(path);
  Image image;
  decode_image({file.data, file.size}, path.string(), image, use);
  return image;
}

void convert_channels(Image& image, int channels) {
  if (image.channels == channels) return;
  const std::size_t n =
      static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height);
  std::vector<std::uint8_t>& p = image.pixels;
  if (channels == 1) {
    for (std::size_t i = 0; i < n; ++i)
      p[i] = static_cast<std::uint8_t>(
          (p[i * 3] * 19595U + p[i * 3 + 1] * 38470U + p[i * 3 + 2] * 7471U + 0x8000U) >> 16);
    p.resize(n);
  } else {
    p.resize(n * 3);
    for (std::size_t i = n; i-- > 0;) p[i * 3] = p[i * 3 + 1] = p[i * 3 + 2] = p[i];
  }
  image.channels = channels;
}

Image resized(const Image& image, int width, int height) {
  if (image.width == width && image.height == height) return image;
  const auto channels = static_cast<std::size_t>(image.channels);
  const auto w = static_cast<std::size_t>(width);
  const auto from_stride = static_cast<std::size_t>(image.width) * channels;
  const std::vector<Taps> across = taps_for(image.width, width);
  const std::vector<Taps> down = taps_for(image.height, height);

  std::vector<float> narrow(static_cast<std::size_t>(image.height) * w * channels);
  for (std::size_t y = 0; y < static_cast<std::size_t>(image.height); ++y) {
    const std::uint8_t* row = image.pixels.data() + y * from_stride;
    float* out = narrow.data() + y * w * channels;
    for (const Taps& t : across) {
      for (std::size_t c = 0; c < channels; ++c) {
        const std::uint8_t* p = row + static_cast<std::size_t>(t.first) * channels + c;
        float sum = 0;
        for (std::size_t k = 0; k < t.weights.size(); ++k)
          sum += t.weights[k] * static_cast<float>(p[k * channels]);
        *out++ = sum;
      }
    }
  }

  Image result{width, height, image.channels, {}};
  result.pixels.resize(w * static_cast<std::size_t>(height) * channels);
  std::vector<float> sums(w * channels);
  std::uint8_t* out = result.pixels.data();
  for (const Taps& t : down) {
    std::fill(sums.begin(), sums.end(), 0.5F);  // rounds when cut to a whole number
    for (std::size_t k = 0; k < t.weights.size(); ++k) {
      const float* row = narrow.data() + (static_cast<std::size_t>(t.first) + k) * sums.size();
      for (std::size_t x = 0; x < sums.size(); ++x) sums[x] += t.weights[k] * row[x];
    }
    for (const float s : sums) *out++ = static_cast<std::uint8_t>(std::min(s, 255.0F));
  }
  return result;
}

Image thumbnail(const Image& image, int side) {
  const int longest = std::max(image.width, image.height);
  if (longest <= side) return image;
  const auto scaled = [&](int length) {
    return std::max(1, static_cast<int>(std::lround(static_cast<double>(length) * side / longest)));
  };
  return resized(image, scaled(image.width), scaled(image.height));
}

}  // namespace espalier
