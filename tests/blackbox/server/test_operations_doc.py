"""docs/operations.md describes what the program has: its options, commands and metrics."""
import os
import re

from gaslight_server import ROOT, equal
from operations_page import PAGE, server_says, split_page


def read_page():
    with open(PAGE, encoding="utf-8") as file:
        return file.read()


def missing_from_the_page(wanted):
    page = read_page()
    return [text for text in wanted if text not in page]


def test_the_table_of_options_matches_the_program():
    _, documented, _ = split_page()
    table = server_says("--options-markdown")
    assert len(table.splitlines()) > 10, table
    equal(documented.splitlines(), table.splitlines(), "update it with tests/support/operations_page.py")


def test_the_other_command_line_words_are_described():
    words = re.findall(r"^  (--(?:config|check|backup|copy|options-markdown|help|version))\b", server_says("--help"), re.M)
    equal(len(words), 7, f"words in --help: {words}")
    equal(missing_from_the_page([f"`{word}" for word in words]), [])


def test_admin_commands_are_described():
    commands = re.findall(r"^  (\S+(?: \S+)*?)  +", server_says("admin", "help"), re.M)
    assert len(commands) >= 11, commands
    equal(missing_from_the_page([f"| `{command}` |" for command in commands]), [])


def test_every_metric_is_described_once():
    with open(os.path.join(ROOT, "server", "base", "metrics.c"), encoding="utf-8") as file:
        names = sorted(set(re.findall(r'"(gaslight_[a-z_]+)"', file.read())))
    assert len(names) > 10, names
    page = read_page()
    described = {name: len(re.findall(rf"^\| `{name}(?:\{{code=…\}})?` \|", page, re.M)) for name in names}
    equal(described, dict.fromkeys(names, 1), "rows")
