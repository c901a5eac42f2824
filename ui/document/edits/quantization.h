// SPDX-License-Identifier: GPL-3.0-or-later
//
// Edits of what runs in 8 bits.
#pragma once

#include <string>

#include "engine/project/quantization.h"
#include "ui/document/edit.h"

namespace espalier::ui {

// The whole section: what a calibration measured, or nothing, which is float again.
class SetQuantization final : public Edit {
  Q_DECLARE_TR_FUNCTIONS(SetQuantization)

 public:
  explicit SetQuantization(Quantization quantization) : m_quantization(std::move(quantization)) {}
  QString text() const override {
    return m_quantization.empty() ? tr("Back to float") : tr("Quantise to 8 bits");
  }
  Outcome apply(Draft& draft) override;

 private:
  Quantization m_quantization;
};

// Keeps a layer in float, or lets it run in 8 bits again. `key` as in Quantization::keep.
class KeepInFloat final : public Edit {
  Q_DECLARE_TR_FUNCTIONS(KeepInFloat)

 public:
  KeepInFloat(std::string key, QString layer, bool keep)
      : m_key(std::move(key)), m_layer(std::move(layer)), m_keep(keep) {}
  QString text() const override {
    return m_keep ? tr("Keep %1 in float").arg(m_layer) : tr("Run %1 in 8 bits").arg(m_layer);
  }
  Outcome apply(Draft& draft) override;

 private:
  std::string m_key;
  QString m_layer;
  bool m_keep;
};

// Keeps these layers in float and no other. Keys as in Quantization::keep.
class KeepOnly final : public Edit {
  Q_DECLARE_TR_FUNCTIONS(KeepOnly)

 public:
  explicit KeepOnly(KeptLayers keys) : m_keys(std::move(keys)) {}
  QString text() const override {
    return m_keys.empty() ? tr("Run every layer in 8 bits")
                          : tr("Keep %n layer(s) in float", nullptr, int(m_keys.size()));
  }
  Outcome apply(Draft& draft) override;

 private:
  KeptLayers m_keys;
};

}  // namespace espalier::ui
