"""pytest settings for all Python tests: where the shared modules are, a seed for every test, and server logs of
tests that fail."""
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
from wire_schemas import check_frame  # noqa: E402

LOG_LINES = 60  # of each server, shown with a failure


def pytest_report_header():
    return f"SEED={SEED}"


@pytest.fixture
def event_loop():
    """A loop per test, as asyncio.run() has it: at the end, tasks that are left are cancelled."""
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
    """A test makes the same random choices with the same SEED, whichever tests run before it."""
    DICE.seed(f"{SEED} {request.path.name} {request.node.name}")
    Server.created.clear()


@pytest.fixture
def frames_fit_the_schemas(monkeypatch):
    """Every frame, sent or received, is validated against schema/wire/."""
    monkeypatch.setattr(Client, "checker", check_frame)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    report = (yield).get_result()
    if report.failed and call.when == "call":
        report.sections.append(("repeat with", f"SEED={SEED}"))
        for number, server in enumerate(Server.created, 1):
            report.sections.append((f"log of server {number}", "".join(server.log[-LOG_LINES:])))
