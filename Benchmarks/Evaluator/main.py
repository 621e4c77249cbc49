"""`script/benchmark evaluator`: CPU time of an evaluation in process, beside other systems' compiled engines."""

import argparse
import pathlib
import tempfile

import check
import inputs
import programs
import run
import tables
import unleash_format
from rows import ROWS, SEGMENT_ROWS, SIZE_ROWS, Figures, Row

SLICE_MS = 20
# At the beginning of a slice the caches hold what the program before it used.
WARM_UP_MS = 5


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="script/benchmark evaluator", description=__doc__)
    parser.add_argument("--rounds", type=int, default=11, help="rounds of everything, in turn (11)")
    parser.add_argument("--seconds", type=float, default=0.2, help="processor time of each line in a round (0.2)")
    parser.add_argument("--check", action="store_true", help="only check the flag set and every program's answers")
    return parser.parse_args()


def checked(running: dict[str, programs.Program], folder: pathlib.Path) -> tuple[list[Row], dict[str, str]]:
    """The rows that can be measured, all answers checked; and the features that are not there, with the reason."""
    known = check.Answers()
    rows, refused = [], {}
    for row in dict.fromkeys([*ROWS, *SIZE_ROWS.values(), *SEGMENT_ROWS.values()]):
        program = running[row.program]
        try:
            if row.draw:
                known.check(program.answers(row.mode, folder / "answers"), row.draw, f"{row.label} ({row.mode})")
            program.measure(row.mode, 50)
            rows.append(row)
        except programs.Refused as refusal:
            if row.required:
                raise SystemExit(f"{row.label}: {refusal}")
            refused[row.feature] = str(refusal)
    return rows, refused


def one_round(running: dict[str, programs.Program], rows: list[Row], seconds: float) -> dict[Row, float]:
    """Processor nanoseconds of one evaluation of each row.

    The rows take turns in slices, so that whatever else the machine does meanwhile slows down all of them alike.
    """
    totals = {row: (0, 0) for row in rows}
    for number in range(max(1, round(seconds * 1_000 / SLICE_MS))):
        # Every turn starts elsewhere, so that nothing always follows the same neighbour.
        start = number * 5 % len(rows)
        for row in rows[start:] + rows[:start]:
            running[row.program].measure(row.mode, WARM_UP_MS)
            count, nanoseconds = running[row.program].measure(row.mode, SLICE_MS)
            totals[row] = (totals[row][0] + count, totals[row][1] + nanoseconds)
    return {row: nanoseconds / count for row, (count, nanoseconds) in totals.items()}


def main() -> None:
    options = arguments()
    check.flag_sets()
    described = run.machine()
    _, processor = run.processors()
    with tempfile.TemporaryDirectory(prefix="serin-benchmark-") as name:
        folder = pathlib.Path(name)
        inputs.write(folder)
        unleash_format.write_messages(inputs.contexts(), folder / "messages.bin")
        with programs.all_programs(folder, processor) as running:
            rows, refused = checked(running, folder)
            figures: Figures = {row: [] for row in rows}
            for _ in range(0 if options.check else options.rounds):
                for row, nanoseconds in one_round(running, rows, options.seconds).items():
                    figures[row].append(nanoseconds)

    missing = [f"Not measured: {feature} ({reason})." for feature, reason in refused.items()]
    if options.check:
        print("The flag set is right in all three systems, and so is every answer.", *missing, sep="\n")
        return
    settings = (
        f"{options.rounds} rounds of {options.seconds:g} s of processor time for each line, in turn, medians;\n"
        f"{len(check.Answers().questions):,} answers of each checked.")
    parts = [tables.comparison(figures), tables.sizes(figures), tables.segments(figures), "\n".join(missing)]
    raw = {"seconds": options.seconds, "nanoseconds": {row.label: values for row, values in figures.items()}}
    run.report("evaluator", described, settings, raw, "\n\n".join(filter(None, parts)))


if __name__ == "__main__":
    main()
