"""`script/benchmark control`: what the control API costs with 5,000 flags and 200,000 versions of them."""

import argparse
import json
import pathlib
import statistics
import tempfile

import run
import servers

FLAGS = 5_000
VERSIONS = 200_000
# What the median of the server's processor time per request must be below.
BAR_MILLISECONDS = 50.0
ENVIRONMENT = "/api/v1/projects/shop/environments/production"


def document(index: int, version: int) -> dict:
    """A flag with two rules and a property."""
    return {
        "kind": "release" if index % 3 else "ops",
        "owner": f"team-{index % 40}",
        "description": f"Flag number {index} of the benchmark",
        "tags": [f"area-{index % 25}"],
        "properties": {"color": {"type": "string", "default": "blue"}},
        "variations": {"off": {"enabled": False}, "on": {"enabled": True, "properties": {"color": "green"}}},
        "off": "off",
        "default": "off",
        "rules": [
            {"id": "r_00000001", "when": {"attribute": "country", "op": "in", "values": ["DE", "FR"]}, "serve": "on"},
            {
                "id": "r_00000002",
                "rollout": {"percent": version % 100, "by": "userID", "salt": f"s{index}"},
                "serve": "on",
            },
        ],
    }


class API:
    """The control API of one server, with the processor time that requests take."""

    def __init__(self, process: servers.Process, token: str):
        self.process = process
        self.token = token

    def request(self, method: str, path: str, body: dict | None = None) -> dict:
        content = None if body is None else json.dumps(body).encode()
        status, answer = self.process.request(method, path, content, self.token, timeout=300)
        if status >= 300:
            raise SystemExit(f"{method} {path} answered {status}: {answer[:500]!r}")
        return json.loads(answer)

    def milliseconds(self, path: str, count: int) -> float:
        """The server's processor time of one request, of a number of them after each other."""
        before = self.process.cpu_seconds()
        for _ in range(count):
            self.request("GET", path)
        return (self.process.cpu_seconds() - before) / count * 1000


def fill(api: API, flags: int, versions: int) -> int:
    """Writes the flags over and over in changes of a hundred; gives the number of versions there are."""
    written = 0
    version = 0
    while written < versions:
        for start in range(0, flags, 100):
            numbers = range(start, min(start + 100, flags))
            entries = {f"flag_{index:05}": document(index, version) for index in numbers}
            api.request("POST", ENVIRONMENT + "/apply", {"document": {"schema": 1, "flags": entries}})
            written += len(entries)
        version += 1
    return written


def main() -> None:
    parser = argparse.ArgumentParser(prog="script/benchmark control")
    parser.add_argument("--rounds", type=int, default=7, help="how often (default: %(default)s)")
    parser.add_argument("--requests", type=int, default=20, help="requests of a round (default: %(default)s)")
    parser.add_argument("--flags", type=int, default=FLAGS, help="how many flags (default: %(default)s)")
    parser.add_argument("--versions", type=int, default=VERSIONS, help="how many versions (default: %(default)s)")
    arguments = parser.parse_args()

    key = f"flag_{arguments.flags // 2:05}"
    questions = {
        "a page of 50 flags": "/flags?limit=50",
        "the same by owner, from the end": "/flags?limit=50&sort=-owner",
        "search for two words": "/flags?search=number%20area-7&limit=50",
        "one flag": f"/flags/{key}",
        "20 versions of one flag": f"/flags/{key}/versions?limit=20",
        "the audit log of one flag": None,
    }
    described = run.machine()
    seed = {"schema": 1, "project": "shop", "environment": "production", "flags": {}}
    with tempfile.TemporaryDirectory() as name:
        with servers.serin(pathlib.Path(name), seed, run.processors()[0], token="TOKEN") as (process, token):
            api = API(process, token)
            versions = fill(api, arguments.flags, arguments.versions)
            flag = api.request("GET", f"{ENVIRONMENT}/flags/{key}")["id"]
            paths = {what: ENVIRONMENT + path for what, path in questions.items() if path}
            paths["the audit log of one flag"] = f"/api/v1/projects/shop/audit?object=flag:{flag}&limit=20"
            rounds = [
                {what: api.milliseconds(path, arguments.requests) for what, path in paths.items()}
                for _ in range(arguments.rounds)
            ]
            memory = process.resident_bytes() / 1e6
    table = "| what | server's processor time, median (range) | bar |\n|---|---|---|\n"
    for what in paths:
        figures = [one[what] for one in rounds]
        verdict = "reached" if statistics.median(figures) < BAR_MILLISECONDS else "missed"
        table += f"| {what} | {run.spread(figures)} ms | {BAR_MILLISECONDS:g} ms: {verdict} |\n"
    settings = (
        f"{arguments.flags:,} flags, {versions:,} versions in one environment; {arguments.rounds} rounds of "
        f"{arguments.requests} requests; {memory:.0f} MB in memory"
    )
    run.report("control", described, settings, {"versions": versions, "rounds": rounds}, table.rstrip())


if __name__ == "__main__":
    main()
