# SPDX-License-Identifier: Apache-2.0
"""The checks find what is planted, name place and allowance, and let good code pass."""

import tempfile
import unittest
from pathlib import Path

import structure


class Planted(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = Path(self.folder.name)
        self.addCleanup(self.folder.cleanup)

    def plant(self, path, *lines):
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text("\n".join(lines) + "\n", encoding="utf-8")

    def paths(self):
        return sorted(str(p.relative_to(self.root)) for p in self.root.rglob("*") if p.is_file())

    def includes(self):
        return structure.check_includes(self.root, self.paths())

    def test_good_code_passes(self):
        self.plant("engine/base/shape.h", "#pragma once", "#include <vector>")
        self.plant("engine/graph/graph.cpp", '#include "engine/base/shape.h"', "#include <fmt/format.h>")
        self.plant("engine/kernels/k.c", '#include "k.h"', "#include <math.h>")
        self.plant("engine/kernels/k.h", "#include <stdint.h>")
        self.plant("ui/canvas/item.h", "#include <QGraphicsItem>", '#include "engine/graph/graph.h"')
        self.plant("engine/graph/graph.h")
        self.plant("engine/compile/write.cpp", '#include "engine/kernels/sources.h"')
        self.plant("tests/ui/canvas/item_test.cpp", "#include <QTest>", '#include "item_test.moc"')
        self.assertEqual(self.includes(), [])

    def test_a_layer_above_is_refused_with_place_and_allowance(self):
        self.plant("engine/passes/plan.h")
        self.plant("engine/graph/graph.cpp", "// graph", "", '#include "engine/passes/plan.h"')
        (problem,) = self.includes()
        self.assertTrue(problem.startswith("engine/graph/graph.cpp:3: "), problem)
        self.assertIn('"engine/passes/plan.h"', problem)
        self.assertIn("engine/graph may include: engine/graph, engine/base", problem)

    def test_what_each_rule_refuses(self):
        self.plant("engine/backends/cpu/blas.h")
        self.plant("engine/kernels/gemm.h")
        self.plant("engine/passes/plan.h")
        self.plant("engine/runtime/device.h")
        self.plant("ui/canvas/scene.h")
        self.plant("ui/palette/palette.h")
        refused = {
            "engine/base/a.cpp": "<QString>",
            "engine/session/a.cpp": "<QtCore/QObject>",
            "engine/train/a.cpp": "<onnx/onnx_pb.h>",
            "engine/project/a.cpp": "<google/protobuf/message.h>",
            "engine/runtime/a.cpp": "<cblas.h>",
            "engine/session/b.cpp": "<sqlite3.h>",
            "app/cli/a.cpp": "<sqlite3.h>",
            "engine/session/c.cpp": "<CLI/CLI.hpp>",
            "engine/graph/a.cpp": "<spdlog/spdlog.h>",
            "engine/compile/a.cpp": '"engine/runtime/device.h"',
            "engine/ops/conv/conv.cpp": '"engine/passes/plan.h"',
            "engine/ops/conv/conv_cpu.cpp": '"engine/backends/cpu/blas.h"',
            "ui/canvas/a.cpp": '"engine/kernels/gemm.h"',
            "ui/shell/a.cpp": '"engine/backends/cpu/blas.h"',
            "ui/inspector/a.cpp": '"ui/canvas/scene.h"',
            "ui/widgets/a.cpp": '"ui/palette/palette.h"',
            "ui/document/a.cpp": "<QGraphicsScene>",
            "engine/kernels/a.c": '"engine/base/shape.h"',
            "engine/data/a.cpp": "<boost/any.hpp>",
            "tests/engine/graph/a_test.cpp": "<QString>",
        }
        for path, header in refused.items():
            self.plant(path, f"#include {header}")
        found = {problem.split(":")[0] for problem in self.includes()}
        self.assertEqual(found, set(refused))

    def test_operators_by_suffix(self):
        self.plant("engine/passes/plan.h")
        self.plant("engine/kernels/gemm.h")
        self.plant("engine/ops/conv/conv.h")
        self.plant("engine/ops/conv/tiles_cpu.h")
        self.plant("engine/ops/conv/conv_cpu.cpp", '#include "engine/passes/plan.h"',
                   '#include "engine/kernels/gemm.h"', '#include "engine/ops/conv/conv.h"')
        self.plant("engine/ops/conv/conv.cpp", '#include "engine/ops/conv/conv.h"')
        self.assertEqual(self.includes(), [])
        self.plant("engine/ops/conv/bad.cpp", '#include "engine/ops/conv/tiles_cpu.h"')
        self.assertEqual(len(self.includes()), 1)

    def test_relative_and_missing_headers_are_refused(self):
        self.plant("engine/graph/ids.h")
        self.plant("engine/graph/graph.cpp", '#include "ids.h"', '#include "engine/graph/gone.h"')
        first, second = self.includes()
        self.assertIn('#include "engine/graph/ids.h"', first)
        self.assertIn("no such file", second)

    def test_text_is_not_a_directive(self):
        self.plant(
            "engine/graph/graph.cpp",
            "/*", "#include <QString>", "*/", 'auto text = R"c(', "#include <QString>", ')c";',
            "// #include <QString>", "const int million = 1'000'000;", "char quote = '\"';",
            "  #  include <QString>",
        )
        (problem,) = self.includes()
        self.assertTrue(problem.startswith("engine/graph/graph.cpp:10:"), problem)

    def test_a_new_folder_has_to_be_entered(self):
        self.plant("engine/novelty/a.cpp")
        (problem,) = self.includes()
        self.assertIn("layers.json", problem)

    def test_a_cycle_in_the_table_is_found(self):
        data = structure.table()
        base = next(unit for unit in data["units"] if unit["name"] == "engine/base")
        base["may"] = ["engine/graph"]
        self.assertTrue(any("cycle" in p for p in structure.check_acyclic(structure.Layers(data))))

    def test_licences(self):
        apache = "SPDX-License-Identifier: Apache-2.0"
        gpl = "SPDX-License-Identifier: GPL-3.0-or-later"
        self.plant("engine/a.cpp", f"// {apache}")
        self.plant("ui/a.h", f"// {gpl}")
        self.plant("tests/ui/a_test.cpp", f"// {gpl}")
        self.plant("cmake/a.cmake", f"# {apache}")
        self.plant("run", "#!/bin/bash", f"# {apache}")
        self.plant("README.md", "no line needed")
        self.assertEqual(structure.check_licences(self.root, self.paths()), [])
        self.plant("engine/b.cpp", f"// {gpl}")
        self.plant("ui/b.cpp", "// nothing")
        self.plant("test", "#!/bin/bash", "echo")
        self.assertEqual(len(structure.check_licences(self.root, self.paths())), 3)


if __name__ == "__main__":
    unittest.main()
