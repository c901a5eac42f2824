// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "engine/project/quantization.h"
#include "engine/session/events.h"

class QLabel;
class QSlider;

namespace espalier::ui {

// Trades size and speed against accuracy: how many layers stay in float, the most sensitive first.
class KeepSlider : public QWidget {
  Q_OBJECT

 public:
  explicit KeepSlider(QWidget* parent = nullptr);
  // `kept`: what stays in float now, by any choice; keys as in Quantization::keep. Hidden where nothing
  // was measured.
  void setLayers(std::vector<LayerEffect> layers, const KeptLayers& kept);

 signals:
  void keepOnlyRequested(const KeptLayers& keys);  // once a gesture

 private:
  std::vector<LayerEffect> m_layers;  // the most sensitive first
  KeptLayers m_kept;
  QSlider* m_slider;
  QLabel* m_choice;

  KeptLayers first(int count) const;
  void show(int count);  // what that many would mean
};

}  // namespace espalier::ui
