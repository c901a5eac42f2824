// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/cost_rows.h"

#include <QCoreApplication>
#include <QLabel>
#include <QPointer>

#include "ui/widgets/fields/form.h"
#include "ui/widgets/text.h"

namespace espalier::ui {
namespace {

const Bindings kOne = {{"N", 1}};

QString exact(const Dim& amount) {
  const auto value = amount.evaluate(kOne);
  return value ? grouped(*value) : QString::fromStdString(amount.text());
}

QString bytes(const Dim& elements) {
  const auto value = elements.evaluate(kOne);
  return value ? QCoreApplication::translate("Inspector", "%1 a sample")
                     .arg(bytesText(double(*value) * 4))
               : QString::fromStdString((elements * Dim(4)).text());
}

struct Figures {
  QPointer<QLabel> parameters, states, macs, activations, field, time;
};

Figures addFigures(Form& form, bool state, bool field, bool time) {
  const auto row = [&](const char* label, const QString& help = {}) {
    return form.addFigure(QCoreApplication::translate("Inspector", label), {}, help);
  };
  Figures f;
  f.parameters = row(QT_TRANSLATE_NOOP("Inspector", "parameters"));
  if (state) f.states = row(QT_TRANSLATE_NOOP("Inspector", "state"));
  f.macs =
      row(QT_TRANSLATE_NOOP("Inspector", "MAC a sample"),
          QCoreApplication::translate("Inspector", "Multiply-accumulates of one forward pass."));
  f.activations = row(QT_TRANSLATE_NOOP("Inspector", "activations"));
  if (field) f.field = row(QT_TRANSLATE_NOOP("Inspector", "receptive field"));
  if (time) f.time = row(QT_TRANSLATE_NOOP("Inspector", "step time"));
  return f;
}

QString fieldText(const std::vector<std::int64_t>& field) {
  QStringList parts;
  for (const std::int64_t size : field) parts += QString::number(size);
  return parts.join(QStringLiteral(" × "));
}

}  // namespace

QString perSampleText(const Dim& amount) {
  const auto value = amount.evaluate(kOne);
  return value ? abbreviated(double(*value)) : QString::fromStdString(amount.text());
}

std::function<void()> addCostRows(Form& form, Document& document, const std::vector<NodeId>& nodes,
                                  StepTimeText stepTime) {
  bool state = false, field = false;
  for (const NodeId id : nodes) {
    const NodeInfo* info = document.info(id);
    if (info == nullptr) continue;
    state = state || !(info->states == Dim(0));
    field = field || (nodes.size() == 1 && !info->receptive_field.empty());
  }
  const Figures f = addFigures(form, state, field, nodes.size() == 1);
  return [&document, nodes, f, stepTime] {
    Dim parameters, states, macs, elements;
    std::vector<std::int64_t> seen;
    for (const NodeId id : nodes) {
      const NodeInfo* info = document.info(id);
      if (info == nullptr) continue;
      parameters = parameters + info->parameters;
      states = states + info->states;
      macs = macs + info->cost.macs;
      elements = elements + info->activation_elements;
      seen = info->receptive_field;
    }
    if (f.parameters == nullptr) return;
    f.parameters->setText(exact(parameters));
    if (f.states != nullptr) f.states->setText(exact(states));
    f.macs->setText(perSampleText(macs));
    f.activations->setText(bytes(elements));
    if (f.field != nullptr) f.field->setText(fieldText(seen));
    if (f.time != nullptr) {
      const QString text = stepTime(document.layerKey(nodes[0]));
      f.time->setText(text.isEmpty() ? QStringLiteral("–") : text);
    }
  };
}

std::function<void()> addNetworkCostRows(Form& form, Document& document) {
  QPointer<QLabel> layers = form.addFigure(QCoreApplication::translate("Inspector", "layers"), {});
  const Figures f = addFigures(form, true, false, false);
  return [&document, layers, f] {
    const Inference* inference = document.shownInference();
    if (inference == nullptr || layers == nullptr) return;
    const NetworkCost cost = inference->total();
    layers->setText(grouped(qint64(cost.layers)));
    f.parameters->setText(exact(cost.parameters));
    f.states->setText(exact(cost.states));
    f.macs->setText(perSampleText(cost.macs));
    f.activations->setText(bytes(cost.activation_elements));
  };
}

}  // namespace espalier::ui
