// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/residency.h"

#include <doctest/doctest.h>

#include "tests/engine/passes/nets.h"

using namespace espalier;
using namespace espalier::testing;

namespace {

std::string text(const Schedule& s, const std::vector<Transfer>& transfers) {
  std::string out;
  for (const Transfer& t : transfers)
    out += fmt::format("{} {}>{} @{}\n", s.values[static_cast<std::size_t>(t.value)].name, t.from,
                       t.to, t.before);
  return out;
}

}  // namespace

TEST_CASE("a tensor moves once, when a step elsewhere asks") {
  NetBuilder b;
  const ValueRef x = b.input("x", batch_of({8}));
  const ValueRef a = b.layer("Sigmoid", "a", {x});
  const ValueRef c = b.layer("Tanh", "c", {a});
  const ValueRef d = b.layer("Sub", "d", {a, c});
  const ValueRef e = b.layer("Mul", "e", {d, a});
  b.output("y", e);
  Schedule s = make_schedule(inference_request(b.network, 2));
  REQUIRE(s.steps.size() == 4);
  CHECK(plan_transfers(s, "cpu", "cpu").empty());
  s.steps[1].device = s.steps[2].device = "gpu";
  CHECK(text(s, plan_transfers(s, "cpu", "cpu")) == "a:Y cpu>gpu @1\nd:C gpu>cpu @3\n");
  s.steps[3].device = "gpu";
  CHECK(text(s, plan_transfers(s, "cpu", "cpu")) == "a:Y cpu>gpu @1\ne:C gpu>cpu @4\n");
}
