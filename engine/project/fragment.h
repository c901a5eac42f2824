// SPDX-License-Identifier: Apache-2.0
//
// Copy and paste: part of a drawing as JSON text, that also survives a text editor.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/graph/network.h"
#include "engine/project/layout.h"

namespace espalier {

// The nodes `ids` of `graph` with the wires between them, wires from outside (by the name of their
// source) and their places. `network` supplies the definitions of the groups among them.
std::string to_fragment(const Network& network, const Graph& graph, std::span<const NodeId> ids,
                        const SheetLayout& layout);

struct PasteOptions {
  Point offset;                // added to every place
  bool keep_incoming = false;  // wire to the sources outside, where the target graph has them
};

struct Pasted {
  std::vector<NodeId> ids;          // new nodes in the target graph
  std::vector<std::string> groups;  // definitions that were added
  std::vector<Message> warnings;
};

// Adds a fragment to `graph`, which is the main graph of `network` or a copy of a definition's graph
// that the caller puts back. Ids are new, names are freed, unknown operators are kept, sizes are
// bounded. Definitions that the network lacks are added; one of the same name and other content
// comes under a new name. Throws Error on text that is no fragment; nothing is changed then.
Pasted paste(Network& network, Graph& graph, SheetLayout& layout, std::string_view text,
             const PasteOptions& options = {});

// Whether the text looks like a fragment (cheap; for enabling the Paste command).
bool is_fragment(std::string_view text);

}  // namespace espalier
