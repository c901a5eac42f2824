// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>
#include <functional>

#include "ui/document/document.h"

namespace espalier::ui {

class AttributeRows;
class Form;
class BottomStrip;
class ScrollPanel;

// What is selected, to be edited: made from the operator's specification. Several layers: what they
// have in common. Nothing: what the network is as a whole.
class Inspector : public QWidget {
  Q_OBJECT

 public:
  explicit Inspector(Document& document, QWidget* parent = nullptr);

  // Text of a layer's measured time, or an empty one.
  void setStepTime(std::function<QString(const LayerKey&)> text);
  void focusFirst();

 private:
  Document& m_document;
  Form* m_form;
  ScrollPanel* m_scroll;
  BottomStrip* m_strip;  // what is wrong: below, so that the fields stay where they are
  std::function<QString(const LayerKey&)> m_stepTime;
  std::vector<std::function<void()>> m_refreshers;  // of the rows that are there
  std::string m_shape;                              // what the rows were made for
  bool m_advanced = false;
  QTimer m_later;

  std::vector<NodeId> shown() const;
  std::string shapeNow(const std::vector<NodeId>& nodes) const;
  void refresh();
  void rebuild(const std::vector<NodeId>& nodes);
  void addHeader(const std::vector<NodeId>& nodes);
  void addProblems(NodeId node);
  void addAttributes(const std::vector<NodeId>& nodes);
  void addParameters(const std::vector<NodeId>& nodes);
  void addGroup(NodeId node);
  void addNetwork();
  void addAbout(const Node& node);
};

}  // namespace espalier::ui
