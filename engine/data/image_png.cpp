// SPDX-License-Identifier: Apache-2.0
#include <png.h>

#include "engine/base/message.h"
#include "engine/data/image_codec.h"

namespace espalier {
namespace {

struct Reader {
  png_image image{};
  Reader() { image.version = PNG_IMAGE_VERSION; }
  ~Reader() { png_image_free(&image); }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;
};

}  // namespace

void decode_png(std::span<const std::byte> bytes, const std::string& source, Image& into) {
  Reader r;
  if (png_image_begin_read_from_memory(&r.image, bytes.data(), bytes.size()) == 0)
    throw_broken_image(source, "PNG", r.image.message);
  check_image_size(source, r.image.width, r.image.height);
  const bool colour = (r.image.format & PNG_FORMAT_FLAG_COLOR) != 0;
  r.image.format = colour ? PNG_FORMAT_RGB : PNG_FORMAT_GRAY;
  into.width = static_cast<int>(r.image.width);
  into.height = static_cast<int>(r.image.height);
  into.channels = colour ? 3 : 1;
  into.pixels.resize(PNG_IMAGE_SIZE(r.image));
  const png_color white{255, 255, 255};
  if (png_image_finish_read(&r.image, &white, into.pixels.data(), 0, nullptr) == 0)
    throw_broken_image(source, "PNG", r.image.message);
}

std::vector<std::byte> encode_png(const Image& image) {
  Reader r;
  r.image.width = static_cast<png_uint_32>(image.width);
  r.image.height = static_cast<png_uint_32>(image.height);
  r.image.format = image.channels == 3 ? PNG_FORMAT_RGB : PNG_FORMAT_GRAY;
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(r.image);
  std::vector<std::byte> bytes(size);
  if (png_image_write_to_memory(&r.image, bytes.data(), &size, 0, image.pixels.data(), 0,
                                nullptr) == 0)
    throw Error(ESP_TEXT("engine", "The picture cannot be written as PNG: {}."), r.image.message);
  bytes.resize(size);
  return bytes;
}

void write_png(const fs::path& path, const Image& image) {
  AtomicFile file(path);
  file.write(encode_png(image));
  file.commit();
}

}  // namespace espalier
