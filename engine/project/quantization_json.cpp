// SPDX-License-Identifier: Apache-2.0
#include "engine/project/quantization_json.h"

#include <cfloat>

namespace espalier {
namespace {

constexpr std::size_t most_values = 1'000'000;

float bound_from(const JsonValue& v) {
  const double bound = v.real();
  if (bound < -FLT_MAX || bound > FLT_MAX)
    v.expected(ESP_TEXT("engine", "{}: {}: expected a number that a float can hold, got {}."));
  return static_cast<float>(bound);
}

ValueRange range_from(const JsonValue& v) {
  if (v.array_size(2) != 2)
    v.expected(ESP_TEXT("engine", "{}: {}: expected the least and the greatest value, got {}."));
  const ValueRange range{bound_from(v.at(0)), bound_from(v.at(1))};
  if (range.low > range.high)
    v.expected(ESP_TEXT("engine", "{}: {}: expected the lesser bound first, got {}."));
  return range;
}

}  // namespace

Json to_json(const Quantization& q) {
  Json json = {{"method", q.method}, {"samples", q.samples}};
  if (q.method == "percentile") json["percentile"] = q.percentile;
  json["ranges"] = Json::object();
  for (const auto& [key, range] : q.ranges) json["ranges"][key] = {range.low, range.high};
  if (!q.keep.empty()) json["keep"] = q.keep;
  return json;
}

Quantization quantization_from_json(JsonValue value, UnknownFields* unknown) {
  JsonObject object(std::move(value), unknown);
  Quantization q;
  q.method = object.text("method", q.method);
  if (q.method != "minmax" && q.method != "percentile")
    object.get("method").expected(
        ESP_TEXT("engine", "{}: {}: expected minmax or percentile, got {}."));
  q.percentile = object.real("percentile", q.percentile);
  if (q.percentile <= 0 || q.percentile > 100)
    object.get("percentile")
        .expected(ESP_TEXT("engine", "{}: {}: expected a share above 0 and up to 100 %, got {}."));
  q.samples = object.integer("samples", 0, 0, INT64_MAX);
  const JsonValue ranges = object.get("ranges");
  ranges.require_object();
  for (const auto& [key, json] : ranges.json().items())
    q.ranges[key] = range_from(JsonValue(json, ranges.place() + "/" + key, ranges.origin()));
  if (object.has("keep")) {
    const JsonValue keep = object.get("keep");
    for (std::size_t i = 0; i < keep.array_size(most_values); ++i) q.keep.insert(keep.at(i).text());
  }
  object.finish();
  return q;
}

}  // namespace espalier
