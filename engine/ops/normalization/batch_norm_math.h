// SPDX-License-Identifier: Apache-2.0
//
// The arithmetic of batch normalisation for references: in double, by channel.
#pragma once

#include <span>
#include <vector>

#include "engine/ops/support/shapes.h"
#include "engine/ops/support/typed.h"

namespace espalier {

// [N,C,…] seen as [N,C,S].
struct ChannelView {
  std::size_t batch, channels, spatial;
  std::size_t channel(std::size_t i) const { return i / spatial % channels; }
  std::size_t per_channel() const { return batch * spatial; }
};
ChannelView channel_view(const Shape& x);

struct Statistics {
  std::vector<double> mean, var;
};

template <class T> Statistics batch_statistics(std::span<const T> x, const ChannelView& v) {
  Statistics s{std::vector<double>(v.channels), std::vector<double>(v.channels)};
  const auto n = static_cast<double>(v.per_channel());
  for (std::size_t i = 0; i < x.size(); ++i) s.mean[v.channel(i)] += x[i] / n;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double d = x[i] - s.mean[v.channel(i)];
    s.var[v.channel(i)] += d * d / n;
  }
  return s;
}

// An input's elements, whatever floating type they have, and an output of input 3's type.
std::vector<double> as_doubles(const ReferenceContext& c, std::size_t port);
void put(ReferenceContext& c, std::size_t port, const std::vector<double>& values);
// running · momentum + batch · (1 − momentum)
std::vector<double> moved_average(std::vector<double> running, const std::vector<double>& batch,
                                  double momentum);

std::vector<AttrSpec> batch_norm_attributes();  // epsilon, momentum

}  // namespace espalier
