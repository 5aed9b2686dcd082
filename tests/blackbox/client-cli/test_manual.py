"""The manual page client-cli/gaslight.1 and the shell completions cover every command and every option in the help, and
groff formats the page without warnings."""
import os
import re
import subprocess

import pytest
from gaslight_server import GASLIGHT, ROOT, equal

PAGE = os.path.join(ROOT, "client-cli", "gaslight.1")
BASH = os.path.join(ROOT, "client-cli", "completion", "gaslight.bash")
ZSH = os.path.join(ROOT, "client-cli", "completion", "_gaslight")
ENVIRONMENT = {**os.environ, "LC_ALL": "C.UTF-8"}


def run(*command, **keys):
    return subprocess.run(command, capture_output=True, text=True, check=False, env=ENVIRONMENT, **keys)


def read(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as file:
        return file.read()


def gaslight_help(*arguments):
    done = run(GASLIGHT, *arguments, "--help")
    equal((done.returncode, done.stderr), (0, ""), arguments)
    return done.stdout


def subcommands():
    """Returns the subcommands that `gaslight --help` lists."""
    commands = re.findall(r"^  ([a-z]+) ", gaslight_help(), re.M)
    assert len(commands) >= 5, commands
    return commands


def options_of(*arguments):
    """Returns the options listed by the help of this subcommand."""
    return re.findall(r"^  (--[a-z]+)(?: |$)", gaslight_help(*arguments), re.M)


def all_options():
    """Returns (words before the option, option) for every option of every subcommand."""
    pairs = [(["gaslight", command], option) for command in subcommands() if command != "record"
             for option in options_of(command)]
    verb = {"--json": "review"}  # the others are options of "view"
    return pairs + [(["gaslight", "record", verb.get(option, "view"), "game.json"], option)
                    for option in options_of("record")]


# ---- The page ----------------------------------------------------------------------------------


@pytest.fixture(scope="module", name="manual")
def formatted_manual():
    """Formats the page as plain text, without overstriking and with lines long enough for every usage."""
    text = run("groff", "-man", "-Tutf8", "-P-cbou", "-rLL=120n", PAGE).stdout.replace("\u00a0", " ")
    assert text.count("\n") > 150, f"the page is too short: {text}"
    return text


def items_missing(manual, items):
    """Returns the items that do not begin any entry of the manual."""
    return [item for item in items if not re.search(rf"^       {re.escape(item)}( |$)", manual, re.M)]


def test_groff_has_no_warnings():
    equal(run("groff", "-man", "-Tutf8", "-ww", "-z", PAGE).stderr, "")


def test_every_command_is_in_the_manual_with_its_short_forms(manual):
    rows = re.findall(r'\{"([a-z_]+)",\s+(?:NULL|"([a-z ?]+)"),\s+"', read("client-cli", "command", "command_rows.c"))
    assert len(rows) >= 50, rows
    equal(items_missing(manual, [word for word, _ in rows]), [])
    without = [(word, short) for word, short in rows if short and not re.search(
        rf"^       {word}( .*)? \({re.escape(short.replace(' ', ', '))}\)$", manual, re.M)]
    equal(without, [], "commands whose short forms are missing")


def test_subcommands_and_options_are_in_the_manual(manual):
    equal(items_missing(manual, subcommands()), [], "subcommands")
    equal(items_missing(manual, {option for _, option in all_options()}), [], "options")


# ---- Completion --------------------------------------------------------------------------------


def completions(*words):
    """Returns what bash offers for the last of these words."""
    script = """source "$1"; shift
        COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()
        _gaslight; printf "%s\\n" "${COMPREPLY[@]}" """
    return run("bash", "--norc", "-c", script, "complete", BASH, *words).stdout.split()


def test_bash_completes_every_subcommand_and_option():
    equal([one for one in subcommands() if one not in completions("gaslight", "")], [], "subcommands")
    verbs = re.findall(r"^  ([a-z]+) ", gaslight_help("record"), re.M)
    assert verbs
    equal([one for one in verbs if one not in completions("gaslight", "record", "")], [], "verbs of record")
    equal([(words, option) for words, option in all_options() if option not in completions(*words, "--")], [])


def test_zsh_completes_every_subcommand_and_option():
    equal(run("zsh", "-n", ZSH).returncode, 0, "zsh can read it")
    text = read(ZSH)
    verbs = re.findall(r"^  ([a-z]+) ", gaslight_help("record"), re.M)
    equal([one for one in [*subcommands(), *verbs] if f"'{one}:" not in text], [], "subcommands")
    equal([option for _, option in all_options() if f"'{option}[" not in text], [], "options")


@pytest.mark.parametrize("words, offered", [
    ("gaslight pl", "play"),
    ("gaslight re", "replay record"),
    ("gaslight play --n", "--name"),
    ("gaslight watch games.example --p", "--plain"),
    ("gaslight replay game.json --as ", "jack police public all yellow red blue green brown"),
    ("gaslight record view game.json --as p", "police public"),
    ("gaslight record v", "verify view"),
    ("gaslight play --name ", ""),
    ("gaslight replay ", ""),
])
def test_bash_offers_matching_completions(words, offered):
    equal(completions(*words.split(" ")), offered.split())


def test_an_interactive_bash_completes_on_tab():
    equal(run("bash", "-n", BASH).returncode, 0, "bash can read it")
    registered = run("bash", "--norc", "-c", 'source "$1"; complete -p gaslight', "complete", BASH).stdout
    assert registered.endswith("-F _gaslight gaslight\n"), registered
    typed = f"source {BASH}\n" + 'gaslight() { echo "ran: $*"; }\n' \
        "gaslight lob\t\ngaslight replay x --as pub\t\nexit\n"
    done = subprocess.run(["bash", "--norc", "--noprofile", "-i"], input=typed, capture_output=True, text=True,
                          check=False, env={**ENVIRONMENT, "HISTFILE": "/dev/null", "TERM": "dumb"})
    lines = done.stdout.splitlines()
    assert "ran: lobby" in lines and "ran: replay x --as public" in lines, done.stdout
