"""Every write leaves one row that says who did what, why, and what it was before and after."""

import json

from kit.control import Control, expect
from kit.documents import release
from kit.serve import Serve


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
