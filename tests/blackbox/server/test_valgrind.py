"""One whole game of each kind with the server under valgrind's memcheck: no invalid access, no use of
uninitialised values, no leaks. No suppressions are needed, not even for the libraries."""
import signal

import full_game
import pytest
from gaslight_server import Server

COMPLAINED = 99
VALGRIND = ["valgrind", "--quiet", f"--error-exitcode={COMPLAINED}", "--leak-check=full",
            "--show-leak-kinds=definite,indirect,possible", "--errors-for-leak-kinds=definite,indirect,possible",
            "--num-callers=25"]


@pytest.mark.verify
@pytest.mark.parametrize("game", ["whitechapel", "whitehall"])
async def test_a_game_is_clean_under_valgrind(game):
    with Server(wrap=VALGRIND) as server:
        await full_game.play_long_enough(server, game)
        status = server.stop(signal.SIGTERM)
        words = [line for line in server.log if line.startswith("==")]
        assert status == 0 and not words, f"status {status}\n" + "".join(words[:150])
