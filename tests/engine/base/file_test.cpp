// SPDX-License-Identifier: Apache-2.0
#include "engine/base/file.h"

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "engine/base/message.h"

using namespace espalier;

namespace {

struct Folder {
  fs::path path = fs::temp_directory_path() / ("espalier-file-test-" + std::to_string(getpid()));
  Folder() { fs::create_directories(path); }
  ~Folder() {
    write_fault = nullptr;
    fs::remove_all(path);
  }
  std::ptrdiff_t entries() const {
    return std::distance(fs::directory_iterator(path), fs::directory_iterator());
  }
};

}  // namespace

TEST_CASE("file: written, read and mapped") {
  const Folder folder;
  const fs::path file = folder.path / "a.txt";
  write_text(file, "hello");
  write_text(file, "hello again");
  CHECK(read_text(file) == "hello again");
  CHECK(map_file(file).text() == "hello again");
  CHECK(folder.entries() == 1);
  write_text(file, "");
  CHECK(map_file(file).size == 0);
  CHECK(read_text(file).empty());
}

TEST_CASE("file: without commit the old content stays and nothing is left over") {
  const Folder folder;
  const fs::path file = folder.path / "a.txt";
  write_text(file, "old");
  {
    AtomicFile f(file);
    f.write("new");
  }
  CHECK(read_text(file) == "old");
  CHECK(folder.entries() == 1);
}

TEST_CASE("file: a full disk leaves the old content, at every write") {
  const Folder folder;
  const fs::path file = folder.path / "a.txt";
  write_text(file, "old");
  for (int failing = 0; failing < 2; ++failing) {
    int calls = 0;
    write_fault = [&](std::size_t) { return calls++ == failing ? ENOSPC : 0; };
    try {
      write_text(file, "new");
      FAIL("no error");
    } catch (const Error& e) {
      const std::string text = e.what();
      CHECK(text.find("a.txt") != std::string::npos);
      CHECK(text.find("disk is full") != std::string::npos);
    }
    write_fault = nullptr;
    CHECK(read_text(file) == "old");
    CHECK(folder.entries() == 1);
  }
}

TEST_CASE("file: errors name the file") {
  const Folder folder;
  CHECK_THROWS_WITH_AS(read_text(folder.path / "none"), doctest::Contains("none"), Error);
  CHECK_THROWS_AS(map_file(folder.path), Error);
  CHECK_THROWS_AS(read_text("/dev/zero"), Error);
  REQUIRE(mkfifo((folder.path / "pipe").c_str(), 0600) == 0);
  CHECK_THROWS_AS(map_file(folder.path / "pipe"), Error);
  CHECK_THROWS_AS(write_text(folder.path / "no" / "a", ""), Error);
  CHECK_THROWS_AS(write_text(folder.path, ""), Error);
  write_text(folder.path / "a", "12345");
  CHECK_THROWS_WITH_AS(read_text(folder.path / "a", 4), doctest::Contains("5 bytes"), Error);
}

TEST_CASE("file: a link and access rights survive a write") {
  const Folder folder;
  write_text(folder.path / "real", "1");
  fs::permissions(folder.path / "real", fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink("real", folder.path / "link");
  write_text(folder.path / "link", "2");
  CHECK(fs::is_symlink(folder.path / "link"));
  CHECK(read_text(folder.path / "real") == "2");
  CHECK(fs::status(folder.path / "real").permissions() ==
        (fs::perms::owner_read | fs::perms::owner_write));
}

TEST_CASE("file: lock") {
  const Folder folder;
  const fs::path file = folder.path / "p";
  {
    const FileLock lock(file);
    CHECK_THROWS_AS(FileLock second(file), Error);
  }
  const FileLock again(file);
  CHECK(folder.entries() == 1);
}
