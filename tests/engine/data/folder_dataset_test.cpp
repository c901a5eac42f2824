// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <array>

#include "tests/engine/data/test_files.h"

using namespace espalier;
using namespace espalier::test;

namespace {

DataSpec classes(const Folder& folder) {
  for (const std::string split : {"train", "test"}) {
    for (int i = 0; i < 3; ++i) {
      const std::string n = std::to_string(i);
      folder.write(
          "d/" + split + "/cat/" + n + ".png",
          png(Image{4, 4, 3, std::vector<std::uint8_t>(48, static_cast<std::uint8_t>(i))}));
      folder.write("d/" + split + "/dog/" + n + ".JPG",
                   jpeg(Image{8, 8, 1, std::vector<std::uint8_t>(64, 200)}));
    }
  }
  DataSpec spec;
  spec.kind = DataKind::folder;
  spec.train.samples = "d";
  spec.validation_fraction = 0;
  spec.normalise = Normalise::none;
  return spec;
}

float first_value(const Dataset& d, std::int64_t index) {
  std::vector<float> x(static_cast<std::size_t>(count(d.columns()[0].shape)));
  const std::array<std::byte*, 2> out{reinterpret_cast<std::byte*>(x.data()), nullptr};
  d.read(Split::train, index, out);
  return x.back();
}

}  // namespace

TEST_CASE("folders: classes, sizes, both formats") {
  const Folder folder;
  const DataSpec spec = classes(folder);
  folder.write("d/train/cat/notes.txt", "not a picture");
  folder.write("d/train/cat/.hidden.png", "");
  const auto d = open_dataset(spec, folder.path);
  CHECK(d->size(Split::train) == 6);
  CHECK(d->size(Split::test) == 6);
  CHECK(d->columns()[0].shape == Shape{3, 4, 4});
  CHECK(d->columns()[1].class_names == std::vector<std::string>{"cat", "dog"});
  CHECK(first_value(*d, 2) == 2);
  CHECK(first_value(*d, 5) == doctest::Approx(200).epsilon(0.02));
  CHECK(d->class_of(Split::train, 5) == 1);
  CHECK(d->describe(Split::train, 5) == "dog/2.JPG");
  CHECK(d->picture(Split::train, 5)->width == 8);
}

TEST_CASE("folders: the order of given classes, a size of one's own") {
  const Folder folder;
  DataSpec spec = classes(folder);
  spec.train.samples = "d/train";
  spec.class_names = {"dog", "cat"};
  spec.image = {6, 5, 1};
  const auto d = open_dataset(spec, folder.path);
  CHECK(d->size(Split::test) == 0);
  CHECK(d->columns()[0].shape == Shape{1, 5, 6});
  CHECK(first_value(*d, 5) == 2);
  CHECK(d->class_of(Split::train, 5) == 1);
}

TEST_CASE("folders: what is missing") {
  const Folder folder;
  DataSpec spec = classes(folder);
  const auto said = [&] { return error_of([&] { open_dataset(spec, folder.path); }); };
  fs::create_directories(folder.path / "d/train/empty");
  CHECK(has(said(), "d/train/empty: has no PNG or JPEG"));
  fs::remove(folder.path / "d/train/empty");
  fs::create_directories(folder.path / "d/test/bird");
  CHECK(has(said(), "d/test/bird: there is no class"));
  spec.train.samples = "nowhere";
  CHECK(has(said(), "nowhere: the folder cannot be read"));
  spec.train.samples = "d/train/cat";
  CHECK(has(said(), "has no class folders"));
  fs::remove(folder.path / "d/test/bird");
  spec = classes(folder);
  spec.image.channels = 2;
  CHECK(has(said(), "2 channels"));
}

TEST_CASE("folders: a broken picture names itself") {
  const Folder folder;
  DataSpec spec = classes(folder);
  folder.write("d/train/cat/1.png", png(gradient(20, 20, 3)).substr(0, 60));
  const auto d = open_dataset(spec, folder.path);
  CHECK(has(error_of([&] { first_value(*d, 1); }), "cat/1.png: is not a whole PNG"));
  CHECK(d->statistics(Split::train).samples == 5);
  folder.write("d/train/cat/0.png", "");
  CHECK(has(error_of([&] { open_dataset(spec, folder.path); }), "cat/0.png"));
  spec.on_broken_sample = OnBrokenSample::skip;
  CHECK(open_dataset(spec, folder.path)->columns()[0].shape == Shape{3, 4, 4});
}
