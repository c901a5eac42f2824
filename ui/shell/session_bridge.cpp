// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/session_bridge.h"

namespace espalier::ui {
namespace {

template <class... F> struct Overloaded : F... { using F::operator()...; };
template <class... F> Overloaded(F...) -> Overloaded<F...>;

}  // namespace

SessionBridge::SessionBridge(QObject* parent) : QObject(parent) {
  m_later.setSingleShot(true);
  connect(&m_later, &QTimer::timeout, this, &SessionBridge::deliver);
  // Called from threads of the session.
  m_session = std::make_unique<Session>(
      [this] { QMetaObject::invokeMethod(this, &SessionBridge::woken, Qt::QueuedConnection); });
}

// The session first: it may wake us until its threads have ended.
SessionBridge::~SessionBridge() { m_session.reset(); }

void SessionBridge::woken() {
  if (m_later.isActive()) return;
  const qint64 passed = m_since.isValid() ? m_since.elapsed() : kInterval;
  if (passed >= kInterval)
    deliver();
  else
    m_later.start(int(kInterval - passed));
}

void SessionBridge::deliver() {
  m_since.start();
  for (const Event& event : m_session->drain()) {
    std::visit(Overloaded{
                   [this](const RunStarted& e) { emit runStarted(e); },
                   [this](const TrainProgress& e) { emit trainProgress(e); },
                   [this](const EpochDone& e) { emit epochDone(e); },
                   [this](const RunStateChanged& e) { emit runStateChanged(e); },
                   [this](const ProfileReady& e) { emit profileReady(e); },
                   [this](const JobProgress& e) { emit jobProgress(e); },
                   [this](const JobDone& e) { emit jobDone(e); },
                   [this](const Prediction& e) { emit predicted(e); },
                   [this](const EstimateReady& e) { emit estimateReady(e); },
                   [this](const CalibrationReady& e) { emit calibrationReady(e); },
                   [this](const SensitivityReady& e) { emit sensitivityReady(e); },
                   [this](const PrecisionReady& e) { emit precisionReady(e); },
               },
               event);
  }
}

}  // namespace espalier::ui
