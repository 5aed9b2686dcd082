#!/usr/bin/env bash
# client-cli/gaslight.1 and the completions say what the program does: every command that can be typed, every
# option of the help, and no warning when the page is set.
set -uo pipefail
cd "$(dirname "$0")/../../.." || exit 1
program=${GASLIGHT:-${BUILD:-build}/gaslight}
page=client-cli/gaslight.1
rows=client-cli/command/command_rows.c
bash_completion=client-cli/completion/gaslight.bash
zsh_completion=client-cli/completion/_gaslight
passed=0
failed=0

ok() {
    passed=$((passed + 1))
}
bad() {
    echo "not ok: $*"
    failed=$((failed + 1))
}

# ---- The page ----------------------------------------------------------------------------------

warnings=$(LC_ALL=C.UTF-8 groff -man -Tutf8 -ww -z "$page" 2>&1)
if [[ -z $warnings ]]; then ok; else bad "groff warns about $page: $warnings"; fi

# As plain text: no overstriking, lines long enough for every usage.
manual=$(LC_ALL=C.UTF-8 groff -man -Tutf8 -P-cbou -rLL=120n "$page" | tr '\240' ' ' | sed 's/\xc2 / /g')
if [[ $(wc -l <<<"$manual") -gt 150 ]]; then ok; else bad "the page is short: $(wc -l <<<"$manual") lines"; fi

# has_item TEXT: an entry of a list begins with it.
has_item() {
    TEXT="       $1" awk 'index($0, ENVIRON["TEXT"]) == 1 {
        rest = substr($0, length(ENVIRON["TEXT"]) + 1, 1)
        found = found || rest == "" || rest == " " }
        END { exit !found }' <<<"$manual"
}

# Every row of the table of commands, with its short forms.
commands=0
while IFS=$'\t' read -r word brief; do
    commands=$((commands + 1))
    if has_item "$word"; then ok; else bad "$page does not tell of the command $word"; fi
    if [[ $brief == NULL ]]; then
        continue
    fi
    if grep -qE "^       $word( .*)? \(${brief//\?/\\?}\)$" <<<"${manual//, /,}"; then
        ok
    else
        bad "$page does not tell the short form of $word: $brief"
    fi
done < <(tr '\n' ' ' <"$rows" | grep -oE '\{"[a-z_]+", +(NULL|"[a-z ?]+"), +"' |
    sed -E 's/^\{"([a-z_]+)", +(NULL|"([a-z ?]+)"), +"$/\1\t\2/; s/"//g; s/ /,/g')
if ((commands >= 50)); then ok; else bad "only $commands commands were found in $rows"; fi

# ---- The program's own help ---------------------------------------------------------------------

# complete_words WORD...: what bash would offer for the last one, a word a line.
complete_words() {
    bash --norc -c 'source "$1"; shift
        COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()
        _gaslight; printf "%s\n" "${COMPREPLY[@]}"' complete "$bash_completion" "$@"
}

# is_offered WANTED WORD...
is_offered() {
    local wanted=$1 words
    shift
    words=$(complete_words "$@")
    grep -qxF -- "$wanted" <<<"$words"
}

check_option() {
    local option=$1
    shift
    if has_item "$option"; then ok; else bad "$page does not tell of $option (of $*)"; fi
    if is_offered "$option" "$@" --; then ok; else bad "bash: $* does not offer $option"; fi
    if grep -qF -- "'$option[" "$zsh_completion"; then ok; else bad "$zsh_completion lacks $option (of $*)"; fi
}

options_of() {
    "$program" "$@" --help | sed -nE 's/^  (--[a-z]+)( .*)?$/\1/p'
}

subcommands=0
while read -r command; do
    subcommands=$((subcommands + 1))
    if has_item "$command"; then ok; else bad "$page does not tell of gaslight $command"; fi
    if is_offered "$command" gaslight ""; then ok; else bad "bash: $command is not offered"; fi
    if grep -qF "'$command:" "$zsh_completion"; then ok; else bad "$zsh_completion lacks $command"; fi
    if [[ $command == record ]]; then
        continue
    fi
    while read -r option; do
        check_option "$option" gaslight "$command"
    done < <(options_of "$command")
done < <("$program" --help | sed -nE 's/^  ([a-z]+) .*$/\1/p')
if ((subcommands >= 5)); then ok; else bad "$program --help lists $subcommands commands"; fi

# `record` has its options after a verb.
while read -r verb; do
    if is_offered "$verb" gaslight record ""; then ok; else bad "bash: record $verb"; fi
    if grep -qF "'$verb:" "$zsh_completion"; then ok; else bad "$zsh_completion lacks record $verb"; fi
done < <("$program" record --help | sed -nE 's/^  ([a-z]+) .*$/\1/p')
while read -r option; do
    check_option "$option" gaslight record view game.json
done < <(options_of record)

# ---- Completion, for real ------------------------------------------------------------------------

if bash -n "$bash_completion"; then ok; else bad "bash does not read $bash_completion"; fi
registered=$(bash --norc -c 'source "$1"; complete -p gaslight' complete "$bash_completion")
if [[ $registered == *"-F _gaslight gaslight" ]]; then ok; else bad "bash: $registered"; fi

offers() {
    local wanted=$1 got
    shift
    got=$(complete_words "$@" | tr '\n' ' ')
    if [[ $got == "$wanted " ]]; then ok; else bad "bash: \"$*\" offers \"$got\", not \"$wanted \""; fi
}
offers "play" gaslight pl
offers "replay record" gaslight re
offers "--name" gaslight play --n
offers "--plain" gaslight watch games.example --p
offers "jack police public all yellow red blue green brown" gaslight replay game.json --as ""
offers "police public" gaslight record view game.json --as p
offers "verify view" gaslight record v
offers "" gaslight play --name ""
offers "" gaslight replay ""

# An interactive bash: Tab is pressed and the line is run.
typed=$(mktemp -d)
{
    printf 'source %q\n' "$bash_completion"
    printf 'gaslight() { echo "ran: $*"; }\n'
    printf 'gaslight lob\t\ngaslight replay x --as pub\t\nexit\n'
} |
    HISTFILE=/dev/null TERM=dumb bash --norc --noprofile -i >"$typed/out" 2>/dev/null
if grep -qx 'ran: lobby' "$typed/out"; then ok; else bad "an interactive bash does not complete gaslight lob"; fi
if grep -qx 'ran: replay x --as public' "$typed/out"; then ok; else bad "nor --as pub"; fi
rm -rf "$typed"

if command -v zsh >/dev/null; then
    if zsh -n "$zsh_completion"; then ok; else bad "zsh does not read $zsh_completion"; fi
fi

echo "$passed passed, $failed failed"
((failed == 0))
