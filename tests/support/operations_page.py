#!/usr/bin/python3
"""The table of options in docs/operations.md, which `gaslightd --options-markdown` generates.

    BUILD=build tests/support/operations_page.py    writes the current table into the page
"""
import os
import subprocess

from gaslight_server import GASLIGHTD, ROOT

PAGE = os.path.join(ROOT, "docs", "operations.md")
BEGIN = "<!-- options: made by `gaslightd --options-markdown` -->\n"
END = "<!-- end of options -->\n"


def server_says(*arguments):
    """Returns the standard output of gaslightd."""
    return subprocess.run([GASLIGHTD, *arguments], capture_output=True, text=True, check=True).stdout


def split_page():
    """Returns the page in three parts: before, in and after the table."""
    with open(PAGE, encoding="utf-8") as file:
        before, rest = file.read().split(BEGIN)
    table, after = rest.split(END)
    return before + BEGIN, table, END + after


def main():
    before, _, after = split_page()
    table = server_says("--options-markdown")
    with open(PAGE, "w", encoding="utf-8") as file:
        file.write(before + table + after)


if __name__ == "__main__":
    main()
