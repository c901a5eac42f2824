// SPDX-License-Identifier: Apache-2.0
#include "app/cli/options.h"

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

void add_force(CLI::App& command, bool& force) {
  command.add_flag("--force", force, "Replace a file that is there already");
}

}  // namespace espalier::cli
