// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/edits/quantization.h"

#include "ui/document/draft.h"

namespace espalier::ui {

Outcome SetQuantization::apply(Draft& draft) {
  if (!(m_quantization == draft.project().quantization)) draft.editQuantization() = m_quantization;
  return {};
}

namespace {

Outcome inFloatAsAWhole() {
  return Outcome::refused(
      KeepInFloat::tr("The network is in float as a whole: quantise it first."));
}

}  // namespace

Outcome KeepOnly::apply(Draft& draft) {
  if (draft.project().quantization.empty()) return inFloatAsAWhole();
  if (draft.project().quantization.keep != m_keys) draft.editQuantization().keep = m_keys;
  return {};
}

Outcome KeepInFloat::apply(Draft& draft) {
  if (draft.project().quantization.empty()) return inFloatAsAWhole();
  if (draft.project().quantization.keep.contains(m_key) == m_keep) return {};
  if (m_keep)
    draft.editQuantization().keep.insert(m_key);
  else
    draft.editQuantization().keep.erase(m_key);
  return {};
}

}  // namespace espalier::ui
