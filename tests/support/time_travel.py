"""A server whose time of day the test sets (Debian's libfaketime). Timers run as usual."""
import datetime
import glob
import os
import time

from gaslight_server import Server

LIBRARY = next(iter(glob.glob("/usr/lib/*/faketime/libfaketimeMT.so.1")), "libfaketimeMT.so.1")


def utc(text):
    """Returns seconds since 1970: utc("2026-03-28 21:30")."""
    return datetime.datetime.fromisoformat(text + "+00:00").timestamp()


class TravellingServer(Server):
    """`now` is the time of day at the start; the clock runs from there, unless it is `frozen`. travel() sets it."""

    def __init__(self, directory, now, frozen=False, **options):
        self.file = os.path.join(directory, "faketime")
        self.frozen = frozen
        self.travel(now)
        super().__init__(env={"LD_PRELOAD": LIBRARY, "FAKETIME_TIMESTAMP_FILE": self.file, "FAKETIME_NO_CACHE": "1",
                              "FAKETIME_DONT_FAKE_MONOTONIC": "1"}, **options)

    def travel(self, to):
        """Sets the server's time of day. It looks at its clocks every ten seconds."""
        self.offset = int(to - time.time())
        with open(self.file + ".new", "w", encoding="ascii") as out:
            out.write(f"{datetime.datetime.fromtimestamp(to):%Y-%m-%d %H:%M:%S}\n" if self.frozen
                      else f"{self.offset:+d}\n")
        os.replace(self.file + ".new", self.file)  # never half written

    def now(self):
        return time.time() + self.offset
