"""puzzle: anyone may ask for one of the puzzles of the server; it is what the terminal client has."""
import http.client
import json
import os
import subprocess

import pytest
from gaslight_server import *

SHIPPED = os.path.join(ROOT, "common", "puzzles", "puzzles.txt")
with open(SHIPPED, encoding="utf-8") as shipped:
    LINES = shipped.read().splitlines()


def printed(number):
    """Returns what `gaslight case play --json` prints."""
    done = subprocess.run([GASLIGHT, "case", "play", str(number), "--json"], capture_output=True, timeout=PATIENCE, check=True)
    return json.loads(done.stdout)


def get(server, path):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    connection.request("GET", path)
    answer = connection.getresponse()
    return answer.status, answer.read()


@pytest.mark.usefixtures("frames_fit_the_schemas")
async def test_a_puzzle_needs_no_name_and_is_that_of_the_terminal():
    with Server() as server:
        visitor = await Client.connect(server)
        for number in (1, 2, len(LINES)):
            equal((await visitor.must("puzzle", number=number))["puzzle"], printed(number))
        await visitor.refused("bad_request", "puzzle", number=len(LINES) + 1)
        await visitor.close()
        equal(server.stop(), 0)


async def test_any_other_number_is_refused():
    with Server() as server:
        visitor = await Client.connect(server)
        for number in (0, -1, 1 << 40):
            await visitor.refused("bad_request", "puzzle", number=number)
        await visitor.refused("bad_request", "puzzle")
        await visitor.refused("bad_request", "puzzle", number="1")
        await visitor.refused("bad_request", "puzzle", number=1, table="2222222222")
        await visitor.close()
        equal(server.stop(), 0)


def test_the_list_and_the_texts_are_files():
    with Server() as server:
        status, body = get(server, "/puzzles/list.json")
        equal(status, 200)
        equal([(one["game"], one["kind"], one["grade"]) for one in json.loads(body)],
              [tuple(line.split()[:3]) for line in LINES])
        for language in ("en", "it"):
            with open(os.path.join(ROOT, "common", "puzzles", f"puzzles_{language}.json"), "rb") as file:
                equal(get(server, f"/puzzles/{language}.json"), (200, file.read()))
        equal(get(server, "/puzzles/xx.json")[0], 404)
        for page in ("/puzzles", "/puzzles/12"):
            equal(get(server, page)[0], 200)
        equal(server.stop(), 0)
