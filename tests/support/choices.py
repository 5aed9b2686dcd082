"""Chooses actions from what `legal` lists and nothing else, for tests that play games through the programs."""
import json
import os

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
POLICE = {"whitechapel": ["yellow", "red", "blue", "green", "brown"], "whitehall": ["yellow", "blue", "red"]}


def act(by, do, **fields):
    return {"by": by, "do": do, **fields}


def by_map(do, choices, field, **more):
    return [act(pawn, do, **{field: place}, **more) for pawn, places in choices.items() for place in places]


def letter(dice, choices):
    name = dice.choice(list(choices))
    how = choices[name]
    if name == "goulston_street":
        return act("jack", "letter", letter=name, pawn=dice.choice(how["pawns"]))
    if name == "saucy_jacky":
        return act("jack", "letter", letter=name, **{"from": dice.sample(how["from"], 2)})
    return act("jack", "letter", letter=name, **{"from": dice.choice(how["from"]), "to": dice.choice(how["to"])})


def women(dice, how):
    circles = dice.sample(how["circles"], how["marked"] + how["unmarked"])
    return act("jack", "women", marked=circles[:how["marked"]], unmarked=circles[how["marked"]:])


def patrols(dice, how, head):
    crossings = how["fixed"] + dice.sample(how["free"], how["choose"])
    faces = POLICE["whitechapel"] + ["false", "false"]
    dice.shuffle(faces)
    return act(head, "patrols", place=[list(pair) for pair in zip(crossings, faces)])


def shift(dice, how, head):
    return act(head, "move_patrols", moves=[list(p) for p in zip(how["from"], dice.sample(how["to"], 2))])


def wretched(how, head):
    return [act(head, "wretched", to=place, **{"from": one["from"]}) for one in how for place in one["to"]]


# For each key of `legal`, the actions it stands for, or one of them where there are too many.
EXPAND = {
    "hideout": lambda c, by, dice: [act(by, "hideout", circle=n) for n in c],
    "women": lambda c, by, dice: [women(dice, c)],
    "address": lambda c, by, dice: [act(by, "address", circle=n) for n in c],
    "patrols": lambda c, by, dice: [patrols(dice, c, by)],
    "letter": lambda c, by, dice: [letter(dice, c)],
    "move_patrols": lambda c, by, dice: [shift(dice, c, by)],
    "goulston": lambda c, by, dice: [act(by, "goulston", pawn=pawn) for pawn in c],
    "kill": lambda c, by, dice: [act(by, "kill", circles=dice.sample(c["circles"], c["victims"]))],
    "wait": lambda c, by, dice: [act(by, "wait")],
    "wretched": lambda c, by, dice: wretched(c, by),
    "reveal": lambda c, by, dice: [act(by, "reveal", crossing=n) for n in c],
    "false_clue": lambda c, by, dice: [act(by, "false_clue", circle=n) for n in c],
    "rush": lambda c, by, dice: by_map("rush", c, "to"),
    "discoveries": lambda c, by, dice: [act(by, "discoveries", circles=[dice.choice(part) for part in c])],
    "start": lambda c, by, dice: [act(by, "start", circle=n) for n in c],
    "deploy": lambda c, by, dice: [act(by, "deploy", crossing=n) for n in c],
    "boat": lambda c, by, dice: [act(by, "boat", to=n) for n in c],
    "smoker": lambda c, by, dice: [act("yellow", "smoker")],
    "reclaim": lambda c, by, dice: [act(by, "reclaim", tile=tile) for tile in c],
    "move": lambda c, by, dice: [act(by, "move", to=n) for n in c],
    "escape": lambda c, by, dice: [act(by, "move", to=c, escape=True)],
    "coach": lambda c, by, dice: [act(by, "coach", via=via, to=to) for via, to in c],
    "alley": lambda c, by, dice: [act(by, "alley", to=n) for n in c],
    "walk": lambda c, by, dice: by_map("walk", c, "to"),
    "walk_power": lambda c, by, dice: by_map("walk", c, "to", power=True),
    "search": lambda c, by, dice: by_map("search", c, "circle"),
    "search_power": lambda c, by, dice: [],  # needs one of the circles of "search"; see choose_one()
    "arrest": lambda c, by, dice: by_map("arrest", c, "circle"),
    "arrest_all": lambda c, by, dice: [act(pawn, "arrest") for pawn in c],
    "arrest_power": lambda c, by, dice: [act(pawn, "arrest", power=True) for pawn in c],
    "pass": lambda c, by, dice: [act("jack", "pass")] if c is True else [act(pawn, "pass") for pawn in c],
}

# How often a key is chosen: arrests and addresses rarely, or games would end too soon.
WEIGHT = {"escape": 1000, "arrest": 0.02, "arrest_all": 0.02, "arrest_power": 0.1, "address": 0.1,
          "alley": 0.3, "coach": 0.3, "boat": 0.3, "pass": 3}


def choose_one(legal, by, dice, toward=None):
    """Returns one legal action. `by` is a pawn that may act; toward(circles) returns the move Jack prefers."""
    keys = list(legal)
    # The values `true` are Jack's pass and wait, which he should choose rarely.
    weights = [0.2 if legal[one] is True else WEIGHT.get(one, 1) for one in keys]
    chosen = dice.choices(keys, weights)[0]
    if chosen == "search_power":
        pawn = dice.choice(legal[chosen])
        return act(pawn, "search", circle=dice.choice(legal["search"][pawn]), power=True)
    if chosen == "move" and toward is not None and dice.random() < 0.9:
        return act("jack", "move", to=toward(legal[chosen]))
    return dice.choice(EXPAND[chosen](legal[chosen], by, dice))


def load_places(game):
    with open(os.path.join(ROOT, "common", "boards", game + ".json"), encoding="utf-8") as file:
        return {circle[0]: (circle[1], circle[2]) for circle in json.load(file)["circles"]}
