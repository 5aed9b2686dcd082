# Completion of gaslight(1) for bash. Installed as share/bash-completion/completions/gaslight, or sourced.
#
# What a player types inside the program is completed by the program itself.

# The words a command, or an option before the word, is followed by.
_gaslight_words() {
    case $1 in
    gaslight) echo "play learn case watch await lobby stats replay record arena --help --version --language" ;;
    play) echo "--name --code --ca --plain --json --solo --game --level --options --lesson --help" ;;
    learn)
        echo "start whitehall whitehall-jack whitehall-police whitehall-options whitechapel whitechapel-jack" \
            "whitechapel-police whitechapel-options glossary --play --help"
        ;;
    case)
        echo "today play list verify make --game --kind --grade --date --file --count --games --seed --output --progress" \
            "--json --help"
        ;;
    watch) echo "--name --code --ca --plain --json --commentary --help" ;;
    await) echo "--name --code --ca --timeout --help" ;;
    lobby) echo "--name --code --ca --plain --help" ;;
    stats) echo "--name --code --ca --json --help" ;;
    replay) echo "--as --at --name --ca --plain --help" ;;
    arena) echo "--game --jack --police --styles --league --calibration --games --seed --options --clock --threads --save --json --progress --help" ;;
    record) echo "verify view stream legal deduce review text picture --help" ;;
    record-text) echo "--board --help" ;;
    record-picture) echo "-o --board --help" ;;
    record-verify) echo "--board --help" ;;
    record-view | record-legal) echo "--as --at --board --help" ;;
    record-deduce) echo "--at --board --help" ;;
    record-review) echo "--json --board --help" ;;
    record-stream) echo "--as --board --help" ;;
    --solo) echo "jack police --game --level --options" ;;
    --lesson | --play) gaslight learn 2>/dev/null | sed -n 's/^  gaslight learn --play \([^ ]*\) .*/\1/p' ;;
    --language) echo "en it" ;;
    --game) echo "whitechapel whitehall" ;;
    --kind) echo "locate search trap hide" ;;
    --grade) echo "easy medium hard" ;;
    --level) echo "novice easy normal hard master" ;;
    --jack | --police) echo "novice easy normal hard master all style: pool:tune pool:held-out pool:all" ;;
    --as) echo "jack police public all yellow red blue green brown" ;;
    esac
}

_gaslight() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=gaslight
    COMPREPLY=()
    if ((COMP_CWORD > 1)); then
        command=${COMP_WORDS[1]}
    fi
    if [[ $command == record ]] && ((COMP_CWORD > 2)); then
        command=record-${COMP_WORDS[2]}
    fi
    case $before in
    --as | --solo | --lesson | --play | --language | --game | --kind | --grade | --level | --jack | --police) command=$before ;;
    --name | --code | --timeout | --at | --games | --seed | --options | --clock | --threads | --commentary | --date | --count) return ;;
    --ca | --board | --save | --file | --output) command=files ;;
    esac
    # Where a file may stand, bash offers files by itself when there is nothing else.
    if [[ $command != replay && $command != record-* && $command != files ]]; then
        compopt +o default +o bashdefault 2>/dev/null
    fi
    if [[ $command != replay && $command != record-* || $word == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$(_gaslight_words "$command")" -- "$word")
    fi
}

complete -o bashdefault -o default -F _gaslight gaslight
