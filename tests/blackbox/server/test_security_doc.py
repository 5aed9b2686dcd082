"""docs/security.md names tests that exist, and leaves none of those about abuse out."""
import glob
import os
import re

from gaslight_server import ROOT, equal


def read(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as file:
        return file.read()


def test_every_file_that_the_page_names_exists():
    named = re.findall(r"`((?:tests|docs|server|deploy)/[^`]*)`", read("docs", "security.md"))
    assert len(named) > 40, named
    equal([path for path in named if not os.path.exists(os.path.join(ROOT, path))], [], "missing")


def test_every_promise_has_a_test():
    rows = [line for line in read("docs", "security.md").split("## What is promised")[1].split("## What is not")[0]
            .splitlines() if line.startswith("| ") and not line.startswith("| promise |")]
    assert len(rows) > 25, rows
    equal([row for row in rows if "`tests/" not in row.rsplit("|", 2)[1]], [], "promises without a test")


def test_the_page_names_every_test_of_abuse():
    page = read("docs", "security.md")
    abuse = os.path.join(ROOT, "tests/blackbox/server/abuse/test_abuse_*.py")
    paths = [os.path.relpath(path, ROOT) for path in glob.glob(abuse)]
    assert len(paths) >= 5, paths
    equal([path for path in sorted(paths) if f"`{path}`" not in page], [], "not named")


def test_readers_find_the_page():
    assert "](docs/security.md)" in read("README.md") and "](security.md)" in read("docs", "operations.md")
