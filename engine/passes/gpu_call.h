// SPDX-License-Identifier: Apache-2.0
//
// How an operator runs on a GPU: its rule turns one step into calls of kernels that are pure data,
// as kernel_call.h does for the CPU. The same calls and sources serve OpenCL and CUDA.
//
// A rule stands in engine/ops/<family>/<x>_gpu.cpp, its kernels beside it in <x>_gpu.cl:
//   static const RegisterGpuRule relu_rule{{
//       .op = "Relu", .algorithm = "gpu.relu", .supports = nullptr,
//       .lower = [](GpuLowering& s) {
//         s.launch("activation/elementwise_gpu.cl", "relu", gpu_grid(s.out(0).count()),
//                  {s.in(0), s.out(0), s.out(0).count()});
//       }}};
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/passes/kernel_call.h"

namespace espalier {

// What a launcher refuses to exceed, so that every kernel fits every device.
inline constexpr std::size_t gpu_most_items = 256;              // work-items of a group
inline constexpr std::size_t gpu_most_local_bytes = 32 * 1024;  // local memory of a group

// An argument of a kernel, in the order of its declaration.
struct GpuArgument {
  enum class Kind : std::uint8_t {
    memory,   // a pointer: `value`, byte_offset into it; value -1 is null
    uniform,  // the number that `value` (one element, on the host) holds at every run
    integer,  // int
    real      // float
  };
  Kind kind = Kind::integer;
  std::int32_t value = -1;
  std::size_t byte_offset = 0;
  std::size_t bytes = 0;  // of a uniform
  std::int32_t integer = 0;
  float real = 0;

  GpuArgument(const Operand& pointer);
  // Throws Error where it does not fit an int.
  GpuArgument(std::int64_t v);
  GpuArgument(int v) : GpuArgument(std::int64_t{v}) {}
  GpuArgument(bool v) : GpuArgument(std::int64_t{v}) {}
  GpuArgument(double v) : kind(Kind::real), real(static_cast<float>(v)) {}
};
// A scalar operand passed by value: learning rate, step number, seed.
GpuArgument uniform(const Operand& scalar);

// Groups of work-items, and work-items of a group.
struct GpuGrid {
  std::array<std::size_t, 3> groups{1, 1, 1}, local{1, 1, 1};
};
// One work-item an element.
GpuGrid gpu_grid(std::int64_t elements);
// `groups` groups of `items` each.
GpuGrid gpu_groups(std::int64_t groups, std::size_t items);

// The product C = alpha · op(A) · op(B) + beta · C of `count` row-major matrices, for a library of the
// device's vendor. `a`, `b` and `c` are the places of the factors and the result among the arguments;
// op(A) is [m, k], op(B) [k, n]; steps in elements from a matrix to the next.
struct GpuProduct {
  std::size_t a = 0, b = 0, c = 0;
  std::int64_t m = 0, n = 0, k = 0, count = 1;
  bool trans_a = false, trans_b = false;
  std::int64_t step_a = 0, step_b = 0, step_c = 0;
  float alpha = 1, beta = 0;
};

struct GpuCall {
  const char* source = "";  // path below engine/ops
  const char* kernel = "";
  std::string defines;  // "-DROWS=4": part of the program's key
  std::vector<GpuArgument> arguments;
  GpuGrid grid;
  std::optional<GpuProduct> product = {};  // what this kernel computes: a library is asked first
};

// One step being lowered for a GPU. Operands, attributes and workspace are those of StepLowering;
// packed operands are not used.
class GpuLowering : public StepLowering {
 public:
  GpuLowering(const Node& node, std::vector<Operand> inputs, std::vector<Operand> outputs);
  // Appends a call; none where the grid is empty. Throws Error where a group is too large.
  void launch(const char* source, const char* kernel, const GpuGrid& grid,
              std::vector<GpuArgument> arguments, std::string defines = {});

  std::vector<GpuCall> gpu_calls;  // result
};

// A way to run an operator on a GPU; see CpuRule.
struct GpuRule {
  const char* op = "";
  std::string_view domain = onnx_domain;
  const char* algorithm = "";
  std::optional<std::string> (*supports)(const StepLowering&) = nullptr;
  void (*lower)(GpuLowering&) = nullptr;
  int priority = 0;
  const char* library = "";  // of the vendor's that it needs, by name: "clblast"
  // Why another rule is the better choice, unless an option says otherwise; null: none is.
  std::optional<std::string> (*worse)(const StepLowering&) = nullptr;
};
class RegisterGpuRule {
 public:
  RegisterGpuRule(std::initializer_list<GpuRule> rules);
};
std::vector<const GpuRule*> gpu_rules(const OpSpec& op);  // descending priority

// A vendor's library of matrix products behind a kind of devices ("opencl"). No name: there is none.
struct GpuLibrary {
  std::string name, why_not;  // the reason why it cannot be used; empty: it can
};
class RegisterGpuLibrary {
 public:
  RegisterGpuLibrary(const char* kind, GpuLibrary (*find)());
};

struct GpuChoice {
  std::string_view device;                            // its id: "opencl:0"
  std::function<bool(std::string_view)> forced = {};  // whether an option names this algorithm
};
// The rule that is forced, or the first that can run the step; null: none can. The reasons of those
// passed over are appended to `rejected`.
const GpuRule* choose_gpu_rule(const StepLowering& step, std::vector<std::string>& rejected,
                               const GpuChoice& how = {});

}  // namespace espalier
