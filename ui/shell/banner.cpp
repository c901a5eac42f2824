// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/banner.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>

#include "ui/widgets/fields/form.h"
#include "ui/widgets/theme.h"

namespace espalier::ui {
namespace {

class Banner final : public QWidget {
 public:
  Banner(Banners::Tone tone, QWidget* parent) : QWidget(parent), m_tone(tone) {}

 protected:
  void paintEvent(QPaintEvent*) override {
    const ThemeTokens& t = tokens();
    const QColor colour = m_tone == Banners::Tone::bad       ? t.bad
                          : m_tone == Banners::Tone::warning ? t.warning
                                                             : t.accent;
    QPainter p(this);
    p.fillRect(rect(), t.card);
    p.fillRect(QRect(0, 0, 3, height()), colour);
    p.fillRect(QRect(0, height() - 1, width(), 1), t.line);
  }

 private:
  Banners::Tone m_tone;
};

}  // namespace

Banners::Banners(QWidget* parent) : QWidget(parent), m_column(new QVBoxLayout(this)) {
  m_column->setContentsMargins(0, 0, 0, 0);
  m_column->setSpacing(0);
  hide();
}

QWidget* Banners::findBanner(const QString& key) const {
  return findChild<QWidget*>(key, Qt::FindDirectChildrenOnly);
}

void Banners::show(const QString& key, Tone tone, const QString& sentence, QList<Action> actions) {
  close(key);
  auto* banner = new Banner(tone, this);
  banner->setObjectName(key);
  auto* row = new QHBoxLayout(banner);
  row->setContentsMargins(16, 8, 8, 8);
  row->setSpacing(8);
  // A mark besides the colour.
  auto* mark = new QLabel(tone == Tone::note ? QStringLiteral("i") : QStringLiteral("!"), banner);
  setRole(mark, tone == Tone::bad ? "bad" : tone == Tone::warning ? "warning" : "secondary");
  auto* text = new QLabel(sentence, banner);
  text->setObjectName(QStringLiteral("sentence"));
  text->setWordWrap(true);
  text->setTextInteractionFlags(Qt::TextSelectableByMouse);
  row->addWidget(mark);
  row->addWidget(text, 1);
  for (const Action& action : actions) {
    auto* button = new QPushButton(action.text, banner);
    row->addWidget(button, 0, Qt::AlignTop);
    connect(button, &QPushButton::clicked, this, [this, key, run = action.run] {
      close(key);
      run();
    });
  }
  auto* gone = new QToolButton(banner);
  gone->setText(QStringLiteral("×"));
  gone->setToolTip(tr("Close"));
  gone->setAccessibleName(tr("Close"));
  setRole(gone, "flat");
  row->addWidget(gone, 0, Qt::AlignTop);
  connect(gone, &QToolButton::clicked, this, [this, key] { close(key); });
  m_column->addWidget(banner);
  setVisible(true);
}

void Banners::close(const QString& key) {
  if (QWidget* banner = findBanner(key)) {
    banner->setObjectName({});
    m_column->removeWidget(banner);
    banner->hide();
    banner->deleteLater();
  }
  setVisible(m_column->count() > 0);
}

QStringList Banners::sentences() const {
  QStringList list;
  for (int i = 0; i < m_column->count(); ++i) {
    const auto* text =
        m_column->itemAt(i)->widget()->findChild<QLabel*>(QStringLiteral("sentence"));
    if (text != nullptr) list += text->text();
  }
  return list;
}

}  // namespace espalier::ui
