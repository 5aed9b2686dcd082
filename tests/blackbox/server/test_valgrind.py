"""One whole game of each kind with the server under valgrind's memcheck: no bad access, no value used before it was
set, nothing lost at the end. No suppressions are needed, for the libraries neither."""
import os
import signal
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../support"))
import full_game  # noqa: E402
from gaslight_server import Server, TESTS, main, test  # noqa: E402

TESTS.clear()  # those of full_game are for tests/run sanitized
COMPLAINED = 99
VALGRIND = ["valgrind", "--quiet", f"--error-exitcode={COMPLAINED}", "--leak-check=full",
            "--show-leak-kinds=definite,indirect,possible", "--errors-for-leak-kinds=definite,indirect,possible",
            "--num-callers=25"]


def play_under_valgrind(game):
    async def play():
        with Server(wrap=VALGRIND) as server:
            await full_game.play_long_enough(server, game)
            status = server.stop(signal.SIGTERM)
            words = [line for line in server.log if line.startswith("==")]
            assert status == 0 and not words, f"status {status}\n" + "".join(words[:150])
    return play


for kind in ["whitechapel", "whitehall"]:
    clean = play_under_valgrind(kind)
    clean.__name__ = f"a_game_of_{kind}_is_clean_under_valgrind"
    test(clean)

sys.exit(main())
