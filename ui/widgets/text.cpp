// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/text.h"

#include <QCoreApplication>
#include <QException>
#include <QLocale>
#include <array>
#include <cmath>

namespace espalier::ui {
namespace {

constexpr QChar kNarrowSpace(0x202F);  // narrow, does not break

QString number(double v, int digits) {
  // At most `digits` significant ones: 31.2, 6.4, 171.
  const int before = v >= 1 ? int(std::floor(std::log10(v))) + 1 : 1;
  return QLocale(QLocale::English).toString(v, 'f', std::max(0, digits - before));
}

QString textOf(const Message::Part& part) {
  return part.inner.empty() ? QString::fromStdString(part.plain) : translated(part.inner.front());
}

}  // namespace

QString translated(const Message& message) {
  const QString format = QCoreApplication::translate("engine", message.format);
  QString out;
  std::size_t next = 0;
  for (qsizetype i = 0; i < format.size(); ++i) {
    const QChar c = format[i];
    if (c == u'{' && i + 1 < format.size()) {
      if (format[i + 1] == u'{') {
        out += u'{';
        ++i;
        continue;
      }
      const qsizetype end = format.indexOf(u'}', i);
      if (end > 0) {
        QStringView inside = QStringView(format).mid(i + 1, end - i - 1);
        inside = inside.left(inside.indexOf(u':') < 0 ? inside.size() : inside.indexOf(u':'));
        const std::size_t index = inside.isEmpty() ? next++ : std::size_t(inside.toUInt());
        if (index < message.args.size()) out += textOf(message.args[index]);
        i = end;
        continue;
      }
    }
    if (c == u'}' && i + 1 < format.size() && format[i + 1] == u'}') ++i;
    out += c;
  }
  return out;
}

QString failureText(const QString& otherwise) {
  try {
    throw;
  } catch (const Error& e) {
    return translated(e.message());
  } catch (const QUnhandledException& e) {
    if (!e.exception()) return otherwise;
    try {
      std::rethrow_exception(e.exception());
    } catch (...) {
      return failureText(otherwise);
    }
  } catch (const std::exception& e) {
    return otherwise.isEmpty() ? QString::fromLocal8Bit(e.what()) : otherwise;
  } catch (...) {
    return otherwise;
  }
}

QString translatedHelp(const char* text) {
  if (text == nullptr || *text == '\0') return {};
  // Names are marked as in the documents; labels and tooltips have no such marks.
  return QCoreApplication::translate("ops", text).remove(u'`');
}

QString grouped(qint64 value) { return QLocale(QLocale::English).toString(value); }

QString abbreviated(double value) {
  static constexpr std::array<const char*, 5> kUnits = {"", "k", "M", "G", "T"};
  std::size_t unit = 0;
  double v = std::abs(value);
  if (v < 10000) return grouped(qint64(std::llround(value)));
  while (v >= 999.95 && unit + 1 < kUnits.size()) {
    v /= 1000;
    ++unit;
  }
  return (value < 0 ? QStringLiteral("−") : QString()) + number(v, 3) + kNarrowSpace +
         QLatin1String(kUnits[unit]);
}

QString bytesText(double bytes) {
  static constexpr std::array<const char*, 5> kUnits = {"B", "KB", "MB", "GB", "TB"};
  std::size_t unit = 0;
  double v = std::max(0.0, bytes);
  while (v >= 999.95 && unit + 1 < kUnits.size()) {
    v /= 1000;
    ++unit;
  }
  const int digits = unit == 0 || v >= 100 ? 0 : v < 10 ? 1 : 0;
  return QLocale(QLocale::English).toString(v, 'f', digits) + kNarrowSpace +
         QLatin1String(kUnits[unit]);
}

QString millisecondsText(double ms) {
  if (ms >= 10000)
    return QCoreApplication::translate("units", "%1\u202Fs").arg(number(ms / 1000, 3));
  if (ms > 0 && ms < 0.1)
    return QCoreApplication::translate("units", "%1\u202Fµs").arg(number(ms * 1000, 2));
  return QCoreApplication::translate("units", "%1\u202Fms").arg(number(std::max(0.0, ms), 3));
}

QString percentText(double share) {
  const double p = share * 100;
  const int digits = p > 0 && p < 0.95 ? 1 : 0;
  return QLocale(QLocale::English).toString(p, 'f', digits) + kNarrowSpace + u'%';
}

}  // namespace espalier::ui
