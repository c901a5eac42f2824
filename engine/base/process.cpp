// SPDX-License-Identifier: Apache-2.0
#include "engine/base/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "engine/base/message.h"

extern char** environ;

namespace espalier {
namespace {

constexpr std::size_t most_output = std::size_t{1} << 20;

struct Pipe {
  int read = -1, write = -1;
  Pipe() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
      throw Error(ESP_TEXT("engine", "cannot make a pipe: {}"), std::strerror(errno));
    read = ends[0];
    write = ends[1];
  }
  ~Pipe() {
    if (read >= 0) close(read);
    if (write >= 0) close(write);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
};

pid_t spawn(const std::vector<std::string>& arguments, const std::filesystem::path& folder,
            const Pipe& out) {
  std::vector<char*> argv;
  for (const std::string& a : arguments) argv.push_back(const_cast<char*>(a.c_str()));
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out.write, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out.write, STDERR_FILENO);
  if (!folder.empty()) posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);  // so that its children die with it
  posix_spawnattr_setpgroup(&attributes, 0);
  pid_t pid = 0;
  const int error = posix_spawnp(&pid, argv[0], &actions, &attributes, argv.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0)
    throw Error(ESP_TEXT("engine", "cannot start \"{}\": {}; install it or name another"),
                arguments[0], std::strerror(error));
  return pid;
}

}  // namespace

ProcessResult run_process(const std::vector<std::string>& arguments,
                          const std::filesystem::path& folder, const std::atomic<bool>* cancel) {
  Pipe out;
  const pid_t pid = spawn(arguments, folder, out);
  close(out.write);
  out.write = -1;
  ProcessResult result;
  char buffer[4096];
  bool killed = false;
  while (true) {
    pollfd wait{out.read, POLLIN, 0};
    const int ready = poll(&wait, 1, 50);
    if (cancel && *cancel && !killed) {
      kill(-pid, SIGKILL);
      killed = true;
    }
    if (ready <= 0) continue;
    const ssize_t n = read(out.read, buffer, sizeof buffer);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    const std::size_t room = most_output - result.output.size();
    result.output.append(buffer, std::min(room, static_cast<std::size_t>(n)));
  }
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

bool program_exists(const std::string& name) {
  if (name.find('/') != std::string::npos) return access(name.c_str(), X_OK) == 0;
  const char* path = std::getenv("PATH");
  std::string_view rest = path ? path : "";
  while (!rest.empty()) {
    const std::size_t colon = rest.find(':');
    const std::filesystem::path folder(rest.substr(0, colon));
    if (access((folder / name).c_str(), X_OK) == 0) return true;
    rest = colon == std::string_view::npos ? std::string_view{} : rest.substr(colon + 1);
  }
  return false;
}

}  // namespace espalier
