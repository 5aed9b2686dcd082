#!/usr/bin/python3
"""`gaslight arena` as its users run it: the same seed plays the same, the sums add up, saved games are good records."""
import json
import os
import subprocess
import sys
import tempfile

GASLIGHT = os.environ.get("GASLIGHT", "build/gaslight")
LEVELS = ["novice", "easy", "normal", "hard"]
passed = failed = 0


def check(good, what):
    global passed, failed
    passed, failed = passed + bool(good), failed + (not good)
    if not good:
        print(f"not ok: {what}")


def run(*arguments):
    return subprocess.run([GASLIGHT, *arguments], capture_output=True, text=True, check=False)


def arena(*arguments):
    done = run("arena", "--json", *arguments)
    check(done.returncode == 0 and done.stderr == "", f"arena {' '.join(arguments)}: {done.returncode} {done.stderr}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def without_times(cell):
    for side in ("jack", "police"):
        cell[side] = {key: value for key, value in cell[side].items() if not key.startswith("ms_")}
    return cell


def sums_add_up(cell):
    check(sum(cell["endings"].values()) == cell["games"], f"every game has an ending: {cell}")
    check(sum(cell["rounds"]) == cell["games"], f"and a last round: {cell}")
    won = cell["endings"]["five_victims"] + cell["endings"]["all_discoveries"]
    check(won == cell["jack_wins"], f"Jack wins by his own endings alone: {cell}")
    check(cell["low"] <= cell["share"] <= cell["high"], f"the share lies in its interval: {cell}")
    decisions = cell["jack"]["decisions"] + cell["police"]["decisions"]
    check(abs(decisions - cell["actions_average"] * cell["games"]) < 0.01 * cell["games"], "a decision an action")


def the_same_seed_plays_the_same():
    for game in ("whitechapel", "whitehall"):
        order = ("--game", game, "--games", "6", "--jack", "novice", "--police", "easy")
        first, second = (arena(*order, "--seed", "7", "--threads", threads) for threads in ("1", "3"))
        check([without_times(cell) for cell in first] == [without_times(cell) for cell in second],
              f"{game}: threads make no difference")
        other = arena(*order, "--seed", "8")
        check(without_times(other[0]) != first[0], f"{game}: another seed plays other games")
        sums_add_up(first[0])


def all_levels_make_a_table():
    cells = arena("--game", "whitehall", "--games", "2", "--jack", "all", "--police", "all")
    pairs = [(cell["jack"]["level"], cell["police"]["level"]) for cell in cells]
    check(pairs == [(jack, police) for jack in LEVELS for police in LEVELS], f"sixteen cells: {pairs}")


def saved_games_are_records():
    options = {"whitechapel": "letters,false_clues,rushing,area_arrest,catch_me,address",
               "whitehall": "deploy_first,murderer_at_large,newspaper_fabrications,powers,smoker"}
    for game, names in options.items():
        with tempfile.TemporaryDirectory() as directory:
            cell = arena("--game", game, "--games", "3", "--options", names, "--save", directory)[0]
            files = sorted(os.path.join(directory, name) for name in os.listdir(directory))
            check(len(files) == 3, f"three files: {files}")
            done = run("record", "verify", *files)
            check(done.returncode == 0, f"they are good: {done.stderr}")
            jack = sum(" jack " in line for line in done.stdout.splitlines())
            check(jack == cell["jack_wins"], f"and tell the same winners: {done.stdout}")
    with tempfile.TemporaryDirectory() as directory:
        fresh = os.path.join(directory, "games")
        arena("--game", "whitehall", "--games", "1", "--save", fresh)
        check(len(os.listdir(fresh)) == 1, "the directory is made")
    gone = run("arena", "--games", "1", "--save", "/nowhere/at/all")
    check(gone.returncode == 1 and gone.stdout == "" and "/nowhere/at/all cannot be made" in gone.stderr,
          f"said before anything is played: {gone.stderr}")


def people_can_read_it():
    text = run("arena", "--game", "whitehall", "--games", "4", "--jack", "novice", "--police", "novice").stdout
    check("novice jack, novice police: jack wins " in text and "endings:" in text, f"it reads: {text}")


def a_clock_cuts_decisions_short():
    cell = arena("--games", "1", "--clock", "3600000")[0]
    check(cell["jack"]["late"] == 0 and cell["police"]["late"] == 0, "an hour is enough for every decision")


def bad_usage_is_refused():
    for arguments, word in [(("--jack", "clever"), "novice, easy"), (("--games", "0"), "a number"), (("--games",), "needs a value"),
                            (("--seed", "-1"), "a whole number"), (("--seed", "1", "--seed", "2"), "twice"),
                            (("--options", "smoker"), "options of the game"), (("--game", "chess"), "whitehall"),
                            (("--what",), "knows no option"), (("--clock", "0"), "a number"), (("--threads", "x"), "a number")]:
        done = run("arena", *arguments)
        check(done.returncode == 2 and word in done.stderr and done.stderr.count("\n") == 1 and done.stdout == "",
              f"{arguments}: {done.returncode} {done.stderr}")


for test in (the_same_seed_plays_the_same, all_levels_make_a_table, saved_games_are_records, people_can_read_it,
             a_clock_cuts_decisions_short, bad_usage_is_refused):
    test()
print(f"{passed} passed, {failed} failed")
sys.exit(failed != 0)
