// SPDX-License-Identifier: Apache-2.0
#include "engine/data/gzip.h"

#include <zlib.h>

#include <algorithm>
#include <cstring>

#include "engine/base/message.h"

namespace espalier {

struct ByteReader::Stream {
  z_stream z{};
  bool ended = false;
  ~Stream() { inflateEnd(&z); }
};

ByteReader::ByteReader(const fs::path& path) : path_(path), file_(map_file(path)) {
  if (!file_.text().starts_with("\x1F\x8B")) return;
  stream_ = std::make_unique<Stream>();
  if (inflateInit2(&stream_->z, 15 + 16) != Z_OK)  // + 16: gzip's header
    throw Error(ESP_TEXT("engine",
                         "{}: cannot be unpacked, there is too little memory. Close "
                         "other programs."),
                path.string());
}

ByteReader::~ByteReader() = default;

std::size_t ByteReader::at_most() const {
  constexpr std::size_t best_ratio = 1032;  // of the deflate format
  return packed() ? file_.size * best_ratio : file_.size;
}

std::size_t ByteReader::read(std::span<std::byte> into) {
  if (!packed()) {
    const std::size_t n = std::min(into.size(), file_.size - at_);
    if (n > 0) std::memcpy(into.data(), file_.data + at_, n);
    at_ += n;
    return n;
  }
  constexpr std::size_t piece = std::size_t{1} << 30;  // zlib counts in 32 bits
  z_stream& z = stream_->z;
  std::size_t done = 0;
  while (done < into.size() && !stream_->ended) {
    const std::size_t offered = std::min(file_.size - at_, piece);
    const std::size_t room = std::min(into.size() - done, piece);
    z.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(file_.data + at_));
    z.avail_in = static_cast<uInt>(offered);
    z.next_out = reinterpret_cast<Bytef*>(into.data() + done);
    z.avail_out = static_cast<uInt>(room);
    const int code = inflate(&z, Z_NO_FLUSH);
    at_ += offered - z.avail_in;
    done += room - z.avail_out;
    if (code == Z_STREAM_END) {
      // Packed files put one after another count as one.
      const bool more = file_.text().substr(at_).starts_with("\x1F\x8B");
      stream_->ended = !more || inflateReset(&z) != Z_OK;
    } else if (code == Z_BUF_ERROR || (code == Z_OK && at_ == file_.size && z.avail_out > 0)) {
      throw Error(ESP_TEXT("engine",
                           "{}: the packed file ends too early, after {} bytes. Download "
                           "or copy it again."),
                  path_.string(), file_.size);
    } else if (code != Z_OK) {
      throw Error(ESP_TEXT("engine",
                           "{}: the packed file is damaged near byte {} ({}). Download or "
                           "copy it again."),
                  path_.string(), at_, z.msg != nullptr ? z.msg : "unknown");
    }
  }
  return done;
}

}  // namespace espalier
