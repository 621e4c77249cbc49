"""What the benchmarks share: the machine, its processors, medians with their range, and the raw figures of a run."""

import datetime
import json
import os
import pathlib
import platform
import statistics
from collections.abc import Sequence

PROJECT = pathlib.Path(__file__).resolve().parents[2]


def machine() -> dict:
    models = [
        line.split(":", 1)[1].strip()
        for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines()
        if line.startswith(("model name", "flags"))
    ]
    return {
        "cpu": models[0] if models else platform.machine(),
        "cores": os.cpu_count(),
        "sha_instructions": any("sha_ni" in model.split() for model in models),
        "system": f"{platform.system()} {platform.release()}",
        "load_at_start": os.getloadavg()[0],
    }


def processors() -> tuple[int | None, int | None]:
    """One processor for what is measured and one for what measures it, so that neither takes the other's time."""
    allowed = sorted(os.sched_getaffinity(0))
    return (allowed[0], allowed[1]) if len(allowed) > 1 else (None, None)


def spread(values: Sequence[float], digits: int = 2) -> str:
    """The median with the range: `7.90 (7.65-10.35)`."""
    return f"{statistics.median(values):.{digits}f} ({min(values):.{digits}f}-{max(values):.{digits}f})"


def report(name: str, described: dict, settings: str, figures: dict, table: str) -> None:
    """Prints where and how it was measured and the table; keeps the raw figures."""
    moment = datetime.datetime.now(datetime.timezone.utc)
    raw = {"at": moment.isoformat(timespec="seconds"), "machine": described, **figures}
    file = PROJECT / ".build" / "benchmark" / f"{name}-{moment:%Y%m%dT%H%M%SZ}.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(raw, indent=2) + "\n")

    shown = "with" if described["sha_instructions"] else "without"
    print(f"{described['cpu']} ({shown} SHA instructions), {described['cores']} cores, {described['system']};")
    print(settings)
    print(f"Raw figures: {file.relative_to(PROJECT)}\n")
    print(table)
