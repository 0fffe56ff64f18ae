// What the players of a network game ask and allow each other: hints, scores, a draw, a move taken back. The original app knows none of it.

import Engine
import Wire

/// The open questions and what was allowed.
package struct Consent {
    /// What a question asks for, and the number of discs on the board when it was asked.
    package typealias Question = (topic: ConsentTopic, ply: Int)

    /// What both players may use.
    package internal(set) var allowed: Set<ConsentTopic> = []
    /// The question that this player asked.
    package private(set) var asked: Question?
    /// The question that the peer asked.
    package private(set) var wanted: Question?

    /// How many discs were on the board when this player offered a draw. An answer to it counts until the opponent moves.
    private(set) var offeredDraw: Int?

    /// Nothing was asked or allowed.
    init() {}

    /// The questions of a stored game, which the peer may have read.
    init(_ session: ResumableGame) {
        asked = session.undoAsked.map { (.undo, $0) }
        offeredDraw = session.drawOffered
    }

    /// Whether this player asked to take a move back. No disc is dropped until the answer is here.
    package var isUndoAsked: Bool { undoAsked != nil }
    /// How many discs were on the board when this player asked to take a move back.
    var undoAsked: Int? { asked.flatMap { $0.topic == .undo ? $0.ply : nil } }

    // MARK: The board changes

    /// Our move withdraws an offer of a draw.
    mutating func didMove() {
        if asked?.topic == .draw { asked = nil }
        if wanted?.topic == .draw { wanted = nil }
    }

    /// The opponent's move does so, too, and an answer to it does not count any more.
    mutating func opponentDidMove() {
        didMove()
        offeredDraw = nil
    }

    /// Drops the questions, which were about another board.
    mutating func forgetQuestions() { (asked, wanted) = (nil, nil) }

    /// A new game, or one that goes on after a lost connection: drops the offer of a draw as well.
    mutating func forgetDraw() { offeredDraw = nil }

    // MARK: Questions and answers

    /// This player asks, with so many discs on the board.
    mutating func ask(for topic: ConsentTopic, ply: Int) throws(ConsentRefusal) {
        if asked != nil { throw .askedAlready }
        asked = (topic, ply)
        if topic == .draw { offeredDraw = ply }
    }

    /// The peer asks. Returns what it is answered at once; nil where the player decides. `isOver`: the game is.
    mutating func didAsk(for topic: ConsentTopic, ply: Int, in game: Game, isOver: Bool, of me: Player) -> ConsentMessage? {
        let isLate = ply != game.moves.count || isOver
        // If both players ask to undo at once, neither may: each would take other moves back.
        let isVoid =
            switch topic {
            case .draw: isLate
            case .undo: isLate || isUndoAsked || game.undoTarget(of: me.other) == nil
            default: false
            }
        if wanted != nil || isVoid { return .refuse(topic, ply: ply) }
        if topic != .undo && allowed.contains(topic) { return .allow(topic, ply: ply) }
        wanted = (topic, ply)
        return nil
    }

    /// This player answers. Returns the question.
    mutating func answer() -> Question? {
        defer { wanted = nil }
        return wanted
    }

    /// The peer answers. Returns false if it was not asked that.
    mutating func didAnswer(_ topic: ConsentTopic, ply: Int) -> Bool {
        guard let asked, asked == (topic, ply) else { return false }
        self.asked = nil
        if topic == .draw { offeredDraw = nil }
        return true
    }
}

/// Why something that needs consent was not done.
package enum ConsentRefusal: Error, Equatable {
    /// The peer's program cannot be asked.
    case cannotBeAsked
    /// The peer's program does not answer: it would get the question too late.
    case notAnswering
    /// An earlier question is not answered yet.
    case askedAlready
    /// The game is over.
    case gameOver
    /// There is no move to take back.
    case nothingToTakeBack
    /// The peer was asked just now, and answers later.
    case asked
}
