// SPDX-License-Identifier: Apache-2.0
#include "engine/data/data_spec.h"

#include <array>

namespace espalier {
namespace {

template <class E> constexpr std::array<std::string_view, 0> names{};
template <> constexpr std::array<std::string_view, 3> names<DataKind>{"idx", "folder", "csv"};
template <> constexpr std::array<std::string_view, 3> names<Split>{"train", "validation", "test"};
template <> constexpr std::array<std::string_view, 2> names<OnBrokenSample>{"stop", "skip"};
template <>
constexpr std::array<std::string_view, 4> names<Normalise>{"none", "unit", "given", "from_data"};
template <>
constexpr std::array<std::string_view, 3> names<TargetKind>{"automatic", "classes", "number"};

template <class E> std::string_view name_of(E v) { return names<E>[static_cast<std::size_t>(v)]; }

}  // namespace

std::string_view name(DataKind v) { return name_of(v); }
std::string_view name(Split v) { return name_of(v); }
std::string_view name(OnBrokenSample v) { return name_of(v); }
std::string_view name(Normalise v) { return name_of(v); }
std::string_view name(TargetKind v) { return name_of(v); }

template <class E> std::optional<E> from_name(std::string_view name) {
  for (std::size_t i = 0; i < names<E>.size(); ++i)
    if (names<E>[i] == name) return static_cast<E>(i);
  return std::nullopt;
}

template std::optional<DataKind> from_name<DataKind>(std::string_view);
template std::optional<Split> from_name<Split>(std::string_view);
template std::optional<OnBrokenSample> from_name<OnBrokenSample>(std::string_view);
template std::optional<Normalise> from_name<Normalise>(std::string_view);
template std::optional<TargetKind> from_name<TargetKind>(std::string_view);

}  // namespace espalier
