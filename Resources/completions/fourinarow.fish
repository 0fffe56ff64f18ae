# fish completion for fourinarow(6)

set -l commands host join two computer review history export doctor solve
# Where nobody comes.
set -l elsewhere two computer review history export doctor solve
complete -c fourinarow -f
complete -c fourinarow -n "not __fish_seen_subcommand_from $commands" -a host -d 'Host a game'
complete -c fourinarow -n "not __fish_seen_subcommand_from $commands" -a join -d 'Choose a game on the network, or join an address'
complete -c fourinarow -n "not __fish_seen_subcommand_from $commands" -a two -d 'Two players on this keyboard'
complete -c fourinarow -n "not __fish_seen_subcommand_from $commands" -a computer -d 'Play the computer'
complete -c fourinarow -n "not __fish_seen_subcommand_from $commands" -a review -d 'Look at a game, given as its column digits'
complete -c fourinarow -n "not __fish_seen_subcommand_from $commands" -a history -d 'List the games that were played'
complete -c fourinarow -n "not __fish_seen_subcommand_from $commands" -a export -d 'Print one of the games that were played'
complete -c fourinarow -n "not __fish_seen_subcommand_from $commands" -a doctor -d 'Check terminal, network and files'
complete -c fourinarow -n "not __fish_seen_subcommand_from $commands" -a solve -d 'Read positions and write their exact scores'
complete -c fourinarow -n '__fish_seen_subcommand_from join' -a '(__fish_print_hostnames)'
complete -c fourinarow -n '__fish_seen_subcommand_from host' -l port -x -d 'Host on this port and no other'
complete -c fourinarow -n "not __fish_seen_subcommand_from $elsewhere" -l bind -x -d 'Let others come to this address and no other'
complete -c fourinarow -n '__fish_seen_subcommand_from host' -l private -d 'Host for whoever knows the code'
complete -c fourinarow -n '__fish_seen_subcommand_from join' -l code -x -d 'The code of a private game'
complete -c fourinarow -n '__fish_seen_subcommand_from computer' -l level -x -a '1 2 3 4 5 6 7' -d 'How strong it plays'
complete -c fourinarow -n '__fish_seen_subcommand_from computer' -l first -x -a 'me computer' -d 'Who moves first'
complete -c fourinarow -n '__fish_seen_subcommand_from computer' -l position -x -d 'Column digits to begin at'
complete -c fourinarow -n '__fish_seen_subcommand_from export' -l format -x -a 'digits text svg cast' -d 'As what to print it'
complete -c fourinarow -n '__fish_seen_subcommand_from host join' -l online -d 'Play a friend over the relay'
complete -c fourinarow -l relay -x -d 'The relay for games online'
complete -c fourinarow -l name -x -d 'The name that others see'
complete -c fourinarow -l theme -x -a 'default high-contrast mono' -d 'The colours'
complete -c fourinarow -l ascii -d 'Letters and ASCII lines only'
complete -c fourinarow -l no-color -d 'No colours'
complete -c fourinarow -l no-animation -d 'Discs do not fall visibly'
complete -c fourinarow -l no-mouse -d 'Leave the mouse to the terminal'
complete -c fourinarow -s h -l help -d 'Print a short help'
complete -c fourinarow -s V -l version -d 'Print the version'
