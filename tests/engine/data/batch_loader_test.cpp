// SPDX-License-Identifier: Apache-2.0
#include "engine/data/batch_loader.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <set>

#include "engine/data/shuffle.h"
#include "tests/engine/data/test_files.h"

using namespace espalier;
using namespace espalier::test;

namespace {

using Seen = std::vector<std::vector<float>>;  // the first pixel of each sample, by batch

Seen read_batches(std::shared_ptr<const Dataset> data, const LoaderOptions& options, int batches) {
  BatchLoader loader(std::move(data), options);
  Seen seen;
  for (int i = 0; i < batches; ++i) {
    const Batch* b = loader.next();
    if (b == nullptr) break;
    const auto* pixels = reinterpret_cast<const float*>(b->columns[0]);
    const auto* labels = reinterpret_cast<const std::int64_t*>(b->columns[1]);
    std::vector<float> batch;
    for (std::int64_t k = 0; k < b->count; ++k) {
      batch.push_back(pixels[k * 6]);
      REQUIRE(static_cast<std::int64_t>(pixels[k * 6]) / 10 % 3 == labels[k]);
      REQUIRE(static_cast<std::int64_t>(pixels[k * 6]) / 10 ==
              b->samples[static_cast<std::size_t>(k)]);
    }
    seen.push_back(std::move(batch));
  }
  return seen;
}

}  // namespace

TEST_CASE("shuffle: an order of all, for every size") {
  for (const std::int64_t n : {1, 2, 3, 4, 5, 16, 17, 1000, 4097}) {
    const Shuffle s(n, 1, 2);
    std::set<std::int64_t> seen;
    for (std::int64_t i = 0; i < n; ++i) {
      REQUIRE(s[i] >= 0);
      REQUIRE(s[i] < n);
      seen.insert(s[i]);
    }
    REQUIRE(static_cast<std::int64_t>(seen.size()) == n);
  }
}

TEST_CASE("shuffle: every value is as likely at every place") {
  constexpr int epochs = 12000;
  std::vector<int> hits(36);
  for (std::uint64_t e = 0; e < epochs; ++e) {
    const Shuffle s(6, 9, e);
    for (std::int64_t i = 0; i < 6; ++i) ++hits[static_cast<std::size_t>(i * 6 + s[i])];
  }
  for (const int h : hits) CHECK(std::abs(h - epochs / 6) < 250);
}

TEST_CASE("loader: batches are the same with any number of threads") {
  const Folder folder;
  const auto data = open_dataset(small_idx(folder, 25), folder.path);
  LoaderOptions options;
  options.batch = 4;
  options.seed = 3;
  options.workers = 1;
  const Seen one = read_batches(data, options, 30);
  CHECK(one.size() == 30);
  CHECK(one[6].size() == 1);
  for (const int workers : {2, 5}) {
    options.workers = workers;
    options.ahead = workers;
    CHECK(read_batches(data, options, 30) == one);
  }
  std::multiset<float> epoch;
  for (int i = 0; i < 7; ++i)
    epoch.insert(one[static_cast<std::size_t>(i)].begin(), one[static_cast<std::size_t>(i)].end());
  CHECK(std::set<float>(epoch.begin(), epoch.end()).size() == 25);
  CHECK(one[0] != one[7]);
  options.seed = 4;
  CHECK(read_batches(data, options, 30) != one);
}

TEST_CASE("loader: begins anywhere and ends after the last epoch") {
  const Folder folder;
  const auto data = open_dataset(small_idx(folder, 25), folder.path);
  LoaderOptions options;
  options.batch = 4;
  options.epochs = 3;
  const Seen all = read_batches(data, options, 100);
  CHECK(all.size() == 21);
  options.epoch = 1;
  options.index = 5;
  const Seen rest = read_batches(data, options, 100);
  CHECK(rest == Seen(all.begin() + 12, all.end()));
  options.index = 7;  // after the last of the epoch
  CHECK(read_batches(data, options, 100) == Seen(all.begin() + 14, all.end()));
  options.index = 8;
  CHECK(has(error_of([&] { BatchLoader l(data, options); }), "batch 8 of epoch 1"));
}

TEST_CASE("loader: in order without shuffling, marks the end of an epoch") {
  const Folder folder;
  const auto data = open_dataset(small_idx(folder, 7), folder.path);
  LoaderOptions options;
  options.batch = 3;
  options.shuffle = false;
  BatchLoader loader(data, options);
  CHECK(loader.batches_per_epoch() == 3);
  for (int i = 0; i < 9; ++i) {
    const Batch* b = loader.next();
    CHECK(b->epoch == i / 3);
    CHECK(b->index == i % 3);
    CHECK(b->last == (i % 3 == 2));
    CHECK(b->count == (i % 3 == 2 ? 1 : 3));
    CHECK(b->samples[0] == i % 3 * 3);
    CHECK(reinterpret_cast<std::uintptr_t>(b->columns[0]) % 64 == 0);
  }
}

TEST_CASE("loader: nothing to load, impossible options") {
  const Folder folder;
  const auto data = open_dataset(small_idx(folder, 7), folder.path);
  LoaderOptions options;
  options.split = Split::test;
  CHECK(has(error_of([&] { BatchLoader l(data, options); }), "no test samples"));
  options.split = Split::train;
  options.batch = 0;
  CHECK_FALSE(error_of([&] { BatchLoader l(data, options); }).empty());
  options.batch = 1000;  // more than there is
  CHECK(read_batches(data, options, 1)[0].size() == 7);
}

TEST_CASE("loader: allocates nothing once it is warm") {
  const Folder folder;
  const auto data = open_dataset(small_idx(folder, 25), folder.path);
  LoaderOptions options;
  options.batch = 4;
  options.workers = 2;
  BatchLoader loader(data, options);
  for (int i = 0; i < 50; ++i) loader.next();
  const long before = allocations();
  for (int i = 0; i < 500; ++i) loader.next();
  CHECK(allocations() == before);
}

TEST_CASE("loader: an error comes at its batch and stays") {
  const Folder folder;
  for (int i = 0; i < 12; ++i)
    folder.write("d/a/" + std::to_string(10 + i) + ".png", png(gradient(4, 4, 1)));
  folder.write("d/a/17.png", "broken");
  DataSpec spec;
  spec.kind = DataKind::folder;
  spec.train.samples = "d";
  spec.validation_fraction = 0;
  LoaderOptions options;
  options.batch = 3;
  options.shuffle = false;
  options.workers = 3;
  {
    BatchLoader loader(open_dataset(spec, folder.path), options);
    CHECK(loader.next() != nullptr);
    CHECK(loader.next() != nullptr);
    for (int i = 0; i < 2; ++i) CHECK(has(error_of([&] { loader.next(); }), "17.png"));
  }
  spec.on_broken_sample = OnBrokenSample::skip;
  BatchLoader loader(open_dataset(spec, folder.path), options);
  for (int i = 0; i < 12; ++i) {
    const Batch* b = loader.next();
    CHECK(b->count == 3);
    if (i == 2) CHECK(b->samples[1] == 8);
  }
  const auto skipped = loader.take_skipped();
  REQUIRE(skipped.size() == 1);
  CHECK(skipped[0].sample == 7);
  CHECK(has(skipped[0].reason.text(), "17.png"));
  CHECK(loader.take_skipped().empty());
}

TEST_CASE("loader: all samples broken is an error even where they are skipped") {
  const Folder folder;
  for (int i = 0; i < 4; ++i) folder.write("d/a/" + std::to_string(i) + ".png", "broken");
  DataSpec spec;
  spec.kind = DataKind::folder;
  spec.train.samples = "d";
  spec.validation_fraction = 0;
  spec.image = {4, 4, 1};
  spec.on_broken_sample = OnBrokenSample::skip;
  BatchLoader loader(open_dataset(spec, folder.path), {});
  CHECK(has(error_of([&] { loader.next(); }), "neither PNG nor JPEG"));
}

TEST_CASE("loader: stops in the middle of a batch") {
  const Folder folder;
  const std::string picture = png(gradient(700, 700, 3));
  for (int i = 0; i < 40; ++i) folder.write("d/a/" + std::to_string(i) + ".png", picture);
  DataSpec spec;
  spec.kind = DataKind::folder;
  spec.train.samples = "d";
  spec.validation_fraction = 0;
  spec.image = {8, 8, 1};
  const auto data = open_dataset(spec, folder.path);
  LoaderOptions options;
  options.workers = 1;
  options.epochs = 1;
  // Every picture costs some allocations: how many were read before the loader was gone.
  const auto work = [&](bool whole) {
    const long before = allocations();
    {
      BatchLoader loader(data, options);
      if (whole) loader.next();
    }
    return allocations() - before;
  };
  const long whole = work(true);
  const long cut = std::min({work(false), work(false), work(false)});
  CHECK(cut < whole / 2);
}

TEST_CASE("loader: Fashion-MNIST, waiting time is told") {
  const fs::path folder = "/usr/share/datasets/fashion-mnist";
  if (!fs::exists(folder)) return;
  DataSpec spec;
  spec.train = {"train-images-idx3-ubyte.gz", "train-labels-idx1-ubyte.gz"};
  spec.test = {"t10k-images-idx3-ubyte.gz", "t10k-labels-idx1-ubyte.gz"};
  spec.normalise = Normalise::from_data;
  const auto data = open_dataset(spec, folder);
  CHECK(data->size(Split::train) == 54000);
  CHECK(data->size(Split::validation) == 6000);
  CHECK(data->size(Split::test) == 10000);
  const Statistics s = data->statistics(Split::train, 5000);
  CHECK(s.mean[0] == doctest::Approx(0.2860).epsilon(0.02));
  CHECK(s.deviation[0] == doctest::Approx(0.3530).epsilon(0.02));
  LoaderOptions options;
  options.epochs = 1;
  BatchLoader loader(data, options);
  std::vector<int> classes(10);
  double sum = 0;
  double values = 0;
  while (const Batch* b = loader.next()) {
    const auto* x = reinterpret_cast<const float*>(b->columns[0]);
    const auto* y = reinterpret_cast<const std::int64_t*>(b->columns[1]);
    for (std::int64_t i = 0; i < b->count; ++i) {
      ++classes[static_cast<std::size_t>(y[i])];
      for (int k = 0; k < 784; ++k) sum += x[i * 784 + k];
      values += 784;
    }
  }
  CHECK(values == 54000.0 * 784);
  CHECK(sum / values == doctest::Approx(0).epsilon(0.02));
  for (const int c : classes) CHECK(std::abs(c - 5400) < 200);
  CHECK(loader.waited().count() >= 0);
  MESSAGE("waited " << std::chrono::duration<double, std::milli>(loader.waited()).count() << " ms");
}
