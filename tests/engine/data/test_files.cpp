// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/data/test_files.h"

#include <zlib.h>

// The library's headers need the two before them.
// clang-format off
#include <cstddef>
#include <cstdio>
#include <jpeglib.h>
// clang-format on

#include <cstdlib>

namespace espalier::test {

std::string idx(std::uint8_t type, const std::vector<std::uint32_t>& dims,
                std::string_view content) {
  std::string out{'\0', '\0', static_cast<char>(type), static_cast<char>(dims.size())};
  for (const std::uint32_t d : dims)
    for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(d >> shift & 0xFF);
  return out.append(content);
}

std::string gzip(std::string_view content) {
  z_stream z{};
  deflateInit2(&z, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&z, content.size()) + 64, '\0');
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
  z.avail_in = static_cast<uInt>(content.size());
  z.next_out = reinterpret_cast<Bytef*>(out.data());
  z.avail_out = static_cast<uInt>(out.size());
  deflate(&z, Z_FINISH);
  out.resize(z.total_out);
  deflateEnd(&z);
  return out;
}

DataSpec small_idx(const Folder& folder, std::uint32_t n) {
  std::string pixels;
  std::string labels;
  for (std::uint32_t i = 0; i < n; ++i) {
    for (std::uint32_t k = 0; k < 6; ++k) pixels += static_cast<char>((i * 10 + k) & 0xFF);
    labels += static_cast<char>(i % 3);
  }
  folder.write("images", idx(8, {n, 2, 3}, pixels));
  folder.write("labels", idx(8, {n}, labels));
  DataSpec spec;
  spec.train = {"images", "labels"};
  spec.validation_fraction = 0;
  spec.normalise = Normalise::none;
  return spec;
}

Image gradient(int width, int height, int channels) {
  Image image{width, height, channels, {}};
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      for (int c = 0; c < channels; ++c)
        image.pixels.push_back(static_cast<std::uint8_t>((x * 200 / width + y * 50 / height + c)));
  return image;
}

std::string png(const Image& image) {
  const auto bytes = encode_png(image);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string jpeg(const Image& image) {
  jpeg_compress_struct c{};
  jpeg_error_mgr manager{};
  c.err = jpeg_std_error(&manager);
  jpeg_create_compress(&c);
  unsigned char* data = nullptr;
  unsigned long size = 0;
  jpeg_mem_dest(&c, &data, &size);
  c.image_width = static_cast<JDIMENSION>(image.width);
  c.image_height = static_cast<JDIMENSION>(image.height);
  c.input_components = image.channels;
  c.in_color_space = image.channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
  jpeg_set_defaults(&c);
  jpeg_set_quality(&c, 95, TRUE);
  jpeg_start_compress(&c, TRUE);
  while (c.next_scanline < c.image_height) {
    JSAMPROW row = const_cast<JSAMPROW>(image.pixels.data()) +
                   c.next_scanline * c.image_width * static_cast<unsigned>(image.channels);
    jpeg_write_scanlines(&c, &row, 1);
  }
  jpeg_finish_compress(&c);
  jpeg_destroy_compress(&c);
  std::string out(reinterpret_cast<char*>(data), size);
  std::free(data);
  return out;
}

}  // namespace espalier::test
