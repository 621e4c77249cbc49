"""The control API and the evaluation API over plain HTTP."""

import requests


def expect(response: requests.Response, status: int) -> dict:
    """The answer's JSON body; fails with the whole answer when the status is another one."""
    assert response.status_code == status, f"{response.status_code} instead of {status}: {response.text}"
    return response.json() if response.content else {}


def expect_problem(response: requests.Response, status: int, code: str) -> dict:
    """The problem details of a refused request, checked for what every one of them has."""
    problem = expect(response, status)
    assert response.headers["Content-Type"].split(";")[0] == "application/problem+json"
    assert problem["code"] == code
    assert problem["status"] == status
    assert problem["type"] == f"urn:serin:problem:{code}"
    assert problem["title"]
    return problem


class Client:
    """A connection with a bearer token."""

    def __init__(self, url: str, token: str | None):
        self.url = url
        self.session = requests.Session()
        self.session.trust_env = False  # no proxy between a test and its server
        if token:
            self.session.headers["Authorization"] = f"Bearer {token}"

    def request(self, method: str, path: str, body: object = None, **headers: str) -> requests.Response:
        named = {name.replace("_", "-"): value for name, value in headers.items() if value is not None}
        return self.session.request(method, self.url + path, json=body, headers=named, timeout=10)

    def evaluate(self, key: str, **context: object) -> requests.Response:
        return self.request("POST", f"/v1/evaluate/{key}", {"context": context})

    def evaluate_all(self, validator: str | None = None, **context: object) -> requests.Response:
        return self.request("POST", "/v1/evaluate", {"context": context}, If_None_Match=validator)

    def ofrep(self, key: str, **context: object) -> requests.Response:
        return self.request("POST", f"/ofrep/v1/evaluate/flags/{key}", {"context": context})

    def ofrep_all(self, validator: str | None = None, **context: object) -> requests.Response:
        return self.request("POST", "/ofrep/v1/evaluate/flags", {"context": context}, If_None_Match=validator)


class Control(Client):
    """The control API of one project, with an admin token."""

    project = "/api/v1/projects/shop"
    environment = f"{project}/environments/production"

    def flag_path(self, key: str, action: str = "") -> str:
        return f"{self.environment}/flags/{key}{action}"

    def flags(self, query: str = "") -> list[dict]:
        return expect(self.request("GET", f"{self.environment}/flags{query}"), 200)["flags"]

    def create(self, key: str, document: dict, reason: str = "", **more: object) -> requests.Response:
        body = {"key": key, "document": document, "reason": reason, **more}
        return self.request("POST", f"{self.environment}/flags", body)

    def read(self, key: str) -> requests.Response:
        return self.request("GET", self.flag_path(key))

    def replace(self, key: str, document: dict, etag: str | None, reason: str = "") -> requests.Response:
        body = {"document": document, "reason": reason}
        return self.request("PUT", self.flag_path(key), body, If_Match=etag)

    def kill(self, key: str, reason: str = "") -> requests.Response:
        return self.request("POST", self.flag_path(key, "/kill"), {"reason": reason})

    def unkill(self, key: str, reason: str = "") -> requests.Response:
        return self.request("POST", self.flag_path(key, "/unkill"), {"reason": reason})

    def archive(self, key: str, reason: str = "") -> requests.Response:
        return self.request("POST", f"{self.project}/flags/{key}/archive", {"reason": reason})

    def unarchive(self, key: str, reason: str = "") -> requests.Response:
        return self.request("POST", f"{self.project}/flags/{key}/unarchive", {"reason": reason})

    def apply(self, document: dict, reason: str = "") -> requests.Response:
        return self.request("POST", f"{self.environment}/apply", {"document": document, "reason": reason})

    def ruleset(self) -> dict:
        return expect(self.request("GET", f"{self.environment}/ruleset"), 200)

    def create_key(self, kind: str, name: str) -> requests.Response:
        body = {"kind": kind, "name": name}
        if kind != "admin":
            body["environment"] = "production"
        return self.request("POST", f"{self.project}/keys", body)

    def keys(self) -> dict[str, dict]:
        listed = expect(self.request("GET", f"{self.project}/keys"), 200)["keys"]
        return {key["id"]: key for key in listed}

    def revoke_key(self, id: str) -> requests.Response:
        return self.request("DELETE", f"{self.project}/keys/{id}")

    def audit(self, after: int = 0) -> list[dict]:
        """Every audit row above a sequence number, page after page."""
        rows: list[dict] = []
        while True:
            page = expect(self.request("GET", f"{self.project}/audit?after={after}&limit=100"), 200)["entries"]
            assert len(page) <= 100
            rows += page
            if not page:
                return rows
            after = page[-1]["sequence"]

    def last_sequence(self) -> int:
        rows = self.audit()
        return rows[-1]["sequence"] if rows else 0
