// SPDX-License-Identifier: Apache-2.0
#include "engine/train/binding.h"

#include "engine/graph/op.h"

namespace espalier {
namespace {

int column_named(const Dataset& data, std::string_view name) {
  for (std::size_t i = 0; i < data.columns().size(); ++i)
    if (data.columns()[i].name == name) return static_cast<int>(i);
  return -1;
}

int target_column(const Dataset& data) {
  for (std::size_t i = 0; i < data.columns().size(); ++i)
    if (data.columns()[i].is_target) return static_cast<int>(i);
  return -1;
}

// The one column that is no target, or -1.
int only_input_column(const Dataset& data) {
  int found = -1;
  for (std::size_t i = 0; i < data.columns().size(); ++i)
    if (!data.columns()[i].is_target) found = found < 0 ? static_cast<int>(i) : -2;
  return found;
}

std::string column_names(const Dataset& data) {
  std::string names;
  for (const Column& c : data.columns()) names += (names.empty() ? "" : ", ") + c.name;
  return names;
}

int find_column(const Node& node, const Dataset& data) {
  const auto wish = attribute<std::string>(node, "column");
  int column = column_named(data, wish.empty() ? node.name : wish);
  if (column < 0 && wish.empty()) column = only_input_column(data);
  if (column < 0)
    throw Error(
        ESP_TEXT("engine",
                 "{}: the data set has no column \"{}\"; it has {}. Set the layer's column"),
        node.name, wish.empty() ? node.name : wish, column_names(data));
  return column;
}

void bind_shape(const Node& node, const Column& column, DataBinding& binding) {
  const auto shape = attribute<SymShape>(node, "shape");
  const auto mismatch = [&] {
    SymShape fitting = {Dim::symbol("N")};
    fitting.insert(fitting.end(), column.shape.begin(), column.shape.end());
    throw Error(
        ESP_TEXT("engine",
                 "{}: its shape is {}, but a sample of column \"{}\" has {}. The network needs an "
                 "input of shape {}, or other data"),
        node.name, to_string(shape), column.name, to_string(column.shape), to_string(fitting));
  };
  if (attribute<std::string>(node, "dtype") != name(column.type))
    throw Error(ESP_TEXT("engine", "{}: its type is {}, but column \"{}\" holds {}"), node.name,
                attribute<std::string>(node, "dtype"), column.name, name(column.type));
  if (shape.size() != column.shape.size() + 1) {
    // Another shape of the same elements (a flat vector of an image's pixels) is what some files
    // ask for.
    std::vector<Dim> rest(shape.begin() + (shape.empty() ? 0 : 1), shape.end());
    if (shape.empty() || product(rest).constant().value_or(-1) != count(column.shape)) mismatch();
  } else {
    for (std::size_t i = 0; i < column.shape.size(); ++i) {
      const Dim& d = shape[i + 1];
      if (d.constant() ? *d.constant() != column.shape[i] : false) mismatch();
      if (!d.constant()) binding.dims[d.text()] = column.shape[i];
    }
  }
  if (const auto fixed = shape[0].constant())
    binding.fixed_batch = *fixed;
  else
    binding.batch_symbol = shape[0].text();
}

// The layer that the first loss judges.
std::string judged_layer(const Graph& graph) {
  for (const NodeId id : graph.topological()) {
    const Node& node = graph.node(id);
    if (node.op->category != Category::loss || node.inputs.empty() || !node.inputs[0]) continue;
    const Node& source = graph.node(node.inputs[0].node);
    const bool plain = source.group.empty() && node.inputs[0].port == 0 && !source.muted;
    return plain ? source.name : std::string();
  }
  return {};
}

}  // namespace

DataBinding bind_data(const Network& network, const Dataset& data) {
  DataBinding binding;
  for (const NodeId id : network.graph.nodes()) {
    const Node& node = network.graph.node(id);
    if (node.op->domain != authored_domain || std::string_view(node.op->name) != "Input") continue;
    const int column = find_column(node, data);
    binding.column_of[node.name] = column;
    bind_shape(node, data.columns()[static_cast<std::size_t>(column)], binding);
  }
  if (binding.column_of.empty())
    throw Error(ESP_TEXT("engine", "the drawing has no Input; add one, data enters there"));
  binding.target = target_column(data);
  if (binding.target >= 0)
    binding.classes = static_cast<std::int64_t>(
        data.columns()[static_cast<std::size_t>(binding.target)].class_names.size());
  binding.scores = judged_layer(network.graph);
  return binding;
}

Bindings DataBinding::with_batch(std::int64_t count) const {
  Bindings all = dims;
  if (!batch_symbol.empty()) all[batch_symbol] = count;
  return all;
}

int DataBinding::column(const Port& port) const {
  if (const auto it = column_of.find(port.name); it != column_of.end()) return it->second;
  return port.name == "target" ? target : -1;
}

}  // namespace espalier
