// SPDX-License-Identifier: Apache-2.0
//
// The safetensors format: 8 bytes header size, a JSON header, the tensors' bytes, little-endian.
// https://github.com/huggingface/safetensors — read strictly, for files come from strangers.
#pragma once

#include <map>
#include <string>

#include "engine/base/file.h"
#include "engine/base/tensor.h"

namespace espalier {

struct SafeTensors {
  std::map<std::string, Tensor, std::less<>> tensors;  // views into the mapped file
  std::map<std::string, std::string, std::less<>> metadata;
};

// Throws Error on a cut, overlapping, overflowing or foreign file, before any large memory is asked
// for. Tensors whose bytes are not aligned to their element are copied.
SafeTensors read_safetensors(const fs::path& path);
void write_safetensors(const fs::path& path, const SafeTensors& content);

}  // namespace espalier
