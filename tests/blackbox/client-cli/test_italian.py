"""Games in Italian: everything a player reads is translated, in plain mode and on the full screen."""
import re

from gaslight_server import GASLIGHT, Server, equal
from line_client import LineClient, choose_line, run_client
from terminal import Terminal

# Frequent English words that are neither Italian words nor commands.
ENGLISH = re.compile(r"\b(the|you|your|is|are|was|were|has|have|of|with|from|this|that|and|or|not|to|by|moved|"
                     r"searched|waiting|turn|game|circle|crossing|night|table|clue)\b", re.I)
# Words that stay English: commands and their arguments, names of bots and Letters.
KEPT = re.compile(r"`[^`]*`|\"[^\"]*\"|\b(Dear Boss|From Hell|Saucy Jacky|Goulston Street|Whitehall Mystery|Smoker)\b"
                  r"|gaslight play \S+|\b[A-Z]{3,}\b|(?<=: )(create|pawns|join|suggest) .*|\((create|pawns)[^)]*\)")


def in_english(lines):
    """Returns the lines that contain English words. A line begins with its kind, which is the same in all languages."""
    bare = [(line, KEPT.sub("", re.sub(r"^(event|turn|news|ok|refused|chat \w+):? ", "", line))) for line in lines]
    return [line for line, text in bare if ENGLISH.search(text)]


def reports(client):
    """Asks for everything that can be shown; returns the lines without lines of commands and the map."""
    lines = []
    for question in ("state", "who", "sheet", "deduce", "whatif", "clock", "tables", "mine", "archive", "log"):
        _, answer, shown = client.ask(question)
        shown = [re.sub(r"^\w{10} [\d :-]*(whitehall|whitechapel)[\w, ]*?(?=, (da|in|ter|priv)|:)", "", line)
                 for line in shown]
        lines += [answer, *shown]
    return lines


def play_in_italian(server, *more):
    said = []
    with LineClient([f"ws://127.0.0.1:{server.port}", "--name", "Ann", "--solo", *more], LC_ALL="it_IT.UTF-8") as ann:
        ann.until("turn: ")
        for turn in range(3000):
            if turn in (2, 25, 60):
                said += reports(ann)
            good, answer, lines = ann.ask("legal")
            assert good, answer
            if answer != "Ora non puoi fare niente.":
                said.append(ann.do(choose_line(lines)))
            elif any(line.startswith("event: Vince ") for line in ann.said[-40:]):
                break
            else:
                ann.next()
        for line, part in (("fly 3", "Il comando \"fly\" non esiste"), ("serach 3", "intendevi search?"),
                           ("kick Bob", "A questo tavolo nessuno si chiama Bob."), ("start", "")):
            good, answer, _ = ann.ask(line)
            assert not good and part in answer, answer
            said.append(answer)
        _, _, commands = ann.ask("help all")
        # Settings are words to type.
        said += [re.sub(r"^  .{30}|\[[\w-]+=[^]]*\]", "", line) for line in commands if line.startswith("  ")]
        return said + [line for line in ann.said if re.match("event|turn|news|ok|refused", line)]


def test_a_game_of_each_kind_is_italian_from_start_to_end():
    with Server(bot_pace=0) as server:
        for words in (["jack", "--game", "whitehall"], ["police", "--game", "whitechapel", "--options", "letters"]):
            said = play_in_italian(server, *words)
            assert len(said) > 100, said
            equal(in_english(said), [])


def test_english_is_recognised_as_such():
    """The check above can fail: every line of an English game would be found."""
    with Server(bot_pace=0) as server:
        _, out, _ = run_client("play", f"ws://127.0.0.1:{server.port}", "--name", "Ann", "--solo", "jack",
                               text="state\nwho\n")
    lines = [line for line in out.splitlines() if re.match("event|turn|news", line)]
    equal(in_english(lines), lines)


# ---- The full screen ---------------------------------------------------------------------------------


def words_of(screen):
    """Returns the rows of a screen that contain English words. The map has none, and names are not words."""
    rows = [KEPT.sub("", re.sub(r"[^\w’' ]+", " ", row)) for row in screen.split("\n")]
    return [row.strip() for row in rows if ENGLISH.search(row)]


def test_the_full_screen_is_italian():
    """Goes through lobby, new table, game, help, lists and replay, and looks for English on each screen."""
    with Server(bot_pace=0) as server, \
            Terminal([GASLIGHT, "play", f"127.0.0.1:{server.port}", "--name", "Ann"], (160, 50),
                     env={"LC_ALL": "it_IT.UTF-8"}) as terminal:
        def page(what):
            terminal.wait(what)
            equal(words_of(terminal.text()), [], what)

        page("Le mie partite")
        terminal.type("?")
        page("questo aiuto")
        terminal.keys("Escape")
        terminal.type("c")
        page("Nuovo tavolo")
        terminal.keys("Escape")
        terminal.type(":create whitehall\n")
        page("Scegli i ruoli")
        terminal.type(":pawns jack\n")
        page(re.compile(r"\[x\] Jack"))
        terminal.type(":bot police easy\n")
        terminal.wait("Bot 1")
        terminal.type("s")
        page("Scegli un cerchio bianco in ogni quadrante")
        terminal.type("?")
        page("questo aiuto")
        terminal.keys("Escape")
        terminal.type("o")
        page("d Scegli i luoghi di ritrovamento")
        terminal.keys("Escape")
        terminal.type("m")
        page("un incrocio")
        terminal.keys("Escape")
