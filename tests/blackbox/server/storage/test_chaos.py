"""Tests of `make chaos`: every kind of failure once; and a server that loses data is caught, with the command to repeat
it."""
import contextlib
import io
import sqlite3

import chaos
import pytest
from gaslight_server import SEED, equal

pytestmark = pytest.mark.verify


def run(world_class, rounds):
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        status = chaos.main(world_class, rounds)
    return status, said.getvalue()


def test_no_kind_of_failure_loses_anything():
    status, said = run(chaos.Chaos, len(chaos.TROUBLES))
    equal(status, 0, said)
    for name, _, _ in chaos.TROUBLES:
        assert f": {name}\n" in said, f"{name} did not happen: {said}"


class Forgetful(chaos.Chaos):
    """While the server is down, each table loses its last action."""

    def start(self, wrap=()):
        with sqlite3.connect(self.find_database()) as database:
            database.execute("DELETE FROM actions WHERE n = (SELECT max(n) FROM actions AS other "
                             "WHERE other.table_id = actions.table_id)")
        database.close()
        super().start(wrap)


def test_a_server_that_loses_data_is_caught_and_the_seed_is_printed():
    status, said = run(Forgetful, len(chaos.TROUBLES))
    equal(status, 1, said)
    equal(said.splitlines()[-1],
          f"chaos: failed; repeat with: make chaos SEED={SEED} ROUNDS={len(chaos.TROUBLES)}", "the last line")
