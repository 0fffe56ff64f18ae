// How to reach the program's main screens: what is played, against whom, and with which games in the history.

import HelperProtocol
import Screen
import TestSupport
import Testing

/// One of the main screens.
enum GalleryScene: String, CaseIterable, Sendable {
    case menu, host, join, play, won, review, statistics, history, options, help, cards, secret, snap

    /// What is to be read on it, at 80x24 and above.
    var words: [String] {
        switch self {
        case .menu: ["Host a game", "Play the computer", "Quit"]
        case .host: ["Waiting for a player", "Tiger"]
        case .join: ["games on this network", "Heron", "Zoë’s laptop", "private"]
        case .play: ["You", "Your turn"]
        case .won: ["You won in", "Look back"]
        case .review: ["Review"]
        case .statistics: ["Statistics", "Heron"]
        case .history: ["History", "Heron"]
        case .options: ["Options", "Theme", "Tiger"]
        case .help: ["How to play", "The game"]
        case .cards: ["Card matching"]
        case .secret: ["Guess the secret number", "too high", "too low"]
        case .snap: ["Snap!", "Computer"]
        }
    }

    /// The program at this screen, and the other players that it needs.
    func open(_ look: GalleryLook) throws -> (player: Player, others: [Player]) {
        switch self {
        case .menu: return (try look.player(), [])
        case .host, .join:
            let folder = try TestFolder()
            let helper = try Self.network(self == .join ? Self.games : [], in: folder)
            return (try look.player([rawValue], in: folder, at: helper), [])
        case .play: return (try look.player(Self.game("176233653453552574")), [])
        case .won: return (try Self.win(look), [])
        case .review: return (try Self.review(look), [])
        case .statistics, .history: return (try openHistory(look), [])
        case .options, .help:
            let player = try look.player()
            try player.open(self == .help ? "Learn" : "Options")
            if self == .help {
                try player.see("How to play")
                player.type("h")
            }
            return (player, [])
        case .cards: return (try Self.turnCards(look), [])
        case .secret: return try Self.guess(look)
        case .snap: return (try Self.snap(look), [])
        }
    }

    private func openHistory(_ look: GalleryLook) throws -> Player {
        let player = try look.player(in: Self.playedGames())
        try player.open("History")
        try player.see("Heron")
        if self == .statistics { player.type("s") }
        return player
    }
}

/// The terminal in which a screen is shown, and the theme.
struct GalleryLook: Sendable {
    var size = Self.usual
    var depth = Depth.many
    var theme = ThemeName.standard
    /// The terminal's background, which it tells the program.
    var ground = ScreenPicture.Ground.dark

    /// The most usual size. Every screen is opened in it, and the terminal then gets its own.
    static let usual = Size(width: 80, height: 24)

    /// How many colours it has.
    enum Depth: String, CaseIterable, Sendable {
        case many = "256"
        case sixteen = "16"
        case eight = "8"
        case none = "0"

        fileprivate var term: String {
            switch self {
            case .many: "xterm-256color"
            case .sixteen: "rxvt-unicode"
            case .eight, .none: "xterm"
            }
        }
    }

    /// The program in it.
    func player(_ arguments: [String] = [], in folder: TestFolder? = nil, at network: Helper = .silent, as name: String = "Tiger")
        throws -> Player
    {
        var environment = depth == .none ? ["NO_COLOR": "1"] : [:]
        if ground == .light { environment["COLORFGBG"] = "0;15" }
        return try Player(
            arguments + ["--name", name, "--theme", theme.rawValue], folder: folder, helper: network, environment: environment,
            size: Self.usual, term: depth.term)
    }
}

// MARK: - Four in a Row

extension GalleryScene {
    /// A game that Yellow wins with the last move.
    private static let moves = "176233653453552574424"

    private static func game(_ moves: String) -> [String] { ["computer", "--level", "2", "--first", "me", "--position", moves] }

    private static func win(_ look: GalleryLook) throws -> Player {
        let player = try look.player(game(String(moves.dropLast())))
        try player.see("Your turn")
        player.type(String(moves.suffix(1)))
        try player.see("Look back")
        return player
    }

    /// All of it, at the first mistake.
    private static func review(_ look: GalleryLook) throws -> Player {
        let player = try look.player(["review", moves])
        try player.see("the end of the review") { $0.words.contains("%") && !$0.words.contains("Analysing: ") }
        player.type("n")
        return player
    }

    /// A folder with a history, in which the player gets better.
    private static func playedGames() throws -> TestFolder {
        let folder = try TestFolder.withGame()
        let database = try PlainDatabase("\(folder.path)/\(Player.database)")
        try database.run("DELETE FROM games")
        let opponents = [
            ("computer", "Computer", "2"), ("lan", "Heron", "NULL"), ("computer", "Computer", "3"), ("lan", "Zoë", "NULL"),
        ]
        for number in 0..<24 {
            let (kind, name, level) = opponents[number * 7 % 4]
            let result = ["first", "second", "first", "draw", "second", "first", "first"][(number * number + number / 3) % 7]
            let accuracy = min(99, 52 + number + [0, 9, -7, 14, 3, -11, 6][number % 7])
            try database.run(
                """
                INSERT INTO games (kind, opponent, level, is_first, moves, result, reason, first_accuracy, second_accuracy, began)
                VALUES ('\(kind)', '\(name)', \(level), 1, '\(moves)', '\(result)', '', \(accuracy), 70, \(1_790_000_000 + number * 90_000))
                """)
        }
        return folder
    }
}

// MARK: - The network, and the other games

extension GalleryScene {
    private static var games: [DiscoveredService] {
        [("Heron", "192.168.1.7", [:]), ("Zoë’s laptop", "192.168.1.21", [:]), ("Owl", "192.168.1.34", ["private": "1"])].map {
            DiscoveredService(type: "_fourinarow._tcp", name: $0, host: "h.local", port: 27364, addresses: [$1], text: $2)
        }
    }

    /// A helper that finds these services, and publishes whatever it is told if its player has this folder: in the game's sandbox it can
    /// write where the game keeps its files.
    private static func network(_ services: [DiscoveredService], in folder: TestFolder) throws -> Helper {
        let found = try folder.write(services.map { DiscoveryEvent.found($0).line }.joined(), to: "fourinarow/found")
        return .program(
            try folder.script(
                """
                echo ready test
                while read -r verb type name port text; do case $verb in
                    publish) echo "published $name"; echo "found $type $name h.local $port 127.0.0.1${text:+ $text}" >>'\(found)' ;;
                    browse) grep "^found $type " '\(found)' ;;
                esac; done
                """))
    }

    private static func turnCards(_ look: GalleryLook) throws -> Player {
        let player = try look.player()
        try player.openOther("Card matching")
        try player.see("Deal the cards")
        player.press(.enter)
        try player.see("Flips 0")
        for _ in 0..<5 { player.press(.enter, .right, .right) }
        return player
    }

    private static func snap(_ look: GalleryLook) throws -> Player {
        let player = try look.player()
        try player.openOther("Snap!")
        try player.choose("Alone")
        try player.see("Deal the cards")
        player.press(.enter)
        try player.see("Your turn")
        player.press(.enter)
        return player
    }

    /// Ann has a number; the player guesses it.
    private static func guess(_ look: GalleryLook) throws -> (player: Player, others: [Player]) {
        let folder = try TestFolder()
        let network = try network([], in: folder)
        let ann = try GalleryLook().player(in: folder, at: network, as: "Ann")
        try ann.hostTable(of: "Guess the secret number")
        let player = try look.player(at: network)
        try player.openOther("Players near you")
        try player.choose("Ann + Guess the secret number, 1 of 8")
        try player.see("Waiting for Ann")
        try ann.choose("Tiger ✓")
        try ann.choose("1 - 100")
        try ann.see("Keep it")
        ann.type("42")
        ann.press(.enter)
        for (guess, answer) in [("50", "too high"), ("25", "too low"), ("37", "too low")] {
            try player.see("Guess a number")
            try player.guess(guess, answer)
        }
        return (player, [ann])
    }
}

extension Player {
    /// Guesses a number until the answer is read: two guesses within half a second are one too many, and the line is still there for
    /// another Enter.
    func guess(_ number: String, _ answer: String) throws {
        type(number)
        let row = "\(number) \(answer == "too low" ? "▸" : "◂") \(answer)"
        for _ in 0..<20 where !words.contains(row) {
            press(.enter)
            terminal.settle()
        }
        try see(row)
    }
}
