// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/designer/latency.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QTimer>
#include <algorithm>
#include <cstdio>
#include <vector>

#include "app/designer/designer.h"
#include "ui/document/edits/values.h"
#include "ui/shell/file_actions.h"
#include "ui/shell/main_window.h"
#include "ui/shell/workspace.h"
#include "ui/training/curves/curves_panel.h"

namespace espalier::ui {
namespace {

constexpr int kSeconds = 30;
constexpr double kPeriod = 1000.0 / 60, kLate = 16, kAllowed = 0.01;

// Ticks on a fixed grid, so that one late tick does not hide in the next.
class TickWatch : public QObject {
 public:
  TickWatch() {
    m_timer.setTimerType(Qt::PreciseTimer);
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, [this] { tick(); });
  }
  void start() {
    m_clock.start();
    m_due = kPeriod;
    arm();
  }
  void stop() { m_timer.stop(); }
  std::vector<double> late;  // ms

 private:
  QTimer m_timer;
  QElapsedTimer m_clock;
  double m_due = 0;

  double now() const { return double(m_clock.nsecsElapsed()) / 1e6; }
  void arm() { m_timer.start(std::max(0, int(m_due - now()))); }
  void tick() {
    const double t = now();
    // Ticks that were due meanwhile count, each with its own lateness.
    for (; m_due <= t; m_due += kPeriod) late.push_back(t - m_due);
    arm();
  }
};

}  // namespace

int measureLatency(const Options& options) {
  Designer designer;
  MainWindow& window = designer.window();
  Workspace& workspace = designer.workspace();
  if (!window.files().openFile(options.file)) {
    std::fprintf(stderr, "espalier: %s cannot be opened\n", qUtf8Printable(options.file));
    return 1;
  }
  // Long enough to be measured, on all cores.
  workspace.document().apply(SetSetting("training.epochs", std::int64_t{1000}));
  workspace.document().apply(SetSetting("training.threads", std::int64_t{0}));
  window.resize(1440, 900);
  window.show();
  workspace.setOverlay(QStringLiteral("time"));
  QString failure;
  QObject::connect(&workspace.run(), &RunControl::failed, &window,
                   [&failure](const QString& s, const LayerKey&) { failure = s; });
  TickWatch watch;
  std::int64_t events = 0;
  QObject::connect(&workspace.run(), &RunControl::curvesChanged, &window, [&] {
    if (events++ == 0) watch.start();
  });
  QTimer::singleShot(1000, &window, [&] { workspace.run().run(); });
  const int seconds = options.seconds > 0 ? options.seconds : kSeconds;
  QTimer::singleShot(seconds * 1000 + 4000, &window, [&] {
    watch.stop();
    workspace.run().stop();
  });
  QObject::connect(&workspace.run(), &RunControl::ended, &window,
                   [] { QApplication::exit(); });  // quit() would ask whether to save
  QApplication::exec();
  std::vector<double>& late = watch.late;
  if (!failure.isEmpty() || late.size() < 60) {
    std::fprintf(stderr, "espalier: the run failed: %s\n", qUtf8Printable(failure));
    return 1;
  }
  std::sort(late.begin(), late.end());
  const auto at = [&](double share) { return late[std::size_t(double(late.size() - 1) * share)]; };
  const auto over = std::count_if(late.begin(), late.end(), [](double ms) { return ms > kLate; });
  const double share = double(over) / double(late.size());
  std::printf(
      "ticks %zu, repaints %lld, late p50 %.2f ms, p99 %.2f ms, worst %.2f ms, "
      "over 16 ms %.2f %%\n",
      late.size(), static_cast<long long>(events), at(0.5), at(0.99), late.back(), share * 100);
  return share < kAllowed ? 0 : 1;
}

}  // namespace espalier::ui
