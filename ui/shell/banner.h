// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <functional>

class QVBoxLayout;

namespace espalier::ui {

// Sentences above the canvas that stay until they are answered or closed; nobody is stopped from
// drawing by them. One of the same key replaces the one before.
class Banners : public QWidget {
  Q_OBJECT

 public:
  enum class Tone { note, warning, bad };
  struct Action {
    QString text;
    std::function<void()> run;
  };

  explicit Banners(QWidget* parent = nullptr);
  void show(const QString& key, Tone tone, const QString& sentence, QList<Action> actions = {});
  void close(const QString& key);
  bool has(const QString& key) const { return findBanner(key) != nullptr; }
  QStringList sentences() const;

 private:
  QVBoxLayout* m_column;
  QWidget* findBanner(const QString& key) const;
};

}  // namespace espalier::ui
