# Completion of diptych's commands and options for bash. Options are asked of the program, so that none is forgotten.

_diptych() {
    local cur prev words cword
    _init_completion || return
    local command=""
    [ "$cword" -gt 1 ] && command="${words[1]}"

    case "$prev" in
    --phase)
        mapfile -t COMPREPLY < <(compgen -W "all prefill decode mixed" -- "$cur")
        return
        ;;
    --csv)
        _filedir -d
        return
        ;;
    --rules)
        _filedir '@(json|csv)'
        return
        ;;
    --json | --pdf | --xlsx)
        _filedir
        return
        ;;
    --steps-a | --steps-b | --device-a | --device-b | --rank-a | --rank-b | --stacks | --fail-above)
        return
        ;;
    esac

    case "$command" in
    compare | inspect)
        if [[ "$cur" == -* ]]; then
            local options
            options="$("${words[0]}" "$command" --help 2>/dev/null | grep -oE '^  --[a-z-]+' | tr -d ' ')"
            mapfile -t COMPREPLY < <(compgen -W "$options" -- "$cur")
            return
        fi
        ;;
    *)
        if [ "$cword" -eq 1 ]; then
            mapfile -t COMPREPLY < <(compgen -W "compare inspect --help --version" -- "$cur")
        fi
        ;;
    esac
    _filedir '@(json|gz|zst|diptych)'
} && complete -F _diptych diptych
