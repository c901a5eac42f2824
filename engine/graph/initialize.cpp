// SPDX-License-Identifier: Apache-2.0
//
// kind              distribution                         g = Initializer::gain
// torch_default     U(±g / √in), what torch.nn gives Linear, Conv and recurrent weights and biases
// kaiming_uniform   U(±g·√(6 / in)), for layers that ReLU follows (He et al. 2015)
// kaiming_normal    N(0, g·√(2 / in))
// xavier_uniform    U(±g·√(6 / (in + out))) (Glorot and Bengio 2010)
// xavier_normal     N(0, g·√(2 / (in + out)))
// uniform           U(±g)
// normal            N(0, g)
// constant          g
// zeros, ones       0 and 1
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <optional>

#include "engine/base/philox.h"
#include "engine/graph/weights.h"

namespace espalier {
namespace {

constexpr std::array<const char*, 10> kinds = {
    "torch_default", "kaiming_uniform", "kaiming_normal", "xavier_uniform", "xavier_normal",
    "uniform",       "normal",          "constant",       "zeros",          "ones"};

struct Distribution {
  enum { uniform, normal, constant } form = constant;
  double scale = 0;
};

Distribution distribution(const Initializer& init, Fans fans) {
  const double in = static_cast<double>(std::max<std::int64_t>(fans.in, 1));
  const double both = static_cast<double>(std::max<std::int64_t>(fans.in + fans.out, 1));
  const double g = init.gain;
  const std::string& kind = init.kind;
  if (kind.empty() || kind == "torch_default") return {Distribution::uniform, g / std::sqrt(in)};
  if (kind == "kaiming_uniform") return {Distribution::uniform, g * std::sqrt(6 / in)};
  if (kind == "kaiming_normal") return {Distribution::normal, g * std::sqrt(2 / in)};
  if (kind == "xavier_uniform") return {Distribution::uniform, g * std::sqrt(6 / both)};
  if (kind == "xavier_normal") return {Distribution::normal, g * std::sqrt(2 / both)};
  if (kind == "uniform") return {Distribution::uniform, g};
  if (kind == "normal") return {Distribution::normal, g};
  if (kind == "constant") return {Distribution::constant, g};
  if (kind == "zeros") return {Distribution::constant, 0};
  if (kind == "ones") return {Distribution::constant, 1};
  throw Error(ESP_TEXT("engine", "There is no initialiser named {}."), kind);
}

std::uint16_t bfloat16_of(float v) {
  const auto u = std::bit_cast<std::uint32_t>(v);
  return static_cast<std::uint16_t>((u + 0x7fff + ((u >> 16) & 1)) >> 16);  // to nearest even
}

std::uint16_t float16_of(float v) {
  const auto u = std::bit_cast<std::uint32_t>(v);
  const std::uint32_t sign = (u >> 16) & 0x8000;
  const float a = std::fabs(v);
  if (a >= 65520.0F) return static_cast<std::uint16_t>(sign | 0x7c00);
  // Adding a power of two whose last bit is worth half's last bit rounds to nearest even.
  int exponent = 0;
  std::frexp(a, &exponent);
  const int e = std::max(exponent - 1, -14);
  const auto units = static_cast<std::uint32_t>(std::nearbyint(std::ldexp(a, 10 - e)));
  const std::uint32_t bits =
      units < 1024 ? units : ((static_cast<std::uint32_t>(e + 15) << 10) + units - 1024);
  return static_cast<std::uint16_t>(sign | bits);
}

template <class T, class Draw> void fill(Tensor& t, Draw draw) {
  for (T& x : t.mutable_values<T>()) x = static_cast<T>(draw());
}

template <class Draw> void fill_half(Tensor& t, Draw draw, std::uint16_t (*convert)(float)) {
  std::byte* out = t.mutable_data();
  for (std::int64_t i = 0; i < t.count(); ++i) {
    const std::uint16_t bits = convert(static_cast<float>(draw()));
    std::memcpy(out + 2 * i, &bits, 2);
  }
}

template <class Draw> void fill_any(Tensor& t, Draw draw) {
  switch (t.type()) {
    case DType::float32:
      return fill<float>(t, draw);
    case DType::float64:
      return fill<double>(t, draw);
    case DType::float16:
      return fill_half(t, draw, float16_of);
    case DType::bfloat16:
      return fill_half(t, draw, bfloat16_of);
    case DType::int32:
      return fill<std::int32_t>(t, draw);
    case DType::int64:
      return fill<std::int64_t>(t, draw);
    case DType::int8:
      return fill<std::int8_t>(t, draw);
    case DType::uint8:
      return fill<std::uint8_t>(t, draw);
    case DType::boolean:
      return fill<bool>(t, [&] { return draw() != 0; });
    default:
      throw Error(ESP_TEXT("engine", "A parameter of type {} cannot be initialised."),
                  name(t.type()));
  }
}

}  // namespace

std::span<const char* const> initializer_kinds() { return kinds; }

Tensor initialize(const Initializer& init, DType dtype, const Shape& shape, std::uint64_t seed,
                  std::string_view key, Fans fans) {
  const Fans usual = fans_of(shape);
  if (fans.in == 0) fans.in = usual.in;
  if (fans.out == 0) fans.out = usual.out;
  const Distribution d = distribution(init, fans);
  Tensor t(dtype, shape);
  Random random(seed, stable_hash(key));
  switch (d.form) {
    case Distribution::uniform:
      fill_any(t, [&] { return (2.0 * static_cast<double>(random.uniform()) - 1) * d.scale; });
      break;
    case Distribution::normal:
      fill_any(t, [&] { return static_cast<double>(random.normal()) * d.scale; });
      break;
    case Distribution::constant:
      fill_any(t, [&] { return d.scale; });
      break;
  }
  return t;
}

}  // namespace espalier
