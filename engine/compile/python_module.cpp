// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "engine/compile/bundle_files.h"
#include "engine/compile/c_text.h"

namespace espalier {
namespace {

// {0}: prefix, {1}: title, {2}, {3}: ports, {4}: bytes of the arena, {5}: the file of weights or None.
constexpr const char* module_text = R"py(# {1}: a compiled network; needs numpy.
#
#   import {0}
#   outputs = {0}.Network().run(*inputs)

import ctypes
import math
import pathlib

import numpy

# (name, shape, type) of each, in the order of the function's arguments.
INPUTS = {2}
OUTPUTS = {3}

_FOLDER = pathlib.Path(__file__).resolve().parent
_WEIGHTS = {5}
_RUN = ctypes.CDLL(str(_FOLDER / "lib{0}.so")).{0}_run
_RUN.restype = ctypes.c_int


def _aligned(size):
    """`size` bytes that begin at a multiple of 64."""
    memory = numpy.zeros(size + 64, numpy.uint8)
    begin = -memory.ctypes.data % 64
    return memory[begin : begin + size]


class Network:
    """The network with working memory of its own: one call of run() at a time."""

    def __init__(self):
        self._arena = _aligned({4})
        self._weights = None
        if _WEIGHTS is not None:
            content = numpy.fromfile(_FOLDER / _WEIGHTS, numpy.uint8)
            self._weights = _aligned(content.size)
            self._weights[:] = content

    def run(self, *inputs):
        """The outputs as a list of arrays. Inputs are arrays in the order of INPUTS; an array of another
        shape with as many elements is taken as it lies in memory."""
        if len(inputs) != len(INPUTS):
            raise ValueError(f"expected {{len(INPUTS)}} inputs, got {{len(inputs)}}")
        arrays = []
        for (name, shape, kind), value in zip(INPUTS, inputs):
            array = numpy.ascontiguousarray(value)
            if array.dtype != numpy.dtype(kind):
                raise ValueError(f"{{name}}: expected {{kind}}, got {{array.dtype}}; convert it with .astype({{kind!r}})")
            if array.size != math.prod(shape):
                raise ValueError(f"{{name}}: expected {{list(shape)}}, got {{list(array.shape)}}")
            arrays.append(array)
        outputs = [numpy.empty(shape, kind) for _, shape, kind in OUTPUTS]
        memory = [*arrays, *outputs, self._arena] + ([] if self._weights is None else [self._weights])
        if _RUN(*(ctypes.c_void_p(m.ctypes.data) for m in memory)) != 0:
            raise RuntimeError("{0}_run refused its arguments")
        return outputs
)py";

std::string tuples(const std::vector<BundlePort>& ports) {
  std::string text;
  for (const BundlePort& p : ports) {
    std::string shape;
    for (const std::int64_t d : p.shape) shape += fmt::format("{}, ", d);
    text += fmt::format("    ({}, ({}), \"{}\"),\n", nlohmann::json(p.name).dump(), shape,
                        name(p.dtype));
  }
  return ports.empty() ? "[]" : "[\n" + text + "]";
}

}  // namespace

std::string python_module(const BundleSource& source, const std::string& title) {
  return fmt::format(fmt::runtime(module_text), source.prefix, c_comment(title),
                     tuples(source.inputs), tuples(source.outputs), source.arena_bytes,
                     source.weights_in == WeightsIn::binary
                         ? fmt::format("\"{}_weights.bin\"", source.prefix)
                         : "None");
}

}  // namespace espalier
