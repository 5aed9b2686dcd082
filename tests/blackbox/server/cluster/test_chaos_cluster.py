"""Tests of `make chaos-cluster`: some kinds of failure, or every kind once; and a cluster that loses data is caught,
with the command to repeat it."""
import contextlib
import io

import chaos_cluster
import cluster_world
import pytest
from gaslight_server import SEED, equal

pytestmark = pytest.mark.xdist_group("cluster")

SHORT = ["kill", "postgres resets connections", "blink"]


def run(troubles, world_class=chaos_cluster.ClusterChaos):
    class Some(world_class):
        def draw(self):
            if not self.deck:
                self.deck = [(name, dict(chaos_cluster.TROUBLES)[name]) for name in reversed(troubles)]
            return self.deck.pop()
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        status = chaos_cluster.main(len(troubles), world_class=Some)
    return status, said.getvalue()


@pytest.mark.parametrize("troubles", [SHORT, pytest.param([name for name, _ in chaos_cluster.TROUBLES],
                                                          marks=pytest.mark.verify)], ids=["some", "all"])
def test_no_kind_of_failure_loses_anything(troubles):
    status, said = run(troubles)
    equal(status, 0, said)
    for name in troubles:
        assert f": {name}\n" in said, f"{name} did not happen: {said}"


class Forgetful(chaos_cluster.ClusterChaos):
    """While a node is down, each table loses its last action."""

    async def start_ended_nodes(self):
        self.cluster.sql("DELETE FROM actions WHERE n = (SELECT max(n) FROM actions AS other "
                         "WHERE other.table_id = actions.table_id)")
        await super().start_ended_nodes()


@pytest.mark.verify
def test_a_cluster_that_loses_data_is_caught_and_the_seed_is_printed(monkeypatch):
    monkeypatch.setattr(cluster_world, "PATIENCE", 20)  # some tables may never go on
    status, said = run(["kill"], Forgetful)
    equal(status, 1, said)
    equal(said.splitlines()[-1], f"chaos-cluster: failed; repeat with: make chaos-cluster SEED={SEED} ROUNDS=1",
          "the last line")
