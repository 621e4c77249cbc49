"""Every write leaves one row that says who did what, why, and what it was before and after."""

import csv
import io
import json
from collections.abc import Iterator

import pytest

from kit.control import Control, expect
from kit.documents import release, ruleset
from kit.paths import SEED
from kit.serve import Serve
from kit.shell import serin
from kit.waiting import eventually


def test_the_life_of_a_flag_is_in_the_log_in_order(control: Control, server: Serve, key: str) -> None:
    start = control.last_sequence()
    view = expect(control.create(key, release("green"), "made"), 201)
    view["document"]["variations"]["on"]["properties"]["button_color"] = "red"
    expect(control.replace(key, view["document"], f'"{view["etag"]}"', "changed"), 200)
    expect(control.kill(key, "killed"), 200)
    expect(control.unkill(key, "unkilled"), 200)
    expect(control.archive(key, "archived"), 200)
    expect(control.unarchive(key, "unarchived"), 200)

    rows = [row for row in control.audit(start) if row["environment"] == "production"]
    actions = {"made": "flag.create", "changed": "flag.replace", "killed": "flag.kill"}
    actions |= {"unkilled": "flag.unkill", "archived": "flag.archive", "unarchived": "flag.unarchive"}
    assert [row["reason"] for row in rows] == list(actions)
    for row in rows:
        assert row["action"] == actions[row["reason"]]
        assert row["actor"] == f"token:{server.token.split('_')[2]}"
        assert (row["via"], row["object"]) == ("api", f"flag:{view['id']}")
        assert row["at"].endswith("Z")
    by_reason = {row["reason"]: row for row in rows}
    assert by_reason["made"]["before"] is None
    assert "green" in json.dumps(by_reason["made"]["after"])
    assert "green" in json.dumps(by_reason["changed"]["before"])
    assert "red" not in json.dumps(by_reason["changed"]["before"])
    assert "red" in json.dumps(by_reason["changed"]["after"])
    assert by_reason["killed"]["before"] != by_reason["killed"]["after"]
    revisions = [row["revision"] for row in rows]
    assert revisions == sorted(set(revisions)), "each change of production has a revision of its own"


def test_keys_are_in_the_log_without_their_secrets(control: Control) -> None:
    start = control.last_sequence()
    created = expect(control.create_key("server", "nightly job"), 201)
    assert control.revoke_key(created["id"]).status_code == 204
    rows = control.audit(start)
    assert [(row["action"], row["object"]) for row in rows] == [
        ("token.create", f"token:{created['id']}"),
        ("token.revoke", f"token:{created['id']}"),
    ]
    assert "nightly job" in json.dumps(rows[0]["after"])


def test_what_changes_nothing_leaves_no_row(control: Control, key: str) -> None:
    expect(control.create(key, release()), 201)
    expect(control.kill(key), 200)
    start = control.last_sequence()
    expect(control.kill(key, "again"), 200)
    assert control.read(key).status_code == 200
    assert control.create(key, release()).status_code == 409
    assert control.replace(key, release(), '"0.0"').status_code != 200
    assert control.audit(start) == []


def test_sequence_numbers_have_no_gap_and_pages_join(control: Control) -> None:
    rows = control.audit()
    assert [row["sequence"] for row in rows] == list(range(1, len(rows) + 1))
    assert rows[0]["via"] == "setup"
    path = f"{control.project}/audit?after=0&limit=3"
    assert expect(control.request("GET", path), 200)["entries"] == rows[:3]


ODD_REASON = '=1+1 "quoted",\r\na second line'


def undo_guard(value: str) -> str:
    """A value of the CSV form without the apostrophe that keeps spreadsheets from taking it for a formula."""
    bare = value.lstrip("'")
    return value[1:] if bare != value and bare[:1] in tuple("=+-@\t\r") else value


def cell(value: object) -> object:
    """A value of a page as the CSV form has it, where documents are compared as such."""
    return "" if value is None else value


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serve]:
    """A server whose log is longer than what the server reads at once (500 rows); it writes the ends of its logs down."""
    folder = tmp_path_factory.mktemp("archive")
    serve = Serve(folder / "data", SEED, ("--audit-anchors", str(folder / "anchors.jsonl"))).start()
    control = Control(serve.url, serve.token)
    for start in range(0, 560, 40):
        flags = {f"flag_{number}": release(rules=[]) for number in range(start, start + 40)}
        expect(control.apply(ruleset(**flags), ODD_REASON), 200)
    expect(control.kill("flag_7", "=cmd"), 200)
    assert control.last_sequence() > 500
    yield serve
    serve.stop()


@pytest.fixture
def long_log(archive: Serve) -> Control:
    """The control API of that server."""
    return Control(archive.url, archive.token)


def test_a_long_log_is_streamed_as_json_lines_equal_to_its_pages(long_log: Control) -> None:
    response = long_log.request("GET", f"{long_log.project}/audit/export")
    assert response.status_code == 200
    assert response.headers["Transfer-Encoding"] == "chunked"
    assert "Content-Length" not in response.headers
    assert response.headers["Content-Type"] == "application/x-ndjson"
    assert response.text.endswith("\n")
    assert [json.loads(line) for line in response.text[:-1].split("\n")] == long_log.audit()


def test_a_long_log_is_streamed_as_csv_equal_to_its_pages(long_log: Control) -> None:
    response = long_log.request("GET", f"{long_log.project}/audit/export?format=csv")
    assert response.status_code == 200
    assert response.headers["Transfer-Encoding"] == "chunked"
    assert response.headers["Content-Type"].startswith("text/csv")
    text = response.content.decode()
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    pages = long_log.audit()
    assert len(rows) == len(pages)
    for row, page in zip(rows, pages):
        for column in ("at", "actor", "via", "action", "object", "environment", "reason"):
            assert undo_guard(row[column]) == cell(page[column]), column
        for column in ("sequence", "revision", "before", "after"):
            assert (json.loads(row[column]) if row[column] else None) == page[column], column
        assert set(row) == set(page)
    assert any(row["reason"] == "'" + ODD_REASON for row in rows)


def test_the_command_line_exports_a_long_log_as_the_server_sends_it(archive: Serve, long_log: Control) -> None:
    for form in ("jsonl", "csv"):
        sent = long_log.request("GET", f"{long_log.project}/audit/export?format={form}").content
        file = archive.data.parent / f"audit.{form}"
        written = serin(archive, "audit", "export", "--format", form, "--output", str(file), "--json")
        assert written.returncode == 0, written.stderr
        assert file.read_bytes() == sent
        assert json.loads(written.stdout) == {"file": str(file), "rows": long_log.last_sequence()}
    printed = serin(archive, "audit", "export")
    assert printed.returncode == 0, printed.stderr
    assert [json.loads(line) for line in printed.stdout[:-1].split("\n")] == long_log.audit()


def test_a_log_that_was_written_anew_does_not_meet_what_was_written_down(archive: Serve, long_log: Control) -> None:
    written = archive.data.parent / "anchors.jsonl"
    eventually(written.exists, 5, "the server has written the ends of its logs down")
    now = serin(archive, "audit", "anchors")
    assert now.returncode == 0, now.stderr
    kept = archive.data.parent / "kept.jsonl"
    kept.write_text(written.read_text() + now.stdout)
    whole = serin(archive, "audit", "verify", "--anchors", str(kept))
    assert whole.returncode == 0, whole.stderr
    assert whole.stdout.endswith(", and meets 2 anchors\n")
    anchor = json.loads(now.stdout)
    kept.write_text(json.dumps({**anchor, "hash": "0" * 64}))
    other = serin(archive, "audit", "verify", "--anchors", str(kept), "--json")
    assert other.returncode == 6
    assert json.loads(other.stdout)["missedAnchor"]["sequence"] == anchor["sequence"]


def test_erasing_takes_the_documents_of_one_row_and_leaves_the_log_whole(archive: Serve, long_log: Control) -> None:
    row = next(row for row in long_log.audit() if row["action"] == "flag.kill")
    erased = serin(archive, "audit", "erase", str(row["sequence"]), "--reason", "request of the person")
    assert erased.returncode == 0, erased.stderr
    after = {entry["sequence"]: entry for entry in long_log.audit()}
    assert after[row["sequence"]] == {**row, "before": None, "after": None}
    assert after[max(after)]["reason"] == "request of the person"
    assert serin(archive, "audit", "verify").returncode == 0
