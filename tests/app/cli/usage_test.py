# SPDX-License-Identifier: Apache-2.0
# ctest: TIMEOUT=300
"""Wrong usage gets exit status 2 and is named; what is printed is where scripts look for it."""

import json
import pathlib
import struct
import subprocess

import command_line


def wrong_usage(case):
    def wrong(*arguments, says):
        case.expect(2, *arguments, says=says)

    wrong(says=["subcommand is required"])
    wrong("tarin", "mlp.espalier", says=['there is no command "tarin"', "train", "conform"])
    wrong("train", "mlp.espalier", "--set", "epochs", says=["PATH=VALUE"])
    wrong("train", "mlp.espalier", "--set", "training.epoch=3", says=["training.epoch;", "training.epochs"])
    elsewhere = ["There is no setting foo.bar; there are training.…, training.optimizer.…", "data.…", "layers.NAME.…"]
    case.expect(2, "train", "mlp.espalier", "--set", "foo.bar=1", says=elsewhere, never=["closest"])
    wrong("train", "mlp.espalier", "--set", "epochs=3", says=["the closest is training.epochs"])
    wrong("train", "mlp.espalier", "--epochs", "", says=['expected a whole number, got ""'])
    wrong("train", "mlp.espalier", "--set", "training.schedule.name=foo", says=["cosine", "got foo"])
    wrong("train", "mlp.espalier", "--set", "layers.none.units=3", says=["none"])
    wrong("train", "mlp.espalier", "--epochs", 0, says=["from 1 to 1,000,000, got 0"])
    wrong("train", "mlp.espalier", "--threads", 100000, says=["from 0 to 4,096"])
    wrong("profile", "mlp.espalier", "--batch", -1, says=["-1 not in range 1 to 1000000"])
    wrong("run", "mlp.espalier", "--output", "out", "--threads", -1, says=["-1 not in range 0 to 4096"])
    wrong("compile", "mlp.espalier", "-o", "out", "--target", "vax", says=["vax", "x86-64-v3"])
    wrong("compile", "mlp.espalier", says=["-o FOLDER"])
    for command in (["train"], ["eval"], ["profile"], ["run", "--output", "out"]):
        wrong(*command, "mlp.espalier", "--device", "gpu", says=["there is no device gpu; this machine has cpu"])
    wrong("export", "mlp.espalier", "-o", "m.onnx", "--opset", 3, says=["3 not in range"])
    case.expect(0, "export", "mlp.espalier", "-o", "m.onnx")
    wrong("eval", "m.onnx", says=["--data P.espalier"])
    assert case.names() == ["m.onnx", "mlp.espalier", "test.csv", "train.csv"], case.names()


def save_npy(path, rows):
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({len(rows)}, {len(rows[0])}), }}".ljust(117) + "\n"
    values = b"".join(struct.pack("<f", v) for row in rows for v in row)
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + values)


def inputs_of_run(case):
    save_npy(case.folder / "a.npy", [[0.5, 0.5]])
    given, out = ["--input", "point=a.npy"], ["--output", "out"]
    case.expect(0, "run", "mlp.espalier", *given, *out, says=["class.npy  float32 [1,2]"])
    case.expect(2, "run", "mlp.espalier", "--input", "a.npy", *out, says=["NAME=FILE.npy"])
    case.expect(2, "run", "mlp.espalier", "--input", "pint=a.npy", *out, says=['no input "pint"', "point"])
    case.expect(2, "run", "mlp.espalier", *given, *given, *out, says=["point: is given twice"])
    case.expect(2, "run", "mlp.espalier", *out, says=['"point" is missing'])
    case.expect(1, "run", "mlp.espalier", "--input", "point=none.npy", *out, says=["none.npy: cannot be read"])
    (case.folder / "class.npy").write_bytes((case.folder / "a.npy").read_bytes())
    read = ["--input", "point=class.npy", "--output", "."]
    case.expect(1, "run", "mlp.espalier", *read, says=["class.npy: is what this command reads"])


def options_win_over_set(case):
    done = case.train("--set", "training.epochs=7", "--json", epochs=2)
    assert sum(json.loads(line)["event"] == "epoch" for line in done.stdout.splitlines()) == 2


def what_goes_to_stdout(case):
    done = case.train()
    assert done.stdout.startswith("done in") and done.stdout.count("\n") == 1, done.stdout
    events = [json.loads(line) for line in case.train("--json").stdout.splitlines()]
    assert events[0]["event"] == "start" and events[-1]["event"] == "done", events
    # However large the batch, no more samples are counted than there are.
    big = case.train("--set", "training.batch_size=1000000", "--json", epochs=3)
    end = json.loads(big.stdout.splitlines()[-1])
    assert end["samples_per_second"] * end["seconds"] < 3.1 * 1800, end
    for arguments, status in ((["train", "none.espalier"], 1), (["train", "mlp.espalier", "--set", "x"], 2), (["fly"], 2)):
        done = case.expect(status, *arguments, "--json")
        event = json.loads(done.stdout)
        assert event["event"] == "failed" and event["reason"] in done.stderr, done
    case.expect(0, "check", "mlp.espalier", says=["no errors\n"])
    case.expect(0, "export", "mlp.espalier", "-o", "line\nbreak.onnx", says=["line\\nbreak.onnx"], never=["line\nbreak"])
    case.train("--threads", 3, says=["3 threads"], never=["cores"])


def a_full_disk_under_stdout(case):
    full = pathlib.Path("/dev/full")
    if not full.exists():
        return
    for arguments in (["ops"], ["ops", "--json"], ["--help"], ["train", "mlp.espalier", "--epochs", "1", "--json"]):
        with full.open("w") as stdout:
            done = case.cli(*arguments, capture_output=False, stdout=stdout, stderr=subprocess.PIPE)
        assert done.returncode == 1 and "cannot be written" in done.stderr, (arguments, done)
    assert (case.runs / "last.safetensors").is_file() and case.weights.is_file()


def more_epochs_and_other_settings(case):
    case.train(epochs=2)
    case.train("--resume", epochs=4, says=["resumed at step 58", "epoch 4/4"])
    changed = ["--set", "training.optimizer.lr=0.5", "--set", "training.batch_size=10"]
    told = ["training.batch_size: 64 → 10", "training.optimizer.lr: 0.01 → 0.5", "train without --resume"]
    case.train("--resume", *changed, epochs=4, status=1, says=told)
    case.train("--resume", "--threads", 1, "--isa", "plain", epochs=5, says=["last bits", "epoch 5/5"])
    left = ["nothing is left to train: 5 epochs are done, and 3 are asked for", "larger --epochs", "done in"]
    case.train("--resume", epochs=3, says=left)
    case.train("--resume", epochs=6, says=["epoch 6/6"], never=["nothing is left"])
    case.train("--resume", "--set", "layers.fc1.units=8", epochs=5, status=1, says=["another drawing"])


command_line.main(
    [
        wrong_usage,
        inputs_of_run,
        options_win_over_set,
        what_goes_to_stdout,
        a_full_disk_under_stdout,
        more_epochs_and_other_settings,
    ]
)
