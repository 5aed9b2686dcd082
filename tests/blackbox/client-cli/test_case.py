"""`gaslight case` as a black box: playing puzzles, in lines and in a terminal; listing, checking and making them."""
import json
import os
import re
import subprocess

import pytest
from terminal import Terminal
from wire_schemas import conforms

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../.."))
PATIENCE = int(os.environ.get("PATIENCE") or 60)  # seconds until the program counts as hung
PROGRAM = os.path.abspath(os.environ.get("GASLIGHT", os.path.join(ROOT, "build", "gaslight")))
SHIPPED = os.path.join(ROOT, "common", "puzzles", "puzzles.txt")
LINES = open(SHIPPED, encoding="utf-8").read().splitlines()
KINDS = ["locate", "search", "trap", "hide"]


def run(*arguments, typed="", locale="C.UTF-8"):
    """Runs the program. Returns its exit status and both outputs; `typed` is its standard input."""
    done = subprocess.run([PROGRAM, *arguments], input=typed.encode(), capture_output=True, timeout=PATIENCE,
                          env={"LC_ALL": locale}, cwd="/", check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def equal(got, expected):
    assert got == expected, f"\n  got      {got!r}\n  expected {expected!r}"


def texts(language="en"):
    with open(os.path.join(ROOT, "common", "puzzles", f"puzzles_{language}.json"), encoding="utf-8") as file:
        return json.load(file)


def first_of(kind):
    """Returns the number of the first shipped puzzle of a kind, and it as JSON."""
    number = next(i + 1 for i, line in enumerate(LINES) if line.split()[1] == kind)
    status, out, err = run("case", "play", str(number), "--json")
    equal((status, err), (0, ""))
    puzzle = json.loads(out)
    conforms("puzzle", puzzle)
    return number, puzzle


def flat(text):
    return " ".join(text.split())


@pytest.mark.parametrize("kind", KINDS)
def test_a_puzzle_is_played_until_the_answer_is_right(kind):
    number, puzzle = first_of(kind)
    choices = [one["place"] for one in puzzle["choices"]] or puzzle["passed"]
    wrong = next(place for place in choices if place != puzzle["answer"])
    status, out, err = run("case", str(number), typed=f"where?\n{wrong}\n{puzzle['answer']}\n")
    equal((status, err), (0, ""))
    out = flat(out)
    say = texts()
    assert say[f"kind.{kind}"] in out and out.index("Not quite") < out.index(say["right"]), out
    assert "or quit." in out, "what is no number is not judged"
    for choice in puzzle["choices"]:
        if kind == "search":
            line = f"{choice['place']} – if yes: {choice['first']} left, if no: {choice['second']} left"
            assert line in out, line
    status, out, _ = run("case", "play", str(number), typed=f"{wrong}\n")
    assert status == 1 and say["right"] not in out, "no right answer"
    assert run("case", "play", str(number), typed="250\nquit\n")[0] == 1


def test_texts_are_italian_if_asked_for():
    number, puzzle = first_of("search")
    status, out, err = run("--language", "it", "case", str(number), typed=f"{puzzle['answer']}\n")
    equal((status, err), (0, ""))
    say = texts("it")
    assert say["kind.search"] in flat(out) and say["right"] in out, out
    equal(sorted(texts("en")), sorted(say))
    for key, english in texts("en").items():
        equal((key, sorted(re.findall(r"\{\w+\}", english))), (key, sorted(re.findall(r"\{\w+\}", say[key]))))
    assert run("--language", "it", "case", str(number), locale="C", typed="0\n")[1].isascii()


def test_the_puzzle_of_a_day():
    count = len(LINES)
    for date, day in [("1970-01-01", 0), ("2000-02-29", 11016), ("2026-11-18", 20775), ("2027-01-01", 20819)]:
        status, out, err = run("case", "today", "--date", date, "--json")
        equal((status, err), (0, ""))
        equal(json.loads(out)["number"], day * 137 % count + 1)
    assert run("case", typed="quit\n")[1].startswith("Puzzle "), "today's"


def test_the_list_and_its_filters():
    status, out, err = run("case", "list", "--json")
    equal((status, err), (0, ""))
    listed = [json.loads(line) for line in out.splitlines()]
    equal([(one["game"], one["kind"], one["grade"]) for one in listed], [tuple(line.split()[:3]) for line in LINES])
    equal([one["number"] for one in listed], list(range(1, len(LINES) + 1)))
    some = run("case", "list", "--game", "whitehall", "--kind", "trap", "--grade", "easy")[1].splitlines()
    equal(len(some), sum(line.startswith("whitehall trap easy ") for line in LINES))
    assert all("Whitehall Mystery" in line and "easy" in line for line in some), some
    equal(run("case", "list", "--game", "whitechapel", "--kind", "trap")[1], texts()["none"] + "\n")


def test_verify_names_what_is_wrong(tmp_path):
    equal(run("case", "verify"), (0, f"ok {len(LINES)} of {len(LINES)}\n", ""))
    words = next(line for line in LINES if " search easy " in line).split()
    secret = next(int(line.split()[3]) for line in LINES if " search easy " in line)
    wrong = [
        words[:3] + [str(secret % 100 + 1)] + words[4:],
        words[:2] + ["hard"] + words[3:],
        [words[0], "locate", *words[2:4], "jack", *words[5:]],
        words[:4] + ["jack"] + words[5:],
        words[:6] + words[7:],
        words + ["jqt1"],
        words,
    ]
    path = tmp_path / "puzzles.txt"
    path.write_text("".join(" ".join(one) + "\n" for one in wrong), encoding="utf-8")
    status, out, err = run("case", "verify", str(path))
    equal((status, out), (1, "ok 1 of 7\n"))
    equal(err.splitlines(), [
        "puzzle 1: its answer is wrong",
        "puzzle 2: its grade is wrong",
        "puzzle 3: no answer is better than all others",
        "puzzle 4: the question does not fit the position",
        "puzzle 5: the rules reject its game",
        "puzzle 6: not well-formed",
    ])
    for number in ("1", "6"):
        for how in ([], ["--json"]):
            status, out, err = run("case", "play", number, "--file", str(path), *how)
            equal((status, out, err), (1, "", f"Puzzle {number} is not sound; see gaslight case verify.\n"))
    path.write_text("whitehall locate easy\n", encoding="utf-8")
    equal(run("case", "verify", str(path)), (1, "", f"{path}: line 1 is not a puzzle\n"))
    path.write_text("", encoding="utf-8")
    equal(run("case", "verify", str(path)), (1, "", f"{path}: there are no puzzles\n"))


def test_make_writes_sound_puzzles_and_always_the_same(tmp_path):
    path = tmp_path / "made.txt"
    order = ["case", "make", "--game", "whitehall", "--count", "2", "--kind", "search", "--games", "1", "--seed", "7"]
    equal(run(*order, "--output", str(path)), (0, "", ""))
    equal(run("case", "verify", str(path)), (0, "ok 2 of 2\n", ""))
    made = path.read_text(encoding="utf-8")
    status, out, err = run(*order, "--progress")
    equal((status, out), (0, made))
    assert "games" in err, err
    assert all(line.startswith("whitehall search ") for line in made.splitlines()), made
    status, _, err = run(*order, "--output", str(path))
    assert status == 1 and "exists" in err, "another file is not overwritten"
    status, out, err = run(*order[:4], "--count", "50", *order[6:])
    assert status == 1 and "only" in err and out.count("\n") < 50, err
    equal(run("case", "list", "--file", str(path))[1].count("\n"), 2)
    assert run("case", "play", "2", "--file", str(path), typed="quit\n")[1].startswith("Puzzle 2: ")


@pytest.mark.parametrize("arguments, part", [
    (["play"], "needs a NUMBER"),
    (["play", "0"], "there is no puzzle"),
    (["play", "100000"], "there is no puzzle"),
    (["play", "x"], "there is no puzzle"),
    (["play", "1", "2"], "does not take \"2\""),
    (["today", "--date", "2026-02-29"], "expected a date"),
    (["today", "--date", "tomorrow"], "expected a date"),
    (["list", "--game", "ludo"], "expected whitechapel or whitehall"),
    (["list", "--kind"], "needs a value"),
    (["list", "--grade", "easy", "--grade", "hard"], "given twice"),
    (["list", "--count", "3"], "no option"),
    (["make", "--count", "0"], "expected a number"),
    (["make", "--seed", "-1"], "expected a number"),
    (["make", "--gane", "whitehall"], "did you mean --game?"),
    (["plai", "1"], "did you mean play?"),
])
def test_wrong_usage_gets_one_clear_line(arguments, part):
    status, out, err = run("case", *arguments)
    equal((status, out), (2, ""))
    assert part in err and err.count("\n") == 1, err


def test_a_puzzle_in_a_terminal():
    number, puzzle = first_of("search")
    with Terminal([PROGRAM, "case", str(number)], size=(80, 50)) as terminal:
        terminal.wait("the number of a circle>")
        terminal.type("1")
        terminal.keys("Enter")
        terminal.wait("You can't choose 1 here.")
        terminal.type(str(puzzle["answer"]))
        terminal.keys("Enter")
        terminal.wait("Right!")
        terminal.wait("The other choices:")
