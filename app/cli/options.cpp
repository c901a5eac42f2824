// SPDX-License-Identifier: Apache-2.0
#include "app/cli/options.h"

#include <charconv>

#include "app/cli/commands.h"
#include "engine/passes/plan.h"
#include "engine/passes/symbols.h"
#include "engine/runtime/device.h"

namespace espalier::cli {

void add_json(CLI::App& command, bool& json) {
  command.add_flag("--json", json, "One JSON object a line on stdout");
}

void add_threads(CLI::App& command, int& threads) {
  command.add_option("--threads", threads, "Threads; 0 is all cores")->check(CLI::Range(0, 4096));
}

void add_device(CLI::App& command, std::string& device) {
  command.add_option("--device", device, "As \"espalier-cli devices\" lists them");
}

void check_device(const std::string& device) {
  try {
    device_info(device);
  } catch (const UnknownDevice& e) {
    throw UsageError(e.message());
  }
}

void add_isa(CLI::App& command, std::string& isa) {
  command.add_option("--isa", isa, "At most this instruction set")
      ->check(CLI::IsMember({"plain", "avx2", "avx512"}));
}

void add_set(CLI::App& command, std::vector<std::string>& settings) {
  command
      .add_option("--set", settings,
                  "PATH=VALUE: any setting, as training.epochs=3; an option of its own, as "
                  "--epochs, wins over it")
      ->expected(1)
      ->take_all();
}

void add_dims(CLI::App& command, std::vector<std::string>& dims) {
  command.add_option("--dim", dims, "NAME=SIZE: a size for a symbol of a shape; else 1, the batch")
      ->expected(1)
      ->take_all();
}

Bindings dims_of(const std::vector<std::string>& dims, const Network& network) {
  const Bindings all = complete_dims(network);
  Bindings given;
  for (const std::string& d : dims) {
    const std::size_t equals = d.find('=');
    const std::string name = d.substr(0, equals);
    std::int64_t size = 0;
    if (equals != std::string::npos) {
      const char* end = d.data() + d.size();
      const auto [at, error] = std::from_chars(d.data() + equals + 1, end, size);
      if (error != std::errc() || at != end) size = 0;
    }
    if (size < 1)
      throw UsageError(ESP_TEXT("engine", "--dim {}: expected NAME=SIZE with a size from 1"), d);
    if (!all.contains(name)) {
      std::string names;
      for (const auto& [symbol, one] : all) names += (names.empty() ? "" : ", ") + symbol;
      throw UsageError(ESP_TEXT("engine", "--dim {}: the network has no symbol {}; it has {}"), d,
                       name, names.empty() ? "none" : names);
    }
    given[name] = size;
  }
  return given;
}

void explain_dims(const Error& failure, const Network& network, const Bindings& given) {
  const std::vector<std::string> open = open_symbols(network, given);
  if (open.empty()) return;
  try {
    PlanRequest request;
    request.network = &network;
    request.dims = complete_dims(network, given);
    make_schedule(request);
  } catch (const Error&) {
    std::string_view reason = failure.what();
    if (reason.ends_with('.')) reason.remove_suffix(1);
    throw Error(ESP_TEXT("engine",
                         "{}. Sizes that are not given are 1, as those of {}; give them: --dim "
                         "{}=512"),
                reason, fmt::format("{}", fmt::join(open, ", ")), open[0]);
  }
}

void add_force(CLI::App& command, bool& force) {
  command.add_flag("--force", force, "Replace a file that is there already");
}

}  // namespace espalier::cli
