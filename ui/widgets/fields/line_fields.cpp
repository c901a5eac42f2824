// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/fields/line_fields.h"

#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLocale>
#include <QMimeData>
#include <QRegularExpression>
#include <QToolButton>
#include <QUrl>
#include <cmath>

#include "ui/widgets/fields/problem_bubble.h"

namespace espalier::ui {
namespace {

QString number(double v) { return QLocale::c().toString(v, 'g', 7); }

// A real with a point or a comma, whatever the keyboard offers.
QVariant readReal(QString text) {
  bool ok = false;
  const double v = text.trimmed().replace(u',', u'.').toDouble(&ok);
  return ok && std::isfinite(v) ? QVariant(v) : QVariant();
}

QVariant readInteger(const QString& text) {
  bool ok = false;
  const qlonglong v = text.trimmed().remove(u' ').toLongLong(&ok);
  return ok ? QVariant(v) : QVariant();
}

}  // namespace

LineField::LineField(const FieldSpec& spec, QWidget* parent)
    : Field(parent), m_spec(spec), m_edit(new QLineEdit(this)) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(4);
  row->addWidget(m_edit, 1);
  m_edit->setAccessibleName(spec.name);
  m_edit->setAccessibleDescription(spec.help);
  m_edit->setPlaceholderText(spec.placeholder);
  m_edit->setToolTip(spec.help);
  m_edit->installEventFilter(this);
  setFocusProxy(m_edit);
  if (!spec.unit.isEmpty()) {
    m_unit = new QLabel(spec.unit, m_edit);
    m_unit->setProperty("role", "faint");
    m_unit->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_edit->setTextMargins(0, 0, m_unit->sizeHint().width() + 4, 0);
  }
  connect(m_edit, &QLineEdit::editingFinished, this, [this] {
    if (m_edit->isModified()) commit(m_edit->text());
  });
}

void LineField::setValue(const QVariant& value) {
  m_value = value;
  // What is being typed is not pulled away.
  if (m_edit->hasFocus() && m_edit->isModified()) return;
  showValue();
  setProblem({});
}

void LineField::showValue() {
  const QString text = m_value.isValid() ? shown(m_value) : QString();
  if (m_edit->text() != text) m_edit->setText(text);
  m_edit->setModified(false);
  m_edit->setPlaceholderText(m_value.isValid() ? m_spec.placeholder : tr("several values"));
  m_edit->setCursorPosition(0);
}

void LineField::commit(const QString& text) {
  m_edit->setModified(false);
  const QVariant value = read(text);
  if (!value.isValid()) {
    setProblem(unreadable(text));
    return;
  }
  setProblem({});
  const QVariant before = m_value;
  m_value = value;
  emit edited(value);
  if (!problem().isEmpty()) m_value = before;
}

bool LineField::step(int, bool) { return false; }

// What was typed is taken over first, and may be refused. The sentence outlives the text: whoever goes
// on with Tab would not see it otherwise.
void LineField::leave() {
  const bool fresh = m_edit->isModified();
  if (fresh) commit(m_edit->text());
  if (problem().isEmpty()) return;
  const QString sentence = problem();
  showValue();
  setProblem({});
  if (fresh) ProblemBubble::show(this, sentence);
}

bool LineField::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_edit && event->type() == QEvent::FocusOut) {
    const Qt::FocusReason reason = static_cast<QFocusEvent*>(event)->reason();
    // Not for a moment in another window.
    if (reason != Qt::ActiveWindowFocusReason && reason != Qt::PopupFocusReason) leave();
  }
  if (watched == m_edit && event->type() == QEvent::KeyPress) {
    const auto* key = static_cast<QKeyEvent*>(event);
    const int direction = key->key() == Qt::Key_Up ? 1 : key->key() == Qt::Key_Down ? -1 : 0;
    if (direction != 0 && step(direction, key->modifiers() & Qt::ShiftModifier)) return true;
    if (key->key() == Qt::Key_Escape && (m_edit->isModified() || !problem().isEmpty())) {
      m_edit->setModified(false);
      setValue(m_value);
      return true;
    }
  }
  return Field::eventFilter(watched, event);
}

void LineField::resizeEvent(QResizeEvent* event) {
  Field::resizeEvent(event);
  if (m_unit == nullptr) return;
  const QSize size = m_unit->sizeHint();
  layout()->activate();
  m_unit->setGeometry(m_edit->width() - size.width() - 8, (m_edit->height() - size.height()) / 2,
                      size.width(), size.height());
}

QString NumberLine::shown(const QVariant& value) const {
  return spec().type == FieldType::integer ? QString::number(value.toLongLong())
                                           : number(value.toDouble());
}

QVariant NumberLine::read(const QString& text) const {
  return spec().type == FieldType::integer ? readInteger(text) : readReal(text);
}

QString NumberLine::unreadable(const QString& text) const {
  if (text.trimmed().isEmpty())
    return spec().type == FieldType::integer ? tr("Expected a whole number, got an empty field.")
                                             : tr("Expected a number, got an empty field.");
  return spec().type == FieldType::integer ? tr("Expected a whole number, got “%1”.").arg(text)
                                           : tr("Expected a number, got “%1”.").arg(text);
}

bool NumberLine::step(int direction, bool large) {
  QVariant now = read(edit()->text());
  if (!now.isValid()) return false;
  const bool bounded = spec().minimum < spec().maximum;
  const auto within = [&](double v) {
    return bounded ? std::clamp(v, spec().minimum, spec().maximum) : v;
  };
  if (spec().type == FieldType::integer) {
    const double next = within(double(now.toLongLong()) + direction * (large ? 10 : 1));
    now = qlonglong(next);
  } else {
    const double v = now.toDouble();
    // By one in the leading digit: 0.001, 0.002 … and down again 0.001, 0.0009 …
    const double away = direction < 0 ? std::abs(v) * (1 - 1e-9) : std::abs(v) * (1 + 1e-9);
    const double unit = v == 0 ? 0.01 : std::pow(10, std::floor(std::log10(away)));
    now = within(std::round(v / unit + direction * (large ? 10 : 1)) * unit);
  }
  edit()->setText(shown(now));
  commit(edit()->text());
  return true;
}

QString ListLine::shown(const QVariant& value) const {
  QStringList parts;
  for (const QVariant& v : value.toList()) {
    parts += spec().type == FieldType::integers ? QString::number(v.toLongLong())
             : spec().type == FieldType::reals  ? number(v.toDouble())
                                                : v.toString();
  }
  const QString between =
      spec().type == FieldType::integers ? QStringLiteral(" × ") : QStringLiteral(", ");
  return parts.join(between);
}

QVariant ListLine::read(const QString& text) const {
  static const QRegularExpression betweenNumbers(QStringLiteral("[×xX*,;\\s]+"));
  static const QRegularExpression betweenReals(QStringLiteral("[,;\\s]+"));
  static const QRegularExpression betweenTexts(QStringLiteral("\\s*[,;]\\s*"));
  const bool whole = spec().type == FieldType::integers;
  const bool words = spec().type == FieldType::texts;
  QVariantList list;
  for (const QString& part : text.trimmed().split(whole   ? betweenNumbers
                                                  : words ? betweenTexts
                                                          : betweenReals,
                                                  Qt::SkipEmptyParts)) {
    const QVariant v = words ? QVariant(part) : whole ? readInteger(part) : readReal(part);
    if (!v.isValid()) return {};
    list += v;
  }
  const auto before = value().toList().size();
  if (!words && list.size() == 1 && before > 1) list = QVariantList(before, list.front());
  return list;
}

QString ListLine::unreadable(const QString& text) const {
  return spec().type == FieldType::integers
             ? tr("Expected whole numbers, as in 3 × 3, got “%1”.").arg(text)
             : tr("Expected numbers, separated by commas, got “%1”.").arg(text);
}

PathLine::PathLine(const FieldSpec& spec, QWidget* parent) : TextLine(spec, parent) {
  auto* button = new QToolButton(this);
  button->setText(QStringLiteral("…"));
  button->setToolTip(tr("Choose a file"));
  button->setAccessibleName(tr("Choose a file"));
  layout()->addWidget(button);
  edit()->setAcceptDrops(true);
  connect(button, &QToolButton::clicked, this, &PathLine::choose);
}

void PathLine::setValue(const QVariant& value) {
  TextLine::setValue(value);
  if (edit()->hasFocus()) return;
  edit()->setCursorPosition(int(edit()->text().size()));
  edit()->setToolTip(edit()->text().isEmpty() ? spec().help : edit()->text());
}

bool PathLine::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::DragEnter) {
    auto* drag = static_cast<QDragEnterEvent*>(event);
    if (drag->mimeData()->hasUrls()) {
      drag->acceptProposedAction();
      return true;
    }
  } else if (event->type() == QEvent::Drop) {
    auto* drop = static_cast<QDropEvent*>(event);
    const auto urls = drop->mimeData()->urls();
    if (!urls.isEmpty() && urls.front().isLocalFile()) {
      edit()->setText(urls.front().toLocalFile());
      commit(edit()->text());
      drop->acceptProposedAction();
      return true;
    }
  }
  return TextLine::eventFilter(watched, event);
}

void PathLine::choose() {
  const QString file = QFileDialog::getOpenFileName(this, spec().name, edit()->text());
  if (file.isEmpty()) return;
  edit()->setText(file);
  commit(file);
}

}  // namespace espalier::ui
