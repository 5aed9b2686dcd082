"""Secrets must not change what detectives and spectators see, neither on the full screen nor in plain mode.

Two servers run on copies of one data directory, so that tables, invites, players, times and Head tiles are the same
in both. The same game is played on both except for a secret: public actions and everything typed are the same, but
Jack's (or the Head's) secret choices differ. Each player who may not know the secret has five real clients on each
side: full screens of 80 by 24 and 200 by 60, and plain mode in English, in Italian and as JSON. After every action, and
after the same keys and commands, the two sides must show the same: every cell with its colours, the cursor, the title,
the bell, and every line printed.

Only the servers' ports are normalised: `127.0.0.1:PORT` has five digits, which become zeros. Screens are compared by
what is visible (terminal.cells). The order in which attributes were set, and whether trailing blanks were written, are
ignored: they depend on how the output was split and cannot be seen. In JSON, times are normalised, and of the pushes
about the table only the last is compared: how many there are depends on how fast the clients connect.

To show that the comparison works, the clients of players who do know the secret are compared too, and must differ.
"""
import asyncio
import contextlib
import json
import os
import re
import shutil
import tempfile
import time

from choices import EXPAND
import pytest
from gaslight_server import DICE, GASLIGHT, PATIENCE, Client, Server, act, equal, key, leave_all, started
from line_client import LineClient, run_client
from raw_socket import RawClient
from terminal import Terminal, cells

SIZES = [(80, 24), (200, 60)]
NAMES = ["jack", "ann", "bob", "olga"]  # Olga is a spectator
DROPPED = ("escape", "address", "arrest", "arrest_all", "arrest_power", "search_power")  # these can end the game
POLL_SECONDS = 0.03
VARIANTS = {"italian": ([], {"LC_ALL": "it_IT.UTF-8"}), "json": (["--json"], {})}  # of plain mode


# ---- Two servers with the same game ------------------------------------------------------------------


class Origin:
    """A data directory with a game that has just started."""

    def __init__(self, home, game, options):
        self.data = os.path.join(home, "origin")
        self.game = game
        self.tokens, self.held = {}, {}
        asyncio.run(self.make(options))

    async def make(self, options):
        with Server(data=self.data) as server:
            clients, self.table = await started(server, self.game, options, players=3)
            clients.append(await Client.connect(server, name="Olga"))
            self.tokens = {name: client.token for name, client in zip(NAMES, clients)}
            self.held = {name: getattr(client, "pawns", []) for name, client in zip(NAMES, clients)}
            await leave_all(clients)
            equal(server.stop(), 0, "exit status")


class Side:
    """One of the two servers, a connection for each of the four people, and the clients whose output is compared."""

    def __init__(self, origin, data, stack):
        shutil.copytree(origin.data, data)
        self.server = stack.enter_context(Server(data=data, absent_minutes=0))
        self.table, self.held = origin.table, origin.held
        self.url = f"ws://127.0.0.1:{self.server.port}"
        self.people = {name: RawClient(self.server.port, token) for name, token in origin.tokens.items()}
        self.stack = stack
        self.homes, self.screens, self.lines, self.variants = {}, {}, {}, {}

    def start_clients(self, name):
        """Logs a person in with a code, starts their clients, and waits until all of them are at the table.

        If the next person arrived earlier on one side than on the other, their clients would report other spectators.
        """
        home = self.homes[name] = self.stack.enter_context(tempfile.TemporaryDirectory(prefix="gaslight-home-"))
        code = self.people[name].must("code")["code"]
        equal(run_client("lobby", self.url, "--code", code, home=home)[0], 0, f"exit status of logging {name} in")
        verb = "watch" if name == "olga" else "play"
        link = f"{self.url}/table/{self.table}"
        for size in SIZES:
            self.screens[name, size] = self.stack.enter_context(Terminal(
                [GASLIGHT, verb, link], size, env={"XDG_DATA_HOME": os.path.join(home, "data")}))
        self.lines[name] = self.stack.enter_context(LineClient([link], verb=verb, home=home))
        for variant, (options, environment) in VARIANTS.items():
            self.variants[name, variant] = self.stack.enter_context(
                LineClient([link, *options], verb=verb, home=home, **environment))
        for size in SIZES:
            self.screens[name, size].wait("You are watching table" if name == "olga" else "and play")
        self.lines[name].until("turn: ")
        for variant in VARIANTS:
            self.variants[name, variant].until('"on":"turn"' if variant == "json" else "turn: ")

    def legal(self):
        """Returns who may act, which of their pawns may, and the legal actions."""
        for name in NAMES[:3]:
            turn = self.people[name].must("watch", table=self.table)["turn"]
            if turn.get("legal"):
                return name, [pawn for pawn in turn["pawns"] if pawn in self.held[name]], turn["legal"]
        return None, [], {}

    def visited(self):
        """Returns tonight's circles on Jack's sheet, where a search would find a clue."""
        rows = self.people["jack"].must("watch", table=self.table)["view"].get("rows", [])
        return {cell["circle"] for cell in rows[-1]} if rows else set()

    def normal(self, text):
        """Removes what differs by chance: the port, and who was watching when a client connected."""
        text = re.sub(r"(?m)^\d+ watching.*\n|\d+ watching(: [\w, #]+)?", "", text)
        return text.replace(f"127.0.0.1:{self.server.port}", "127.0.0.1:00000")

    def printed(self, name, variant):
        """Returns what a variant of plain mode has printed, without what depends on the time."""
        lines = [self.normal(line) for line in self.variants[name, variant].said]
        if variant != "json":
            return lines
        lines = [re.sub(r'"(at|left|created|updated)":\d+', r'"\1":0', line) for line in lines]
        tables = [line for line in lines if json.loads(line)["on"] == "table"]
        return [line for line in lines if line not in tables] + tables[-1:]

    def look(self, name, size):
        """Returns everything a person notices of a screen: its cells; and cursor, bell and title."""
        rest = "#{cursor_x} #{cursor_y} #{cursor_flag} #{window_bell_flag} #{pane_title}"
        seen = self.screens[name, size].run("capture-pane", "-e", "-p", ";", "display-message", "-p", rest)
        picture, _, rest = seen.rstrip("\n").rpartition("\n")
        return cells(self.normal(picture)), rest


# ---- Comparing the two ------------------------------------------------------------------------------------


class Pair:
    """The two sides of one game. The people in `uninformed` may not know the secret; `informed` does."""

    def __init__(self, origin, sides, uninformed, informed):
        self.origin, self.sides = origin, sides
        self.uninformed, self.informed = uninformed, informed
        self.said = self.steps = self.probes = 0
        self.differed = set()  # sizes at which the screens of `informed` differed
        for side in sides:
            for name in [*uninformed, informed]:
                side.start_clients(name)
        self.synchronize()
        self.compare("at the beginning")

    def synchronize(self):
        """Sends a numbered chat line from Jack and waits until every client shows it, and so everything before it."""
        self.said += 1
        mark = f"That is {self.said}."
        for side in self.sides:
            side.people["jack"].must("chat", table=side.table, key=key(), to="table", text=mark)
        for side in self.sides:
            for terminal in side.screens.values():
                terminal.wait(mark)
            for lines in [*side.lines.values(), *side.variants.values()]:
                lines.until(mark, after=max(0, len(lines.said) - 400))

    def both(self, name, do):
        """Returns the results of do(client) on both sides."""
        return [do(side.screens[name] if isinstance(name, tuple) else side.lines[name]) for side in self.sides]

    def compare_screens(self, name, size, what):
        """Compares two screens. Retries until they are equal, since output may still be passing through tmux."""
        end = time.monotonic() + PATIENCE
        while True:
            one, two = [side.look(name, size) for side in self.sides]
            if one == two:
                return
            if time.monotonic() > end:
                raise AssertionError(f"{name} at {size[0]}x{size[1]} {what}:\n" + first_difference(one, two))
            time.sleep(POLL_SECONDS)

    def compare(self, what):
        for name in self.uninformed:
            for size in SIZES:
                self.compare_screens(name, size, what)
            texts = [side.normal("\n".join(side.lines[name].said)) for side in self.sides]
            equal(texts[0], texts[1], f"{name}'s lines {what}")
            for variant in VARIANTS:
                self.compare_variant(name, variant, what)

    def compare_variant(self, name, variant, what, leaking=""):
        """Compares what a variant of plain mode has printed on both sides. With `leaking`, it also prints the events
        of that person's client."""
        one, two = [side.printed(name, variant) + [line for line in side.printed(leaking, variant) if "event" in line]
                    if leaking else side.printed(name, variant) for side in self.sides]
        equal(one, two, f"{name}'s {variant} lines {what}")

    def probe(self, revealing):
        """Runs the same commands, all without effect, for one uninformed person on both sides. `revealing` are places
        that differ between the sides."""
        name, size = self.uninformed[self.probes % len(self.uninformed)], SIZES[self.probes // len(self.uninformed) % 2]
        self.probes += 1
        place = revealing[0] if revealing else DICE.randrange(1, 190)
        lines = ["state", "legal", "sheet", "who", "board", f"board around {place}"]
        if name != "jack":  # for Jack these would be legal actions
            lines += [f"move {place}", f"kill {place}", f"hideout {place}", f"start {place}", "undo"]
        for line in lines:
            one, two = [side.lines[name].ask(line)[:2] for side in self.sides]
            equal(one, two, f"{name}: {line}")
        self.probe_screen(name, size, place)

    def probe_screen(self, name, size, place):
        terminals = [side.screens[name, size] for side in self.sides]
        opened, title = DICE.choice([(":sheet\n", "Jack's sheet"), (":legal\n", "What you can do now"),
                                     (":log\n", "Game log"), ("m", "Map symbols")])
        for terminal in terminals:
            terminal.type(opened)
        for terminal in terminals:
            terminal.wait(title)
        self.compare_screens(name, size, f"with {opened}")
        for terminal in terminals:
            terminal.keys("Escape")
        for terminal in terminals:
            terminal.wait(title, gone=True)
            terminal.settled()
            hint = bottom(terminal.text())
            terminal.type(f":hideout {place}\n" if name != "jack" else ":undo\n")
            terminal.wait_for(lambda text, hint=hint: bottom(text) not in (hint, ":"), "a refusal")
        self.compare_screens(name, size, "after a refused command")
        for terminal in terminals:
            terminal.keys("Tab", "Right")
        self.compare_screens(name, size, "after keys")

    def act(self, name, actions):
        """Plays one action on each side. If it is the same on both and by an uninformed detective, it is typed into
        their clients, alternating between plain mode and the screen; otherwise it is sent directly."""
        typed = line_of(actions[0]) if name in self.uninformed and actions[0] == actions[1] else None
        for side, action in zip(self.sides, actions):
            before = side.people["olga"].must("watch", table=side.table)["seq"]
            if typed is None:
                side.people[name].must("act", table=side.table, key=key(), action=action)
            elif self.said % 2:
                side.lines[name].do(typed)
            else:
                screen = side.screens[name, SIZES[self.said // 2 % 2]]
                screen.type(":" + typed)
                screen.keys("Enter")
                end = time.monotonic() + PATIENCE
                while side.people["olga"].must("watch", table=side.table)["seq"] == before:
                    assert time.monotonic() < end, f"{typed} had no effect:\n{screen.text()}"
                    time.sleep(POLL_SECONDS)

    def step(self, kind):
        """Plays one action and compares. Returns false if no action keeps the public state of both sides the same."""
        (name, own, one), (_, _, two) = [side.legal() for side in self.sides]
        actions = kind.choose(self, name, own, one, two) if one and two else None
        if actions is None:
            return False
        self.act(name, actions)
        self.synchronize()
        self.compare(f"after {actions[0]} and {actions[1]}")
        if self.steps % kind.probe_every == 0:
            self.probe(kind.revealing(self))
        self.steps += 1
        for size in SIZES:
            if self.sides[0].look(self.informed, size)[0] != self.sides[1].look(self.informed, size)[0]:
                self.differed.add(size)
        return True

    def compare_late_joiners(self):
        """Compares the output of clients that join only now."""
        told = []
        for side in self.sides:
            home = side.homes["olga"]
            told.append(side.normal("".join(run_client("watch", f"{side.url}/table/{side.table}", home=home,
                                                       text="log\nstate\nboard\nsheet\nlegal\n")[1:])))
        equal(told[0], told[1], "output of a late joiner")
        assert "That is 1." in told[0], told[0]

    def check_that_informed_clients_differ(self):
        """Checks that the comparisons detect the secret where it is visible: Jack's in his panel, the Head's on the
        map, which only a large screen shows completely."""
        needed = set(SIZES if self.informed == "jack" else SIZES[1:])
        assert needed <= self.differed, f"{self.informed}'s screens differed only at {self.differed}"
        one, two = [side.normal("\n".join(side.lines[self.informed].said)) for side in self.sides]
        assert one != two, f"{self.informed}'s lines are the same"
        for variant in VARIANTS:
            one, two = [side.printed(self.informed, variant) for side in self.sides]
            assert one != two, f"{self.informed}'s {variant} lines are the same"
            with pytest.raises(AssertionError):  # a planted leak
                self.compare_variant(self.uninformed[0], variant, "with a leak", leaking=self.informed)


def bottom(text):
    """Returns the beginning of the last row: the available keys, an answer, or ":" while a command is typed."""
    row = text.split("\n")[-1]
    return ":" if row.startswith(":") else row[:12]


def first_difference(one, two):
    rows = ["".join(cell[0] for cell in row) for row in one[0]], ["".join(cell[0] for cell in row) for row in two[0]]
    differ = [f"  {y:3} {left}\n      {right}" for y, (left, right) in enumerate(zip(*rows)) if left != right]
    coloured = [y for y, (left, right) in enumerate(zip(one[0], two[0])) if left != right]
    return "\n".join([*differ[:12], f"rows {coloured} differ; the rest: {one[1]!r} and {two[1]!r}"])


def line_of(action):
    """Returns the command for a common action of a detective, or None."""
    by, do = action["by"], action["do"]
    if do == "walk" and "power" not in action:
        return f"walk {by} {action['to']}"
    if do == "search":
        return f"search {by} {action['circle']}"
    if do == "deploy":
        return f"deploy {by} {action['crossing']}"
    return f"pass {by}" if do == "pass" else None


# ---- The secrets ---------------------------------------------------------------------------------


class Kind:
    """What differs between the sides. By default everyone plays the same actions on both."""

    game, options, steps, probe_every = "whitechapel", [], 12, 1

    def __init__(self):
        self.places = set()  # circles that belong to the secret

    def uninformed(self, origin):
        return ["ann", "olga"], "jack"

    def revealing(self, pair):
        sets = [side.visited() for side in pair.sides]
        choices = sorted((sets[0] ^ sets[1]) | self.places)
        DICE.shuffle(choices)
        return choices

    def choose(self, pair, name, own, one, two):
        return self.jack(pair, one, two) if name == "jack" else self.police(pair, own, one, two)

    def jack(self, pair, one, two):
        return self.same(pair, ["jack"], one, two)

    def police(self, pair, own, one, two):
        return self.same(pair, own, one, two)

    def same(self, pair, own, one, two):
        """Returns an action that is legal on both sides and has the same public outcome, or None."""
        visited = [side.visited() for side in pair.sides]
        options = [word for word in one if word in two and word not in DROPPED]
        DICE.shuffle(options)
        options.sort(key=lambda word: word != "search")  # prefer searching to passing
        for word in options:
            if one[word] == two[word] and word in ("women", "patrols", "kill"):
                return (EXPAND[word](one[word], own[0], DICE)[0],) * 2
            choices = [action for action in EXPAND[word](one[word], own[0], DICE)
                       if action in EXPAND[word](two[word], own[0], DICE)]
            if word == "search":
                choices = [action for action in choices
                           if (action["circle"] in visited[0]) == (action["circle"] in visited[1])]
            if choices:
                return (DICE.choice(choices),) * 2
        return None


class Women(Kind):
    """The hideout, and which women are marked. Ends before the patrols, which would reveal that."""

    steps = 2

    def jack(self, pair, one, two):
        if "hideout" in one:
            chosen = DICE.sample(one["hideout"], 2)
            self.places = set(chosen)
            return tuple(act("jack", "hideout", circle=circle) for circle in chosen)
        how = one["women"]
        circles = sorted(DICE.sample(how["circles"], how["marked"] + how["unmarked"]))
        orders = [circles, circles[::-1]]
        return tuple(act("jack", "women", marked=order[:how["marked"]], unmarked=order[how["marked"]:])
                     for order in orders)


class Route(Kind):
    """The hideout and Jack's route, with moves that look the same to others."""

    steps, probe_every = 16, 2

    def jack(self, pair, one, two):
        if "hideout" in one:
            chosen = DICE.sample(one["hideout"], 2)
            self.places = set(chosen)
            return tuple(act("jack", "hideout", circle=circle) for circle in chosen)
        if "kill" in one:
            return self.same(pair, ["jack"], {"kill": one["kill"]}, {"kill": two["kill"]})
        if "move" not in one or "move" not in two:
            return self.same(pair, ["jack"], one, two)
        to = [self.allowed(one["move"]), self.allowed(two["move"])]
        if not all(to):
            return None
        first = DICE.choice(to[0])
        second = DICE.choice([circle for circle in to[1] if circle != first] or to[1])
        return act("jack", "move", to=first), act("jack", "move", to=second)

    def allowed(self, circles):
        return circles


class RouteOfWhitehall(Route):
    """Three of the Discovery Locations, and a route that reaches none of them."""

    game, options, steps = "whitehall", ["powers"], 12

    def jack(self, pair, one, two):
        if "discoveries" in one:
            parts = [DICE.sample(part, 2) for part in one["discoveries"]]
            parts[0][1] = parts[0][0]  # both sides start there
            self.start = parts[0][0]
            chosen = [[part[side] for part in parts] for side in (0, 1)]
            self.places = {circle for circles in chosen for circle in circles if circle != self.start}
            return tuple(act("jack", "discoveries", circles=circles) for circles in chosen)
        if "start" in one:
            return (act("jack", "start", circle=self.start),) * 2
        return super().jack(pair, one, two)

    def allowed(self, circles):
        return [circle for circle in circles if circle not in self.places]


class Patrols(Kind):
    """The faces of the patrols. Jack, spectators and detectives other than the Head may not know them."""

    steps = 5

    def uninformed(self, origin):
        return ["jack", "olga"], None  # the Head is not known yet; see play()

    def jack(self, pair, one, two):
        if "wait" in one:
            return (act("jack", "wait"),) * 2
        if "reveal" in one:
            choices = [crossing for crossing in one["reveal"] if crossing not in self.swapped]
            return (act("jack", "reveal", crossing=DICE.choice(choices)),) * 2 if choices else None
        return None  # stop here: a crime raises the alarm, which reveals all patrols

    def police(self, pair, own, one, two):
        if "patrols" not in one:
            return self.same(pair, own, one, two)
        action = EXPAND["patrols"](one["patrols"], own[0], DICE)[0]
        place = [list(token) for token in action["place"]]
        first, second = 0, next(i for i in range(1, 7) if place[i][1] != place[0][1])
        place[first][1], place[second][1] = place[second][1], place[first][1]
        self.swapped = [place[first][0], place[second][0]]
        return action, {**action, "place": place}


def play_up_to_patrols(sides):
    """Plays the same hideout and women on both sides, up to the patrols. Returns the Head and the other detective."""
    for word in ("hideout", "women"):
        _, _, legal = sides[0].legal()
        action = EXPAND[word](legal[word], "jack", DICE)[0]
        for side in sides:
            side.people["jack"].must("act", table=side.table, key=key(), action=action)
    head, *_ = sides[0].legal()
    return head, "bob" if head == "ann" else "ann"


def play(kind, fewest, steps=None):
    with contextlib.ExitStack() as stack:
        home = stack.enter_context(tempfile.TemporaryDirectory(prefix="gaslight-secrets-"))
        origin = Origin(home, kind.game, kind.options)
        sides = [Side(origin, os.path.join(home, name), stack) for name in ("one", "two")]
        uninformed, informed = kind.uninformed(origin)
        if informed is None:
            informed, other = play_up_to_patrols(sides)
            uninformed = [*uninformed, other]
        pair = Pair(origin, sides, uninformed, informed)
        while pair.steps < (steps or kind.steps) and pair.step(kind):
            pass
        pair.check_that_informed_clients_differ()
        pair.compare_late_joiners()
        assert pair.steps >= fewest, f"only {pair.steps} actions kept the public state the same"


def test_only_jack_sees_the_hideout_and_the_marked_women():
    play(Women(), 2)


def test_only_the_head_sees_the_faces_of_patrols():
    play(Patrols(), 2)


class Absence(RouteOfWhitehall):
    """The same secrets. Bob is absent after some steps; Ann gives his pawns to Olga, who plays until he returns."""

    steps, probe_every = 7, 3

    def choose(self, pair, name, own, one, two):
        if pair.steps == 5:
            self.bob_is_replaced(pair)
            return super().choose(pair, *pair.sides[0].legal(), pair.sides[1].legal()[2])
        return super().choose(pair, name, own, one, two)

    def bob_is_replaced(self, pair):
        pawns = " ".join(pair.origin.held["bob"])
        for side in pair.sides:
            side.people["bob"].socket.close()
        pair.both("ann", lambda lines: lines.until("Bob has been away for a while. "))
        pair.synchronize()
        pair.compare("with Bob absent")
        equal(*pair.both("ann", lambda lines: lines.do(f"seat {pawns} to Olga")))
        pair.both("olga", lambda lines: lines.until("You play "))
        pair.synchronize()
        pair.compare("with Olga in Bob's place")
        self.probe_both(pair)
        for side in pair.sides:
            side.people["bob"] = RawClient(side.server.port, pair.origin.tokens["bob"])
            side.people["bob"].must("watch", table=side.table)
        pair.both("olga", lambda lines: lines.until("Bob is back and plays "))
        pair.synchronize()
        pair.compare("with Bob back")

    def probe_both(self, pair):
        for _ in pair.uninformed:
            pair.probe(self.revealing(pair))


@pytest.mark.verify
def test_only_jack_sees_his_secrets_while_a_detective_is_replaced():
    play(Absence(), 6)


@pytest.mark.verify
def test_only_jack_sees_his_route_in_whitechapel():
    play(Route(), 12, 16)


@pytest.mark.parametrize("steps, fewest", [(4, 3), pytest.param(12, 10, marks=pytest.mark.verify)])
def test_only_jack_sees_his_discoveries_and_route_in_whitehall(steps, fewest):
    play(RouteOfWhitehall(), fewest, steps)
