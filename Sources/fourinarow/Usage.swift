// The text of `--help`.

import Language
import Play
import Screen

/// The text of `--help`. The left column is what a player types; it is not translated.
var usage: String {
    [
        tr("usage: fourinarow [COMMAND] [OPTIONS]"),
        "",
        tr("Four in a Row for two, over the local network or on one keyboard, and against the computer."),
        "",
        tr("  fourinarow                 the menu"),
        tr("  fourinarow host            host a game; --port P: only on that port;"),
        tr("                             --bind ADDRESS: at that address of this machine and no other;"),
        tr("                             --private: only players with the code can join"),
        tr("  fourinarow join            choose a game on the network"),
        tr("  fourinarow join ADDRESS    join host, host:port or [v6]:port; --code WORDS: a private game"),
        tr("                             (--code -: from standard input, or FOURINAROW_CODE)"),
        tr("  fourinarow watch           watch a game on the network; ADDRESS or a friend's line: that game"),
        tr("  fourinarow host --online   host a friend anywhere: shows one line to send"),
        tr("  fourinarow join --online CODE"),
        tr("                             join a friend using that code (-: from standard input, or FOURINAROW_CODE)"),
        tr("  fourinarow two             two players on this keyboard"),
        tr("  fourinarow computer        play the computer; --level 1 to 7, --first me or computer, --position DIGITS"),
        tr("  fourinarow review DIGITS   review a game, given as its column digits"),
        tr("  fourinarow history         list your games"),
        tr("  fourinarow export ID       print one of them; --format digits, text, svg or cast"),
        tr("  fourinarow doctor          check terminal, network, router, relay and files"),
        tr("  fourinarow solve           read positions (column digits), write their exact scores"),
        "",
        tr("  --name N         the name that others see (default: your saved name)"),
        tr("  --relay URL      the relay for games online: mqtts://host or mqtt://user:password@host:port"),
        tr("                   (or FOURINAROW_RELAY)"),
        "  --theme T        " + separated(ThemeName.allCases.map(\.rawValue)),
        tr("  --ascii          ASCII characters only"),
        tr("  --no-color       no colours (NO_COLOR in the environment does the same)"),
        tr("  --no-animation   do not animate falling discs"),
        tr("  --no-mouse       leave the mouse to the terminal"),
        tr("  --lines          no full screen: plain lines for screen readers; --lines=script for programs"),
        tr("  --help, --version"),
        "",
        tr("In the game: arrows and Enter, or 1 to 7, drop a disc; R replays; Q leaves; ? shows the keys."),
        tr("Exit codes: 0 success, 1 the game or the network failed, 2 usage error or no terminal (--lines needs none)."),
        tr("See also: man fourinarow"),
    ].joined(separator: "\n")
}
