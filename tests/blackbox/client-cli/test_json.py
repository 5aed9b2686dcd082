"""Plain mode with --json, and waiting for a turn: the command `await` and `gaslight await`."""
import json
import re

from gaslight_server import GASLIGHT, Server, equal
from line_client import LineClient, one_sentence, run_client
from terminal import Terminal
from wire_schemas import conforms

KINDS = {"watch", "table", "event", "turn", "chat", "over", "marks", "player", "seat", "notice", "reply"}


class JsonClient(LineClient):
    """A client with --json; every line it prints is read as an object."""

    def next(self):
        line = super().next()
        message = json.loads(line)
        assert message["on"] in KINDS, line
        if message["on"] not in ("watch", "notice", "reply"):
            conforms("push_" + message["on"], message)  # as on the wire, also what a reply to watch contained
        return line

    def messages(self, on):
        return [message for message in map(json.loads, self.said) if message["on"] == on]

    def ask(self, line):
        """Returns the reply to a command."""
        self.send(line)
        while True:
            message = json.loads(self.next())
            if message["on"] == "reply":
                equal(message["command"], line)
                return message


def url(server):
    return f"ws://127.0.0.1:{server.port}"


def json_client(server, name, *more, **how):
    """With a name, a client that plays; without one, a client that watches the table given."""
    if name is None:
        return JsonClient([url(server), *more, "--json"], verb="watch", **how)
    return JsonClient([url(server), "--name", name, "--json", *more], **how)


def first_line(reply):
    return reply["lines"][0].partition("   #")[0]


def test_a_game_played_by_a_script_that_waits_for_its_turn():
    with Server(bot_pace=0) as server, json_client(server, "Ann", "--solo", "jack", "--level", "novice") as ann:
        for _ in range(400):
            reply = ann.ask("await 60")
            assert reply["ok"], reply
            if reply["result"] == "over":
                break
            equal((reply["result"], reply["text"]), ("turn", "Your turn: Jack."))
            line = first_line(ann.ask("legal"))
            assert ann.ask(line)["ok"], line
        assert re.match("Jack wins|The police win", reply["text"]), reply
        table = ann.messages("watch")[-1]["table"]["id"]
        for on in ("event", "turn"):
            found = ann.messages(on)
            assert len(found) > 10 and all(message["table"] == table for message in found[-5:]), on
        seqs = [message["seq"] for message in ann.messages("event") if message["table"] == table]
        equal(seqs, sorted(set(seqs)), "each event once, in order")
        assert any("legal" in turn for turn in ann.messages("turn")), "the turn says what is legal"
        status, out, err = run_client("await", url(server), table, home=ann.home)
        equal((status, err), (3, ""))
        assert out.startswith(("Jack wins", "The police win")), out


def test_replies_hold_what_was_shown():
    with Server(bot_pace=0) as server, json_client(server, "Ann") as ann:
        equal(ann.ask("fly")["ok"], False)
        reply = ann.ask("who")
        equal((reply["ok"], reply["lines"]), (True, ["You are Ann. You are not at a table."]))
        assert ann.ask("create whitehall")["ok"]
        table = ann.messages("watch")[0]["table"]["id"]
        ann.ask("say Hello \"you\" \\ é")
        while not ann.messages("chat"):
            ann.next()
        equal([chat["text"] for chat in ann.messages("chat")], ["Hello \"you\" \\ é"])
        with json_client(server, None, table, home=ann.home) as again:
            while not again.messages("chat"):
                again.next()
            equal(again.messages("chat")[0]["text"], "Hello \"you\" \\ é")
        ann.ask("rename Anna")
        while not ann.messages("player"):
            ann.next()
        equal([(push["name"], len(push["player"])) for push in ann.messages("player") if "name" in push], [("Anna", 12)])
        assert "You are Ann on" in ann.messages("notice")[0]["text"]
        equal(ann.ask("await 1"), {"on": "reply", "command": "await 1", "ok": False, "result": "timeout",
                                   "text": "The time is up, and it is still not your turn."})
        equal(ann.end(), (1, "gaslight: 2 lines were refused.\n"))


def test_await_waits_for_the_turn_of_a_player():
    with Server(bot_pace=0) as server, LineClient([url(server), "--name", "Ann"]) as ann:
        table, invite = re.search(r"Table (\w+), invite (\w+)", ann.do("create whitehall")).groups()
        ann.do("pawns police")
        equal(run_client("await", url(server), table, "--timeout", "1", home=ann.home),
              (4, "", "gaslight: The time is up, and it is still not your turn.\n"))
        with LineClient([url(server), "--name", "Bob"]) as bob:
            bob.do(f"join {invite} jack")
            ann.do("start")
            bob.until("turn: ")
            ann.send("await")  # and nothing else is read until the answer
            ann.send("state")
            ann.until("Waiting for Jack.")
            equal(run_client("await", url(server), table, home=bob.home), (0, "Your turn: Jack.\n", ""))
            bob.do("suggest")
            suggestion = next(line for line in bob.said if line.startswith("ok: Suggestion: "))
            bob.do(suggestion.partition("Suggestion: ")[2])
            bob.do("start " + suggestion.split()[-1])
            ann.until("ok: Your turn: Yellow.")
            ann.until("Setup: the investigators choose where to start.", after=ann.said.index("ok: Your turn: Yellow."))
            equal(run_client("await", url(server), table, home=ann.home)[:2], (0, "Your turn: Yellow.\n"))


def test_await_explains_what_is_wrong():
    with Server() as server:
        for words, status, part in ((["await"], 2, "await needs a TABLE"),
                                    (["await", "abcdefghij", "--timeout", "soon"], 2, "from 1 to 31536000"),
                                    (["await", "abcdefghij", "--timeout", "0"], 2, "from 1 to 31536000"),
                                    (["await", url(server), "abcdefghij", "--name", "Ann"], 1, "no such table")):
            found, out, err = run_client(*words)
            equal((found, out), (status, ""))
            assert part in err and err.count("\n") == 1, err
        assert one_sentence(err), err


def test_await_is_cancelled_by_another_command_in_a_terminal():
    with Server() as server, Terminal([GASLIGHT, "play", url(server), "--name", "Ann", "--plain"]) as terminal:
        terminal.type("create whitehall\n")
        terminal.wait("You are the host.")
        terminal.type("await\n")
        terminal.type("who\n")
        terminal.wait("refused: Cancelled by another command.")
        terminal.wait("no pawn yet, host")
