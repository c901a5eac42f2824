// SPDX-License-Identifier: Apache-2.0
//
// Attention: a function of products, masks and a softmax, as ONNX defines it since opset 23.
#include "engine/ops/attention/attention.h"

#include <cmath>
#include <limits>

#include "engine/ops/support/known.h"
#include "engine/ops/support/samples.h"

namespace espalier {
namespace {

enum Port : std::size_t { query, key, value, mask, past_key, past_value };

// [batch, heads, steps, features] of an input, from four dimensions or from three and the heads.
struct Heads {
  Dim batch, heads, steps, features;
};

std::optional<Heads> heads_of(const SymShape& x, std::int64_t heads) {
  if (x.size() == 4) return Heads{x[0], x[1], x[2], x[3]};
  if (heads < 1) return std::nullopt;
  return Heads{x[0], Dim(heads), x[1], floor_div(x[2], Dim(heads))};
}

const char* heads_attribute(std::size_t port) {
  return port == query ? "q_num_heads" : "kv_num_heads";
}

Heads checked_heads(InferContext& c, std::size_t port, const SymShape& x) {
  const char* name = heads_attribute(port);
  if (x.size() != 3 && x.size() != 4)
    c.fail(message(ESP_TEXT("engine",
                            "expected [N,heads,steps,features] or [N,steps,features] for "
                            "{}, got {}"),
                   c.node().op->input(port).name, shape_text(x)),
           static_cast<int>(port));
  const std::int64_t heads = c.integer(name);
  if (x.size() == 3 && heads < 1)
    c.fail(
        message(ESP_TEXT("engine", "{}: expected the number of heads, for {} has three dimensions"),
                name, c.node().op->input(port).name),
        -1, name, Fix{message(ESP_TEXT("engine", "Set {} to {}"), name, 1), name, std::int64_t{1}});
  const Heads h = heads_of(x, heads).value();
  if (x.size() == 3)
    c.require_equal(h.features * Dim(heads), x[2],
                    message(ESP_TEXT("engine", "{}: expected a divisor of the {} features, got {}"),
                            name, x[2].text(), heads),
                    static_cast<int>(port));
  return h;
}

void infer(InferContext& c) {
  const DType dtype = known_dtype(c, query);
  const auto q = known_shape(c, query), k = known_shape(c, key), v = known_shape(c, value);
  if (dtype == DType::undefined || !q || !k || !v) return;
  for (const std::size_t port : {key, value}) require_same_dtype(c, port, query);
  const Heads hq = checked_heads(c, query, *q), hk = checked_heads(c, key, *k),
              hv = checked_heads(c, value, *v);
  c.require_equal(hq.features, hk.features,
                  message(ESP_TEXT("engine",
                                   "expected equally many features of queries and keys, got {} "
                                   "and {}"),
                          hq.features.text(), hk.features.text()),
                  key);
  if (hk.heads == Dim(0)) c.fail(message(ESP_TEXT("engine", "expected at least one head")), key);
  c.require_equal(
      floor_div(hq.heads, hk.heads) * hk.heads, hq.heads,
      message(ESP_TEXT("engine", "expected a multiple of the {} heads of K for Q, got {}"),
              hk.heads.text(), hq.heads.text()),
      query);
  Dim steps = hk.steps;
  if (const auto past = known_shape(c, past_key); past && past->size() == 4)
    steps = steps + (*past)[2];
  c.output(0, Type::tensor(dtype, q->size() == 4
                                      ? SymShape{hq.batch, hq.heads, hq.steps, hv.features}
                                      : SymShape{hq.batch, hq.steps, hq.heads * hv.features}));
  c.output(1, Type::tensor(dtype, {hk.batch, hk.heads, steps, hk.features}));
  c.output(2, Type::tensor(dtype, {hv.batch, hv.heads, steps, hv.features}));
  c.output(3, Type::tensor(dtype, {hq.batch, hq.heads, hq.steps, steps}));
}

void cost(CostContext& c) {
  const SymShape &q = c.input(query), &k = c.input(key), &v = c.input(value);
  const auto hq = heads_of(q, c.integer("q_num_heads")),
             hk = heads_of(k, c.integer("kv_num_heads"));
  const auto hv = heads_of(v, c.integer("kv_num_heads"));
  if (!hq || !hk || !hv) return;
  const Dim pairs = hq->batch * hq->heads * hq->steps * hk->steps;
  c.cost.macs = pairs * (hq->features + hv->features);
  c.cost.operations = pairs * 5;
}

// The function's parts, with the types of what has been built so far.
class Parts {
 public:
  explicit Parts(BodyContext& context) : c_(context), build_(context.build()) {}

  ValueRef add(const char* name, std::vector<ValueRef> inputs, AttributeMap a = {}) {
    return build_.add(op(name), std::move(inputs), std::move(a));
  }
  SymShape shape(ValueRef v) { return c_.type(v).shape.value(); }
  ValueRef number(double v) {
    return build_.constant(filled(c_.type(c_.input(query)).dtype, {}, v));
  }

  // [batch, heads, steps, features].
  ValueRef apart(std::size_t port) {
    const ValueRef x = c_.input(port);
    if (shape(x).size() == 4) return x;
    const Ints sizes{0, 0, c_.integer(heads_attribute(port)), -1};
    return add("Transpose", {add("Reshape", {x}, {{"shape", sizes}})},
               {{"perm", Ints{0, 2, 1, 3}}});
  }
  ValueRef with_past(ValueRef x, std::size_t port) {
    return c_.input(port) ? add("Concat", {c_.input(port), x}, {{"axis", 2}}) : x;
  }
  // Each head as often as queries share it.
  ValueRef repeated(ValueRef x, std::int64_t times, std::int64_t heads) {
    if (times == 1) return x;
    const ValueRef apart = add("Unsqueeze", {x}, {{"axes", Ints{2}}});
    const ValueRef many = add("Expand", {apart}, {{"shape", Ints{1, 1, times, 1, 1}}});
    const std::int64_t features = constant(shape(x)[3]);
    return add("Reshape", {many}, {{"shape", Ints{0, heads, -1, features}}});
  }
  std::int64_t constant(const Dim& d) {
    const auto n = d.constant();
    if (!n)
      throw Error(ESP_TEXT("engine",
                           "{}: its heads, features and, with is_causal, steps must be known, "
                           "got {}"),
                  c_.node().name, d.text());
    return *n;
  }
  // −∞ where a query may not see a key: keys behind it, counted from the beginning of the past.
  ValueRef causal(std::int64_t queries, std::int64_t keys, std::int64_t past) {
    Tensor t = filled(c_.type(c_.input(query)).dtype, {queries, keys}, 0);
    const auto hide = [&]<class T>(T) {
      const auto values = t.mutable_values<T>();
      for (std::int64_t i = 0; i < queries; ++i)
        for (std::int64_t j = i + past + 1; j < keys; ++j)
          values[static_cast<std::size_t>(i * keys + j)] = -std::numeric_limits<T>::infinity();
    };
    if (t.type() == DType::float32)
      hide(float{});
    else
      hide(double{});
    return build_.constant(std::move(t));
  }

 private:
  BodyContext& c_;
  GraphBuilder& build_;
};

void body(BodyContext& c) {
  Parts p(c);
  const ValueRef q = p.apart(query);
  const ValueRef k = p.with_past(p.apart(key), past_key),
                 v = p.with_past(p.apart(value), past_value);
  const SymShape sq = p.shape(q), sk = p.shape(k);
  const std::int64_t heads = p.constant(sq[1]), groups = p.constant(sk[1]);
  const double features = static_cast<double>(p.constant(sq[3]));
  const double scale = c.is_set("scale") ? c.real("scale") : 1 / std::sqrt(features);
  const ValueRef all_k = p.repeated(k, heads / groups, heads),
                 all_v = p.repeated(v, heads / groups, heads);
  const ValueRef turned = p.add("Transpose", {all_k}, {{"perm", Ints{0, 1, 3, 2}}});
  ValueRef weights = p.add("MatMul", {p.add("Mul", {q, p.number(scale)}), turned});
  ValueRef seen = weights;
  const std::int64_t mode = c.integer("qk_matmul_output_mode");
  if (const double cap = c.real("softcap"); cap > 0)
    weights =
        p.add("Mul", {p.add("Tanh", {p.add("Div", {weights, p.number(cap)})}), p.number(cap)});
  if (mode == 1) seen = weights;
  constexpr double never = -std::numeric_limits<double>::infinity();
  ValueRef bias = c.input(mask), blind;
  if (bias && c.type(bias).dtype == DType::boolean)
    bias = p.add("Where", {bias, p.number(0), p.number(never)});
  if (c.flag("is_causal")) {
    const std::int64_t past = c.input(past_key) ? p.constant(p.shape(c.input(past_key))[2]) : 0;
    const ValueRef causal = p.causal(p.constant(sq[2]), p.constant(sk[2]), past);
    bias = bias ? p.add("Add", {bias, causal}) : causal;
  }
  if (c.input(mask))  // queries that may see nothing: their results are 0
    blind = p.add("Equal", {p.add("ReduceMax", {bias}, {{"axes", Ints{-1}}}), p.number(never)});
  if (bias) weights = p.add("Add", {weights, bias});
  if (mode == 2) seen = weights;
  if (blind) weights = p.add("Where", {blind, p.number(0), weights});
  weights = p.add("Softmax", {weights}, {{"axis", -1}});
  if (blind) weights = p.add("Where", {blind, p.number(0), weights});
  if (mode == 3) seen = weights;
  ValueRef y = p.add("MatMul", {weights, all_v});
  if (p.shape(c.input(query)).size() == 3)
    y = p.add("Reshape", {p.add("Transpose", {y}, {{"perm", Ints{0, 2, 1, 3}}})},
              {{"shape", Ints{0, 0, -1}}});
  const ValueRef results[] = {y, k, v, seen};
  for (std::size_t i = 0; i < c.outputs.size() && i < 4; ++i) c.output(i, results[i]);
}

std::vector<AttrSpec> attributes() {
  return {{.name = "q_num_heads",
           .type = AttrType::integer,
           .fallback = std::int64_t{0},
           .help = ESP_TEXT("ops", "Heads of Q where it has three dimensions."),
           .minimum = 0},
          {.name = "kv_num_heads",
           .type = AttrType::integer,
           .fallback = std::int64_t{0},
           .help = ESP_TEXT("ops", "Heads of K and V where they have three dimensions."),
           .minimum = 0},
          {.name = "is_causal",
           .type = AttrType::flag,
           .fallback = false,
           .help = ESP_TEXT("ops", "No step sees those behind it.")},
          {.name = "scale",
           .type = AttrType::real,
           .fallback = 1.0,
           .help = ESP_TEXT("ops", "What the products are multiplied by; unset, 1 / √features.")},
          {.name = "softcap",
           .type = AttrType::real,
           .fallback = 0.0,
           .help = ESP_TEXT("ops", "Where above 0, products are squeezed to ± this by tanh."),
           .minimum = 0,
           .advanced = true},
          {.name = "qk_matmul_output_mode",
           .type = AttrType::integer,
           .fallback = std::int64_t{0},
           .help = ESP_TEXT("ops",
                            "What the last output has: the products, squeezed, with the mask, or "
                            "the softmax (0 to 3)."),
           .minimum = 0,
           .maximum = 3,
           .advanced = true},
          {.name = "softmax_precision",
           .type = AttrType::integer,
           .fallback = std::int64_t{1},
           .help = ESP_TEXT("ops", "The element type of the softmax; only 1, float32, and 11."),
           .advanced = true}};
}

OpSpec attention() {
  OpSpec s;
  s.name = "Attention";
  s.category = Category::linear;
  s.everyday = true;
  s.summary = ESP_TEXT("ops", "Weighted means of values by how well queries match keys.");
  s.help = ESP_TEXT(
      "ops",
      "Y = softmax(Q·Kᵀ · scale + mask) · V for every head; queries may share heads of K and "
      "V. Source: ONNX operator specification, Attention; Vaswani and others, "
      "\"Attention Is All You Need\", 2017.");
  s.attributes = attributes();
  s.inputs = {
      {.name = "Q",
       .help = ESP_TEXT("ops", "Queries, [N,heads,steps,features] or [N,steps,heads·features]."),
       .types = float_types},
      {.name = "K", .help = ESP_TEXT("ops", "Keys, likewise."), .types = float_types},
      {.name = "V", .help = ESP_TEXT("ops", "Values, likewise."), .types = float_types},
      {.name = "attn_mask",
       .help = ESP_TEXT("ops",
                        "Added to the products, or which of them count; broadcast to "
                        "[N,heads,queries,keys]."),
       .optional = true},
      {.name = "past_key",
       .help = ESP_TEXT("ops", "Keys of steps before, four dimensions."),
       .optional = true},
      {.name = "past_value",
       .help = ESP_TEXT("ops", "Values of steps before, four dimensions."),
       .optional = true}};
  s.outputs = {{.name = "Y", .help = ESP_TEXT("ops", "The means, of the form of Q.")},
               {.name = "present_key",
                .help = ESP_TEXT("ops", "All keys, with those before."),
                .optional = true},
               {.name = "present_value",
                .help = ESP_TEXT("ops", "All values, with those before."),
                .optional = true},
               {.name = "qk_matmul_output",
                .help = ESP_TEXT("ops", "The products, as qk_matmul_output_mode says."),
                .optional = true}};
  s.infer = infer;
  s.cost = cost;
  s.body = body;
  s.onnx.versions = {23};
  s.card = [](const Node& node) {
    const auto heads = attribute<std::int64_t>(node, "q_num_heads");
    return heads > 0 ? fmt::format("{}", heads) : std::string();
  };
  s.samples = attention_samples;
  return s;
}

const RegisterOps ops_of_this_file{{attention}};

}  // namespace
}  // namespace espalier
