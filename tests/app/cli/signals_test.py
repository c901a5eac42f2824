# SPDX-License-Identifier: Apache-2.0
# ctest: TIMEOUT=120
"""A signal ends the work in order: training with a checkpoint, compiling without a trace."""

import os
import pathlib
import shutil
import signal
import subprocess
import time

import command_line


def start(case, *arguments):
    command = [command_line.CLI, *map(str, arguments)]
    return subprocess.Popen(command, cwd=case.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def wait_for(condition, what):
    end = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < end, f"waited too long for {what}"
        time.sleep(0.005)


def working_in(folder):
    """The processes whose working folder lies there."""
    found = []
    for process in pathlib.Path("/proc").iterdir():
        try:
            if process.name.isdigit() and folder in pathlib.Path(os.readlink(process / "cwd")).parents:
                found.append((process / "comm").read_text().strip())
        except OSError:  # it has ended
            pass
    return found


def stopped_training_keeps_a_checkpoint(case):
    for number in (signal.SIGHUP, signal.SIGTERM, signal.SIGINT):
        shutil.rmtree(case.runs, ignore_errors=True)
        process = start(case, "train", "mlp.espalier", "--epochs", 100000, "--json")
        process.stdout.readline()
        time.sleep(0.2)
        process.send_signal(number)
        out, errors = process.communicate(timeout=30)
        assert process.returncode == 1 and '"event":"stopped"' in out, (number, process.returncode, errors)
        assert (case.runs / "last.safetensors").is_file()
        case.train("--resume", says=["resumed at step"])


def nohup_is_heeded(case):
    command = ["nohup", command_line.CLI, "train", "mlp.espalier", "--epochs", "100000"]
    process = subprocess.Popen(command, cwd=case.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wait_for((case.runs / "last.safetensors").exists, "a checkpoint")
    process.send_signal(signal.SIGHUP)
    time.sleep(0.5)
    assert process.poll() is None, "it ended"
    process.terminate()
    process.wait(timeout=30)


def stopped_compiling_leaves_nothing(case):
    shutil.copy(command_line.SOURCE / "projects/fashion-mnist/lenet.espalier", case.folder)
    before = case.names()
    for number in (signal.SIGTERM, signal.SIGHUP):
        process = start(case, "compile", "lenet.espalier", "-o", "bundle", "-O", 3)
        wait_for(lambda: "cc1" in working_in(case.folder), "the compiler")
        process.send_signal(number)
        _, errors = process.communicate(timeout=30)
        assert process.returncode == 1 and "cancelled" in errors, (process.returncode, errors)
        wait_for(lambda: not working_in(case.folder), "the compiler's end")
        assert case.names() == before, case.names()


command_line.main([stopped_training_keeps_a_checkpoint, nohup_is_heeded, stopped_compiling_leaves_nothing])
