// SPDX-License-Identifier: Apache-2.0
#include "engine/compile/toolchain.h"

#include <sstream>

#include "engine/base/message.h"
#include "engine/base/process.h"

namespace espalier {

Toolchain::Toolchain(const BundleTarget& target, std::string compiler, std::string optimization,
                     const std::atomic<bool>* cancel)
    : target_(target),
      compiler_(compiler.empty() ? std::string(target.compiler) : std::move(compiler)),
      optimization_(std::move(optimization)),
      cancel_(cancel) {
  static const std::string levels = "0123s";
  if (optimization_.size() != 1 || levels.find(optimization_) == std::string::npos)
    throw Error(ESP_TEXT("engine", "optimisation level \"{}\": expected 0, 1, 2, 3 or s"),
                optimization_);
  if (!program_exists(compiler_))
    throw Error(
        ESP_TEXT(
            "engine",
            "the C compiler \"{}\" for target {} is not installed; on Debian: apt install gcc"),
        compiler_, target_.name);
}

std::string Toolchain::run(const std::filesystem::path& folder,
                           std::vector<std::string> arguments) const {
  const ProcessResult result = run_process(arguments, folder, cancel_);
  if (cancel_ && *cancel_) throw Error(ESP_TEXT("engine", "cancelled"));
  if (result.status != 0)
    throw Error(ESP_TEXT("engine", "\"{}\" failed with status {}: {}"), arguments[0], result.status,
                result.output.substr(0, 2000));
  return result.output;
}

void Toolchain::compile(const std::filesystem::path& folder, const std::string& source,
                        const std::string& object) const {
  std::vector<std::string> arguments = {compiler_, "-std=c11", "-O" + optimization_, "-fPIC",
                                        "-ffunction-sections"};
  arguments.insert(arguments.end(), target_.flags.begin(), target_.flags.end());
  for (const char* flag : {"-fno-math-errno", "-fno-trapping-math", "-ffp-contract=fast", "-c"})
    arguments.emplace_back(flag);
  arguments.insert(arguments.end(), {source, "-o", object});
  run(folder, std::move(arguments));
}

void Toolchain::archive(const std::filesystem::path& folder, const std::string& object,
                        const std::string& library) const {
  run(folder, {"ar", "rcs", library, object});
}

void Toolchain::share(const std::filesystem::path& folder, const std::string& object,
                      const std::string& library) const {
  run(folder, {compiler_, "-shared", "-Wl,-soname," + library, object, "-lm", "-o", library});
}

void Toolchain::link(const std::filesystem::path& folder, const std::vector<std::string>& parts,
                     const std::string& program) const {
  std::vector<std::string> arguments = {compiler_};
  arguments.insert(arguments.end(), parts.begin(), parts.end());
  arguments.insert(arguments.end(), {"-lm", "-o", program});
  run(folder, std::move(arguments));
}

std::size_t Toolchain::code_bytes(const std::filesystem::path& folder,
                                  const std::string& object) const {
  if (!program_exists("size")) return 0;
  std::istringstream lines(run(folder, {"size", "-A", "-d", object}));
  std::size_t total = 0, bytes = 0;
  std::string line, section;
  while (std::getline(lines, line)) {
    std::istringstream words(line);
    if (words >> section >> bytes && section.starts_with(".text")) total += bytes;
  }
  return total;
}

}  // namespace espalier
