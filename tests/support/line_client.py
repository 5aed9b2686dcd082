"""The line mode of the terminal client for tests: `gaslight play` or `watch` with pipes, in its own home directory.

    with LineClient([url, "--name", "Ann"]) as ann:
        ann.until("news: You are Ann")
        good, answer, shown = ann.ask("tables")

`said` holds every line read so far. There are no fixed pauses: until() waits for a line, with a generous limit.
"""
import contextlib
import os
import queue
import re
import subprocess
import tempfile
import threading

from gaslight_server import DICE, GASLIGHT, PATIENCE

UNASKED = re.compile(r"(event|turn|news): |chat (table|police|gallery|commentary) ")


def environment(home, **more):
    """Returns an environment without the user's settings; HOME and the XDG directories are under `home`."""
    return {"PATH": os.environ["PATH"], "HOME": home, "LC_ALL": "C.UTF-8", "TERM": "dumb",
            "XDG_DATA_HOME": os.path.join(home, "data"), "XDG_STATE_HOME": os.path.join(home, "state"),
            **{name: os.environ[name] for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS") if name in os.environ}, **more}


def run_client(*arguments, text="", home=None, **more):
    """Runs the program to its end. Returns exit status, standard output and standard error."""
    with contextlib.ExitStack() as stack:
        home = home or stack.enter_context(tempfile.TemporaryDirectory(prefix="gaslight-lines-"))
        done = subprocess.run([GASLIGHT, *arguments], input=text.encode(), capture_output=True, timeout=PATIENCE,
                              check=False, env=environment(home, **more), cwd=home)
        return done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")


def unmarked(text):
    """Removes the identity marks behind names: "Ann #k3f: hello" becomes "Ann: hello"."""
    return re.sub(r"(?m)^(chat \w+ [^:\n]+?|[^:\n]+?) #[0-9a-z]{3}(?=(?: \(you\))?: )", r"\1", text)


def one_sentence(text):
    """Checks the form of an error message: one line, the program's name, and a full stop at the end."""
    assert re.fullmatch(r"gaslight: [^\n]*[.?!]\n", text), f"not one sentence: {text!r}"
    return text


def another(line):
    """Returns one of the choices in a line of `legal`; the comment lists alternatives for the last number."""
    command, _, others = line.partition("   # or ")
    numbers = re.fullmatch(r"[\d ]+", others)
    if numbers is None:
        return command
    words = command.split()
    last = max(i for i, word in enumerate(words) if word.isdigit())
    words[last] = DICE.choice([words[last], *others.split()])
    return " ".join(words)


def choose_line(lines):
    """Chooses a line of `legal`: Jack goes home when he can, the police search more than they arrest."""
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
        """Returns the next line; fails if there is none."""
        try:
            line = self.news.get(timeout=PATIENCE)
        except queue.Empty:
            raise AssertionError("no further line after:\n" + "\n".join(self.said[-9:])) from None
        if line is None:
            raise AssertionError(f"it has ended: {self.process.stderr.read()}\n" + "\n".join(self.said[-9:]))
        self.said.append(line)
        return line

    def until(self, part, after=0):
        """Returns the first line from said[after] on that contains `part`, with or without the identity marks of names;
        reads more lines if needed."""
        while True:
            for line in self.said[after:]:
                if part in line or part in unmarked(line):
                    return line
            after = len(self.said)
            self.next()

    def count(self, part):
        return sum(part in line or part in unmarked(line) for line in self.said)

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def ask(self, line):
        """Sends a command. Returns whether it succeeded, the answer, and the lines shown before it."""
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
        """Waits until the program ends by itself. Returns exit status and standard error."""
        while (line := self.news.get(timeout=PATIENCE)) is not None:
            self.said.append(line)
        return self.process.wait(PATIENCE), self.process.stderr.read()

    def end(self):
        """Closes its input and waits for its end. Returns exit status and standard error."""
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
