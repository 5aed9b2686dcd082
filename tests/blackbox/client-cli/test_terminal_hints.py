"""Hints in the terminal: as lines to type in plain mode, and in the command line of the full screen."""
import re

from gaslight_server import GASLIGHT, Server, equal
from line_client import LineClient
from terminal import Terminal

NOTHING = "There is nothing you can do now."


def url(server):
    return f"ws://127.0.0.1:{server.port}"


def test_a_hint_is_a_line_that_can_be_typed():
    with Server(bot_pace=0) as server:
        for side, words in (("jack", "move|discoveries|start|coach|alley|boat"),
                            ("police", "deploy|walk|search|arrest|pass")):
            with LineClient([url(server), "--name", "Ann", "--solo", side]) as ann:
                reasons = set()
                for _ in range(40):
                    good, answer, _ = ann.ask("legal")
                    assert good, answer
                    if answer == NOTHING:
                        ann.next()
                        continue
                    good, answer, _ = ann.ask("hint")
                    assert good, answer
                    line, reason = re.fullmatch(rf"Hint: ((?:{words})[ \w]*)  # (.+\.)", answer).groups()
                    reasons.add(re.sub(r"\d+", "N", reason))
                    ann.do(f"{line}  # {reason}")
                    if len(reasons) >= 2:
                        break
                assert len(reasons) >= 2, reasons


def test_a_hint_is_refused_where_deduction_help_is_off():
    with Server(bot_pace=0) as server:
        with LineClient([url(server), "--name", "Ann"]) as ann, LineClient([url(server), "--name", "Bob"]) as bob:
            ann.do("create whitehall")
            table = re.search(r"table (\w{10})", "\n".join(ann.said), re.I).group(1)
            ann.do("pawns jack")
            bob.do(f"join {table} yellow red blue")
            bob.until("You")
            ann.do("start")
            bob.until("turn: ")
            equal(ann.ask("hint")[:2], (False, "Deduction help is not available to Jack."))
            equal(bob.ask("hint")[:2], (False, "Deduction help is off at this table."))


def test_the_full_screen_puts_a_hint_into_the_command_line():
    with Server(bot_pace=0) as server, Terminal([GASLIGHT, "play", url(server), "--name", "Mo", "--solo", "police"]
                                                ) as terminal:
        terminal.wait("! hint")
        for _ in range(2):
            terminal.type("!")
            terminal.wait(re.compile(r"^:deploy (yellow|red|blue) \d+", re.M))
            terminal.wait(re.compile(r"^Hint: It is (next to|\d+ crossings? from) where Jack starts\.", re.M))
            terminal.keys("Escape")
            terminal.wait(":deploy", gone=True)
        terminal.type("!")
        terminal.wait(re.compile(r"^:deploy", re.M))
        terminal.keys("Enter")
        terminal.wait("took his position")
