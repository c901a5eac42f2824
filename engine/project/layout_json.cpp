// SPDX-License-Identifier: Apache-2.0
#include "engine/project/layout_json.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "engine/graph/graph.h"

namespace espalier {
namespace {

constexpr double farthest = 1e7;
constexpr std::size_t most = 1'000'000;

// Whole pixels as whole numbers: shorter, and moving a card changes few characters.
Json number(double v) {
  const double rounded = std::round(v * 100) / 100;
  return rounded == std::floor(rounded) ? Json(static_cast<std::int64_t>(rounded)) : Json(rounded);
}

double bounded(const JsonValue& v) {
  const double x = v.real();
  if (std::abs(x) > farthest)
    v.expected(ESP_TEXT("engine", "{}: {}: expected a number from -1e7 to 1e7, got {}."));
  return x;
}

double extent(JsonObject& object, const char* name, double fallback) {
  if (!object.has(name)) return fallback;
  const JsonValue v = object.get(name);
  const double x = bounded(v);
  if (x < 0) v.expected(ESP_TEXT("engine", "{}: {}: expected a number of at least 0, got {}."));
  return x;
}

}  // namespace

Json to_json(Point p) { return {number(p.x), number(p.y)}; }

Point point_from_json(const JsonValue& value) {
  if (value.array_size(2) != 2)
    value.expected(ESP_TEXT("engine", "{}: {}: expected two numbers, got {}."));
  return {bounded(value.at(0)), bounded(value.at(1))};
}

Json to_json(const SheetLayout& sheet) {
  Json json = Json::object();
  for (const auto& [id, card] : sheet.cards) {
    Json& c = json["cards"][std::to_string(id.value)];
    c["at"] = to_json(card.at);
    if (!card.color.empty()) c["color"] = card.color;
    if (card.pinned) c["pinned"] = true;
    if (card.collapsed) c["collapsed"] = true;
  }
  for (const auto& [port, points] : sheet.knots) {
    Json list = Json::array();
    for (const Point& p : points) list.push_back(to_json(p));
    json["knots"].push_back({{"to", {port.node.value, port.port}}, {"points", list}});
  }
  for (const auto& [id, note] : sheet.notes) {
    Json& n = json["notes"][std::to_string(id)];
    n = {{"at", to_json(note.at)},
         {"size", to_json(Point{note.width, note.height})},
         {"text", note.text}};
    if (!note.color.empty()) n["color"] = note.color;
  }
  for (const auto& [id, frame] : sheet.frames) {
    Json& f = json["frames"][std::to_string(id)];
    f = {{"at", to_json(frame.at)},
         {"size", to_json(Point{frame.width, frame.height})},
         {"title", frame.title}};
    if (!frame.color.empty()) f["color"] = frame.color;
  }
  if (sheet.view != ViewLayout{}) {
    json["view"] = {{"center", to_json(sheet.view.center)}, {"zoom", sheet.view.zoom}};
  }
  return json;
}

namespace {

std::uint32_t id_from(const JsonValue& place, const std::string& text) {
  std::uint32_t id = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
  if (error != std::errc() || end != text.data() + text.size() || id == 0) {
    place.fail(message(ESP_TEXT("engine", "{} is no id."), text));
  }
  return id;
}

// Calls f(id, fields) for every member of an object whose members are ids.
template <class F> void for_each_id(JsonObject& object, const char* name, F f) {
  if (!object.has(name)) return;
  const JsonValue all = object.get(name);
  all.require_object();
  for (const auto& [key, json] : all.json().items()) {
    const JsonValue place(json, joined_place(all.place(), key), all.origin());
    JsonObject fields(place, object.unknown());
    f(id_from(place, key), fields);
    fields.finish();
  }
}

void knots_from(JsonObject& object, SheetLayout& sheet) {
  if (!object.has("knots")) return;
  const JsonValue all = object.get("knots");
  const std::size_t count = all.array_size(most);
  for (std::size_t i = 0; i < count; ++i) {
    JsonObject knot(all.at(i), nullptr);
    const JsonValue to = knot.get("to");
    if (to.array_size(2) != 2)
      to.expected(ESP_TEXT("engine", "{}: {}: expected an id and an input's number, got {}."));
    const PortRef port{{static_cast<std::uint32_t>(to.at(0).integer(1, Graph::largest_id))},
                       static_cast<std::uint32_t>(to.at(1).integer(0, 65535))};
    const JsonValue points = knot.get("points");
    auto& list = sheet.knots[port];
    list.resize(points.array_size(1000));
    for (std::size_t k = 0; k < list.size(); ++k) list[k] = point_from_json(points.at(k));
  }
}

}  // namespace

SheetLayout sheet_from_json(const JsonValue& value, UnknownFields* unknown) {
  JsonObject object(value, unknown);
  SheetLayout sheet;
  for_each_id(object, "cards", [&](std::uint32_t id, JsonObject& fields) {
    CardLayout& card = sheet.cards[{id}];
    card.at = point_from_json(fields.get("at"));
    card.color = fields.text("color", "", 100);
    card.pinned = fields.flag("pinned", false);
    card.collapsed = fields.flag("collapsed", false);
  });
  knots_from(object, sheet);
  const auto box = [](JsonObject& fields, auto& item) {
    item.at = point_from_json(fields.get("at"));
    if (!fields.has("size")) return;
    const JsonValue v = fields.get("size");
    const Point size = point_from_json(v);
    if (size.x < 0 || size.y < 0)
      v.expected(ESP_TEXT("engine", "{}: {}: expected a width and a height, got {}."));
    item.width = size.x;
    item.height = size.y;
  };
  for_each_id(object, "notes", [&](std::uint32_t id, JsonObject& fields) {
    NoteLayout& note = sheet.notes[id];
    box(fields, note);
    note.text = fields.text("text", "");
    note.color = fields.text("color", "", 100);
  });
  for_each_id(object, "frames", [&](std::uint32_t id, JsonObject& fields) {
    FrameLayout& frame = sheet.frames[id];
    box(fields, frame);
    frame.title = fields.text("title", "");
    frame.color = fields.text("color", "", 100);
  });
  if (object.has("view")) {
    JsonObject view(object.get("view"), unknown);
    if (view.has("center")) sheet.view.center = point_from_json(view.get("center"));
    sheet.view.zoom = std::clamp(extent(view, "zoom", 1), 0.001, 100.0);
    view.finish();
  }
  object.finish();
  return sheet;
}

}  // namespace espalier
