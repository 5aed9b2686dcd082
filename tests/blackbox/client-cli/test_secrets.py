"""A detective's and an onlooker's client are the same whatever the secret is: screens and lines, cell for cell and byte
for byte.

Two servers run on copies of one data directory, so that tables, invites, players, times and Head tiles are the same
in both. At a table of each the same game is played but for a secret: public actions and all that is typed are the
same, Jack's (or the Head's) secret choices are not. Whoever may not know the secret has three real clients on each
side: full screens of 80 by 24 and 200 by 60, and lines through pipes. After every action, and after the same keys
and commands, the two sides must show the same: every cell with its colours, the cursor, the title, the bell; every
line that was printed.

One thing is normalised: the servers' ports, `127.0.0.1:PORT`, have five digits and become five zeros. Screens are
compared by what is seen (terminal.cells): in which order a cell's attributes were set, and whether blanks at the end
of a row were ever written, depends on how the drawing was cut into pieces and shows on no screen.

That the comparison can fail is shown by the same comparison of those who do know: it must find a difference.
"""
import asyncio
import contextlib
import os
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
NAMES = ["jack", "ann", "bob", "olga"]  # olga looks on
DROPPED = ("escape", "address", "arrest", "arrest_all", "arrest_power", "search_power")  # they end games
LOOK_EVERY = 0.03


# ---- One beginning, two servers ------------------------------------------------------------------


class Origin:
    """A data directory with a game that has just begun."""

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
    """One of the two servers, a connection for each of the four, and the clients that are looked at."""

    def __init__(self, origin, data, stack):
        shutil.copytree(origin.data, data)
        self.server = stack.enter_context(Server(data=data))
        self.table, self.held = origin.table, origin.held
        self.url = f"ws://127.0.0.1:{self.server.port}"
        self.people = {name: RawClient(self.server.port, token) for name, token in origin.tokens.items()}
        self.stack = stack
        self.homes, self.screens, self.lines = {}, {}, {}

    def settle_in(self, name):
        """Makes the clients of one person, who comes with a code."""
        home = self.homes[name] = self.stack.enter_context(tempfile.TemporaryDirectory(prefix="gaslight-home-"))
        code = self.people[name].must("code")["code"]
        equal(run_client("lobby", self.url, "--code", code, home=home)[0], 0, f"{name} comes with a code")
        verb = "watch" if name == "olga" else "play"
        link = f"{self.url}/table/{self.table}"
        for size in SIZES:
            self.screens[name, size] = self.stack.enter_context(Terminal(
                [GASLIGHT, verb, link], size, env={"XDG_DATA_HOME": os.path.join(home, "data")}))
        self.lines[name] = self.stack.enter_context(LineClient([link], verb=verb, home=home))

    def legal(self):
        """Who may act, with which of his pawns, and what."""
        for name in NAMES[:3]:
            turn = self.people[name].must("watch", table=self.table)["turn"]
            if turn.get("legal"):
                return name, [pawn for pawn in turn["pawns"] if pawn in self.held[name]], turn["legal"]
        return None, [], {}

    def visited(self):
        """The circles of Jack's sheet tonight, which a search would find."""
        rows = self.people["jack"].must("watch", table=self.table)["view"].get("rows", [])
        return {cell["circle"] for cell in rows[-1]} if rows else set()

    def normal(self, text):
        return text.replace(f"127.0.0.1:{self.server.port}", "127.0.0.1:00000")

    def look(self, name, size):
        """All that a person sees and hears of a screen: its cells, and cursor, bell and title."""
        rest = "#{cursor_x} #{cursor_y} #{cursor_flag} #{window_bell_flag} #{pane_title}"
        seen = self.screens[name, size].run("capture-pane", "-e", "-p", ";", "display-message", "-p", rest)
        picture, _, rest = seen.rstrip("\n").rpartition("\n")
        return cells(self.normal(picture)), rest


# ---- The pair ------------------------------------------------------------------------------------


class Pair:
    """The two sides of one game. `blind` may not know the secret; `knowing` does."""

    def __init__(self, origin, sides, blind, knowing):
        self.origin, self.sides = origin, sides
        self.blind, self.knowing = blind, knowing
        self.said = self.steps = self.probes = 0
        self.differed = set()  # sizes at which the knowing one's screens were not the same
        for side in sides:
            for name in [*blind, knowing]:
                side.settle_in(name)
            for (name, _), terminal in side.screens.items():
                terminal.wait("You are watching table" if name == "olga" else "and play")
            for lines in side.lines.values():
                lines.until("turn: ")  # who comes later would be told of what is said in another order
        self.together()
        self.compare("at the beginning")

    def together(self):
        """Jack says a number; whoever shows it has been told all that came before."""
        self.said += 1
        mark = f"That is {self.said}."
        for side in self.sides:
            side.people["jack"].must("chat", table=side.table, key=key(), to="table", text=mark)
        for side in self.sides:
            for terminal in side.screens.values():
                terminal.wait(mark)
            for lines in side.lines.values():
                lines.until(mark, after=max(0, len(lines.said) - 400))

    def both(self, name, do):
        """What do(client) gives on each side."""
        return [do(side.screens[name] if isinstance(name, tuple) else side.lines[name]) for side in self.sides]

    def compare_screens(self, name, size, what):
        """The last of it may be on its way through the terminal, so an unequal pair is looked at again."""
        end = time.monotonic() + PATIENCE
        while True:
            one, two = [side.look(name, size) for side in self.sides]
            if one == two:
                return
            if time.monotonic() > end:
                raise AssertionError(f"{name} at {size[0]}x{size[1]} {what}:\n" + first_difference(one, two))
            time.sleep(LOOK_EVERY)

    def compare(self, what):
        for name in self.blind:
            for size in SIZES:
                self.compare_screens(name, size, what)
            texts = [side.normal("\n".join(side.lines[name].said)) for side in self.sides]
            equal(texts[0], texts[1], f"{name}'s lines {what}")

    def probe(self, telling):
        """The same looks and tries in vain from the blind. `telling`: places that differ between the sides."""
        name, size = self.blind[self.probes % len(self.blind)], SIZES[self.probes // len(self.blind) % 2]
        self.probes += 1
        place = telling[0] if telling else DICE.randrange(1, 190)
        lines = ["state", "legal", "sheet", "who", "board", f"board around {place}"]
        if name != "jack":  # of whom these would be actions
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
        self.compare_screens(name, size, "after a try in vain")
        for terminal in terminals:
            terminal.keys("Tab", "Right")
        self.compare_screens(name, size, "after keys")

    def act(self, name, actions):
        """On each side; what is the same and a blind detective's is typed, now in lines and now on the screen."""
        typed = line_of(actions[0]) if name in self.blind and actions[0] == actions[1] else None
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
                    assert time.monotonic() < end, f"{typed} was not done:\n{screen.text()}"
                    time.sleep(LOOK_EVERY)

    def step(self, kind):
        """One action. False: no action would keep the public facts the same."""
        (name, own, one), (_, _, two) = [side.legal() for side in self.sides]
        actions = kind.choose(self, name, own, one, two) if one and two else None
        if actions is None:
            return False
        self.act(name, actions)
        self.together()
        self.compare(f"after {actions[0]} and {actions[1]}")
        if self.steps % kind.probe_every == 0:
            self.probe(kind.telling(self))
        self.steps += 1
        for size in SIZES:
            if self.sides[0].look(self.knowing, size)[0] != self.sides[1].look(self.knowing, size)[0]:
                self.differed.add(size)
        return True

    def late_comers(self):
        """Who comes only now is told the same, too."""
        told = []
        for side in self.sides:
            home = side.homes["olga"]
            told.append(side.normal("".join(run_client("watch", f"{side.url}/table/{side.table}", home=home,
                                                       text="log\nstate\nboard\nsheet\nlegal\n")[1:])))
        equal(told[0], told[1], "a late comer")
        assert "That is 1." in told[0], told[0]

    def must_differ_for_the_knowing(self):
        """The same comparisons find the secret where it may be seen: Jack's is in his panel, the Head's on the map,
        of which only a large screen shows all."""
        needed = set(SIZES if self.knowing == "jack" else SIZES[1:])
        assert needed <= self.differed, f"{self.knowing}'s screens differed only at {self.differed}"
        one, two = [side.normal("\n".join(side.lines[self.knowing].said)) for side in self.sides]
        assert one != two, f"{self.knowing}'s lines are the same"


def bottom(text):
    """How the last row begins: the keys there are, what was answered, or ":" while a command is typed."""
    row = text.split("\n")[-1]
    return ":" if row.startswith(":") else row[:12]


def first_difference(one, two):
    rows = ["".join(cell[0] for cell in row) for row in one[0]], ["".join(cell[0] for cell in row) for row in two[0]]
    differ = [f"  {y:3} {left}\n      {right}" for y, (left, right) in enumerate(zip(*rows)) if left != right]
    coloured = [y for y, (left, right) in enumerate(zip(one[0], two[0])) if left != right]
    return "\n".join([*differ[:12], f"rows {coloured} differ; the rest: {one[1]!r} and {two[1]!r}"])


def line_of(action):
    """The line to type, of what detectives do most."""
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
    """What differs. By default everybody does what both sides allow."""

    game, options, steps, probe_every = "whitechapel", [], 12, 1

    def __init__(self):
        self.places = set()  # circles that the secret is about

    def blind(self, origin):
        return ["ann", "olga"], "jack"

    def telling(self, pair):
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
        """An action that is legal on both sides and whose outcome everybody sees is the same."""
        visited = [side.visited() for side in pair.sides]
        options = [word for word in one if word in two and word not in DROPPED]
        DICE.shuffle(options)
        options.sort(key=lambda word: word != "search")  # rather search than pass
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
    """The hideout, and which of the women are marked; the patrols would show that."""

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
    """The hideout and the way Jack goes, by moves of the same public shape."""

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
    """Three of the discoveries, and a way that comes to none of them."""

    game, options, steps = "whitehall", ["powers"], 12

    def jack(self, pair, one, two):
        if "discoveries" in one:
            parts = [DICE.sample(part, 2) for part in one["discoveries"]]
            parts[0][1] = parts[0][0]  # where both will start
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
    """Faces of the patrols: Jack, onlookers and detectives who are not the Head may not know them."""

    steps = 5

    def blind(self, origin):
        return ["jack", "olga"], None  # who is the Head is not known yet: see play()

    def jack(self, pair, one, two):
        if "wait" in one:
            return (act("jack", "wait"),) * 2
        if "reveal" in one:
            choices = [crossing for crossing in one["reveal"] if crossing not in self.swapped]
            return (act("jack", "reveal", crossing=DICE.choice(choices)),) * 2 if choices else None
        return None  # a crime raises the alarm, which turns all of them up

    def police(self, pair, own, one, two):
        if "patrols" not in one:
            return self.same(pair, own, one, two)
        action = EXPAND["patrols"](one["patrols"], own[0], DICE)[0]
        place = [list(token) for token in action["place"]]
        first, second = 0, next(i for i in range(1, 7) if place[i][1] != place[0][1])
        place[first][1], place[second][1] = place[second][1], place[first][1]
        self.swapped = [place[first][0], place[second][0]]
        return action, {**action, "place": place}


def lead_up(sides):
    """The same hideout and women on both sides, up to the patrols. Returns who is the Head, and who is not."""
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
        blind, knowing = kind.blind(origin)
        if knowing is None:
            knowing, other = lead_up(sides)
            blind = [*blind, other]
        pair = Pair(origin, sides, blind, knowing)
        while pair.steps < (steps or kind.steps) and pair.step(kind):
            pass
        pair.must_differ_for_the_knowing()
        pair.late_comers()
        assert pair.steps >= fewest, f"only {pair.steps} actions kept the public facts the same"


def test_nobody_else_sees_the_hideout_and_which_women_are_marked():
    play(Women(), 2)


def test_nobody_else_sees_the_faces_of_the_patrols():
    play(Patrols(), 2)


@pytest.mark.parametrize("steps, fewest", [(6, 4), pytest.param(16, 12, marks=pytest.mark.verify)])
def test_nobody_else_sees_where_jack_goes_in_whitechapel(steps, fewest):
    play(Route(), fewest, steps)


@pytest.mark.parametrize("steps, fewest", [(6, 4), pytest.param(12, 10, marks=pytest.mark.verify)])
def test_nobody_else_sees_the_discoveries_and_where_jack_goes_in_whitehall(steps, fewest):
    play(RouteOfWhitehall(), fewest, steps)
