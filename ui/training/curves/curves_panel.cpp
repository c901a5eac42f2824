// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/curves/curves_panel.h"

#include <QCheckBox>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSlider>
#include <QStackedLayout>
#include <array>

#include "ui/training/curves/curve_chart.h"
#include "ui/widgets/fields/form.h"
#include "ui/widgets/theme.h"

namespace espalier::ui {

namespace {

// Smoothing counts in parts of the run's length.
constexpr double kUnits = 150;
constexpr int kTurn = 8;  // ms from chart to chart

}  // namespace

QString metricName(const std::string& metric) {
  static const std::map<std::string, const char*> kNames = {
      {"loss", QT_TRANSLATE_NOOP("Metric", "Loss")},
      {"accuracy", QT_TRANSLATE_NOOP("Metric", "Accuracy")},
      {"mae", QT_TRANSLATE_NOOP("Metric", "Mean absolute error")},
      {"learning_rate", QT_TRANSLATE_NOOP("Metric", "Learning rate")},
      {"speed", QT_TRANSLATE_NOOP("Metric", "Samples a second")},
  };
  const auto it = kNames.find(metric);
  return it == kNames.end() ? QString::fromStdString(metric)
                            : QCoreApplication::translate("Metric", it->second);
}

CurvesPanel::CurvesPanel(QWidget* parent) : QWidget(parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(16, 6, 8, 6);
  column->setSpacing(4);
  makeBar();
  column->addWidget(m_bar);
  m_turn.setInterval(kTurn);
  connect(&m_turn, &QTimer::timeout, this, &CurvesPanel::nextTurn);

  auto* body = new QWidget(this);
  m_pages = new QStackedLayout(body);
  QLabel* empty = roleLabel(
      tr("Press Run: loss, metrics, learning rate and speed are drawn here while the network "
         "trains."),
      "faint");
  empty->setAlignment(Qt::AlignCenter);
  empty->setWordWrap(true);
  m_pages->addWidget(empty);
  auto* charts = new QWidget(body);
  m_row = new QHBoxLayout(charts);
  m_row->setContentsMargins(0, 0, 0, 0);
  m_row->setSpacing(12);
  m_loss = new CurveChart(metricName("loss"), ValueFormat::plain, charts);
  m_rate = new CurveChart(metricName("learning_rate"), ValueFormat::learningRate, charts);
  m_speed = new CurveChart(metricName("speed"), ValueFormat::rate, charts);
  auto* side = new QVBoxLayout;
  side->setSpacing(4);
  side->addWidget(m_rate);
  side->addWidget(m_speed);
  m_row->addWidget(m_loss, 5);
  m_row->addLayout(side, 4);
  m_pages->addWidget(charts);
  column->addWidget(body, 1);
}

void CurvesPanel::makeBar() {
  m_bar = new QWidget(this);
  auto* row = new QHBoxLayout(m_bar);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(8);
  row->addStretch();
  row->addWidget(roleLabel(tr("smoothing"), "secondary"));
  m_slider = new QSlider(Qt::Horizontal, m_bar);
  m_slider->setRange(0, 99);
  m_slider->setValue(60);
  m_slider->setFixedWidth(110);
  m_slider->setAccessibleName(tr("smoothing"));
  m_sliderValue = new QLabel(QStringLiteral("0.60"), m_bar);
  m_logBox = new QCheckBox(tr("log axis"), m_bar);
  auto* png = new QPushButton(QStringLiteral("PNG"), m_bar);
  auto* table = new QPushButton(QStringLiteral("CSV"), m_bar);
  png->setToolTip(tr("Save the charts as a picture"));
  table->setToolTip(tr("Save the figures as a table"));
  for (QPushButton* button : {png, table}) setRole(button, "flat");
  row->addWidget(m_slider);
  row->addWidget(m_sliderValue);
  row->addSpacing(8);
  row->addWidget(m_logBox);
  row->addSpacing(8);
  row->addWidget(png);
  row->addWidget(table);
  connect(m_slider, &QSlider::valueChanged, this, [this](int v) { setSmoothing(v / 100.0); });
  connect(m_logBox, &QCheckBox::toggled, this, &CurvesPanel::setLogarithmic);
  connect(png, &QPushButton::clicked, this, &CurvesPanel::savePicture);
  connect(table, &QPushButton::clicked, this, &CurvesPanel::saveCsv);
}

void CurvesPanel::setSmoothing(double weight) {
  m_smoothing = std::clamp(weight, 0.0, 0.99);
  m_sliderValue->setText(QString::number(m_smoothing, 'f', 2));
  m_slider->setValue(int(std::lround(m_smoothing * 100)));
  refresh();
  emit settingsChanged();
}

void CurvesPanel::setLogarithmic(bool log) {
  m_log = log;
  m_logBox->setChecked(log);
  m_loss->setLogarithmic(log);
  emit settingsChanged();
}

void CurvesPanel::setRun(std::shared_ptr<const RunCurves> run, int epochs) {
  m_run = std::move(run);
  m_epochs = std::max(1, epochs);
  refresh();
}

void CurvesPanel::setCompared(std::vector<std::shared_ptr<const RunCurves>> runs) {
  m_compared = std::move(runs);
  refresh();
}

void CurvesPanel::syncMetricCharts() {
  std::vector<std::string> wanted = m_run ? otherMetrics(*m_run) : std::vector<std::string>();
  for (const auto& run : m_compared) {
    for (const std::string& name : otherMetrics(*run))
      if (std::find(wanted.begin(), wanted.end(), name) == wanted.end()) wanted.push_back(name);
  }
  // A place for the accuracy from the start, so that nothing jumps when it comes.
  if (wanted.empty()) wanted.emplace_back("accuracy");
  for (auto it = m_metrics.begin(); it != m_metrics.end();) {
    const bool keep = std::find(wanted.begin(), wanted.end(), it->first) != wanted.end();
    if (!keep) it->second->deleteLater();
    it = keep ? std::next(it) : m_metrics.erase(it);
  }
  for (const std::string& name : wanted) {
    if (m_metrics.contains(name)) continue;
    const ValueFormat format = name == "accuracy" ? ValueFormat::percent : ValueFormat::plain;
    auto* chart = new CurveChart(metricName(name), format, m_loss->parentWidget());
    m_row->insertWidget(m_row->count() - 1, chart, 5);
    m_metrics.emplace(name, chart);
  }
}

std::vector<ChartLine> CurvesPanel::lines(const std::string& metric, bool validation) const {
  const ThemeTokens& t = tokens();
  // The window's run in the two colours of training and validation, every other in one of its own.
  static constexpr std::array<const char*, 5> kOthers = {"data", "recurrent", "merge",
                                                         "normalization", "loss"};
  std::vector<ChartLine> out;
  const bool several = !m_compared.empty();
  const double unit = m_epochs / kUnits;
  const auto add = [&](const RunCurves& run, QColor color, QColor second, bool own) {
    const auto put = [&](Curve curve, const QString& kind, QColor c, bool dashed) {
      if (curve.points.empty()) return;
      ChartLine line;
      line.name = several ? (validation && dashed ? run.name + u' ' + kind : run.name) : kind;
      line.color = c;
      line.dashed = dashed && !own;
      line.markers = curve.markers;
      if (curve.markers || metric == "learning_rate") {
        line.points = std::move(curve.points);
      } else {
        line.points = smoothed(curve.points, metric == "speed" ? 0.6 : m_smoothing, unit);
        if (own && !several && m_smoothing > 0 && metric != "speed")
          line.unsmoothed = std::move(curve.points);
      }
      out.push_back(std::move(line));
    };
    put(trainingCurve(run, metric), validation ? tr("training") : QString(), color, false);
    if (validation) put(validationCurve(run, metric), tr("validation"), second, true);
  };
  for (std::size_t i = 0; i < m_compared.size(); ++i) {
    if (m_run && m_compared[i]->run == m_run->run) continue;
    const QColor color = t.stripe(QLatin1String(kOthers[i % kOthers.size()]));
    add(*m_compared[i], color, color, false);
  }
  if (m_run) add(*m_run, t.accent, t.warning, true);
  return out;
}

void CurvesPanel::refresh() {
  const bool any = m_run != nullptr || !m_compared.empty();
  m_pages->setCurrentIndex(any ? 1 : 0);
  if (!any) return;
  m_turn.stop();
  m_again = false;
  syncMetricCharts();
  for (const Shown& s : shown()) draw(s);
}

void CurvesPanel::refreshSoon() {
  m_again = m_turn.isActive();
  if (m_again) return;
  if (m_pages->currentIndex() == 0) return refresh();
  syncMetricCharts();
  m_turnOf = 0;
  m_turn.start();
}

void CurvesPanel::nextTurn() {
  const std::vector<Shown> charts = shown();
  if (m_turnOf < charts.size()) return draw(charts[m_turnOf++]);
  m_turn.stop();
  if (m_again) refreshSoon();
}

std::vector<CurvesPanel::Shown> CurvesPanel::shown() const {
  std::vector<Shown> charts = {{m_loss, "loss", true}};
  for (const auto& [name, chart] : m_metrics) charts.push_back({chart, name, true});
  charts.push_back({m_rate, "learning_rate", false});
  charts.push_back({m_speed, "speed", false});
  return charts;
}

void CurvesPanel::draw(const Shown& shown) {
  shown.chart->setEnd(m_epochs);
  shown.chart->setLines(lines(shown.metric, shown.validation));
}

}  // namespace espalier::ui
