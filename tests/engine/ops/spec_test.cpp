// SPDX-License-Identifier: Apache-2.0
//
// What every operator must have, whoever writes it.
#include <doctest/doctest.h>

#include <set>

#include "rule_probe.h"

using namespace espalier;

TEST_CASE("operators that people see are explained") {
  for (const OpSpec* op : OpRegistry::instance().all()) {
    if (op->hidden()) continue;
    CAPTURE(std::string(op->name));
    CHECK(std::string(op->summary).size() > 5);
    CHECK(std::string(op->help).size() > 20);
    for (const AttrSpec& a : op->attributes) {
      CAPTURE(std::string(a.name));
      CHECK(std::string(a.help).size() > 5);
      if (!a.fallback) continue;  // must be set
      CHECK((type_of(*a.fallback) == a.type));
      CHECK(attribute_problem(a, *a.fallback).empty());
    }
    if (op->category == Category::group) continue;  // its ports are the definition's
    for (const PortSpec& p : op->inputs) CHECK(std::string(p.help).size() > 5);
    for (const PortSpec& p : op->outputs) CHECK(std::string(p.help).size() > 5);
  }
}

TEST_CASE("specs hold together") {
  for (const OpSpec* op : OpRegistry::instance().all()) {
    CAPTURE(std::string(op->name));
    CHECK((op->infer != nullptr));
    CHECK(std::is_sorted(op->onnx.versions.begin(), op->onnx.versions.end()));
    std::set<std::string> names;
    for (const AttrSpec& a : op->attributes) CHECK(names.insert(a.name).second);
    for (const auto& pair : op->in_place) {
      CHECK(pair.output < static_cast<int>(op->outputs.size()));
      CHECK(pair.input < static_cast<int>(op->inputs.size()));
    }
    for (const PortSpec& p : op->inputs)
      if (*p.present_if != '\0') {
        const AttrSpec* flag = op->attribute(p.present_if);
        REQUIRE((flag != nullptr));
        CHECK(flag->type == AttrType::flag);
      }
    for (const AttrSpec& a : op->attributes)
      if (a.as_input >= 0) CHECK(a.as_input < static_cast<int>(op->inputs.size()));
  }
}

TEST_CASE("a shape rule copes with inputs that are not known") {
  for (const OpSpec* op : OpRegistry::instance().all()) {
    CAPTURE(std::string(op->name));
    const std::size_t most = op->inputs.empty() ? 0 : op->inputs.size();
    CHECK_NOTHROW(testing::infer_types(*op, std::vector<Type>(most)));
    // Wired, but the producer knows nothing, or not the rank.
    for (const Type& type : {Type{}, Type::of_unknown_rank(DType::float32)}) {
      Node node = make_node(*op);
      node.id = {1};
      for (std::size_t i = 0; i < most; ++i) node.inputs.push_back({{100}, 0});
      InferContext context(node, std::vector<Type>(most, type));
      try {
        op->infer(context);
      } catch (const RuleFailure&) {
      }
    }
    // Odd ranks.
    for (const char* shape :
         {"", "0", "N", "3,N", "1,1,1", "2,0,4,4", "N,C,H,W", "1,2,3,4,5,6,7,8,9"})
      CHECK_NOTHROW(testing::infer_types(*op, std::vector<Type>(most, testing::floats(shape))));
  }
}
