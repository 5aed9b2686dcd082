"""Validates frames against schema/wire/: check_frame() for Client.checker, conforms(name, value) for anything else.

The frame decides which schema applies: a request by its "do", a reply by the verb of its request, a push by its "on".
Valid frames and parts of frames are cached: the same event goes to many clients, and two views in a row differ little.
"""
import functools
import glob
import json
import os
import re

from jsonschema import Draft202012Validator, RefResolver, validators
from jsonschema import _validators as keywords

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


SCHEMAS = {os.path.basename(path)[:-len(".schema.json")]: load(path)
           for path in sorted(glob.glob(os.path.join(ROOT, "schema", "wire", "*.schema.json")))}
SCHEMAS["record"] = load(os.path.join(ROOT, "schema", "record.schema.json"))
for one in SCHEMAS.values():
    assert one.pop("$schema") == Draft202012Validator.META_SCHEMA["$id"]  # otherwise our validator would not be used
STORE = {schema["$id"]: schema for schema in SCHEMAS.values()}
USED = set()  # the schemas used so far
FITTED = set()  # valid frames
PARTS_FITTED = {}  # valid parts of frames, by part of the schema


def one_of(validator, rows, instance, schema):
    """Like the standard keyword, but skips rows whose constant ("did", "do", "game") differs: there are many of them,
    and an error then names the key instead of every row."""
    for name in ("did", "do", "game"):
        if isinstance(instance, dict) and all(name in row.get("properties", {}) for row in rows):
            same = [row for row in rows if row["properties"][name].get("const") == instance.get(name)]
            if len(same) == 1:
                yield from validator.descend(instance, same[0])
                return
    yield from keywords.oneOf(validator, rows, instance, schema)


def once(keyword):
    """Like the keyword, but skips a value that was valid there before. Values are compared as JSON text, which
    distinguishes 1 from 1.0 and true. Schema objects are kept alive, so their ids are unique."""
    def check(validator, rule, instance, schema):
        same = (keyword, id(schema), json.dumps(instance))
        if same in PARTS_FITTED:
            return
        fits = True
        for problem in keyword(validator, rule, instance, schema):
            fits = False
            yield problem
        if fits:
            PARTS_FITTED[same] = schema
    return check


Validator = validators.extend(Draft202012Validator, {
    "oneOf": once(one_of), "$ref": once(keywords.ref), "items": once(keywords.items),
    "properties": once(keywords.properties)})


@functools.lru_cache(maxsize=None)
def validator_of(name):
    schema = SCHEMAS[name]
    return Validator(schema, resolver=RefResolver(schema["$id"], schema, STORE))


def conforms(name, value):
    USED.add(name)
    problem = next(validator_of(name).iter_errors(value), None)
    if problem is not None:
        raise AssertionError(f"not a {name}: {problem.message} at {list(problem.absolute_path)}: "
                             f"{json.dumps(value)[:600]}")


def schema_of(client, direction, frame):
    if direction == "sent":
        return "request_" + frame["do"]
    if "on" in frame:
        return "push_" + frame["on"]
    return "error" if "error" in frame else "reply_" + client.asked[frame["re"]]


def check_frame(client, direction, text):
    """For Client.checker. While it is set, tests may only send valid frames."""
    frame = json.loads(text)
    name = schema_of(client, direction, frame)
    same = (name, re.sub(r'^\{"(re|id)": ?\d+|"seq": ?\d+', "", text))
    if same not in FITTED:
        conforms(name, frame)
        FITTED.add(same)
