"""The client in lines for tests: `gaslight play` or `watch` with pipes, in a home of its own.

    with LineClient([url, "--name", "Ann"]) as ann:
        ann.until("news: You are Ann")
        good, answer, shown = ann.ask("tables")

`said` is every line it has printed so far and has been read. There are no pauses: what is waited for comes, or the
test fails after a generous limit.
"""
import contextlib
import os
import queue
import re
import subprocess
import tempfile
import threading

from gaslight_server import DICE, GASLIGHT, PATIENCE

UNASKED = re.compile(r"(event|turn|news): |chat (table|police|gallery) ")


def environment(home, **more):
    """Nothing of the user's own; HOME and what XDG says are under `home`."""
    return {"PATH": os.environ["PATH"], "HOME": home, "LC_ALL": "C.UTF-8", "TERM": "dumb",
            "XDG_DATA_HOME": os.path.join(home, "data"), "XDG_STATE_HOME": os.path.join(home, "state"),
            **{name: os.environ[name] for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS") if name in os.environ}, **more}


def run_client(*arguments, text="", home=None, **more):
    """The program to its end: exit status, standard output, standard error."""
    with contextlib.ExitStack() as stack:
        home = home or stack.enter_context(tempfile.TemporaryDirectory(prefix="gaslight-lines-"))
        done = subprocess.run([GASLIGHT, *arguments], input=text.encode(), capture_output=True, timeout=PATIENCE,
                              check=False, env=environment(home, **more), cwd=home)
        return done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")


def one_sentence(text):
    """A failure as every failure is told: one line, whose it is, and a full stop at its end."""
    assert re.fullmatch(r"gaslight: [^\n]*[.?!]\n", text), f"not one sentence: {text!r}"
    return text


def another(line):
    """One of the choices of a line of `legal`: the comment has the others for its last number."""
    command, _, others = line.partition("   # or ")
    numbers = re.fullmatch(r"[\d ]+", others)
    if numbers is None:
        return command
    words = command.split()
    last = max(i for i, word in enumerate(words) if word.isdigit())
    words[last] = DICE.choice([words[last], *others.split()])
    return " ".join(words)


def choose_line(lines):
    """Jack goes home when he can; the police search more than they arrest."""
    home = [line for line in lines if line.startswith("escape")]
    tame = [line for line in lines if not line.startswith(("arrest", "address"))]
    lines = home or tame or lines
    line = DICE.choice(lines)
    searcher = re.match(r"search (\w+) \d", line)
    if searcher and DICE.random() < 0.5:
        return f"search {searcher.group(1)} all"
    return another(line)


class LineClient:
    def __init__(self, arguments, verb="play", home=None, **more):
        self.own = tempfile.TemporaryDirectory(prefix="gaslight-lines-") if home is None else None
        self.home = home or self.own.name
        self.said = []
        self.news = queue.Queue()
        self.process = subprocess.Popen([GASLIGHT, verb, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, env=environment(self.home, **more), text=True,
                                        encoding="utf-8")
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.news.put(line.rstrip("\n"))
        self.news.put(None)

    def next(self):
        """The next line; that there is none is a failure."""
        try:
            line = self.news.get(timeout=PATIENCE)
        except queue.Empty:
            raise AssertionError("nothing more came after:\n" + "\n".join(self.said[-9:])) from None
        if line is None:
            raise AssertionError(f"it has ended: {self.process.stderr.read()}\n" + "\n".join(self.said[-9:]))
        self.said.append(line)
        return line

    def until(self, part, after=0):
        """The first line from said[after] on that has this in it, read already or yet to come."""
        while True:
            for line in self.said[after:]:
                if part in line:
                    return line
            after = len(self.said)
            self.next()

    def count(self, part):
        return sum(part in line for line in self.said)

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def ask(self, line):
        """Whether it was good, the answer, and the lines shown before it."""
        self.send(line)
        shown = []
        while True:
            told = self.next()
            kind, _, rest = told.partition(": ")
            if kind in ("ok", "refused"):
                return kind == "ok", rest, shown
            if not UNASKED.match(told):
                shown.append(told)

    def do(self, line):
        good, answer, _ = self.ask(line)
        assert good, f"{line}: {answer}"
        return answer

    def ended(self):
        """Waits for the end that comes by itself; exit status and standard error."""
        while (line := self.news.get(timeout=PATIENCE)) is not None:
            self.said.append(line)
        return self.process.wait(PATIENCE), self.process.stderr.read()

    def end(self):
        """Closes its input; exit status and standard error."""
        self.process.stdin.close()
        return self.ended()

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(PATIENCE)
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            with contextlib.suppress(OSError):
                pipe.close()
        if self.own is not None:
            self.own.cleanup()

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()
