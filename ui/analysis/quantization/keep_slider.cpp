// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/analysis/quantization/keep_slider.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <algorithm>

#include "ui/widgets/fields/form.h"
#include "ui/widgets/theme.h"

namespace espalier::ui {
namespace {

constexpr int kWidth = 200;

}  // namespace

KeepSlider::KeepSlider(QWidget* parent) : QWidget(parent) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(8);
  auto* name = roleLabel(tr("Keep in float"), "secondary", this);
  m_slider = new QSlider(Qt::Horizontal, this);
  m_slider->setTracking(false);  // one gesture, one step of undo
  m_slider->setFixedWidth(kWidth);
  m_slider->setPageStep(1);
  m_slider->setAccessibleName(tr("Layers kept in float, the most sensitive first"));
  m_slider->setToolTip(tr("To the left smaller and faster, to the right closer to float"));
  name->setBuddy(m_slider);
  m_choice = roleLabel({}, "secondary", this);
  m_choice->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  row->addWidget(name);
  row->addWidget(m_slider);
  row->addWidget(m_choice, 1);
  connect(m_slider, &QSlider::sliderMoved, this, &KeepSlider::show);
  connect(m_slider, &QSlider::valueChanged, this, [this](int count) {
    show(count);
    if (const KeptLayers keys = first(count); keys != m_kept) emit keepOnlyRequested(keys);
  });
}

void KeepSlider::setLayers(std::vector<LayerEffect> layers, const KeptLayers& kept) {
  std::stable_sort(layers.begin(), layers.end(), [](const LayerEffect& a, const LayerEffect& b) {
    return a.signal_to_noise < b.signal_to_noise;
  });
  m_layers = std::move(layers);
  m_kept = kept;
  setVisible(!m_layers.empty());
  if (m_slider->isSliderDown()) return;
  const QSignalBlocker silent(m_slider);
  m_slider->setRange(0, int(m_layers.size()));
  const int count = int(std::min(kept.size(), m_layers.size()));
  m_slider->setValue(count);
  if (first(count) == kept)
    show(count);
  else
    m_choice->setText(tr("%n layer(s) chosen by hand", nullptr, int(kept.size())));
}

KeptLayers KeepSlider::first(int count) const {
  KeptLayers keys;
  for (int i = 0; i < count && i < int(m_layers.size()); ++i)
    keys.insert(m_layers[std::size_t(i)].key);
  return keys;
}

void KeepSlider::show(int count) {
  QStringList names;
  for (int i = 0; i < count; ++i) names += QString::fromStdString(m_layers[std::size_t(i)].path);
  m_choice->setText(count == 0 ? tr("no layer") : names.join(QStringLiteral(", ")));
  m_choice->setToolTip(m_choice->text());
}

}  // namespace espalier::ui
