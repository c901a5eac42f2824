// SPDX-License-Identifier: Apache-2.0
//
// Files: every write is temporary + fsync + rename; every read checks sizes before it asks for
// memory. All functions throw Error with the path and the system's reason.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace espalier {

namespace fs = std::filesystem;

// A file mapped read-only; unmapped with the last reference.
struct MappedFile {
  const std::byte* data = nullptr;
  std::size_t size = 0;
  std::shared_ptr<const void> owner;
  std::string_view text() const { return {reinterpret_cast<const char*>(data), size}; }
};
MappedFile map_file(const fs::path& path);

// The whole file as text; refused above `limit` bytes.
std::string read_text(const fs::path& path, std::size_t limit = std::size_t{256} << 20);

// Writes a file so that at any moment either the old or the new content is there.
class AtomicFile {
 public:
  explicit AtomicFile(fs::path path);
  ~AtomicFile();  // without commit: removes the temporary, the old file stays
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::span<const std::byte> bytes);
  void write(std::string_view text);
  void commit();  // fsync file, rename, fsync folder

 private:
  fs::path path_;
  fs::path temporary_;
  int fd_ = -1;
};
void write_text(const fs::path& path, std::string_view text);

// Test hook: called before every write and fsync with the number of bytes; returning an errno value
// other than 0 makes the call fail with it. Null in normal use.
extern std::function<int(std::size_t bytes)> write_fault;

// An advisory lock on `path` + ".lock" held for the object's life. Throws where another process
// holds it.
class FileLock {
 public:
  explicit FileLock(const fs::path& path);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  fs::path path_;
  int fd_ = -1;
};

}  // namespace espalier
