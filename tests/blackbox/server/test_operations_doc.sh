#!/usr/bin/env bash
# docs/operations.md says what the program does: its options, admin commands and metrics are all there.
#
#   BUILD=build tests/blackbox/server/test_operations_doc.sh            compares
#   BUILD=build tests/blackbox/server/test_operations_doc.sh --update   writes the table of options into the page
set -uo pipefail
cd "$(dirname "$0")/../../.." || exit 1
program=${BUILD:-build}/gaslightd
page=docs/operations.md
begin='<!-- options: made by `gaslightd --options-markdown` -->'
end='<!-- end of options -->'
passed=0
failed=0

ok() {
    passed=$((passed + 1))
}
bad() {
    echo "not ok: $*"
    failed=$((failed + 1))
}

if [[ ${1-} == --update ]]; then
    table=$("$program" --options-markdown) || exit 1
    updated=$(BEGIN=$begin END=$end TABLE=$table awk '
        $0 == ENVIRON["END"] { skip = 0 }
        !skip { print }
        $0 == ENVIRON["BEGIN"] { print ENVIRON["TABLE"]; skip = 1 }' "$page") || exit 1
    printf '%s\n' "$updated" >"$page"
    exit 0
fi

# The table of options.
documented=$(BEGIN=$begin END=$end awk '
    $0 == ENVIRON["END"] { inside = 0 }
    inside { print }
    $0 == ENVIRON["BEGIN"] { inside = 1 }' "$page")
if made=$("$program" --options-markdown) && [[ -n $made ]]; then
    if difference=$(diff <(echo "$documented") <(echo "$made")); then
        ok
    else
        bad "the options of $page are not the program's; tests/blackbox/server/test_operations_doc.sh --update"
        echo "$difference"
    fi
else
    bad "$program --options-markdown"
fi

# The other words of the command line.
while read -r word; do
    if grep -qF -- "\`$word" "$page"; then ok; else bad "$page does not tell of $word"; fi
done < <("$program" --help | sed -nE 's/^  (--(config|check|backup|options-markdown|help|version))( .*)?$/\1/p')

# Admin commands.
commands=0
while read -r command; do
    commands=$((commands + 1))
    if grep -qF -- "| \`$command\` |" "$page"; then ok; else bad "$page does not tell of admin $command"; fi
done < <("$program" admin help | sed -nE 's/^  ([a-z]+( [A-Za-z]+)?)  +.*$/\1/p')
if ((commands >= 7)); then ok; else bad "gaslightd admin help lists $commands commands"; fi

# Metrics, each once.
while read -r name; do
    if [[ $(grep -cE -- "^\| \`$name(\{code=…\})?\` \|" "$page") == 1 ]]; then
        ok
    else
        bad "$page does not tell of $name"
    fi
done < <(grep -oE '"gaslight_[a-z_]+"' server/base/metrics.c | tr -d '"' | sort -u)

echo "$passed passed, $failed failed"
((failed == 0))
