"""`gaslight record` as a black box: every kind of output, error, exit status and JSON format.

A random player that uses only the output of `legal` plays whole games through the program; everything it prints is
validated against schema/.
"""
import glob
import json
import os
import random
import signal
import subprocess
import sys
import tempfile

import pytest
from choices import choose_one, load_places
from wire_schemas import conforms, validator_of

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../.."))
PATIENCE = int(os.environ.get("PATIENCE") or 60)  # seconds until the program counts as hung
PROGRAM = os.path.abspath(os.environ.get("GASLIGHT", os.path.join(ROOT, "build", "gaslight")))
POLICE = ["yellow", "red", "blue", "green", "brown"]
INVESTIGATORS = ["yellow", "red", "blue"]

# ---- Running it ----------------------------------------------------------------------------------


def run(*arguments, record=None):
    """Runs the program. Returns its exit status and both outputs; `record` (a dict or text) is its standard input."""
    text = record if isinstance(record, str) else json.dumps(record) if record is not None else ""
    done = subprocess.run([PROGRAM, *arguments], input=text.encode(), capture_output=True, timeout=PATIENCE,
                          env={"LC_ALL": "C.UTF-8"}, cwd="/")
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def equal(got, expected):
    assert got == expected, f"\n  got      {got!r}\n  expected {expected!r}"


def one_line(text):
    assert text.endswith("\n") and text.count("\n") == 1, f"not one line: {text!r}"
    return text[:-1]


def verdict(record):
    """Returns the exit status and the output line of `verify`."""
    status, out, err = run("record", "verify", "-", record=record)
    assert (out == "") != (err == ""), (out, err)
    assert (status == 0) == (err == ""), (status, out, err)
    return status, one_line(out or err)


def refused(record, line):
    equal(verdict(record), (1, line))


def usage(arguments, part, record=None):
    """Checks for a usage error: status 2, no output, and one line that says what is wrong."""
    status, out, err = run(*arguments, record=record)
    equal((status, out), (2, ""))
    assert part in one_line(err), f"{part!r} is not in {err!r}"


def shown(verb, record, who, at=None):
    """Returns what `view` or `legal` prints, validated against its schema."""
    arguments = ["record", verb, "-", "--as", who] + ([] if at is None else ["--at", str(at)])
    status, out, err = run(*arguments, record=record)
    equal((status, err), (0, ""))
    value = json.loads(one_line(out))
    conforms(verb, value)
    return value


def streamed(record, who):
    status, out, err = run("record", "stream", "-", "--as", who, record=record)
    equal((status, err), (0, ""))
    events = [json.loads(line) for line in out.splitlines()]
    for event in events:
        conforms("event", event)
    return events


# ---- Records written by hand ---------------------------------------------------------------------


def whitechapel(*actions, **changes):
    record = {
        "gaslight": 1, "game": "whitechapel", "board": "whitechapel/1", "options": ["letters"],
        "seats": [{"name": "Ann", "pawns": ["jack"]}, {"name": "Bob", "pawns": ["yellow", "red"]},
                  {"name": "Cy", "pawns": ["blue", "green", "brown"]}],
        "heads": ["blue", "brown", "yellow", "red", "green"], "actions": list(actions)}
    record.update(changes)
    return {key: value for key, value in record.items() if value is not None}


def whitehall(*actions, **changes):
    record = {
        "gaslight": 1, "game": "whitehall", "board": "whitehall/1", "options": [],
        "seats": [{"name": "Ann", "pawns": ["jack"]}, {"name": "Bob", "pawns": ["yellow", "red", "blue"]}],
        "actions": list(actions)}
    record.update(changes)
    return {key: value for key, value in record.items() if value is not None}


def act(by, do, **fields):
    return {"by": by, "do": do, **fields}


HIDEOUT = act("jack", "hideout", circle=90)
WOMEN = act("jack", "women", marked=[3, 21, 27, 65, 84], unmarked=[147, 149, 158])
RESIGN = act("jack", "resign")
FINISHED = whitechapel(HIDEOUT, WOMEN, RESIGN, result={"winner": "police", "reason": "resigned"})


def patrols():
    """Returns the action that places tonight's seven tokens on crossings from `legal`."""
    free = shown("legal", whitechapel(HIDEOUT, WOMEN), "blue")["patrols"]["free"]
    return act("blue", "patrols", place=[list(pair) for pair in zip(free, POLICE + ["false", "false"])])


def murder():
    """Returns a record up to Jack's first move, with a crime on 65."""
    return whitechapel(HIDEOUT, WOMEN, patrols(), act("jack", "kill", circles=[65]))


# ---- verify --------------------------------------------------------------------------------------


def test_unfinished_games_are_valid():
    equal(verdict(whitechapel()), (0, "ok 0 unfinished"))
    equal(verdict(whitechapel(HIDEOUT, WOMEN)), (0, "ok 2 unfinished"))
    equal(verdict(murder()), (0, "ok 4 unfinished"))
    equal(verdict(whitehall()), (0, "ok 0 unfinished"))


def test_finished_games_are_valid_and_show_winner_and_reason():
    equal(verdict(FINISHED), (0, "ok 3 police resigned"))
    equal(verdict(whitechapel(HIDEOUT, act("red", "resign"))), (0, "ok 2 jack resigned"))


def test_board_and_result_may_be_missing():
    equal(verdict(whitechapel(HIDEOUT, WOMEN, RESIGN, board=None)), (0, "ok 3 police resigned"))


def test_an_illegal_action_is_reported_by_number():
    status, line = verdict(whitechapel(act("jack", "hideout", circle=65)))
    equal((status, line), (1, "action 1: illegal_placement: The hideout can't be a red circle."))
    refused(whitechapel(HIDEOUT, act("red", "wait")), "action 2: not_your_turn: It is not this pawn's turn.")
    refused(whitechapel(HIDEOUT, HIDEOUT), "action 2: wrong_phase: You can't do that now.")


def test_an_action_after_the_end_is_refused():
    refused(whitechapel(HIDEOUT, RESIGN, WOMEN), "action 3: game_over: The game is over.")


def test_a_pawn_of_the_other_game_cannot_act():
    refused(whitehall(act("green", "resign")), "action 1: not_your_turn: That pawn is not in this game.")


def test_a_malformed_action_is_reported_by_number():
    for action, rest in [
            (act("jack", "hideout"), 'missing_key: "circle" is missing from a hideout.'),
            (act("jack", "hideout", circle=90, to=1), 'unknown_key: "to" is not allowed in a hideout.'),
            (act("jack", "hideout", circle="90"), 'bad_type: "circle" of a hideout must be a number.'),
            (act("jack", "hideout", circle=90.0), 'bad_type: "circle" of a hideout must be a number.'),
            (act("jack", "fly"), 'unknown_word: There is no action "fly".'),
            (act("mauve", "wait"), 'unknown_word: There is no pawn "mauve".'),
            (act("jack", "move", to=1, escape=False),
             'bad_type: "escape" of a move must be true or left out.'),
            ([], "bad_type: An action must be an object.")]:
        refused(whitechapel(HIDEOUT, action), "action 2: " + rest)


def test_a_place_that_is_not_on_the_board_is_refused():
    refused(whitechapel(act("jack", "hideout", circle=255)),
            "action 1: illegal_target: There is no such place on this board.")
    status, line = verdict(whitechapel(act("jack", "hideout", circle=256)))
    assert status == 1 and line.startswith("action 1: illegal_target: "), line


def test_a_wrong_header_is_refused():
    ann, bob = {"name": "Ann", "pawns": ["jack"]}, {"name": "Bob", "pawns": POLICE}
    other = '"heads" must list the five colours, each once.'
    for changes, line in [
            ({"gaslight": 2}, 'bad_type: "gaslight" must be 1, the version of this format.'),
            ({"gaslight": 1.0}, 'bad_type: "gaslight" must be 1, the version of this format.'),
            ({"gaslight": None}, 'missing_key: "gaslight" is missing from the record.'),
            ({"game": "chess"}, 'bad_game: There is no game "chess".'),
            ({"game": 1}, 'bad_type: "game" must be a game\'s name.'),
            ({"game": None}, 'missing_key: "game" is missing from the record.'),
            ({"board": "whitechapel/2"},
             'bad_board: The record was played on "whitechapel/2", but this board is "whitechapel/1".'),
            ({"board": "whitehall/1"},
             'bad_board: The record was played on "whitehall/1", but this board is "whitechapel/1".'),
            ({"board": ""}, "bad_board: This record was played on a different board."),
            ({"board": "x" * 100}, "bad_board: This record was played on a different board."),
            ({"board": 1}, 'bad_type: "board" must be a board\'s name and version, as in "whitechapel/1".'),
            ({"options": ["powers"]}, 'bad_options: "powers" is not a variant of this game.'),
            ({"options": ["letters", "letters"]}, 'bad_options: The variant "letters" is listed twice.'),
            ({"options": "letters"}, 'bad_type: "options" must be a list of options.'),
            ({"options": [1]}, 'bad_type: "options" must be a list of options.'),
            ({"options": None}, 'missing_key: "options" is missing from the record.'),
            ({"seats": [ann]}, "bad_seats: This game has 2 to 6 seats."),
            ({"seats": [ann] * 7}, "bad_seats: This game has 2 to 6 seats."),
            ({"seats": None}, 'missing_key: "seats" is missing from the record.'),
            ({"seats": {}}, 'bad_type: "seats" must be a list of objects with "name" and "pawns".'),
            ({"seats": [ann, 3]}, 'bad_type: "seats" must be a list of objects with "name" and "pawns".'),
            ({"seats": [ann, {"name": "Bob"}]}, 'missing_key: "pawns" is missing from seat 2.'),
            ({"seats": [ann, {**bob, "age": 9}]}, 'unknown_key: "age" is not allowed in seat 2.'),
            ({"seats": [ann, {**bob, "name": 9}]}, 'bad_type: "name" of seat 2 must be a string.'),
            ({"seats": [ann, {**bob, "name": ""}]},
             "bad_seats: The name of seat 2 must be 1 to 32 printable characters."),
            ({"seats": [ann, {**bob, "name": "x" * 33}]},
             "bad_seats: The name of seat 2 must be 1 to 32 printable characters."),
            ({"seats": [ann, {**bob, "name": "a\nb"}]},
             "bad_seats: The name of seat 2 must be 1 to 32 printable characters."),
            ({"seats": [ann, {**bob, "name": "a\u009bb"}]},
             "bad_seats: The name of seat 2 must be 1 to 32 printable characters."),
            ({"seats": [ann, {**bob, "pawns": "red"}]}, 'bad_type: "pawns" must be a list of pawns.'),
            ({"seats": [ann, {**bob, "pawns": [1]}]}, 'bad_type: "pawns" must be a list of pawns.'),
            ({"seats": [ann, {**bob, "pawns": []}]}, "bad_seats: Seat 2 has no pawns."),
            ({"seats": [ann, {**bob, "pawns": POLICE[:4]}]}, 'bad_seats: No seat has "brown".'),
            ({"seats": [ann, {**bob, "pawns": ["red", "red"]}]},
             'bad_seats: Seat 2 has "red", which is already taken.'),
            ({"seats": [ann, {**bob, "pawns": ["pink"]}]},
             'bad_seats: Seat 2 has "pink", which is not a pawn of this game.'),
            ({"seats": [{**ann, "pawns": ["jack", "red"]}, bob]},
             "bad_seats: Seat 1 has Jack, so it cannot have other pawns."),
            ({"heads": None}, 'missing_key: "heads" is missing from the record.'),
            ({"heads": "blue"}, 'bad_type: "heads" must be a list of colours.'),
            ({"heads": POLICE[:4]}, "bad_heads: " + other),
            ({"heads": POLICE[:4] + ["red"]}, "bad_heads: " + other),
            ({"heads": POLICE[:4] + ["jack"]}, "bad_heads: " + other),
            ({"actions": None}, 'missing_key: "actions" is missing from the record.'),
            ({"actions": {}}, 'bad_type: "actions" must be a list of actions.'),
            ({"colour": 1}, 'unknown_key: "colour" is not allowed in a record.')]:
        refused(whitechapel(HIDEOUT, **changes), "header: " + line)


def test_whitehall_has_its_own_header():
    refused(whitehall(heads=POLICE), 'header: unknown_key: "heads" is not allowed in whitehall.')
    refused(whitehall(options=["letters"]), 'header: bad_options: "letters" is not a variant of this game.')
    refused(whitehall(seats=[{"name": "Ann", "pawns": ["jack"]}, {"name": "Bob", "pawns": ["green"]}]),
            'header: bad_seats: Seat 2 has "green", which is not a pawn of this game.')
    refused(whitehall(seats=[{"name": "x", "pawns": ["jack"]}] * 5),
            "header: bad_seats: This game has 2 to 4 seats.")


def test_the_length_of_names_counts_characters_not_bytes():
    long = "\u00e9" * 32
    seats = [{"name": long, "pawns": ["jack"]}, {"name": "\U0001f50e" * 32, "pawns": POLICE}]
    equal(verdict(whitechapel(seats=seats)), (0, "ok 0 unfinished"))
    seats[0]["name"] = long + "e"
    refused(whitechapel(seats=seats), "header: bad_seats: The name of seat 1 must be 1 to 32 printable characters.")


def test_the_result_must_match_the_actions():
    for result, line in [
            ({"winner": "jack", "reason": "resigned"},
             "bad_result: The record says that jack won by resigned, but its actions lead to police by resigned."),
            ({"winner": "police", "reason": "arrest"},
             "bad_result: The record says that police won by arrest, but its actions lead to police by resigned."),
            ({"winner": "nobody", "reason": "arrest"}, 'bad_result: There is no winner "nobody".'),
            ({"winner": "jack", "reason": "luck"}, 'bad_result: There is no reason "luck".'),
            ({"winner": "jack"}, 'missing_key: "reason" is missing from a result.'),
            ({"winner": "jack", "reason": "arrest", "x": 1}, 'unknown_key: "x" is not allowed in a result.'),
            ({"winner": 1, "reason": "arrest"}, 'bad_type: "winner" must be a string.'),
            ("jack", 'bad_type: "result" must be an object with "winner" and "reason".')]:
        refused(whitechapel(HIDEOUT, RESIGN, result=result), "result: " + line)
    refused(whitechapel(HIDEOUT, result={"winner": "police", "reason": "resigned"}),
            "result: bad_result: The record has a result, but its actions do not end the game.")


def test_invalid_json_is_reported_by_line_and_column():
    for text, start in [
            ("", "line 1 column 1: Invalid JSON: "),
            ("{", "line 1 column 1: Invalid JSON: "),
            ('{"gaslight": 1,\n "game" "x"}', "line 2 column 11: Invalid JSON: "),
            ('{"game": 1,\n\n "game": 2}', "line 3 column "),
            ('{"gaslight": 1} x', "line 1 column 17: Invalid JSON: "),
            ('{"gaslight": 99999999999999999999}', "line 1 column "),
            ("[" * 17 + "]" * 17, "line 1 column 17: Invalid JSON: it is nested too deeply."),
            ("\n" + "[" * 100000, "line 2 column 17: Invalid JSON: it is nested too deeply."),
            ('{"gaslight": "\x01"}', "line 1 column "),
            ("\ufeff{}", "line 1 column ")]:
        status, line = verdict(text)
        assert status == 1 and line.startswith(start) and line.endswith("."), (text[:40], line)
        assert line.isascii() and line.isprintable(), line
    status, line = verdict('{"game": 1,\n\n "game": 2}')
    assert "duplicate" in line, line


def test_brackets_inside_strings_do_not_count_as_nesting():
    deep = "[" * 40
    status, line = verdict(whitechapel(game=deep + '\\"' + deep))
    assert status == 1 and line.startswith("header: bad_game: "), line


def test_json_that_is_not_a_record_is_refused():
    refused("[]", "header: bad_type: A record must be a JSON object.")
    refused("{}", 'header: missing_key: "gaslight" is missing from the record.')


def test_each_of_several_files_gets_its_own_line():
    with tempfile.TemporaryDirectory() as directory:
        names = [os.path.join(directory, name) for name in ["good", "bad", "none", "other"]]
        for name, record in [(names[0], FINISHED), (names[1], whitechapel(WOMEN)), (names[3], whitehall())]:
            with open(name, "w", encoding="utf-8") as file:
                json.dump(record, file)
        status, out, err = run("record", "verify", *names)
        equal(status, 1)
        equal(out, f"{names[0]}: ok 3 police resigned\n{names[3]}: ok 0 unfinished\n")
        equal(err, f"{names[1]}: action 1: wrong_phase: You can't do that now.\n"
                   f"{names[2]}: can't be read: No such file or directory.\n")
        equal(run("record", "verify", names[0], names[3])[0], 0)
        equal(run("record", "verify", names[0]), (0, "ok 3 police resigned\n", ""))
        equal(run("record", "verify", "--", names[0])[0], 0)


def test_unreadable_files_are_reported():
    for verb in [["verify"], ["view", "--as", "jack"], ["stream", "--as", "jack"], ["legal", "--as", "jack"]]:
        equal(run("record", verb[0], "/nowhere", *verb[1:]),
              (1, "", "/nowhere: can't be read: No such file or directory.\n"))
        equal(run("record", verb[0], "/", *verb[1:]), (1, "", "/: can't be read: Is a directory.\n"))


# ---- view, stream, legal -------------------------------------------------------------------------


def test_a_view_contains_only_what_its_viewer_may_know():
    record = murder()
    jack, public = shown("view", record, "jack"), shown("view", record, "public")
    equal((jack["hideout"], jack["rows"]), (90, [[{"cell": 0, "circle": 65}]]))
    for key in ["hideout", "marked", "rows", "heads"]:
        assert key not in public, key
    equal(jack["you"], {"role": "jack", "pawns": ["jack"]})
    equal(public["you"], {"role": "public", "pawns": []})
    equal(shown("view", record, "red")["you"], {"role": "detective", "pawns": ["yellow", "red"]})
    equal(public["crimes"], [65])


def test_only_the_head_and_the_police_view_see_patrol_faces():
    record = whitechapel(HIDEOUT, WOMEN, patrols())
    for who, sees in [("blue", True), ("brown", True), ("police", True), ("yellow", False), ("jack", False),
                      ("public", False)]:
        for patrol in shown("view", record, who)["patrols"]:
            equal("face" in patrol, sees)


def test_at_shows_an_earlier_state():
    record = murder()
    equal([shown("view", record, "jack", n)["phase"] for n in range(3)], ["hideout", "women", "patrols"])
    equal(shown("view", record, "jack", 4), shown("view", record, "jack"))
    assert "hideout" not in shown("view", record, "jack", 0)
    equal(shown("legal", record, "blue", 1), {})
    equal(list(shown("legal", record, "jack", 1)), ["women"])


def test_legal_lists_the_choices_of_each_viewer():
    choices = shown("legal", whitechapel(), "jack")
    equal(list(choices), ["hideout"])
    assert 90 in choices["hideout"] and 65 not in choices["hideout"]
    for who in ["public", "police", "yellow"]:
        equal(shown("legal", whitechapel(), who), {})
    equal(shown("legal", whitechapel(HIDEOUT), "jack")["women"],
          {"marked": 5, "unmarked": 3, "circles": [3, 21, 27, 65, 84, 147, 149, 158]})


def test_a_stream_has_the_same_number_of_events_for_every_viewer():
    record = whitechapel(HIDEOUT, WOMEN, RESIGN)
    jack, public = streamed(record, "jack"), streamed(record, "public")
    equal([event["did"] for event in jack], ["hideout", "night", "women", "head", "resign", "over", "sheet"])
    equal([event["did"] for event in public], [event["did"] for event in jack])
    equal(jack[0], {"did": "hideout", "by": "jack", "circle": 90})
    equal(public[0], {"did": "hideout", "by": "jack"})
    equal(public[-2]["result"], {"winner": "police", "reason": "resigned"})
    equal(public[-1]["sheet"], {"hideout": 90, "rows": [], "heads": FINISHED["heads"]})
    equal(streamed(whitechapel(), "jack"), [])


def test_viewer_all_sees_everything_but_only_in_finished_games():
    view = shown("view", FINISHED, "all", 1)
    equal((view["hideout"], view["heads"]), (90, FINISHED["heads"]))
    equal(streamed(FINISHED, "all")[0]["circle"], 90)
    for verb in ["view", "stream", "legal"]:
        usage(["record", verb, "-", "--as", "all"], "not over", murder())
    usage(["record", "view", "-", "--as", "all", "--at", "1"], "not over", murder())


def test_all_verbs_reject_an_invalid_record_with_the_message_of_verify():
    bad = whitechapel(HIDEOUT, WOMEN, WOMEN)
    line = verdict(bad)[1] + "\n"
    for verb in ["view", "stream", "legal"]:
        equal(run("record", verb, "-", "--as", "jack", record=bad), (1, "", line))
    wrong = whitechapel(HIDEOUT, RESIGN, result={"winner": "jack", "reason": "arrest"})
    equal(run("record", "view", "-", "--as", "jack", record=wrong), (1, "", verdict(wrong)[1] + "\n"))


def test_actions_after_at_need_not_be_legal():
    bad = whitechapel(HIDEOUT, WOMEN, WOMEN)
    equal(shown("view", bad, "jack", 2)["phase"], "patrols")
    equal(run("record", "view", "-", "--as", "jack", "--at", "3", record=bad)[0], 1)
    equal(run("record", "view", "-", "--as", "all", "--at", "1", record=bad)[0], 1)


# ---- Usage ---------------------------------------------------------------------------------------


def test_usage_errors_print_one_line_and_exit_with_status_2():
    view = ["record", "view", "-"]
    jack = view + ["--as", "jack"]
    for arguments, part in [
            (["fly"], '"fly"'), (["record"], "record what"),
            (["record", "fly"], '"record fly"'), (["record", "verify"], "FILE"),
            (["record", "view", "--as", "jack"], "FILE"), (view, "--as WHO"),
            (["record", "stream", "-"], "--as WHO"), (["record", "legal", "-"], "--as WHO"),
            (view + ["--as"], "needs a value"), (view + ["--as", "mauve"], "--as mauve"),
            (view + ["--as", ""], "--as"), (view + ["--as", "Jack"], "--as Jack"),
            (jack + ["--as", "red"], "twice"), (jack + ["--at", "x"], "--at x"),
            (jack + ["--at", "-1"], "--at -1"), (jack + ["--at", "1x"], "--at 1x"),
            (jack + ["--at", ""], "--at"), (jack + ["--at", "+1"], "--at +1"),
            (jack + ["--at", "9" * 30], "--at 9"),
            (jack + ["--fast"], "--fast"), (jack + ["-"], "one FILE"),
            (["record", "stream", "-", "--as", "jack", "--at", "1"], "--at"),
            (["record", "verify", "-", "--as", "jack"], "--as"), (["record", "verify", "-x"], "-x")]:
        usage(arguments, part, FINISHED)


def test_at_beyond_the_record_is_a_usage_error():
    for verb in ["view", "legal"]:
        usage(["record", verb, "-", "--as", "jack", "--at", "4"], "3 actions", FINISHED)


def test_a_colour_of_the_other_game_is_a_usage_error():
    usage(["record", "view", "-", "--as", "green"], "green", whitehall())
    equal(run("record", "view", "-", "--as", "blue", record=whitehall())[0], 0)


def test_help_and_version():
    record = ["verify", "view", "stream", "legal", "--as", "--at", "--board"]
    for arguments, words in [(["--help"], ["record", "--version"]), (["--version"], ["gaslight 1"]),
                             (["record", "--help"], record), (["record", "view", "--help"], record)]:
        status, out, err = run(*arguments)
        equal((status, err), (0, ""))
        for word in words:
            assert word in out, word


def test_failing_to_write_output_is_an_error():
    for verb in [["verify"], ["stream", "--as", "jack"], ["view", "--as", "jack"]]:
        with open("/dev/full", "wb") as full:
            done = subprocess.run([PROGRAM, "record", verb[0], "-", *verb[1:]], stdout=full,
                                  input=json.dumps(FINISHED).encode(), stderr=subprocess.PIPE, timeout=PATIENCE)
        equal(done.returncode, 1)
        assert b"could not be written" in done.stderr, done.stderr


def test_a_closed_pipe_ends_the_program_quietly():
    path = os.path.join(ROOT, "tests", "records", "whitechapel-plain.json")
    for words in [["--help"], ["replay", path], ["record", "stream", path, "--as", "all"]]:
        reading, writing = os.pipe()
        os.close(reading)
        done = subprocess.run([PROGRAM, *words], stdin=subprocess.DEVNULL, stdout=writing, stderr=subprocess.PIPE,
                              timeout=PATIENCE)
        os.close(writing)
        equal((done.returncode, done.stderr), (-signal.SIGPIPE, b""))


# ---- Custom boards ------------------------------------------------------------------------


def test_a_custom_board_is_validated_and_used():
    with open(os.path.join(ROOT, "common", "boards", "whitechapel.json"), encoding="utf-8") as file:
        text = file.read()
    with tempfile.TemporaryDirectory() as directory:
        path = os.path.join(directory, "board.json")

        def verify(content, record):
            with open(path, "w", encoding="utf-8") as file:
                file.write(content)
            return run("record", "verify", "-", "--board", path, record=record)

        own = json.loads(text)
        own["version"] = 77
        equal(verify(text, FINISHED), (0, "ok 3 police resigned\n", ""))
        equal(verify(json.dumps(own), whitechapel(board="whitechapel/77")), (0, "ok 0 unfinished\n", ""))
        status, out, err = verify(json.dumps(own), FINISHED)
        equal((status, out), (1, ""))
        assert err.startswith("header: bad_board: "), err
        status, out, err = verify(text, whitehall())
        equal((status, out), (1, ""))
        assert err.startswith("header: bad_board: "), err
        status, out, err = verify(text.replace("\n", "\n!", 1), FINISHED)
        equal((status, out), (1, ""))
        assert one_line(err).startswith(path + ": line 2: "), err
        equal(verify("{}", FINISHED)[0], 1)
    status, out, err = run("record", "verify", "-", "--board", "/nowhere", record=FINISHED)
    equal((status, out, err), (1, "", "/nowhere: can't be read: No such file or directory.\n"))


# ---- Whole games, played only with the output of `legal` ------------------------------------


PLACES = {game: load_places(game) for game in ["whitechapel", "whitehall"]}


def nearest(circles, targets, game):
    """Returns the circle closest to a target. A random walk would hardly ever reach the hideout or a second night."""
    def distance(one):
        return min(abs(PLACES[game][one][0] - PLACES[game][two][0]) +
                   abs(PLACES[game][one][1] - PLACES[game][two][1]) for two in targets)
    return min(circles, key=distance)


def choose(dice, legal, by, targets, game):
    return choose_one(legal, by, dice, (lambda circles: nearest(circles, targets, game)) if targets else None)


def play(record, seed, limit):
    """Adds actions until the game is over or has `limit` actions. Each must be accepted."""
    dice = random.Random(seed)
    while len(record["actions"]) < limit:
        view = shown("view", record, "jack")
        if view["phase"] == "over":
            break
        by = view["actors"][0]
        who = "jack" if by == "jack" else "police"
        legal = shown("legal", record, who)
        assert legal, view
        for other in {"jack", "police", "public"} - {who}:
            if len(record["actions"]) % 10 == 0:
                equal(shown("legal", record, other), {})
        targets = set(view.get("discoveries", [])) - set(view.get("discoveries_found", []))
        targets |= {view["hideout"]} if "hideout" in view else set()
        action = choose(dice, legal, by, targets, record["game"])
        conforms("action", action)
        record["actions"].append(action)
    return record


def check_everything_shown(record, step):
    """Validates every viewer's events, and their views and choices every `step` actions, against the schemas."""
    conforms("record", record)
    status, line = verdict(record)
    equal(status, 0)
    over = not line.endswith("unfinished")
    colours = POLICE if record["game"] == "whitechapel" else INVESTIGATORS
    viewers = ["jack", *colours, "police", "public"] + (["all"] if over else [])
    streams = [streamed(record, who) for who in viewers]
    for stream in streams:
        equal([event["did"] for event in stream], [event["did"] for event in streams[0]])
    count = len(record["actions"])
    for at in sorted({*range(0, count, step), count}):
        for who in viewers:
            view = shown("view", record, who, at)
            shown("legal", record, who, at)
            if view["phase"] != "over" and who not in ("jack", "all"):
                assert not {"hideout", "rows", "marked", "discoveries", "heads"} & set(view), (who, at)
    return [event["did"] for event in streams[0]]


ALL_OPTIONS = {"whitechapel": ["letters", "false_clues", "rushing", "address"],
               "whitehall": ["murderer_at_large", "newspaper_fabrications", "powers", "smoker"]}


@pytest.mark.verify
def test_random_games_of_whitechapel_fit_the_schemas():
    kinds = set()
    for seed, limit, options in [(3, 250, ALL_OPTIONS["whitechapel"]), (2, 80, ["area_arrest", "catch_me"])]:
        kinds |= set(check_everything_shown(play(whitechapel(options=options), seed, limit), 100))
    missing = {"patrols", "victims", "kill", "wretched", "alarm", "move", "special", "walk", "search", "rush",
               "escape", "letter", "shift", "goulston"} - kinds
    equal(missing, set())


@pytest.mark.verify
def test_random_games_of_whitehall_fit_the_schemas():
    kinds = set()
    for seed, limit, options in [(1, 150, ALL_OPTIONS["whitehall"]), (2, 60, ["deploy_first"])]:
        kinds |= set(check_everything_shown(play(whitehall(options=options), seed, limit), 100))
    missing = {"discoveries", "start", "deploy", "move", "special", "walk", "search", "discovery",
               "smoker", "reclaim"} - kinds
    equal(missing, set())


def test_hand_written_records_fit_the_schemas():
    for record in [FINISHED, murder(), whitehall(), whitechapel(RESIGN), whitehall(RESIGN)]:
        check_everything_shown(record, 1)


def stored_records():
    """Returns one test parameter per record; `make test` checks every fifth, `make verify` the others."""
    paths = sorted(glob.glob(os.path.join(ROOT, "tests", "records", "*.json")))
    assert len(paths) >= 30, paths
    return [pytest.param(path, id=os.path.basename(path), marks=[pytest.mark.verify] if number % 5 else [])
            for number, path in enumerate(paths)]


@pytest.mark.parametrize("path", stored_records())
def test_stored_records_fit_the_schemas(path):
    with open(path, encoding="utf-8") as file:
        check_everything_shown(json.load(file), 60)


def test_the_record_schema_refuses_what_the_program_refuses():
    for record in [whitechapel(x=1), whitechapel(heads=None), whitehall(heads=POLICE),
                   whitechapel(gaslight=2),
                   whitechapel(act("jack", "hideout")), whitechapel(act("jack", "hideout", circle=0)),
                   whitechapel(act("jack", "letter", letter="dear_boss", **{"from": [1, 2]})),
                   whitehall(act("jack", "move", to=1, escape=False))]:
        assert not validator_of("record").is_valid(record), record
        equal(verdict(record)[0], 1)
