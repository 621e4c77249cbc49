"""The programs under measurement, which are told what to do one line at a time and answer with one line.

    answers MODE FILE            ok                             the file has one letter for each question:
                                                                the variation, 1 for just on, - for off
    measure MODE MILLISECONDS    ok EVALUATIONS NANOSECONDS     processor time of the thread that evaluated; it goes
                                                                on where the last one ended, or anywhere
                                 refused MESSAGE                the program has no such mode
"""

import contextlib
import os
import pathlib
import shutil
import subprocess
import sys
from collections.abc import Iterator

import run

HERE = pathlib.Path(__file__).resolve().parent


class Refused(Exception):
    """The program cannot do what it was asked."""


class Program:
    def __init__(self, name: str, command: list[str], processor: int | None):
        self.name = name
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
            preexec_fn=None if processor is None else lambda: os.sched_setaffinity(0, {processor}),
        )

    def _ask(self, *words: object) -> list[str]:
        with contextlib.suppress(BrokenPipeError):
            print(*words, file=self.process.stdin, flush=True)
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"{self.name} ended with code {self.process.wait()} when asked for {words}")
        answer, _, rest = line.strip().partition(" ")
        if answer != "ok":
            raise Refused(rest)
        return rest.split()

    def answers(self, mode: str, file: pathlib.Path) -> str:
        self._ask("answers", mode, file)
        return file.read_text()

    def measure(self, mode: str, milliseconds: int) -> tuple[int, int]:
        """How many evaluations took how many processor nanoseconds."""
        count, nanoseconds = map(int, self._ask("measure", mode, milliseconds))
        return count, nanoseconds

    def stop(self) -> None:
        self.process.stdin.close()
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def build_yggdrasil(folder: pathlib.Path) -> list[str]:
    """Compiles the C program; gives the command that runs it with the library of the installed wheel."""
    import yggdrasil_engine

    library = pathlib.Path(yggdrasil_engine.__file__).parent / "lib" / "libyggdrasilffi.so"
    binary = folder / "yggdrasil"
    compiler = os.environ.get("CC") or shutil.which("cc") or shutil.which("clang")
    if compiler is None:
        raise SystemExit("there is no C compiler: neither CC nor cc nor clang")
    options = ["-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror"]
    subprocess.run([compiler, *options, "-o", str(binary), str(HERE / "yggdrasil.c"), "-ldl"], check=True)
    return [str(binary), str(library), str(folder)]


@contextlib.contextmanager
def all_programs(folder: pathlib.Path, processor: int | None) -> Iterator[dict[str, Program]]:
    ours = run.PROJECT / ".build" / "release" / "EvaluatorBenchmark"
    commands = {
        "yggdrasil": build_yggdrasil(folder),
        "eppo": [sys.executable, str(HERE / "measure_eppo.py"), str(folder)],
        "serin": [str(ours), str(folder)],
    }
    running: dict[str, Program] = {}
    try:
        for name, command in commands.items():
            running[name] = Program(name, command, processor)
        yield running
    finally:
        for program in running.values():
            program.stop()
