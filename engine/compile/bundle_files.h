// SPDX-License-Identifier: Apache-2.0
//
// The files of a bundle that are not the network itself.
#pragma once

#include <string>
#include <vector>

#include "engine/compile/bundle.h"
#include "engine/compile/c_writer.h"
#include "engine/compile/test_vectors.h"

namespace espalier {

std::string vectors_header(const BundleSource& source, const std::vector<TestVector>& vectors);
// A program that runs all vectors, prints "largest difference D" and exits with 1 where a difference
// exceeds the tolerance. With the argument "time" it prints "median T us", too.
std::string test_program(const BundleSource& source, const BundleTarget& target,
                         const std::vector<TestVector>& vectors, double tolerance);
// Assembler text that makes the file of weights an object. Precondition: the weights are in a file.
std::string weights_wrapper(const BundleSource& source);
std::string cmake_lists(const BundleSource& source, const BundleTarget& target,
                        const std::string& optimization);
std::string cmake_config(const BundleSource& source);
std::string pkg_config(const BundleSource& source);
// A Python module over the shared library. Precondition: the target makes one.
std::string python_module(const BundleSource& source, const std::string& title);
std::string manifest(const BundleSource& source, const BundleTarget& target,
                     const BundleOptions& options, const BundleResult& result);
std::string readme(const BundleSource& source, const BundleTarget& target, const std::string& title,
                   const BundleResult& result);

}  // namespace espalier
