// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "engine/session/operations.h"

namespace espalier {

std::vector<std::pair<std::string, double>> ranked_classes(std::span<const float> said,
                                                           const std::vector<std::string>& names) {
  std::vector<std::pair<std::string, double>> ranked;
  double sum = 0, most = -INFINITY;
  bool probabilities = !said.empty();
  for (const float v : said) {
    sum += double{v};
    most = std::max(most, double{v});
    probabilities = probabilities && v >= 0 && v <= 1;
  }
  probabilities = probabilities && std::fabs(sum - 1) < 1e-3;
  const bool classes = names.size() == said.size() && said.size() > 1;
  double total = 0;
  for (const float v : said) total += std::exp(double{v} - most);
  for (std::size_t i = 0; i < said.size(); ++i) {
    const double p =
        classes && !probabilities ? std::exp(double{said[i]} - most) / total : double{said[i]};
    ranked.emplace_back(classes ? names[i] : fmt::format("{}", i), p);
  }
  if (classes)
    std::stable_sort(ranked.begin(), ranked.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
  return ranked;
}

}  // namespace espalier
