# bash completion for fourinarow(6)

_fourinarow() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} word command=
    COMPREPLY=()
    # bash splits --theme=mono into three words.
    if [[ $current == = ]]; then current=; elif [[ $previous == = ]]; then previous=${COMP_WORDS[COMP_CWORD - 2]}; fi
    case $previous in
        --theme)
            mapfile -t COMPREPLY < <(compgen -W 'default high-contrast mono' -- "$current")
            return
            ;;
        --name | --port | --code) return ;;
    esac
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        case $word in
            host | join | two | doctor) command=$word ;;
        esac
    done
    local options='--name --theme --ascii --no-color --no-animation --no-mouse --help --version'
    [[ $command != host ]] || options+=' --port --private'
    [[ $command != join ]] || options+=' --code'
    if [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
    elif [[ -z $command ]]; then
        mapfile -t COMPREPLY < <(compgen -W 'host join two doctor' -- "$current")
    elif [[ $command == join ]]; then
        mapfile -t COMPREPLY < <(compgen -A hostname -- "$current")
    fi
}
complete -F _fourinarow fourinarow
