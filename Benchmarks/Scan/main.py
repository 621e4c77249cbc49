"""`script/benchmark scan`: what it takes to find the flags in 100,000 lines of Swift."""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import tempfile

import run
import swift_code

PROGRAM = run.PROJECT / ".build" / "release" / "serin"
LINES = 100_000
# What the median of the processor time must be below.
BAR_SECONDS = 2.0


def measure(program: pathlib.Path, folder: pathlib.Path) -> dict:
    """One run of the whole program: its processor time, its memory and what it found."""
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(
            [str(program), "scan", str(folder), "--json"], stdout=output, stdin=subprocess.DEVNULL, env={}
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            raise SystemExit(f"serin scan ended with {process.returncode}")
        output.seek(0)
        found = json.load(output)["references"]
    return {"cpu": usage.ru_utime + usage.ru_stime, "memory_kb": usage.ru_maxrss, "references": len(found)}


def main() -> None:
    parser = argparse.ArgumentParser(prog="script/benchmark scan")
    parser.add_argument("--rounds", type=int, default=7, help="how often (default: %(default)s)")
    parser.add_argument("--program", type=pathlib.Path, default=PROGRAM, help=argparse.SUPPRESS)
    arguments = parser.parse_args()

    described = run.machine()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        lines = swift_code.write(folder, LINES)
        size = sum(file.stat().st_size for file in folder.rglob("*.swift"))
        files = sum(1 for _ in folder.rglob("*.swift"))
        rounds = [measure(arguments.program, folder) for _ in range(arguments.rounds)]
    if len({one["references"] for one in rounds}) != 1 or rounds[0]["references"] == 0:
        raise SystemExit("the rounds did not find the same")
    cpu = [one["cpu"] for one in rounds]
    verdict = "reached" if statistics.median(cpu) < BAR_SECONDS else "missed"
    memory = max(one["memory_kb"] for one in rounds) / 1000
    table = (
        "| what | processor time, median (range) | bar | memory |\n|---|---|---|---|\n"
        f"| `serin scan`, {lines:,} lines in {files} files ({size / 1e6:.1f} MB), {rounds[0]['references']:,} places"
        f" | {run.spread(cpu)} s | {BAR_SECONDS:g} s: {verdict} | {memory:.0f} MB |"
    )
    run.report("scan", described, f"{arguments.rounds} rounds", {"lines": lines, "rounds": rounds}, table)


if __name__ == "__main__":
    main()
