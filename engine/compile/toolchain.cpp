// SPDX-License-Identifier: Apache-2.0
#include "engine/compile/toolchain.h"

#include <sstream>

#include "engine/base/message.h"
#include "engine/base/process.h"

namespace espalier {
namespace {

void append(std::vector<std::string>& to, const std::vector<std::string_view>& flags) {
  to.insert(to.end(), flags.begin(), flags.end());
}

}  // namespace

Toolchain::Toolchain(const BundleTarget& target, const ToolchainChoice& choice,
                     const std::atomic<bool>* cancel)
    : target_(target), choice_(choice), cancel_(cancel) {
  static const std::string levels = "0123s";
  if (choice.optimization.size() != 1 || levels.find(choice.optimization) == std::string::npos)
    throw Error(ESP_TEXT("engine", "optimisation level \"{}\": expected 0, 1, 2, 3 or s"),
                choice.optimization);
  if (!choice.compiler.empty() && !program_exists(choice.compiler))
    throw Error(ESP_TEXT("engine",
                         "the C compiler \"{}\" was not found in PATH; give its path, or leave "
                         "--compiler out to use {}"),
                choice.compiler, target.compiler);
  if (choice_.compiler.empty()) choice_.compiler = target.compiler;
  if (!program_exists(choice_.compiler))
    throw Error(
        ESP_TEXT("engine",
                 "the C compiler \"{}\" for target {} is not installed; on Debian: apt install {}"),
        choice_.compiler, target_.name, target_.package);
  std::error_code error;
  if (!choice_.sysroot.empty() && !std::filesystem::is_directory(choice_.sysroot, error))
    throw Error(ESP_TEXT("engine",
                         "sysroot {}: this is no folder; name the folder that holds the "
                         "target's headers and libraries"),
                choice_.sysroot.string());
  if (!choice_.sysroot.empty()) choice_.sysroot = std::filesystem::absolute(choice_.sysroot);
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

// The compiler; with_machine: also what it compiles for.
std::vector<std::string> Toolchain::command(bool with_machine) const {
  std::vector<std::string> arguments = {choice_.compiler};
  const std::string name = std::filesystem::path(choice_.compiler).filename().string();
  if (name.starts_with("clang") && !target_.triple.empty())
    arguments.push_back(fmt::format("--target={}", target_.triple));
  if (!choice_.sysroot.empty()) arguments.push_back("--sysroot=" + choice_.sysroot.string());
  if (with_machine) append(arguments, target_.flags);
  return arguments;
}

std::string Toolchain::tool(const std::string& name) const {
  return std::string(target_.binutils) + name;
}

void Toolchain::compile(const std::filesystem::path& folder, const std::string& source,
                        const std::string& object) const {
  std::vector<std::string> arguments = command(true);
  if (source.ends_with(".c")) {
    for (const char* flag : {"-std=c11", "-ffunction-sections", "-fdata-sections",
                             "-fno-math-errno", "-fno-trapping-math", "-ffp-contract=fast"})
      arguments.emplace_back(flag);
    arguments.push_back("-O" + choice_.optimization);
    if (target_.shared) arguments.emplace_back("-fPIC");
  }
  arguments.insert(arguments.end(), {"-c", source, "-o", object});
  run(folder, std::move(arguments));
}

void Toolchain::archive(const std::filesystem::path& folder,
                        const std::vector<std::string>& objects, const std::string& library) const {
  std::vector<std::string> arguments = {tool("ar"), "rcs", library};
  arguments.insert(arguments.end(), objects.begin(), objects.end());
  run(folder, std::move(arguments));
}

void Toolchain::share(const std::filesystem::path& folder, const std::vector<std::string>& objects,
                      const std::string& library) const {
  std::vector<std::string> arguments = command(false);
  arguments.insert(arguments.end(), {"-shared", "-Wl,-soname," + library});
  arguments.insert(arguments.end(), objects.begin(), objects.end());
  arguments.insert(arguments.end(), choice_.link_args.begin(), choice_.link_args.end());
  arguments.insert(arguments.end(), {"-lm", "-o", library});
  run(folder, std::move(arguments));
}

void Toolchain::link(const std::filesystem::path& folder, const std::vector<std::string>& parts,
                     const std::string& program, const std::string& script) const {
  std::vector<std::string> arguments = command(true);
  if (!script.empty())
    arguments.insert(arguments.end(), {"--specs=rdimon.specs", "-nostartfiles", "-T", script});
  append(arguments, target_.test_link);
  arguments.insert(arguments.end(), parts.begin(), parts.end());
  arguments.insert(arguments.end(), choice_.link_args.begin(), choice_.link_args.end());
  arguments.insert(arguments.end(), {"-lm", "-o", program});
  run(folder, std::move(arguments));
}

SectionSizes Toolchain::sizes(const std::filesystem::path& folder,
                              const std::string& library) const {
  SectionSizes total;
  if (!program_exists(tool("size"))) return total;
  std::istringstream lines(run(folder, {tool("size"), "-A", "-d", library}));
  std::string line, section;
  std::size_t bytes = 0;
  while (std::getline(lines, line)) {
    std::istringstream words(line);
    if (!(words >> section >> bytes)) continue;
    if (section.starts_with(".text") || section == "CODE") total.code += bytes;
    if (section == "DATA") total.constants += bytes;
    for (const char* kind : {".rodata", ".srodata", ".data", ".sdata", ".init_array"})
      if (section.starts_with(kind)) total.constants += bytes;
  }
  return total;
}

bool compiler_found(const BundleTarget& target) {
  return program_exists(std::string(target.compiler));
}

std::vector<std::string> program_runner(const BundleTarget& target) {
  if (target.here) return {};
  if (target.emulator.empty())
    throw Error(ESP_TEXT("engine",
                         "this machine does not run the programs of {}, and no emulator "
                         "is known that does"),
                target.name);
  const std::string emulator(target.emulator[0]);
  if (!program_exists(emulator))
    throw Error(
        ESP_TEXT("engine", "\"{}\", which runs the programs of {} here, is not installed ({})"),
        emulator, target.name, target.emulator_package);
  return {target.emulator.begin(), target.emulator.end()};
}

}  // namespace espalier
