// SPDX-License-Identifier: Apache-2.0
#include "engine/onnx/proto.h"

#include <cctype>
#include <charconv>
#include <cstring>

#include "engine/base/file.h"
#include "engine/base/message.h"

namespace espalier {
namespace {

struct External {
  std::string location;
  std::uint64_t offset = 0;
  std::optional<std::uint64_t> length;
};

std::uint64_t number(const std::string& text, const std::string& where) {
  std::uint64_t v = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), v);
  if (error != std::errc{} || end != text.data() + text.size())
    throw Error(ESP_TEXT("engine", "{}: external data: expected a number of bytes, got \"{}\""),
                where, text);
  return v;
}

External external_of(const onnx::TensorProto& proto, const std::string& where) {
  External e;
  for (const auto& entry : proto.external_data()) {
    if (entry.key() == "location") e.location = entry.value();
    if (entry.key() == "offset") e.offset = number(entry.value(), where);
    if (entry.key() == "length") e.length = number(entry.value(), where);
  }
  return e;
}

// The path of an external file, once it is sure to lie below the model's folder, links followed.
fs::path inside(const fs::path& folder, const std::string& location, const std::string& where) {
  const fs::path wish(location);
  if (location.empty() || wish.is_absolute())
    throw Error(
        ESP_TEXT("engine", "{}: external data \"{}\": expected a path below the model's folder"),
        where, location);
  std::error_code error;
  const fs::path root = fs::canonical(folder, error);
  const fs::path file = fs::canonical(folder / wish, error);
  if (error)
    throw Error(ESP_TEXT("engine",
                         "{}: external data \"{}\" cannot be opened: {}; put the file beside "
                         "the model"),
                where, location, error.message());
  const fs::path relative = file.lexically_relative(root);
  if (relative.empty() || *relative.begin() == "..")
    throw Error(
        ESP_TEXT("engine",
                 "{}: external data \"{}\" lies outside the model's folder and is not read"),
        where, location);
  return file;
}

Tensor external_tensor(const onnx::TensorProto& proto, DType type, const Shape& shape,
                       std::size_t bytes, const fs::path& folder, const std::string& where) {
  const External e = external_of(proto, where);
  if (folder.empty())
    throw Error(ESP_TEXT("engine", "{}: external data is not read here; give the model as a file"),
                where);
  const MappedFile file = map_file(inside(folder, e.location, where));
  if (e.offset > file.size || file.size - e.offset < bytes || (e.length && *e.length != bytes))
    throw Error(ESP_TEXT("engine", "{}: expected {} bytes at offset {} of \"{}\", which has {}"),
                where, bytes, e.offset, e.location, file.size);
  Tensor t(type, shape);  // copied: the offset need not be aligned
  if (bytes) std::memcpy(t.mutable_data(), file.data + e.offset, bytes);
  return t;
}

// Elements that a message keeps in a typed list, each narrowed to T.
template <class T, class List> void narrow(const List& list, Tensor& t) {
  T* out = reinterpret_cast<T*>(t.mutable_data());
  for (int i = 0; i < list.size(); ++i) out[i] = static_cast<T>(list[i]);
}

int listed(const onnx::TensorProto& p, DType type) {
  switch (type) {
    case DType::float32:
    case DType::complex64:
      return p.float_data_size();
    case DType::float64:
    case DType::complex128:
      return p.double_data_size();
    case DType::int64:
      return p.int64_data_size();
    case DType::uint32:
    case DType::uint64:
      return p.uint64_data_size();
    case DType::string:
      return p.string_data_size();
    default:
      return p.int32_data_size();
  }
}

void read_list(const onnx::TensorProto& p, DType type, Tensor& t) {
  switch (type) {
    case DType::float32:
    case DType::complex64:
      return narrow<float>(p.float_data(), t);
    case DType::float64:
    case DType::complex128:
      return narrow<double>(p.double_data(), t);
    case DType::int64:
      return narrow<std::int64_t>(p.int64_data(), t);
    case DType::uint64:
      return narrow<std::uint64_t>(p.uint64_data(), t);
    case DType::uint32:
      return narrow<std::uint32_t>(p.uint64_data(), t);
    case DType::int32:
      return narrow<std::int32_t>(p.int32_data(), t);
    case DType::int16:
    case DType::uint16:
    case DType::float16:
    case DType::bfloat16:
      return narrow<std::uint16_t>(p.int32_data(), t);
    default:  // one byte an element, or packed bytes
      return narrow<std::uint8_t>(p.int32_data(), t);
  }
}

// How many list entries make `count` elements.
std::int64_t entries(DType type, std::int64_t count) {
  if (type == DType::complex64 || type == DType::complex128) return count * 2;
  return bits(type) > 0 && bits(type) < 8 ? static_cast<std::int64_t>(bytes_of(type, count))
                                          : count;
}

}  // namespace

Tensor to_tensor(const onnx::TensorProto& proto, const fs::path& folder, const std::string& where) {
  const DType type = static_cast<DType>(proto.data_type());
  if (proto.data_type() <= 0 || proto.data_type() > static_cast<int>(DType::int2))
    throw Error(ESP_TEXT("engine", "{}: element type {} is not one of ONNX's"), where,
                proto.data_type());
  const Shape shape(proto.dims().begin(), proto.dims().end());
  const std::optional<std::int64_t> n = checked_count(shape);
  if (!n || *n > (std::int64_t{1} << 40))
    throw Error(ESP_TEXT("engine", "{}: shape {} is negative or too large"), where,
                to_string(shape));
  if (type == DType::string) {
    if (proto.string_data_size() != *n)
      throw Error(ESP_TEXT("engine", "{}: expected {} strings for shape {}, got {}"), where, *n,
                  to_string(shape), proto.string_data_size());
    return Tensor::of_strings(shape, {proto.string_data().begin(), proto.string_data().end()});
  }
  const std::size_t bytes = bytes_of(type, *n);
  if (proto.data_location() == onnx::TensorProto::EXTERNAL)
    return external_tensor(proto, type, shape, bytes, folder, where);
  if (proto.has_raw_data()) {
    if (proto.raw_data().size() != bytes)
      throw Error(ESP_TEXT("engine", "{}: expected {} bytes for {} {}, got {}"), where, bytes,
                  name(type), to_string(shape), proto.raw_data().size());
    Tensor t(type, shape);
    if (bytes) std::memcpy(t.mutable_data(), proto.raw_data().data(), bytes);
    return t;
  }
  if (listed(proto, type) != entries(type, *n))
    throw Error(ESP_TEXT("engine", "{}: expected {} elements for {} {}, got {}"), where,
                entries(type, *n), name(type), to_string(shape), listed(proto, type));
  Tensor t(type, shape);
  read_list(proto, type, t);
  return t;
}

void to_proto(const Tensor& tensor, const std::string& name, onnx::TensorProto& into) {
  into.set_name(name);
  into.set_data_type(static_cast<int>(tensor.type()));
  for (std::int64_t d : tensor.shape()) into.add_dims(d);
  if (tensor.type() == DType::string) {
    for (const std::string& s : tensor.strings()) into.add_string_data(s);
    return;
  }
  into.set_raw_data(tensor.data(), tensor.bytes());
}

std::string symbol_name(std::string_view text) {
  std::string s;
  for (char c : text) s += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  if (s.empty() || std::isdigit(static_cast<unsigned char>(s[0]))) s.insert(0, "d");
  return s;
}

Type to_type(const onnx::TypeProto& proto, const std::string& name) {
  if (proto.has_sequence_type()) {
    Type t;
    t.kind = Type::Kind::sequence;
    t.element = std::make_shared<const Type>(to_type(proto.sequence_type().elem_type(), name));
    return t;
  }
  if (proto.has_optional_type()) {
    Type t;
    t.kind = Type::Kind::optional;
    t.element = std::make_shared<const Type>(to_type(proto.optional_type().elem_type(), name));
    return t;
  }
  if (!proto.has_tensor_type()) return {};
  const auto& tensor = proto.tensor_type();
  const DType dtype = static_cast<DType>(tensor.elem_type());
  if (!tensor.has_shape()) return Type::of_unknown_rank(dtype);
  SymShape shape;
  for (int i = 0; i < tensor.shape().dim_size(); ++i) {
    const auto& d = tensor.shape().dim(i);
    if (d.has_dim_value() && d.dim_value() >= 0)
      shape.emplace_back(d.dim_value());
    else if (d.has_dim_param() && !d.dim_param().empty())
      shape.push_back(Dim::symbol(symbol_name(d.dim_param())));
    else
      shape.push_back(Dim::symbol(i == 0 ? "N" : fmt::format("{}_{}", symbol_name(name), i)));
  }
  return Type::tensor(dtype, std::move(shape));
}

void to_proto(const Type& type, onnx::TypeProto& into) {
  if (type.kind == Type::Kind::sequence)
    return to_proto(*type.element, *into.mutable_sequence_type()->mutable_elem_type());
  if (type.kind == Type::Kind::optional)
    return to_proto(*type.element, *into.mutable_optional_type()->mutable_elem_type());
  auto* tensor = into.mutable_tensor_type();
  tensor->set_elem_type(static_cast<int>(type.dtype));
  if (!type.shape) return;
  auto* shape = tensor->mutable_shape();
  for (const Dim& d : *type.shape) {
    auto* dim = shape->add_dim();
    if (auto value = d.constant())
      dim->set_dim_value(*value);
    else
      dim->set_dim_param(d.text());
  }
}

}  // namespace espalier
