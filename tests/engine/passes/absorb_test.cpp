// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "tests/engine/passes/nets.h"
#include "tests/engine/passes/verify.h"

using namespace espalier;
using namespace espalier::testing;

// Half of the rows, with the number of rows computed in the graph, as exporters write it.
TEST_CASE("numbers computed from shapes become attributes that kernels' rules see") {
  NetBuilder b;
  const ValueRef x = b.input("x", batch_of({6}));
  const auto number = [&](const char* name, std::int64_t v) {
    return b.layer("Constant", name, {}, {{"value", Tensor::of<std::int64_t>({1}, {v})}});
  };
  const ValueRef shape = b.layer("Shape", "shape", {x});
  const ValueRef width = b.layer("Gather", "width", {shape, number("one", 1)});
  const ValueRef half = b.layer("Div", "half", {width, number("two", 2)});
  b.output("y", b.layer("Slice", "slice", {x, number("zero", 0), half, number("axis", 1)}));
  const Schedule s = make_schedule(inference_request(b.network, 4));
  REQUIRE(s.steps.size() == 1);
  CHECK(s.steps[0].algorithm == "copy_strided");
  CHECK(attribute<Ints>(s.steps[0].node, "ends") == Ints{3});
  CHECK(s.steps[0].inputs.size() == 1);
}
