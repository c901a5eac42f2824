# SPDX-License-Identifier: Apache-2.0
"""The Python module of a bundle gives what the engine gives, and refuses what does not fit."""

import importlib.util

import virtual_environment

virtual_environment.needs("numpy")

import numpy

from command_line import SOURCE, main

LENET = SOURCE / "projects/fashion-mnist/lenet.espalier"


def module_of(case, *arguments):
    case.expect(0, "compile", LENET, "-o", "bundle", "--target", "host", "-O", "1", *arguments)
    spec = importlib.util.spec_from_file_location("lenet", case.folder / "bundle/lenet.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def gives_what_the_engine_gives(case, *arguments):
    lenet = module_of(case, *arguments)
    image = numpy.random.default_rng(1).standard_normal([1, 1, 28, 28], dtype=numpy.float32)
    numpy.save(case.folder / "in.npy", image)
    (name, shape, kind), (output, *_) = lenet.INPUTS[0], lenet.OUTPUTS[0]
    assert shape == (1, 1, 28, 28) and kind == "float32", lenet.INPUTS
    case.expect(0, "run", LENET, "--input", f"{name}=in.npy", "--output", "out")
    expected = numpy.load(case.folder / f"out/{output}.npy")
    network = lenet.Network()
    for given in (image, image, image.ravel(), numpy.asfortranarray(image)):
        (got,) = network.run(given)
        assert got.shape == expected.shape and numpy.abs(got - expected).max() <= 1e-4, (got, expected)


def weights_in_a_file(case):
    gives_what_the_engine_gives(case, "--weights", "binary")


def what_does_not_fit_is_refused(case):
    lenet = module_of(case)
    network, image = lenet.Network(), numpy.zeros([1, 1, 28, 28], numpy.float32)
    for inputs, said in (
        ([], "expected 1 inputs, got 0"),
        ([image, image], "expected 1 inputs, got 2"),
        ([image.astype(numpy.float64)], "expected float32, got float64"),
        ([image[:, :, 1:]], "expected [1, 1, 28, 28], got [1, 1, 27, 28]"),
    ):
        try:
            network.run(*inputs)
        except ValueError as error:
            assert said in str(error), error
        else:
            raise AssertionError(f"not refused: {said}")


main([gives_what_the_engine_gives, weights_in_a_file, what_does_not_fit_is_refused])
