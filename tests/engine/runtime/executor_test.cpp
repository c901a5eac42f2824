// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <limits>

#include "tests/engine/passes/verify.h"
#include "tests/engine/runtime/run.h"

using namespace espalier;
using namespace espalier::testing;

TEST_CASE("LeNet learns random labels by heart") {
  for (const char* optimizer : {"SGD", "Adam", "AdamW"}) {
    CAPTURE(optimizer);
    const Network net = lenet();
    PlanRequest request = training_request(net, 16, optimizer);
    const bool sgd = std::string_view(optimizer) == "SGD";
    if (sgd) request.optimizer.attributes = {{"momentum", 0.9}};
    Run run(request);
    CHECK(verify_memory(run.schedule) == "");
    run.feed_random(3);
    REQUIRE(run.step(1, 0));
    const float before = run.loss();
    CHECK(before == doctest::Approx(std::log(10.0)).epsilon(0.2));
    for (int i = 2; i < 80; ++i) REQUIRE(run.step(i, sgd ? 0.02F : 0.002F));
    CHECK(run.loss() < 0.1F * before);
  }
}

TEST_CASE("evaluation shares the weights of training") {
  const Network net = lenet();
  Run run(training_request(net, 8));
  run.feed_random(3);
  PlanRequest request = training_request(net, 4);
  request.mode = Mode::evaluation;
  const Schedule schedule = make_schedule(request);
  run.store.prepare(schedule, {}, 99);
  Executor evaluation(schedule, *run.device, run.store);
  for (std::size_t i = 0; i < schedule.inputs.size(); ++i)
    evaluation.set_input(i, run.data[i].data());
  evaluation.run();
  const float before = evaluation.output_as<float>(1)[0];
  for (int i = 1; i < 20; ++i) run.step(i);
  evaluation.run();  // packs the weights again
  const float after = evaluation.output_as<float>(1)[0];
  CHECK(after < 0.9F * before);

  // The same by a plan of its own, of the weights that came out.
  Run other(request, 1, run.store.weights());
  for (std::size_t i = 0; i < schedule.inputs.size(); ++i)
    other.executor->set_input(i, run.data[i].data());
  other.executor->run();
  CHECK(other.loss() == after);
}

TEST_CASE("frozen parameters stay") {
  Network net = lenet();
  ParamSetting frozen;
  frozen.frozen = true;
  net.graph.set_param(net.graph.find("conv1")->id, 1, frozen);
  Run run(training_request(net, 4));
  run.feed_random(1);
  std::map<std::string, Tensor> before;
  for (const Parameter& p : run.schedule.parameters) before[p.path] = run.store.read(p.key);
  run.step(1);
  for (const Parameter& p : run.schedule.parameters)
    CHECK(before[p.path].identical(run.store.read(p.key)) == (p.path == "conv1.W"));
}

TEST_CASE("a loss that is not finite stops the step") {
  const Network net = lenet();
  Run run(training_request(net, 2));
  run.feed_random(1);
  REQUIRE(run.step(1));
  CHECK(run.executor->first_non_finite() == -1);
  const WeightSet before = run.store.all();
  run.data[0].mutable_values<float>()[5] = std::numeric_limits<float>::quiet_NaN();
  run.executor->set_input(0, run.data[0].data());
  CHECK_FALSE(run.step(2));
  for (const auto& [key, value] : before.all()) CHECK(value.identical(run.store.read(key)));
  const int at = run.executor->first_non_finite();
  REQUIRE(at >= 0);
  CHECK(run.schedule.steps[static_cast<std::size_t>(at)].layer_path == "conv1");
  for (const auto& [key, value] : before.all()) CHECK(value.identical(run.store.read(key)));
}

TEST_CASE("inputs must be given") {
  const Network net = lenet();
  Run run(inference_request(net, 1));
  CHECK_THROWS_WITH_AS(run.executor->run(), "the input image was not given", Error);
}

TEST_CASE("values of the last run can be read while their memory is theirs") {
  const Network net = lenet();
  Run run(inference_request(net, 1));
  run.feed_random(1);
  run.executor->run();
  const auto& s = run.schedule;
  int there = 0, gone = 0;
  for (std::size_t v = 0; v < s.values.size(); ++v) {
    if (s.values[v].storage != Storage::arena) continue;
    const Tensor t = run.executor->value(static_cast<std::int32_t>(v));
    (t ? there : gone) += 1;
  }
  CHECK(there > 0);
  CHECK(gone > 0);
  const Tensor scores = run.executor->value(s.outputs[0].value);
  REQUIRE(scores);
  CHECK(scores.shape() == Shape{1, 10});
  CHECK(scores.values<float>()[3] == run.output("scores")[3]);
}

TEST_CASE("profile") {
  const Network net = lenet();
  Run run(training_request(net, 4));
  run.feed_random(1);
  run.executor->set_profiling(true);
  run.step(1);
  run.step(2);
  double sum = 0;
  for (const StepTime& t : run.executor->times()) {
    CHECK(t.runs == 2);
    sum += t.seconds;
  }
  CHECK(sum > 0);
  run.executor->reset_times();
  CHECK(run.executor->times()[0].runs == 0);
}

TEST_CASE("weights of another shape are refused by name") {
  const Network net = lenet();
  const Schedule schedule = make_schedule(inference_request(net, 1));
  const auto device = open_device("cpu", 1);
  ParameterStore store(*device);
  WeightSet::Map wrong;
  wrong[schedule.parameters[0].key] = Tensor(DType::float32, {6, 1, 3, 3});
  CHECK_THROWS_WITH_AS(store.prepare(schedule, WeightSet(wrong), 1),
                       "conv1.W: expected float32 [6,1,5,5], got float32 [6,1,3,3]", Error);
}

TEST_CASE("devices") {
  CHECK(device_list().front().id == "cpu");
  CHECK_THROWS_WITH_AS(open_device("tpu"),
                       doctest::Contains("there is no device tpu; this machine has cpu"), Error);
}
