// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/parameter_store_impl.h"

#include <utility>

namespace espalier {

const ParameterStore::Impl::Entry& ParameterStore::Impl::at(std::string_view key) const {
  const auto it = entries.find(key);
  if (it == entries.end()) throw Error(ESP_TEXT("engine", "there is no parameter {}"), key);
  return it->second;
}

Tensor ParameterStore::Impl::read(const Entry& entry) const {
  Tensor value(entry.dtype, entry.shape);
  if (value.bytes() > 0) device.download(*entry.buffer, 0, {value.mutable_data(), value.bytes()});
  return value;
}

void ParameterStore::Impl::write(Entry& entry, const Tensor& value) {
  if (value.type() != entry.dtype || value.shape() != entry.shape)
    throw Error(ESP_TEXT("engine", "{}: expected {} {}, got {} {}"), entry.path, name(entry.dtype),
                to_string(entry.shape), name(value.type()), to_string(value.shape()));
  if (value.bytes() > 0) device.upload(*entry.buffer, 0, {value.data(), value.bytes()});
  ++version;
}

ParameterStore::ParameterStore(Device& device) : impl_(std::make_unique<Impl>(device)) {}
ParameterStore::~ParameterStore() = default;

void ParameterStore::prepare(const Schedule& schedule, const WeightSet& weights,
                             std::uint64_t seed) {
  for (const Parameter& p : schedule.parameters) {
    const Value& v = schedule.values[static_cast<std::size_t>(p.value)];
    if (const auto it = impl_->entries.find(p.key); it != impl_->entries.end()) {
      const Impl::Entry& entry = it->second;
      if (entry.dtype != v.dtype || entry.shape != v.shape)
        throw Error(ESP_TEXT("engine", "{}: expected {} {}, the weights in use have {} {}"), p.path,
                    name(v.dtype), to_string(v.shape), name(entry.dtype), to_string(entry.shape));
      continue;
    }
    Impl::Entry entry{impl_->device.allocate(v.bytes), p.path, v.dtype, v.shape, p.optimizer};
    if (const Tensor* known = weights.find(p.key))
      impl_->write(entry, *known);
    else if (!p.optimizer)  // memory is zeroed, as an optimiser's state begins
      impl_->write(entry, initialize(p.initializer, v.dtype, v.shape, seed, p.key, p.fans));
    impl_->entries.emplace(p.key, std::move(entry));
  }
}

bool ParameterStore::contains(std::string_view key) const {
  return impl_->entries.find(key) != impl_->entries.end();
}

Tensor ParameterStore::read(std::string_view key) const { return impl_->read(impl_->at(key)); }

void ParameterStore::write(std::string_view key, const Tensor& value) {
  impl_->write(const_cast<Impl::Entry&>(impl_->at(key)), value);
}

WeightSet ParameterStore::weights() const {
  WeightSet::Map map;
  for (const auto& [key, entry] : impl_->entries)
    if (!entry.optimizer) map.emplace(key, impl_->read(entry));
  return WeightSet(std::move(map));
}

WeightSet ParameterStore::all() const {
  WeightSet::Map map;
  for (const auto& [key, entry] : impl_->entries) map.emplace(key, impl_->read(entry));
  return WeightSet(std::move(map));
}

std::uint64_t ParameterStore::version() const { return impl_->version; }

}  // namespace espalier
