// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/file.h"

namespace espalier {

// A folder beside the final one that goes away unless it is moved into place.
class Workshop {
 public:
  // Throws Error where the final folder holds something else than a bundle, or none can be made.
  explicit Workshop(const fs::path& wish);
  ~Workshop();
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;

  const fs::path& folder() const { return work_; }
  const fs::path& final_place() const { return final_; }
  // Puts it in place of a former bundle, from which files that are not the bundle's stay.
  void finish();

 private:
  void rescue(const fs::path& old) const;

  fs::path final_, work_;
};

}  // namespace espalier
