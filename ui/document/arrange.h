// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where selected cards go when they are put in order: pure functions of where they are.
#pragma once

#include <QRectF>
#include <map>

#include "engine/graph/graph.h"

namespace espalier::ui {

using CardRects = std::map<NodeId, QRectF>;
using CardPlaces = std::map<NodeId, QPointF>;  // new top left corners

enum class Edge { left, right, top, bottom };
CardPlaces aligned(const CardRects& cards, Edge edge);
// Equal gaps along the axis, the outermost two staying.
CardPlaces distributed(const CardRects& cards, Qt::Orientation along);
// Every card is moved up or down until the wire from its first selected feeder is straight; distances
// along the wire stay.
CardPlaces straightened(const CardRects& cards, const Graph& graph);

}  // namespace espalier::ui
