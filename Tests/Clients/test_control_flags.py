"""The life of a flag through the control API: created, read, killed, archived and back."""

import re

import pytest

from kit.control import Client, Control, expect, expect_problem
from kit.documents import release, rollout

TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")


def test_a_created_flag_is_given_back_with_ids_and_salts_filled_in(control: Control, key: str) -> None:
    response = control.create(key, rollout(5), "for the launch")
    view = expect(response, 201)
    assert response.headers["Location"] == control.flag_path(key)
    assert response.headers["ETag"] == f'"{view["etag"]}"'
    assert (view["key"], view["environment"], view["killed"], view["archived"]) == (key, "production", False, False)
    assert re.fullmatch(r"\d+\.\d+", view["etag"])
    assert TIME.fullmatch(view["updatedAt"])
    assert view["id"].startswith("f_")
    (rule,) = view["document"]["rules"]
    assert re.fullmatch(r"r_[0-9a-f]{8}", rule["id"])
    assert re.fullmatch(r"[A-Za-z0-9]{8}", rule["rollout"]["salt"])
    assert view["document"]["owner"] == "payments-team"


def test_reading_a_flag_gives_what_was_written(control: Control, key: str) -> None:
    created = control.create(key, release())
    read = control.read(key)
    assert expect(read, 200) == expect(created, 201)
    assert read.headers["ETag"] == created.headers["ETag"]


def test_the_list_holds_the_flag_and_the_revision_grows(control: Control, key: str) -> None:
    path = f"{control.environment}/flags"
    before = expect(control.request("GET", path), 200)
    created = expect(control.create(key, release()), 201)
    after = expect(control.request("GET", path), 200)
    assert (after["epoch"], after["revision"]) == (before["epoch"], before["revision"] + 1)
    assert [flag for flag in after["flags"] if flag not in before["flags"]] == [created]


def test_a_new_flag_is_in_every_environment_and_off_in_the_others(control: Control, key: str) -> None:
    expect(control.create(key, release()), 201)
    projects = expect(control.request("GET", "/api/v1/projects"), 200)["projects"]
    (shop,) = (project for project in projects if project["key"] == "shop")
    environments = {environment["key"] for environment in shop["environments"]}
    assert "production" in environments
    for environment in environments:
        view = expect(control.request("GET", f"{control.project}/environments/{environment}/flags/{key}"), 200)
        document = view["document"]
        assert document["properties"] == {"button_color": {"type": "string", "default": "blue"}}
        assert bool(document.get("rules")) == (environment == "production")
        assert document["variations"][document["default"]]["enabled"] is False


def test_a_key_that_is_taken_is_refused(control: Control, key: str) -> None:
    expect(control.create(key, release()), 201)
    expect_problem(control.create(key, release("red")), 409, "conflict")
    assert expect(control.read(key), 200)["document"]["variations"]["on"]["properties"]["button_color"] == "green"


def test_killing_and_unkilling_is_idempotent_and_needs_no_validator(control: Control, key: str) -> None:
    created = expect(control.create(key, release()), 201)
    killed = expect(control.kill(key, "payments fail"), 200)
    assert (killed["killed"], killed["document"]["rules"]) == (True, created["document"]["rules"])
    assert killed["etag"] != created["etag"]
    assert expect(control.kill(key, "once more"), 200) == killed
    back = expect(control.unkill(key), 200)
    assert (back["killed"], back["document"]["rules"]) == (False, created["document"]["rules"])
    assert expect(control.unkill(key), 200) == back


def test_a_kill_needs_no_body(control: Control, key: str) -> None:
    expect(control.create(key, release()), 201)
    assert expect(control.request("POST", control.flag_path(key, "/kill")), 200)["killed"] is True


def test_an_archived_flag_leaves_every_answer_and_comes_back_as_it_was(
    control: Control, client: Client, key: str
) -> None:
    created = expect(control.create(key, rollout(50)), 201)
    users = [f"user-{n}" for n in range(40)]
    before = [expect(client.evaluate(key, userID=user), 200)["isEnabled"] for user in users]
    assert expect(control.archive(key, "done"), 200) == {"key": key, "archived": True}
    expect_problem(client.evaluate(key, userID="alice"), 404, "flagNotFound")
    assert key not in {flag["key"] for flag in control.flags()}
    (hidden,) = (flag for flag in control.flags("?archived=true") if flag["key"] == key)
    assert hidden["archived"] is True
    assert expect(control.unarchive(key), 200) == {"key": key, "archived": False}
    assert expect(control.read(key), 200)["document"]["rules"] == created["document"]["rules"]
    assert [expect(client.evaluate(key, userID=user), 200)["isEnabled"] for user in users] == before


def test_the_key_of_an_archived_flag_stays_taken(control: Control, key: str) -> None:
    expect(control.create(key, release()), 201)
    expect(control.archive(key), 200)
    expect_problem(control.create(key, release()), 409, "conflict")


@pytest.mark.parametrize("action", ["read", "kill", "unkill", "archive", "unarchive"])
def test_what_is_not_there_is_not_found(control: Control, action: str) -> None:
    expect_problem(getattr(control, action)("no_such_flag"), 404, "flagNotFound")


def test_an_unknown_project_or_environment_is_not_found(control: Control) -> None:
    expect_problem(control.request("GET", "/api/v1/projects/nowhere/environments/production/flags"), 404, "notFound")
    expect_problem(control.request("GET", f"{control.project}/environments/nowhere/flags"), 404, "notFound")


def test_a_trial_evaluation_explains_its_answer(control: Control, key: str) -> None:
    created = expect(control.create(key, release()), 201)
    context = {"userID": "alice", "attributes": {"country": "DE"}}
    path = control.flag_path(key, "/evaluate")
    answer = expect(control.request("POST", path, {"context": context, "explain": True}), 200)
    rule = created["document"]["rules"][0]["id"]
    assert (answer["evaluation"]["isEnabled"], answer["evaluation"]["ruleId"]) == (True, rule)
    assert rule in str(answer["explanation"])
    plain = expect(control.request("POST", path, {"context": context}), 200)
    assert plain == {"evaluation": answer["evaluation"], "revision": answer["revision"]}
