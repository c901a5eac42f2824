// SPDX-License-Identifier: Apache-2.0
//
// Pictures in memory, from and to PNG and JPEG. A file that cannot be decoded throws Error with
// its name; sizes are limited before memory is asked for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/base/file.h"

namespace espalier {

// Rows from the top, pixels interleaved.
struct Image {
  int width = 0;
  int height = 0;
  int channels = 0;  // 1 grey, 3 RGB
  std::vector<std::uint8_t> pixels;
};

// A hint for files that can be decoded smaller: the result may be shrunk, but to no less than this.
struct SmallestUse {
  int width = 0;
  int height = 0;
};

// By content, not by ending. `source` names the bytes in messages. Colour stays as in the file;
// transparency is put on white. `into` keeps its memory between calls.
void decode_image(std::span<const std::byte> bytes, const std::string& source, Image& into,
                  SmallestUse use = {});
Image load_image(const fs::path& path, SmallestUse use = {});

// Grey by the weights of ITU-R 601; RGB from grey by three times the same.
void convert_channels(Image& image, int channels);
// Stretches to the size with a triangle filter that averages when it shrinks.
Image resized(const Image& image, int width, int height);
// Keeps the proportions; neither side is longer than `side`. Small images stay as they are.
Image thumbnail(const Image& image, int side);

std::vector<std::byte> encode_png(const Image& image);
void write_png(const fs::path& path, const Image& image);

}  // namespace espalier
