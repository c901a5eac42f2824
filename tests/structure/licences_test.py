# SPDX-License-Identifier: Apache-2.0
"""Every source says its licence."""

import structure

structure.report(
    structure.check_licences(structure.ROOT, structure.project_files()), "licences"
)
