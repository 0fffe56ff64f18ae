# fish completion for fourinarow(6)

set -l commands host join two doctor
complete -c fourinarow -f
complete -c fourinarow -n "not __fish_seen_subcommand_from $commands" -a host -d 'Host a game'
complete -c fourinarow -n "not __fish_seen_subcommand_from $commands" -a join -d 'Choose a game on the network, or join an address'
complete -c fourinarow -n "not __fish_seen_subcommand_from $commands" -a two -d 'Two players on this keyboard'
complete -c fourinarow -n "not __fish_seen_subcommand_from $commands" -a doctor -d 'Check terminal, network and files'
complete -c fourinarow -n '__fish_seen_subcommand_from join' -a '(__fish_print_hostnames)'
complete -c fourinarow -n '__fish_seen_subcommand_from host' -l port -x -d 'Host on this port and no other'
complete -c fourinarow -n '__fish_seen_subcommand_from host' -l private -d 'Host for whoever knows the code'
complete -c fourinarow -n '__fish_seen_subcommand_from join' -l code -x -d 'The code of a private game'
complete -c fourinarow -l name -x -d 'The name that others see'
complete -c fourinarow -l theme -x -a 'default high-contrast mono' -d 'The colours'
complete -c fourinarow -l ascii -d 'Letters and ASCII lines only'
complete -c fourinarow -l no-color -d 'No colours'
complete -c fourinarow -l no-animation -d 'Discs do not fall visibly'
complete -c fourinarow -l no-mouse -d 'Leave the mouse to the terminal'
complete -c fourinarow -s h -l help -d 'Print a short help'
complete -c fourinarow -s V -l version -d 'Print the version'
