"""Who may ask what, and when: every verb, by everyone, at a table in every state.

The table below is written by hand and is the specification; the code below only iterates over it. A cell is `ok` or the
code of the error (shortened, see CODES). A refusal changes nothing: the host's view is compared before and
after. A private table and a missing one look the same: replies are compared byte by byte.
"""
import os
import re

from gaslight_server import *

CODES = {"off": "no_notifications", "nocode": "bad_code", "ok": "ok", "hello": "hello_first", "none": "unknown_table", "noseat": "not_seated",
         "nohost": "not_host", "state": "wrong_state", "seated": "seated", "aud": "wrong_audience",
         "pawn": "not_your_pawn", "undo": "cannot_undo", "redo": "cannot_redo", "notake": "no_takeback",
         "nocomm": "no_commentary", "here": "not_absent", "nodet": "not_detective", "novote": "no_vote",
         "taken": "pawn_taken", "again": "bad_request", "turn": "not_your_turn"}

# `nobody` has not said hello. `stranger` and `kicked` (before the start) do not send the invite; `invited` and
# `onlooker` (who watches) do if the verb takes one. `host` holds red, `jack` Jack, `detective` yellow, `other` the
# rest.
ROLES = ["nobody", "stranger", "invited", "onlooker", "host", "jack", "detective", "other", "kicked"]

# verb          state             nobody stranger invited onlooker host    jack   detective other  kicked
MATRIX = """
hello           any               ok     again   again   again   again   again   again   again   again
ping            any               ok     ok      ok      ok      ok      ok      ok      ok      ok
code            any               hello  ok      ok      ok      ok      ok      ok      ok      ok
rename          any               hello  ok      ok      ok      ok      ok      ok      ok      ok
tables          any               hello  ok      ok      ok      ok      ok      ok      ok      ok
mine            any               hello  ok      ok      ok      ok      ok      ok      ok      ok
create          any               hello  ok      ok      ok      ok      ok      ok      ok      ok
notify          any               hello  ok      ok      ok      ok      ok      ok      ok      ok
subscribe       any               hello  off     off     off     off     off     off     off     off
confirm         any               hello  nocode  nocode  nocode  nocode  nocode  nocode  nocode  nocode
unsubscribe     any               hello  ok      ok      ok      ok      ok      ok      ok      ok
archive         any               hello  ok      ok      ok      ok      ok      ok      ok      ok
stats           any               ok     ok      ok      ok      ok      ok      ok      ok      ok
puzzle          any               ok     ok      ok      ok      ok      ok      ok      ok      ok

peek            open              ok     ok      ok      ok      ok      ok      ok      ok      ok
peek            open-private      none   none    ok      ok      ok      ok      ok      ok      none
peek            running           ok     ok      ok      ok      ok      ok      ok      ok      ok
peek            running-private   none   none    ok      ok      ok      ok      ok      ok      none
peek            over              ok     ok      ok      ok      ok      ok      ok      ok      ok
peek            over-private      none   none    ok      ok      ok      ok      ok      ok      none
peek            gone              none   none    none    none    none    none    none    none    none

settings        open              hello  noseat  noseat  noseat  ok      nohost  nohost  nohost  noseat
settings        open-private      hello  none    none    none    ok      nohost  nohost  nohost  none
settings        running           hello  noseat  noseat  noseat  state   nohost  nohost  nohost  noseat
settings        running-private   hello  none    none    none    state   nohost  nohost  nohost  none
settings        over              hello  noseat  noseat  noseat  state   nohost  nohost  nohost  noseat
settings        over-private      hello  none    none    none    state   nohost  nohost  nohost  none
settings        gone              hello  none    none    none    none    none    none    none    none

away            open              hello  noseat  noseat  noseat  state   state   state   state   noseat
away            open-private      hello  none    none    none    state   state   state   state   none
away            running           hello  noseat  noseat  noseat  ok      ok      ok      ok      noseat
away            running-private   hello  none    none    none    ok      ok      ok      ok      none
away            over              hello  noseat  noseat  noseat  state   state   state   state   noseat
away            over-private      hello  none    none    none    state   state   state   state   none
away            gone              hello  none    none    none    none    none    none    none    none

share           open              hello  noseat  noseat  noseat  state   state   state   state   noseat
share           open-private      hello  none    none    none    state   state   state   state   none
share           running           hello  noseat  noseat  noseat  state   state   state   state   noseat
share           running-private   hello  none    none    none    state   state   state   state   none
share           over              hello  noseat  noseat  noseat  ok      ok      ok      ok      noseat
share           over-private      hello  none    none    none    ok      ok      ok      ok      none
share           gone              hello  none    none    none    none    none    none    none    none

join            open              hello  ok      ok      ok      seated  seated  seated  seated  ok
join            open-private      hello  none    ok      ok      seated  seated  seated  seated  none
join            running           hello  state   state   state   seated  seated  seated  seated  state
join            running-private   hello  none    state   state   seated  seated  seated  seated  none
join            over              hello  state   state   state   seated  seated  seated  seated  state
join            over-private      hello  none    state   state   seated  seated  seated  seated  none
join            gone              hello  none    none    none    none    none    none    none    none

pawns           open              hello  noseat  noseat  noseat  ok      ok      ok      ok      noseat
pawns           open-private      hello  none    none    none    ok      ok      ok      ok      none
pawns           running           hello  noseat  noseat  noseat  state   state   state   state   noseat
pawns           running-private   hello  none    none    none    state   state   state   state   none
pawns           over              hello  noseat  noseat  noseat  state   state   state   state   noseat
pawns           over-private      hello  none    none    none    state   state   state   state   none
pawns           gone              hello  none    none    none    none    none    none    none    none

leave           open              hello  noseat  noseat  noseat  ok      ok      ok      ok      noseat
leave           open-private      hello  none    none    none    ok      ok      ok      ok      none
leave           running           hello  noseat  noseat  noseat  ok      ok      ok      ok      noseat
leave           running-private   hello  none    none    none    ok      ok      ok      ok      none
leave           over              hello  noseat  noseat  noseat  ok      ok      ok      ok      noseat
leave           over-private      hello  none    none    none    ok      ok      ok      ok      none
leave           gone              hello  none    none    none    none    none    none    none    none

kick            open              hello  noseat  noseat  noseat  ok      nohost  nohost  nohost  noseat
kick            open-private      hello  none    none    none    ok      nohost  nohost  nohost  none
kick            running           hello  noseat  noseat  noseat  state   nohost  nohost  nohost  noseat
kick            running-private   hello  none    none    none    state   nohost  nohost  nohost  none
kick            over              hello  noseat  noseat  noseat  state   nohost  nohost  nohost  noseat
kick            over-private      hello  none    none    none    state   nohost  nohost  nohost  none
kick            gone              hello  none    none    none    none    none    none    none    none

host            open              hello  noseat  noseat  noseat  ok      nohost  nohost  nohost  noseat
host            open-private      hello  none    none    none    ok      nohost  nohost  nohost  none
host            running           hello  noseat  noseat  noseat  ok      nohost  nohost  nohost  noseat
host            running-private   hello  none    none    none    ok      nohost  nohost  nohost  none
host            over              hello  noseat  noseat  noseat  ok      nohost  nohost  nohost  noseat
host            over-private      hello  none    none    none    ok      nohost  nohost  nohost  none
host            gone              hello  none    none    none    none    none    none    none    none

seat            open              hello  state   state   state   state   state   state   state   state
seat            open-private      hello  none    none    none    state   state   state   state   none
seat            running           hello  nodet   nodet   nodet   here    nodet   here    here    nodet
seat            running-private   hello  none    none    none    here    nodet   here    here    none
seat            over              hello  state   state   state   state   state   state   state   state
seat            over-private      hello  none    none    none    state   state   state   state   none
seat            gone              hello  none    none    none    none    none    none    none    none

seat-answer     open              hello  state   state   state   state   state   state   state   state
seat-answer     open-private      hello  none    none    none    state   state   state   state   none
seat-answer     running           hello  nodet   nodet   nodet   novote  nodet   novote  novote  nodet
seat-answer     running-private   hello  none    none    none    novote  nodet   novote  novote  none
seat-answer     over              hello  state   state   state   state   state   state   state   state
seat-answer     over-private      hello  none    none    none    state   state   state   state   none
seat-answer     gone              hello  none    none    none    none    none    none    none    none

bot             open              hello  noseat  noseat  noseat  taken   nohost  nohost  nohost  noseat
bot             open-private      hello  none    none    none    taken   nohost  nohost  nohost  none
bot             running           hello  noseat  noseat  noseat  here    nodet   here    here    noseat
bot             running-private   hello  none    none    none    here    nodet   here    here    none
bot             over              hello  noseat  noseat  noseat  state   nohost  nohost  nohost  noseat
bot             over-private      hello  none    none    none    state   nohost  nohost  nohost  none
bot             gone              hello  none    none    none    none    none    none    none    none

bot-none        open              hello  noseat  noseat  noseat  taken   nohost  nohost  nohost  noseat
bot-none        open-private      hello  none    none    none    taken   nohost  nohost  nohost  none
bot-none        running           hello  noseat  noseat  noseat  ok      nodet   ok      ok      noseat
bot-none        running-private   hello  none    none    none    ok      nodet   ok      ok      none
bot-none        over              hello  noseat  noseat  noseat  state   nohost  nohost  nohost  noseat
bot-none        over-private      hello  none    none    none    state   nohost  nohost  nohost  none
bot-none        gone              hello  none    none    none    none    none    none    none    none

start           open              hello  noseat  noseat  noseat  ok      nohost  nohost  nohost  noseat
start           open-private      hello  none    none    none    ok      nohost  nohost  nohost  none
start           running           hello  noseat  noseat  noseat  state   nohost  nohost  nohost  noseat
start           running-private   hello  none    none    none    state   nohost  nohost  nohost  none
start           over              hello  noseat  noseat  noseat  state   nohost  nohost  nohost  noseat
start           over-private      hello  none    none    none    state   nohost  nohost  nohost  none
start           gone              hello  none    none    none    none    none    none    none    none

rematch         open              hello  noseat  noseat  noseat  state   state   state   state   noseat
rematch         open-private      hello  none    none    none    state   state   state   state   none
rematch         running           hello  noseat  noseat  noseat  state   state   state   state   noseat
rematch         running-private   hello  none    none    none    state   state   state   state   none
rematch         over              hello  noseat  noseat  noseat  ok      ok      ok      ok      noseat
rematch         over-private      hello  none    none    none    ok      ok      ok      ok      none
rematch         gone              hello  none    none    none    none    none    none    none    none

act             open              hello  noseat  noseat  noseat  pawn    state   pawn    pawn    noseat
act             open-private      hello  none    none    none    pawn    state   pawn    pawn    none
act             running           hello  noseat  noseat  noseat  pawn    ok      pawn    pawn    noseat
act             running-private   hello  none    none    none    pawn    ok      pawn    pawn    none
act             over              hello  noseat  noseat  noseat  pawn    state   pawn    pawn    noseat
act             over-private      hello  none    none    none    pawn    state   pawn    pawn    none
act             gone              hello  none    none    none    none    none    none    none    none

undo            open              hello  noseat  noseat  noseat  state   state   state   state   noseat
undo            open-private      hello  none    none    none    state   state   state   state   none
undo            running           hello  noseat  noseat  noseat  undo    ok      undo    undo    noseat
undo            running-private   hello  none    none    none    undo    ok      undo    undo    none
undo            over              hello  noseat  noseat  noseat  state   state   state   state   noseat
undo            over-private      hello  none    none    none    state   state   state   state   none
undo            gone              hello  none    none    none    none    none    none    none    none

redo            open              hello  noseat  noseat  noseat  state   state   state   state   noseat
redo            open-private      hello  none    none    none    state   state   state   state   none
redo            running           hello  noseat  noseat  noseat  redo    redo    redo    redo    noseat
redo            running-private   hello  none    none    none    redo    redo    redo    redo    none
redo            over              hello  noseat  noseat  noseat  state   state   state   state   noseat
redo            over-private      hello  none    none    none    state   state   state   state   none
redo            gone              hello  none    none    none    none    none    none    none    none

consent         open              hello  noseat  noseat  noseat  nocomm  nocomm  nocomm  nocomm  noseat
consent         open-private      hello  none    none    none    nocomm  nocomm  nocomm  nocomm  none
consent         running           hello  noseat  noseat  noseat  state   state   state   state   noseat
consent         running-private   hello  none    none    none    state   state   state   state   none
consent         over              hello  noseat  noseat  noseat  state   state   state   state   noseat
consent         over-private      hello  none    none    none    state   state   state   state   none
consent         gone              hello  none    none    none    none    none    none    none    none

takeback        open              hello  noseat  noseat  noseat  state   state   state   state   noseat
takeback        open-private      hello  none    none    none    state   state   state   state   none
takeback        running           hello  noseat  noseat  noseat  undo    undo    undo    undo    noseat
takeback        running-private   hello  none    none    none    undo    undo    undo    undo    none
takeback        over              hello  noseat  noseat  noseat  state   state   state   state   noseat
takeback        over-private      hello  none    none    none    state   state   state   state   none
takeback        gone              hello  none    none    none    none    none    none    none    none

takeback-answer open              hello  noseat  noseat  noseat  notake  notake  notake  notake  noseat
takeback-answer open-private      hello  none    none    none    notake  notake  notake  notake  none
takeback-answer running           hello  noseat  noseat  noseat  notake  notake  notake  notake  noseat
takeback-answer running-private   hello  none    none    none    notake  notake  notake  notake  none
takeback-answer over              hello  noseat  noseat  noseat  notake  notake  notake  notake  noseat
takeback-answer over-private      hello  none    none    none    notake  notake  notake  notake  none
takeback-answer gone              hello  none    none    none    none    none    none    none    none

resign          open              hello  noseat  noseat  noseat  state   state   state   state   noseat
resign          open-private      hello  none    none    none    state   state   state   state   none
resign          running           hello  noseat  noseat  noseat  ok      ok      ok      ok      noseat
resign          running-private   hello  none    none    none    ok      ok      ok      ok      none
resign          over              hello  noseat  noseat  noseat  state   state   state   state   noseat
resign          over-private      hello  none    none    none    state   state   state   state   none
resign          gone              hello  none    none    none    none    none    none    none    none

suggest         open              hello  noseat  noseat  noseat  pawn    ok      pawn    pawn    noseat
suggest         open-private      hello  none    none    none    pawn    ok      pawn    pawn    none
suggest         running           hello  noseat  noseat  noseat  pawn    ok      pawn    pawn    noseat
suggest         running-private   hello  none    none    none    pawn    ok      pawn    pawn    none
suggest         over              hello  noseat  noseat  noseat  pawn    ok      pawn    pawn    noseat
suggest         over-private      hello  none    none    none    pawn    ok      pawn    pawn    none
suggest         gone              hello  none    none    none    none    none    none    none    none

hint            open              hello  noseat  noseat  noseat  state   state   state   state   noseat
hint            open-private      hello  none    none    none    state   state   state   state   none
hint            running           hello  noseat  noseat  noseat  turn    aud     turn    turn    noseat
hint            running-private   hello  none    none    none    turn    aud     turn    turn    none
hint            over              hello  noseat  noseat  noseat  state   state   state   state   noseat
hint            over-private      hello  none    none    none    state   state   state   state   none
hint            gone              hello  none    none    none    none    none    none    none    none

watch           open              hello  ok      ok      ok      ok      ok      ok      ok      ok
watch           open-private      hello  none    ok      ok      ok      ok      ok      ok      none
watch           running           hello  ok      ok      ok      ok      ok      ok      ok      ok
watch           running-private   hello  none    ok      ok      ok      ok      ok      ok      none
watch           over              hello  ok      ok      ok      ok      ok      ok      ok      ok
watch           over-private      hello  none    ok      ok      ok      ok      ok      ok      none
watch           gone              hello  none    none    none    none    none    none    none    none

look            open              hello  ok      ok      ok      ok      ok      ok      ok      ok
look            open-private      hello  none    none    none    ok      ok      ok      ok      none
look            running           hello  ok      ok      ok      ok      ok      ok      ok      ok
look            running-private   hello  none    none    none    ok      ok      ok      ok      none
look            over              hello  ok      ok      ok      ok      ok      ok      ok      ok
look            over-private      hello  none    none    none    ok      ok      ok      ok      none
look            gone              hello  none    none    none    none    none    none    none    none

unwatch         open              hello  ok      ok      ok      ok      ok      ok      ok      ok
unwatch         open-private      hello  ok      ok      ok      ok      ok      ok      ok      ok
unwatch         running           hello  ok      ok      ok      ok      ok      ok      ok      ok
unwatch         running-private   hello  ok      ok      ok      ok      ok      ok      ok      ok
unwatch         over              hello  ok      ok      ok      ok      ok      ok      ok      ok
unwatch         over-private      hello  ok      ok      ok      ok      ok      ok      ok      ok
unwatch         gone              hello  ok      ok      ok      ok      ok      ok      ok      ok

chat-table      open              hello  aud     aud     aud     ok      ok      ok      ok      aud
chat-table      open-private      hello  none    aud     aud     ok      ok      ok      ok      none
chat-table      running           hello  aud     aud     aud     ok      ok      ok      ok      aud
chat-table      running-private   hello  none    aud     aud     ok      ok      ok      ok      none
chat-table      over              hello  aud     aud     aud     ok      ok      ok      ok      aud
chat-table      over-private      hello  none    aud     aud     ok      ok      ok      ok      none
chat-table      gone              hello  none    none    none    none    none    none    none    none

chat-police     open              hello  aud     aud     aud     ok      aud     ok      ok      aud
chat-police     open-private      hello  none    aud     aud     ok      aud     ok      ok      none
chat-police     running           hello  aud     aud     aud     ok      aud     ok      ok      aud
chat-police     running-private   hello  none    aud     aud     ok      aud     ok      ok      none
chat-police     over              hello  aud     aud     aud     ok      aud     ok      ok      aud
chat-police     over-private      hello  none    aud     aud     ok      aud     ok      ok      none
chat-police     gone              hello  none    none    none    none    none    none    none    none

chat-gallery    open              hello  ok      ok      ok      aud     aud     aud     aud     ok
chat-gallery    open-private      hello  none    ok      ok      aud     aud     aud     aud     none
chat-gallery    running           hello  ok      ok      ok      aud     aud     aud     aud     ok
chat-gallery    running-private   hello  none    ok      ok      aud     aud     aud     aud     none
chat-gallery    over              hello  ok      ok      ok      ok      ok      ok      ok      ok
chat-gallery    over-private      hello  none    ok      ok      ok      ok      ok      ok      none
chat-gallery    gone              hello  none    none    none    none    none    none    none    none

marks           open              hello  noseat  noseat  noseat  state   state   state   state   noseat
marks           open-private      hello  none    none    none    state   state   state   state   none
marks           running           hello  noseat  noseat  noseat  ok      aud     ok      ok      noseat
marks           running-private   hello  none    none    none    ok      aud     ok      ok      none
marks           over              hello  noseat  noseat  noseat  ok      aud     ok      ok      noseat
marks           over-private      hello  none    none    none    ok      aud     ok      ok      none
marks           gone              hello  none    none    none    none    none    none    none    none

point           open              hello  noseat  noseat  noseat  state   state   state   state   noseat
point           open-private      hello  none    none    none    state   state   state   state   none
point           running           hello  noseat  noseat  noseat  ok      aud     ok      ok      noseat
point           running-private   hello  none    none    none    ok      aud     ok      ok      none
point           over              hello  noseat  noseat  noseat  ok      aud     ok      ok      noseat
point           over-private      hello  none    none    none    ok      aud     ok      ok      none
point           gone              hello  none    none    none    none    none    none    none    none

record          open              state  state   state   state   state   state   state   state   state
record          open-private      none   none    state   state   state   state   state   state   none
record          running           state  state   state   state   state   state   state   state   state
record          running-private   none   none    state   state   state   state   state   state   none
record          over              ok     ok      ok      ok      ok      ok      ok      ok      ok
record          over-private      none   none    ok      ok      ok      ok      ok      ok      none
record          gone              none   none    none    none    none    none    none    none    none

replay          open              state  state   state   state   state   state   state   state   state
replay          open-private      none   none    state   state   state   state   state   state   none
replay          running           ok     ok      ok      ok      ok      ok      ok      ok      ok
replay          running-private   none   none    ok      ok      ok      ok      ok      ok      none
replay          over              ok     ok      ok      ok      ok      ok      ok      ok      ok
replay          over-private      none   none    ok      ok      ok      ok      ok      ok      none
replay          gone              none   none    none    none    none    none    none    none    none

review          open              state  state   state   state   state   state   state   state   state
review          open-private      none   none    state   state   state   state   state   state   none
review          running           state  state   state   state   state   state   state   state   state
review          running-private   none   none    state   state   state   state   state   state   none
review          over              ok     ok      ok      ok      ok      ok      ok      ok      ok
review          over-private      none   none    ok      ok      ok      ok      ok      ok      none
review          gone              none   none    none    none    none    none    none    none    none

deduce          open              state  state   state   state   state   state   state   state   state
deduce          open-private      none   none    state   state   state   state   state   state   none
deduce          running           ok     ok      ok      ok      ok      aud     ok      ok      ok
deduce          running-private   none   none    ok      ok      ok      aud     ok      ok      none
deduce          over              ok     ok      ok      ok      ok      ok      ok      ok      ok
deduce          over-private      none   none    ok      ok      ok      ok      ok      ok      none
deduce          gone              none   none    none    none    none    none    none    none    none
"""

STATES = ["open", "open-private", "running", "running-private", "over", "over-private", "gone"]
TAKES_INVITE = {"peek", "join", "watch", "chat-table", "chat-police", "chat-gallery", "record", "replay", "review",
                "deduce"}
HOLDS = {"host": ["red"], "jack": ["jack"], "detective": ["yellow"], "other": ["blue", "green", "brown"]}
MANY = {"watches_per_connection": 10000, "tables_per_player": 10000, "seats_per_player": 10000, "tables": 100000}


def read_matrix():
    rows = {}
    for line in MATRIX.split("\n"):
        words = line.split()
        if words:
            assert len(words) == 2 + len(ROLES), line
            rows[words[0], words[1]] = dict(zip(ROLES, [CODES[word] for word in words[2:]]))
    return rows


# ---- Scenes ---------------------------------------------------------------------------------------


class Scene:
    """A client for each role of the matrix; table() creates a table in a given state."""

    async def enter(self, server):
        self.server = server
        self.role = {}
        for role in ROLES:
            hello = {} if role == "nobody" else {"name": role}
            self.role[role] = await Client.connect(server, **hello)
        self.role["closer"] = await Client.connect(server, name="closer")
        return self

    async def open_table(self, private):
        role = self.role
        made = await role["host"].must("create", key=key(), game="whitechapel", private=private, aids="full")
        table, invite = made["table"]["id"], made["table"]["invite"]
        await role["host"].must("pawns", table=table, pawns=HOLDS["host"])
        for who in ("jack", "detective", "other"):
            await role[who].must("join", table=table, invite=invite, pawns=HOLDS[who])
        await role["kicked"].must("join", table=table, invite=invite)
        kicked = await role["host"].must("kick", table=table, player=role["kicked"].player)
        assert kicked["table"]["invite"] != invite, "who was put out knows the old one"
        return table, kicked["table"]["invite"]

    async def table(self, state, asleep=False):
        """Creates a table. Returns its id, its invite, and an action of Jack that is legal if the state allows any."""
        role = self.role
        action = act("jack", "hideout", circle=90)
        if state == "gone":
            made = await role["closer"].must("create", key=key(), game="whitechapel")
            await role["closer"].must("leave", table=made["table"]["id"])
            return made["table"]["id"], made["table"]["invite"], action
        kind = state.split("-")[0]
        table, invite = await self.open_table(state.endswith("private"))
        if kind != "open":
            await role["host"].must("start", table=table)
            turn = (await role["jack"].must("watch", table=table))["turn"]
            await role["jack"].must("act", table=table, key=key(), action=choose(turn["legal"], ["jack"]))
            turn = (await role["jack"].must("watch", table=table))["turn"]
            action = choose(turn["legal"], ["jack"])
            await role["jack"].must("unwatch", table=table)
        if not asleep:
            await role["onlooker"].must("watch", table=table, invite=invite)
            await role["host"].must("watch", table=table)
        if kind == "over":
            await role["jack"].must("resign", table=table, key=key())
        return table, invite, action

    def request(self, verb, who, table, invite, action):
        """Returns what this role sends: the verb and its keys."""
        more = {}
        if verb in TAKES_INVITE and who in ("invited", "onlooker"):
            more["invite"] = invite
        if verb.startswith("chat-"):
            return "chat", {"table": table, "key": key(), "to": verb[5:], "text": "Who goes there?", **more}
        if verb == "takeback-answer":
            return "takeback", {"table": table, "agree": True}
        if verb == "seat-answer":
            return "seat", {"table": table, "agree": True}
        if verb == "bot-none":
            return "bot", {"table": table, "pawns": ["yellow"], "level": "none"}
        keys = {
            "hello": lambda: {"name": "Again"},
            "rename": lambda: {"name": who},
            "create": lambda: {"key": key(), "game": "whitehall"},
            "join": lambda: {"table": table, "pawns": []},
            "pawns": lambda: {"table": table, "pawns": HOLDS.get(who, [])},
            "kick": lambda: {"table": table, "player": self.role["other"].player},
            "host": lambda: {"table": table, "player": self.role["detective"].player},
            "seat": lambda: {"table": table, "pawns": ["yellow"], "player": self.role["other"].player},
            "bot": lambda: {"table": table, "pawns": ["yellow"], "level": "easy"},
            "settings": lambda: {"table": table, "options": ["letters"], "clock": 60},
            "away": lambda: {"table": table, "until": 0},
            "share": lambda: {"table": table, "open": True},
            "act": lambda: {"table": table, "key": key(), "action": action},
            "undo": lambda: {"table": table, "key": key()},
            "redo": lambda: {"table": table, "key": key()},
            "consent": lambda: {"table": table, "agree": True},
            "takeback": lambda: {"table": table, "key": key()},
            "resign": lambda: {"table": table, "key": key()},
            "suggest": lambda: {"table": table, "what": "hideout", "level": "hard"},
            "marks": lambda: {"table": table, "marks": [{"circle": 5, "mark": "suspect"}]},
            "point": lambda: {"table": table, "circle": 5},
            "replay": lambda: {"table": table, "as": "public"},
            "look": lambda: {"table": table, "away": True},
            "subscribe": lambda: {"kind": "webhook", "address": "https://hook.example/"},
            "confirm": lambda: {"channel": "none", "code": "AAAA-AAAA"},
            "unsubscribe": lambda: {"channel": "none"},
            "puzzle": lambda: {"number": 1},
        }
        if verb in ("ping", "code", "tables", "mine", "archive", "stats", "notify"):
            return verb, {}
        return verb, {**keys.get(verb, lambda: {"table": table})(), **more}


async def ask_as(scene, who, verb, keys):
    """Returns the outcome (`ok` or a code) and the raw reply. `nobody` uses a new connection each time."""
    client = scene.role[who]
    if who == "nobody":
        client = await Client.connect(scene.server)
    reply = await client.ask(verb, **keys)
    text = next(text for text in reversed(client.received) if json.loads(text).get("re") == reply["re"])
    if who == "nobody":
        await client.close()
    return "ok" if "ok" in reply else reply["error"]["code"], text


async def what_is_there(scene, table, invite):
    """Returns everything the host and Jack can see of a table, and the table as the lobby shows it."""
    seen = []
    for who in ("host", "jack"):
        reply = await scene.role[who].ask("watch", table=table, invite=invite)
        reply.pop("re")
        seen.append(reply)
    await scene.role["jack"].must("unwatch", table=table)
    listed = (await scene.role["host"].must("mine"))["tables"]
    return seen, [entry for entry in listed if entry["table"]["id"] == table and entry["table"]["state"] != "finished"]


# ---- The tests ------------------------------------------------------------------------------------


def test_the_matrix_has_every_verb_of_the_server():
    rows = read_matrix()
    verbs = {verb.split("-")[0] for verb, _ in rows}
    with open(os.path.join(ROOT, "server", "verbs", "verbs.c"), encoding="utf-8") as file:
        known = set(re.findall(r'^    \{"(\w+)",', file.read(), re.MULTILINE))
    equal(verbs, known, "verbs in the matrix and in the server")
    for verb, state in rows:
        missing = [one for one in STATES if (verb, one) not in rows]
        assert state == "any" or not missing, (verb, missing)


async def check_row(scene, verb, state, expected, asleep, failures):
    """Tries all refused roles at one table, which must stay unchanged, and each allowed role at a new one."""
    refused = [who for who in ROLES if expected[who] != "ok"]
    allowed = [who for who in ROLES if expected[who] == "ok"]
    name = f"{verb} {state}{' asleep' if asleep else ''}"
    kind = "open" if state == "any" else state
    table, invite, action = await scene.table(kind, asleep)
    before = None if asleep or state == "gone" else await what_is_there(scene, table, invite)
    for who in refused:
        got, _ = await ask_as(scene, who, *scene.request(verb, who, table, invite, action))
        if got != expected[who]:
            failures.append(f"{name}: {who} got {got}, expected {expected[who]}")
    if before is not None and before != await what_is_there(scene, table, invite):
        failures.append(f"{name}: a refusal changed something")
    for who in allowed:
        if state not in ("any", "gone"):
            table, invite, action = await scene.table(kind, asleep)
        got, text = await ask_as(scene, who, *scene.request(verb, who, table, invite, action))
        if got != "ok":
            failures.append(f"{name}: {who} got {text}, expected ok")


async def check_matrix(states, asleep=False):
    failures = []
    with Server(**MANY) as server:
        scene = await Scene().enter(server)
        for (verb, state), expected in read_matrix().items():
            if state in states:
                await check_row(scene, verb, state, expected, asleep, failures)
    assert not failures, "\n" + "\n".join(failures)


async def test_an_open_table_follows_the_matrix():
    await check_matrix(["any", "open", "open-private"])


async def test_a_running_table_follows_the_matrix():
    await check_matrix(["running", "running-private"])


async def test_a_finished_table_follows_the_matrix():
    await check_matrix(["over", "over-private", "gone"])


async def test_a_finished_table_that_nobody_watches_follows_the_matrix():
    await check_matrix(["over", "over-private"], asleep=True)


async def test_a_private_table_and_a_missing_one_give_the_same_bytes():
    """Without the invite and with a wrong one, in every state, in memory or not."""
    differences = []

    def without_id(text):
        return re.sub(r'^\{"re":\d+,', '{"re":N,', text)

    with Server(**MANY) as server:
        scene = await Scene().enter(server)
        tables = {"unknown": ("2222222222", "222222222222", act("jack", "hideout", circle=90)),
                  "closed": await scene.table("gone")}
        for state in ("open-private", "running-private", "over-private"):
            tables[state] = await scene.table(state)
        tables["asleep"] = await scene.table("over-private", asleep=True)
        for verb in sorted({verb for verb, state in read_matrix() if state == "gone"}):
            for wrong_invite in ([False, True] if verb in TAKES_INVITE else [False]):
                for who in ("stranger", "kicked"):
                    texts = {}
                    for name, (table, _, action) in tables.items():
                        do, keys = scene.request(verb, who, table, "", action)
                        keys = {**keys, "invite": "234567892345"} if wrong_invite else keys
                        _, text = await ask_as(scene, who, do, keys)
                        texts[name] = without_id(text)
                    if len(set(texts.values())) != 1:
                        differences.append(f"{verb} by {who}: {texts}")
    assert not differences, "\n" + "\n".join(differences)


async def test_an_invalid_id_is_an_unknown_table():
    with Server() as server:
        client, = await people(server, "Ann")
        for table in ("", "x", "2222222222" * 30, "' OR 1=1 --", "\u0001", "🎩"):
            await client.refused("unknown_table", "watch", table=table)
            await client.refused("unknown_table", "record", table=table)
            await client.refused("unknown_table", "start", table=table)
            await client.must("unwatch", table=table)
        await client.refused("unknown_table", "join")
        await client.refused("unknown_table", "watch")
        await client.refused("unknown_table", "join", invite="")
        await client.close()
