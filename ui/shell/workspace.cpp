// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/workspace.h"

#include "ui/analysis/profile_overlay.h"
#include "ui/analysis/quantization/sensitivity_overlay.h"

namespace espalier::ui {
namespace {

constexpr int kAutosave = 15000;  // ms

}  // namespace

Workspace::Workspace(QObject* parent)
    : QObject(parent), m_run(m_document, m_bridge), m_quantization(m_document, m_bridge) {
  m_autosave.setInterval(kAutosave);
  connect(&m_autosave, &QTimer::timeout, &m_document, &Document::autosave);
  m_autosave.start();
  connect(&m_run, &RunControl::profileChanged, this, &Workspace::paintOverlay);
  connect(&m_run, &RunControl::forgotten, &m_quantization, &QuantizationControl::forget);
  connect(&m_quantization, &QuantizationControl::changed, this, [this] {
    if (m_overlay == QLatin1String(kSensitivityOverlay)) paintOverlay();
  });
}

void Workspace::setOverlay(const QString& id) {
  m_overlay = id;
  const bool bits = id == QLatin1String(kSensitivityOverlay), profile = !id.isEmpty() && !bits;
  m_run.setProfiling(profile);
  // Nothing measured yet: a short profile, so that the cards do not stay empty.
  if (profile && !m_run.profile() && !m_run.active()) m_run.measure(true);
  const auto& measured = m_quantization.sensitivity();
  if (bits && !m_quantization.active() && (!measured || measured->layers.empty()))
    m_quantization.measure(true);
  paintOverlay();
  emit overlayChosen();
}

void Workspace::paintOverlay() {
  const auto& measured = m_quantization.sensitivity();
  if (m_overlay == QLatin1String(kSensitivityOverlay))
    m_document.setOverlay(measured ? sensitivityOverlay(*measured) : Overlay{});
  else if (m_overlay.isEmpty() || !m_run.profile())
    m_document.setOverlay({});
  else
    m_document.setOverlay(profileOverlay(*m_run.profile(), m_overlay));
}

}  // namespace espalier::ui
