// What `--help` prints. It knows nothing else.

/// The text of `--help`.
let usage = """
    usage: fourinarow [COMMAND] [OPTIONS]

    Four in a Row for two, over the local network or on one keyboard, and against the computer.

      fourinarow                 the menu
      fourinarow host            host a game; --port P: on that port and no other;
                                 --bind ADDRESS: at that address of this machine and no other;
                                 --private: only players with the code can join
      fourinarow join            choose a game on the network
      fourinarow join ADDRESS    join host, host:port or [v6]:port; --code WORDS: a private game
                                 (--code -: from standard input, or FOURINAROW_CODE)
      fourinarow host --online   host a friend over the relay: shows a number and four words
      fourinarow join --online CODE
                                 join a friend with them (-: from standard input, or FOURINAROW_CODE)
      fourinarow two             two players on this keyboard
      fourinarow computer        play the computer; --level 1 to 7, --first me or computer, --position DIGITS
      fourinarow review DIGITS   review a game, given as its column digits
      fourinarow history         list your games
      fourinarow export ID       print one of them; --format digits, text, svg or cast
      fourinarow doctor          check terminal, network, relay and files
      fourinarow solve           read positions (column digits), write their exact scores

      --name N         the name that others see (default: this machine's)
      --relay URL      the relay for games online: mqtts://host or mqtt://user:password@host:port
                       (or FOURINAROW_RELAY)
      --theme T        default, high-contrast or mono
      --ascii          ASCII characters only
      --no-color       no colours (NO_COLOR in the environment does the same)
      --no-animation   do not animate falling discs
      --no-mouse       leave the mouse to the terminal
      --lines          no full screen: everything in lines, to be listened to, or for programs
      --help, --version

    In the game: arrows and Enter, or 1 to 7, drop a disc; R replays; Q leaves; ? shows the keys.
    Exit codes: 0 fine, 1 the game or the network failed, 2 wrong usage or no terminal (--lines needs none).
    See also: man fourinarow
    """
