// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "engine/graph/infer.h"
#include "engine/graph/network.h"
#include "engine/graph/onnx_form.h"
#include "engine/ops/control/control.h"
#include "engine/ops/support/shapes.h"
#include "engine/ops/support/slices.h"

namespace espalier {
namespace {

// Inputs: N states, M scanned tensors, captures. The body takes (states …, slices …, captures …) and
// gives (states …, slices …).
struct Layout {
  std::size_t states, scanned, scans;
};

Layout layout_of(const RuleContext& c) {
  const std::size_t formal = formal_inputs(c);
  const auto scanned = static_cast<std::size_t>(c.integer("num_scan_inputs"));
  if (scanned > formal)
    throw Error(ESP_TEXT("engine", "num_scan_inputs: expected at most {} inputs, got {}"), formal,
                scanned);
  const std::size_t states = formal - scanned;
  return {states, scanned, c.node().outputs - std::min<std::size_t>(states, c.node().outputs)};
}

std::int64_t listed(const RuleContext& c, std::string_view name, std::size_t i) {
  const Ints list = c.integers(name);
  return i < list.size() ? list[i] : 0;
}

std::size_t scan_axis(const RuleContext& c, std::string_view name, std::size_t i,
                      std::size_t rank) {
  const std::int64_t axis = listed(c, name, i);
  const auto found = axis_from_front(axis, rank);
  if (!found)
    throw Error(ESP_TEXT("engine", "{}: expected an axis below {}, got {}"), name, rank, axis);
  return *found;
}

template <class T>
std::vector<T> body_inputs(const RuleContext& c, const std::vector<T>& states,
                           const std::vector<T>& slices, const std::vector<T>& inputs) {
  std::vector<T> all = states;
  all.insert(all.end(), slices.begin(), slices.end());
  for (std::size_t i = formal_inputs(c); i < inputs.size(); ++i) all.push_back(inputs[i]);
  return all;
}

void infer(InferContext& c) {
  const Layout l = layout_of(c);
  std::vector<Type> inputs;
  for (std::size_t i = 0; i < c.node().inputs.size(); ++i) inputs.push_back(c.input(i));
  std::optional<Dim> length;
  std::vector<Type> slices;
  for (std::size_t i = 0; i < l.scanned; ++i) {
    const auto shape = known_shape(c, l.states + i);
    if (!shape) {
      slices.push_back(Type::of_unknown_rank(known_dtype(c, l.states + i)));
      continue;
    }
    SymShape slice = *shape;
    const std::size_t axis = scan_axis(c, "scan_input_axes", i, slice.size());
    if (length)
      c.require_equal(*length, slice[axis],
                      message(ESP_TEXT("engine",
                                       "expected scanned inputs of one length, got {} "
                                       "and {}"),
                              length->text(), slice[axis].text()),
                      static_cast<int>(l.states + i));
    else
      length = slice[axis];
    slice.erase(slice.begin() + static_cast<std::ptrdiff_t>(axis));
    slices.push_back(Type::tensor(known_dtype(c, l.states + i), std::move(slice)));
  }
  std::vector<Type> results;
  const auto turn = [&](std::vector<Type> now) {
    results = body_types(c, "body", body_inputs(c, now, slices, inputs));
    return results;
  };
  const std::vector<Type> states = carried_types(
      c, std::vector<Type>(inputs.begin(), inputs.begin() + static_cast<std::ptrdiff_t>(l.states)),
      0, turn);
  for (std::size_t i = 0; i < l.states; ++i) c.output(i, states[i]);
  for (std::size_t i = 0; i < l.scans && l.states + i < results.size(); ++i) {
    const Type& slice = results[l.states + i];
    if (!slice.is_tensor()) continue;
    if (!slice.shape || !length) {
      c.output(l.states + i, Type::of_unknown_rank(slice.dtype));
      continue;
    }
    SymShape shape = *slice.shape;
    const std::size_t axis = scan_axis(c, "scan_output_axes", i, shape.size() + 1);
    shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(axis), *length);
    c.output(l.states + i, Type::tensor(slice.dtype, std::move(shape)));
  }
}

// The turn at which slice `t` is read or written.
std::int64_t place(const RuleContext& c, std::string_view directions, std::size_t i, std::int64_t t,
                   std::int64_t length) {
  return listed(c, directions, i) == 0 ? t : length - 1 - t;
}

void unfold(UnfoldContext& c) {
  const Layout l = layout_of(c);
  const auto body = attribute<Subgraph>(c.node(), "body");
  if (!body.graph || l.scanned == 0) return;
  std::int64_t length = -1;
  std::vector<std::size_t> axes;
  for (std::size_t i = 0; i < l.scanned; ++i) {
    const Type type = c.type(c.input(l.states + i));
    if (!type.has_shape()) return;
    axes.push_back(scan_axis(c, "scan_input_axes", i, type.shape->size()));
    const auto size = (*type.shape)[axes.back()].constant();
    if (!size) return;
    length = *size;
  }
  if (length < 1 || static_cast<std::size_t>(length) * body.graph->size() > most_unfolded) return;
  std::vector<std::vector<ValueRef>> in(l.scanned), out(l.scans);
  for (std::size_t i = 0; i < l.scanned; ++i) {
    const ValueRef whole = c.input(l.states + i);
    const auto axis = static_cast<std::int64_t>(axes[i]);
    const ValueRef parts =
        length == 1
            ? whole
            : c.build().add(op("Split"), {whole},
                            {{"axis", axis}, {"split", Ints(static_cast<std::size_t>(length), 1)}},
                            static_cast<std::uint32_t>(length));
    for (std::int64_t t = 0; t < length; ++t)
      in[i].push_back(c.build().add(
          op("Squeeze"),
          {GraphBuilder::output(parts, length == 1 ? parts.port : static_cast<std::uint32_t>(t))},
          {{"axes", Ints{axis}}}));
  }
  std::vector<ValueRef> states;
  for (std::size_t i = 0; i < l.states; ++i) states.push_back(c.input(i));
  for (std::vector<ValueRef>& list : out) list.resize(static_cast<std::size_t>(length));
  for (std::int64_t t = 0; t < length; ++t) {
    std::vector<ValueRef> slices;
    for (std::size_t i = 0; i < l.scanned; ++i)
      slices.push_back(
          in[i][static_cast<std::size_t>(place(c, "scan_input_directions", i, t, length))]);
    const std::vector<ValueRef> results =
        c.splice("body", body_inputs(c, states, slices, c.node().inputs));
    for (std::size_t i = 0; i < l.states; ++i) states[i] = results.at(i);
    for (std::size_t i = 0; i < l.scans; ++i)
      out[i][static_cast<std::size_t>(place(c, "scan_output_directions", i, t, length))] =
          results.at(l.states + i);
  }
  for (std::size_t i = 0; i < l.states && i < c.node().outputs; ++i) c.output(i, states[i]);
  for (std::size_t i = 0; i < l.scans; ++i) {
    const Type type = c.type(out[i][0]);
    const std::size_t rank = type.has_shape() ? type.shape->size() : 0;
    const std::size_t axis = scan_axis(c, "scan_output_axes", i, rank + 1);
    c.output(l.states + i, stacked(c.build(), std::move(out[i]), static_cast<std::int64_t>(axis)));
  }
}

void run(HostContext& c) {
  const Layout l = layout_of(c);
  std::vector<HostValue> inputs, states;
  for (std::size_t i = 0; i < c.input_count(); ++i) inputs.push_back(c.input(i));
  for (std::size_t i = 0; i < l.states; ++i) states.push_back(inputs.at(i));
  std::vector<std::size_t> axes;
  std::int64_t length = -1;
  for (std::size_t i = 0; i < l.scanned; ++i) {
    const Tensor& whole = inputs.at(l.states + i).tensor();
    axes.push_back(scan_axis(c, "scan_input_axes", i, whole.shape().size()));
    const std::int64_t size = whole.shape()[axes.back()];
    if (length >= 0 && size != length)
      c.fail(message(ESP_TEXT("engine", "expected scanned inputs of one length, got {} and {}"),
                     length, size));
    length = size;
  }
  std::vector<std::vector<Tensor>> out(l.scans);
  for (std::vector<Tensor>& list : out)
    list.resize(static_cast<std::size_t>(std::max<std::int64_t>(length, 0)));
  for (std::int64_t t = 0; t < length; ++t) {
    std::vector<HostValue> slices;
    for (std::size_t i = 0; i < l.scanned; ++i)
      slices.emplace_back(without_axis(slice_of(inputs[l.states + i].tensor(), axes[i],
                                                place(c, "scan_input_directions", i, t, length), 1),
                                       axes[i]));
    std::vector<HostValue> results = c.run("body", body_inputs(c, states, slices, inputs));
    for (std::size_t i = 0; i < l.states; ++i) states[i] = results.at(i);
    for (std::size_t i = 0; i < l.scans; ++i)
      out[i][static_cast<std::size_t>(place(c, "scan_output_directions", i, t, length))] =
          results.at(l.states + i).tensor();
  }
  for (std::size_t i = 0; i < l.states; ++i) c.output(i, std::move(states[i]));
  for (std::size_t i = 0; i < l.scans; ++i) {
    const std::size_t rank = out[i].empty() ? 0 : out[i][0].shape().size();
    c.output(l.states + i, stacked(out[i], scan_axis(c, "scan_output_axes", i, rank + 1)));
  }
}

AttrSpec list_attribute(const char* name, const char* help) {
  return {.name = name, .type = AttrType::integers, .fallback = Ints{}, .help = help};
}

OpSpec scan() {
  OpSpec s;
  s.name = "Scan";
  s.category = Category::group;
  s.summary = ESP_TEXT("ops", "A graph computed for each slice of a sequence.");
  s.help = ESP_TEXT(
      "ops",
      "Goes along an axis of the scanned inputs: `body` takes the states and one slice of each and "
      "gives new states and slices of the outputs. Source: ONNX operator specification, Scan.");
  s.attributes = {
      {.name = "body",
       .type = AttrType::graph,
       .help = ESP_TEXT("ops", "Takes states and slices; gives states and slices.")},
      {.name = "num_scan_inputs",
       .help = ESP_TEXT("ops", "How many of the inputs are scanned; those before are states."),
       .minimum = 1},
      list_attribute("scan_input_axes",
                     ESP_TEXT("ops", "The axis of each scanned input; none: the first.")),
      list_attribute("scan_input_directions",
                     ESP_TEXT("ops", "1 for a scanned input that is read from its end.")),
      list_attribute("scan_output_axes",
                     ESP_TEXT("ops", "The axis of each stacked output; none: the first.")),
      list_attribute("scan_output_directions",
                     ESP_TEXT("ops", "1 for an output that is written from its end.")),
      captures_spec()};
  s.inputs = {{.name = "initial_state_and_scan_inputs",
               .help = ESP_TEXT("ops", "States, then the tensors to scan, then captures."),
               .optional = true,
               .variadic = true}};
  s.outputs = {{.name = "final_state_and_scan_outputs",
                .help = ESP_TEXT("ops", "The states at the end, then the stacked slices."),
                .optional = true,
                .variadic = true}};
  s.infer = infer;
  s.unfold = unfold;
  s.host = run;
  // Opset 8 had a batch axis of its own.
  s.onnx = {.versions = {9, 11, 16, 19, 21, 23, 24, 25}, .write = [](OnnxExportContext& c) {
              for (const char* name : {"scan_input_axes", "scan_input_directions",
                                       "scan_output_axes", "scan_output_directions"})
                if (attribute<Ints>(c.source, name).empty()) c.node.attributes.erase(name);
            }};
  return s;
}

const RegisterOps ops_of_this_file{{scan}};

}  // namespace
}  // namespace espalier
