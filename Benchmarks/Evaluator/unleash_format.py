"""The flag set as Unleash's client features, and contexts as the messages that yggdrasil's C interface reads.

The fields of a message, by their number in its flatbuffers table: 0 toggle name, 1 user id, 8 properties, which are
tables of 0 key and 1 value.
"""

import array
import pathlib

import flag_set

_OPERATORS = {"equals": "IN", "in": "IN", "endsWith": "STR_ENDS_WITH", ">=": "NUM_GTE"}

# Where a message is taken up by the program, at a multiple of this.
_ALIGNMENT = 16


def _constraint(condition: dict) -> dict:
    result = {"contextName": condition["attribute"], "operator": _OPERATORS[condition["op"]], "inverted": False}
    values = condition.get("values") or [condition["value"]]
    if result["operator"] == "NUM_GTE":
        return result | {"value": str(values[0])}
    return result | {"values": values}


def _feature(number: int) -> dict:
    # The rules are strategies without a rollout: one of 100 % would be work that ours does not have to do.
    strategies: list[dict] = [
        {
            "name": "default",
            "constraints": [_constraint(condition) for condition in conditions],
            "variants": [_variant("a", 1_000)],
        }
        for conditions in flag_set.RULES
    ]
    strategies.append({
        "name": "flexibleRollout",
        "parameters": {
            "rollout": str(flag_set.PERCENT), "stickiness": "userId", "groupId": flag_set.salt(number),
        },
        "constraints": [],
        "variants": [_variant(name, weight) for name, weight in zip(flag_set.VARIATIONS, flag_set.WEIGHTS)],
    })
    return {
        "name": flag_set.flag_key(number), "type": "release", "project": "default", "enabled": True,
        "strategies": strategies, "variants": [], "impressionData": False,
    }


def _variant(name: str, weight: int) -> dict:
    return {"name": name, "weight": weight, "stickiness": "userId"}


def features() -> dict:
    return {"version": 2, "features": [_feature(number) for number in range(flag_set.FLAG_COUNT)]}


def _message(context: dict) -> tuple[bytes, int]:
    """A message about the first flag, and where in it the flag's name is."""
    import flatbuffers  # only in the benchmark's own environment

    builder = flatbuffers.Builder(512)

    def table(size: int, fields: dict[int, int]) -> int:
        builder.StartObject(size)
        for slot, offset in fields.items():
            builder.PrependUOffsetTRelativeSlot(slot, offset, 0)
        return builder.EndObject()

    entries = [
        table(2, {0: builder.CreateString(name), 1: builder.CreateString(str(value))})
        for name, value in sorted(context["attributes"].items())
    ]
    builder.StartVector(4, len(entries), 4)
    for entry in reversed(entries):
        builder.PrependUOffsetTRelative(entry)
    properties = builder.EndVector()
    name = flag_set.flag_key(0)
    fields = {0: builder.CreateString(name), 1: builder.CreateString(context["userID"]), 8: properties}
    builder.Finish(table(10, fields))
    message = bytes(builder.Output())
    return message, message.index(name.encode())


def write_messages(contexts: list[dict], file: pathlib.Path) -> None:
    """Writes how many there are; start, length and place of the flag's name of each; then the messages."""
    messages = [_message(context) for context in contexts]
    start = 4 * (1 + 3 * len(messages))
    header, body = array.array("I", [len(messages)]), b""
    for message, name in messages:
        body += bytes(-(start + len(body)) % _ALIGNMENT)
        header.extend([start + len(body), len(message), name])
        body += message
    file.write_bytes(header.tobytes() + body)
