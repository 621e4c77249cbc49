"""The tables of a run; every ratio is of figures from one round."""

import statistics

import inputs
import run
from rows import (
    ENGINES, EPPO, EPPO_CALL, OURS, ROWS, SEGMENT_ROWS, SEGMENTS, SIZE_ROWS, YARDSTICK, Figures,
)

SIZE_BAR = 2
SEGMENT_BAR_NS = 200


def comparison(figures: Figures) -> str:
    """Everybody beside yggdrasil and beside Serin."""
    lines = [
        "| evaluator | CPU ns an evaluation, median (range) | against Serin, pure Swift, single "
        "| yggdrasil's `flat_check_enabled` takes, times | bar |",
        "|---|---|---|---|---|",
    ]

    def add(label: str, values: list[float], bar: float | None = None) -> None:
        ours = [value / own for value, own in zip(values, figures[OURS])]
        times = [yardstick / value for yardstick, value in zip(figures[YARDSTICK], values)]
        verdict = "" if bar is None else f"{bar:g}: {'reached' if statistics.median(times) >= bar else 'missed'}"
        lines.append(f"| {label} | {run.spread(values, 0)} | {run.spread(ours)} | {run.spread(times)} | {verdict} |")

    for row in ROWS:
        if row in figures:
            add(row.label, figures[row], row.bar)
        if row == EPPO_CALL:
            core = [full - call for full, call in zip(figures[EPPO], figures[EPPO_CALL])]
            add("Eppo, the difference of the two: its engine alone, inferred", core)
    return "\n".join(lines)


def sizes(figures: Figures) -> str:
    lines = ["| single evaluation, random order | " + " | ".join(f"{count:,} flags" for count in inputs.SIZES)
             + " | last against first | bar |", "|---" * (len(inputs.SIZES) + 3) + "|"]
    for engine, label in ENGINES.items():
        rows = [SIZE_ROWS[engine, count] for count in inputs.SIZES]
        if not all(row in figures for row in rows):
            continue
        growth = [last / first for first, last in zip(figures[rows[0]], figures[rows[-1]])]
        verdict = "reached" if statistics.median(growth) <= SIZE_BAR else "missed"
        cells = [f"{run.spread(figures[row], 0)} ns" for row in rows]
        lines.append(f"| {label} | {' | '.join(cells)} | {run.spread(growth)} | {SIZE_BAR}: {verdict} |")
    return "\n".join(lines)


def segments(figures: Figures) -> str:
    if not any(row in figures for row in SEGMENT_ROWS.values()):
        return ""
    lines = ["| is an id in a segment, random order | hit | miss | bar |", "|---|---|---|---|"]
    for count in SEGMENTS:
        rows = [SEGMENT_ROWS[count, kind] for kind in ("hit", "miss")]
        if not all(row in figures for row in rows):
            continue
        slowest = max(statistics.median(figures[row]) for row in rows)
        verdict = f"{SEGMENT_BAR_NS} ns: {'reached' if slowest <= SEGMENT_BAR_NS else 'missed'}"
        cells = " | ".join(f"{run.spread(figures[row], 0)} ns" for row in rows)
        lines.append(f"| {count:,} ids | {cells} | {verdict if count == SEGMENTS[-1] else ''} |")
    return "\n".join(lines)
