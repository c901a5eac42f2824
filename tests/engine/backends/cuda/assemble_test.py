# SPDX-License-Identifier: Apache-2.0
# ctest: TIMEOUT=900
"""Every GPU kernel is assembled for three generations of NVIDIA's GPUs, and ptxas judges it: no
local memory, so many registers and so much shared memory as the launcher allows."""
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(os.environ["ESPALIER_SOURCE_DIR"]) / "engine/ops"
MOST_REGISTERS, MOST_SHARED = 255, 32 * 1024
ARCHITECTURES = ("sm_75", "sm_80", "sm_90")
TILED = ("linear/conv_gpu.cl", "linear/product_gpu.cl")  # their programs have -DROWS


def find_nvcc():
    return shutil.which("nvcc") or shutil.which("nvcc", path="/usr/local/cuda/bin")


def assemble(nvcc, source, architecture, rows, folder):
    """The problems of one program."""
    headers = sorted(ROOT.glob("*/*_gpu.h"))
    text = "".join(h.read_text() for h in headers if h.name != "call_gpu.h") + source.read_text()
    name = f"{source.stem}-{architecture}-{rows}"
    file = folder / f"{name}.cu"
    file.write_text(text)
    run = subprocess.run(
        [nvcc, "-cubin", f"-arch={architecture}", f"-DROWS={rows}", "-Xptxas", "-v", "-o",
         folder / f"{name}.cubin", file], capture_output=True, text=True, check=False)
    said = run.stdout + run.stderr
    if run.returncode:
        return [f"{name}: does not compile\n{said}"], 0
    problems = []
    for stack, stores, loads in re.findall(
            r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads", said):
        if int(stack) or int(stores) or int(loads):
            problems.append(f"{name}: {stack} bytes of local memory, {stores} spilt")
    kernels = re.findall(r"Used (\d+) registers(.*)", said)
    for registers, rest in kernels:
        shared = re.search(r"(\d+) bytes smem", rest)
        if int(registers) > MOST_REGISTERS:
            problems.append(f"{name}: {registers} registers")
        if shared and int(shared[1]) > MOST_SHARED:
            problems.append(f"{name}: {shared[1]} bytes of shared memory")
    if not kernels:
        problems.append(f"{name}: no kernel was seen in what ptxas said\n{said}")
    return problems, len(kernels)


def main():
    nvcc = find_nvcc()
    if not nvcc:
        print("there is no nvcc here: the GPU kernels were not assembled")
        return 77
    sources = sorted(ROOT.glob("*/*_gpu.cl"))
    assert sources, ROOT
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(
            os.cpu_count()) as pool:
        jobs = [pool.submit(assemble, nvcc, source, architecture, rows, pathlib.Path(folder))
                for source in sources for architecture in ARCHITECTURES
                for rows in ((1, 2, 4) if str(source.relative_to(ROOT)) in TILED else (4,))]
        results = [job.result() for job in jobs]
    problems = [p for found, _ in results for p in found]
    print("\n".join(problems) or f"{sum(n for _, n in results)} kernels assembled, no local memory")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
