// SPDX-License-Identifier: Apache-2.0
//
// Edits of one node that touch no wire.
#include <algorithm>
#include <string_view>

#include "engine/graph/graph_data.h"
#include "engine/graph/op.h"
#include "engine/graph/weights.h"

namespace espalier {
namespace {

template <class... Args> std::optional<Refusal> refuse(const char* format, const Args&... args) {
  return Refusal{message(format, args...)};
}

std::optional<Refusal> no_layer(NodeId id) {
  return refuse(ESP_TEXT("engine", "There is no layer with the id {}."), id.value);
}

}  // namespace

std::optional<Refusal> Graph::set_attribute(NodeId id, std::string_view name,
                                            std::optional<AttrValue> v) {
  const Node* old = find(id);
  if (!old) return no_layer(id);
  const AttrSpec* spec = old->op->attribute(name);
  if (!spec && !old->op->unknown && v) {
    return refuse(ESP_TEXT("engine", "{}: {} has no setting named {}."), old->name, old->op->name,
                  name);
  }
  if (v && spec) {
    v = converted(std::move(*v), spec->type);
    if (Message problem = attribute_problem(*spec, *v); !problem.empty())
      return Refusal{std::move(problem)};
    if (spec->fallback && equal(*spec->fallback, *v)) v.reset();
  }
  const auto at = old->attributes.find(name);
  const bool same =
      v ? at != old->attributes.end() && equal(at->second, *v) : at == old->attributes.end();
  if (same) return {};
  Node node = *old;
  if (v) {
    node.attributes.insert_or_assign(std::string(name), std::move(*v));
  } else {
    node.attributes.erase(std::string(name));
  }
  detach().put(std::move(node));
  return {};
}

std::optional<Refusal> Graph::set_param(NodeId id, std::uint32_t port, ParamSetting s) {
  const Node* old = find(id);
  if (!old) return no_layer(id);
  const bool owns = port < old->op->inputs.size() && old->op->inputs[port].kind != PortKind::data;
  if (!owns) {
    return refuse(ESP_TEXT("engine", "{}: input {} of {} holds no parameter."), old->name, port,
                  old->op->name);
  }
  const auto kinds = initializer_kinds();
  const std::string& kind = s.initializer.kind;
  if (!kind.empty() &&
      std::find(kinds.begin(), kinds.end(), std::string_view(kind)) == kinds.end()) {
    return refuse(ESP_TEXT("engine", "{}: there is no initialiser named {}."), old->name, kind);
  }
  Node node = *old;
  if (node.params.size() <= port) node.params.resize(port + 1);
  if (node.params[port] == s) return {};
  node.params[port] = std::move(s);
  while (!node.params.empty() && node.params.back() == ParamSetting{}) node.params.pop_back();
  detach().put(std::move(node));
  return {};
}

std::optional<Refusal> Graph::set_muted(NodeId id, bool muted) {
  const Node* old = find(id);
  if (!old) return no_layer(id);
  if (old->muted == muted) return {};
  Node node = *old;
  node.muted = muted;
  detach().put(std::move(node));
  return {};
}

void Graph::reserve_ids(NodeId at_least) {
  if (at_least.value <= data_->next || at_least.value > largest_id) return;
  detach().next = at_least.value;
}

}  // namespace espalier
