// SPDX-License-Identifier: Apache-2.0
#include "engine/data/batch_loader.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <set>
#include <thread>
#include <utility>

#include "engine/base/cpu.h"
#include "engine/base/tensor.h"
#include "engine/data/shuffle.h"

namespace espalier {
namespace {

constexpr std::int64_t replacements = 64;  // tried before a data set counts as broken altogether

int workers_for(int wanted) { return wanted > 0 ? wanted : std::clamp(cpu_cores() / 2, 1, 4); }

}  // namespace

struct BatchLoader::Impl {
  struct Slot {
    Batch batch;
    std::vector<Tensor> memory;  // one a column
    std::vector<std::int64_t> samples;
    std::exception_ptr error;
    bool ready = false;
  };

  std::shared_ptr<const Dataset> data;
  LoaderOptions options;
  std::int64_t size = 0;
  std::int64_t per_epoch = 0;
  std::int64_t first = 0;  // batches are numbered through all epochs
  std::int64_t end = 0;
  std::vector<std::size_t> sample_bytes;  // by column

  std::vector<Slot> slots;  // batch k lives in slot k mod their number
  std::mutex mutex;
  std::condition_variable work;   // a slot became free, or stop
  std::condition_variable ready;  // a batch became ready
  std::int64_t next_to_fill = 0;
  std::int64_t next_to_give = 0;
  std::int64_t released = 0;  // batches before this one are given back
  std::atomic<bool> stop{false};
  std::exception_ptr failure;
  std::chrono::nanoseconds waited{0};

  std::mutex skipped_mutex;
  std::set<std::int64_t> skipped_once;
  std::vector<SkippedSample> skipped;

  std::vector<std::thread> workers;

  Slot& slot_of(std::int64_t k) { return slots[static_cast<std::size_t>(k) % slots.size()]; }

  void allocate_slots() {
    for (const Column& c : data->columns())
      sample_bytes.push_back(bytes_of(c.type, count(c.shape)));
    for (Slot& s : slots) {
      for (const Column& c : data->columns()) {
        Shape shape = c.shape;
        shape.insert(shape.begin(), std::min(options.batch, size));
        s.memory.emplace_back(c.type, std::move(shape));
        s.batch.columns.push_back(s.memory.back().mutable_data());
      }
      s.samples.resize(static_cast<std::size_t>(std::min(options.batch, size)));
    }
  }

  // Reads the sample at a place of the epoch's order, or one that stands in for it.
  std::int64_t read_place(const Shuffle& order, std::int64_t place,
                          std::span<std::byte* const> out) {
    for (std::int64_t tried = 0;; ++tried) {
      const std::int64_t at = (place + tried) % size;
      const std::int64_t sample = options.shuffle ? order[at] : at;
      try {
        data->read(options.split, sample, out);
        return sample;
      } catch (const Error& e) {
        const bool skip = data->on_broken_sample() == OnBrokenSample::skip;
        if (!skip || tried + 1 >= std::min(replacements, size) || stop) throw;
        const std::lock_guard lock(skipped_mutex);
        if (skipped_once.insert(sample).second) skipped.push_back({sample, e.message()});
      }
    }
  }

  void fill(Slot& s, std::int64_t k) {
    Batch& b = s.batch;
    b.epoch = k / per_epoch;
    b.index = k % per_epoch;
    b.last = b.index + 1 == per_epoch;
    const std::int64_t begin = b.index * options.batch;
    b.count = std::min(options.batch, size - begin);
    const Shuffle order(size, options.seed, static_cast<std::uint64_t>(b.epoch));
    std::array<std::byte*, 2> out{};
    for (std::int64_t i = 0; i < b.count && !stop.load(std::memory_order_relaxed); ++i) {
      const auto at = static_cast<std::size_t>(i);
      for (std::size_t c = 0; c < out.size(); ++c)
        out[c] = const_cast<std::byte*>(b.columns[c]) + at * sample_bytes[c];
      s.samples[at] = read_place(order, begin + i, out);
    }
    b.samples = std::span(s.samples).first(static_cast<std::size_t>(b.count));
  }

  void run() {
    std::unique_lock lock(mutex);
    for (;;) {
      const auto room = static_cast<std::int64_t>(slots.size());
      work.wait(lock,
                [&] { return stop || (next_to_fill < end && next_to_fill < released + room); });
      if (stop) return;
      const std::int64_t k = next_to_fill++;
      Slot& s = slot_of(k);
      lock.unlock();
      std::exception_ptr error;
      try {
        fill(s, k);
      } catch (...) {
        error = std::current_exception();
      }
      lock.lock();
      s.error = std::move(error);
      s.ready = true;
      if (k == next_to_give) ready.notify_one();
    }
  }
};

BatchLoader::BatchLoader(std::shared_ptr<const Dataset> data, const LoaderOptions& options)
    : impl_(std::make_unique<Impl>()) {
  Impl& p = *impl_;
  p.data = std::move(data);
  p.options = options;
  p.size = p.data->size(options.split);
  if (p.size == 0)
    throw Error(ESP_TEXT("engine",
                         "There are no {} samples. Choose files for them in the data "
                         "settings."),
                name(options.split));
  if (options.batch < 1 || options.batch > (std::int64_t{1} << 31) || options.ahead < 1 ||
      options.ahead > 1024 || options.workers < 0 || options.workers > 1024)
    throw Error(ESP_TEXT("engine",
                         "Batches of {}, {} read ahead by {} threads, are not possible. "
                         "Correct the training settings."),
                options.batch, options.ahead, options.workers);
  p.per_epoch = (p.size + options.batch - 1) / options.batch;
  if (options.epoch < 0 || options.epoch > (std::int64_t{1} << 31) || options.index < 0 ||
      options.index > p.per_epoch)
    throw Error(ESP_TEXT("engine",
                         "Training cannot go on at batch {} of epoch {}: the data set has "
                         "{} batches an epoch. It is not the one of the checkpoint."),
                options.index, options.epoch, p.per_epoch);
  p.first = options.epoch * p.per_epoch + options.index;
  p.end = options.epochs < 0 || options.epochs > INT64_MAX / p.per_epoch
              ? INT64_MAX
              : options.epochs * p.per_epoch;
  p.next_to_fill = p.next_to_give = p.released = p.first;
  // One batch more than wait: the one that is borrowed.
  p.slots.resize(static_cast<std::size_t>(options.ahead) + 1);
  p.allocate_slots();
  for (int i = workers_for(options.workers); i > 0; --i) p.workers.emplace_back([&p] { p.run(); });
}

BatchLoader::~BatchLoader() {
  {
    const std::lock_guard lock(impl_->mutex);
    impl_->stop = true;
  }
  impl_->work.notify_all();
  for (std::thread& t : impl_->workers) t.join();
}

const Batch* BatchLoader::next() {
  Impl& p = *impl_;
  if (p.failure) std::rethrow_exception(p.failure);
  std::unique_lock lock(p.mutex);
  if (p.released < p.next_to_give) {
    p.slot_of(p.released).ready = false;
    ++p.released;
    p.work.notify_one();
  }
  if (p.next_to_give >= p.end) return nullptr;
  Impl::Slot& s = p.slot_of(p.next_to_give);
  if (!s.ready) {
    const auto begin = std::chrono::steady_clock::now();
    p.ready.wait(lock, [&] { return s.ready; });
    p.waited += std::chrono::steady_clock::now() - begin;
  }
  if (s.error) {
    p.failure = s.error;
    p.stop = true;
    p.work.notify_all();
    std::rethrow_exception(p.failure);
  }
  ++p.next_to_give;
  return &s.batch;
}

std::int64_t BatchLoader::batches_per_epoch() const { return impl_->per_epoch; }

std::chrono::nanoseconds BatchLoader::waited() const { return impl_->waited; }

std::vector<SkippedSample> BatchLoader::take_skipped() {
  const std::lock_guard lock(impl_->skipped_mutex);
  return std::exchange(impl_->skipped, {});
}

}  // namespace espalier
