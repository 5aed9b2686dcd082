"""A real terminal for tests: runs programs in tmux, types keys and reads the screen.

    with Terminal([GASLIGHT, "play", url], size=(80, 24), env={"NO_COLOR": "1"}) as terminal:
        terminal.wait("My games")
        terminal.type("c")
        terminal.keys("Down", "Enter")

Each terminal has its own tmux server and socket, so tests do not affect each other or the user's tmux. There are no
fixed pauses: wait() polls until the screen shows something, with a generous limit.
"""
import array
import fcntl
import os
import re
import subprocess
import tempfile
import termios
import time

PATIENCE = int(os.environ.get("PATIENCE") or 60)
LOOK_EVERY = 0.03  # seconds
LOOKS_AT_MOST = 20


def readings(text):
    """Returns a screen as it is, as one line, and as one line without the identity marks of names ("Ann #k3f: hello")."""
    line = flat(text)
    return text, line, re.sub(r" #[0-9a-z]{3}(?=:)", "", line)


def flat(text):
    """Joins wrapped lines: of the whole screen, and of each side of a vertical line through it."""
    parts = [row.partition("│") for row in text.split("\n")]
    sides = ["\n".join(part[0] for part in parts), "\n".join(part[2] for part in parts)]
    return "\n".join(re.sub(r"\s+", " ", one) for one in (text, *sides))


def cells(picture):
    """Returns a coloured screen as rows of (character, colours and attributes), without trailing blanks.

    Screens that look the same are equal, whatever the order in which attributes were set.
    """
    rows, state = [], {}
    for line in picture.rstrip("\n").split("\n"):
        row = []
        for sequence, character in re.findall(r"\x1b\[([0-9;]*)m|([^\x1b\x0e\x0f])", line):
            if character:
                look = {name: value for name, value in state.items() if character != " " or name != "fore"}
                row.append((character, tuple(sorted(look.items()))))
            else:
                set_look(state, sequence)
        while row and row[-1] == (" ", ()):
            row.pop()
        rows.append(row)
    return rows


def set_look(state, sequence):
    codes = [int(code or 0) for code in sequence.split(";")]
    while codes:
        code = codes.pop(0)
        if code == 0:
            state.clear()
        elif code in (38, 48):
            state["fore" if code == 38 else "back"] = tuple(codes[:2 if codes[0] == 5 else 4])
            del codes[:2 if codes[0] == 5 else 4]
        elif code in (39, 49):
            state.pop("fore" if code == 39 else "back", None)
        elif 30 <= code <= 37 or 90 <= code <= 97:
            state["fore"] = code
        elif 40 <= code <= 47 or 100 <= code <= 107:
            state["back"] = code
        else:
            state[str(code)] = True


def children(pid):
    try:
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:
            return [int(child) for child in file.read().split()]
    except OSError:
        return []  # the process has ended


def command_line(pid):
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            return file.read()
    except OSError:
        return b""  # the process has ended


def state(pid):
    """Returns the letter for what a process does, as in proc(5): R runs, S sleeps, Z is a zombie; X if it has ended."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
            return file.read().rpartition(")")[2].split()[0]
    except OSError:
        return "X"


def is_alive(pid):
    """Returns whether the process still runs: it has not ended and is not a zombie."""
    return state(pid) not in "ZX"


class Terminal:
    """A program in a terminal of this size. `env` is added to a small clean environment."""

    def __init__(self, command, size=(80, 24), env=None, term="tmux-256color"):
        self.directory = tempfile.TemporaryDirectory(prefix="gaslight-tmux-")
        self.socket = os.path.join(self.directory.name, "socket")
        self.size = size
        self.shell = None
        clean = {"PATH": os.environ["PATH"], "HOME": self.directory.name, "LANG": "C.UTF-8", "TERM": term,
                 "XDG_DATA_HOME": os.path.join(self.directory.name, "data"),
                 "XDG_STATE_HOME": os.path.join(self.directory.name, "state"), **(env or {})}
        clean = {name: value for name, value in clean.items() if value is not None}
        config = os.path.join(self.directory.name, "config")
        with open(config, "w", encoding="utf-8") as file:
            file.write(f"set -g default-terminal {term}\nset -g escape-time 0\nset -g status off\n"
                       "set -g remain-on-exit on\nset -g mouse off\nset -g focus-events off\nset -g monitor-bell on\n"
                       "set -g visual-bell off\nset -g set-titles off\n")
        # `stty -a` after the program shows whether it restored the terminal's settings. That goes to a file: in a
        # narrow window it would push what the program and the line after it have printed off the screen.
        self.modes = os.path.join(self.directory.name, "modes")
        line = " ".join(f"'{word}'" for word in map(str, command))
        script = f"{line}; status=$?; stty -a >'{self.modes}'; echo \"[ended $status]\"; exec sleep 1000"
        self.environment = clean
        self.run("-f", config, "new-session", "-d", "-x", str(size[0]), "-y", str(size[1]), "--",
                 "/usr/bin/env", "-i", *[f"{name}={value}" for name, value in clean.items()],
                 "/bin/sh", "-c", script, utf8=True)

    def run(self, *arguments, utf8=False):
        flags = ["-u"] if utf8 else []
        outside = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TERM": "xterm-256color"}
        done = subprocess.run(["tmux", *flags, "-S", self.socket, *arguments], capture_output=True, timeout=PATIENCE,
                              check=False, env=outside)
        if done.returncode != 0:
            raise RuntimeError(f"tmux {arguments}: {done.stderr.decode()}")
        return done.stdout.decode("utf-8", "replace")

    # ---- Typing

    def keys(self, *names):
        """Presses keys, by tmux's names: Enter, Escape, Up, Tab, BSpace, C-c, F1, S-Left, ..."""
        self.run("send-keys", *names)

    def type(self, text):
        """Types these characters."""
        self.run("send-keys", "-l", "--", text)

    def raw(self, text):
        """Sends raw bytes, for mouse reports."""
        self.run("send-keys", "-H", *[f"{byte:02x}" for byte in text.encode()])

    def click(self, x, y):
        """Presses and releases the first mouse button over a cell, counted from 0."""
        at = f"{chr(33 + x)}{chr(33 + y)}"
        self.raw(f"\033[M {at}")
        self.raw(f"\033[M#{at}")

    # ---- Looking

    def screen(self):
        """Returns the rows of the screen as text."""
        return self.run("capture-pane", "-p").rstrip("\n").split("\n")

    def text(self):
        return "\n".join(self.screen())

    def coloured(self):
        """Returns the screen with its escape sequences, for pane_picture.py."""
        return self.run("capture-pane", "-e", "-p")

    def wait(self, what, gone=False):
        """Waits until the screen shows a text or matches a compiled pattern, or no longer does (`gone`). Returns the
        screen."""

        def right(text):
            found = what.search(text) if hasattr(what, "search") else any(what in shown for shown in readings(text))
            return bool(found) != gone

        end = time.monotonic() + PATIENCE
        while True:
            text = self.text()
            if right(text):
                return self.complete(text, right)
            if time.monotonic() > end:
                raise AssertionError(f"the screen never {'lost' if gone else 'showed'} {what!r}:\n{text}")
            time.sleep(LOOK_EVERY)

    def complete(self, text, right):
        """Returns the screen once the program has finished drawing it, or the last one that was still right.

        A program draws a screen in several writes, and on a busy machine it can be seen between two of them: it is
        complete if it stayed the same while the program slept. A screen that never rests (a clock) is returned as is.
        """
        for _ in range(LOOKS_AT_MOST):
            asleep = self.asleep()
            again = self.text()
            if not right(again) or (again == text and asleep):
                return text
            text = again
            time.sleep(LOOK_EVERY)
        return text

    def asleep(self):
        """Returns whether the program waits for something, rather than runs or is stopped."""
        if self.shell is None:
            self.shell = int(self.format("pane_pid"))
        return all(state(pid) not in "RDTt" for pid in children(self.shell))

    def wait_for(self, true, what="it"):
        """Waits until true(text of the screen) returns true."""
        end = time.monotonic() + PATIENCE
        while not true(self.text()):
            if time.monotonic() > end:
                raise AssertionError(f"{what} never happened:\n{self.text()}")
            time.sleep(LOOK_EVERY)

    def settled(self):
        """Returns the screen once it is the same twice in a row."""
        last = None
        while True:
            now = self.coloured()
            if now == last:
                return now
            last = now
            time.sleep(2 * LOOK_EVERY)

    def drawn(self):
        """Waits until `gaslight` at a table has handled everything typed before and has drawn it: types something that
        shows in the last line, which is drawn last, and removes it again."""
        self.type(":##")
        self.wait(":##")
        self.keys("Escape")
        self.wait_for(lambda text: not text.split("\n")[-1].startswith(":##"), "the last line")  # keys, or a notice

    def swallowed(self):
        """Waits until the program has read every key typed before."""
        tty = self.format("pane_tty")  # tmux has handled the keys before it answers this
        with open(tty, "rb", buffering=0, opener=lambda path, flags: os.open(path, flags | os.O_NOCTTY)) as file:
            left = array.array("i", [0])
            self.wait_for(lambda _: fcntl.ioctl(file, termios.FIONREAD, left) == 0 and left[0] == 0, "the key is read")

    def format(self, name):
        """Returns a variable of tmux: pane_title, window_bell_flag, alternate_on, cursor_flag, mouse_any_flag, ..."""
        return self.run("display-message", "-p", "#{" + name + "}").strip()

    # ---- Changing

    def resize(self, width, height):
        self.size = (width, height)
        self.run("resize-window", "-x", str(width), "-y", str(height))

    def program(self):
        """Returns the process id of the program: the shell's child, once it is no longer a fork of the shell."""
        shell = int(self.format("pane_pid"))
        end = time.monotonic() + PATIENCE
        while True:
            for child in children(shell):
                if command_line(child) not in (b"", command_line(shell)):
                    return child
            assert time.monotonic() < end, f"the program never ran:\n{self.text()}"
            time.sleep(LOOK_EVERY)

    def processes(self):
        """Returns the process ids of tmux and of everything that runs in it."""
        found = [int(self.format("pid"))]
        for pid in found:
            found += children(pid)
        return found

    def ended(self):
        """Waits until the program has ended. Returns its exit status and whether the terminal is restored."""
        text = self.wait(re.compile(r"\[ended \d+\]"))
        status = int(re.search(r"\[ended (\d+)\]", text).group(1))
        with open(self.modes, encoding="utf-8") as file:
            modes = re.findall(r"-?[a-z]+", file.read())
        sane = ("icanon" in modes and "echo" in modes and "isig" in modes and self.format("alternate_on") == "0"
                and self.format("cursor_flag") == "1" and self.format("mouse_any_flag") == "0")
        return status, sane

    def close(self):
        """Ends tmux and what runs in it, and waits for them: a shell writes its history to the directory as it ends."""
        running = []
        try:
            running = self.processes()
            self.run("kill-server")
        except RuntimeError:
            pass  # it has already ended
        end = time.monotonic() + PATIENCE
        while any(map(is_alive, running)):
            if time.monotonic() > end:
                raise AssertionError("a program outlived its terminal")
            time.sleep(LOOK_EVERY)
        self.directory.cleanup()

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()
