// SPDX-License-Identifier: Apache-2.0
#include "engine/compile/c_writer.h"

#include <algorithm>
#include <cstring>
#include <set>

#include "engine/compile/c_names.h"
#include "engine/compile/c_text.h"
#include "engine/compile/kernel_text.h"
#include "engine/compile/packing.h"

namespace espalier {
namespace {

constexpr std::size_t alignment = 64;

std::size_t aligned(std::size_t bytes) { return (bytes + alignment - 1) / alignment * alignment; }

class Writer {
 public:
  Writer(const Schedule& schedule, const std::string& prefix, const std::string& title,
         WeightsIn weights)
      : s_(schedule), title_(c_comment(title)) {
    for (const Step& step : s_.steps)
      for (const KernelCall& call : step.calls) kernels_.insert(call.kernel.at(Isa::plain).name);
    kernel_text_ = kernel_text(kernels_);
    names_.reserve(kernel_text_);
    out_.prefix = prefix;
    while (names_.taken(out_.prefix + "_run")) out_.prefix += '_';
    out_.weights_in = weights;
  }

  BundleSource write() {
    collect_ports(s_.inputs, out_.inputs);
    collect_ports(s_.outputs, out_.outputs);
    scratch_offset_ = aligned(s_.arena_bytes);
    out_.arena_bytes = std::max(scratch_offset_ + aligned(s_.scratch_bytes), alignment);
    write_steps();
    write_header();
    write_source();
    return std::move(out_);
  }

 private:
  const Value& value(std::int32_t index) const {
    return s_.values.at(static_cast<std::size_t>(index));
  }

  void collect_ports(const std::vector<Port>& ports, std::vector<BundlePort>& into) {
    for (const Port& p : ports) {
      const Value& v = value(p.value);
      into.push_back({p.name, names_.unique(c_identifier(p.name)), v.dtype, v.shape});
    }
  }

  // The expression for a pointer field.
  std::string pointer(const CallPointer& p, const esp_field& field) {
    const Value& v = value(p.value);
    const std::string cast =
        fmt::format("({}{}*)", field.kind == ESP_FIELD_IN ? "const " : "", field.type);
    std::string base;
    switch (v.storage) {
      case Storage::arena:
        return fmt::format("{}(m + {})", cast, v.offset + p.byte_offset);
      case Storage::input:
        base = out_.inputs.at(v.index).identifier;
        break;
      case Storage::constant:
      case Storage::packed:
        base = constant(p.value);
        break;
      case Storage::parameter:
        throw Error(ESP_TEXT("engine", "{}: its weights are not known when the bundle is written"),
                    v.name);
    }
    return p.byte_offset ? fmt::format("{}((const uint8_t*){} + {})", cast, base, p.byte_offset)
                         : cast + base;
  }

  // The expression of a constant, which is written where it is first asked for.
  std::string constant(std::int32_t index) {
    auto [it, fresh] = constants_.try_emplace(index);
    if (!fresh) return it->second;
    const Value& v = value(index);
    const Tensor& t = v.storage == Storage::packed ? packed_.at(index) : s_.constants[v.index];
    if (out_.weights_in == WeightsIn::source) {
      it->second = names_.unique("k_" + c_identifier(v.name));
      arrays_ += c_array(t, it->second, "static const ALIGNED_64");
      out_.constant_bytes += t.bytes();
      return it->second;
    }
    it->second = fmt::format("(w + {})", out_.weights.size());
    out_.weights.append(reinterpret_cast<const char*>(t.data()), t.bytes());
    out_.weights.resize(aligned(out_.weights.size()));
    out_.constant_bytes = out_.weights.size();
    return it->second;
  }

  std::string fields(const KernelCall& call) {
    int count = 0;
    const esp_kernel& kernel = call.kernel.at(Isa::plain);
    const esp_field* table = kernel.fields(&count);
    std::string text;
    for (int i = 0; i < count; ++i) {
      const esp_field& f = table[i];
      const std::byte* at = call.args.data() + f.offset;
      std::string is;
      if (f.kind == ESP_FIELD_IN || f.kind == ESP_FIELD_OUT) {
        const auto p = std::find_if(call.pointers.begin(), call.pointers.end(),
                                    [&](const CallPointer& c) { return c.offset == f.offset; });
        if (p == call.pointers.end()) continue;  // zero by the rules of C
        is = pointer(*p, f);
      } else if (f.kind == ESP_FIELD_REAL) {
        float v;
        std::memcpy(&v, at, sizeof v);
        if (v == 0) continue;
        is = c_float(v);
      } else {
        const std::size_t n = f.kind == ESP_FIELD_INTS ? ESP_MAX_RANK : 1;
        std::vector<esp_int> v(n);
        std::memcpy(v.data(), at, n * sizeof(esp_int));
        if (std::all_of(v.begin(), v.end(), [](esp_int x) { return x == 0; })) continue;
        is = f.kind == ESP_FIELD_INTS ? fmt::format("{{{}}}", fmt::join(v, ", "))
                                      : fmt::format("{}", v[0]);
      }
      text += fmt::format("{}.{} = {}", text.empty() ? "" : ", ", f.name, is);
    }
    return text;
  }

  // Closes and opens blocks, so that those of a step's guards are open.
  void enter(const std::vector<Guard>& guards) {
    std::size_t same = 0;
    while (same < std::min(open_.size(), guards.size()) && open_[same] == guards[same]) ++same;
    for (std::size_t i = same; i < open_.size(); ++i) body_ += "  }\n";
    for (std::size_t i = same; i < guards.size(); ++i)
      body_ += fmt::format("  if ({}*{}) {{\n", guards[i].taken ? "" : "!",
                           pointer({0, guards[i].value, 0}, {"", "uint8_t", ESP_FIELD_IN, 0}));
    open_ = guards;
  }

  void write_steps() {
    for (const Step& step : s_.steps) {
      enter(step.guards);
      if (step.calls.empty() && !step.outputs.empty() && !is_alias(step))
        throw Error(
            ESP_TEXT("engine",
                     "{}: {} has no C kernel for this target, so the network cannot be compiled"),
            step.layer_path, step.node.op->name);
      for (const KernelCall& call : step.calls) {
        const char* kernel = call.kernel.at(Isa::plain).name;
        body_ += fmt::format(
            "  {{  // {}: {}, {}\n    const esp_{}_args a = {{{}}};\n    {}_tile(&a, 0, "
            "{}_tiles(&a), scratch);\n  }}\n",
            c_comment(step.layer_path), step.node.op->name, step.algorithm, kernel, fields(call),
            kernel, kernel);
      }
    }
    enter({});
    for (std::size_t i = 0; i < s_.outputs.size(); ++i) {
      const std::int32_t index = s_.outputs[i].value;
      const Value& v = value(index);
      const esp_field as_read{"", c_type(v.dtype).data(), ESP_FIELD_IN, 0};
      body_ += fmt::format("  for (size_t i = 0; i < {}; ++i) {}[i] = ({})[i];\n", count(v.shape),
                           out_.outputs[i].identifier, pointer({0, index, 0}, as_read));
    }
  }

  // A view of its input (Reshape, Flatten) needs no call where the plan gave both one place.
  bool is_alias(const Step& step) const {
    if (step.inputs.empty() || step.inputs[0] < 0 || step.outputs[0] < 0) return false;
    const Value& a = value(step.inputs[0]);
    const Value& b = value(step.outputs[0]);
    return a.storage == b.storage && a.offset == b.offset && a.index == b.index;
  }

  std::string parameters() const {
    std::vector<std::string> list;
    for (const BundlePort& p : out_.inputs)
      list.push_back(fmt::format("const {}* {}", c_type(p.dtype), p.identifier));
    for (const BundlePort& p : out_.outputs)
      list.push_back(fmt::format("{}* {}", c_type(p.dtype), p.identifier));
    list.emplace_back("void* arena");
    if (out_.weights_in == WeightsIn::binary) list.emplace_back("const void* weights");
    return fmt::format("{}", fmt::join(list, ", "));
  }

  void write_header() {
    const std::string up = c_upper(out_.prefix);
    std::string ports;
    for (const auto* list : {&out_.inputs, &out_.outputs})
      for (const BundlePort& p : *list)
        ports +=
            fmt::format("// {}: {} {}\n#define {}_{}_COUNT {}\n", c_comment(p.name), name(p.dtype),
                        to_string(p.shape), up, c_upper(p.identifier), count(p.shape));
    std::string weights;
    if (out_.weights_in != WeightsIn::source)
      weights = fmt::format("// Size of {}_weights.bin.\n#define {}_WEIGHTS_BYTES {}\n\n",
                            out_.prefix, up, out_.weights.size());
    const bool passed = out_.weights_in == WeightsIn::binary;
    out_.header = fmt::format(
        "// {0}: a compiled network. It allocates nothing and needs only the C library's "
        "mathematics.\n"
        "#ifndef {1}_H\n#define {1}_H\n\n#include <stddef.h>\n#include <stdint.h>\n\n"
        "#ifdef __cplusplus\nextern \"C\" {{\n#endif\n\n"
        "// Working memory of one call, in bytes; it must be aligned to 64 bytes.\n"
        "#define {1}_ARENA_BYTES {2}\n\n{6}// Elements of the inputs and outputs, row-major.\n{3}\n"
        "// Computes the outputs. Calls with different arenas may run at the same time. Returns 0, "
        "or 1\n"
        "// where a pointer is NULL or the arena is not aligned.\n{7}"
        "int {4}_run({5});\n\n#ifdef __cplusplus\n}}\n#endif\n\n#endif\n",
        title_, up, out_.arena_bytes, ports, out_.prefix, parameters(), weights,
        passed
            ? fmt::format("// `weights` is the content of {}_weights.bin, aligned to 64 bytes.\n",
                          out_.prefix)
            : "");
  }

  // What stands before the function: the weights, or where they are.
  std::string weights_text() const {
    if (out_.weights_in == WeightsIn::source) return arrays_;
    std::string text =
        "#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__\n"
        "#error \"the file of weights is little-endian\"\n#endif\n";
    if (out_.weights_in == WeightsIn::object)
      text += fmt::format("extern const uint8_t {}_weights[];\n", out_.prefix);
    return text;
  }

  void write_source() {
    std::string check = "!arena || ((uintptr_t)arena & 63)";
    for (const auto* list : {&out_.inputs, &out_.outputs})
      for (const BundlePort& p : *list) check += fmt::format(" || !{}", p.identifier);
    std::string weights;
    if (out_.weights_in == WeightsIn::binary) {
      check += " || !weights || ((uintptr_t)weights & 63)";
      weights = "  const uint8_t* const w = (const uint8_t*)weights;\n";
    } else if (out_.weights_in == WeightsIn::object) {
      weights = fmt::format("  const uint8_t* const w = {}_weights;\n", out_.prefix);
    }
    out_.source = fmt::format(
        "// {0}\n#include \"{1}.h\"\n\n#include <math.h>\n\n"
        "#define ESP_BUNDLE 1\n#define ESP_ISA {1}\n#ifndef ESP_WIDTH\n#define ESP_WIDTH "
        "{2}\n#endif\n"
        "#if defined(__GNUC__)\n#define ALIGNED_64 __attribute__((aligned(64)))\n"
        "#pragma GCC diagnostic ignored \"-Wunused-function\"\n#else\n#define ALIGNED_64\n#endif\n"
        "{3}\n// ---- weights\n{4}\n// ---- the network\n"
        "int {1}_run({5}) {{\n  if ({6}) return 1;\n  uint8_t* const m = (uint8_t*)arena;\n"
        "  void* const scratch = m + {7};\n  (void)scratch;\n{9}{8}  return 0;\n}}\n",
        title_, out_.prefix, s_.target.width, kernel_text_, weights_text(), parameters(), check,
        scratch_offset_, body_, weights);
  }

  const Schedule& s_;
  const std::string title_;
  BundleSource out_;
  CNames names_;
  std::set<std::string> kernels_;
  const std::map<std::int32_t, Tensor> packed_ = packed_weights(s_);
  std::map<std::int32_t, std::string> constants_;  // the expression of each that is used
  std::string kernel_text_, body_, arrays_;
  std::vector<Guard> open_;  // the conditions of the blocks that are open
  std::size_t scratch_offset_ = 0;
};

}  // namespace

std::string_view name(WeightsIn weights) {
  static constexpr std::string_view names[] = {"source", "binary", "object"};
  return names[static_cast<int>(weights)];
}

WeightsIn weights_in_from_name(std::string_view wanted) {
  for (const WeightsIn w : {WeightsIn::source, WeightsIn::binary, WeightsIn::object})
    if (name(w) == wanted) return w;
  throw Error(ESP_TEXT("engine", "weights \"{}\": expected source, binary or object"), wanted);
}

BundleSource write_c(const Schedule& schedule, const std::string& prefix, const std::string& title,
                     WeightsIn weights) {
  return Writer(schedule, prefix, title, weights).write();
}

}  // namespace espalier
