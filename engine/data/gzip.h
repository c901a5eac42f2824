// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "engine/base/file.h"

namespace espalier {

// Reads a mapped file from its beginning, unpacking it where its content is gzip's.
class ByteReader {
 public:
  explicit ByteReader(const fs::path& path);
  ~ByteReader();

  // Fills as much of `into` as there is; less only at the end. Throws Error where packed bytes are
  // cut off or damaged.
  std::size_t read(std::span<std::byte> into);
  // The most bytes that the file can hold, so that memory is only asked for what may exist.
  std::size_t at_most() const;
  bool packed() const { return stream_ != nullptr; }
  // Precondition: not packed.
  const MappedFile& file() const { return file_; }

 private:
  struct Stream;
  fs::path path_;
  MappedFile file_;
  std::size_t at_ = 0;
  std::unique_ptr<Stream> stream_;
};

}  // namespace espalier
