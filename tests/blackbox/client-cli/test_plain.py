"""Plain mode as a black box: the real client against the real server.

Clients that read commands from pipes play whole games of both kinds, choosing from what `legal` prints. The prompt is
tested in a real terminal (tmux). For bad networks and hostile servers see test_network.py, for secrets test_secrets.py.
"""
import contextlib
import json
import os
import re
import signal
import subprocess
import tempfile

from gaslight_server import GASLIGHT, PATIENCE, ROOT, Server, equal, reserved_port
from line_client import LineClient, choose_line as choose, environment, one_sentence, run_client as run, unmarked
from terminal import Terminal

RECORDS = os.path.join(ROOT, "tests", "records")
NOTHING = "There is nothing you can do now."


class Player(LineClient):
    """A plain client with a player's name, which remembers whose turn it is."""

    def __init__(self, where, name, *arguments, **how):
        self.name = name
        self.turn = ""
        super().__init__([where, *arguments, *(["--name", name] if name else [])], **how)

    def next(self):
        line = super().next()
        if line.startswith("turn: "):
            self.turn = line
        return line

    def refused(self, line, part=""):
        good, answer, _ = self.ask(line)
        assert not good and part in answer, f"{self.name}: {line}: {answer!r}, expected a refusal with {part!r}"
        return answer

    def show(self, line):
        good, answer, shown = self.ask(line)
        assert good, f"{self.name}: {line}: {answer}"
        return shown


def url(server):
    return f"localhost:{server.port}"


@contextlib.contextmanager
def table(server, game, *holds, start=True):
    """Seats players with these pawns at a table created by the first. Yields the players and the table's id."""
    with contextlib.ExitStack() as stack:
        players = [stack.enter_context(Player(url(server), name))
                   for name in ["Jill", "Ann", "Bob", "Cy"][:len(holds)]]
        made = players[0].do(f"create {game}")
        code = re.search(r"Table (\w+), invite (\w+)", made)
        players[0].do(f"pawns {holds[0]}")
        for player, pawns in zip(players[1:], holds[1:]):
            player.do(f"join {code.group(2)} {pawns}")
        if start:
            players[0].do("start")
            for player in players:
                player.until("turn: ")
        yield players, code.group(1)


# ---- Whole games ---------------------------------------------------------------------------------


def is_the_end(line):
    return line.startswith(("event: Jack wins", "event: The police win"))


def play_to_the_end(players, most=2000):
    """Plays commands from `legal` for all players until the game is over. Returns the lines typed."""
    typed = []
    while len(typed) < most:
        acted = False
        for player in players:
            good, answer, lines = player.ask("legal")
            assert good, answer
            if answer == NOTHING:
                continue
            line = choose(lines)
            good, refusal, _ = player.ask(line)
            if good:
                typed.append(line)
            else:  # this client may have been behind, but is not any more
                assert player.ask("legal")[2] != lines, f"{player.name}: {line}: {refusal}"
            acted = True
        if not acted and any(is_the_end(line) for line in players[0].said):
            return typed
    raise AssertionError(f"no end after {most} lines")


def secrets_of(lines):
    """Returns the lines before the end of the game that only Jack's client may print."""
    ends = [i for i, line in enumerate(lines) if is_the_end(line)]
    before = lines[:ends[0]] if ends else lines
    patterns = [r"event: Jack moved to ", r"event: Jack chose \d", r"Marked: ", r"via \d+ to \d+"]
    return [line for line in before if line.startswith("event: ") and any(re.search(one, line) for one in patterns)]


def play_whole(game, *holds):
    with Server() as server, table(server, game, *holds) as (players, ident):
        with Player(url(server), "Olga", ident, verb="watch") as spectator:
            spectator.until("turn: ")
            typed = play_to_the_end(players)
            assert len(typed) > 10, typed
            end = next(filter(is_the_end, players[0].said))
            for one in [*players[1:], spectator]:
                equal(one.until(end), end)
                equal(secrets_of(one.said), [])
            assert secrets_of(players[0].said), "Jack's client did not print his own moves"
            spectator.refused("rematch", "only watching")
            path = os.path.join(players[1].home, "game.json")
            players[1].do(f"record {path}")
            players[1].refused(f"record {path}", "already exists")
            status, out, err = run("record", "verify", path)
            equal((status, err), (0, ""))
            assert out.startswith("ok "), out
            check_replays(server, ident, path, spectator)
            equal(spectator.end(), (1, "gaslight: 1 line was refused.\n"))
            equal(players[0].end(), (0, ""))


def check_replays(server, ident, path, spectator):
    """Checks that the file and the server's archive replay the same game, and as the spectator saw it."""
    status, told, err = run("replay", path, "--as", "public")
    equal((status, err), (0, ""))
    equal(run("replay", url(server), ident, "--as", "public", "--name", "Rita"), (0, told, ""))
    sentences = [line[6:] for line in told.splitlines()[1:]]

    def heard():
        events = [line[len("event: "):] for line in spectator.said if line.startswith("event: ")]
        return [line for line in events if "undid that" not in line]
    while len(heard()) < len(sentences):
        spectator.next()  # events continue after the result
    equal(heard(), sentences)


def test_a_whole_game_of_whitechapel():
    play_whole("whitechapel letters false_clues rushing", "jack", "yellow red blue", "green brown")


def test_a_whole_game_of_whitehall():
    play_whole("whitehall powers smoker newspaper_fabrications", "jack", "yellow red blue")


# ---- Chat, undo, resigning -------------------------------------------------------------


def test_chat_reaches_only_its_audience():
    with Server() as server, table(server, "whitehall", "jack", "yellow", "red blue") as (players, ident):
        jack, ann, bob = players
        with Player(url(server), "Olga", ident, verb="watch") as spectator:
            spectator.until("turn: ")
            jack.do("say catch me: 1, 2 # 3")
            ann.do("police he is near 65 ä€")
            spectator.do("gallery boo")
            ann.refused("gallery hm")
            jack.refused("police hm")
            spectator.refused("say hm")
            ann.do("say over")
            for one in [jack, ann, bob, spectator]:
                one.until("chat table Ann: over")
            heard = {one.name: [unmarked(line) for line in one.said if line.startswith("chat ")]
                     for one in [*players, spectator]}
            table_lines = ["chat table Jill: catch me: 1, 2 # 3", "chat table Ann: over"]
            secret = [table_lines[0], "chat police Ann: he is near 65 ä€", table_lines[1]]
            equal(heard, {"Jill": table_lines, "Ann": secret, "Bob": secret,
                          "Olga": [table_lines[0], "chat gallery Olga: boo", table_lines[1]]})
            ann.do("mark 65 suspect")
            jack.refused("mark 65 suspect", "Only detectives")


def test_an_action_can_be_undone():
    with Server() as server, table(server, "whitehall", "jack", "yellow red blue") as (players, _):
        jack, police = players
        before = jack.show("state")
        jack.do(jack.show("legal")[0].partition("   #")[0])
        assert jack.show("state") != before
        jack.do("undo")
        equal(jack.show("state"), before)
        jack.refused("undo", "can't undo your last action")
        police.refused("undo")
        police.until("undid that")


def test_an_action_that_revealed_something_is_taken_back_if_everyone_agrees():
    with Server() as server, table(server, "whitehall", "jack", "yellow red blue") as (players, _):
        jack, police = players
        jack.do(jack.show("legal")[0].partition("   #")[0])
        jack.do(jack.show("legal")[0].partition("   #")[0])
        jack.refused("undo", "can't undo your last action")
        jack.do("takeback")
        police.until("Jill asks to take back the last action: :agree or :refuse.")
        jack.do("refuse")  # withdraws it
        police.until("The takeback request has ended.")
        jack.do("takeback")
        police.until("Jill asks to take back the last action: :agree or :refuse.")
        equal(police.do("refuse"), "You refused.")
        jack.until("Ann refused the takeback.")
        jack.refused("takeback", "already refused")
        jack.refused("redo", "nothing to redo")
        police.refused("agree", "There is no takeback request to answer.")
    with Server() as server, table(server, "whitehall", "jack", "yellow red blue") as (players, _):
        jack, police = players
        jack.do(jack.show("legal")[0].partition("   #")[0])
        before = jack.show("state")
        jack.do(jack.show("legal")[0].partition("   #")[0])
        jack.do("takeback")
        police.until("Jill asks to take back")
        equal(police.do("agree"), "You agreed.")
        police.until("undid that")
        jack.until("undid that")
        equal(jack.show("state"), before)


def test_the_police_resign_once_all_detectives_agree_and_a_rematch_follows():
    with Server() as server, table(server, "whitehall", "jack", "yellow", "red blue") as (players, ident):
        jack, ann, bob = players
        assert "once every detective" in ann.do("resign")
        bob.until("1 of the detectives has asked to resign.")
        equal(bob.do("resign"), "You have resigned.")
        jack.until("event: Jack wins")
        before = len(ann.said)
        equal(ann.do("rematch"), "Rematch: you play Jack.")
        again = re.search(r"table (\w+)", ann.until("You are at table", after=before)).group(1)
        assert again != ident
        jack.do("rematch")
        jack.until(f"You are at table {again}")
        assert any("Ann (you): " in unmarked(line) and "Jack" in line for line in ann.show("who")), ann.show("who")
        shown = jack.show("archive")
        assert len(shown) == 1 and shown[0].startswith(ident) and "Jill, Ann, Bob" in shown[0], shown


# ---- Tables --------------------------------------------------------------------------------------


def test_detectives_vote_on_who_plays_an_absent_detectives_pawns():
    with Server(absent_minutes=0) as server, tempfile.TemporaryDirectory() as home, \
            Player(url(server), "Olga") as olga, Player(url(server), "Cy", home=home) as cy, \
            table(server, "whitehall", "jack", "yellow", "red", start=False) as (players, ident):
        jill, ann, bob = players
        cy.do(f"join {ident} blue")
        jill.do("start")
        olga.do(f"watch {ident}")
        ann.do("police He is near")
        ann.refused("seat blue to Bob", "is still here")
        cy.do("quit")
        for one in (jill, ann):
            one.until("Cy has been away for a while. The other detectives can decide who plays for them.")
        assert "Cy: Blue, away for a while." in map(unmarked, ann.show("who")), ann.show("who")
        jill.refused("seat blue to Olga", "Only detectives decide")
        ann.refused("seat blue to Nobody", "Nobody at this table is called Nobody.")
        ann.refused("agree", "There is no ")
        equal(ann.do("seat blue to olg"), "You proposed that olg plays Blue until Cy returns.")
        said = bob.until("Do you agree? :agree or :refuse.")
        assert re.fullmatch(r"news: Ann #\w{3} proposes that Olga #\w{3} plays Blue until Cy returns. "
                            r"Do you agree\? :agree or :refuse.", said), said
        for one, who in ((jill, "Olga"), (olga, "you")):
            assert one.until(f" proposes that {who}").endswith("until Cy returns.")
        equal(bob.do("refuse"), "You refused.")
        ann.until("Bob disagrees.")
        mark = len(bob.said)
        ann.do("seat blue to Olga")
        bob.until("Do you agree?", mark)
        equal(bob.do("agree seat"), "You agreed.")
        for one in (jill, ann, bob):
            one.until("Olga plays Blue until Cy returns.")
        olga.until("You play Blue until Cy returns.")
        ann.do("police Welcome")
        olga.until("chat police Ann: Welcome")
        assert not any("He is near" in line for line in olga.said), olga.said
        with Player(url(server) + f"/table/{ident}", None, home=home) as cy:
            for one in (jill, ann, olga):
                one.until("Cy is back and plays Blue again.")
            olga.until("Thank you for standing in.")
            cy.until("chat police Ann: He is near")
            cy.until("chat police Ann: Welcome")


def test_readers_of_police_chat_cannot_be_jack():
    with Server() as server, table(server, "whitehall", "none", "yellow", "red", start=False) as (players, _):
        jill, ann, bob = players
        ann.do("police He will start in the north")
        bob.until("chat police Ann: He will start in the north")
        bob.refused("pawns jack", "You have read the police's messages at this table, so you can't be Jack.")
        jill.do("pawns jack")


def test_a_stand_in_plays_at_the_tables_level():
    with Server(absent_minutes=0, bot_pace=1000) as server, tempfile.TemporaryDirectory() as home, \
            Player(url(server), "Cy", home=home) as cy, \
            table(server, "whitehall", "jack", "yellow", start=False) as (players, ident):
        jill, ann = players
        cy.do(f"join {ident} red blue")
        jill.do("settings level=easy")
        jill.do("start")
        cy.do("quit")
        ann.until("Cy has been away for a while.")
        ann.refused("bot blue hard", "A stand-in plays at the table's level.")
        equal(ann.do("bot blue"), "A bot plays Blue (easy).")
        jill.until("A stand-in bot (easy) is playing for Cy.")


def test_a_taken_name_is_replaced_and_the_player_joins():
    taken = "Someone at this table already has that name or one that looks like it."
    with Server() as server, Player(url(server), "Ann") as ann, Player(url(server), "A n n") as other:
        made = re.search(r"Table (\w+), invite (\w+)", ann.do("create whitehall"))
        equal(other.refused(f"join {made.group(1)} red"), taken + " Choose another name: rename NAME.")
        other.refused("rename", "Usage: rename NAME.")
        assert other.do("rename Bob").startswith("You joined the table.")
        ann.until("Bob plays Red.")
        equal(other.refused("rename аnn"), taken)  # the first letter is Cyrillic
        equal(other.do("rename Bobby"), "Your name is now Bobby.")
        with Player(f"http://localhost:{server.port}/invite#{made.group(2)}", "ANN") as third:
            third.until("You could not join: " + taken + " Choose another name: rename NAME.")
            equal(third.refused("rename  bobby"), taken)
            third.do("rename Cleo")
            ann.until("Cleo joined the table.")
        with Player(f"http://localhost:{server.port}/invite#{made.group(2)}", "Ann") as fourth:
            fourth.until("You could not join: ")
            fourth.do("leave")
            equal(fourth.do("rename Dora"), "Your name is now Dora.")  # no longer wants to join
        assert not any("Dora" in line for line in ann.said), ann.said


def test_an_invite_link_is_the_only_way_into_a_private_table():
    with Server() as server, Player(url(server), "Ann") as ann:
        made = re.search(r"Table (\w+), invite (\w+)", ann.do("create whitehall private"))
        link = f"http://localhost:{server.port}/invite/{made.group(2)}"
        status, out, err = run("watch", url(server), made.group(1), "--name", "Eve")
        equal(status, 1)
        assert "no such table" in one_sentence(err), (out, err)
        with Player(link, "Bob") as bob:
            bob.until("You joined this table")
            bob.do("pawns red yellow")
            ann.until("Bob plays Yellow and Red.")
            ann.do("kick bo")
            bob.until("Bob left the table.")
        invite = re.search(r"The invite is now (\w+)", ann.until("The invite is now")).group(1)
        equal(run("play", link, "--name", "Bob")[0], 1)  # removing a player changes the invite
        link = f"http://localhost:{server.port}/invite#{invite}"  # links had the code in their path before
        with Player(link, "Cy", verb="watch") as cy:
            cy.until("You are watching table")
            cy.refused(f"join {invite}", "only watching")
        with Player(url(server), "Dot") as dot:
            dot.do(f"join {link} blue")
            dot.refused("join http://localhost:1/invite#abcabcabcabc",
                        "another server; use: gaslight play 'http://localhost:1/invite#abcabcabcabc'")
            dot.refused("join http://localhost:1/table/abc#it's", r"gaslight play 'http://localhost:1/table/abc#it'\''s'")
            dot.refused(f"join http://localhost:{server.port}/invite", "must end in /invite#CODE")
            dot.refused("join nosuchtabl", "no such table")
            ann.until("Dot plays Blue.")
            ann.do("host dot")
            ann.refused("kick Dot", "Only the host")
            ann.refused("host Nobody", "Nobody at this table is called")
            dot.do("leave")
            dot.refused("pawns red", "not at a table")


def test_a_player_is_recognised_in_the_next_run_and_by_a_code_on_another_machine():
    with Server() as server, tempfile.TemporaryDirectory() as home, tempfile.TemporaryDirectory() as other:
        script = "create whitehall\npawns red\ncode\n"
        status, out, _ = run("play", url(server), "--name", "Ann", home=home, text=script)
        equal(status, 0)
        ident, code = re.search(r"Table (\w+)", out).group(1), re.search(r"--code (\S+)", out).group(1)
        status, out, _ = run("play", url(server), home=home, text="mine\nwho\n")
        assert f"{ident} whitehall, not started: Ann (Red)." in out, out
        status, out, _ = run("play", url(server), "--code", code, home=other, text="mine\n")
        assert f"{ident} whitehall, not started: Ann (Red)." in out and status == 0, out
        status, _, err = run("play", url(server), "--code", code, text="mine\n")
        equal(status, 1)
        one_sentence(err)
        status, out, _ = run("play", url(server), "--name", "Anna", home=other, text=f"watch {ident}\nwho\n")
        assert "Your name is now Anna." in out and status == 0, out
        assert "You are Anna on" in run("play", url(server), home=home)[1]
        file = os.path.join(home, "data", "gaslight")
        for name in os.listdir(file):
            equal(os.stat(os.path.join(file, name)).st_mode & 0o077, 0, name)


def test_rejoining_a_table_shows_its_whole_log():
    with Server() as server, table(server, "whitehall", "jack", "yellow red blue") as (players, ident):
        jack, police = players
        jack.do(jack.show("legal")[0].partition("   #")[0])
        jack.do(jack.show("legal")[0].partition("   #")[0])
        events = [line for line in jack.said if line.startswith("event: ")]
        equal(jack.end(), (0, ""))
        police.until("Jill is away.")
        link = f"ws://localhost:{server.port}/table/{ident}"
        with Player(link, "", home=jack.home) as back:
            back.until(f"You are at table {ident} and play Jack.")
            back.show("state")
            equal([line for line in back.said if line.startswith("event: ")], events)
            police.until("Jill is back.")


def test_lobby_prints_the_tables():
    with Server() as server, table(server, "whitechapel letters", "jack", start=False) as (_, ident):
        status, out, err = run("lobby", url(server), "--name", "Eve")
        equal((status, err), (0, ""))
        equal(out, f"Public tables:\n{ident} whitechapel, letters, not started: Jill (Jack).\nMy games:\nNone now.\n")


# ---- Scripts -------------------------------------------------------------------------------------


def test_a_script_file_is_executed_line_by_line():
    with Server() as server, tempfile.TemporaryDirectory() as home:
        script = os.path.join(home, "script")
        with open(script, "w", encoding="utf-8") as file:
            file.write("create whitehall\r\n\n# a comment\npawns jack\npawns red yellow blue\nwho\nsay no end of line")
        with open(script, "rb") as file:
            done = subprocess.run([GASLIGHT, "play", url(server), "--name", "Ann"], stdin=file, capture_output=True,
                                  timeout=PATIENCE, check=False, env=environment(home))
        out = done.stdout.decode()
        equal((done.returncode, done.stderr), (0, b""), out)
        answers = [line for line in out.splitlines() if line.startswith(("ok: ", "refused: "))]
        equal(answers[1:], ["ok: You play Jack.", "ok: You play Yellow, Red and Blue.", "ok: Done.",
                            "ok: Sent."])
        assert "Ann (you): Yellow, Red and Blue, host." in unmarked(out), out


def test_every_input_line_gets_exactly_one_answer():
    lines = ["foo", "move", "move x", "create", "create chess", "join", "say", "board around 0", "board around x",
             "search red all", "watch nosuchtabl", "sheet", "state", "legal", "log", "log 3", "who", "tables", "mine",
             "archive", "help", "help move", "help nonsense", "undo", "resign", "start", "leave", "kick x", "record /x",
             "suggest hard", "rename " + "x" * 100, "say \udcff\udcfe", "x" * 50000, "mark 3 suspect", "code", "pawns"]
    with Server() as server:
        lines = [*lines, "create whitehall", "say \udcff\udcfe", "board", "join", "kick x", "seat Ann red",
                 "record /x/y", "rematch", "leave", *lines]
        text = "\n".join(lines).encode("utf-8", "surrogateescape") + b"\nnul\0byte\n"
        with tempfile.TemporaryDirectory() as home:
            done = subprocess.run([GASLIGHT, "play", url(server), "--name", "Ann"], input=text, capture_output=True,
                                  timeout=PATIENCE, check=False, env=environment(home))
        out = done.stdout.decode("utf-8", "replace")
        answers = [line for line in out.splitlines() if line.startswith(("ok: ", "refused: "))]
        equal(len(answers), len(lines) + 1, out)
        equal(done.returncode, 1)
        assert re.fullmatch(rb"gaslight: \d+ lines were refused.\n", done.stderr), done.stderr


def test_the_map_is_ascii_in_a_locale_without_unicode():
    with Server() as server:
        for where, fine in [("C.UTF-8", False), ("C", True)]:
            status, out, _ = run("play", url(server), "--name", "Ann", LC_ALL=where,
                                 text="create whitehall\nboard\nboard around 65\n")
            equal(status, 0)
            equal(out.isascii(), fine, where)
            assert "189" in out and "Streets lead to 46, 47, 64, 67, 79, 80 and 97." in out, out


def test_at_end_of_input_the_client_waits_for_all_answers():
    with Server() as server:
        many = "".join(f"say line {number}\n" for number in range(40))
        status, out, err = run("play", url(server), "--name", "Ann", text="create whitehall\n" + many)
        equal((status, err), (0, ""))
        equal(out.count("ok: Sent."), 40)
        equal([unmarked(line) for line in out.splitlines() if line.startswith("chat")],
              [f"chat table Ann: line {number}" for number in range(40)])


def test_signals_end_the_client_cleanly():
    with Server() as server:
        for number in [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]:
            with Player(url(server), "Ann") as ann:
                ann.do("create whitehall")
                ann.process.send_signal(number)
                equal(ann.process.wait(PATIENCE), 0)
                equal(ann.process.stderr.read(), "")


# ---- Errors -----------------------------------------------------------------------------


def test_errors_say_what_is_wrong_with_a_command_line():
    record = os.path.join(RECORDS, "whitehall-plain.json")
    for arguments, part in [(["play", "http://x y"], "x y"), (["play", "ftp://x"], ""),
                            (["play", "a", "b"], "too many"), (["play", "--nonsense"], "has no option"),
                            (["watch", "--name"], "needs a value"), (["play", "--plain", "--plain"], "twice"),
                            (["replay"], "needs a FILE"), (["waltz"], "no command"),
                            (["replay", record, "--as", "pink"], "pink"),
                            (["replay", record, "--as", "green"], "green"),
                            (["replay", record, "--at", "999"], "204"), (["replay", record, "--at", "-1"], "-1")]:
        status, out, err = run(*arguments)
        equal((status, out), (2, ""), f"{arguments}: {err}")
        assert re.fullmatch(r"gaslight: [^\n]+\n", err) and part in err, err


def test_every_subcommand_has_help():
    for command in ["play", "watch", "lobby", "replay", "record"]:
        status, out, err = run(command, "--help")
        equal((status, err), (0, ""))
        assert out.startswith(f"usage: gaslight {command} "), out
        assert command in run("--help")[1]


# ---- Replays -------------------------------------------------------------------------------------


def test_replay_prints_the_whole_game_or_the_state_at_a_step():
    path = os.path.join(RECORDS, "whitechapel-plain.json")
    status, told, err = run("replay", path)
    equal((status, err), (0, ""))
    assert "Letters from Whitechapel: Ann (Blue), Bob (Jack)" in told and "Jack chose 100 as his hideout." in told
    numbers = [int(line[:4]) for line in told.splitlines()[1:] if line[:4].strip()]
    equal(numbers, list(range(1, 227)))
    status, public, _ = run("replay", path, "--as", "public")
    assert "Jack chose his hideout." in public, public
    equal(secrets_of(["event: " + line[6:] for line in public.splitlines()[1:]]), [])
    status, stood, _ = run("replay", path, "--as", "police", "--at", "12")
    equal(status, 0)
    assert "Jack moved (move I)." in stood and "Yellow at crossing 66" in stood and "is 100" not in stood, stood
    with open(path, "rb") as file:
        equal(run("replay", "-", text=file.read().decode())[1], told)


def test_errors_say_what_is_wrong_with_a_record():
    with tempfile.TemporaryDirectory() as home:
        with open(os.path.join(RECORDS, "whitehall-plain.json"), encoding="utf-8") as file:
            record = json.load(file)
        record["actions"][5], record["actions"][6] = record["actions"][6], record["actions"][5]
        for name, text, part in [("swapped", json.dumps(record), "action 6"), ("nonsense", "{", "line 1"),
                                 ("empty", "", "")]:
            path = os.path.join(home, name)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            status, out, err = run("replay", path)
            equal((status, out), (1, ""))
            assert part in err and err.count("\n") == 1, err
        status, _, err = run("replay", os.path.join(home, "missing"))
        equal(status, 1)
        assert "missing" in err
    with Server() as server:
        status, out, err = run("replay", url(server), "nosuchtabl", "--name", "Ann")
        equal((status, out), (1, ""))
        assert "no such table" in one_sentence(err)


# ---- In a terminal ----------------------------------------------------------------------------------


def test_in_a_terminal_output_does_not_disturb_the_line_being_typed():
    with Server() as server, Player(url(server), "Ann") as ann:
        ident = re.search(r"Table (\w+)", ann.do("create whitehall")).group(1)
        with Terminal([GASLIGHT, "play", url(server), "--plain"]) as terminal:
            terminal.wait("Your name on")
            terminal.type("Bob\n")
            terminal.wait("You are Bob on")
            terminal.type(f"joi\t{ident} blu\t\n")
            terminal.wait("You are at table")
            terminal.wait("ok: You joined the table.")
            terminal.type("say half a thought that is long enough to need more than one row of a terminal")
            terminal.wait("row of a terminal")
            ann.until("Bob plays Blue.")
            ann.do("say interrupting")
            terminal.wait(re.compile(r"chat table Ann #\w{3}: interrupting"))
            terminal.type(", and its end\n")
            equal(unmarked(ann.until("chat table Bob: ")), "chat table Bob: half a thought that is long enough to need more than "
                                                 "one row of a terminal, and its end")
            terminal.keys("Up")
            terminal.wait(re.compile(r"> say half[^>]*\Z"))
            terminal.keys("C-u", "C-d")
            equal(terminal.ended(), (0, True))
            state = os.path.join(terminal.environment["XDG_STATE_HOME"], "gaslight", "history")
            equal(os.stat(state).st_mode & 0o777, 0o600)


def test_the_terminal_is_restored_after_an_interrupt_or_a_lost_server():
    with reserved_port() as port:
        interrupt_and_lose(port)


def interrupt_and_lose(port):
    with Server(listen=f"127.0.0.1:{port}") as server:
        with Terminal([GASLIGHT, "play", url(server), "--plain", "--name", "Bob"]) as terminal:
            terminal.wait("You are Bob on")
            terminal.type("half a line")
            terminal.wait("half a line")
            os.kill(terminal.program(), signal.SIGINT)  # typing ^C would end the shell as well
            equal(terminal.ended(), (0, True))
        with Terminal([GASLIGHT, "play", url(server), "--plain", "--name", "Bob"]) as terminal:
            terminal.wait("You are Bob on")
            server.kill()
            terminal.wait("Trying again.")
            terminal.type("quit\n")
            equal(terminal.ended(), (0, True))
    with Terminal([GASLIGHT, "play", url(server), "--plain", "--name", "Bob"]) as terminal:
        equal(terminal.ended(), (1, True))
        assert "is the server running?" in terminal.text()


def test_in_a_terminal_a_replay_is_controlled_by_commands():
    with Terminal([GASLIGHT, "replay", os.path.join(RECORDS, "whitehall-plain.json"), "--plain"]) as terminal:
        terminal.wait("Start of the game.")
        terminal.type("\n")
        terminal.wait("1  Jack chose 52, 79, 120 and 130")
        terminal.type("round 2\n")
        terminal.wait("Round 2 begins.")
        terminal.type("move 3\n")
        terminal.wait("87  Jack moved to 52 (move 3).")
        terminal.type("as public\n")
        terminal.wait("87  Jack moved (move 3).")
        terminal.type("sheet\n")
        terminal.wait("Only Jack can see his sheet.")
        terminal.type("review\n")
        terminal.wait("Searches: 45. With a clue: 1. With only one possible answer: 23.")
        terminal.wait("step 63, round 1: Closest approach: Red stood next to Jack on 52.")
        terminal.type("goto 204\n")
        terminal.wait("End of the record.")
        path = os.path.join(terminal.environment["HOME"], "game.json")
        terminal.type(f"back\nwaltz\nsave {path}\n")
        terminal.wait('There is no command "waltz"; type help for a list.')
        terminal.wait("Saved the record to")
        equal(run("record", "verify", path), (0, "ok 204 jack all_discoveries\n", ""))
        terminal.type("goto 0\nplay 50\n")
        terminal.wait("204  ")
        terminal.type("quit\n")
        equal(terminal.ended(), (0, True))
