"""`gaslight record picture` and `gaslight record text`: on every shipped record, with hostile names, and what is refused."""
import glob
import json
import os
import re
import stat
import subprocess
import xml.etree.ElementTree as ElementTree

import pytest
from gaslight_server import GASLIGHT, ROOT, equal

RECORDS = sorted(glob.glob(os.path.join(ROOT, "tests", "records", "*.json")))
PLAIN = os.path.join(ROOT, "tests", "records", "whitehall-plain.json")
SVG = "{http://www.w3.org/2000/svg}"
ALLOWED = {"svg", "title", "rect", "path", "circle", "text", "g"}


def run(*arguments, record=None, **env):
    done = subprocess.run([GASLIGHT, *arguments], capture_output=True, text=True,
                          input=None if record is None else json.dumps(record), env={**os.environ, **env})
    return done.returncode, done.stdout, done.stderr


def picture(record):
    status, out, err = run("record", "picture", "-", record=record)
    equal((status, err), (0, ""))
    return out, ElementTree.fromstring(out)


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def jack_circles(path):
    """Returns where Jack was, from the view of the end."""
    status, out, err = run("record", "view", path, "--as", "all")
    equal((status, err), (0, ""))
    return [[cell["circle"] for cell in row] for row in json.loads(out).get("rows", [])]


# Three of them have every kind of move; the rest are drawn by `make verify`.
SOME = ("whitechapel-plain.json", "whitehall-all-options.json", "whitechapel-no-legal-move.json")


@pytest.mark.parametrize("path", [path if path.endswith(SOME) else pytest.param(path, marks=pytest.mark.verify)
                                  for path in RECORDS], ids=os.path.basename)
def test_every_record_has_a_picture_of_the_whole_trail(path):
    record = load(path)
    out, root = picture(record)
    equal(out, picture(record)[0], "drawn again")
    equal({one.tag.removeprefix(SVG) for one in root.iter()} - ALLOWED, set())
    texts = [one.text for one in root.iter(SVG + "text")]
    for seat in record["seats"]:
        assert seat["name"] in texts
    rows = [row for row in jack_circles(path) if row]
    trails = root.findall(SVG + "g")
    equal(len(trails), len(rows), "nights or rounds")
    moves = sum(len(row) - 1 for row in rows)
    drawn = sum(len(one) for one in trails)
    assert drawn in (moves, moves - 1), "the Double Event has no move between its crimes"
    rings = [one for one in root.findall(SVG + "circle") if one.get("fill") == "none" and one.get("stroke-width") == "3"]
    equal(len(rings), sum(len(set(row)) for row in rows), "circles he visited")


def test_the_picture_is_the_same_in_every_language():
    equal(run("record", "picture", PLAIN), run("--language", "it", "record", "picture", PLAIN, LC_ALL="it_IT.UTF-8"))


def test_names_cannot_break_the_picture():
    record = load(PLAIN)
    names = ["<script>alert(1)</script>", "A & \"B\" 'C'", "]]></text>&#0;"]
    for seat, name in zip(record["seats"], names):
        seat["name"] = name
    record["seats"][3]["name"] = "שלום 5"
    out, root = picture(record)
    assert "<script" not in out
    texts = [one.text for one in root.iter(SVG + "text")]
    for seat in record["seats"]:
        assert seat["name"] in texts, texts
    title = root.find(SVG + "title").text
    assert all(seat["name"] in title for seat in record["seats"])


def test_an_unfinished_game_has_no_picture():
    record = load(PLAIN)
    del record["result"]
    record["actions"].pop()
    equal(run("record", "picture", "-", record=record),
          (1, "", "result: wrong_state: A game can be drawn once it is over.\n"))
    del record["actions"][3]
    status, out, err = run("record", "picture", "-", record=record)
    equal((status, out), (1, ""))
    equal(err, run("record", "verify", "-", record=record)[2])


def test_it_is_written_to_a_file(tmp_path):
    path = str(tmp_path / "trail.svg")
    equal(run("record", "picture", PLAIN, "-o", path), (0, "", ""))
    with open(path, encoding="utf-8") as file:
        equal(file.read(), run("record", "picture", PLAIN)[1])
    status, out, err = run("record", "picture", PLAIN, "-o", str(tmp_path / "missing" / "trail.svg"))
    equal((status, out, err.count("\n")), (1, "", 1))
    assert "No such file" in err
    status, _, err = run("record", "picture", PLAIN, "-o")
    equal((status, err.count("\n")), (2, 1))


def converter(directory, body):
    """Puts a program in place of rsvg-convert into the directory; returns the PATH."""
    program = directory / "rsvg-convert"
    program.write_text("#!/bin/sh\n" + body)
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    return f"{directory}:/usr/bin:/bin"


def test_a_png_is_made_by_the_converter(tmp_path):
    out = tmp_path / "trail.png"
    tools = tmp_path / "tools"
    tools.mkdir()
    copies = converter(tools, 'test "$1" = --output && cat > "$2"\n')
    equal(run("record", "picture", PLAIN, "-o", str(out), PATH=copies), (0, "", ""))
    equal(out.read_text(encoding="utf-8"), run("record", "picture", PLAIN)[1], "what the converter was given")
    fails = converter(tools, "exit 3\n")
    status, _, err = run("record", "picture", PLAIN, "-o", str(out), PATH=fails)
    equal((status, err), (1, f"{out}: rsvg-convert could not write it\n"))
    status, _, err = run("record", "picture", PLAIN, "-o", str(out), PATH=str(tmp_path))
    equal((status, err.count("\n")), (1, 1))
    assert "librsvg2-bin" in err


def test_the_text_tells_the_whole_game():
    status, out, err = run("record", "text", PLAIN)
    equal((status, err), (0, ""))
    lines = out.splitlines()
    equal(lines[0], "Whitehall Mystery")
    record = load(PLAIN)
    for seat in record["seats"]:
        assert any(line.endswith(": " + seat["name"]) for line in lines[1:1 + len(record["seats"])])
    moves = [int(circle) for circle in re.findall(r"^Jack moved to (\d+)", out, re.M)]
    equal(moves, [action["to"] for action in record["actions"] if action["do"] == "move"])
    assert "Round 1 begins." in lines and "Round 3 begins." in lines
    assert "{" not in out
    status, italian, err = run("--language", "it", "record", "text", PLAIN)
    equal((status, err, italian.count("\n")), (0, "", out.count("\n")))
    assert "Jack moved" not in italian


def test_the_text_of_an_unfinished_game_tells_no_secrets():
    record = load(PLAIN)
    del record["result"]
    record["actions"].pop()
    status, out, err = run("record", "text", "-", record=record)
    equal((status, err), (0, ""))
    equal(re.findall(r"^Jack (?:moved|went|took).* to \d+", out, re.M), [])
    other = json.loads(json.dumps(record))
    other["actions"][0]["circles"] = list(record["actions"][0]["circles"])
    assert str(record["actions"][0]["circles"]) not in out
    status, out, err = run("record", "text", "/nonexistent.json")
    equal((status, out, err.count("\n")), (1, "", 1))
