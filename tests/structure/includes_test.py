# SPDX-License-Identifier: Apache-2.0
"""Every #include of the project is allowed by layers.json."""

import structure

problems = structure.check_acyclic()
problems += structure.check_includes(structure.ROOT, structure.project_files())
structure.report(problems, "includes")
