// SPDX-License-Identifier: Apache-2.0
//
// DepthToSpace and SpaceToDepth: dimensions taken apart, exchanged and put together.
#include "engine/graph/onnx_form.h"
#include "engine/ops/support/samples.h"
#include "engine/ops/support/shapes.h"

namespace espalier {
namespace {

template <bool to_space> void infer(InferContext& c) {
  const DType dtype = known_dtype(c, 0);
  const auto x = known_shape(c, 0);
  if (dtype == DType::undefined) return;
  if (!x) return c.output(0, Type::of_unknown_rank(dtype));
  require_rank(c, 0, 4, "[N,C,H,W]");
  const Dim b = c.integer("blocksize");
  const auto divided = [&](std::size_t axis, const Dim& by) {
    const Dim part = floor_div((*x)[axis], by);
    c.require_equal(part * by, (*x)[axis],
                    message(ESP_TEXT("engine", "expected a multiple of {} along axis {}, got {}"),
                            by.text(), axis, shape_text(*x)),
                    0);
    return part;
  };
  SymShape y = *x;
  if (to_space) {
    y[1] = divided(1, b * b);
    y[2] = y[2] * b;
    y[3] = y[3] * b;
  } else {
    y[1] = y[1] * b * b;
    y[2] = divided(2, b);
    y[3] = divided(3, b);
  }
  c.output(0, Type::tensor(dtype, std::move(y)));
}

template <bool to_space> void body(BodyContext& c) {
  const SymShape x = c.type(c.input(0)).shape.value();
  const Dim b = c.integer("blocksize");
  SymShape apart, together = x;
  Ints order;
  if constexpr (to_space) {
    const Dim channels = floor_div(x[1], b * b);
    const bool columns_first = c.text("mode") == "CRD";
    apart = columns_first ? SymShape{x[0], channels, b, b, x[2], x[3]}
                          : SymShape{x[0], b, b, channels, x[2], x[3]};
    order = columns_first ? Ints{0, 1, 4, 2, 5, 3} : Ints{0, 3, 4, 1, 5, 2};
    together = {x[0], channels, x[2] * b, x[3] * b};
  } else {
    const Dim rows = floor_div(x[2], b), columns = floor_div(x[3], b);
    apart = {x[0], x[1], rows, b, columns, b};
    order = {0, 3, 5, 1, 2, 4};
    together = {x[0], x[1] * b * b, rows, columns};
  }
  GraphBuilder& build = c.build();
  const ValueRef parts = build.add(internal_op("ReshapeTo"), {c.input(0)}, {{"shape", apart}});
  const ValueRef turned = build.add(op("Transpose"), {parts}, {{"perm", order}});
  c.output(0, build.add(internal_op("ReshapeTo"), {turned}, {{"shape", together}}));
}

AttrSpec blocksize() {
  return {.name = "blocksize",
          .type = AttrType::integer,
          .fallback = std::int64_t{2},
          .help = ESP_TEXT("ops", "The side of a block of pixels."),
          .minimum = 1,
          .maximum = 1 << 15,
          .unit = "px"};
}

void write(OnnxExportContext& c) {
  c.node.attributes.insert_or_assign("blocksize", attribute<std::int64_t>(c.source, "blocksize"));
  if (c.opset >= 11 || !c.source.op->attribute("mode")) return;
  if (attribute<std::string>(c.source, "mode") != "DCR")
    throw Error(ESP_TEXT("engine", "{}: {} has the mode CRD from opset {} on only"), c.source.name,
                "DepthToSpace", 11);
  c.node.attributes.erase("mode");
}

template <bool to_space> OpSpec spec(const char* name, const char* summary, const char* help) {
  OpSpec s;
  s.name = name;
  s.category = Category::shape;
  s.summary = summary;
  s.help = help;
  s.attributes = {blocksize()};
  s.inputs = {{.name = "input", .help = ESP_TEXT("ops", "Images, [N,C,H,W].")}};
  s.outputs = {{.name = "output", .help = ESP_TEXT("ops", "The rearranged images.")}};
  s.infer = infer<to_space>;
  s.body = body<to_space>;
  s.onnx = {.versions = {1, 13}, .import = nullptr, .write = write};
  s.card = [](const Node& node) {
    return fmt::format("{}", attribute<std::int64_t>(node, "blocksize"));
  };
  return s;
}

OpSpec depth_to_space() {
  OpSpec s = spec<true>(
      "DepthToSpace", ESP_TEXT("ops", "Makes blocks of pixels of channels."),
      ESP_TEXT("ops",
               "Each pixel's blocksize² groups of channels become a block of pixels, also known as "
               "pixel shuffle (mode CRD). Source: ONNX operator specification, DepthToSpace."));
  s.attributes.push_back({.name = "mode",
                          .type = AttrType::text,
                          .fallback = std::string("DCR"),
                          .help = ESP_TEXT("ops",
                                           "DCR: the block's place counts first among the "
                                           "channels; CRD: last."),
                          .choices = {"DCR", "CRD"}});
  s.onnx.versions = {1, 11, 13};
  s.samples = [] {
    const SampleInput x{.shape = {2, 8, 2, 3}};
    return std::vector<Sample>{
        {.name = "blocks first", .inputs = {x}},
        {.name = "blocks last", .attributes = {{"mode", std::string("CRD")}}, .inputs = {x}}};
  };
  return s;
}

OpSpec space_to_depth() {
  OpSpec s = spec<false>(
      "SpaceToDepth", ESP_TEXT("ops", "Makes channels of blocks of pixels."),
      ESP_TEXT("ops",
               "Each block of blocksize² pixels becomes one pixel with as many groups of channels. "
               "Source: ONNX operator specification, SpaceToDepth."));
  s.samples = [] {
    return std::vector<Sample>{{.name = "blocks", .inputs = {{.shape = {2, 2, 4, 6}}}}};
  };
  return s;
}

const RegisterOps ops_of_this_file{{depth_to_space, space_to_depth}};

}  // namespace
}  // namespace espalier
