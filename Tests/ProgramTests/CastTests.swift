// A real game as an animation, for README.md. `make cast` writes it; otherwise it is played without pauses, so that it does not rot.

import Glibc
import Screen
import TestSupport
import Testing

@Suite("The cast", .ownThread)
struct CastTests {
    /// A game that the first player wins.
    private static let moves = "176233653453552574424"
    /// Where it goes; nil for nowhere.
    private static let path = getenv("FOURINAROW_CAST").map { String(cString: $0) }

    @Test("A whole game is an animation that is small enough for a page")
    func game() throws {
        let meeting = try Meeting(isAnimated: Self.path != nil)
        let (ann, bob) = (meeting.host, meeting.guest)
        let cast = Cast(of: ann)
        for (index, move) in Self.moves.enumerated() {
            let mover = index.isMultiple(of: 2) ? ann : bob
            try mover.see("Your turn")
            if Self.path != nil {
                ann.terminal.settle(milliseconds: 600)
                if mover === ann { try ann.point(at: move) }
            }
            mover.type(String(move))
            if index < Self.moves.count - 1 { try mover.see("'s turn") }
        }
        try ann.see("We have a winner: you!", "Replay")
        let svg = cast.end(title: "Four in a Row: Ann plays Bob and wins", pause: 4_000)
        #expect(svg.utf8.count <= 300 * 1_024, "\(svg.utf8.count) bytes")
        for part in ["Your turn", "We have a winner", "<animate "] { #expect(svg.contains(part)) }
        if let path = Self.path {
            guard let file = fopen(path, "we") else { throw PseudoTerminalFailure(description: "\(path) cannot be written") }
            defer { fclose(file) }
            #expect(fputs(svg, file) >= 0)
        }
    }
}

/// What a player's terminal shows, picture after picture.
private final class Cast {
    private let player: Player
    private let start = ContinuousClock.now
    private var pictures: [(time: Int, picture: ScreenPicture)] = []
    /// A picture that is followed by another one within so many milliseconds is left out.
    private static let shortest = 40

    /// Begins now.
    init(of player: Player) {
        self.player = player
        add()
        player.terminal.didRead = { [unowned self] in add() }
    }

    /// Ends the recording; its last picture stays for a while. Returns it as an SVG.
    func end(title: String, pause: Int) -> String {
        player.terminal.settle(milliseconds: 500)
        player.terminal.didRead = nil
        return ScreenPicture.svg(title: title, pictures, milliseconds: (pictures.last?.time ?? 0) + pause)
    }

    private func add() {
        let time = Int((ContinuousClock.now - start) / .milliseconds(1))
        let picture = ScreenPicture(GalleryLook.usual) { player.terminal.cell(x: $0, y: $1) }
        if let last = pictures.last, time - last.time < Self.shortest {
            pictures[pictures.count - 1].picture = picture
        } else {
            pictures.append((time, picture))
        }
    }
}

extension Player {
    /// Moves the cursor to a column, given as its digit, as a person does.
    fileprivate func point(at column: Character) throws {
        let digits = terminal.screen.lines.last { $0.filter { $0 != " " }.hasPrefix("1234567") }
        guard let line = digits.map(Array.init), let target = line.firstIndex(of: column) else { return }
        while terminal.screen.caret.x != target {
            let before = terminal.screen.caret.x
            press(before < target ? .right : .left)
            try see("the cursor in another column") { $0.caret.x != before }
            terminal.settle(milliseconds: 120)
        }
    }
}
