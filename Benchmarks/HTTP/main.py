"""`script/benchmark http`: server CPU of a single evaluation beside nginx serving a file of the same size."""

import argparse
import json
import pathlib
import statistics
import subprocess
import tempfile

import flag_set
import run
import servers
import workload

HERE = pathlib.Path(__file__).resolve().parent
CONNECTIONS = 64
BAR = 1.1


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="script/benchmark http", description=__doc__)
    parser.add_argument("--rounds", type=int, default=6, help="rounds of each server, in turn (6)")
    parser.add_argument("--seconds", type=int, default=4, help="length of a round (4)")
    return parser.parse_args()


def load(process: servers.Process, path: str, seconds: int, processor: int | None, *script: str) -> dict:
    """Puts a server under load once; gives wrk's figures and the CPU time that the server took."""
    command = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{seconds}s", "-s", str(HERE / "load.lua"), process.name + path]
    if processor is not None:
        command = ["taskset", "-c", str(processor), *command]
    before = process.cpu_seconds()
    result = subprocess.run([*command, "--", *script], capture_output=True, text=True, timeout=seconds + 30)
    cpu = process.cpu_seconds() - before
    if result.returncode != 0:
        raise SystemExit(f"wrk failed: {result.stdout}{result.stderr}")
    figures = json.loads(result.stdout.splitlines()[-1])
    if figures["bad_status"] or figures["bad_socket"] or not figures["requests"]:
        raise SystemExit(f"{process.name}{path} did not answer every request well: {figures}")
    return {
        **figures,
        "cpu_us": cpu * 1e6 / figures["requests"],
        "requests_per_second": figures["requests"] / figures["seconds"],
        "resident_bytes": process.resident_bytes(),
    }


def answers(server: servers.Process, key: str, paths: list[str], bodies: list[bytes]) -> list[bytes]:
    """Every answer that the load will ask for, checked to be one."""
    result = []
    for number, body in enumerate(bodies):
        status, answer = server.request("POST", paths[number % len(paths)], body, key)
        if status != 200 or "ruleId" not in json.loads(answer):
            raise SystemExit(f"no evaluation but {status}: {answer!r}")
        result.append(answer)
    return result


def table(rounds: dict[str, list[dict]], body_bytes: int, answer_bytes: int) -> str:
    def median(name: str, figure: str) -> float:
        return statistics.median(round[figure] for round in rounds[name])

    ratios = [ours["cpu_us"] / theirs["cpu_us"] for ours, theirs in zip(rounds["serin"], rounds["nginx"])]
    names = {
        "nginx": f"nginx, GET of a static file, {answer_bytes} B",
        "serin": f"serin, POST /v1/evaluate/KEY, {body_bytes} B in, {answer_bytes} B out",
    }
    lines = [
        "| server | CPU us a request, median (range) | CPU against nginx | requests a second | p99 ms | memory MB |",
        "|---|---|---|---|---|---|",
    ]
    for name, label in names.items():
        ratio = "1.00"
        if name == "serin":
            ratio = run.spread(ratios)
        cpu = run.spread([round["cpu_us"] for round in rounds[name]])
        lines.append(
            f"| {label} | {cpu} | {ratio} | {median(name, 'requests_per_second'):,.0f} "
            f"| {median(name, 'p99_ms'):.2f} | {median(name, 'resident_bytes') / 1e6:.1f} |"
        )
    reached = "reached" if statistics.median(ratios) <= BAR else "missed"
    lines += ["", f"The bar is {BAR} times nginx's CPU time at {CONNECTIONS} connections: {reached}."]
    return "\n".join(lines)


def main() -> None:
    options = arguments()
    here, there = run.processors()
    bodies = workload.bodies()
    paths = [f"/v1/evaluate/{flag_set.flag_key(number)}" for number in range(workload.BODY_COUNT)]
    described = run.machine()

    with tempfile.TemporaryDirectory(prefix="serin-benchmark-") as name:
        folder = pathlib.Path(name)
        (folder / "bodies").write_bytes(b"\n".join(bodies) + b"\n")
        (folder / "bodies.paths").write_text("\n".join(paths) + "\n")
        with servers.serin(folder, flag_set.ruleset(), here) as (ours, key):
            sizes = [len(answer) for answer in answers(ours, key, paths, bodies)]
            size = round(statistics.mean(sizes))
            with servers.nginx(folder, b"x" * size, here) as theirs:
                targets = {
                    "nginx": (theirs, "/answer.json", ("get",)),
                    "serin": (ours, "/", ("post", key, str(folder / "bodies"))),
                }
                rounds: dict[str, list[dict]] = {target: [] for target in targets}
                for process, path, script in targets.values():
                    load(process, path, 1, there, *script)
                for _ in range(options.rounds):
                    for target, (process, path, script) in targets.items():
                        rounds[target].append(load(process, path, options.seconds, there, *script))

    body_bytes = round(statistics.mean(map(len, bodies)))
    figures = {
        "connections": CONNECTIONS, "seconds": options.seconds, "body_bytes": body_bytes, "answer_bytes": sizes,
        "rounds": rounds,
    }
    settings = f"{options.rounds} rounds of {options.seconds} s each in turn, medians."
    run.report("http", described, settings, figures, table(rounds, body_bytes, size))


if __name__ == "__main__":
    main()
