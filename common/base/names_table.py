#!/usr/bin/python3
"""Writes names_table.c: which characters look alike, for names.c.

    common/base/names_table.py > common/base/names_table.c

Needs libicu 72 (Debian 12) and Python 3.11. The programs do not use ICU themselves: its answers change with its version,
and a record that is valid on one machine must be valid on every other. For the same reason, write the table again only
together with a decision about records that become invalid.

The table maps a character to what stands for it when names are compared:
- nothing, for blanks, invisible and control characters, and for accents and other marks around a letter;
- otherwise the Unicode prototype of confusable characters (UTS #39), or the compatibility decomposition (NFKD), of which
  every part is replaced by one character for all those that are equal to it, or differ from it only in case.
Upper and lower case are not merged where that would make two different letters of a-z equal: the Greek capital of
"\u03bd", which looks like "v", looks like "N". Those pairs are the second table.
"""
import ctypes
import string
import unicodedata

DEFAULT_IGNORABLE, WHITE_SPACE = 5, 31  # enum UProperty
BRAILLE_BLANK = "\u2800"
INVISIBLE_TOO = BRAILLE_BLANK + "\ufff9\ufffa\ufffb"  # and the marks of annotations
HANGUL = range(0xAC00, 0xD7A4)  # decomposed by arithmetic, in names.c

# ---- ICU -------------------------------------------------------------------------------------------

icu_common = ctypes.CDLL("libicuuc.so.72")
icu = ctypes.CDLL("libicui18n.so.72")
icu.uspoof_open_72.restype = ctypes.c_void_p
icu.uspoof_getSkeletonUTF8_72.argtypes = [ctypes.c_void_p, ctypes.c_uint32, ctypes.c_char_p, ctypes.c_int32,
                                          ctypes.c_char_p, ctypes.c_int32, ctypes.POINTER(ctypes.c_int)]
status = ctypes.c_int(0)
checker = icu.uspoof_open_72(ctypes.byref(status))
assert status.value <= 0, status.value


def skeleton(text):
    given, found, code = text.encode(), ctypes.create_string_buffer(1024), ctypes.c_int(0)
    length = icu.uspoof_getSkeletonUTF8_72(checker, 0, given, len(given), found, len(found), ctypes.byref(code))
    assert code.value <= 0, (text, code.value)
    return found.raw[:length].decode()


def has_property(character, which):
    return bool(icu_common.u_hasBinaryProperty_72(ord(character), which))


# ---- What is left out ------------------------------------------------------------------------------

def is_mark(character):
    """Accents, overlays, enclosing circles and the like; not the vowels of Indic scripts, which have class 0."""
    order = unicodedata.combining(character)
    return unicodedata.category(character) == "Me" or order == 1 or 10 <= order <= 35 or order >= 200


def is_invisible(character):
    return (has_property(character, DEFAULT_IGNORABLE) or has_property(character, WHITE_SPACE)
            or unicodedata.category(character) in ("Cc", "Cf") or character == BRAILLE_BLANK)


def is_left_out(character):
    return is_mark(character) or is_invisible(character)


def visible(text):
    return "".join(character for character in text if not is_left_out(character))


# ---- What looks the same -----------------------------------------------------------------------------

ASSIGNED = [chr(code) for code in range(0x110000)
            if unicodedata.category(chr(code)) not in ("Cn", "Co", "Cs") and code not in HANGUL]


def prototype(character):
    """What a character looks like, without marks. A prototype with marks that the character does not have is only similar."""
    parts = unicodedata.normalize("NFKD", character)
    whole = skeleton(character)
    if whole != unicodedata.normalize("NFD", character) and not any(map(is_mark, whole)):
        return visible(whole)
    found = ""
    for part in parts:
        like = skeleton(part)
        found += part if any(map(is_mark, like)) else like
    return visible(found)


PROTOTYPE = {character: prototype(character) for character in ASSIGNED}
ALIKE = {**dict.fromkeys("il1|", "l"), **dict.fromkeys("o0", "o")}  # all that may be equal within a-z and 0-9
parent, labels = {}, {}


def representative(character):
    while parent.get(character, character) != character:
        character = parent[character]
    return character


def label(character):
    plain = character.isascii() and (character.isalnum() or character == "|")
    return labels.get(character, ALIKE.get(character.lower(), character.lower()) if plain else None)


def merge(one, other):
    """Makes two characters equal, unless that makes two different letters or digits equal."""
    one, other = representative(one), representative(other)
    first, second = label(one), label(other)
    if one == other:
        return True
    if first and second and first != second:
        return False
    if (first is not None, -ord(one)) > (second is not None, -ord(other)):
        one, other = other, one
    parent[one] = other
    labels[other] = first or second
    return True


for character in ASSIGNED:
    if len(PROTOTYPE[character]) == 1 and not is_left_out(character):
        assert merge(character, PROTOTYPE[character]), character
for character in string.ascii_uppercase:
    assert merge(character, character.lower())
CASES = []
for character in ASSIGNED:
    folded = character.casefold()
    if len(folded) == 1 and folded != character and not merge(character, folded):
        CASES.append((character, folded))


LIKE_SEVERAL = {}  # M is equal to m, which looks like rn; the first one decides
for character in ASSIGNED:
    if len(PROTOTYPE[character]) > 1:
        LIKE_SEVERAL.setdefault(representative(character), PROTOTYPE[character])


def key(character, depth=0):
    assert depth < 8, character
    if is_left_out(character):
        return ""
    whole = PROTOTYPE[character] if len(PROTOTYPE[character]) > 1 else LIKE_SEVERAL.get(representative(character))
    return "".join(key(part, depth + 1) for part in whole) if whole else representative(character)


KEYS = {}
for character in ASSIGNED:
    KEYS[character] = key(character)

# ---- The C file --------------------------------------------------------------------------------------

texts, pool = {}, []  # keys of several characters, as offsets into one array; the last character of each is flagged


def value_of(text):
    if text == "":
        return "gone", 0
    if len(text) == 1:
        return "one", ord(text)
    if text not in texts:
        texts[text] = len(pool)
        pool.extend(f"0x{ord(part):x}" for part in text[:-1])
        pool.append(f"0x{ord(text[-1]) | 0x80000000:x}")
    return "text", texts[text]


ranges = []  # [first, last, kind, value]
for character in sorted(ASSIGNED):
    if KEYS[character] == character:
        continue
    code = ord(character)
    kind, value = value_of(KEYS[character])
    if ranges:
        first, last, before, start = ranges[-1]
        same = kind == before and last == code - 1
        if same and (kind == "gone" or (kind == "one" and value == start + code - first)):
            ranges[-1][1] = code
            continue
    ranges.append([code, code, kind, value])

# Marks that are kept, in whatever order they are written.
ORDERED = {part for text in KEYS.values() for part in text if unicodedata.combining(part)}

REFUSED = {character for character in map(chr, range(0x110000))
           if has_property(character, DEFAULT_IGNORABLE) or unicodedata.category(character) in ("Cc", "Zl", "Zp", "Cs")
           or character in INVISIBLE_TOO}


def ranges_of(characters):
    found = []
    for code in sorted(map(ord, characters)):
        if found and found[-1][1] == code - 1:
            found[-1][1] = code
        else:
            found.append([code, code])
    return found


def lines(items):
    line = "   "
    for item in items:
        if len(line) + len(item) + 2 > 110:
            print(line)
            line = "   "
        line += f" {item},"
    print(line)


SHIFT = {"gone": 0, "one": 1, "text": 2}
print("""/*
 * names_table.c: which characters look alike. Written by names_table.py; don't edit it.
 *
 * Based on Unicode's confusables and character data, version 15: copyright 1991-2022 Unicode, Inc., used under the
 * Unicode license, https://www.unicode.org/license.txt.
 */
#include "common/base/names_internal.h"
""")
print("/* clang-format off */")
print("const struct name_range name_ranges[] = {")
lines(f"{{0x{first:x},{last - first},{SHIFT[kind]},0x{value:x}}}" for first, last, kind, value in ranges)
print("};")
print("const size_t name_range_count = COUNT(name_ranges);\n")
print("const uint32_t name_texts[] = {")
lines(pool)
print("};\n")
print("const struct name_pair name_cases[] = {")
lines(f"{{0x{ord(upper):x},0x{ord(lower):x}}}" for upper, lower in sorted(CASES))
print("};")
print("const size_t name_case_count = COUNT(name_cases);")
for name, characters in (("ordered", ORDERED), ("refused", REFUSED)):
    print(f"\nconst struct name_pair name_{name}[] = {{")
    lines(f"{{0x{first:x},0x{last:x}}}" for first, last in ranges_of(characters))
    print("};")
    print(f"const size_t name_{name}_count = COUNT(name_{name});")
print("/* clang-format on */")
