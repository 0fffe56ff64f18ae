// The text of `--help`.

import Language
import Play
import Screen

/// The text of `--help`, in lines of at most 80 cells.
var usage: String {
    [
        wrapped(tr("usage: fourinarow [COMMAND] [OPTIONS]")),
        wrapped(tr("Four in a Row for two, over the local network or on one keyboard, and against the computer.")),
        columns(commands.map { ("fourinarow " + $0, $1) }, indent: 29),
        columns(options, indent: 19),
        wrapped(tr("In the game: arrows and Enter, or 1 to 7, drop a disc; R replays; Q leaves; ? shows the keys."))
            + "\n"
            + wrapped(
                tr("Exit codes: 0 success, 1 the game or the network failed, 2 usage error or no terminal (--lines needs none)."))
            + "\n" + wrapped(tr("See also: man fourinarow")),
    ].joined(separator: "\n\n")
}

/// What a player types, which is not translated, and what it does.
private typealias Row = (typed: String, meaning: String)

private var commands: [Row] {
    [
        ("", tr("the menu")),
        (
            "host",
            tr(
                "host a game; --port P: only on that port; --bind ADDRESS: at that address of this machine and no other; --private: only players with the code can join"
            )
        ),
        ("join", tr("choose a game on the network")),
        (
            "join ADDRESS",
            tr(
                "join host, host:port or [v6]:port; --code WORDS: a private game (--code -: from standard input, or FOURINAROW_CODE)"
            )
        ),
        ("watch", tr("watch a game on the network; ADDRESS or a friend's line: that game")),
        ("host --online", tr("host a friend anywhere: shows one line to send")),
        ("join --online CODE", tr("join a friend using that code (-: from standard input, or FOURINAROW_CODE)")),
        ("two", tr("two players on this keyboard")),
        ("computer", tr("play the computer; --level 1 to 7, --first me or computer, --position DIGITS")),
        ("online", tr("play over the internet, with a friend or a stranger")),
        ("message", tr("play by message, over days; -: read a friend's line from standard input")),
        ("message - 4", tr("answer that line with column 4, and print the line to send; new 4: begin a game")),
        ("other", tr("the other games, and tables for several players")),
        ("cards", tr("card matching, for one player")),
        ("secret", tr("the secret number, against the computer")),
        ("snap", tr("Snap! against the computer")),
        ("learn", tr("lessons, puzzles, openings")),
        ("puzzle", tr("the puzzle of the day")),
        ("options", tr("name, colours, animation")),
        ("review DIGITS", tr("review a game, given as its column digits")),
        ("history", tr("list your games")),
        ("export ID", tr("print one of them; --format digits, text, svg or cast")),
        ("doctor", tr("check terminal, network, router, relay and files")),
        ("solve", tr("read positions (column digits), write their exact scores")),
    ]
}

private var options: [Row] {
    [
        ("--name N", tr("the name that others see (default: your saved name)")),
        (
            "--clock M+S",
            tr(
                "the clock of the games that you start: minutes and seconds per move, such as {example}, or none",
                ["example": "3+2"])
        ),
        (
            "--relay URL",
            tr("the relay for games online: mqtts://host or mqtt://user:password@host:port (or FOURINAROW_RELAY)")
        ),
        ("--theme T", separated(ThemeName.allCases.map(\.rawValue))),
        ("--ascii", tr("ASCII characters only")),
        ("--no-color", tr("no colours (NO_COLOR in the environment does the same)")),
        ("--no-animation", tr("do not animate falling discs")),
        ("--no-mouse", tr("leave the mouse to the terminal")),
        ("--lines", tr("no full screen: plain lines for screen readers")),
        ("--lines=script", tr("the same for programs: in English, one event a line")),
        ("--log FILE", tr("write what happens on the network to a file, for a report")),
        ("--help, --version", ""),
    ]
}

private let width = 80

private func wrapped(_ text: String) -> String { TextWidth.wrap(text, to: width).joined(separator: "\n") }

/// Two columns: the second begins after `indent` cells, on the next line where the first is too wide.
private func columns(_ rows: [Row], indent: Int) -> String {
    rows.map { typed, meaning in
        let blank = String(repeating: " ", count: indent)
        let lines = TextWidth.wrap(isolatingOptions(of: meaning), to: width - indent)
        let first = "  " + isolated(typed)
        if lines.isEmpty { return first }
        let gap = typed.utf8.count + 2 < indent ? String(blank.dropFirst(typed.utf8.count + 2)) : "\n" + blank
        return first + gap + lines.joined(separator: "\n" + blank)
    }.joined(separator: "\n")
}

/// Options keep their order within words of another direction.
private func isolatingOptions(of text: String) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false).map { $0.hasPrefix("-") ? isolated(String($0)) : String($0) }
        .joined(separator: " ")
}
