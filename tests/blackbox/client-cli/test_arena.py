"""`gaslight arena`: the same seed gives the same results, the sums add up, and saved games are valid records."""
import json
import os
import re
import subprocess

import pytest
from gaslight_server import GASLIGHT, PATIENCE, equal
from terminal import Terminal

LEVELS = ["novice", "easy", "normal", "hard", "master"]
OPTIONS = {"whitechapel": "letters,false_clues,rushing,area_arrest,catch_me,address",
           "whitehall": "deploy_first,murderer_at_large,newspaper_fabrications,powers,smoker"}


def run(*arguments):
    return subprocess.run([GASLIGHT, *arguments], capture_output=True, text=True, check=False)


def arena(*arguments):
    done = run("arena", "--json", *arguments)
    equal((done.returncode, done.stderr), (0, ""), f"arena {' '.join(arguments)}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def without_times(cell):
    for side in ("jack", "police"):
        cell[side] = {key: value for key, value in cell[side].items() if not key.startswith("ms_")}
    return cell


def sums_add_up(cell):
    equal(sum(cell["endings"].values()), cell["games"], "every game has an ending")
    equal(sum(cell["rounds"]), cell["games"], "every game has a last round")
    won = cell["endings"]["five_victims"] + cell["endings"]["all_discoveries"]
    equal(won, cell["jack_wins"], "Jack wins exactly the games with an ending in his favour")
    assert cell["low"] <= cell["share"] <= cell["high"], f"the share is outside its interval: {cell}"
    decisions = cell["jack"]["decisions"] + cell["police"]["decisions"]
    assert abs(decisions - cell["actions_average"] * cell["games"]) < 0.01 * cell["games"], "decisions per action"


@pytest.mark.parametrize("game", OPTIONS)
def test_the_same_seed_gives_the_same_results(game):
    order = ("--game", game, "--games", "6", "--jack", "novice", "--police", "easy")
    first, second = (arena(*order, "--seed", "7", "--threads", threads) for threads in ("1", "3"))
    equal([without_times(cell) for cell in first], [without_times(cell) for cell in second],
          "results with 1 and 3 threads")
    other = arena(*order, "--seed", "8")
    assert without_times(other[0]) != first[0], "another seed gave the same games"
    sums_add_up(first[0])


@pytest.mark.verify
def test_all_pairs_of_levels_are_played():
    cells = arena("--game", "whitehall", "--games", "1", "--jack", "all", "--police", "all")
    pairs = [(cell["jack"]["level"], cell["police"]["level"]) for cell in cells]
    equal(pairs, [(jack, police) for jack in LEVELS for police in LEVELS], "twenty-five cells")


@pytest.mark.verify
@pytest.mark.parametrize("game", OPTIONS)
def test_the_halves_of_the_pool_are_disjoint_and_complete(game):
    rows = [line.split()[:3] for line in run("arena", "--game", game, "--styles").stdout.splitlines()]
    for side, other in (("jack", "police"), ("police", "jack")):
        played = {}
        for half in ("tune", "held-out", "all"):
            cells = arena("--game", game, "--games", "1", f"--{side}", f"pool:{half}", f"--{other}", "novice")
            played[half] = [cell[side]["style"] for cell in cells]
        equal(played["all"], [name for which, _, name in rows if which == side], f"all styles of {side}")
        for half in ("tune", "held-out"):
            equal(played[half], [name for which, its, name in rows if (which, its) == (side, half)], half)


def test_a_league_rates_every_player():
    players = ("--jack", "novice,normal", "--police", "novice,style:uniform")
    *cells, ratings = arena("--game", "whitehall", "--games", "20", *players, "--league")
    equal(len(cells), 4, "cells")
    rows = ratings["ratings"]
    equal(sorted((row["side"], row["player"]) for row in rows),
          [("jack", "normal"), ("jack", "novice"), ("police", "novice"), ("police", "uniform")])
    equal([row["rating"] for row in rows], sorted((row["rating"] for row in rows), reverse=True), "best first")
    rating = {(row["side"], row["player"]): row["rating"] for row in rows}
    assert rating["jack", "normal"] > rating["jack", "novice"], rows
    assert rating["police", "uniform"] > rating["police", "novice"], rows
    equal(sum(row["wins"] for row in rows), 80, "each of the 80 games has one winner")
    equal(round(sum(row["rating"] for row in rows) / 4), 1500, "average rating")
    text = run("arena", "--game", "whitehall", "--games", "20", *players, "--league").stdout
    assert "whitehall: ratings" in text and "uniform" in text, text


@pytest.mark.parametrize("game", OPTIONS)
def test_calibration_counts_every_estimate(game):
    cell = arena("--game", game, "--games", "4", "--jack", "normal", "--police", "normal", "--calibration")[0]
    assert sum(row["count"] for row in cell["position"]) > 0 and cell["bits"] > 0, cell
    for row in cell["position"] + cell["arrest"]:
        assert row["count"] == 0 or row["estimated"] * 100 <= row["up_to"] + 0.01, row
    assert "position" not in arena("--game", game, "--games", "1")[0], "only if asked for"
    assert "estimated and true share" in run("arena", "--game", game, "--games", "1", "--calibration").stdout


@pytest.mark.parametrize("game", OPTIONS)
def test_saved_games_are_valid_records(game, tmp_path):
    cell = arena("--game", game, "--games", "3", "--options", OPTIONS[game], "--save", str(tmp_path))[0]
    files = sorted(str(path) for path in tmp_path.iterdir())
    equal(len(files), 3, f"files: {files}")
    done = run("record", "verify", *files)
    equal(done.returncode, 0, f"exit status of verify: {done.stderr}")
    jack = sum(" jack " in line for line in done.stdout.splitlines())
    equal(jack, cell["jack_wins"], f"games won by Jack: {done.stdout}")


def test_the_directory_for_saved_games_is_created(tmp_path):
    arena("--game", "whitehall", "--games", "1", "--save", str(tmp_path / "games"))
    equal(len(os.listdir(tmp_path / "games")), 1, "files")
    gone = run("arena", "--games", "1", "--save", "/nowhere/at/all")
    equal((gone.returncode, gone.stdout), (1, ""), "must be refused before any game is played")
    assert "/nowhere/at/all can't be created" in gone.stderr, gone.stderr


def test_output_without_json_is_readable_text():
    text = run("arena", "--game", "whitehall", "--games", "4", "--jack", "novice", "--police", "novice").stdout
    assert "novice jack, novice police: jack wins " in text and "endings:" in text, text


def test_no_decision_is_late_with_a_generous_clock():
    cell = arena("--games", "1", "--clock", "3600000")[0]
    equal((cell["jack"]["late"], cell["police"]["late"]), (0, 0), "an hour is enough for every decision")


@pytest.mark.parametrize("arguments, word", [
    (("--jack", "clever"), "novice, easy"),
    (("--jack", "style:clever"), "style:NAME"), (("--police", "hard,pool:best"), "pool:tune"), (("--games", "0"), "a number"), (("--games",), "needs a value"),
    (("--seed", "-1"), "a whole number"), (("--seed", "1", "--seed", "2"), "twice"),
    (("--options", "smoker"), "variants of the game"), (("--game", "chess"), "whitehall"),
    (("--what",), "has no option"), (("--clock", "0"), "a number"), (("--threads", "x"), "a number")])
def test_invalid_arguments_are_rejected(arguments, word):
    done = run("arena", *arguments)
    equal((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1))
    assert word in done.stderr, done.stderr


# ---- Progress --------------------------------------------------------------------------------------------


def test_progress_goes_to_standard_error_if_asked_for():
    words = ["arena", "--game", "whitehall", "--jack", "novice", "--police", "novice,easy", "--games", "5"]
    quiet = subprocess.run([GASLIGHT, *words], capture_output=True, text=True, timeout=PATIENCE, check=False)
    equal((quiet.returncode, quiet.stderr), (0, ""))
    shown = subprocess.run([GASLIGHT, *words, "--progress"], capture_output=True, text=True, timeout=PATIENCE,
                           check=False)
    equal(shown.returncode, 0)
    lines = shown.stderr.splitlines()
    assert all(re.fullmatch(r"gaslight: \d+ of 10 games, [0-9.]+ per second(, .* left)?", line) for line in lines), lines
    equal([line.split()[1] for line in lines if not line.endswith("left")][-1], "10")
    equal(len(shown.stdout.splitlines()), len(quiet.stdout.splitlines()))


def test_a_terminal_shows_the_progress_until_the_result():
    words = [GASLIGHT, "arena", "--game", "whitehall", "--jack", "easy", "--police", "easy", "--games", "2000"]
    with Terminal(words, env={"LC_ALL": "it_IT.UTF-8"}) as terminal:
        terminal.wait(re.compile(r"gaslight: \d+ partite su 2000, [0-9.]+ al secondo, ancora \d+ \w+"))
        terminal.keys("C-c")
