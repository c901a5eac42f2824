// SPDX-License-Identifier: Apache-2.0
#include "engine/base/file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <system_error>
#include <tuple>
#include <utility>

#include "engine/base/message.h"

namespace espalier {

std::function<int(std::size_t bytes)> write_fault;

namespace {

std::string reason(int error) { return std::generic_category().message(error); }

[[noreturn]] void fail_read(const fs::path& path, int error) {
  throw Error(ESP_TEXT("engine",
                       "{}: cannot be read ({}). Check that the file exists and that you "
                       "may read it."),
              path.string(), reason(error));
}

[[noreturn]] void fail_write(const fs::path& path, int error) {
  if (error == ENOSPC || error == EDQUOT)
    throw Error(ESP_TEXT("engine",
                         "{}: the disk is full ({}). Free some space and try again; a "
                         "file that was there before is unchanged."),
                path.string(), reason(error));
  throw Error(ESP_TEXT("engine",
                       "{}: cannot be written ({}). Check that the folder exists and that "
                       "you may write there; a file that was there before is unchanged."),
              path.string(), reason(error));
}

int injected_fault(std::size_t bytes) { return write_fault ? write_fault(bytes) : 0; }

struct Descriptor {
  int fd = -1;
  explicit Descriptor(int f) : fd(f) {}
  ~Descriptor() {
    if (fd >= 0) ::close(fd);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
};

// The size of an open regular file; devices and pipes have none that could be trusted, and are
// opened with O_NONBLOCK so that a pipe without a writer does not hang us.
std::size_t regular_size(const fs::path& path, int fd) {
  if (fd < 0) fail_read(path, errno);
  struct stat s {};
  if (::fstat(fd, &s) != 0) fail_read(path, errno);
  if (S_ISDIR(s.st_mode)) fail_read(path, EISDIR);
  if (!S_ISREG(s.st_mode))
    throw Error(ESP_TEXT("engine", "{}: is not an ordinary file. Choose a file."), path.string());
  return static_cast<std::size_t>(s.st_size);
}

}  // namespace

MappedFile map_file(const fs::path& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  MappedFile mapped;
  mapped.size = regular_size(path, file.fd);
  if (mapped.size == 0) return mapped;
  void* memory = ::mmap(nullptr, mapped.size, PROT_READ, MAP_PRIVATE, file.fd, 0);
  if (memory == MAP_FAILED) fail_read(path, errno);
  mapped.data = static_cast<const std::byte*>(memory);
  mapped.owner = std::shared_ptr<const void>(
      memory, [n = mapped.size](const void* p) { ::munmap(const_cast<void*>(p), n); });
  return mapped;
}

std::string read_text(const fs::path& path, std::size_t limit) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  const std::size_t size = regular_size(path, file.fd);
  if (size > limit)
    throw Error(ESP_TEXT("engine", "{}: has {} bytes, at most {} are read. Choose a smaller file."),
                path.string(), size, limit);
  std::string text(size, '\0');
  std::size_t done = 0;
  while (done < size) {
    const ssize_t n = ::read(file.fd, text.data() + done, size - done);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail_read(path, errno);
    if (n == 0) break;  // somebody shortened the file meanwhile
    done += static_cast<std::size_t>(n);
  }
  text.resize(done);
  return text;
}

AtomicFile::AtomicFile(fs::path path) : path_(std::move(path)) {
  // A link stays a link: the file it points to is the one to replace.
  std::error_code ignored;
  if (fs::is_symlink(path_, ignored)) {
    const fs::path target = fs::canonical(path_, ignored);
    if (!ignored) path_ = target;
  }
  struct stat old {};
  const bool exists = ::stat(path_.c_str(), &old) == 0;
  if (exists && !S_ISREG(old.st_mode)) fail_write(path_, S_ISDIR(old.st_mode) ? EISDIR : EEXIST);
  static std::atomic<unsigned> serial{0};
  do {
    const std::string name =
        fmt::format(".{}.{}-{}.tmp", path_.filename().string(), ::getpid(), serial++);
    temporary_ = path_.parent_path() / name;
    fd_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  } while (fd_ < 0 && errno == EEXIST);
  if (fd_ < 0) fail_write(path_, errno);
  // Where this fails the new file has the rights of any new file.
  if (exists) std::ignore = ::fchmod(fd_, old.st_mode & 07777);
}

AtomicFile::~AtomicFile() {
  if (fd_ < 0) return;
  ::close(fd_);
  ::unlink(temporary_.c_str());
}

void AtomicFile::write(std::span<const std::byte> bytes) {
  if (const int fault = injected_fault(bytes.size())) fail_write(path_, fault);
  while (!bytes.empty()) {
    const ssize_t n = ::write(fd_, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail_write(path_, errno);
    bytes = bytes.subspan(static_cast<std::size_t>(n));
  }
}

void AtomicFile::write(std::string_view text) {
  write(std::as_bytes(std::span<const char>(text.data(), text.size())));
}

void AtomicFile::commit() {
  if (const int fault = injected_fault(0)) fail_write(path_, fault);
  if (::fsync(fd_) != 0) fail_write(path_, errno);
  if (::rename(temporary_.c_str(), path_.c_str()) != 0) fail_write(path_, errno);
  ::close(std::exchange(fd_, -1));  // everything was synced
  const fs::path folder = path_.has_parent_path() ? path_.parent_path() : fs::path(".");
  const Descriptor f(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  // Some file systems cannot sync a folder; the rename is done all the same.
  if (f.fd >= 0 && ::fsync(f.fd) != 0 && errno == EIO) fail_write(path_, errno);
}

void write_text(const fs::path& path, std::string_view text) {
  AtomicFile file(path);
  file.write(text);
  file.commit();
}

FileLock::FileLock(const fs::path& path) : path_(path) {
  path_ += ".lock";
  for (;;) {
    fd_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (fd_ < 0) fail_write(path, errno);
    if (::flock(fd_, LOCK_EX | LOCK_NB) != 0) {
      const int error = errno;
      ::close(fd_);
      if (error != EWOULDBLOCK) fail_write(path, error);
      throw Error(ESP_TEXT("engine",
                           "{}: is open in another window or program of Espalier. Close "
                           "it there first."),
                  path.string());
    }
    // The holder before us removes the file: a lock on a removed file protects nothing.
    struct stat ours {};
    struct stat named {};
    if (::fstat(fd_, &ours) == 0 && ::stat(path_.c_str(), &named) == 0 &&
        ours.st_ino == named.st_ino && ours.st_dev == named.st_dev)
      return;
    ::close(fd_);
  }
}

FileLock::~FileLock() {
  ::unlink(path_.c_str());
  ::close(fd_);
}

}  // namespace espalier
