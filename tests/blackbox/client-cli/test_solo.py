"""Games against bots with the real client and --solo, in plain mode and on the full screen.

Bots act without delay here (--bot-pace 0). The client's deductions are checked against the record of the game.
"""
import json
import os
import re
import subprocess
import tempfile

import pytest
from gaslight_server import GASLIGHT, ROOT, Server, equal, reserved_port
from line_client import LineClient, choose_line, one_sentence, run_client, unmarked
from terminal import Terminal, cells

NOTHING = "There is nothing you can do now."
BARS = "▂▄▆█"
ON_A_TRAIL = (("1", True), ("fore", (5, 38)))  # bold and blue, as in paint.c


def url(server):
    return f"ws://127.0.0.1:{server.port}"


def solo(server, *more, **how):
    return LineClient([url(server), "--name", "Ann", "--solo", *more], **how)


def record(*arguments):
    """Returns the JSON printed by `gaslight record`."""
    done = subprocess.run([GASLIGHT, "record", *arguments], capture_output=True, check=True, text=True)
    return json.loads(done.stdout)


def is_over(client):
    return any(line.startswith(("event: Jack wins", "event: The police win")) for line in client.said[-40:])


def play_on(client, look=None, most=3000):
    """Types what `legal` offers until the game is over; `look` is called before each line that is typed."""
    for _ in range(most):
        good, answer, lines = client.ask("legal")
        assert good, answer
        if answer != NOTHING:
            if look is not None:
                look(client)
            client.do(choose_line(lines))
        elif is_over(client):
            return
        else:
            client.next()  # it is a bot's turn
    raise AssertionError(f"no end after {most} lines")


def save_record(client, directory):
    """Saves the record of the game and returns its path."""
    path = os.path.join(directory, "game.json")
    client.do(f"record {path}")
    return path


# ---- Plain mode ------------------------------------------------------------------------------------


def test_a_whole_plain_game_as_jack_in_whitechapel():
    with Server(bot_pace=0) as server, tempfile.TemporaryDirectory() as directory:
        with solo(server, "jack", "--game", "whitechapel", "--level", "easy", "--options", "rushing") as ann:
            ann.until("You are at table")
            ann.until("turn: ")
            _, _, who = ann.ask("who")
            assert any("Letters from Whitechapel, private, in progress" in line for line in who), who
            assert any("Bot 1 (easy): Yellow, Red, Blue, Green and Brown" in line for line in who), who
            assert any("Ann (you): Jack, host" in unmarked(line) for line in who), who
            good, answer, _ = ann.ask("deduce")
            equal((good, answer), (False, "Deduction help is not available to Jack."))
            play_on(ann)
            path = save_record(ann, directory)
        with open(path, encoding="utf-8") as file:
            equal(json.load(file)["options"], ["rushing"])


def written(number):
    """Returns a number as the client writes it: "12,345", "214 million"."""
    if int(number) < 10 ** 6:
        return f"{int(number):,}"
    value, units = int(number) / 10 ** 6, ["million", "billion", "trillion"]
    while value >= 999.5 and len(units) > 1:
        value /= 1000
        units.pop(0)
    return f"{value:.3g} {units[0]}"


def numbers(line):
    """Returns the circles of "Where Jack may be (3 circles, 200 trails): 14 (90%), 12 (10%), 90 (1%)."."""
    return [int(number) for number in re.findall(r"(\d+)(?: \(\d+%\))?(?=[,.]| and)", line.split(": ", 1)[1])]


@pytest.mark.verify
def test_a_whole_plain_game_as_the_police_in_whitehall_with_deduction():
    told = []

    def look(client):
        """Requests a deduction and stores it with the number of events so far."""
        good, answer, lines = client.ask("deduce")
        assert good, answer
        if lines[0].startswith("Where Jack may be (") and len(told) < 40:
            _, _, searches = client.ask("whatif")
            told.append((sum(line.startswith("event: ") for line in client.said), lines, searches))

    with Server(bot_pace=0) as server, tempfile.TemporaryDirectory() as directory:
        with solo(server, "--game", "whitehall", "--level", "novice") as ann:
            ann.until("turn: ")
            play_on(ann, look)
            path = save_record(ann, directory)
        assert told, "no deduction was seen"
        with open(path, encoding="utf-8") as file:
            actions = len(json.load(file)["actions"])
        by_seq = {}
        for at in range(actions):
            deduction = record("deduce", path, "--at", str(at))
            by_seq[deduction["seq"]] = (at, deduction)
        for seq, lines, searches in told:
            at, deduction = by_seq[seq]  # the same deduction, from the record
            assert f"({len(deduction['now'])} circle" in lines[0], (at, lines[0])
            assert f" {written(deduction['trails'])} trail" in lines[0], (at, lines[0])
            if " more" not in lines[0]:
                equal(sorted(numbers(lines[0])), deduction["now"])
            telling = [one for one in deduction["searches"] if "0" not in (one["yes"]["trails"], one["no"]["trails"])]
            equal(len([line for line in searches if " are left" in line]), len(telling))
            truth = record("view", path, "--as", "all", "--at", str(at))
            assert truth["rows"][-1][-1]["circle"] in deduction["now"], (at, truth["rows"], deduction["now"])


def test_trails_to_a_circle_are_listed():
    with Server(bot_pace=0) as server, solo(server, "--game", "whitehall", "--level", "novice") as ann:
        ann.until("turn: ")
        trails = []

        def look(client):
            _, _, lines = client.ask("deduce")
            if not trails and any(line.startswith("After move 1:") for line in lines):
                circle = numbers(lines[0])[0]
                _, _, shown = client.ask(f"deduce {circle}")
                trails.append((circle, shown))

        play_on(ann, look)
        circle, shown = trails[0]
        assert shown[0].startswith(f"Trails to {circle} ("), shown
        assert len(shown) > 1, shown
        for line in shown[1:]:
            trail = [int(number) for number in line.split(", ")]
            assert len(trail) > 1 and trail[-1] == circle, shown


def test_invalid_solo_arguments_are_rejected_with_one_sentence():
    with reserved_port() as port:
        reject_solo_arguments(port)


def reject_solo_arguments(port):
    with Server(listen=f"127.0.0.1:{port}", bot_pace=0) as server:
        for words, part in ((["--solo", "--level", "best"], "novice, easy, normal, hard or master"),
                            (["--solo", "--game", "chess"], "--game chess: the game is whitehall or whitechapel"),
                            (["--solo", "--game", "whitehall", "--options", "letters"], "not a variant of Whitehall"),
                            (["--level", "hard"], "require --solo"),
                            (["--solo", "--solo"], "given twice")):
            status, out, err = run_client("play", url(server), *words)
            equal((status, out), (2, ""))
            assert part in err and err.count("\n") == 1, err
        status, _, err = run_client("play", url(server) + "/invite/abcdefghijkl", "--solo")
        equal(status, 2)
    status, _, err = run_client("play", f"ws://127.0.0.1:{port}", "--solo")
    equal(status, 1)
    assert "Nothing is listening" in one_sentence(err), err


# ---- Records ---------------------------------------------------------------------------------------


def test_record_deduce_works_up_to_the_action_before_the_end():
    path = os.path.join(ROOT, "tests", "records", "whitehall-plain.json")
    with open(path, encoding="utf-8") as file:
        actions = len(json.load(file)["actions"])
    equal(record("deduce", path), record("deduce", path, "--at", str(actions - 1)))
    begin = record("deduce", path, "--at", "0")
    equal((begin["hunting"], begin["now"], begin["searches"]), (False, [], []))
    for words, part in (([path, "--at", str(actions + 1)], f"the record has {actions} actions"),
                        ([path, "--as", "jack"], "has no option"),
                        ([], "needs a FILE")):
        status, out, err = run_client("record", "deduce", *words)
        equal((status, out), (2, ""))
        assert part in err, err
    status, _, err = run_client("record", "deduce", os.path.join(ROOT, "README.md"))
    equal(status, 1)
    assert err.count("\n") == 1, err


# ---- Tables ----------------------------------------------------------------------------------------


def test_the_host_adds_and_removes_bots():
    with Server(bot_pace=0) as server, LineClient([url(server), "--name", "Ann"]) as ann:
        ann.do("create whitehall private aids=sets clock=3600 level=easy pace=quick")
        equal(ann.do("bot blue hard"), "A bot plays Blue (hard).")
        ann.until("news: Bot 1 (hard) plays Blue.")
        ann.do("bot yellow, red novice")
        equal(ann.do("bot blue none"), "No bot plays Blue any more.")
        good, answer, _ = ann.ask("start")
        assert not good, answer
        ann.do("bot police normal")
        ann.do("pawns jack")
        good, answer, _ = ann.ask("bot jack hard")
        assert not good, answer
        _, _, who = ann.ask("who")
        assert any("Deduction help: where Jack may be. Spectators can use it too. "
                   "1 hour per action, then a stand-in bot (easy) takes over. "
                   "Bot speed: fast." == line for line in who), who
        assert sum("(normal)" in line for line in who) == 1, who
        good, answer, _ = ann.ask("back")
        equal((good, answer), (False, "No bot is playing for you."))
        ann.do("start")
        ann.until("turn: ")
        _, _, left = ann.ask("clock")
        assert re.fullmatch(r"(5\d minutes( \d+ seconds?)?|1 hour) left\. Time runs out: .*\.", left[0]), left


def test_a_bot_replaces_a_player_who_runs_out_of_time_until_they_return():
    """Uses slow bots: with fast ones the game might be over before the player is back."""
    with Server() as server, LineClient([url(server), "--name", "Ann"]) as ann:
        ann.do("create whitehall private clock=10 level=novice pace=slow")
        ann.do("bot police novice")
        ann.do("pawns jack")
        ann.do("start")
        ann.until("news: A stand-in bot (novice) is playing for Ann.")
        good, answer, _ = ann.ask("back")
        assert good or answer == "No bot is playing for you.", answer  # it has acted and handed the turn back already
        ann.until("news: Ann is playing again.")


# ---- On the full screen ----------------------------------------------------------------------------


def turn_of(terminal):
    """Waits for the player's turn and returns the screen, or None if the game is over."""
    text = terminal.wait(re.compile(r"Your turn|The game is over"))
    return None if "The game is over" in text else text


def act(terminal):
    """Presses the keys for one step of an action: Enter picks the first target, another Enter confirms it. Passes
    instead of searching.

    Waits until the screen has handled the keys; they are harmless if pressed too early.
    """
    text = turn_of(terminal)
    if text is None:
        return
    if "random" in text or "% " in text:
        terminal.type("%")
    elif "n passes" in text and "Press Enter to confirm" not in text:
        terminal.type("n")
    terminal.keys("Enter")
    terminal.drawn()


def play_until_round_1_walk(terminal):
    """Plays until the police walk in round 1."""
    while "Round 1: the investigators move" not in terminal.text():
        assert "The game is over" not in terminal.text(), terminal.text()
        act(terminal)


def play_on_screen(terminal):
    """Plays to the end of the game."""
    while turn_of(terminal) is not None:
        act(terminal)


def expect_trail(terminal, nearer=4):
    """Waits until a trail is visible on the map, zooming in if circles are too close together to show it."""
    terminal.drawn()
    while not any(look == ON_A_TRAIL for row in cells(terminal.coloured()) for _, look in row):
        assert nearer > 0, terminal.text()
        nearer -= 1
        terminal.type("+")
        terminal.drawn()


def opened(server, *more, **how):
    return Terminal([GASLIGHT, "play", url(server), "--name", "Mo", "--solo", *more], **how)


@pytest.mark.parametrize("to_the_end", [False, pytest.param(True, marks=pytest.mark.verify)])
def test_a_full_screen_game_as_the_police_in_whitehall_with_a_heat_map(to_the_end):
    with Server(bot_pace=0) as server, opened(server, "--game", "whitehall", "--level", "novice",
                                              size=(150, 45)) as terminal:
        play_until_round_1_walk(terminal)
        terminal.type("D")
        terminal.wait("Where Jack may be")
        terminal.wait(re.compile(r"\d+ circles?, \d+ trails?"))
        terminal.wait(re.compile(f"[{BARS}][({{]?\\d"))  # a bar before a number on the map
        likeliest = re.search(r"(\d+) \(\d+%\)", terminal.text()).group(1)
        terminal.type(f":deduce {likeliest}")
        terminal.keys("Enter")
        terminal.wait(re.compile(rf"Trails to {likeliest}: \d+ of [\d,]+"))
        expect_trail(terminal)
        terminal.type("D")
        terminal.wait("Where Jack may have been")
        terminal.type("D")
        terminal.wait("Possible future")
        terminal.type("D")
        terminal.wait("Deduction help is off.")
        terminal.wait_for(lambda text: not re.search(f"[{BARS}]\\D?\\d", text), "the bars are removed")
        terminal.type("i")
        terminal.wait("Searches")
        terminal.keys("Escape")
        terminal.wait("Searches", gone=True)
        terminal.type("D")
        terminal.wait("Where Jack may be")
        if to_the_end:
            play_on_screen(terminal)
            terminal.wait(re.compile(r"Jack wins|The police win"))


def test_without_colours_and_unicode_the_heat_map_is_ascii():
    with Server(bot_pace=0) as server, opened(server, "--level", "novice", size=(150, 45),
                                              env={"NO_COLOR": "1", "LANG": "C"}) as terminal:
        play_until_round_1_walk(terminal)
        terminal.type("D")
        terminal.wait(re.compile(r"\d+ circles?, \d+ trails?"))
        text = terminal.wait(re.compile(r"[_=%$][({]?\d"))
        assert text.isascii(), text


def test_jack_chooses_a_hideout_on_the_full_screen():
    with Server(bot_pace=0) as server, opened(server, "jack", "--game", "whitechapel", size=(80, 24)) as terminal:
        terminal.wait("Pick a circle for your hideout")
        terminal.type("D")
        terminal.wait("Deduction help is not available to Jack.")
        terminal.type("90")
        terminal.keys("Enter")
        terminal.wait("Press Enter to confirm")
        terminal.keys("Enter")
        terminal.wait("Hideout 90")


def test_hosts_keep_deduction_help_from_spectators():
    with Server(bot_pace=0) as server, LineClient([url(server), "--name", "Ann"]) as ann:
        made = re.search(r"Table (\w+)", ann.do("create whitehall aids=full spectator-aids=off"))
        ann.do("pawns police")
        ann.do("bot jack easy")
        assert "Deduction help: full, with numbers. Spectators can't use it." in ann.ask("who")[2]
        ann.do("start")
        with LineClient([url(server), made.group(1), "--name", "Eve"], verb="watch") as eve:
            equal(eve.ask("deduce")[:2], (False, "Spectators can't use deduction help at this table."))
            assert "Deduction help: full, with numbers. Spectators can't use it." in eve.ask("who")[2]


def test_the_lobby_creates_a_table_with_deduction_help_clock_and_bots():
    with Server(bot_pace=0) as server, Terminal([GASLIGHT, "play", url(server), "--name", "Mo"],
                                                size=(80, 24)) as terminal:
        terminal.wait("My games")
        terminal.type("c")
        terminal.wait("New table")
        terminal.keys("Space")
        terminal.wait("Whitehall Mystery >")
        terminal.keys(*["Down"] * 7, "Right", "Right", "Down", "Right", "Down", *["Right"] * 4, *["Down"] * 3, "Right",
                      "Down", "Right")
        for shown in ("Deduction help: < full >", "Help for spectators: < no >", "Time per action: < 5 min >", "Stand-in level: < hard >",
                      "Bot speed: < fast >"):
            terminal.wait(shown)
        terminal.keys("Down", "Right")
        terminal.wait("Commentators: < allowed >")
        terminal.keys("Down", "Right")
        terminal.wait("Counts if private: < yes >")
        terminal.keys("Right", "Down", "Enter")
        terminal.wait(re.compile(r"Secret link for\b"))
        terminal.wait("Press c to agree")
        terminal.type("c")
        terminal.wait_for(lambda text: "Press c to agree" not in text, "the consent")
        terminal.wait("Spectators can't use it.")
        terminal.wait("5 minutes per action, then a stand-in bot (hard) takes over.")
        terminal.type("B")
        terminal.wait("Add a bot for all the rest")
        terminal.type("e")
        terminal.wait(re.compile(r"Jack\s+Bot \d \(easy\)"))
        terminal.wait(re.compile(r"Blue\s+Bot \d \(easy\)"))
        terminal.type("b")
        terminal.wait("Add a bot for Jack")
        terminal.type("x")
        terminal.wait(re.compile(r"Jack\s+free"))
        terminal.keys("Space")
        terminal.wait("Everything is ready. Press s to start")
        terminal.type("s")
        terminal.wait_for(lambda text: "4 minutes" in text and " left" in text, "the countdown")


def test_a_replay_shows_deductions():
    path = os.path.join(ROOT, "tests", "records", "whitechapel-plain.json")
    deduction = record("deduce", path, "--at", "60")
    with Terminal([GASLIGHT, "replay", path, "--at", "60"], size=(150, 45)) as terminal:
        terminal.wait("Step 60 of")
        terminal.type("D")
        terminal.wait(f"{len(deduction['now'])} circles, {written(deduction['trails'])} trails")
        terminal.wait(re.compile(f"[{BARS}]\\(?\\d"))
        terminal.keys("Right")
        terminal.wait("Step 61 of")
        after = record("deduce", path, "--at", "61")
        terminal.wait(f"{len(after['now'])} circles, {written(after['trails'])} trails")
        terminal.type("i")
        terminal.wait("Searches")
    with Terminal([GASLIGHT, "replay", path, "--at", "60", "--plain"], size=(120, 45)) as terminal:
        terminal.wait("Type next")
        terminal.type("deduce")
        terminal.keys("Enter")
        terminal.wait(f"{len(deduction['now'])} circles, {written(deduction['trails'])} trails")
        terminal.type("whatif")
        terminal.keys("Enter")
        terminal.wait(re.compile(r"\d+ of \d+ circles are left|Can't be"))


def test_a_player_looks_back_while_the_game_goes_on():
    with Server() as server, Terminal([GASLIGHT, "play", url(server), "--name", "Ann", "--solo"]) as ann:
        assert "Jack starts at" in turn_of(ann)
        ann.type("[")
        ann.wait("Earlier in this game, step 1 of 2. Setup: Jack announces where he starts.")
        ann.type("[")
        ann.wait("step 0 of 2. Setup: Jack chooses his Discovery Locations.")
        ann.keys("Enter")  # nothing can be picked in the past
        ann.wait("You are looking back.")
        ann.type("]]")
        ann.wait("Yellow: pick a yellow crossing")
        ann.type("[")
        ann.wait("Esc back to live")
        ann.keys("Escape")
        assert "Earlier" not in ann.wait("Yellow: pick a yellow crossing")
