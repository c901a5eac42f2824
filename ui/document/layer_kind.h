// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>
#include <string>
#include <vector>

#include "engine/graph/network.h"
#include "engine/graph/op.h"

namespace espalier::ui {

// What can be added to a drawing: an operator, or an instance of one of the project's groups.
struct LayerKind {
  const OpSpec* op = nullptr;
  std::string group;

  explicit operator bool() const { return op != nullptr || !group.empty(); }
  bool operator==(const LayerKind&) const = default;
  QString label() const;    // "Conv", "residual"
  QString summary() const;  // translated
  Category category() const;
  bool everyday() const { return op == nullptr || op->everyday; }
  // As carried by drag and drop and kept in "recently used".
  QString key() const;  // "op::Conv", "op:espalier:Input", "group:residual"
  static std::optional<LayerKind> fromKey(const QString& key);  // groups are not checked
};

inline constexpr const char* kLayerMime = "application/x-espalier-layer";

// All operators that people may add, by category, then name; then the project's groups.
std::vector<LayerKind> layerKinds(const Network& network);
// A node of the kind, its ports open. Nothing where the group does not exist.
std::optional<Node> makeNode(const Network& network, const LayerKind& kind);
// Whether `group` is `inside` or holds it at any depth: an instance of it there would be endless.
bool holdsGroup(const Network& network, const std::string& group, const std::string& inside);

// Input ports that are drawn on the card: data ports, and others that are wired. Variadic ports count
// what is wired and one more.
std::vector<std::uint32_t> shownInputs(const Network& network, const Node& node);
QString inputName(const Network& network, const Node& node, std::uint32_t port);
QString outputName(const Network& network, const Node& node, std::uint32_t port);
// Data inputs of a kind, in order; an instance's inputs are all data.
std::vector<std::uint32_t> dataInputs(const Network& network, const Node& node);

// What a card and the inspector call a node's kind: "Conv", "group: residual × 3".
QString kindText(const Node& node);
// A card's second line: kind and telling attributes, "Conv 3×3, 32".
QString cardText(const Node& node);
Category categoryOf(const Node& node);
// Key of the stripe's colour for ThemeTokens::stripe().
QString stripeKey(Category category);
QString categoryName(Category category);  // translated heading of palette and menus

}  // namespace espalier::ui
