// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/canvas/scene/card_view.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <algorithm>

#include "ui/document/layer_kind.h"
#include "ui/document/placement.h"
#include "ui/widgets/text.h"

namespace espalier::ui {
namespace {

std::vector<PortView> ports(const std::vector<std::uint32_t>& which, double x, double height) {
  std::vector<PortView> views;
  const double first = height / 2 - kPortPitch * (double(which.size()) - 1) / 2;
  for (std::size_t i = 0; i < which.size(); ++i) {
    PortView view;
    view.port = which[i];
    view.at = {x, first + kPortPitch * double(i)};
    views.push_back(view);
  }
  return views;
}

QPointF portAt(const std::vector<PortView>& views, std::uint32_t port, const QRectF& rect,
               double otherwise) {
  for (const PortView& view : views) {
    if (view.port == port) return rect.topLeft() + view.at;
  }
  return {otherwise, rect.center().y()};
}

// With the gap before it; 0 where there is none.
double badgeWidth(const QString& badge, const ThemeTokens& tokens) {
  constexpr double kGap = 8, kPadding = 10;
  if (badge.isEmpty()) return 0;
  return QFontMetricsF(tokens.font(tokens.tiny)).horizontalAdvance(badge) + kPadding + kGap;
}

// The width that the texts need, in steps, so that cards of like names line up.
double widthFor(const CardView& card, const ThemeTokens& tokens) {
  constexpr double kMargins = 14 + 12, kShare = 38, kStep = 16;
  const double title =
      QFontMetricsF(tokens.font(tokens.base, QFont::DemiBold)).horizontalAdvance(card.title) +
      kShare;
  const double second = QFontMetricsF(tokens.font(tokens.small)).horizontalAdvance(card.subtitle) +
                        badgeWidth(card.badge, tokens);
  const double needed = std::max(title, second) + kMargins;
  if (needed <= kCardWidth) return kCardWidth;
  return std::min(kCardWidest, kCardWidth + std::ceil((needed - kCardWidth) / kStep) * kStep);
}

void readDiagnostics(CardView& card, const Node& node, const NodeInfo& info) {
  for (std::size_t i = 0; i < info.diagnostics.size(); ++i) {
    const Diagnostic& d = info.diagnostics[i];
    if (d.severity == Severity::info) continue;
    const bool quiet = d.input >= 0 && !is_wired(node, std::size_t(d.input));
    const bool graver = !card.mark ||
                        (d.severity == Severity::error && *card.mark != Severity::error) ||
                        (d.severity == *card.mark && card.quiet && !quiet);
    if (!graver) continue;
    card.mark = d.severity;
    card.quiet = quiet;
    card.sentence = translated(d.message);
    card.fix = d.fix ? translated(d.fix->label) : QString();
    card.diagnostic = int(i);
  }
}

}  // namespace

QPointF CardView::inputAt(std::uint32_t port) const {
  return portAt(inputs, port, rect, rect.left());
}
QPointF CardView::outputAt(std::uint32_t port) const {
  return portAt(outputs, port, rect, rect.right());
}

CardView cardView(const Document& document, const Node& node, const ThemeTokens& tokens) {
  const Network& network = document.project().network;
  const SheetLayout& sheet = document.sheet();
  const auto layout = sheet.cards.find(node.id);
  CardView card;
  card.id = node.id;
  card.title = QString::fromStdString(node.name);
  card.subtitle = cardText(node);
  card.group = !node.group.empty();
  card.sheets = card.group ? (repeats_of(node) > 1 ? 2 : 1) : 0;
  card.muted = node.muted;
  card.share = document.overlayShare(node.id);
  card.badge = document.badge(node.id);
  card.stripe = tokens.stripe(stripeKey(categoryOf(node)));
  if (layout != sheet.cards.end()) {
    card.pinned = layout->second.pinned;
    if (const QColor own(QString::fromStdString(layout->second.color)); own.isValid()) {
      card.stripe = own;
    }
  }
  const std::vector<std::uint32_t> inputs = shownInputs(network, node);
  std::vector<std::uint32_t> outputs(node.outputs);
  for (std::uint32_t i = 0; i < node.outputs; ++i) outputs[i] = i;
  const double most = double(std::max(inputs.size(), outputs.size()));
  const double height = std::max(kCardHeight, (most + 1) * kPortPitch);
  card.rect = QRectF(document.place(node.id), QSizeF(widthFor(card, tokens), height));
  card.inputs = ports(inputs, 0, height);
  card.outputs = ports(outputs, card.rect.width(), height);
  for (PortView& port : card.inputs) {
    port.wired = is_wired(node, port.port);
    port.optional = !card.group && !node.op->inputs.empty() && node.op->input(port.port).optional;
  }
  for (const Wire& wire : document.graph().wires_from(node.id)) {
    if (wire.from.port < card.outputs.size()) card.outputs[wire.from.port].wired = true;
  }
  if (const NodeInfo* info = document.info(node.id)) readDiagnostics(card, node, *info);
  return card;
}

QString cardDescription(const Document& document, NodeId id) {
  const Node* node = document.graph().find(id);
  if (node == nullptr) return {};
  QStringList lines{QString::fromStdString(node->name), cardText(*node)};
  if (const NodeInfo* info = document.info(id)) {
    for (std::uint32_t i = 0; i < info->outputs.size(); ++i) {
      if (info->outputs[i].kind == Type::Kind::unknown) continue;
      lines << QCoreApplication::translate("Card", "output %1")
                   .arg(QString::fromStdString(to_string(info->outputs[i])));
    }
    for (const Diagnostic& d : info->diagnostics) lines << translated(d.message);
  }
  if (node->muted) lines << QCoreApplication::translate("Card", "muted");
  if (const QString badge = document.badge(id); !badge.isEmpty()) lines << badge;
  if (const double share = document.overlayShare(id); share >= 0) {
    lines << document.overlay().legend + u' ' + percentText(share);
  }
  return lines.join(u'\n');
}

}  // namespace espalier::ui
