"""pytest settings for all Python tests: the path of the shared modules, a random seed for every test, and the server
logs of failed tests; and one PostgreSQL per worker, for those who need one. With STORE=postgres in the environment, all
servers use it."""
import asyncio
import os
import secrets
import sys

import pytest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "support"), os.path.join(HERE, "load")]
os.environ.setdefault("BUILD", os.path.join(os.path.dirname(HERE), "build"))
os.environ.setdefault("GASLIGHT", os.path.join(os.environ["BUILD"], "gaslight"))
if not os.environ.get("SEED"):  # set before xdist starts its workers, so that they share it
    os.environ["SEED"] = str(secrets.randbelow(1 << 32))

from gaslight_server import DICE, SEED, Client, Server  # noqa: E402
from postgres import Postgres  # noqa: E402
from wire_schemas import check_frame  # noqa: E402

LOG_LINES = 60  # shown of each server when a test fails


def pytest_report_header():
    return f"SEED={SEED}"


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Deselects tests marked whole_file if -k or -m leaves out other tests of their file."""
    all_tests = [(item.path, item.nodeid) for item in items]
    yield
    chosen = {item.nodeid for item in items}
    incomplete = {path for path, test in all_tests if test not in chosen}
    left_out = [item for item in items if "whole_file" in item.keywords and item.path in incomplete]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


@pytest.fixture
def event_loop():
    """A loop per test. Like asyncio.run(), it cancels the remaining tasks at the end."""
    loop = asyncio.new_event_loop()
    yield loop
    left = asyncio.all_tasks(loop)
    for task in left:
        task.cancel()
    loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
    loop.run_until_complete(loop.shutdown_asyncgens())
    loop.close()


@pytest.fixture(autouse=True)
def random_choices(request):
    """Seeds DICE per test, so that SEED repeats a test's random choices whichever tests ran before it."""
    DICE.seed(f"{SEED} {request.path.name} {request.node.name}")
    Server.created.clear()


@pytest.fixture(scope="session")
def postgres():
    """A cluster that all tests of this worker share: use its database(), and leave its settings alone."""
    with Postgres() as cluster:
        yield cluster


@pytest.fixture(scope="session", autouse=os.environ.get("STORE") == "postgres")
def servers_use_postgres(postgres):
    Server.new_store = postgres.database
    yield
    Server.new_store = None


@pytest.fixture
def frames_fit_the_schemas(monkeypatch):
    """Validates every frame, sent or received, against schema/wire/."""
    monkeypatch.setattr(Client, "checker", check_frame)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    report = (yield).get_result()
    if report.failed and call.when == "call":
        report.sections.append(("repeat with", f"SEED={SEED}"))
        for number, server in enumerate(Server.created, 1):
            report.sections.append((f"log of server {number}", "".join(server.log[-LOG_LINES:])))
