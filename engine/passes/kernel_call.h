// SPDX-License-Identifier: Apache-2.0
//
// How an operator runs on the CPU: its rule turns one step into calls of kernels with filled
// argument structs. The engine patches the pointers and runs the calls; the C writer prints the same
// calls. So an operator that has a CPU rule runs in bundles, too.
//
// A rule stands in engine/ops/<family>/<op>_cpu.cpp:
//   static const RegisterCpuRule relu_rule{{
//       .op = "Relu", .algorithm = "relu", .supports = nullptr,
//       .lower = [](StepLowering& s) {
//         s.call(ESP_KERNELS(relu), esp_relu_args{.count = s.out(0).count()},
//                {{"x", s.in(0)}, {"y", s.out(0)}});
//       }}};
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/graph/rules.h"
#include "engine/kernels/kernel.h"
#include "engine/passes/target.h"

namespace espalier {

// One kernel, compiled for every instruction set, and without vectors: what a bundle for a machine
// that has none asks for its sizes.
struct KernelFamily {
  const esp_kernel* by_isa[isa_count];
  const esp_kernel* scalar = nullptr;  // ESP_WIDTH is 1; null where bundles never have it
  const esp_kernel& at(Isa isa) const { return *by_isa[static_cast<int>(isa)]; }
  const esp_kernel& at(const CpuTarget& t) const { return t.width == 1 ? *scalar : at(t.isa); }
};
#if defined(__x86_64__)
#define ESP_KERNELS(kernel)                                                                \
  ::espalier::KernelFamily {                                                               \
    {&esp_plain_##kernel, &esp_avx2_##kernel, &esp_avx512_##kernel}, &esp_scalar_##kernel, \
  }
#else
#define ESP_KERNELS(kernel) \
  ::espalier::KernelFamily { {&esp_plain_##kernel, nullptr, nullptr}, &esp_scalar_##kernel, }
#endif

// What CallPointer::value and Operand::value may be before the plan has given places: the step's
// workspace (byte_offset tells where in it) and, counting down, its packed operands.
inline constexpr std::int32_t workspace_value = -2;
inline constexpr std::int32_t first_packed_value = -3;

// What a pointer field of a call refers to.
struct CallPointer {
  std::uint16_t offset = 0;  // of the field in the argument struct
  std::int32_t value =
      -1;  // index into Schedule::values (before planning also the negatives above)
  std::size_t byte_offset = 0;  // into that value or workspace
};

struct KernelCall {
  KernelFamily kernel{};
  std::vector<std::byte> args;  // the struct, pointers null
  std::vector<CallPointer> pointers;
  std::int64_t grain = 1;  // tiles that are worth handing to a thread together
};

// An operand as a rule sees it.
struct Operand {
  std::int32_t value = -1;
  DType dtype = DType::undefined;
  Shape shape;
  bool constant = false;  // a parameter or constant that does not change while this schedule runs
  std::size_t byte_offset = 0;
  explicit operator bool() const { return value != -1; }
  std::int64_t count() const { return espalier::count(shape); }
  // The same memory from `elements` on.
  Operand at(std::int64_t elements) const;
};

// One step being lowered.
class StepLowering : public RuleContext {
 public:
  StepLowering(const Node& node, const CpuTarget& target, std::vector<Operand> inputs,
               std::vector<Operand> outputs)
      : RuleContext(node),
        target_(target),
        inputs_(std::move(inputs)),
        outputs_(std::move(outputs)) {}
  const CpuTarget& target() const { return target_; }
  std::size_t input_count() const { return inputs_.size(); }
  bool has(std::size_t port) const { return port < inputs_.size() && inputs_[port]; }
  const Operand& in(std::size_t port) const { return inputs_[port]; }
  const Operand& out(std::size_t port) const { return outputs_[port]; }
  bool wants(std::size_t output) const { return output < outputs_.size() && outputs_[output]; }

  struct Binding {
    const char* field;
    Operand operand;  // empty: the pointer stays null
  };
  // Appends a call. T is the kernel's argument struct with its numbers set and pointers null.
  template <class T>
  void call(const KernelFamily& kernel, const T& args, std::vector<Binding> pointers,
            std::int64_t grain = 1) {
    std::vector<std::byte> bytes(sizeof(T));
    std::memcpy(bytes.data(), &args, sizeof(T));
    append(calls, kernel, std::move(bytes), std::move(pointers), grain);
  }
  // Memory that lives from the first to the last call of this step.
  Operand workspace(DType dtype, Shape shape);
  // Memory that a prologue call fills whenever parameters change. Precondition: what the prologue
  // reads is constant.
  Operand packed(DType dtype, Shape shape);
  template <class T>
  void prologue_call(const KernelFamily& kernel, const T& args, std::vector<Binding> pointers,
                     std::int64_t grain = 1) {
    std::vector<std::byte> bytes(sizeof(T));
    std::memcpy(bytes.data(), &args, sizeof(T));
    append(prologue, kernel, std::move(bytes), std::move(pointers), grain);
  }

  // ---- results. In `value`, workspace_value is the workspace of the step and first_packed_value,
  // first_packed_value - 1, … are packed_operands[0], [1], …; the plan gives both their places.
  std::vector<KernelCall> calls, prologue;
  std::size_t workspace_bytes = 0;
  struct Packed {
    DType dtype;
    Shape shape;
  };
  std::vector<Packed> packed_operands;

 private:
  void append(std::vector<KernelCall>& into, const KernelFamily& kernel,
              std::vector<std::byte> args, std::vector<Binding> pointers, std::int64_t grain);
  const CpuTarget& target_;
  std::vector<Operand> inputs_, outputs_;
};

// A way to run an operator on the CPU. Several rules for one operator are candidates; the highest
// priority among those that support a step runs, unless the picker's measurements or an option say
// otherwise.
struct CpuRule {
  const char* op = "";
  std::string_view domain = onnx_domain;
  const char* algorithm = "";  // "conv2d.packed"
  // Why it cannot run this step ("winograd: stride is 2"); nothing: it can. Null: always can.
  std::optional<std::string> (*supports)(const StepLowering&) = nullptr;
  void (*lower)(StepLowering&) = nullptr;
  int priority = 0;
  bool engine_only = false;  // its kernel is not C source (OpenBLAS): never in a bundle
};
class RegisterCpuRule {
 public:
  RegisterCpuRule(std::initializer_list<CpuRule> rules);
};
std::vector<const CpuRule*> cpu_rules(const OpSpec& op);  // descending priority

}  // namespace espalier
