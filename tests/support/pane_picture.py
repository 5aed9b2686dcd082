#!/usr/bin/python3
"""Draws a picture of a terminal from the output of `tmux capture-pane -e -p`.

    tmux capture-pane -e -p -t NAME | tests/support/pane_picture.py SCREEN.png [--light] [--title TEXT]

Writes SVG, or PNG with rsvg-convert if the name ends in .png. Supports the colours 0-255 and 24-bit ones,
bold, dim, underline and reverse. Braille, block and box-drawing characters are drawn as shapes, as good terminals do,
so they do not depend on a font; other characters use DejaVu Sans Mono.
"""
import argparse
import re
import subprocess
import sys
import unicodedata
from xml.sax.saxutils import escape

WIDE, HIGH, FONT_SIZE, EDGE = 9.0, 19.0, 15.0, 12.0

BASE = ["#22242a", "#d9534f", "#5cb85c", "#d7a63c", "#4f86d9", "#b565c9", "#3aa9b0", "#c9ccd3",
        "#6b7080", "#ff6b66", "#7edc7e", "#ffd166", "#78aaff", "#dd8bf0", "#63d8df", "#ffffff"]
THEMES = {"dark": ("#d6d9e0", "#15171c"), "light": ("#24262c", "#fbfaf6")}  # text, background

# Box-drawing characters: which of the four arms each has.
ARMS = {"─": "lr", "│": "ud", "┌": "rd", "┐": "ld", "└": "ru", "┘": "lu", "├": "udr", "┤": "udl",
        "┬": "lrd", "┴": "lru", "┼": "lrud", "═": "lr", "║": "ud", "╭": "rd", "╮": "ld", "╰": "ru",
        "╯": "lu", "╴": "l", "╵": "u", "╶": "r", "╷": "d", "━": "lr", "┃": "ud"}
# Blocks as parts of a cell: left, top, right, bottom, and opacity.
BLOCKS = {"█": (0, 0, 1, 1, 1), "▀": (0, 0, 1, .5, 1), "▄": (0, .5, 1, 1, 1), "▌": (0, 0, .5, 1, 1),
          "▐": (.5, 0, 1, 1, 1), "░": (0, 0, 1, 1, .25), "▒": (0, 0, 1, 1, .5), "▓": (0, 0, 1, 1, .75)}
DOTS = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)]  # Braille, by bit


def colour_256(number):
    if number < 16:
        return BASE[number]
    if number < 232:
        levels = [0, 95, 135, 175, 215, 255]
        number -= 16
        return "#%02x%02x%02x" % (levels[number // 36], levels[number // 6 % 6], levels[number % 6])
    return "#%02x%02x%02x" % ((8 + 10 * (number - 232),) * 3)


class Pen:
    """The attributes set by the escape sequences so far."""

    def __init__(self, theme):
        self.theme = theme
        self.reset()

    def reset(self):
        self.front = self.back = None
        self.bold = self.dim = self.underline = self.reverse = False

    def take(self, numbers):
        numbers = list(numbers) or [0]
        while numbers:
            code = numbers.pop(0)
            if code == 0:
                self.reset()
            elif code in (1, 2, 4, 7):
                setattr(self, {1: "bold", 2: "dim", 4: "underline", 7: "reverse"}[code], True)
            elif code == 22:
                self.bold = self.dim = False
            elif code in (24, 27):
                setattr(self, {24: "underline", 27: "reverse"}[code], False)
            elif code in (38, 48):
                colour = self.extended(numbers)
                setattr(self, "front" if code == 38 else "back", colour)
            elif 30 <= code <= 37 or 90 <= code <= 97:
                self.front = BASE[code - 30 if code < 90 else code - 82]
            elif 40 <= code <= 47 or 100 <= code <= 107:
                self.back = BASE[code - 40 if code < 100 else code - 92]
            elif code in (39, 49):
                setattr(self, "front" if code == 39 else "back", None)

    @staticmethod
    def extended(numbers):
        if len(numbers) >= 2 and numbers[0] == 5:
            _, colour = numbers.pop(0), numbers.pop(0)
            return colour_256(colour)
        if len(numbers) >= 4 and numbers[0] == 2:
            numbers.pop(0)
            return "#%02x%02x%02x" % (numbers.pop(0), numbers.pop(0), numbers.pop(0))
        return None

    def look(self):
        """Returns foreground, background (None for the default), bold, dim and underline."""
        text, paper = THEMES[self.theme]
        front, back = self.front or text, self.back
        if self.reverse:
            front, back = back or paper, front
        return front, back, self.bold, self.dim, self.underline


# An escape sequence, or one character.
PIECE = re.compile(r"\x1b(\[[0-9;:]*[A-Za-z]|[()][0-9A-Za-z]|\].*?(?:\x07|\x1b\\))|(.)")
# Box-drawing characters of the alternate character set, between SO and SI.
OLD_LINES = str.maketrans("lqkxmjtuwvn", "┌─┐│└┘├┤┬┴┼")


def read_cells(text, theme):
    """Returns rows of (character, look). A wide character is followed by an empty cell."""
    pen, rows, old = Pen(theme), [], False
    for line in text.rstrip("\n").split("\n"):
        row = []
        for sequence, character in PIECE.findall(line):
            if character in ("\x0e", "\x0f"):
                old = character == "\x0e"
            elif character and not unicodedata.combining(character):
                row.append((character.translate(OLD_LINES) if old else character, pen.look()))
                if unicodedata.east_asian_width(character) in "WF":
                    row.append((" ", pen.look()))
            elif sequence.endswith("m"):
                pen.take(int(part or 0) for part in re.split("[;:]", sequence[1:-1]))
        rows.append(row)
    return rows


def box(x, y, wide, high, colour, more=""):
    return f'<rect x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}" fill="{colour}"{more}/>'


def shape(character, x, y, colour):
    """Returns the shape of a character that is drawn, or None if it is text."""
    if character in BLOCKS:
        left, top, right, bottom, share = BLOCKS[character]
        return box(x + left * WIDE, y + top * HIGH, (right - left) * WIDE, (bottom - top) * HIGH, colour,
                   f' fill-opacity="{share:g}"')
    if character in ARMS:
        ends = {"l": (x, y + HIGH / 2), "r": (x + WIDE, y + HIGH / 2), "u": (x + WIDE / 2, y),
                "d": (x + WIDE / 2, y + HIGH)}
        path = "".join(f"M{x + WIDE / 2:g} {y + HIGH / 2:g}L{ends[arm][0]:g} {ends[arm][1]:g}"
                       for arm in ARMS[character])
        heavy = 2.6 if character in "━┃═║" else 1.2
        return f'<path d="{path}" stroke="{colour}" stroke-width="{heavy}" stroke-linecap="square"/>'
    if 0x2800 <= ord(character) <= 0x28ff:
        set_dots = [dot for bit, dot in enumerate(DOTS) if ord(character) >> bit & 1]
        return "".join(f'<circle cx="{x + (.27 + .46 * dx) * WIDE:.2f}" '
                       f'cy="{y + (.125 + .25 * dy) * HIGH:.2f}" r="1.3" fill="{colour}"/>'
                       for dx, dy in set_dots)
    return None


def cell(character, look, x, y):
    """Returns the SVG of one cell, background first."""
    front, back, bold, dim, underline = look
    faded = ' opacity="0.55"' if dim else ""
    out = box(x, y, WIDE + .2, HIGH + .2, back) if back is not None else ""
    drawn = shape(character, x, y, front)
    if drawn is not None:
        out += f"<g{faded}>{drawn}</g>" if drawn else ""
    elif character != " " and not unicodedata.category(character).startswith("C"):
        weight = ' font-weight="bold"' if bold else ""
        out += (f'<text x="{x + WIDE / 2:g}" y="{y + HIGH * .76:g}" text-anchor="middle" '
                f'fill="{front}"{weight}{faded}>{escape(character)}</text>')
    return out + (box(x, y + HIGH * .86, WIDE, 1.4, front) if underline else "")


def picture(rows, theme, title):
    text, paper = THEMES[theme]
    columns = max([len(row) for row in rows] + [20])
    top = EDGE + (24 if title else 0)
    wide, high = columns * WIDE + 2 * EDGE, len(rows) * HIGH + top + EDGE
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:g}" height="{high:g}" '
           f'viewBox="0 0 {wide:g} {high:g}" font-family="DejaVu Sans Mono, monospace" '
           f'font-size="{FONT_SIZE:g}">',
           f'<rect width="100%" height="100%" rx="8" fill="{paper}"/>']
    if title:
        out.append(f'<text x="{wide / 2:g}" y="{EDGE + 10:g}" text-anchor="middle" fill="{text}" '
                   f'opacity="0.6">{escape(title)}</text>')
    for number, row in enumerate(rows):
        out.append("".join(cell(character, look, EDGE + column * WIDE, top + number * HIGH)
                           for column, (character, look) in enumerate(row)))
    return "\n".join(out + ["</svg>", ""])


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    arguments.add_argument("output", help="NAME.svg or NAME.png")
    arguments.add_argument("--light", action="store_true", help="a terminal with a light background")
    arguments.add_argument("--title", default="", help="a line above the screen")
    asked = arguments.parse_args()
    theme = "light" if asked.light else "dark"
    svg = picture(read_cells(sys.stdin.buffer.read().decode("utf-8", "replace"), theme), theme, asked.title)
    if asked.output.endswith(".png"):
        subprocess.run(["rsvg-convert", "--output", asked.output], input=svg.encode(), check=True)
    else:
        with open(asked.output, "w", encoding="utf-8") as file:
            file.write(svg)
    return 0


if __name__ == "__main__":
    sys.exit(main())
