// SPDX-License-Identifier: Apache-2.0
#include "engine/project/migrations.h"

namespace espalier {

// Format 1 is the first, so there is none yet. A new format adds its step at the end, and a file of
// the old one to tests/engine/project/formats.
std::span<const Migration> migrations() { return {}; }

void migrate(Json& document, std::span<const Migration> steps, int to, const std::string& origin) {
  if (!document.is_object() || !document.contains("espalier")) {
    throw Error(ESP_TEXT("engine", "{}: is no Espalier project."), origin);
  }
  std::int64_t format = JsonValue(document["espalier"], "espalier", origin).integer(1, 1'000'000);
  if (format > to) {
    throw Error(
        ESP_TEXT("engine",
                 "{}: was saved by a newer Espalier (format {}; this one reads up to {}). Update "
                 "Espalier to open it; the file is unchanged."),
        origin, format, to);
  }
  for (const Migration& step : steps) {
    if (step.from != format) continue;
    step.apply(document);
    document["espalier"] = ++format;
  }
  if (format < to) {
    throw Error(ESP_TEXT("engine", "{}: has the format {}, which is too old to be read."), origin,
                format);
  }
}

}  // namespace espalier
