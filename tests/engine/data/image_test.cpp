// SPDX-License-Identifier: Apache-2.0
#include "engine/data/image.h"

#include <doctest/doctest.h>

#include <cstdlib>

#include "engine/data/sample.h"
#include "tests/engine/data/test_files.h"

using namespace espalier;
using namespace espalier::test;

namespace {

Image decoded(const std::string& bytes, SmallestUse use = {}) {
  Image image;
  decode_image(std::as_bytes(std::span(bytes)), "the file", image, use);
  return image;
}

}  // namespace

TEST_CASE("image: PNG keeps every pixel") {
  for (const int channels : {1, 3}) {
    const Image image = gradient(17, 9, channels);
    const Image back = decoded(png(image));
    CHECK(back.width == 17);
    CHECK(back.channels == channels);
    CHECK(back.pixels == image.pixels);
  }
}

TEST_CASE("image: JPEG is close, and may be decoded smaller") {
  for (const int channels : {1, 3}) {
    const Image image = gradient(256, 128, channels);
    const Image back = decoded(jpeg(image));
    REQUIRE(back.pixels.size() == image.pixels.size());
    for (std::size_t i = 0; i < back.pixels.size(); ++i)
      REQUIRE(std::abs(back.pixels[i] - image.pixels[i]) < 12);
    const Image small = decoded(jpeg(image), {32, 16});
    CHECK(small.width == 64);
    CHECK(small.height == 32);
  }
}

TEST_CASE("image: every cut PNG and JPEG is broken, by name") {
  for (const std::string& whole : {png(gradient(40, 30, 3)), jpeg(gradient(40, 30, 3))}) {
    for (std::size_t keep = 0; keep + 20 < whole.size(); keep += 7) {
      CAPTURE(keep);
      CHECK(has(error_of([&] { decoded(whole.substr(0, keep)); }), "the file"));
    }
  }
}

TEST_CASE("image: damaged bytes never do more than throw") {
  for (const std::string& whole : {png(gradient(40, 30, 3)), jpeg(gradient(40, 30, 1))}) {
    for (std::size_t i = 0; i < whole.size(); ++i) {
      std::string damaged = whole;
      damaged[i] = static_cast<char>(damaged[i] ^ 0x55);
      error_of([&] { decoded(damaged); });
    }
  }
}

TEST_CASE("image: impossible sizes are refused before memory is asked for") {
  std::string huge = png(gradient(4, 4, 1));
  huge[16] = 0x7F;  // the width; the checksum of the header is wrong then, too
  CHECK_FALSE(error_of([&] { decoded(huge); }).empty());
  std::string wide = jpeg(gradient(16, 16, 1));
  const std::size_t frame = wide.find("\xFF\xC0");
  REQUIRE(frame != std::string::npos);
  for (std::size_t k = 5; k < 9; ++k) wide[frame + k] = static_cast<char>(k % 2 == 1 ? 0xF0 : 0);
  CHECK(has(error_of([&] { decoded(wide); }), "61440×61440"));
}

TEST_CASE("image: not an image, no file") {
  CHECK(has(error_of([] { decoded("GIF89a"); }), "neither PNG nor JPEG"));
  CHECK(has(error_of([] { load_image("nowhere.png"); }), "nowhere.png"));
}

TEST_CASE("image: resizing") {
  Image flat{5, 4, 1, std::vector<std::uint8_t>(20, 77)};
  for (const int side : {1, 3, 4, 9, 40})
    for (const std::uint8_t p : resized(flat, side, side).pixels) REQUIRE(p == 77);
  const Image halves{4, 1, 1, {0, 0, 200, 200}};
  CHECK(resized(halves, 2, 1).pixels[0] < 40);
  CHECK(resized(halves, 2, 1).pixels[1] > 160);
  CHECK(resized(halves, 1, 1).pixels[0] == 100);
  CHECK(resized(Image{2, 1, 1, {0, 100}}, 4, 1).pixels ==
        std::vector<std::uint8_t>{0, 25, 75, 100});
  const Image t = thumbnail(gradient(300, 100, 3), 60);
  CHECK(t.width == 60);
  CHECK(t.height == 20);
  CHECK(thumbnail(flat, 60).width == 5);
}

TEST_CASE("image: grey and colour") {
  Image image{1, 1, 3, {255, 0, 0}};
  convert_channels(image, 1);
  CHECK(image.pixels == std::vector<std::uint8_t>{76});
  convert_channels(image, 3);
  CHECK(image.pixels == std::vector<std::uint8_t>{76, 76, 76});
}

TEST_CASE("sample: one picture becomes the network's input") {
  const Folder folder;
  const Image image{2, 1, 3, {10, 20, 30, 40, 50, 60}};
  write_png(folder.path / "a.png", image);
  InputFormat format{{3, 1, 2}, true, {{1, 1, 2}, {0, 0, 1}}};
  std::vector<float> out(6);
  read_image_input(folder.path / "a.png", format, out.data());
  CHECK(out == std::vector<float>{10, 40, 20, 50, 61, 121});
  format = {{1, 4, 4}, true, {{1.0F / 255}, {0}}};
  out.resize(16);
  image_input(Image{1, 1, 1, {255}}, format, out.data());
  CHECK(out == std::vector<float>(16, 1.0F));
  format = {{2}, false, {{1, 2}, {0, 1}}};
  CHECK_THROWS_AS(read_image_input(folder.path / "a.png", format, out.data()), Error);
  const std::vector<float> row{3, 4};
  table_input(row, format, out.data());
  CHECK(out[1] == 9);
  CHECK_THROWS_AS(table_input(std::span(row).first(1), format, out.data()), Error);
}
