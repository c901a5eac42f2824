// SPDX-License-Identifier: Apache-2.0
#include "engine/session/npy.h"

#include <array>
#include <cstring>
#include <regex>

#include "engine/base/message.h"

namespace espalier {
namespace {

struct TypeCode {
  const char* code;
  DType type;
};
constexpr std::array codes = {
    TypeCode{"f4", DType::float32}, TypeCode{"f8", DType::float64}, TypeCode{"f2", DType::float16},
    TypeCode{"i1", DType::int8},    TypeCode{"i2", DType::int16},   TypeCode{"i4", DType::int32},
    TypeCode{"i8", DType::int64},   TypeCode{"u1", DType::uint8},   TypeCode{"u2", DType::uint16},
    TypeCode{"u4", DType::uint32},  TypeCode{"u8", DType::uint64},  TypeCode{"b1", DType::boolean}};

constexpr std::string_view magic = "\x93NUMPY";

[[noreturn]] void refuse(const fs::path& path, const std::string& what) {
  throw Error(ESP_TEXT("engine", "{}: expected a .npy file in C order, little-endian: {}"),
              path.string(), what);
}

}  // namespace

Tensor read_npy(const fs::path& path) {
  const MappedFile file = map_file(path);
  const std::string_view text = file.text();
  if (!text.starts_with(magic) || text.size() < 12)
    refuse(path, "its first bytes are another format's");
  const int version = static_cast<unsigned char>(text[6]);
  if (version < 1 || version > 3) refuse(path, fmt::format("version {}", version));
  std::uint32_t length = 0;
  const std::size_t at = version == 1 ? 10 : 12;
  std::memcpy(&length, text.data() + 8, version == 1 ? 2 : 4);
  if (length > text.size() - at) refuse(path, "its header is cut short");
  const std::string header(text.substr(at, length));
  static const std::regex descr("'descr'\\s*:\\s*'([<|=]?)([a-z][0-9])'");
  static const std::regex fortran("'fortran_order'\\s*:\\s*True");
  static const std::regex dims("'shape'\\s*:\\s*\\(([0-9,\\s]*)\\)");
  std::smatch type_match, dims_match;
  if (!std::regex_search(header, type_match, descr) || !std::regex_search(header, dims_match, dims))
    refuse(path, "header " + header);
  if (std::regex_search(header, fortran)) refuse(path, "it is in Fortran order");
  DType type = DType::undefined;
  for (const TypeCode& c : codes)
    if (type_match[2] == c.code) type = c.type;
  if (type == DType::undefined) refuse(path, "element type " + type_match[2].str());
  Shape shape;
  static const std::regex number("[0-9]{1,18}");
  const std::string list = dims_match[1];
  for (std::sregex_iterator it(list.begin(), list.end(), number), end; it != end; ++it)
    shape.push_back(std::stoll(it->str()));
  const auto n = checked_count(shape);
  const std::size_t data = at + length;
  if (!n || *n > static_cast<std::int64_t>(text.size()) || bytes_of(type, *n) != text.size() - data)
    refuse(path, fmt::format("shape {} does not fit its {} bytes of data", to_string(shape),
                             text.size() - data));
  Tensor t(type, shape);
  if (t.bytes()) std::memcpy(t.mutable_data(), text.data() + data, t.bytes());
  return t;
}

void write_npy(const fs::path& path, const Tensor& tensor) {
  const char* code = nullptr;
  for (const TypeCode& c : codes)
    if (c.type == tensor.type()) code = c.code;
  if (!code)
    throw Error(ESP_TEXT("engine", "{}: .npy has no element type {}"), path.string(),
                name(tensor.type()));
  std::string shape;
  for (const std::int64_t d : tensor.shape()) shape += fmt::format("{},", d);
  const bool one_byte = bits(tensor.type()) <= 8;
  std::string header = fmt::format("{{'descr': '{}{}', 'fortran_order': False, 'shape': ({}), }}",
                                   one_byte ? "|" : "<", code, shape);
  const std::size_t whole = (10 + header.size() + 1 + 63) / 64 * 64;
  header.append(whole - 10 - header.size() - 1, ' ');
  header += '\n';
  std::string begin(magic);
  begin += {'\x01', '\x00', static_cast<char>(header.size() & 255),
            static_cast<char>(header.size() >> 8)};
  AtomicFile file(path);
  file.write(begin + header);
  file.write(std::span(tensor.data(), tensor.bytes()));
  file.commit();
}

}  // namespace espalier
