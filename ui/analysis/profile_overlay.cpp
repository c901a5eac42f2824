// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/analysis/profile_overlay.h"

#include <QCoreApplication>
#include <algorithm>

#include "ui/widgets/text.h"

namespace espalier::ui {
namespace {

double bytesOf(const LayerProfile& layer) {
  return double(layer.activation_bytes) + double(layer.parameter_bytes);
}

QString details(const LayerProfile& layer) {
  QStringList lines;
  const auto add = [&](const QString& label, const QString& value) {
    lines += label + u'\t' + value;
  };
  add(QCoreApplication::translate("Profile", "forward"), millisecondsText(layer.forward * 1e3));
  if (layer.backward > 0)
    add(QCoreApplication::translate("Profile", "backward"), millisecondsText(layer.backward * 1e3));
  if (layer.optimizer > 0)
    add(QCoreApplication::translate("Profile", "optimiser"),
        millisecondsText(layer.optimizer * 1e3));
  add(QCoreApplication::translate("Profile", "activations"),
      bytesText(double(layer.activation_bytes)));
  if (layer.parameter_bytes > 0)
    add(QCoreApplication::translate("Profile", "weights"),
        bytesText(double(layer.parameter_bytes)));
  if (!layer.algorithm.empty())
    add(QCoreApplication::translate("Profile", "algorithm"),
        QString::fromStdString(layer.algorithm));
  return lines.join(u'\n');
}

}  // namespace

Overlay profileOverlay(const ProfileReady& profile, const QString& id) {
  Overlay overlay;
  overlay.id = id;
  const bool memory = id == QLatin1String("memory");
  overlay.legend = memory             ? QCoreApplication::translate("Profile", "share of memory")
                   : profile.training ? QCoreApplication::translate("Profile", "share of step time")
                                      : QCoreApplication::translate("Profile", "share of time");
  for (const LayerProfile& layer : profile.layers) {
    if (layer.layer.empty()) continue;  // a copy between devices
    overlay.values[layer.layer] += memory ? bytesOf(layer) : layer.total();
    overlay.details[layer.layer] = details(layer);
  }
  return overlay;
}

QString stepTimeText(const ProfileReady& profile, const LayerKey& layer) {
  double time = 0, all = 0;
  bool found = false;
  for (const LayerProfile& l : profile.layers) {
    all += l.total();
    // A group's layers begin with its key.
    if (l.layer.size() < layer.size() || !std::equal(layer.begin(), layer.end(), l.layer.begin()))
      continue;
    time += l.total();
    found = true;
  }
  if (!found || all <= 0) return {};
  return QStringLiteral("%1, %2").arg(millisecondsText(time * 1e3), percentText(time / all));
}

}  // namespace espalier::ui
