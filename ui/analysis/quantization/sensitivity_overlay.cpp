// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/analysis/quantization/sensitivity_overlay.h"

#include <QCoreApplication>
#include <cmath>

#include "ui/widgets/text.h"

namespace espalier::ui {
namespace {

QString details(const LayerEffect& layer, const Sensitivity& s) {
  QStringList lines{QCoreApplication::translate("Sensitivity", "alone in 8 bits")};
  lines += QCoreApplication::translate("Sensitivity", "output error") + u'\t' +
           percentText(outputError(layer.signal_to_noise));
  lines += QCoreApplication::translate("Sensitivity", "effect") + u'\t' +
           effectText(layer.metrics, s.float_metrics);
  return lines.join(u'\n');
}

QString withSign(double value, int digits) {
  const QString text = QString::number(std::abs(value), 'f', digits);
  const bool nothing = text.toDouble() == 0;
  return (nothing ? QString() : value < 0 ? QStringLiteral("−") : QStringLiteral("+")) + text;
}

}  // namespace

double outputError(double decibels) {
  return std::isfinite(decibels) ? std::pow(10.0, -decibels / 20) : 0;
}

QString effectText(const Metrics& metrics, const Metrics& reference) {
  for (const char* name : {"accuracy", "loss"}) {
    const auto is = metrics.find(name), was = reference.find(name);
    if (is == metrics.end() || was == reference.end()) continue;
    const double change = is->second - was->second;
    if (!std::isfinite(change)) continue;
    return name == std::string_view("accuracy")
               ? QCoreApplication::translate("Sensitivity", "%1 points")
                     .arg(withSign(change * 100, 2))
               : withSign(change, 4);
  }
  return QStringLiteral("–");
}

Overlay sensitivityOverlay(const Sensitivity& sensitivity) {
  Overlay overlay;
  overlay.id = QLatin1String(kSensitivityOverlay);
  overlay.legend = QCoreApplication::translate("Sensitivity", "output error of a layer in 8 bits");
  overlay.total = 1;
  overlay.greatest = true;
  for (const LayerEffect& layer : sensitivity.layers) {
    const double error = outputError(layer.signal_to_noise);
    const auto [it, fresh] = overlay.values.emplace(layer.nodes, error);
    // Repeats of a group share a card, which tells of the worst.
    if (!fresh && it->second >= error) continue;
    it->second = error;
    overlay.details[layer.nodes] = details(layer, sensitivity);
  }
  return overlay;
}

}  // namespace espalier::ui
