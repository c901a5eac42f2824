// SPDX-License-Identifier: Apache-2.0
//
// Small files that the tests of data sets write and break.
#pragma once

#include <unistd.h>

#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include "engine/base/file.h"
#include "engine/base/message.h"
#include "engine/data/dataset.h"

namespace espalier::test {

// A new empty folder, removed at the end.
struct Folder {
  fs::path path;
  Folder() {
    std::string name = (fs::temp_directory_path() / "espalier-data-XXXXXX").string();
    path = ::mkdtemp(name.data());
  }
  ~Folder() { fs::remove_all(path); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  fs::path write(const std::string& name, std::string_view content) const {
    fs::create_directories((path / name).parent_path());
    std::ofstream(path / name, std::ios::binary) << content;
    return path / name;
  }
};

// An IDX header and its content; `type` is IDX's code.
std::string idx(std::uint8_t type, const std::vector<std::uint32_t>& dims,
                std::string_view content);
std::string gzip(std::string_view content);
// n images of width 3 and height 2 with pixel values row·10 + place, and labels row mod 3.
DataSpec small_idx(const Folder& folder, std::uint32_t n);
Image gradient(int width, int height, int channels);
std::string png(const Image& image);
std::string jpeg(const Image& image);

// Calls of operator new by any thread since the program began.
long allocations();

// The text of the Error that `f` throws; empty where it throws none.
template <class F> std::string error_of(F f) {
  try {
    f();
  } catch (const Error& e) {
    return e.what();
  }
  return {};
}

inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace espalier::test
