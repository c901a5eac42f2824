// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <functional>

namespace espalier {

// A node's identity within its graph: given once, never reused, kept in files and across undo.
struct NodeId {
  std::uint32_t value = 0;  // 0 is no node
  explicit operator bool() const { return value != 0; }
  auto operator<=>(const NodeId&) const = default;
};

// One output of one node. A default ValueRef is "nothing": an optional input left open.
struct ValueRef {
  NodeId node;
  std::uint32_t port = 0;
  explicit operator bool() const { return static_cast<bool>(node); }
  auto operator<=>(const ValueRef&) const = default;
};

// One input port of one node.
struct PortRef {
  NodeId node;
  std::uint32_t port = 0;
  auto operator<=>(const PortRef&) const = default;
};

}  // namespace espalier

template <> struct std::hash<espalier::NodeId> {
  std::size_t operator()(espalier::NodeId id) const noexcept { return id.value; }
};
template <> struct std::hash<espalier::ValueRef> {
  std::size_t operator()(const espalier::ValueRef& v) const noexcept {
    return (std::size_t{v.node.value} << 8) ^ v.port;
  }
};
