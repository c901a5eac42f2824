// SPDX-License-Identifier: Apache-2.0
//
// Every sample goes out as an ONNX file and comes back in, and computes the same.
#include <doctest/doctest.h>

#include "engine/onnx/onnx.h"
#include "engine/passes/reference_run.h"
#include "tests/engine/ops/suite.h"

using namespace espalier;
using namespace espalier::testing;

namespace {

std::vector<Tensor> results_of(const Network& network, const WeightSet& weights,
                               const std::vector<std::pair<std::string, Tensor>>& inputs) {
  PlanRequest request;
  request.network = &network;
  request.weights = &weights;
  return reference_outputs(request, {inputs.begin(), inputs.end()});
}

}  // namespace

TEST_CASE("what is written as ONNX comes back as it was") {
  int written = 0;
  for (const Case& c : all_cases()) {
    if (c.op->domain != onnx_domain || c.op->hidden() || c.op->training_only || !c.sample.onnx)
      continue;
    for (const int opset : {oldest_export_opset, newest_export_opset}) {
      CAPTURE(c.name());
      CAPTURE(opset);
      try {
        const Drawn drawn = draw(c);
        ExportOptions options;
        options.opset = opset;
        std::string file;
        try {
          file = export_onnx(drawn.network, {}, options);
        } catch (const Error& e) {
          // An older opset may lack something; the newest one that is written must not.
          if (opset == newest_export_opset) FAIL_CHECK(std::string(e.what()));
          continue;
        }
        ++written;
        const ImportedModel model =
            import_onnx(std::as_bytes(std::span(file.data(), file.size())), {}, "sample.onnx");
        CHECK(model.report.unknown.empty());
        const std::vector<Tensor> expected = results_of(drawn.network, {}, drawn.inputs);
        const std::vector<Tensor> got = results_of(model.network, model.weights, drawn.inputs);
        REQUIRE(got.size() == expected.size());
        for (std::size_t i = 0; i < got.size(); ++i)
          CHECK(difference(expected[i], got[i], 1e-6) == "");
      } catch (const Error& e) {
        FAIL_CHECK(std::string(e.what()));
      }
    }
  }
  CHECK(written > 500);
}
