// SPDX-License-Identifier: Apache-2.0
#include "engine/data/idx.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "engine/base/message.h"
#include "engine/data/gzip.h"

namespace espalier {
namespace {

struct Header {
  DType type;
  Shape shape;
  std::size_t size = 0;  // of the header itself
};

DType type_of_code(const fs::path& path, unsigned code) {
  switch (code) {
    case 0x08:
      return DType::uint8;
    case 0x09:
      return DType::int8;
    case 0x0B:
      return DType::int16;
    case 0x0C:
      return DType::int32;
    case 0x0D:
      return DType::float32;
    case 0x0E:
      return DType::float64;
    default:
      throw Error(ESP_TEXT("engine",
                           "{}: byte 2 should be an IDX element type (8, 9, 11, 12, 13 "
                           "or 14) but is {}. Choose an IDX file."),
                  path.string(), code);
  }
}

Header read_header(const fs::path& path, ByteReader& reader) {
  std::array<std::byte, 4> magic{};
  const std::size_t got = reader.read(magic);
  if (got < magic.size())
    throw Error(ESP_TEXT("engine",
                         "{}: has only {} bytes, which is too short for an IDX file. "
                         "Download or copy it again."),
                path.string(), got);
  if (magic[0] != std::byte{0} || magic[1] != std::byte{0})
    throw Error(ESP_TEXT("engine",
                         "{}: an IDX file starts with two zero bytes, this one with {} "
                         "{}. Choose an IDX file."),
                path.string(), std::to_integer<int>(magic[0]), std::to_integer<int>(magic[1]));
  Header h{type_of_code(path, std::to_integer<unsigned>(magic[2])), {}, magic.size()};
  const auto rank = std::to_integer<std::size_t>(magic[3]);
  if (rank < 1 || rank > 8)
    throw Error(ESP_TEXT("engine",
                         "{}: byte 3 should be a number of dimensions from 1 to 8 but is "
                         "{}. Choose an IDX file."),
                path.string(), rank);
  std::array<std::byte, 32> dims{};
  if (reader.read(std::span(dims).first(rank * 4)) < rank * 4)
    throw Error(ESP_TEXT("engine", "{}: ends inside its header. Download or copy it again."),
                path.string());
  for (std::size_t i = 0; i < rank; ++i) {
    std::uint32_t d = 0;
    for (std::size_t k = 0; k < 4; ++k)
      d = d << 8 | std::to_integer<std::uint32_t>(dims[i * 4 + k]);
    h.shape.push_back(d);
  }
  h.size += rank * 4;
  return h;
}

[[noreturn]] void wrong_length(const fs::path& path, const Header& h, const std::string& expected,
                               const std::string& got) {
  throw Error(ESP_TEXT("engine",
                       "{}: the header announces {} elements of {}, that is {} bytes "
                       "after the header, but the file has {}. Download or copy it "
                       "again."),
              path.string(), to_string(h.shape), name(h.type), expected, got);
}

void to_host_order(std::byte* data, std::size_t bytes, std::size_t element) {
  if constexpr (std::endian::native == std::endian::little)
    for (std::size_t i = 0; element > 1 && i < bytes; i += element)
      std::reverse(data + i, data + i + element);
}

}  // namespace

Tensor read_idx(const fs::path& path) {
  ByteReader reader(path);
  Header h = read_header(path, reader);
  const auto count = checked_count(h.shape);
  const std::size_t bytes = count ? bytes_of(h.type, *count) : SIZE_MAX;
  const std::size_t possible = reader.at_most() - std::min(reader.at_most(), h.size);
  if (bytes > possible)
    wrong_length(
        path, h, count ? std::to_string(bytes) : "more than 2^63",
        reader.packed() ? "at most " + std::to_string(possible) : std::to_string(possible));
  if (!reader.packed() && bytes < possible)
    wrong_length(path, h, std::to_string(bytes), std::to_string(possible));
  if (!reader.packed() && h.type == DType::uint8)
    return Tensor::view(h.type, std::move(h.shape), reader.file().data + h.size,
                        reader.file().owner);

  Tensor t(h.type, h.shape);
  std::byte* data = t.mutable_data();
  const std::size_t got = reader.read({data, bytes});
  if (got < bytes) wrong_length(path, h, std::to_string(bytes), std::to_string(got));
  std::byte more{};
  if (reader.read({&more, 1}) != 0)
    wrong_length(path, h, std::to_string(bytes), "more than " + std::to_string(bytes));
  to_host_order(data, bytes, static_cast<std::size_t>(bits(h.type)) / 8);
  return t;
}

}  // namespace espalier
