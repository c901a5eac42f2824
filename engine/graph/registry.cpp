// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>
#include <deque>
#include <map>
#include <mutex>
#include <stdexcept>

#include "engine/graph/op.h"
#include "engine/graph/rules.h"

namespace espalier {
namespace {

using Key = std::pair<std::string, std::string>;  // domain, name

std::vector<RegisterOps::Maker>& makers() {
  static std::vector<RegisterOps::Maker> all;
  return all;
}

void infer_unknown(InferContext& c) {
  c.fail(message(ESP_TEXT("engine", "the operator {} of {} is not known here; it is kept as it is"),
                 c.node().op->name, c.node().op->domain.empty() ? "ONNX" : c.node().op->domain));
}

// Never destroyed: specs outlive every static object that points at them.
struct Registry {
  std::deque<OpSpec> specs;
  std::map<Key, const OpSpec*, std::less<>> by_name;
  std::vector<const OpSpec*> sorted;

  std::mutex mutex;  // of what follows
  struct Unknown {
    std::string name, domain;
    OpSpec spec;
  };
  std::map<Key, Unknown> unknown;

  Registry() {
    for (const RegisterOps::Maker make : makers()) {
      const OpSpec& spec = specs.emplace_back(make());
      if (!by_name.emplace(Key(spec.domain, spec.name), &spec).second) {
        throw std::logic_error(std::string("operator registered twice: ") + spec.name);
      }
      sorted.push_back(&spec);
    }
    std::sort(sorted.begin(), sorted.end(), [](const OpSpec* a, const OpSpec* b) {
      return a->category != b->category ? a->category < b->category
                                        : std::strcmp(a->name, b->name) < 0;
    });
  }
};

Registry& registry() {
  static Registry& all = *new Registry;
  return all;
}

}  // namespace

RegisterOps::RegisterOps(std::initializer_list<Maker> list) {
  makers().insert(makers().end(), list.begin(), list.end());
}

const OpRegistry& OpRegistry::instance() {
  static const OpRegistry one;
  return one;
}

const OpSpec* OpRegistry::find(std::string_view domain, std::string_view name) const {
  const auto& all = registry().by_name;
  const auto at = all.find(Key(domain, name));
  return at == all.end() ? nullptr : at->second;
}

const OpSpec& OpRegistry::get(std::string_view domain, std::string_view name) const {
  if (const OpSpec* spec = find(domain, name)) return *spec;
  throw Error(ESP_TEXT("engine", "There is no operator {} in the domain {}."), name,
              domain.empty() ? std::string_view("ONNX") : domain);
}

std::span<const OpSpec* const> OpRegistry::all() const { return registry().sorted; }

const OpSpec& OpRegistry::unknown(std::string_view domain, std::string_view name) const {
  Registry& r = registry();
  const std::lock_guard lock(r.mutex);
  const Key key(domain, name);
  if (const auto at = r.unknown.find(key); at != r.unknown.end()) return at->second.spec;
  Registry::Unknown& u = r.unknown[key];
  u.name = name;
  u.domain = domain;
  u.spec.name = u.name.c_str();
  u.spec.domain = u.domain;
  u.spec.summary = ESP_TEXT("ops", "An operator that is not known here.");
  u.spec.inputs = {{.name = "input", .optional = true, .variadic = true}};
  u.spec.outputs = {{.name = "output", .optional = true, .variadic = true}};
  u.spec.infer = infer_unknown;
  u.spec.unknown = true;
  return u.spec;
}

const OpSpec& op(std::string_view name) {
  const OpRegistry& all = OpRegistry::instance();
  if (const OpSpec* spec = all.find(onnx_domain, name)) return *spec;
  return all.get(authored_domain, name);
}

const OpSpec& internal_op(std::string_view name) {
  return OpRegistry::instance().get(internal_domain, name);
}

}  // namespace espalier
