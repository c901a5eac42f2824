// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/activation/functions.h"

#include <map>
#include <mutex>

namespace espalier {
namespace {

struct Rows {
  std::mutex mutex;
  std::map<std::string, const Function*, std::less<>> by_name;
};

Rows& all_rows() {
  static Rows rows;
  return rows;
}

struct Settings {
  double a, b;
};

Settings settings_of(const RuleContext& c, const Function& f) {
  return {*f.a.name ? c.real(f.a.name) : 0, *f.b.name ? c.real(f.b.name) : 0};
}

std::vector<AttrSpec> attributes_of(const Function& f) {
  std::vector<AttrSpec> list;
  for (const FunctionSetting* s : {&f.a, &f.b})
    if (*s->name)
      list.push_back(
          {.name = s->name, .type = AttrType::real, .fallback = s->fallback, .help = s->help});
  return list;
}

void reference(ReferenceContext& c) {
  const Function& f = function_of(c);
  const auto [a, b] = settings_of(c, f);
  const DType type = c.input(0).type();
  if (is_integer(type) && f.whole == nullptr) no_reference(c, type);
  with_number(c, type, [&]<class T>(T) {
    const auto x = c.input(0).values<T>();
    const auto y = c.output<T>(0, c.input(0).shape());
    for (std::size_t i = 0; i < x.size(); ++i) {
      if constexpr (std::is_floating_point_v<T>)
        y[i] = static_cast<T>(f.value(static_cast<double>(x[i]), a, b));
      else
        y[i] = static_cast<T>(f.whole(static_cast<std::uint64_t>(x[i]), x[i] < 0));
    }
  });
}

void slope_reference(ReferenceContext& c) {
  const Function& f = function_of(c);
  const auto [a, b] = settings_of(c, f);
  combine_elements(c, [&](double dy, double x) { return dy * f.slope(x, a, b); });
}

// Nothing flows back through a function that is flat wherever it has a slope.
void gradient(GradientContext& c) {
  const Function& f = function_of(c);
  if (f.slope == nullptr) return;
  c.gradient(0, c.build().add(internal_op(f.slope_name), {c.output_gradient(0), c.input(0)},
                              c.node().attributes));
}

std::string card(const Node& node) {
  const Function& f = function_of(RuleContext(node));
  return *f.a.name ? fmt::format("{:g}", attribute<double>(node, f.a.name)) : std::string();
}

}  // namespace

void remember(const Function& f) {
  const std::lock_guard lock(all_rows().mutex);
  all_rows().by_name.emplace(f.name, &f);
  if (*f.slope_name) all_rows().by_name.emplace(f.slope_name, &f);
}

const Function& function_of(const RuleContext& c) {
  const std::lock_guard lock(all_rows().mutex);
  return *all_rows().by_name.find(std::string_view(c.node().op->name))->second;
}

OpSpec function_spec(const Function& f, std::vector<Sample> (*samples)()) {
  remember(f);
  OpSpec s = elementwise_spec(f.name);
  s.summary = f.summary;
  s.help = f.help;
  if (f.whole) s.inputs[0].types = number_types;
  s.attributes = attributes_of(f);
  s.gradient = gradient;
  s.reference = reference;
  s.onnx.versions = f.versions;
  s.onnx.write = f.write;
  if (*f.a.name) s.card = card;
  s.samples = samples;
  return s;
}

OpSpec slope_spec(const Function& f, std::vector<Sample> (*samples)()) {
  remember(f);
  OpSpec s = elementwise_grad_spec(f.slope_name);
  s.inputs[1].name = "X";
  s.attributes = attributes_of(f);
  s.reference = slope_reference;
  s.samples = samples;
  return s;
}

std::vector<Sample> function_samples(const Function& f) {
  std::vector<Sample> list{{.name = "image",
                            .inputs = {{.shape = {2, 3, 5, 7}, .low = f.low, .high = f.high}},
                            .gradient = f.slope != nullptr},
                           {.name = "scalar",
                            .inputs = {{.shape = {}, .low = f.low, .high = f.high}},
                            .gradient = false},
                           {.name = "empty", .inputs = {{.shape = {0, 3}}}, .gradient = false}};
  if (*f.a.name) {
    Sample other{.name = "other settings",
                 .inputs = {{.shape = {37}, .low = f.low, .high = f.high}},
                 .gradient = f.slope != nullptr};
    other.attributes[f.a.name] = f.a.fallback * 0.75 + 0.125;
    if (*f.b.name) other.attributes[f.b.name] = f.b.fallback * 1.25 - 0.25;
    list.push_back(std::move(other));
  }
  if (f.whole)
    list.push_back({.name = "integers",
                    .inputs = {given(Tensor::of<std::int64_t>({5}, {-3, 0, 4, 1, -1}))},
                    .gradient = false});
  return list;
}

std::vector<Sample> slope_samples(const Function& f) {
  return {{.name = "image",
           .inputs = {spaced({2, 3, 5, 7}), {.shape = {2, 3, 5, 7}, .low = f.low, .high = f.high}},
           .gradient = false},
          {.name = "empty", .inputs = {{.shape = {0, 3}}, {.shape = {0, 3}}}, .gradient = false}};
}

}  // namespace espalier
