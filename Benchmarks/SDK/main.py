"""`script/benchmark sdk`: what reading flags, starting and keeping flags take in an app."""

import argparse
import dataclasses
import os
import pathlib
import statistics
import subprocess
import tempfile

import run

PROGRAM = run.PROJECT / ".build" / "release" / "SDKBenchmark"
FLAGS = 1_000
# A refresh every 50 ms, far more often than in any app; decoding its thousand flags keeps a core busy meanwhile.
PAUSE_MS = 50


@dataclasses.dataclass(frozen=True)
class Row:
    """Something that is measured in a process of its own."""

    label: str
    command: tuple[str, ...]
    unit: str
    # What the median must be below.
    bar: float | None = None


def reading(what: str, label: str, threads: int, pause: int, milliseconds: int, bar: float | None = None) -> Row:
    many = f"{threads} threads, refreshes meanwhile" if pause else "one thread, nothing else"
    return Row(f"{label}, {many}", ("read", what, str(threads), str(FLAGS), str(milliseconds), str(pause)), "ns", bar)


def rows(folder: pathlib.Path, milliseconds: int) -> list[Row]:
    cores = len(os.sched_getaffinity(0))
    return [
        reading("enabled", "`isEnabled`", 1, 0, milliseconds, 80),
        reading("enabled", "`isEnabled`", cores, PAUSE_MS, milliseconds, 80),
        reading("enabled", "`isEnabled`", 64, PAUSE_MS, milliseconds),
        reading("property", "a property", 1, 0, milliseconds),
        reading("property", "a property", cores, PAUSE_MS, milliseconds),
        reading("property", "a property", 64, PAUSE_MS, milliseconds),
        Row(f"start with {FLAGS:,} stored flags, processor time", ("start", str(folder), str(FLAGS)), "ms", 10),
        Row(f"start with {FLAGS:,} stored flags, time that passes", ("start", str(folder), str(FLAGS)), "ms", 10),
        Row(f"memory for {FLAGS:,} flags", ("memory", str(FLAGS)), "kB"),
    ]


def figures_of(*command: str) -> list[int]:
    result = subprocess.run([str(PROGRAM), *command], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if result.returncode != 0:
        raise SystemExit(f"{command} ended with {result.returncode}\n{result.stderr}")
    return [int(word) for word in result.stdout.split()]


def measure(row: Row) -> float:
    figures = figures_of(*row.command)
    match row.command[0]:
        case "read":
            if int(row.command[-1]) and figures[2] < 2:
                raise SystemExit(f"{row.label}: there were no refreshes meanwhile")
            return figures[1] / figures[0]
        case "start":
            return figures[0 if "processor" in row.label else 1] / 1e6
        case _:
            return figures[0] / 1e3


def table(measured: dict[Row, list[float]]) -> str:
    lines = ["| what | median (range) | bar |", "|---|---|---|"]
    for row, values in measured.items():
        verdict = ""
        if row.bar is not None:
            verdict = f"{row.bar:g} {row.unit}: {'reached' if statistics.median(values) < row.bar else 'missed'}"
        digits = 2 if row.unit == "ms" else 0
        lines.append(f"| {row.label} | {run.spread(values, digits)} {row.unit} | {verdict} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(prog="script/benchmark sdk", description=__doc__)
    parser.add_argument("--rounds", type=int, default=11, help="rounds of everything, in turn (11)")
    parser.add_argument("--seconds", type=float, default=0.3, help="how long threads read in each round (0.3)")
    options = parser.parse_args()
    described = run.machine()
    with tempfile.TemporaryDirectory(prefix="serin-benchmark-") as name:
        folder = pathlib.Path(name)
        if figures_of("prepare", name, str(FLAGS)) != [FLAGS]:
            raise SystemExit("the flags could not be stored")
        measured = {row: [] for row in rows(folder, round(options.seconds * 1_000))}
        for _ in range(options.rounds):
            for row in measured:
                measured[row].append(measure(row))
    settings = (
        f"{options.rounds} rounds in turn, {options.seconds:g} s of reading for each line, in a process of its own;\n"
        "medians. "
        "Readings are in processor time of the threads that read; all keys in random order.")
    raw = {"figures": {row.label: values for row, values in measured.items()}}
    run.report("sdk", described, settings, raw, table(measured))


if __name__ == "__main__":
    main()
