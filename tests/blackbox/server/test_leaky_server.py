"""A server with a planted leak (tests/leaks/server): the test that guards the secret must fail for it, and for nothing
else that this server does."""
import asyncio
import inspect
import os
import sys
import tempfile

import gaslight_server
import pytest

sys.path.append(os.path.dirname(os.path.abspath(__file__)))
import test_days  # noqa: E402
import test_fairness  # noqa: E402
import test_lessons  # noqa: E402
import test_links  # noqa: E402
import test_notify  # noqa: E402
import test_review  # noqa: E402
import test_secrets  # noqa: E402
import test_stats  # noqa: E402

TRIES = 5  # a pair of games may end before anybody asks to take something back
LEAKY = os.path.join(gaslight_server.BUILD, "tests/leaks/server/gaslightd")


def takebacks():
    """Compares what onlookers are sent in one pair of games, in which actions are taken back."""
    test_secrets.play_origin(test_secrets.Route(), 2, {"pairs": 0, "actions": 0, "comparisons": 0})


def hints():
    """Compares the hints that detectives are given in one pair of games in which Jack goes to different places."""
    test_secrets.play_origin(test_secrets.Route(), 2, {"pairs": 0, "actions": 0, "comparisons": 0})


async def clocks():
    """Compares the clocks of two games in which Jack goes to different places."""
    with tempfile.TemporaryDirectory() as directory:
        await test_days.test_clocks_and_absences_are_the_same_wherever_jack_goes(directory)


async def warnings():
    """Compares the warnings about low clocks in two games in which Jack has different hideouts."""
    with tempfile.TemporaryDirectory() as directory:
        await test_notify.test_warnings_of_games_that_differ_in_a_secret_are_the_same(directory)


async def statistics():
    """Compares what outsiders are told by two servers, one of which has a private game."""
    with tempfile.TemporaryDirectory() as directory:
        await test_stats.private_games_change_nothing(directory)


GUARDS = {
    "police_chat": (test_fairness.test_a_guest_cant_tell_whether_the_police_talked_before, "got"),
    "spectators": (test_links.test_a_player_opens_a_private_game_to_everyone_with_its_link,
                   "who else is at a private table"),
    "clock": (clocks, "depends on where Jack went"),
    "notification": (test_notify.test_notifications_of_games_that_differ_in_a_secret_are_the_same,
                     "notifications differ"),
    "warning": (warnings, "warnings differ"),
    "lesson": (test_lessons.test_only_the_learner_is_told_how_far_the_lesson_has_come, "a spectator is told"),
    "stats": (statistics, "changed a public number"),
    "review": (test_review.test_nobody_gets_a_review_before_the_end, "review"),
    "hint": (hints, '"hint":'),
    "takeback": (takebacks, '"on":"takeback"'),
}


def run(guard):
    if inspect.iscoroutinefunction(guard):
        asyncio.run(guard())
    else:
        guard()


SLOW = {"warning"}  # waits for a clock to run low, several times


@pytest.mark.parametrize("leak", [pytest.param(leak, marks=pytest.mark.verify) if leak in SLOW else leak
                                  for leak in GUARDS])
def test_a_leak_of_the_server_is_found(leak, monkeypatch):
    guard, complaint = GUARDS[leak]
    monkeypatch.setattr(gaslight_server, "GASLIGHTD", LEAKY)
    monkeypatch.setenv("LEAK", leak)
    with pytest.raises(AssertionError, match=complaint):
        for _ in range(TRIES):
            run(guard)
    monkeypatch.delenv("LEAK")
    run(guard)
