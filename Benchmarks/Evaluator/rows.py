"""What is measured, and the bars that it has to reach."""

import dataclasses

import flag_set
import inputs

SEGMENTS = (10, 1_000, 100_000, 1_000_000)


@dataclasses.dataclass(frozen=True)
class Row:
    """One thing that is measured. A required one that a program refuses ends the run."""

    label: str
    program: str
    mode: str
    # The draw that its answers are checked with; None when they are not.
    draw: str | None = None
    # How many times as long the yardstick has to take.
    bar: float | None = None
    required: bool = False
    # What a version may not have yet; such rows are left out together.
    feature: str = ""


def serin_mode(form: str, count: int = flag_set.FLAG_COUNT, draw: str | None = None, engine: str = "swift") -> str:
    return f"{form}:{inputs.ruleset_name(count, draw)}:{engine}"


YARDSTICK = Row("yggdrasil, `flat_check_enabled`", "yggdrasil", "enabled", "unleash", required=True)
EPPO = Row("Eppo, `get_string_assignment` from Python", "eppo", "assignment", "eppo", required=True)
EPPO_CALL = Row("Eppo, the same call for an unknown flag", "eppo", "unknown", required=True)
OURS = Row("**Serin**, pure Swift, single", "serin", serin_mode("single"), "sha256", 3, required=True)
ENGINES = {"swift": "pure Swift", "hardware": "SHA instructions"}

ROWS = [
    YARDSTICK,
    Row("yggdrasil, `flat_check_variant`", "yggdrasil", "variant", "unleash", required=True),
    EPPO,
    EPPO_CALL,
    OURS,
    Row("Serin, pure Swift, bound", "serin", serin_mode("bound"), "sha256", 4, required=True),
    Row("Serin, pure Swift, bulk", "serin", serin_mode("bulk"), "sha256", required=True),
    *(
        Row(f"Serin, SHA instructions, {form}", "serin", serin_mode(form, engine="hardware"), "sha256", bar,
            feature="SHA instructions")
        for form, bar in {"single": 5, "bound": 12, "bulk": 20}.items()
    ),
    *(
        Row(f"Serin, draw `unleash`, {form}", "serin", serin_mode(form, draw="unleash"), "unleash",
            feature="the draw `unleash`")
        for form in ("single", "bound", "bulk")
    ),
]
SIZE_ROWS = {
    (engine, count): Row(
        f"{count:,} flags, {label}", "serin", serin_mode("single", count, engine=engine), feature=label)
    for engine, label in ENGINES.items() for count in inputs.SIZES
}
SEGMENT_ROWS = {
    (count, kind): Row(f"segment of {count:,} ids, {kind}", "serin", f"{kind}:{count}", feature="segments")
    for count in SEGMENTS for kind in ("hit", "miss")
}
# Nanoseconds of an evaluation in each round.
Figures = dict[Row, list[float]]
