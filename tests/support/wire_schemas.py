"""Every frame held against schema/wire/: `Client.checker = check_frame`, and `conforms(name, value)` for the rest.

Which schema a frame must fit is decided by the frame alone: a request by its "do", a reply by the verb of the
request it answers, a push by its "on". What fitted once is not looked at again, neither frames nor their parts: the
same event goes to many, and two views in a row differ in little.
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
    assert one.pop("$schema") == Draft202012Validator.META_SCHEMA["$id"]  # or it would be held to that, not to ours
STORE = {schema["$id"]: schema for schema in SCHEMAS.values()}
USED = set()  # the schemas something was held against
FITTED = set()  # frames
PARTS_FITTED = {}  # parts of them, and the part of the schema that each was held against


def one_of(validator, rows, instance, schema):
    """As ever, but rows whose constant ("did", "do", "game") is another are not tried: there are many, and a
    failure names the key and not every row."""
    for name in ("did", "do", "game"):
        if isinstance(instance, dict) and all(name in row.get("properties", {}) for row in rows):
            same = [row for row in rows if row["properties"][name].get("const") == instance.get(name)]
            if len(same) == 1:
                yield from validator.descend(instance, same[0])
                return
    yield from keywords.oneOf(validator, rows, instance, schema)


def once(keyword):
    """As the keyword, but a value that fitted it there before is not looked at again. Values are the same if their
    text is: that tells 1 from 1.0 and true. The same place of a schema is the same object, which is kept, so that
    no other ever has its id."""
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
    """For Client.checker. Only frames meant to be good are to be sent with it set."""
    frame = json.loads(text)
    name = schema_of(client, direction, frame)
    same = (name, re.sub(r'^\{"(re|id)": ?\d+|"seq": ?\d+', "", text))
    if same not in FITTED:
        conforms(name, frame)
        FITTED.add(same)
