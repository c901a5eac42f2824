// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/support/window.h"

#include <algorithm>
#include <limits>

namespace espalier {
namespace {

// Far beyond any window, small enough that products of two stay within 63 bits.
constexpr std::int64_t limit = std::numeric_limits<std::int32_t>::max();

Ints setting(const RuleContext& c, std::string_view name, Ints otherwise) {
  if (!c.is_set(name) || c.node().op->attribute(name) == nullptr) return otherwise;
  return c.integers(name);
}

// As many numbers as wanted: what is there, its last one repeated; pads for the beginnings only
// count for the ends too.
Ints mended(const Ints& got, std::size_t count, std::int64_t least, bool pads) {
  Ints out = got;
  if (pads && got.size() * 2 == count) out.insert(out.end(), got.begin(), got.end());
  out.resize(count, out.empty() ? least : out.back());
  for (std::int64_t& v : out) v = std::clamp(v, least, limit);
  return out;
}

void check_list(InferContext& c, const char* name, const Ints& got, std::size_t count,
                std::int64_t least) {
  const bool right_count = got.size() == count;
  if (right_count &&
      std::all_of(got.begin(), got.end(), [&](std::int64_t v) { return v >= least && v <= limit; }))
    return;
  Ints cure = mended(got, count, least, name == std::string_view("pads"));
  Fix fix{message(ESP_TEXT("engine", "Set {} to {}"), name, ints_text(cure)), name, cure};
  if (!right_count) {
    const bool pads = name == std::string_view("pads");
    const char* text =
        pads ? ESP_TEXT("engine", "{}: expected two numbers per spatial axis (of {}), got {}")
             : ESP_TEXT("engine", "{}: expected one number per spatial axis (of {}), got {}");
    c.fail(message(text, name, pads ? count / 2 : count, ints_text(got)), -1, name, std::move(fix));
  }
  c.fail(message(ESP_TEXT("engine", "{}: expected numbers from {} to {}, got {}"), name, least,
                 limit, ints_text(got)),
         -1, name, std::move(fix));
}

std::int64_t ceil_quotient(std::int64_t a, std::int64_t b) { return -(-a / b) + (a > 0 && a % b); }

}  // namespace

std::vector<AttrSpec> window_attributes(std::int64_t stride) {
  return {
      {.name = "strides",
       .type = AttrType::integers,
       .fallback = Ints{stride, stride},
       .help = ESP_TEXT("ops", "How far the window moves along each spatial axis."),
       .minimum = 1,
       .maximum = limit,
       .unit = "px"},
      {.name = "auto_pad",
       .type = AttrType::text,
       .fallback = "NOTSET",
       .help = ESP_TEXT("ops",
                        "NOTSET pads as `pads` says. SAME_UPPER and SAME_LOWER pad so that the "
                        "output is the input's size divided by the stride, rounded up, an odd "
                        "element going to the end or the beginning. VALID does not pad."),
       .choices = {"NOTSET", "SAME_UPPER", "SAME_LOWER", "VALID"}},
      {.name = "pads",
       .type = AttrType::integers,
       .fallback = Ints{0, 0, 0, 0},
       .help = ESP_TEXT("ops",
                        "Padding at the beginning of each spatial axis, then at the end of each: "
                        "top, left, bottom, right. Used where auto_pad is NOTSET."),
       .minimum = 0,
       .maximum = limit,
       .unit = "px"},
      {.name = "dilations",
       .type = AttrType::integers,
       .fallback = Ints{1, 1},
       .help = ESP_TEXT("ops", "Distance of neighbouring elements of the window on each axis."),
       .minimum = 1,
       .maximum = limit,
       .unit = "px",
       .advanced = true}};
}

AttrSpec kernel_attribute(std::optional<AttrValue> fallback) {
  return {.name = "kernel_shape",
          .type = AttrType::integers,
          .fallback = std::move(fallback),
          .help = ESP_TEXT("ops", "Size of the window along each spatial axis."),
          .minimum = 1,
          .maximum = limit,
          .unit = "px"};
}

WindowSettings window_settings(const RuleContext& c, Ints kernel, std::int64_t stride) {
  WindowSettings w;
  w.kernel = setting(c, "kernel_shape", std::move(kernel));
  const std::size_t n = w.kernel.size();
  w.strides = setting(c, "strides", Ints(n, stride));
  w.dilations = setting(c, "dilations", Ints(n, 1));
  w.pads = setting(c, "pads", Ints(2 * n, 0));
  w.auto_pad = c.text("auto_pad");
  if (w.auto_pad != "NOTSET") w.pads.assign(2 * n, 0);
  w.ceil_mode = c.node().op->attribute("ceil_mode") != nullptr && c.flag("ceil_mode");
  return w;
}

WindowSettings checked_window(InferContext& c, std::size_t axes, Ints kernel, std::int64_t stride) {
  const WindowSettings w = window_settings(c, std::move(kernel), stride);
  check_list(c, "kernel_shape", w.kernel, axes, 1);
  check_list(c, "strides", w.strides, axes, 1);
  check_list(c, "dilations", w.dilations, axes, 1);
  check_list(c, "pads", w.pads, 2 * axes, 0);
  if (w.auto_pad != "NOTSET" && w.auto_pad != "VALID" && !w.same())
    c.fail(message(ESP_TEXT("engine",
                            "auto_pad: expected NOTSET, SAME_UPPER, SAME_LOWER or VALID, "
                            "got {}"),
                   w.auto_pad),
           -1, "auto_pad",
           Fix{message(ESP_TEXT("engine", "Set {} to {}"), "auto_pad", "NOTSET"), "auto_pad",
               std::string("NOTSET")});
  return w;
}

std::vector<Dim> window_outputs(InferContext& c, const WindowSettings& w, std::span<const Dim> in) {
  std::vector<Dim> out;
  for (std::size_t i = 0; i < w.axes(); ++i) {
    const Dim stride = w.strides[i];
    if (w.same()) {
      out.push_back(ceil_div(in[i], stride));
      continue;
    }
    const std::int64_t begin = w.pads[i];
    const std::int64_t pad = begin + w.pads[w.axes() + i];
    const Dim room = in[i] + Dim(pad) - Dim(w.extent(i));
    if (const auto known = room.constant(); known && *known < 0) {
      Ints kernel = w.kernel;
      kernel[i] = std::max<std::int64_t>((*in[i].constant() + pad - 1) / w.dilations[i] + 1, 1);
      std::optional<Fix> fix;
      if (*in[i].constant() + pad > 0 && c.node().op->attribute("kernel_shape"))
        fix = Fix{message(ESP_TEXT("engine", "Set {} to {}"), "kernel_shape", ints_text(kernel)),
                  "kernel_shape", kernel};
      c.fail(message(ESP_TEXT("engine",
                              "expected at least {} elements with padding along spatial "
                              "axis {} for the window, got {}"),
                     w.extent(i), i, *in[i].constant() + pad),
             0, "kernel_shape", std::move(fix));
    }
    if (!w.ceil_mode)
      out.push_back(floor_div(room, stride) + Dim(1));
    else  // windows that would begin in the padding at the end are left out
      out.push_back(min(ceil_div(room, stride) + Dim(1), ceil_div(in[i] + Dim(begin), stride)));
  }
  return out;
}

Window window_of(const WindowSettings& w, std::span<const Dim> in) {
  Window out{w.kernel, w.strides, w.dilations,
             Ints(w.pads.begin(), w.pads.begin() + static_cast<std::ptrdiff_t>(w.axes()))};
  for (std::size_t i = 0; w.same() && i < w.axes(); ++i) {
    // Where the size is a symbol: the padding of a size that the stride divides.
    const std::int64_t size = in[i].constant().value_or(w.strides[i]);
    const std::int64_t steps = std::max<std::int64_t>(ceil_quotient(size, w.strides[i]) - 1, 0);
    const std::int64_t pad = std::max<std::int64_t>(steps * w.strides[i] + w.extent(i) - size, 0);
    out.pad_begin[i] = w.auto_pad == "SAME_UPPER" ? pad / 2 : pad - pad / 2;
  }
  return out;
}

PlacedWindow place(const WindowSettings& w, const Ints& in) {
  PlacedWindow p{in, {}, {}, {}};
  for (std::size_t i = 0; i < w.axes(); ++i) {
    const std::int64_t stride = w.strides[i];
    if (w.same()) {
      const std::int64_t out = ceil_quotient(in[i], stride);
      const std::int64_t pad = std::max<std::int64_t>((out - 1) * stride + w.extent(i) - in[i], 0);
      p.out.push_back(out);
      p.pad_begin.push_back(w.auto_pad == "SAME_UPPER" ? pad / 2 : pad - pad / 2);
      p.pad_end.push_back(pad - p.pad_begin.back());
      continue;
    }
    p.pad_begin.push_back(w.pads[i]);
    p.pad_end.push_back(w.pads[w.axes() + i]);
    const std::int64_t room = in[i] + p.pad_begin[i] + p.pad_end[i] - w.extent(i);
    if (room < 0)
      p.out.push_back(0);
    else if (w.ceil_mode)
      p.out.push_back(
          std::min(ceil_quotient(room, stride) + 1, ceil_quotient(in[i] + p.pad_begin[i], stride)));
    else
      p.out.push_back(room / stride + 1);
  }
  return p;
}

}  // namespace espalier
