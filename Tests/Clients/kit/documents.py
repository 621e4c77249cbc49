"""Flag documents for tests that write flags of their own."""


def release(color: str = "green", country: str = "DE", **members: object) -> dict:
    """A release flag that serves `on`, with a button colour, to one country. Rule ids are left to the server."""
    return {
        "kind": "release",
        "owner": "payments-team",
        "properties": {"button_color": {"type": "string", "default": "blue"}},
        "variations": {
            "off": {"enabled": False},
            "on": {"enabled": True, "properties": {"button_color": color}},
        },
        "off": "off",
        "default": "off",
        "rules": [{"when": {"attribute": "country", "op": "equals", "value": country}, "serve": "on"}],
        **members,
    }


def rollout(percent: float, **members: object) -> dict:
    """A release flag that is on for a share of all users. Rule id and salt are left to the server."""
    return release(rules=[{"rollout": {"percent": percent, "by": "userID"}, "serve": "on"}], **members)


def ruleset(**flags: dict) -> dict:
    """A ruleset document of the seed's project and environment."""
    return {"schema": 1, "project": "shop", "environment": "production", "flags": flags}
