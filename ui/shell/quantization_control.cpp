// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/quantization_control.h"

#include "ui/document/edits/quantization.h"
#include "ui/widgets/text.h"

namespace espalier::ui {
namespace {

constexpr int kRest = 150;  // ms

std::filesystem::path pathOf(const Document& document) { return document.fileName().toStdString(); }

}  // namespace

QuantizationControl::QuantizationControl(Document& document, SessionBridge& bridge, QObject* parent)
    : QObject(parent), m_document(document), m_bridge(bridge) {
  m_rest.setSingleShot(true);
  m_rest.setInterval(kRest);
  connect(&m_rest, &QTimer::timeout, this, &QuantizationControl::ask);
  connect(&document, &Document::changed, this, &QuantizationControl::documentChanged);
  connect(&document, &Document::weightsChanged, this, &QuantizationControl::networkChanged);
  connect(&bridge, &SessionBridge::calibrationReady, this, &QuantizationControl::onCalibrated);
  connect(&bridge, &SessionBridge::sensitivityReady, this, &QuantizationControl::onMeasured);
  connect(&bridge, &SessionBridge::precisionReady, this, &QuantizationControl::onPrecision);
  connect(&bridge, &SessionBridge::jobDone, this, &QuantizationControl::onJobDone);
  connect(&bridge, &SessionBridge::jobProgress, this, [this](const JobProgress& e) {
    if (e.job == m_calibrating || e.job == m_measuring)
      emit progressed(e.fraction, translated(e.doing));
  });
  m_rest.start();
}

void QuantizationControl::quantize(const CalibrationChoice& choice) {
  cancel();
  CalibrateRequest request;
  request.project = m_document.snapshot();
  request.path = pathOf(m_document);
  request.options.method = choice.method;
  request.options.percentile = choice.percentile;
  request.options.samples = choice.samples;
  m_calibrating = m_bridge.session().calibrate(std::move(request));
  emit changed();
}

void QuantizationControl::measure(bool layers) {
  if (m_document.project().quantization.empty() || m_calibrating != 0) return;
  stop(m_measuring);
  m_measuringLayers = layers;
  SensitivityRequest request;
  request.project = m_document.snapshot();
  request.path = pathOf(m_document);
  request.options.layers = layers;
  m_measuring = m_bridge.session().sensitivity(std::move(request));
  emit changed();
}

void QuantizationControl::cancel() {
  stop(m_calibrating);
  stop(m_measuring);
  emit changed();
}

void QuantizationControl::backToFloat() {
  cancel();
  m_document.apply(SetQuantization({}));
}

void QuantizationControl::keep(const LayerPrecision& layer, bool inFloat) {
  m_document.apply(KeepInFloat(layer.key, QString::fromStdString(layer.path), inFloat));
}

void QuantizationControl::keepOnly(const KeptLayers& keys) { m_document.apply(KeepOnly(keys)); }

void QuantizationControl::forget() {
  stop(m_asking);
  cancel();
  m_sensitivity.reset();
  m_outdated = false;
  m_precision = {};
  showBadges();
  m_rest.start();
  emit changed();
}

void QuantizationControl::stop(JobId& job) {
  if (job != 0) m_bridge.session().stop(std::exchange(job, 0));
}

void QuantizationControl::documentChanged(const Change& change) {
  if (change.quantization) {
    // The layers' own figures hold whatever is kept; those of the whole are others now.
    if (m_measuring != 0 || m_sensitivity) measure(m_measuring != 0 && m_measuringLayers);
  }
  // Another graph that is shown is no other network.
  if (change.everything || change.quantization) m_rest.start();
  if (!change.nodes.empty() || change.groups) networkChanged();
}

void QuantizationControl::networkChanged() {
  if (m_document.project().quantization.empty()) return;
  m_outdated = true;
  m_rest.start();
  emit changed();
}

void QuantizationControl::ask() {
  stop(m_asking);
  if (!m_document.project().quantization.empty()) {
    m_asking = m_bridge.session().precision(m_document.snapshot());
    return;
  }
  m_precision = {};
  m_sensitivity.reset();
  m_outdated = false;
  showBadges();
  emit changed();
}

void QuantizationControl::onCalibrated(const CalibrationReady& event) {
  if (event.job != m_calibrating) return;
  m_calibrating = 0;
  Quantization measured = event.quantization;
  measured.keep = m_document.project().quantization.keep;
  m_sensitivity.reset();
  m_outdated = false;
  m_document.apply(SetQuantization(std::move(measured)));
  measure(true);
}

void QuantizationControl::onMeasured(const SensitivityReady& event) {
  if (event.job != m_measuring) return;
  m_measuring = 0;
  Sensitivity measured = event.sensitivity;
  if (!m_measuringLayers && m_sensitivity) measured.layers = std::move(m_sensitivity->layers);
  m_sensitivity = std::move(measured);
  emit changed();
}

void QuantizationControl::onPrecision(const PrecisionReady& event) {
  if (event.job != m_asking) return;
  m_asking = 0;
  m_precision = event;
  showBadges();
  emit changed();
}

void QuantizationControl::onJobDone(const JobDone& event) {
  if (event.job == 0) return;
  if (event.job == m_asking) {
    // A drawing that cannot be planned has no precision to show; the list of problems says why.
    m_asking = 0;
    m_precision = {};
    showBadges();
  } else if (event.job == m_calibrating || event.job == m_measuring) {
    m_calibrating = m_measuring = 0;
    if (!event.cancelled) emit failed(translated(event.reason));
  } else {
    return;
  }
  emit changed();
}

void QuantizationControl::showBadges() {
  struct Count {
    int integer = 0, all = 0;
  };
  std::map<LayerKey, Count> counts;
  for (const LayerPrecision& layer : m_precision.layers) {
    for (std::size_t n = 1; n <= layer.nodes.size(); ++n) {
      Count& count = counts[LayerKey(layer.nodes.begin(), layer.nodes.begin() + std::ptrdiff_t(n))];
      count.integer += layer.integer ? 1 : 0;
      ++count.all;
    }
  }
  Badges badges;
  for (const auto& [key, count] : counts)
    badges[key] = count.integer == count.all ? tr("int8")
                  : count.integer == 0       ? tr("float")
                                             : tr("mixed");
  m_document.setBadges(std::move(badges));
}

}  // namespace espalier::ui
