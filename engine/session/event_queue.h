// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <vector>

#include "engine/session/events.h"

namespace espalier {

// Events between threads. Progress is merged into what still waits, so the queue stays short at any
// speed: at most one progress event a job besides the events that mean something of their own.
class EventQueue {
 public:
  explicit EventQueue(std::function<void()> wake) : wake_(std::move(wake)) {}
  void push(Event event);
  std::vector<Event> drain();
  std::vector<Event> wait(double seconds);

 private:
  bool merge(Event& event);
  std::function<void()> wake_;
  std::mutex mutex_;
  std::condition_variable filled_;
  std::vector<Event> events_;
};

}  // namespace espalier
