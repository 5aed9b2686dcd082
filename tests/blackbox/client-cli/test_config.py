"""The configuration file, the language and the command line's errors, with the real program."""
import os
import re
import tempfile

from gaslight_server import GASLIGHT, ROOT, Server, equal
from line_client import one_sentence, run_client as run
from terminal import Terminal

RECORD = os.path.join(ROOT, "tests", "records", "whitehall-plain.json")


def configured(text):
    """Returns a directory for XDG_CONFIG_HOME that holds this configuration."""
    directory = tempfile.TemporaryDirectory(prefix="gaslight-config-")
    os.mkdir(os.path.join(directory.name, "gaslight"))
    with open(os.path.join(directory.name, "gaslight", "config"), "w", encoding="utf-8") as file:
        file.write(text)
    return directory


# ---- The configuration file ------------------------------------------------------------------------


def test_settings_change_the_full_screen():
    with configured("# mine\nkey T = ?\nkey ? = none\ncolours = never\nmouse = no\nzoom = 4\n") as home, \
            Terminal([GASLIGHT, "replay", RECORD], env={"XDG_CONFIG_HOME": home}) as terminal:
        terminal.wait("Step 0 of")
        assert not re.search(r"\x1b\[[0-9;]*(3[0-7]|38;5)", terminal.coloured()), "colours although never"
        equal(terminal.format("mouse_any_flag"), "0")
        terminal.type("?T")
        terminal.wait("step back, step forward")
        terminal.keys("Escape")
        terminal.wait("step back, step forward", gone=True)
        terminal.type("q")
        equal(terminal.ended(), (0, True))


def test_a_bad_line_is_named_and_the_program_starts():
    with configured("mouse = no\nbel = no\ncolours = never\n") as home:
        with Terminal([GASLIGHT, "replay", RECORD], env={"XDG_CONFIG_HOME": home}) as terminal:
            terminal.wait(re.compile(r'config:2: there is no setting "bel"; did you mean bell\?'))
            equal(terminal.format("mouse_any_flag"), "0")
            terminal.type("q")
            equal(terminal.ended(), (0, True))
        status, out, err = run("replay", RECORD, "--as", "public", "--at", "1", XDG_CONFIG_HOME=home)
        equal(status, 0)
        assert out.startswith("Whitehall Mystery: "), out
        assert one_sentence(err).endswith('/gaslight/config:2: there is no setting "bel"; did you mean bell?\n'), err
    with configured("") as home:
        os.chmod(os.path.join(home, "gaslight", "config"), 0o600)
        os.remove(os.path.join(home, "gaslight", "config"))
        os.mkdir(os.path.join(home, "gaslight", "config"))  # can be opened, but not read
        status, _, err = run("--version", XDG_CONFIG_HOME=home)
        equal(status, 0)
        assert "can't be read: Is a directory." in one_sentence(err), err


# ---- The language ----------------------------------------------------------------------------------


def test_the_language_comes_from_option_file_or_locale():
    english = run("replay", RECORD, "--as", "public")[1]
    italian = run("replay", RECORD, "--as", "public", LC_ALL="it_IT.UTF-8")[1]
    assert "Jack moved (move 1)." in english and "Jack si è mosso (mossa 1)." in italian, italian
    equal(len(english.splitlines()), len(italian.splitlines()))
    with configured("language = it\n") as home:
        equal(run("replay", RECORD, "--as", "public", XDG_CONFIG_HOME=home)[1], italian)
        equal(run("--language", "en", "replay", RECORD, "--as", "public", XDG_CONFIG_HOME=home)[1], english)
    equal(run("replay", RECORD, "--as", "public", "--language", "it")[1], italian)
    plain = italian.replace("’", "'").replace("è", "e'").replace("ì", "i'").replace("ù", "u'").replace("à", "a'")
    equal(run("replay", RECORD, "--as", "public", LC_ALL="it_IT.ISO-8859-1")[1], plain)
    for words in (["--language"], ["--language", "klingon"]):
        equal(run(*words, "replay", RECORD), (2, "", "gaslight: --language is en or it\n"))


# ---- The command line ------------------------------------------------------------------------------


def test_misspelt_words_get_a_suggestion():
    for words, part in [(["paly"], 'there is no command "paly"; did you mean play?'),
                        (["waltz"], 'there is no command "waltz"; see gaslight --help'),
                        (["play", "--sollo"], 'play has no option "--sollo"; did you mean --solo?'),
                        (["play", "--wallpaper"], 'play has no option "--wallpaper"; see gaslight play --help'),
                        (["arena", "--game=x"], "arena has no option"),
                        (["arena", "--seeds", "1"], 'did you mean --seed?'),
                        (["record", "verfy"], 'there is no command "record verfy"; did you mean verify?'),
                        (["record", "view", RECORD, "--sa", "jack"], 'did you mean --as?')]:
        status, out, err = run(*words)
        equal((status, out), (2, ""))
        assert part in err and err.count("\n") == 1, err
    status, out, err = run("replay", RECORD, "--plain", text="nxet\n")
    assert status == 0, err


def test_an_invalid_side_is_named():
    for words in (["play", "--solo", "maybe"], ["play", "localhost:1", "--solo", "detective", "--level", "easy"]):
        status, out, err = run(*words)
        equal((status, out), (2, ""))
        equal(err, f"gaslight: --solo {words[-1] if len(words) < 4 else words[3]}: the side is jack or police\n")
    equal(run("play", "--solo", "maybe", LC_ALL="it_IT.UTF-8")[2],
          "gaslight: --solo maybe: la parte è jack o police\n")


# ---- Without arguments -------------------------------------------------------------------------------


def test_without_arguments_or_terminal_the_usage_is_printed():
    status, out, err = run()
    equal((status, err), (2, ""))
    assert out.startswith("usage: gaslight COMMAND"), out


def test_without_arguments_the_lobby_of_the_last_server_opens():
    with Server() as server, tempfile.TemporaryDirectory() as home:
        where = {name: os.path.join(home, name) for name in ("XDG_DATA_HOME", "XDG_STATE_HOME")}
        with Terminal([GASLIGHT, "play", f"127.0.0.1:{server.port}", "--name", "Mo"], env=where) as terminal:
            terminal.wait("lobby, Mo")
            terminal.type("q")
            equal(terminal.ended(), (0, True))
        with Terminal([GASLIGHT], env=where) as terminal:
            terminal.wait("lobby, Mo")
            terminal.type("q")
            equal(terminal.ended(), (0, True))
        with configured("server = localhost:1\n") as config, \
                Terminal([GASLIGHT, "--language", "it"], env={**where, "XDG_CONFIG_HOME": config}) as terminal:
            terminal.wait("Il tuo nome su ws://localhost:1? [")
