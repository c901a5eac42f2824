// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compile/target.h"

namespace espalier {

// What all levels of x86-64 have in common: the compiler, and that this machine runs what its
// instructions allow.
inline BundleTarget x86_64(BundleTarget t) {
#ifdef __x86_64__
  t.compiler = "cc";
  t.package = "gcc libc6-dev";
  t.here = t.like <= best_isa();
  // The engine's objects tell sizes by running: where this machine cannot run those of the width, the
  // bundle takes narrower vectors.
  if (!t.here) {
    t.like = best_isa();
    t.width = vector_width(t.like);
  }
#else
  t.like = Isa::plain;
  t.width = 4;
  t.compiler = "x86_64-linux-gnu-gcc";
  t.package = "gcc-x86-64-linux-gnu libc6-dev-amd64-cross";
  t.binutils = "x86_64-linux-gnu-";
  t.test_link = {"-static"};
#endif
  t.triple = "x86_64-linux-gnu";
  if (!t.emulator.empty()) t.emulator_package = "qemu-user";
  return t;
}

}  // namespace espalier
