// SPDX-License-Identifier: Apache-2.0
//
// Shape and Size: tensors of a tensor's sizes.
#include <algorithm>

#include "engine/graph/onnx_form.h"
#include "engine/ops/support/samples.h"
#include "engine/ops/support/shapes.h"

namespace espalier {
namespace {

struct Range {
  std::size_t begin, end;
};

// The dimensions that are told, as Python's slices count them.
Range range(const RuleContext& c, std::size_t rank) {
  const auto n = static_cast<std::int64_t>(rank);
  const auto at = [&](std::int64_t i) { return std::clamp<std::int64_t>(i < 0 ? i + n : i, 0, n); };
  const std::int64_t begin = at(c.integer("start"));
  const std::int64_t end = c.is_set("end") ? at(c.integer("end")) : n;
  return {static_cast<std::size_t>(begin), static_cast<std::size_t>(std::max(begin, end))};
}

void infer_shape(InferContext& c) {
  const auto x = known_shape(c, 0);
  if (!x) return c.output(0, Type::tensor(DType::int64, {c.fresh_symbol(0, 0)}));
  const auto [begin, end] = range(c, x->size());
  Type y = Type::tensor(DType::int64, {Dim(static_cast<std::int64_t>(end - begin))});
  y.elements = std::vector<Dim>(x->begin() + static_cast<std::ptrdiff_t>(begin),
                                x->begin() + static_cast<std::ptrdiff_t>(end));
  c.output(0, std::move(y));
}

void infer_size(InferContext& c) {
  const auto x = known_shape(c, 0);
  Type y = Type::tensor(DType::int64, {});
  if (x) y.elements = std::vector<Dim>{product(*x)};
  c.output(0, std::move(y));
}

OpSpec shape() {
  OpSpec s;
  s.name = "Shape";
  s.category = Category::data;
  s.summary = ESP_TEXT("ops", "The sizes of a tensor, as a tensor.");
  s.help = ESP_TEXT("ops",
                    "A list of the dimensions from `start` up to `end`; negative ones count from "
                    "the last. Sizes that are symbols stay symbols in what is computed of them. "
                    "Source: ONNX operator specification, Shape.");
  s.attributes = {{.name = "start",
                   .type = AttrType::integer,
                   .fallback = std::int64_t{0},
                   .help = ESP_TEXT("ops", "The first dimension that is told."),
                   .advanced = true},
                  {.name = "end",
                   .type = AttrType::integer,
                   .fallback = std::int64_t{1} << 30,
                   .help = ESP_TEXT("ops", "The dimension before which it stops."),
                   .advanced = true}};
  s.inputs = {{.name = "data", .help = ESP_TEXT("ops", "The tensor, of any type.")}};
  s.outputs = {{.name = "shape", .help = ESP_TEXT("ops", "Its sizes, int64.")}};
  s.infer = infer_shape;
  s.gradient = [](GradientContext&) {};
  s.reference = [](ReferenceContext& c) {
    const Shape& x = c.input(0).shape();
    const auto [begin, end] = range(c, x.size());
    const auto y = c.output<std::int64_t>(0, {static_cast<std::int64_t>(end - begin)});
    std::copy(x.begin() + static_cast<std::ptrdiff_t>(begin),
              x.begin() + static_cast<std::ptrdiff_t>(end), y.begin());
  };
  s.onnx = {
      .versions = {1, 13, 15, 19, 21, 23, 24, 25},
      .import = nullptr,
      .write = [](OnnxExportContext& c) {
        if (!c.source.attributes.contains("end")) c.node.attributes.erase("end");
        if (c.opset >= 15) return;
        if (c.source.attributes.contains("end") || attribute<std::int64_t>(c.source, "start") != 0)
          throw Error(ESP_TEXT("engine", "{}: {} tells a part of the shape from opset {} on only"),
                      c.source.name, "Shape", 15);
        c.node.attributes.erase("start");
      }};
  s.samples = [] {
    const SampleInput x{.shape = {2, 3, 4, 0}};
    return std::vector<Sample>{{.name = "all", .inputs = {x}, .gradient = false},
                               {.name = "scalar", .inputs = {{.shape = {}}}, .gradient = false},
                               {.name = "part",
                                .attributes = {{"start", 1}, {"end", -1}},
                                .inputs = {x},
                                .gradient = false},
                               {.name = "nothing",
                                .attributes = {{"start", 3}, {"end", 1}},
                                .inputs = {x},
                                .gradient = false}};
  };
  return s;
}

OpSpec size() {
  OpSpec s;
  s.name = "Size";
  s.category = Category::data;
  s.summary = ESP_TEXT("ops", "How many elements a tensor has, as a tensor.");
  s.help = ESP_TEXT("ops",
                    "The product of the dimensions, a scalar. Source: ONNX operator specification, "
                    "Size.");
  s.inputs = {{.name = "data", .help = ESP_TEXT("ops", "The tensor, of any type.")}};
  s.outputs = {{.name = "size", .help = ESP_TEXT("ops", "The number of its elements, int64.")}};
  s.infer = infer_size;
  s.gradient = [](GradientContext&) {};
  s.reference = [](ReferenceContext& c) {
    c.outputs[0] = Tensor::scalar<std::int64_t>(c.input(0).count());
  };
  s.onnx.versions = {1, 13, 19, 21, 23, 24, 25};
  s.samples = [] {
    return std::vector<Sample>{
        {.name = "image", .inputs = {{.shape = {2, 3, 4}}}, .gradient = false},
        {.name = "scalar", .inputs = {{.shape = {}}}, .gradient = false}};
  };
  return s;
}

const RegisterOps ops_of_this_file{{shape, size}};

}  // namespace
}  // namespace espalier
