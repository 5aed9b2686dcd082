"""`gaslight record review` as a black box: its numbers are those of `record deduce`, in JSON and in both languages."""
import glob
import json
import os
import re
import subprocess

import pytest
from wire_schemas import conforms

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../.."))
PATIENCE = int(os.environ.get("PATIENCE") or 60)  # seconds until the program counts as hung
PROGRAM = os.path.abspath(os.environ.get("GASLIGHT", os.path.join(ROOT, "build", "gaslight")))
RECORDS = sorted(glob.glob(os.path.join(ROOT, "tests", "records", "*.json")))
PLAIN = os.path.join(ROOT, "tests", "records", "whitechapel-false-clues.json")


def run(*arguments, record=None):
    """Runs the program. Returns its exit status and both outputs; `record` is its standard input."""
    done = subprocess.run([PROGRAM, *arguments], input=json.dumps(record).encode(), capture_output=True, timeout=PATIENCE,
                          env={"LC_ALL": "C.UTF-8"}, cwd="/")
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def equal(got, expected):
    assert got == expected, f"\n  got      {got!r}\n  expected {expected!r}"


def one_line(text):
    assert text.endswith("\n") and text.count("\n") == 1, f"not one line: {text!r}"
    return text[:-1]


def usage(arguments, part):
    status, out, err = run(*arguments)
    equal((status, out), (2, ""))
    assert part in one_line(err), f"{part!r} is not in {err!r}"


def reviewed(path):
    status, out, err = run("record", "review", path, "--json")
    equal((status, err), (0, ""))
    review = json.loads(one_line(out))
    conforms("review", review)
    return review


def first_difference(path, review, steps):
    """Compares some steps with what `deduce` says about them. Returns the first that differs, or None."""
    targets = "hideouts" if "hideouts" in review else "discoveries"
    for step in steps:
        status, out, err = run("record", "deduce", path, "--at", str(step))
        equal((status, err), (0, ""))
        deduction = json.loads(out)
        expected = (len(deduction["now"]), deduction["trails"] if deduction["hunting"] else "0", len(deduction[targets]))
        if (review["circles"][step], review["trails"][step], review[targets][step]) != expected:
            return step
    return None


def some_steps(review):
    """Returns the first and the last step, and some of those whose numbers differ from the step before."""
    trails = review["trails"]
    changes = [step for step in range(1, len(trails)) if trails[step] != trails[step - 1]]
    return [0, *changes[::max(1, len(changes) // 4)], len(trails) - 1]


@pytest.mark.parametrize("path", RECORDS, ids=os.path.basename)
def test_numbers_equal_those_of_deduce(path):
    with open(path, encoding="utf-8") as file:
        record = json.load(file)
    review = reviewed(path)
    equal(review["total"], len(record["actions"]) + 1)
    equal(review["result"], record["result"])
    for curve in ("round", "circles", "trails", "hideouts" if "hideouts" in review else "discoveries"):
        equal(len(review[curve]), review["total"])
    equal(first_difference(path, review, some_steps(review)), None)
    asked = [(i + 1, action["by"], action["do"]) for i, action in enumerate(record["actions"])
             if action["do"] in ("search", "arrest", "walk")]
    told = [(one["step"], one["by"], one["do"]) for one in review["decisions"]]
    equal([one for one in asked if one not in told], [])


def test_a_wrong_number_would_be_noticed():
    review = reviewed(PLAIN)
    step = next(i for i, trails in enumerate(review["trails"]) if int(trails) > 1)
    review["trails"][step] = str(int(review["trails"][step]) + 1)
    equal(first_difference(PLAIN, review, [step - 1, step]), step)


def test_the_text_has_the_numbers_of_the_json():
    review = reviewed(PLAIN)
    status, out, err = run("record", "review", PLAIN)
    equal((status, err), (0, ""))
    steps = re.findall(r"^ +(\d+)  .*\[(\d+) circles?, ", out, re.M)
    assert len(steps) > 100
    for step, circles in steps:
        equal(int(circles), review["circles"][int(step)])
    moments = re.findall(r"^  step (\d+), night (\d)", out, re.M)
    equal([(int(step), int(night)) for step, night in moments],
          [(note["step"], note["round"]) for note in review["moments"]])
    searches = next(note for note in review["summary"] if note["note"] == "searches")
    assert f"Searches: {searches['count']}. With a clue: {searches['from']}." in out
    assert "{" not in out


def test_the_text_is_also_italian():
    status, english, _ = run("record", "review", PLAIN)
    status, italian, err = run("--language", "it", "record", "review", PLAIN)
    equal((status, err), (0, ""))
    equal(italian.count("\n"), english.count("\n"))
    assert "Momenti decisivi:" in italian
    same = [one for one, other in zip(italian.splitlines(), english.splitlines()) if one == other and one]
    equal(same, [])


def test_an_unfinished_game_is_refused_with_one_error():
    with open(PLAIN, encoding="utf-8") as file:
        record = json.load(file)
    del record["result"]
    record["actions"].pop()
    for options in ([], ["--json"]):
        status, out, err = run("record", "review", "-", *options, record=record)
        equal((status, out), (1, ""))
        equal(one_line(err), "result: wrong_state: A game can be reviewed once it is over.")


def test_an_illegal_record_is_refused_like_by_verify():
    with open(PLAIN, encoding="utf-8") as file:
        record = json.load(file)
    del record["actions"][3]
    equal(run("record", "review", "-", record=record), run("record", "verify", "-", record=record))


def test_usage_errors():
    usage(["record", "review"], "needs a FILE")
    usage(["record", "review", PLAIN, "--json", "--json"], "given twice")
    usage(["record", "review", PLAIN, "--as", "jack"], "no option")
    usage(["record", "view", PLAIN, "--as", "jack", "--json"], "no option")
