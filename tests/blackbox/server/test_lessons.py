"""Guided games: tables with a prepared opponent, which expect certain actions and then go on like any other.

Every frame is validated against schema/wire/.
"""
import glob
import os

import pytest
from gaslight_server import *

pytestmark = pytest.mark.usefixtures("frames_fit_the_schemas")
AT_ONCE = {"bot_pace": 0}  # bots act as soon as they have decided


def load(name):
    with open(os.path.join(ROOT, "common", "lessons", f"{name}.json"), encoding="utf-8") as file:
        return json.load(file)


LESSONS = [load(os.path.basename(path)[:-5])
           for path in sorted(glob.glob(os.path.join(ROOT, "common", "lessons", "*.json")))]
LESSON = load("whitehall-police")


def own(lesson):
    """Returns the learner's actions."""
    jack = lesson["side"] == "jack"
    return [action for action in lesson["record"]["actions"] if (action["by"] == "jack") == jack]


async def begin(server, lesson, name="Ann"):
    """Creates the table of a lesson and watches it."""
    learner = await Client.connect(server, name=name)
    made = await learner.must("create", key=key(), game=lesson["record"]["game"], lesson=lesson["lesson"])
    await learner.watch(made["table"]["id"])
    return learner, made["table"]


async def at(learner, table, state, step=None):
    """Waits until the lesson has come to this state."""
    def there():
        told = learner.turns.get(table, {}).get("lesson", {})
        return told.get("state") == state and (step is None or told.get("step") == step)
    await learner.until(there, f"the lesson at {state} {step}")
    return learner.turns[table]


async def play(learner, table, lesson, count=None):
    """Plays the learner's first actions as the lesson expects them."""
    for action, step in list(zip(own(lesson), lesson["steps"]))[:count]:
        turn = await at(learner, table, "step", step["step"])
        equal(turn["lesson"]["accepts"], [action, *step.get("also", [])])
        assert "hint" not in turn, "a bot might advise something else"
        await learner.refused("not_in_lesson", "hint", table=table)
        await learner.must("act", table=table, key=key(), action=action, lesson=True)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson["lesson"])
async def test_a_lesson_is_played_to_its_end_and_the_game_goes_on(lesson):
    with Server(**AT_ONCE) as server:
        learner, made = await begin(server, lesson)
        equal((made["state"], made["private"], made["practice"], made["lesson"], made["aids"]),
              ("running", True, True, lesson["lesson"], "full"))
        equal(sorted("bot" in seat for seat in made["seats"]), [False, True])
        table = made["id"]
        await play(learner, table, lesson)
        await at(learner, table, "hunt")
        await learner.until(lambda: "legal" in learner.turns[table], "our turn")
        learner.pawns = sorted({action["by"] for action in own(lesson)})
        while table not in learner.over:
            await learner.until(lambda: table in learner.over or "legal" in learner.turns[table], "our turn, or the end")
            if table not in learner.over:
                turn = learner.turns[table]
                ok = await learner.must("act", table=table, key=key(), action=choose(turn["legal"], learner.pawns))
                await learner.until(lambda: learner.turns[table]["seq"] >= ok["seq"], "the next turn")
        record = (await learner.must("record", table=table))["record"]
        equal(record["practice"], True)
        equal(record["actions"][:len(lesson["record"]["actions"])], lesson["record"]["actions"])
        again = (await learner.must("rematch", table=table))["table"]
        equal(("lesson" in again, "practice" in again), (False, False))


async def test_another_action_is_refused_if_the_lesson_is_followed_and_ends_it_if_not():
    with Server(**AT_ONCE) as server:
        learner, made = await begin(server, LESSON)
        table = made["id"]
        await at(learner, table, "step", "deploy-yellow")
        elsewhere = {"by": "yellow", "do": "deploy", "crossing": 96}
        await learner.refused("not_in_lesson", "act", table=table, key=key(), action=elsewhere, lesson=True)
        await learner.refused("illegal_placement", "act", table=table, key=key(), lesson=True,
                              action={"by": "yellow", "do": "deploy", "crossing": 1})
        await learner.refused("not_your_turn", "act", table=table, key=key(), lesson=True,
                              action={"by": "blue", "do": "deploy", "crossing": 91})
        await learner.must("act", table=table, key=key(), action=elsewhere)
        await at(learner, table, "left")
        await learner.must("undo", table=table, key=key())
        await at(learner, table, "step", "deploy-yellow")
        await play(learner, table, LESSON, 3)
        await at(learner, table, "step", "first-walk-yellow")


async def test_an_accepted_alternative_keeps_the_lesson_going():
    with Server(**AT_ONCE) as server:
        learner, made = await begin(server, LESSON)
        table = made["id"]
        steps = [step["step"] for step in LESSON["steps"]]
        await play(learner, table, LESSON, steps.index("found-blue"))
        await at(learner, table, "step", "found-blue")
        other = LESSON["steps"][steps.index("found-blue")]["also"][0]
        await learner.must("act", table=table, key=key(), action=other, lesson=True)
        await at(learner, table, "step", "found-red")


@pytest.mark.verify
async def test_a_lesson_survives_a_restart():
    with Server(**AT_ONCE) as server:
        learner, made = await begin(server, LESSON)
        table = made["id"]
        await play(learner, table, LESSON, 4)
        await at(learner, table, "step", "first-walk-blue")
        server.restart()
        again = await Client.connect(server, token=learner.token)
        await again.watch(table)
        equal(again.turns[table]["lesson"]["step"], "first-walk-blue")


async def test_only_the_learner_is_told_how_far_the_lesson_has_come():
    with Server(**AT_ONCE) as server:
        learner, made = await begin(server, LESSON)
        table = made["id"]
        await at(learner, table, "step", "deploy-yellow")
        spectator = await Client.connect(server, name="Bob")
        await spectator.watch(table, invite=made["invite"])
        assert "lesson" not in spectator.turns[table], "a spectator is told how far the lesson has come"
        await spectator.refused("wrong_state", "join", table=table, invite=made["invite"], pawns=["jack"])
        equal(await tables_listed(spectator), [])


async def tables_listed(client):
    return [table["id"] for table in (await client.must("tables"))["tables"]]


async def test_a_lesson_decides_all_settings_of_its_table():
    with Server() as server:
        learner = await Client.connect(server, name="Ann")
        create = {"game": "whitehall", "lesson": "whitehall-police"}
        for setting in ({"private": False}, {"options": ["smoker"]}, {"level": "hard"}, {"aids": "off"}, {"clock": 60}):
            await learner.refused("bad_request", "create", key=key(), **create, **setting)
        await learner.refused("unknown_word", "create", key=key(), game="whitehall", lesson="no-such-lesson")
        await learner.refused("unknown_word", "create", key=key(), game="whitechapel", lesson="whitehall-police")
        same = key()
        first = await learner.must("create", key=same, **create)
        equal((await learner.must("create", key=same, **create))["table"]["id"], first["table"]["id"])
        await learner.refused("key_reused", "create", key=same, game="whitehall", private=True)


async def test_the_prepared_opponent_stays_secret_until_the_end():
    """Nothing that the learner is sent before the end names where Jack is, or what he is heading for."""
    with Server(**AT_ONCE) as server:
        learner, made = await begin(server, LESSON)
        table = made["id"]
        await play(learner, table, LESSON)
        await at(learner, table, "hunt")
        sent = [action for text in learner.received for action in actions_in(json.loads(text))]
        assert sent and all(action["by"] != "jack" for action in sent)
        assert not [text for text in learner.received if '"discoveries":' in text or '"rows":' in text]


def actions_in(value):
    """Returns everything in a frame that looks like an action."""
    if isinstance(value, list):
        return [found for one in value for found in actions_in(one)]
    if isinstance(value, dict):
        inside = [found for one in value.values() for found in actions_in(one)]
        return inside + ([value] if "by" in value and "do" in value else [])
    return []
