// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/workspace.h"

#include "ui/analysis/profile_overlay.h"

namespace espalier::ui {
namespace {

constexpr int kAutosave = 15000;  // ms

}  // namespace

Workspace::Workspace(QObject* parent) : QObject(parent), m_run(m_document, m_bridge) {
  m_autosave.setInterval(kAutosave);
  connect(&m_autosave, &QTimer::timeout, &m_document, &Document::autosave);
  m_autosave.start();
  connect(&m_run, &RunControl::profileChanged, this, &Workspace::paintOverlay);
}

void Workspace::setOverlay(const QString& id) {
  m_overlay = id;
  m_run.setProfiling(!id.isEmpty());
  // Nothing measured yet: a short profile, so that the cards do not stay empty.
  if (!id.isEmpty() && !m_run.profile() && !m_run.active()) m_run.measure(true);
  paintOverlay();
  emit overlayChosen();
}

void Workspace::paintOverlay() {
  if (m_overlay.isEmpty() || !m_run.profile())
    m_document.setOverlay({});
  else
    m_document.setOverlay(profileOverlay(*m_run.profile(), m_overlay));
}

}  // namespace espalier::ui
