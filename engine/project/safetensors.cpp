// SPDX-License-Identifier: Apache-2.0
#include "engine/project/safetensors.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "engine/project/json_reader.h"

namespace espalier {
namespace {

static_assert(std::endian::native == std::endian::little, "the format is little-endian");

constexpr std::uint64_t largest_header = 100'000'000;  // as the reference implementation

struct TypeName {
  const char* name;
  DType type;
};
constexpr std::array<TypeName, 14> types = {{{"F64", DType::float64},
                                             {"F32", DType::float32},
                                             {"F16", DType::float16},
                                             {"BF16", DType::bfloat16},
                                             {"I64", DType::int64},
                                             {"I32", DType::int32},
                                             {"I16", DType::int16},
                                             {"I8", DType::int8},
                                             {"U64", DType::uint64},
                                             {"U32", DType::uint32},
                                             {"U16", DType::uint16},
                                             {"U8", DType::uint8},
                                             {"BOOL", DType::boolean},
                                             {"F8_E4M3", DType::float8e4m3fn}}};

// A tensor as the header declares it.
struct Entry {
  std::string name;
  DType type = DType::undefined;
  Shape shape;
  std::uint64_t begin = 0, end = 0;
};

Entry entry_from(const std::string& name, const JsonValue& value, std::uint64_t data_size) {
  JsonObject object(value, nullptr);
  Entry e;
  e.name = name;
  const JsonValue dtype = object.get("dtype");
  const std::string type = dtype.text(20);
  const auto known =
      std::find_if(types.begin(), types.end(), [&](const TypeName& t) { return type == t.name; });
  if (known == types.end())
    dtype.expected(
        ESP_TEXT("engine", "{}: {}: expected an element type that is known here, got {}."));
  e.type = known->type;
  const JsonValue shape = object.get("shape");
  e.shape.resize(shape.array_size(32));
  for (std::size_t i = 0; i < e.shape.size(); ++i) e.shape[i] = shape.at(i).integer(0, INT64_MAX);
  const JsonValue offsets = object.get("data_offsets");
  if (offsets.array_size(2) != 2)
    offsets.expected(ESP_TEXT("engine", "{}: {}: expected two offsets, got {}."));
  e.begin = static_cast<std::uint64_t>(offsets.at(0).integer(0, INT64_MAX));
  e.end = static_cast<std::uint64_t>(offsets.at(1).integer(0, INT64_MAX));
  if (e.begin > e.end || e.end > data_size)
    offsets.expected(ESP_TEXT("engine", "{}: {}: expected offsets within the file, got {}."));
  const auto elements = checked_count(e.shape);
  if (!elements || *elements > INT64_MAX / 16 || bytes_of(e.type, *elements) != e.end - e.begin) {
    offsets.expected(
        ESP_TEXT("engine", "{}: {}: expected as many bytes as type and shape need, got {}."));
  }
  return e;
}

// Every byte belongs to exactly one tensor: no hole that hides something, no overlap.
void check_cover(const fs::path& path, std::vector<Entry>& entries, std::uint64_t data_size) {
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end < b.end;
  });
  std::uint64_t at = 0;
  for (const Entry& e : entries) {
    if (e.begin < at)
      throw Error(ESP_TEXT("engine", "{}: is no safetensors file or damaged: two tensors overlap."),
                  path.string());
    if (e.begin > at)
      throw Error(
          ESP_TEXT("engine",
                   "{}: is no safetensors file or damaged: there are bytes between two tensors."),
          path.string());
    at = e.end;
  }
  if (at != data_size)
    throw Error(
        ESP_TEXT("engine",
                 "{}: is no safetensors file or damaged: the tensors do not fill the file."),
        path.string());
}

}  // namespace

SafeTensors read_safetensors(const fs::path& path) {
  const MappedFile file = map_file(path);
  if (file.size < 8)
    throw Error(
        ESP_TEXT("engine", "{}: is no safetensors file or damaged: it is shorter than its header."),
        path.string());
  std::uint64_t header_size = 0;
  std::memcpy(&header_size, file.data, 8);
  if (header_size > largest_header || header_size > file.size - 8) {
    throw Error(
        ESP_TEXT("engine",
                 "{}: is no safetensors file or damaged: its header is longer than the file."),
        path.string());
  }
  const std::string_view header = file.text().substr(8, header_size);
  if (!header.starts_with('{'))
    throw Error(
        ESP_TEXT("engine", "{}: is no safetensors file or damaged: its header is no JSON object."),
        path.string());
  const std::string origin = path.string();
  const Json json = parse_json(header, origin);
  const std::uint64_t data_size = file.size - 8 - header_size;
  const std::byte* data = file.data + 8 + header_size;

  SafeTensors content;
  std::vector<Entry> entries;
  for (const auto& [name, value] : json.items()) {
    const JsonValue place(value, joined_place("", name), origin);
    if (name == "__metadata__") {
      if (!value.is_object())
        place.expected(ESP_TEXT("engine", "{}: {}: expected an object of texts, got {}."));
      for (const auto& [key, text] : value.items()) {
        content.metadata[key] = JsonValue(text, joined_place(place.place(), key), origin).text();
      }
      continue;
    }
    entries.push_back(entry_from(name, place, data_size));
  }
  check_cover(path, entries, data_size);
  for (Entry& e : entries) {
    content.tensors.emplace(std::move(e.name),
                            Tensor::view(e.type, std::move(e.shape), data + e.begin, file.owner));
  }
  return content;
}

void write_safetensors(const fs::path& path, const SafeTensors& content) {
  // Largest elements first keeps every tensor aligned without holes.
  std::vector<std::pair<std::string_view, const Tensor*>> order;
  for (const auto& [name, tensor] : content.tensors) order.emplace_back(name, &tensor);
  std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
    return bits(a.second->type()) > bits(b.second->type());
  });
  Json header = Json::object();
  for (const auto& [key, text] : content.metadata) header["__metadata__"][key] = text;
  std::uint64_t offset = 0;
  for (const auto& [name, tensor] : order) {
    const auto known = std::find_if(types.begin(), types.end(), [&, t = tensor](const TypeName& k) {
      return k.type == t->type();
    });
    if (known == types.end()) {
      throw Error(ESP_TEXT("engine", "{}: {} has the type {}, which safetensors cannot hold."),
                  path.string(), name, espalier::name(tensor->type()));
    }
    header[std::string(name)] = {{"dtype", known->name},
                                 {"shape", tensor->shape()},
                                 {"data_offsets", {offset, offset + tensor->bytes()}}};
    offset += tensor->bytes();
  }
  std::string text = dumped(header);
  text.resize((text.size() + 63) / 64 * 64 + 56,
              ' ');  // with the 8 bytes before it a multiple of 64
  const std::uint64_t size = text.size();

  AtomicFile file(path);
  file.write(std::as_bytes(std::span(&size, 1)));
  file.write(text);
  for (const auto& [name, tensor] : order) file.write({tensor->data(), tensor->bytes()});
  file.commit();
}

}  // namespace espalier
