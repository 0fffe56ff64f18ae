# bash completion for fourinarow(6)

_fourinarow() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} word command=
    COMPREPLY=()
    # bash splits --theme=mono into three words.
    if [[ $current == = ]]; then current=; elif [[ $previous == = ]]; then previous=${COMP_WORDS[COMP_CWORD - 2]}; fi
    case $previous in
        --theme)
            mapfile -t COMPREPLY < <(compgen -W 'default light high-contrast colour-blind ocean mono' -- "$current")
            return
            ;;
        --first)
            mapfile -t COMPREPLY < <(compgen -W 'me computer' -- "$current")
            return
            ;;
        --level)
            mapfile -t COMPREPLY < <(compgen -W '1 2 3 4 5 6 7' -- "$current")
            return
            ;;
        --format)
            mapfile -t COMPREPLY < <(compgen -W 'digits text svg cast' -- "$current")
            return
            ;;
        --clock)
            mapfile -t COMPREPLY < <(compgen -W 'none 1+0 3+2 5+0 10+5' -- "$current")
            return
            ;;
        --name | --log | --port | --bind | --code | --position | --relay) return ;;
    esac
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        case $word in
            host | join | watch | two | computer | online | message | other | cards | secret | snap | learn | puzzle | options | \
                review | history | export | doctor | solve)
                command=${command:-$word}
                ;;
        esac
    done
    local options='--name --theme --ascii --no-color --no-animation --no-mouse --lines --lines=script --log --relay --help --version'
    case $command in
        '') options+=' --bind --clock' ;;
        host) options+=' --port --bind --private --online --clock' ;;
        join) options+=' --bind --code --online' ;;
        watch) options+=' --bind --code' ;;
        two) options+=' --clock' ;;
        computer) options+=' --level --first --position --clock' ;;
        export) options+=' --format' ;;
    esac
    if [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
    elif [[ -z $command ]]; then
        mapfile -t COMPREPLY < <(compgen -W 'host join watch two computer online message other cards secret snap learn puzzle options review
            history export doctor solve' -- "$current")
    elif [[ $command == join || $command == watch ]]; then
        mapfile -t COMPREPLY < <(compgen -A hostname -- "$current")
    fi
}
complete -F _fourinarow fourinarow
