// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/device.h"

#include <map>

namespace espalier {
namespace {

struct Backend {
  RegisterBackend::Probe probe;
  RegisterBackend::Open open;
};

// By prefix, so that the order of linking does not matter; "cpu" comes first in lists.
std::map<std::string, Backend, std::less<>>& backends() {
  static std::map<std::string, Backend, std::less<>> all;
  return all;
}

std::string_view prefix_of(std::string_view id) { return id.substr(0, id.find(':')); }

}  // namespace

RegisterBackend::RegisterBackend(const char* prefix, Probe probe, Open open) {
  backends().insert_or_assign(prefix, Backend{probe, open});
}

std::vector<DeviceInfo> device_list() {
  std::vector<DeviceInfo> list;
  const auto append = [&](const Backend& backend) {
    for (DeviceInfo& info : backend.probe()) list.push_back(std::move(info));
  };
  if (const auto cpu = backends().find("cpu"); cpu != backends().end()) append(cpu->second);
  for (const auto& [prefix, backend] : backends())
    if (prefix != "cpu") append(backend);
  return list;
}

DeviceInfo device_info(std::string_view id) {
  if (const auto backend = backends().find(prefix_of(id)); backend != backends().end())
    for (DeviceInfo& info : backend->second.probe())
      // A backend without devices lists itself, with the reason.
      if (info.id == id || (!info.usable && info.id == backend->first)) return std::move(info);
  std::string known;
  for (const DeviceInfo& info : device_list())
    if (info.usable) known += (known.empty() ? "" : ", ") + info.id;
  throw UnknownDevice(ESP_TEXT("engine", "there is no device {}; this machine has {}"), id, known);
}

std::unique_ptr<Device> open_device(std::string_view id, int threads) {
  const DeviceInfo info = device_info(id);
  if (!info.usable)
    throw Error(ESP_TEXT("engine", "the device {} cannot be used: {}"), id, info.why_not.text());
  return backends().find(prefix_of(id))->second.open(id, threads);
}

}  // namespace espalier
