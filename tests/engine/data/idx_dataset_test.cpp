// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <array>
#include <set>

#include "tests/engine/data/test_files.h"

using namespace espalier;
using namespace espalier::test;

namespace {

struct Sample {
  std::vector<float> input;
  std::int64_t label = -1;
};

Sample sample(const Dataset& d, Split split, std::int64_t index) {
  Sample s;
  s.input.resize(static_cast<std::size_t>(count(d.columns()[0].shape)));
  const std::array<std::byte*, 2> out{reinterpret_cast<std::byte*>(s.input.data()),
                                      reinterpret_cast<std::byte*>(&s.label)};
  d.read(split, index, out);
  return s;
}

}  // namespace

TEST_CASE("idx data: columns and samples") {
  const Folder folder;
  const auto d = open_dataset(small_idx(folder, 9), folder.path);
  REQUIRE(d->columns().size() == 2);
  CHECK(d->columns()[0].name == "image");
  CHECK(d->columns()[0].shape == Shape{1, 2, 3});
  CHECK(d->columns()[1].is_target);
  CHECK(d->columns()[1].class_names == std::vector<std::string>{"0", "1", "2"});
  CHECK(d->size(Split::train) == 9);
  CHECK(d->size(Split::test) == 0);
  const Sample s = sample(*d, Split::train, 4);
  CHECK(s.input == std::vector<float>{40, 41, 42, 43, 44, 45});
  CHECK(s.label == 1);
  CHECK(d->class_counts(Split::train) == std::vector<std::int64_t>{3, 3, 3});
  CHECK(d->describe(Split::train, 4) == "images, 4");
  CHECK(d->picture(Split::train, 4)->pixels[5] == 45);
}

TEST_CASE("idx data: normalising") {
  const Folder folder;
  DataSpec spec = small_idx(folder, 9);
  const auto first = [&] {
    return sample(*open_dataset(spec, folder.path), Split::train, 8).input[5];
  };
  CHECK(first() == 85);
  spec.normalise = Normalise::unit;
  CHECK(first() == doctest::Approx(85.0 / 255));
  spec.normalise = Normalise::given;
  spec.mean = {0.25F};
  spec.deviation = {0.5F};
  CHECK(first() == doctest::Approx((85.0 / 255 - 0.25) / 0.5));
  spec.normalise = Normalise::from_data;
  const auto d = open_dataset(spec, folder.path);
  double sum = 0;
  double squares = 0;
  for (int i = 0; i < 9; ++i) {
    for (const float v : sample(*d, Split::train, i).input) {
      sum += v;
      squares += v * v;
    }
  }
  CHECK(sum / 54 == doctest::Approx(0));
  CHECK(squares / 54 == doctest::Approx(1));
  spec.normalise = Normalise::given;
  spec.deviation = {0};
  CHECK(has(error_of(first), "deviation is 0"));
  spec.deviation = {1, 2};
  CHECK(has(error_of(first), "has 2 numbers, expected 1"));
}

TEST_CASE("idx data: the validation samples are a fixed part of the training samples") {
  const Folder folder;
  DataSpec spec = small_idx(folder, 25);
  spec.validation_fraction = 0.2;
  const auto rows = [&](Split split) {
    const auto d = open_dataset(spec, folder.path);
    std::set<float> seen;
    for (int i = 0; i < d->size(split); ++i) seen.insert(sample(*d, split, i).input[0]);
    return seen;
  };
  const auto validation = rows(Split::validation);
  CHECK(validation.size() == 5);
  CHECK(rows(Split::validation) == validation);
  std::set<float> all = rows(Split::train);
  CHECK(all.size() == 20);
  all.insert(validation.begin(), validation.end());
  CHECK(all.size() == 25);
  spec.validation_seed = 1;
  CHECK(rows(Split::validation) != validation);
  spec.validation_fraction = 1;
  CHECK(has(error_of([&] { open_dataset(spec, folder.path); }), "expected 0 to 0.9"));
}

TEST_CASE("idx data: files that do not belong together") {
  const Folder folder;
  DataSpec spec = small_idx(folder, 9);
  const auto said = [&] { return error_of([&] { open_dataset(spec, folder.path); }); };
  folder.write("few", idx(8, {8}, "01234567"));
  spec.train.labels = "few";
  CHECK(has(said(), "has 8 labels, but"));
  spec.train.labels = "images";
  CHECK(has(said(), "labels are one whole number"));
  spec.train.labels = "";
  CHECK(has(said(), "no file of labels"));
  spec.train.labels = "nowhere";
  CHECK(has(said(), (folder.path / "nowhere").string()));
  spec = small_idx(folder, 9);
  spec.test = {"wide", "labels"};
  folder.write("wide", idx(8, {9, 1, 1}, "123456789"));
  CHECK(has(said(), "[1,1,1]"));
  spec = small_idx(folder, 9);
  folder.write("images", idx(8, {0, 2, 3}, ""));
  folder.write("labels", idx(8, {0}, ""));
  CHECK(has(said(), "no samples"));
  spec.train.samples = "";
  CHECK(has(said(), "No training data"));
}

TEST_CASE("idx data: labels out of range stop or are skipped") {
  const Folder folder;
  DataSpec spec = small_idx(folder, 9);
  spec.class_names = {"a", "b"};
  const std::string text = error_of([&] { open_dataset(spec, folder.path); });
  CHECK(has(text, "label 2 is 2, expected 0 to 1"));
  spec.on_broken_sample = OnBrokenSample::skip;
  const auto d = open_dataset(spec, folder.path);
  CHECK(d->size(Split::train) == 6);
  CHECK(d->left_out() == 3);
  CHECK(d->left_out_reasons().size() == 3);
  CHECK(sample(*d, Split::train, 2).input[0] == 30);
  CHECK(sample(*d, Split::train, 2).label == 0);
  spec.class_names = {"only"};
  CHECK(open_dataset(spec, folder.path)->size(Split::train) == 3);
  // A class that the training files lack is an error in the test files.
  spec = small_idx(folder, 9);
  spec.test = {"images", "high"};
  folder.write("high", idx(8, {9}, "\1\1\1\1\1\1\1\1\7"));
  CHECK(has(error_of([&] { open_dataset(spec, folder.path); }), "label 8 is 7"));
}

TEST_CASE("idx data: signed labels and float samples") {
  const Folder folder;
  using namespace std::string_literals;
  folder.write("x", idx(0x0D, {2, 2}, "\x3F\x80\0\0\x40\0\0\0\x40\x40\0\0\x40\x80\0\0"s));
  folder.write("y", idx(0x09, {2}, "\1\xFF"));
  DataSpec spec;
  spec.train = {"x", "y"};
  spec.validation_fraction = 0;
  CHECK(has(error_of([&] { open_dataset(spec, folder.path); }), "label 1 is -1"));
  folder.write("y", idx(0x09, {2}, "\1\0"s));
  const auto d = open_dataset(spec, folder.path);
  CHECK(d->columns()[0].shape == Shape{2});
  CHECK(sample(*d, Split::train, 1).input == std::vector<float>{1, 1});
  CHECK_FALSE(d->picture(Split::train, 0));
}
