"""Guided games with the real client: `gaslight learn --play`, in plain mode and on the full screen.

Bots act without delay here (--bot-pace 0).
"""
import json
import os

import pytest
from gaslight_server import GASLIGHT, ROOT, Server, equal
from line_client import LineClient, choose_line, run_client
from terminal import Terminal

NAME, JACK = "whitehall-police", "whitehall-jack"
NOTHING = "There is nothing you can do now."


def load(*path):
    with open(os.path.join(ROOT, "common", *path), encoding="utf-8") as file:
        return json.load(file)


LESSON = load("lessons", f"{NAME}.json")
OWN = [action for action in LESSON["record"]["actions"] if action["by"] != "jack"]
STEPS = [step["step"] for step in LESSON["steps"]]


def texts(language="en", name=NAME):
    found = load("learn", f"lessons_{language}.json")
    lesson = next(one for one in found["lessons"] if one["id"] == name)
    return {**lesson, "words": found["words"]}


def filled(text, crossing="crossing"):
    return text.replace("{x", f"{crossing} ").replace("}", "")


def line_of(action):
    by = [] if action["by"] == "jack" else [action["by"]]
    places = action.get("circles") or [action[key] for key in ("circle", "crossing", "via", "to") if key in action]
    return " ".join(str(word) for word in [action["do"], *by, *places])


def url(server):
    return f"ws://127.0.0.1:{server.port}"


def learner(server, *more, name=NAME, **how):
    return LineClient(["--play", name, url(server), "--name", "Ann", "--plain", *more], verb="learn", **how)


def is_over(client, said):
    return any(said[end] in line for end in ("won", "lost") for line in client.said)


def at_step(client, number, words, count=len(STEPS)):
    return client.until(f"news: {words['step'].format(at=number, of=count)}: ")


@pytest.mark.parametrize("language, crossing", [("en", "crossing"), pytest.param("it", "incrocio", marks=pytest.mark.verify)])
def test_the_whole_lesson_and_the_hunt_after_it(language, crossing):
    said = texts(language)
    with Server(bot_pace=0) as server, learner(server, "--language", language) as ann:
        for number, (step, action) in enumerate(zip(STEPS, OWN), start=1):
            line = at_step(ann, number, said["words"])
            assert line.endswith(filled(said["steps"][step]["say"], crossing)), line
            ann.do(line_of(action))
        ann.until(f"news: {said['words']['label']}: {said['hunt']}")
        while not is_over(ann, said):
            _, _, lines = ann.ask("legal")
            if lines:
                ann.do(choose_line(lines))
            elif not is_over(ann, said):
                ann.next()


@pytest.mark.verify
def test_the_lesson_for_jack():
    said, lesson = texts(name=JACK), load("lessons", f"{JACK}.json")
    own = [action for action in lesson["record"]["actions"] if action["by"] == "jack"]
    with Server(bot_pace=0) as server, learner(server, name=JACK) as ann:
        for number, (step, action) in enumerate(zip(lesson["steps"], own), start=1):
            line = at_step(ann, number, said["words"], len(own))
            assert line.endswith(said["steps"][step["step"]]["say"]), line
            ann.do(line_of(action))
        ann.until(f"news: Lesson: {said['hunt']}")


def test_a_wrong_try_is_answered_and_the_player_may_leave_the_lesson():
    said = texts()
    with Server(bot_pace=0) as server, learner(server) as ann:
        at_step(ann, 1, said["words"])
        wrong = filled(said["steps"]["deploy-yellow"]["wrong"])
        equal(ann.ask("deploy yellow 96")[:2], (False, wrong))
        equal(ann.ask("deploy yellow 1")[0], False)
        equal(ann.do("lesson"), "Yellow starts at crossing 91.")
        ann.do("lesson own")
        ann.do("deploy yellow 96")
        ann.until(f"news: Lesson: {said['left']}")
        equal(ann.ask("lesson")[:2], (False, "No step of a lesson is waiting for you."))
        ann.do("undo")
        ann.do("lesson own")
        ann.do("lesson follow")
        equal(ann.ask("deploy yellow 96")[:2], (False, wrong))
        for number, action in enumerate(OWN[:STEPS.index("first-search")], start=1):
            at_step(ann, number, said["words"])
            ann.do(line_of(action))
        at_step(ann, STEPS.index("first-search") + 1, said["words"])
        equal(ann.ask("arrest yellow 58")[:2], (False, said["steps"]["first-search"]["instead"]["arrest"]))


def test_the_lesson_on_the_full_screen():
    said = texts()
    with Server(bot_pace=0) as server, Terminal([GASLIGHT, "learn", "--play", url(server), "--name", "Mo"],
                                                size=(100, 30)) as terminal:
        terminal.wait("Step 1 of 29")
        terminal.type(":deploy yellow 96")
        terminal.keys("Enter")
        terminal.wait("Red gets the other one")
        terminal.type(":deploy yellow 91")
        terminal.keys("Enter")
        terminal.wait("Step 2 of 29")
        terminal.wait(said["steps"]["deploy-blue"]["say"].split("{", maxsplit=1)[0].split(",")[0][:30])


def test_learn_lists_the_lessons_and_refuses_others():
    assert f"gaslight learn --play {NAME}" in run_client("learn")[1]
    for arguments in (["learn", "--play", "whitehall-polise"], ["play", "--lesson", "whitehall-polise"]):
        status, _, problem = run_client(*arguments)
        equal(status, 2)
        assert "whitehall-polise" in problem and NAME in problem, problem
    for more in (["--solo", "jack"], ["--game", "whitehall"]):
        equal(run_client("play", "--lesson", NAME, *more)[0], 2)
