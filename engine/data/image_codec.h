// SPDX-License-Identifier: Apache-2.0
//
// One decoder a format; the libraries' headers stay in their files.
#pragma once

#include "engine/data/image.h"

namespace espalier {

void decode_png(std::span<const std::byte> bytes, const std::string& source, Image& into);
void decode_jpeg(std::span<const std::byte> bytes, const std::string& source, Image& into,
                 SmallestUse use);

// Throws Error where width × height is nothing or more than a program can be asked to hold.
void check_image_size(const std::string& source, std::uint64_t width, std::uint64_t height);
[[noreturn]] void throw_broken_image(const std::string& source, const char* format,
                                     const std::string& reason);

}  // namespace espalier
