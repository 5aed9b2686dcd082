"""No secret is sent early, checked on the bytes of real sockets.

Two servers run on copies of one data directory, so that ids, tokens, invites, times and Head tiles are the same in
both and nothing has to be normalised. At a table of each the same game is played except for one secret: public
actions, and everything that detectives and onlookers do, are the same; Jack's (or the Head's) secret choices are not.
Until a rule reveals it, everyone who may not know the secret must be sent the same bytes: frames, their headers,
number and order; events, turns, snapshots, resuming from every point, chat, marks, lists of tables, refusals.

A pair counts if the games differed and something was compared after that. Each kind of secret needs PAIRS.
"""
import asyncio
import http.client
import json
import os
import re
import shutil
import sqlite3
import tempfile

from choices import EXPAND
import pytest
from gaslight_server import (DICE, PATIENCE, ROOT, Client, Server, act, actor, choose, equal, homing, key, leave_all,
                             play_one, started)
from raw_socket import RawClient

PAIRS = [8, pytest.param(30, marks=pytest.mark.verify)]
COPIES = 32  # tables of one origin
ORIGINS = 6  # the most games to find pairs in
MOST_ACTIONS = 22  # of a pair
NAMES = ["jack", "ann", "bob", "onlooker", "lobby"]  # lobby only follows the list of tables
ELSEWHERE = "another server"  # among those who may not know the secret
DRAWS = ["jack", "ann", "bob", "onlooker"]  # has a second connection, which watches with "views"


# ---- One table becomes many ----------------------------------------------------------------------


class Origin:
    """A directory with one game, played up to where the two sides will differ, and many copies of its table."""

    def __init__(self, home):
        self.data = os.path.join(home, "origin")
        self.table = None
        self.tokens = {}
        self.tables = []
        self.held = {"jack": ["jack"]}

    async def make(self, kind):
        with Server(data=self.data) as server:
            clients, self.table = await started(server, kind.game, kind.options, players=3, aids="full")
            others = [await Client.connect(server, name=name) for name in NAMES[3:]]
            self.tokens = {name: client.token for name, client in zip(NAMES, [*clients, *others])}
            self.held.update({name: client.pawns for name, client in zip(NAMES[1:3], clients[1:])})
            good = await kind.lead_up(clients, self.table)
            await leave_all([*clients, *others])
            equal(server.stop(), 0, "exit status")
        if good:
            self.multiply()
        else:
            shutil.rmtree(self.data)
        return good

    def multiply(self):
        database = sqlite3.connect(os.path.join(self.data, database_in(self.data)))
        # Ids never contain a 0, so none of these is the id of the original.
        self.tables = [f"{self.table[:-3]}0{number:02d}" for number in range(COPIES)]
        for name in self.tables:
            database.execute("INSERT INTO tables SELECT ?1, game, state, replace(lobby, json_extract(lobby, "
                             "'$.invite'), substr(json_extract(lobby, '$.invite'), 3) || substr(?1, -2)), private, "
                             "updated FROM tables WHERE id = ?2", (name, self.table))
            database.execute("INSERT INTO actions SELECT ?1, n, player, key, row, at FROM actions "
                             "WHERE table_id = ?2", (name, self.table))
        database.commit()
        database.close()


def database_in(data):
    names = [name for name in os.listdir(data) if name.endswith((".db", ".sqlite", ".sqlite3"))]
    equal(len(names), 1, os.listdir(data))
    return names[0]


# ---- Two servers, the same people ----------------------------------------------------------------


class Side:
    """One of the two servers, and all connections to it."""

    def __init__(self, origin, data, change):
        shutil.copytree(origin.data, data)
        if change is not None:
            change(os.path.join(data, database_in(data)))
        self.origin = origin
        self.start(data)
        self.people = {name: self.connect(name) for name in NAMES}
        self.again = {name: self.connect(name) for name in NAMES[1:4]}
        self.drawing = {name: self.connect(name) for name in DRAWS}
        self.settle()
        self.people["lobby"].must("tables")

    def settle(self):
        """Waits until the server knows that everybody is here."""

    def start(self, data):
        self.server = Server(data=data)

    def connect(self, name):
        return RawClient(self.server.port, self.origin.tokens[name])

    def take_elsewhere(self):
        """Returns what the server sent to other servers since the last time; there are some in a cluster."""
        return []

    def close(self):
        for client in [*self.people.values(), *self.again.values(), *self.drawing.values()]:
            client.close()
        self.server.close()


class Pair:
    """A table on each side. `blind` lists those who may not know the secret."""

    def __init__(self, kind, sides, table):
        self.kind, self.sides, self.table = kind, sides, table
        self.blind = kind.blind(self)
        self.differ = self.pointed = False
        self.steps = self.compared = 0
        self.visited = [set(), set()]
        self.told = []  # public events, of the first side

    # ---- comparing ----

    def take(self):
        taken = [{name: side.people[name].take() + (side.drawing[name].take() if name in DRAWS else [])
                  for name in NAMES} for side in self.sides]
        for frames, side in zip(taken, self.sides):
            frames[ELSEWHERE] = side.take_elsewhere()
        return [{name: without_times(frames) for name, frames in side.items()} for side in taken]

    def compare(self, what):
        """Compares everything the blind were sent since the last time."""
        one, two = self.take()
        for name in [*self.blind, ELSEWHERE]:
            if one[name] != two[name]:
                raise AssertionError(self.kind.name + ": " + first_difference(what, name, one[name], two[name]))
        if self.differ:
            self.compared += 1

    def both(self, name, do, **keys):
        """Sends the same request on both sides."""
        return [side.people[name].ask(do, table=self.table, **keys) for side in self.sides]

    def events(self):
        """Returns the events an onlooker received since the last comparison, on each side."""
        for side in self.sides:
            side.people["onlooker"].must("ping")
        return [[event["did"] for event in side.people["onlooker"].events] for side in self.sides]

    # ---- playing ----

    def begin(self):
        for name in NAMES[:4]:
            for side in self.sides:
                side.people[name].watch(self.table)
                side.drawing[name].watch(self.table, views=True)
        self.compare("watching")

    def legal(self):
        """Returns whose turn it is and what they may do, on each side."""
        for name in NAMES[:3]:
            turns = [side.people[name].turns[self.table] for side in self.sides]
            if "legal" in turns[0] and "legal" in turns[1]:
                own = [pawn for pawn in turns[0]["pawns"] if pawn in self.sides[0].origin.held[name]]
                return name, own, [turn["legal"] for turn in turns]
        return None, [], []

    def step(self):
        """Plays one action on each side. Returns false if the pair is finished."""
        name, own, legal = self.legal()
        if name is None or not all(legal):
            return False
        actions = self.kind.actions(self, name, own, legal)
        if actions is None:
            return False
        if name != "jack":  # a bot's advice, and its reason
            self.both(name, "hint")
        once = key()
        for side, action in zip(self.sides, actions):
            reply = side.people[name].ask("act", table=self.table, key=once, action=action)
            assert "ok" in reply, f"{self.kind.name} {action}: {reply}"
        happened = self.events()
        self.steps += 1
        self.differ = self.differ or actions[0] != actions[1]
        if any(did in self.kind.reveals or did in ("over", "escape") for did in happened[0] + happened[1]):
            self.take()
            return False
        found = [[event.get("found") for event in side.people["onlooker"].events] for side in self.sides]
        if found[0] != found[1]:
            self.take()
            return False
        if name == "jack":
            self.look_at_sheet()
        self.compare(f"after {actions[0]} / {actions[1]}")
        return True

    def look_at_sheet(self):
        for side, visited in zip(self.sides, self.visited):
            rows = side.people["jack"].must("watch", table=self.table)["view"].get("rows", [])
            visited.clear()
            visited.update(cell["circle"] for cell in (rows[-1] if rows else []))

    # ---- other requests ----

    def disturb(self):
        """Sends chat, lists and refused requests: the same on both sides, except for Jack's refused ones."""
        what = DICE.choices(range(8), [1, 1, 1, 1, 3, 1, 2, 1])[0]
        once = key()
        if what == 0:
            self.both(DICE.choice(["ann", "bob"]), "chat", key=once, to="police", text="Where is he?")
            self.both("onlooker", "chat", key=key(), to="gallery", text="I know")
        elif what == 1:
            self.both("jack", "chat", key=once, to="table", text="Ha ha")
        elif what == 2:
            place = DICE.randrange(2, 150)
            self.both("ann", "marks", marks=[{"circle": place, "mark": "suspect"}, {"from": place, "to": 1}])
            if not self.pointed:  # pings are limited, and the two servers do not share a clock
                self.both("bob", "point", circle=place)
            self.pointed = True
        elif what == 3:
            for side in self.sides:
                for name in ["ann", "onlooker"]:
                    for do in ["mine", "tables", "archive"]:
                        side.people[name].ask(do)
            for name in ["ann", "onlooker", "lobby"]:
                self.both(name, "peek")
            crossing = DICE.randrange(1, 100)
            for name in ["ann", "onlooker"]:
                self.both(name, "deduce", crossing=crossing)
        elif what == 4:
            self.try_in_vain("ann", DICE.choice(["yellow", "jack", "blue"]))
            self.try_in_vain("bob", DICE.choice(["red", "jack", "brown"]))
            self.try_in_vain("onlooker", "jack")
        elif what == 5:
            for do in ["undo", "resign", "start", "leave", "rematch"]:
                keys = {"key": key()} if do in ("undo", "resign") else {}
                self.both("onlooker", do, **keys)
            for name in ["onlooker", "ann", "jack"]:  # not available before the end
                early = (self.both(name, "record") + self.both(name, "review")
                         + self.both(name, "replay", **{"as": "police"}))
                equal([reply["error"]["code"] for reply in early], ["wrong_state"] * 6, "an archive too early")
            self.both("ann", "suggest", what="hideout", level="hard")
        elif what == 6:
            self.jack_in_vain()
        else:
            self.come_and_go(DICE.choice(["ann", "bob", "onlooker"]))
        self.compare(f"disturbance {what}")

    def telling_place(self):
        """Returns a circle that has a different meaning on the two sides, if there is one."""
        turns = [side.people["jack"].turns[self.table].get("legal", {}) for side in self.sides]
        moves = [set(legal.get("move", [])) for legal in turns]
        choices = sorted((moves[0] ^ moves[1]) | (self.visited[0] ^ self.visited[1]))
        return DICE.choice(choices) if choices else DICE.randrange(1, 190)

    def try_in_vain(self, name, pawn):
        place = self.telling_place()
        for action in [act(pawn, "walk", to=place), act(pawn, "search", circle=place),
                       act(pawn, "arrest", circle=place), act(pawn, "move", to=place), act(pawn, "wait"),
                       act(pawn, "reveal", crossing=place), act(pawn, "kill", circles=[place])]:
            if name in ("ann", "bob") and pawn != "jack" and name == self.legal()[0]:
                continue  # it might be legal
            replies = self.both(name, "act", key=key(), action=action)
            assert "error" in replies[0], replies

    def jack_in_vain(self):
        """Jack tries illegal actions, a different number of times on each side; nobody may notice."""
        if self.legal()[0] == "jack":
            return
        times = [3, 3] if "jack" in self.blind else [DICE.randrange(3), 3]
        for times, side in zip(times, self.sides):
            for _ in range(times):
                reply = side.people["jack"].ask("act", table=self.table, key=key(), action=act("jack", "wait"))
                assert "error" in reply, reply

    def ask_to_take_back(self):
        """Everyone asks in turn; whoever acted last may, and withdraws it after somebody has agreed."""
        for name in NAMES[:4]:
            once = key()
            answers = self.both(name, "takeback", key=once)
            equal(["ok" in answer for answer in answers], ["ok" in answers[0]] * 2, "whether it can be asked for")
            self.both("ann", "takeback", agree=True)
            self.both(name, "takeback", agree=False)

    def come_and_go(self, name):
        """Closes and reopens connections; the others at the table are notified in the same way on both sides."""
        for side in self.sides:
            seq = side.people[name].must("watch", table=self.table)["seq"]
        self.compare("before going")
        for side in self.sides:
            side.people[name].close()
            side.again[name].close()
            side.drawing[name].close()
            if name != "onlooker":
                while not is_departure(side.people["jack"].receive()):
                    pass
            side.people[name] = side.connect(name)
            side.again[name] = side.connect(name)
            side.drawing[name] = side.connect(name)
            side.people[name].watch(self.table, since=seq)
            side.drawing[name].watch(self.table, since=seq, views=True)

    def resume_everywhere(self):
        """Resumes from every point of the game so far: all the blind get the same on both sides."""
        seq = self.sides[0].people["onlooker"].must("watch", table=self.table)["seq"]
        self.sides[1].people["onlooker"].must("watch", table=self.table)
        for name in self.blind:
            if name not in self.sides[0].again:
                continue
            frames = []
            for side in self.sides:
                again = side.again[name]
                again.watch(self.table)
                for since in range(seq + 2):
                    again.watch(self.table, since=since)
                again.watch(self.table, since=seq // 2, views=True)
                again.must("unwatch", table=self.table)
                again.must("replay", table=self.table, **{"as": "public"})
                frames.append(without_times(again.take()))
            if frames[0] != frames[1]:
                raise AssertionError(self.kind.name + ": " + first_difference("resuming", name, *frames))

    def end(self):
        for name in NAMES[:4]:
            for side in self.sides:
                side.people[name].must("unwatch", table=self.table)
                side.drawing[name].must("unwatch", table=self.table)
        self.compare("the end")

    def play(self):
        self.begin()
        going = True
        while going and self.steps < MOST_ACTIONS:
            for _ in range(self.kind.patience if self.differ else 1):
                if DICE.random() < 0.3:
                    self.disturb()
            if self.differ and self.kind.patience > 1:
                self.resume_everywhere()
                self.compare("resuming")
            going = self.step()
        if going:
            self.resume_everywhere()
            self.ask_to_take_back()
            self.end()
        else:  # the last step revealed it
            for name in NAMES[:4]:
                for side in self.sides:
                    side.people[name].must("unwatch", table=self.table)
                    side.drawing[name].must("unwatch", table=self.table)
            self.take()
        return self.differ and self.compared > 0 and self.kind.counts(self)


def is_departure(message):
    return message.get("on") == "player" and message.get("connected") is False


def without_times(frames):
    """Hides when messages were sent: the test writes to one server after the other."""
    return [re.sub(rb'"at":\d{9,}', b'"at":T', frame) for frame in frames]


def first_difference(what, name, one, two):
    for number, (left, right) in enumerate(zip(one, two)):
        if left != right:
            return f"{name}, {what}, frame {number}:\n  {left[:600]}\n  {right[:600]}"
    return f"{name}, {what}: {len(one)} and {len(two)} frames"


# ---- The secrets ---------------------------------------------------------------------------------


def expand(legal, one, own):
    return EXPAND[one](legal[one], own[0], DICE)


class Kind:
    """A kind of secret. By default both sides act alike; subclasses define what differs."""

    name = game = ""
    options = []
    reveals = ("sheet",)
    patience = 1  # other requests tried before every action
    drops = ("escape", "address", "arrest", "arrest_all", "arrest_power", "search_power")

    def blind(self, pair):
        return ["ann", "bob", "onlooker", "lobby"]

    def counts(self, pair):
        """Returns whether this secret is what differed."""
        return True

    def change(self):
        """Returns a function that changes the second server's database before it starts, or None."""
        return None

    async def lead_up(self, clients, table):
        return True

    def actions(self, pair, name, own, legal):
        return self.jack(pair, own, legal) if name == "jack" else self.police(pair, own, legal)

    def same(self, pair, own, legal, avoid=()):
        """Returns an action that is legal on both sides and does not touch a circle of `avoid`."""
        keys = [one for one in legal[0] if one in legal[1] and one not in self.drops]
        DICE.shuffle(keys)
        for one in keys:
            if one in ("women", "patrols", "discoveries", "kill", "letter", "move_patrols"):
                if legal[0][one] == legal[1][one]:
                    action = DICE.choice(expand(legal[0], one, own))
                    return action, action
                continue
            choices = [action for action in expand(legal[0], one, own) if action in expand(legal[1], one, own)
                       and action.get("to") not in avoid and action.get("via") not in avoid]
            if choices:
                action = DICE.choice(choices)
                return action, action
        return None

    def jack(self, pair, own, legal):
        return self.same(pair, own, legal)

    def police(self, pair, own, legal):
        """Returns a police action that has the same result on both sides."""
        one, two = pair.visited
        if "search" in legal[0]:
            searches = {pawn: [circle for circle in circles if (circle in one) == (circle in two)]
                        for pawn, circles in legal[0]["search"].items()}
            searches = {pawn: circles for pawn, circles in searches.items() if circles}
            rest = {other: value for other, value in legal[0].items() if other != "search"}
            legal = [{**rest, **({"search": searches} if searches else {})}] * 2
        return self.same(pair, own, legal)


class Hideout(Kind):
    name, game = "hideout", "whitechapel"

    def jack(self, pair, own, legal):
        if "hideout" in legal[0]:
            return tuple(act("jack", "hideout", circle=circle) for circle in DICE.sample(legal[0]["hideout"], 2))
        return self.same(pair, own, legal)


class Women(Kind):
    name, game, options = "women marks", "whitechapel", ["letters"]
    reveals = ("sheet", "victims")
    patience = 8  # revealed soon, so everything is tried before

    def jack(self, pair, own, legal):
        if "women" in legal[0]:
            how = legal[0]["women"]
            circles = DICE.sample(how["circles"], how["marked"] + how["unmarked"])
            orders = [circles, DICE.sample(circles, len(circles))]
            return tuple(act("jack", "women", marked=order[:how["marked"]], unmarked=order[how["marked"]:])
                         for order in orders)
        return self.same(pair, own, legal)

    def actions(self, pair, name, own, legal):
        actions = super().actions(pair, name, own, legal)
        if actions is not None and actions[0]["do"] == "women":
            marked = [set(action["marked"]) for action in actions]
            return actions if marked[0] != marked[1] else None
        return actions


class Patrols(Kind):
    """Jack, onlookers and the detectives who are not the Head may not know the faces."""

    name, game, options = "patrol faces", "whitechapel", []
    reveals = ("sheet", "alarm")

    async def lead_up(self, clients, table):
        for _ in range(2):  # hideout, women
            await play_one(clients, table)
        return True

    def blind(self, pair):
        held = pair.sides[0].origin.held
        side = pair.sides[0].people["onlooker"]
        head = side.must("watch", table=pair.table)["view"]["head"]
        pair.sides[1].people["onlooker"].must("watch", table=pair.table)
        return ["jack", "onlooker", "lobby"] + [name for name in ("ann", "bob") if head not in held[name]]

    def jack(self, pair, own, legal):
        if "wait" in legal[0] and "wait" in legal[1]:
            return (act("jack", "wait"),) * 2
        if "reveal" in legal[0]:
            choices = [crossing for crossing in legal[0]["reveal"] if crossing not in pair.swapped]
            return (act("jack", "reveal", crossing=DICE.choice(choices)),) * 2 if choices else None
        return self.same(pair, own, legal)

    def police(self, pair, own, legal):
        if "patrols" in legal[0]:
            one = DICE.choice(expand(legal[0], "patrols", own))
            first, second = 0, 0
            while one["place"][first][1] == one["place"][second][1]:
                first, second = DICE.sample(range(7), 2)
            place = [list(token) for token in one["place"]]
            place[first][1], place[second][1] = place[second][1], place[first][1]
            pair.swapped = [place[first][0], place[second][0]]
            return one, {**one, "place": place}
        return super().police(pair, own, legal)


class Route(Kind):
    """Moves that look the same in public, to different circles."""

    name, game = "route, Whitechapel", "whitechapel"

    async def lead_up(self, clients, table):
        return await play_until(clients, table, lambda turn: turn["phase"] == "move")

    def targets(self, pair, legal, one):
        return expand(legal, one, ["jack"]) if one in legal else []

    def jack(self, pair, own, legal):
        keys = [one for one in ("move", "coach", "alley", "boat") if one in legal[0] and one in legal[1]]
        if not keys:
            return self.same(pair, own, legal)
        one = DICE.choices(keys, [4 if one == "move" else 1 for one in keys])[0]
        choices = [self.targets(pair, side, one) for side in legal]
        if not all(choices):
            return None
        action = DICE.choice(choices[0])
        others = [other for other in choices[1] if other["to"] != action["to"]]
        return action, DICE.choice(others or choices[1])


class RouteWhitehall(Route):
    """Discoveries are announced, so neither Jack visits one."""

    name, game, options = "route, Whitehall", "whitehall", ["smoker"]
    drops = (*Kind.drops, "smoker")

    async def lead_up(self, clients, table):
        if not await play_until(clients, table, lambda turn: turn["phase"] == "move"):
            return False
        self.discoveries = (await clients[0].watch(table))["view"]["discoveries"]
        return True

    def targets(self, pair, legal, one):
        return [action for action in super().targets(pair, legal, one)
                if action["to"] not in self.discoveries and action.get("via") not in self.discoveries]


class Order(Route):
    """The two murders of the third night: Jack stands where he committed the second."""

    name = "order of the crimes"

    async def lead_up(self, clients, table):
        return await play_until(clients, table, lambda turn: turn["phase"] == "kill" and turn["round"] == 3,
                                home_bird())

    def jack(self, pair, own, legal):
        if "kill" in legal[0]:
            circles = DICE.sample(legal[0]["kill"]["circles"], 2)
            return act("jack", "kill", circles=circles), act("jack", "kill", circles=circles[::-1])
        return super().jack(pair, own, legal)


class Discoveries(Kind):
    name, game = "discoveries", "whitehall"

    def jack(self, pair, own, legal):
        if "discoveries" in legal[0]:
            one = [DICE.choice(part) for part in legal[0]["discoveries"]]
            two = [DICE.choice(part) for part in legal[0]["discoveries"]]
            pair.start = DICE.randrange(4)
            two[pair.start] = one[pair.start]
            pair.avoid = set(one + two)
            return tuple(act("jack", "discoveries", circles=circles) for circles in (one, two))
        if "start" in legal[0]:
            common = [circle for circle in legal[0]["start"] if circle in legal[1]["start"]]
            return (act("jack", "start", circle=DICE.choice(common)),) * 2
        return self.same(pair, own, legal, pair.avoid)


class Tiles(RouteWhitehall):
    """With Murderer at Large nobody is told which special move it was: an alley on one side, a boat on the other."""

    name, options = "tile kinds", ["murderer_at_large"]
    drops = Kind.drops

    async def lead_up(self, clients, table):
        self.blue = {circle for water in load_board("whitehall")["waters"] for circle in water}
        near = await play_until(clients, table, lambda turn: self.blue & set(turn["legal"].get("move", [])),
                                homing("whitehall", self.blue, DICE), lambda seq: seq < 120)
        self.discoveries = (await clients[0].watch(table))["view"]["discoveries"]
        return near and self.targets(None, clients[0].turns[table]["legal"], "move") != []

    def counts(self, pair):
        return getattr(pair, "tiles", False)

    def jack(self, pair, own, legal):
        """One Jack goes to the water; once he can take a boat and the other an alley, both do."""
        boat = [self.targets(pair, legal[0], "boat"), self.targets(pair, legal[1], "alley")]
        if all(boat):
            pair.tiles = True
            return tuple(DICE.choice(some) for some in boat)
        moves = [self.targets(pair, side, "move") for side in legal]
        if self.counts(pair) or not all(moves):
            return super().jack(pair, own, legal)
        wet = [action for action in moves[0] if action["to"] in self.blue]
        dry = [action for action in moves[1] if action["to"] not in self.blue]
        return DICE.choice(wet or moves[0]), DICE.choice(dry or moves[1])


class Heads(Kind):
    """The Head tiles that are still face down."""

    name, game = "heads to come", "whitechapel"

    def change(self):
        def swap(path):
            database = sqlite3.connect(path)
            for name, lobby in database.execute("SELECT id, lobby FROM tables").fetchall():
                lobby = json.loads(lobby)
                heads = lobby["setup"]["heads"]
                rest = heads[1:]
                while rest == heads[1:]:
                    DICE.shuffle(rest)
                heads[1:] = rest
                database.execute("UPDATE tables SET lobby = ?2 WHERE id = ?1",
                                 (name, json.dumps(lobby, separators=(",", ":"))))
            database.commit()
            database.close()
        return swap

    def actions(self, pair, name, own, legal):
        pair.differ = True
        return super().actions(pair, name, own, legal)


def load_board(game):
    with open(os.path.join(ROOT, "common", "boards", game + ".json"), encoding="utf-8") as file:
        return json.load(file)


def home_bird():
    """A Jack who lives near the red circles, kills near his home and returns there, so that nights are short."""
    circles = load_board("whitechapel")["circles"]
    places = {circle[0]: circle[1:3] for circle in circles}
    red = [circle[0] for circle in circles if circle[3] == "red"]

    def distance(one, two):
        return abs(places[one][0] - places[two][0]) + abs(places[one][1] - places[two][1])

    def central(circle):
        return sum(sorted(distance(circle, other) for other in red)[:3])

    home = []

    def chooser(legal, own):
        if "hideout" in legal:
            home.append(min(DICE.sample(legal["hideout"], len(legal["hideout"]) // 2), key=central))
            return act("jack", "hideout", circle=home[0])
        if "kill" in legal:
            near = sorted(legal["kill"]["circles"], key=lambda circle: distance(circle, home[0]))
            return act("jack", "kill", circles=near[:legal["kill"]["victims"]])
        return homing("whitechapel", home, DICE)(legal, own)
    return chooser


async def play_until(clients, table, there, jack=None, go_on=lambda seq: True):
    """Plays until Jack's turn is as wanted; the police pass. Returns false if the game does not get there."""
    while go_on(clients[0].seen.get(table, 0)):
        client, pawns = actor(clients, table)
        if client is None:
            return False
        turn = client.turns[table]
        if client is clients[0]:
            if there(turn):
                return True
            if jack is None and turn["phase"] == "move":
                jack = homing("whitechapel", [(await clients[0].watch(table))["view"]["hideout"]], DICE)

        def chooser(legal, own, one=client):
            if one is clients[0]:
                return (jack or choose)(legal, own)
            if "pass" in legal:
                return act(legal["pass"][0], "pass")
            return choose({other: legal[other] for other in legal if other != "address"}, own)
        await play_one(clients, table, chooser)
    return False


# ---- The tests -----------------------------------------------------------------------------------


def play_origin(kind, most, totals, plant=None, side_class=Side):
    """Plays pairs from one original game, until there are enough."""
    with tempfile.TemporaryDirectory(prefix="gaslight-secrets-") as home:
        origin = Origin(home)
        tries = 0
        while not asyncio.run(origin.make(kind)):
            tries += 1
            assert tries < 60, f"{kind.name}: no game reached the point where the sides differ"
        sides = [side_class(origin, os.path.join(home, name), change)
                 for name, change in (("one", None), ("two", kind.change()))]
        for side in sides if plant is not None else []:
            plant(side)
        try:
            for table in origin.tables:
                if totals["pairs"] < most:
                    pair = Pair(kind, sides, table)
                    totals["pairs"] += pair.play()
                    totals["actions"] += pair.steps
                    totals["comparisons"] += pair.compared
            compare_http(sides)
        finally:
            for side in sides:
                side.close()


def play_pairs(kind, wanted, side_class=Side):
    totals = {"pairs": 0, "actions": 0, "comparisons": 0}
    origins = 0
    while totals["pairs"] < wanted and origins < ORIGINS:
        play_origin(kind, wanted + 2, totals, side_class=side_class)
        origins += 1
    print(f"  {kind.name:22}" + "".join(f"{count:6} {what}" for what, count in totals.items()), flush=True)
    assert totals["pairs"] >= wanted, f"{kind.name}: {totals['pairs']} pairs differed, {wanted} are wanted"


def get(side, path, **headers):
    connection = http.client.HTTPConnection("127.0.0.1", side.server.port, timeout=PATIENCE)
    connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, [(name, value) for name, value in answer.getheaders() if name != "date"], body


def compare_http(sides):
    """Compares HTTP responses; checks that metrics, which count Jack's refused requests, are for this machine only."""
    for path in ["/healthz", "/livez", "/", "/nothing", "/ws"]:
        equal(get(sides[0], path), get(sides[1], path), path)
    answers = [get(side, "/metrics", X_Forwarded_For="192.0.2.7") for side in sides]
    equal(answers[0], answers[1], "/metrics from elsewhere")
    assert answers[0][0] in (403, 404) and b"gaslight" not in answers[0][2].lower(), answers[0]


KINDS = [Hideout(), Women(), Patrols(), Route(), RouteWhitehall(), Order(), Discoveries(), Tiles(), Heads()]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: re.sub(r"\W", "_", kind.name.lower()))
@pytest.mark.parametrize("pairs", PAIRS)
def test_nobody_learns(kind, pairs):
    play_pairs(kind, pairs)


# ---- Planted leaks -------------------------------------------------------------------------------


def leak_in_replay(side):
    """The replay of a running game tells the onlooker where Jack has been."""
    onlooker = side.again["onlooker"]
    honest = onlooker.must

    def must(do, **keys):
        ok = honest(do, **keys)
        if do == "replay":
            rows = side.people["jack"].must("watch", table=keys["table"])["view"]["rows"]
            onlooker.frames.append(json.dumps(rows).encode())
        return ok
    onlooker.must = must


def leak_in_takeback(side):
    """A request to take something back tells the onlooker where Jack has been."""
    ann, honest = side.people["ann"], side.people["ann"].ask

    def ask(do, **keys):
        if do == "takeback":
            rows = side.people["jack"].must("watch", table=keys["table"])["view"]["rows"]
            side.people["onlooker"].frames.append(json.dumps(rows).encode())
        return honest(do, **keys)
    ann.ask = ask


def leak_in_deduction(side):
    """The searches from a crossing tell the onlooker where Jack has been."""
    onlooker, honest = side.people["onlooker"], side.people["onlooker"].ask

    def ask(do, **keys):
        if do == "deduce":
            rows = side.people["jack"].must("watch", table=keys["table"])["view"]["rows"]
            onlooker.frames.append(json.dumps(rows).encode())
        return honest(do, **keys)
    onlooker.ask = ask


def leak_in_hint(side):
    """A hint for the police tells the onlooker, too, where Jack has been."""
    for name in ["ann", "bob"]:
        def ask(do, honest=side.people[name].ask, **keys):
            if do == "hint":
                rows = side.people["jack"].must("watch", table=keys["table"])["view"]["rows"]
                side.people["onlooker"].frames.append(json.dumps(rows).encode())
            return honest(do, **keys)
        side.people[name].ask = ask


def leak_in_peek(side):
    """A peek at the table tells the onlooker where Jack has been."""
    onlooker, honest = side.people["onlooker"], side.people["onlooker"].ask

    def ask(do, **keys):
        if do == "peek":
            rows = side.people["jack"].must("watch", table=keys["table"])["view"]["rows"]
            onlooker.frames.append(json.dumps(rows).encode())
        return honest(do, **keys)
    onlooker.ask = ask


def leak_in_presence(side):
    """A push about somebody who has come or gone tells the onlooker where Jack has been."""
    onlooker, ask, take = side.people["onlooker"], side.people["onlooker"].ask, side.people["onlooker"].take
    table = [None]

    def noting(do, **keys):
        table[0] = keys.get("table", table[0])
        return ask(do, **keys)

    def leaking():
        frames = take()
        if table[0] is not None and any(b'"on":"player"' in frame for frame in frames):
            rows = side.people["jack"].must("watch", table=table[0])["view"]["rows"]
            frames.append(json.dumps(rows).encode())
        return frames
    onlooker.ask, onlooker.take = noting, leaking


PLANTED = [leak_in_replay, leak_in_takeback, leak_in_deduction, leak_in_hint, leak_in_peek, leak_in_presence]


@pytest.mark.parametrize("plant", PLANTED, ids=lambda plant: plant.__name__)
def test_a_planted_leak_is_found(plant):
    with pytest.raises(AssertionError, match="onlooker, "):
        for _ in range(ORIGINS):
            play_origin(Route(), COPIES, {"pairs": 0, "actions": 0, "comparisons": 0}, plant)
