// SPDX-License-Identifier: Apache-2.0
#include "engine/data/idx.h"

#include <doctest/doctest.h>

#include "tests/engine/data/test_files.h"

using namespace espalier;
using namespace espalier::test;

namespace {

const fs::path fashion = "/usr/share/datasets/fashion-mnist";

// What is said of a file with this content.
std::string said_of(const Folder& folder, std::string_view content) {
  const fs::path file = folder.write("bad.idx", content);
  const std::string text = error_of([&] { read_idx(file); });
  CHECK(has(text, file.string()));
  return text;
}

}  // namespace

TEST_CASE("idx: bytes, packed or not") {
  const Folder folder;
  const std::string content = idx(8, {2, 3}, "abcdef");
  for (const std::string& stored :
       {content, gzip(content), gzip(content.substr(0, 9)) + gzip(content.substr(9))}) {
    const Tensor t = read_idx(folder.write("a", stored));
    CHECK(t.type() == DType::uint8);
    CHECK(t.shape() == Shape{2, 3});
    CHECK(t.values<std::uint8_t>()[5] == 'f');
  }
}

TEST_CASE("idx: wider types are big-endian") {
  const Folder folder;
  using namespace std::string_literals;
  const Tensor i = read_idx(folder.write("i", idx(0x0C, {2}, "\0\0\1\2\xFF\xFF\xFF\xFE"s)));
  CHECK(i.values<std::int32_t>()[0] == 258);
  CHECK(i.values<std::int32_t>()[1] == -2);
  const Tensor f = read_idx(folder.write("f", gzip(idx(0x0D, {1}, "\x3F\xC0\0\0"s))));
  CHECK(f.values<float>()[0] == 1.5F);
}

TEST_CASE("idx: what is not IDX says so") {
  const Folder folder;
  using namespace std::string_literals;
  CHECK(has(said_of(folder, ""), "only 0 bytes"));
  CHECK(has(said_of(folder, "\0\0"s), "only 2 bytes"));
  CHECK(has(said_of(folder, "\x89PNG"), "two zero bytes"));
  CHECK(has(said_of(folder, idx(7, {1}, "a")), "byte 2"));
  CHECK(has(said_of(folder, "\0\0\x08\0"s), "byte 3"));
  CHECK(has(said_of(folder, "\0\0\x08\x09"s), "byte 3"));
  CHECK(has(said_of(folder, "\0\0\x08\x02\0\0"s), "inside its header"));
}

TEST_CASE("idx: sizes that do not fit the file") {
  const Folder folder;
  CHECK(has(said_of(folder, idx(8, {2, 3}, "abcde")),
            "6 bytes after the header, but the file has 5"));
  CHECK(has(said_of(folder, idx(8, {2, 3}, "abcdefg")), "has 7"));
  CHECK(has(said_of(folder, idx(8, {0xFFFFFFFF, 0xFFFFFFFF}, "abc")), "more than 2^63"));
  CHECK(has(said_of(folder, idx(8, {0xFFFFFFFF, 0x7FFFFFFF}, "abc")), "the file has 3"));
  CHECK(has(said_of(folder, gzip(idx(8, {0xFFFFFFFF, 0xFFFF}, "abc"))), "at most"));
  CHECK(has(said_of(folder, gzip(idx(8, {2, 3}, "abcde"))), "has 5"));
  CHECK(has(said_of(folder, gzip(idx(8, {2, 3}, "abcdefg"))), "more than 6"));
}

TEST_CASE("idx: packed files that are cut or damaged") {
  const Folder folder;
  std::string content(1000, ' ');
  for (std::size_t i = 0; i < content.size(); ++i) content[i] = static_cast<char>(i * i * 7 >> 3);
  const std::string packed = gzip(idx(8, {1000}, content));
  for (const std::size_t keep : {packed.size() / 2, packed.size() - 1, packed.size() - 8})
    CHECK(has(said_of(folder, packed.substr(0, keep)), "ends too early"));
  std::string damaged = packed;
  damaged[packed.size() / 2] = static_cast<char>(~damaged[packed.size() / 2]);
  CHECK(has(said_of(folder, damaged), "damaged"));
  CHECK(has(said_of(folder, packed.substr(0, 3)), "ends too early"));
}

TEST_CASE("idx: Fashion-MNIST") {
  if (!fs::exists(fashion)) return;
  const Tensor t = read_idx(fashion / "t10k-images-idx3-ubyte.gz");
  CHECK(t.shape() == Shape{10000, 28, 28});
  CHECK(read_idx(fashion / "train-labels-idx1-ubyte.gz").shape() == Shape{60000});
}
