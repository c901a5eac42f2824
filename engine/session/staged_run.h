// SPDX-License-Identifier: Apache-2.0
//
// Runs networks that no single plan can hold: results whose shapes depend on data, control flow,
// sequences, optionals, strings. What has sizes is planned and runs on the device; the rest runs on
// the host between the plans. Plans are kept for the shapes that came by, a bounded number.
#pragma once

#include <list>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/host_value.h"
#include "engine/passes/stage.h"
#include "engine/runtime/executor.h"

namespace espalier {

class StagedRun {
 public:
  struct Options {
    Device* device = nullptr;  // borrowed
    CpuTarget target;
    const WeightSet* weights = nullptr;  // borrowed; null: the network has no parameters
    bool keep_training_only = false;
    Bindings dims;  // of symbols that no input gives
  };
  StagedRun(Network network, Options options);
  ~StagedRun();
  // Values by the network's Input nodes in order of id; results by its Output nodes. Throws Error
  // where an input is missing, or a layer cannot run, naming it.
  std::vector<HostValue> run(const std::vector<HostValue>& inputs);

 private:
  struct Plan;
  std::unique_ptr<Plan> make_plan(const std::vector<HostValue>& inputs);
  void run_host(Plan& plan, const Node& node);

  Network network_;
  Options options_;
  GroupPorts ports_;
  std::list<std::pair<std::string, std::unique_ptr<Plan>>> plans_;  // the last used first
};

}  // namespace espalier
