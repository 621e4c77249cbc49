"""`script/benchmark http`: server CPU of a single evaluation beside nginx serving a file of the same size."""

import argparse
import datetime
import json
import os
import pathlib
import platform
import statistics
import subprocess
import tempfile

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


def table(rounds: dict[str, list[dict]], body_bytes: int, answer_bytes: int) -> str:
    def median(name: str, figure: str) -> float:
        return statistics.median(round[figure] for round in rounds[name])

    def spread(name: str, figure: str) -> str:
        values = [round[figure] for round in rounds[name]]
        return f"{median(name, figure):.2f} ({min(values):.2f}-{max(values):.2f})"

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
            ratio = f"{statistics.median(ratios):.2f} ({min(ratios):.2f}-{max(ratios):.2f})"
        lines.append(
            f"| {label} | {spread(name, 'cpu_us')} | {ratio} | {median(name, 'requests_per_second'):,.0f} "
            f"| {median(name, 'p99_ms'):.2f} | {median(name, 'resident_bytes') / 1e6:.1f} |"
        )
    reached = "reached" if statistics.median(ratios) <= BAR else "missed"
    lines += ["", f"The bar is {BAR} times nginx's CPU time at {CONNECTIONS} connections: {reached}."]
    return "\n".join(lines)


def main() -> None:
    options = arguments()
    # The server on one processor, the load on another, so that neither takes the other's time.
    processors = sorted(os.sched_getaffinity(0))
    here, there = (processors[0], processors[1]) if len(processors) > 1 else (None, None)
    bodies = workload.bodies()
    paths = [f"/v1/evaluate/{workload.flag_key(number)}" for number in range(workload.BODY_COUNT)]
    described = machine()

    with tempfile.TemporaryDirectory(prefix="serin-benchmark-") as name:
        folder = pathlib.Path(name)
        (folder / "bodies").write_bytes(b"\n".join(bodies) + b"\n")
        (folder / "bodies.paths").write_text("\n".join(paths) + "\n")
        with servers.serin(folder, workload.ruleset(), here) as (ours, key):
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
    moment = datetime.datetime.now(datetime.timezone.utc)
    raw = {
        "at": moment.isoformat(timespec="seconds"), "machine": described, "connections": CONNECTIONS,
        "seconds": options.seconds, "body_bytes": body_bytes, "answer_bytes": sizes, "rounds": rounds,
    }
    file = servers.PROJECT / ".build" / "benchmark" / f"http-{moment:%Y%m%dT%H%M%SZ}.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(raw, indent=2) + "\n")

    shown = "with" if described["sha_instructions"] else "without"
    print(f"{described['cpu']} ({shown} SHA instructions), {described['cores']} cores, {described['system']};")
    print(f"{options.rounds} rounds of {options.seconds} s each in turn, medians.")
    print(f"Raw figures: {file.relative_to(servers.PROJECT)}\n")
    print(table(rounds, body_bytes, size))


if __name__ == "__main__":
    main()
