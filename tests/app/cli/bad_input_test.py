# SPDX-License-Identifier: Apache-2.0
# ctest: TIMEOUT=300
"""Bad input gets a sentence with the file and the cure, exit status 1, and nothing is lost."""

import json
import os
import pathlib
import shutil

import command_line
from command_line import MODELS

NEED_WEIGHTS = [
    ["eval", "mlp.espalier"],
    ["run", "mlp.espalier", "--output", "out"],
    ["export", "mlp.espalier", "-o", "m.onnx"],
    ["compile", "mlp.espalier", "-o", "bundle"],
    ["check", "mlp.espalier"],
]


def weights_that_are_damaged_or_gone(case):
    case.train()
    case.expect(0, "eval", "mlp.espalier", never=["trained weights"])
    case.weights.write_bytes(case.weights.read_bytes()[:300])
    for command in NEED_WEIGHTS:
        case.expect(1, *command, says=[case.weights.name, "damaged", "Put the file back, or train the project again"])
    case.weights.unlink()
    for command in NEED_WEIGHTS:
        case.expect(1, *command, says=[case.weights.name, "cannot be read", "train the project again"])
    assert not (case.folder / "m.onnx").exists() and not (case.folder / "bundle").exists()
    case.expect(0, "summary", "mlp.espalier")
    case.train("--from-weights", status=1, says=["train the project again"])
    case.train(says=["training begins with fresh weights", "done in"])
    case.expect(0, "check", "mlp.espalier", says=["no errors"])


def weights_of_another_shape(case):
    case.train()
    case.edit(lambda d: d["graph"]["nodes"][1]["attributes"].update(units=16))
    for command in NEED_WEIGHTS:
        case.expect(1, *command, says=[case.weights.name, "fc1", "train the project again"])


def weights_that_were_never_trained(case):
    told = ["6 of 6 parameters have no trained weights"]
    done = case.expect(0, "export", "mlp.espalier", "-o", "m.onnx", says=told)
    assert told[0] in done.stderr
    done = case.expect(0, "eval", "mlp.espalier", "--json")
    assert told[0] in done.stderr and json.loads(done.stdout)["untrained"] is True, done
    case.train()
    case.expect(0, "export", "mlp.espalier", "-o", "m.onnx", never=["no trained weights"])
    done = case.expect(0, "eval", "mlp.espalier", "--json", never=["no trained weights"])
    assert json.loads(done.stdout)["untrained"] is False, done


def files_that_are_there_are_not_replaced(case):
    case.train()
    case.expect(0, "export", "mlp.espalier", "-o", "m.onnx")
    before = {p: p.read_bytes() for p in case.folder.iterdir() if p.is_file()}
    is_there, is_read = "is there already", "is what this command reads"
    for force in ([], ["--force"]):
        case.expect(1, "profile", "mlp.espalier", "--trace", "mlp.espalier", *force, says=[is_read])
        case.expect(1, "profile", "m.onnx", "--data", "mlp.espalier", "--trace", "./mlp.espalier", *force, says=[is_read])
        case.expect(1, "import", "m.onnx", "-o", "m.onnx", *force, says=[is_read])
        case.expect(1, "export", "mlp.espalier", "-o", "mlp.espalier", *force, says=[is_read])
        case.expect(1, "export", "m.onnx", "-o", "./m.onnx", *force, says=[is_read])
    case.expect(1, "profile", "mlp.espalier", "--trace", "train.csv", says=[is_there, "--force"])
    case.expect(1, "import", "m.onnx", "-o", "mlp.espalier", says=[is_there, "--force"])
    case.expect(1, "export", "mlp.espalier", "-o", case.weights.name, says=[is_there])
    assert before == {p: p.read_bytes() for p in case.folder.iterdir() if p.is_file()}
    case.expect(0, "profile", "mlp.espalier", "--trace", "t.json", "--repeat", 2)
    case.expect(0, "profile", "mlp.espalier", "--trace", "t.json", "--repeat", 2, "--force")
    case.expect(0, "export", "mlp.espalier", "-o", "m.onnx")
    case.expect(0, "import", "m.onnx", "-o", "mlp.espalier", "--force")


def an_import_into_a_folder_that_is_not_there(case):
    case.expect(0, "export", "mlp.espalier", "-o", "m.onnx")
    case.expect(1, "import", "m.onnx", "-o", "none/p.espalier", says=["none/p.espalier: ", "folder exists"], never=[".lock"])


def what_lies_in_a_bundles_folder_stays(case):
    case.train()
    case.expect(0, "compile", "mlp.espalier", "-o", "bundle")
    (case.folder / "bundle/main.c").write_text("mine")
    case.expect(0, "compile", "mlp.espalier", "-o", "bundle")
    assert (case.folder / "bundle/main.c").read_text() == "mine"
    (case.folder / "other").mkdir()
    (case.folder / "other/notes").write_text("mine")
    case.expect(1, "compile", "mlp.espalier", "-o", "other", says=["other things than a bundle"])
    assert not [n for n in case.names() if n.startswith(".")]


def a_loss_that_is_no_number(case):
    diverge = ["--set", "training.optimizer.name=SGD", "--set", "training.optimizer.lr=1e4"]
    case.train(*diverge, status=1, says=['of "fc', "before its first checkpoint"], never=["is kept", "-nan"])
    case.train(*diverge, "--set", "training.checkpoint.every_steps=1", status=1, says=["checkpoint is kept"])
    case.train(*diverge, "--set", "training.on_non_finite=continue", never=["-nan"])


def a_history_that_is_damaged(case):
    case.train()
    history = case.runs / "runs.sqlite"
    for damage in (b"no database" * 1000, history.read_bytes()[:5000], b"SQLite format 3\0" + b"\xff" * 9000):
        history.write_bytes(damage)
        case.train(says=["runs.sqlite: the history of runs is damaged", "runs.sqlite.damaged", "done in"])
        case.train(never=["damaged"])
    assert len([p for p in case.runs.iterdir() if ".damaged" in p.name]) == 3
    history.unlink()
    history.mkdir()
    case.train("--resume", epochs=2, says=["goes on without a history", "done in"])


def a_folder_that_is_read_only(case):
    program = case.folder / "espalier-cli"
    shutil.copy(command_line.CLI, program)
    home = case.folder / "home"
    home.mkdir()
    ordinary = {}
    if os.geteuid() == 0:  # whom no mode of a folder holds back
        ordinary = {"user": 65534, "group": 65534, "extra_groups": []}
        os.chown(home, 65534, 65534)
    case.folder.chmod(0o555)
    environment = {k: v for k, v in os.environ.items() if not k.startswith("XDG_")}
    environment["HOME"] = str(home)

    def train(status, says, **env):
        done = case.cli("train", "mlp.espalier", "--epochs", 1, executable=program, env={**environment, **env}, **ordinary)
        text = done.stdout + done.stderr
        assert done.returncode == status, f"exit status {done.returncode}: {text}"
        for words in says:
            assert words in text, f"does not say {words}: {text}"
        assert ".;" not in text and ".lock" not in text, text
        return text

    try:
        text = train(1, ["this folder cannot be written", "cannot be written (", "its weights are in"])
        kept = pathlib.Path(text.split("its weights are in ")[1].split("\n")[0])
        assert kept.is_file() and home in kept.parents, text
        home.chmod(0o555)
        train(1, ["cannot be created", "XDG_DATA_HOME"], HOME=str(home / "none"))
    finally:
        home.chmod(0o755)
        case.folder.chmod(0o755)


def networks_that_cannot_run(case):
    def set_graph(nodes):
        case.edit(lambda d: d["graph"].update(nodes=nodes, next_id=99))

    nodes = json.loads(case.project.read_text())["graph"]["nodes"]
    case.edit(lambda d: d["graph"]["nodes"][1]["attributes"].update(units=1_000_000_000))
    case.expect(1, "check", "mlp.espalier", says=["mlp.espalier: error: this needs", "GB"])
    case.train(status=1, says=["this needs", "GB", "make the layers smaller"])
    set_graph([])
    case.expect(1, "check", "mlp.espalier", says=["there is no layer", "1 error\n"])
    empty = [dict(n) for n in nodes]
    empty[0]["attributes"] = {"shape": "N,0"}
    set_graph(empty)
    case.expect(1, "check", "mlp.espalier", says=["mlp.espalier: point: error: ", "holds nothing"])
    odd = [dict(n) for n in nodes]
    odd[2] = {**nodes[2], "op": "Conv", "name": "odd", "attributes": {"channels": 3, "kernel_shape": [3, 3]}}
    set_graph(odd)
    case.expect(1, "check", "mlp.espalier", says=["mlp.espalier: odd: error: "])
    done = case.expect(1, "summary", "mlp.espalier", says=["have no known shape", "cannot work"])
    assert "have no known shape" in done.stderr
    if (MODELS / "resnet8.onnx").is_file():
        case.expect(1, "profile", MODELS / "resnet8.onnx", "--batch", 4, says=["takes batches of 1, got 4"])
    if (MODELS / "toycar.onnx").is_file():
        case.expect(1, "check", MODELS / "toycar.onnx", says=["toycar.onnx: ", "error"])


def sizes_that_are_open(case):
    if not (MODELS / "silero16k.onnx").is_file():
        return
    shutil.copy(MODELS / "silero16k.onnx", case.folder)
    cure = "as those of sequence; give them: --dim sequence=512"
    case.expect(1, "profile", "silero16k.onnx", says=[cure])
    case.expect(1, "compile", "silero16k.onnx", "-o", "vad", says=[cure])
    size = ["--dim", "sequence=512"]
    case.expect(0, "profile", "silero16k.onnx", "--repeat", 2, *size)
    # What fails for another reason, or without a size that is open, does not speak of them.
    case.expect(1, "compile", "silero16k.onnx", "-o", "vad", *size, "--compiler", "nocc", never=["--dim"])
    case.expect(1, "compile", "mlp.espalier", "-o", "vad", "--compiler", "nocc", never=["--dim"])


def a_compiler_that_is_not_there(case):
    told = ['the C compiler "nocc" was not found in PATH', "leave --compiler out to use"]
    case.expect(1, "compile", "mlp.espalier", "-o", "bundle", "--compiler", "nocc", says=told, never=["apt install"])
    case.expect(0, "compile", "mlp.espalier", "-o", "bundle", "--compiler", shutil.which("gcc"))


def data_that_do_not_fit(case):
    table = case.folder / "test.csv"
    whole = table.read_text()
    table.write_text(whole + "0.1,0.2,third\n")
    case.train(status=1, says=["test.csv, line 502", '"third" does not occur in train.csv'])
    table.write_text(whole)
    case.expect(0, "export", "mlp.espalier", "-o", "m.onnx")
    case.edit(lambda d: d["graph"]["nodes"][0]["attributes"].update(shape="N,3"))
    case.train(status=1, says=["point: its shape is N×3", "shape N×2"])


command_line.main(
    [
        weights_that_are_damaged_or_gone,
        weights_of_another_shape,
        weights_that_were_never_trained,
        files_that_are_there_are_not_replaced,
        an_import_into_a_folder_that_is_not_there,
        what_lies_in_a_bundles_folder_stays,
        a_loss_that_is_no_number,
        a_history_that_is_damaged,
        a_folder_that_is_read_only,
        networks_that_cannot_run,
        sizes_that_are_open,
        a_compiler_that_is_not_there,
        data_that_do_not_fit,
    ]
)
