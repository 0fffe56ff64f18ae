// A game by message, as this program knows it. Lines alternate: each says what one player did, and repeats all moves before it, so whoever
// has a line knows the game. A value: a line goes in, and the line to send comes out.

import Engine
import Text
import Wire

/// A game of this player and a friend, who send each other lines.
package struct MessageGame: Equatable, Sendable {
    /// Its number, four letters or digits.
    package let number: String
    /// What the player calls the friend; empty until the player has said so.
    package var friend: String
    /// Which player of the game we are.
    package let me: Player
    /// The moves.
    package private(set) var game = Game()
    /// How it ended, where its moves do not show it.
    package private(set) var ending: GameEnding?
    /// Whether we agreed to hints and scores, and whether the friend did.
    package private(set) var (weHelp, theyHelp) = (false, false)
    /// Whether it follows another game of a series.
    private var isNext = false
    /// The number of discs with which whoever moved last offered a draw.
    private var offerPly: Int?
    /// The score before it, as `MatchPause` writes it.
    private var pause = ""

    /// A game before its first move.
    package init(number: String, friend: String, me: Player) { (self.number, self.friend, self.me) = (number, friend, me) }

    /// The game that a line of an unknown number tells of. `isOurs`: we sent it, from another device; otherwise the friend did.
    package init(_ line: GameLine, isOurs: Bool = false) throws(LineRefusal) {
        self.init(number: line.number, friend: "", me: .first)
        let sender = try Self.parsed(line, like: self).sender ?? .first
        self.init(number: line.number, friend: "", me: isOurs ? sender : sender.other)
        _ = try read(line)
    }

    /// The game that follows this one, which is over, in the series. `me`: who we are in it.
    package func next(me: Player) -> MessageGame {
        var next = MessageGame(number: GameLine.number(after: number), friend: friend, me: me)
        var tally = MatchPause(pause)?.tally ?? Tally()
        tally.count(state)
        (next.isNext, next.pause) = (true, MatchPause(tally: tally, clocks: "").text)
        return next
    }
}

// MARK: - State

extension MessageGame {
    /// The state of the game for us.
    package var state: GameState { GameState(of: game, ending: ending, for: me) }
    /// Whether both agreed to hints and scores.
    package var isHelped: Bool { weHelp && theyHelp }
    /// Whether whoever moved last offers a draw.
    package var isDrawOffered: Bool { offerPly == game.moves.count && !state.isOver }
    /// Who did the last thing; nil before the first move.
    private var sender: Player? { game.moves.isEmpty ? nil : ending == nil ? game.mover.other : game.mover }
    /// Whether the friend did the last thing: what follows is ours to do.
    package var isOurs: Bool { sender == me.other }

    /// The line to send; nil if the friend did the last thing, or nobody did anything.
    package var line: GameLine? {
        guard sender == me else { return nil }
        var letters: Set<GameLine.Letter> = []
        if isNext, game.moves.count == 1 { letters.insert(.next) }
        if isDrawOffered { letters.insert(.draw) }
        if let ending { letters.insert(ending == .drawAgreed ? .accept : .resign) }
        if weHelp { letters.insert(.help) }
        return GameLine(number: number, letters: letters, digits: game.digits)
    }
}

// MARK: - Reading

/// Why a line, or an answer to one, was refused.
package enum LineRefusal: Error, Equatable {
    /// The text is no line.
    case unreadable(GameLine.Mistake)
    /// The moves break the rules.
    case impossible
    /// What it says is not what this program knows of the game with this friend.
    case contradicts(friend: String)
    /// It accepts a draw that we did not offer.
    case notOffered
    /// It is not the player's turn, or the game is over, or not yet, or nobody offers a draw, or the column is full.
    case notYourTurn, over, notOver, noOffer, full
}

/// What a line told.
package enum LineNews: Equatable {
    /// The present state, which we sent ourselves.
    case own
    /// The present state, which we knew.
    case known
    /// An earlier state.
    case old
    /// Something new. `elsewhere` are our own moves in it, 1…7, that we did not make here; `isEnded`: nor did we end the game here, as it says.
    case new(elsewhere: [Int] = [], isEnded: Bool = false)
    /// A game that is new here.
    case unknown(GameLine)
}

extension MessageGame {
    /// Takes over what a line with this game's number says. The longer of two records counts, if it continues the other.
    package mutating func read(_ line: GameLine) throws(LineRefusal) -> LineNews {
        var read = try Self.parsed(line, like: self)
        let (ours, theirs) = (game.digits, line.digits)
        let isContinued = read.length > length
        guard isContinued ? theirs.hasPrefix(ours) && ending == nil : ours.hasPrefix(theirs) else {
            throw .contradicts(friend: friend)
        }
        if read.length < length {
            if read.ending != nil { throw .contradicts(friend: friend) }
            return .old
        }
        if !isContinued, read.ending != ending { throw .contradicts(friend: friend) }
        if line.letters.contains(.accept), isContinued, read.sender != me, theirs != ours || !isDrawOffered || sender != me {
            throw .notOffered
        }
        if !isContinued, offerPly == game.moves.count { read.offerPly = offerPly }
        let known = self
        self = read
        if !isContinued { return sender == me ? .own : read == known ? .known : .new() }
        if ours.isEmpty { return .new() }
        let moves = game.moves.indices.dropFirst(ours.utf8.count).filter { Player.toMove(after: $0) == me }
        return .new(elsewhere: moves.map { game.moves[$0] + 1 }, isEnded: ending != nil && sender == me)
    }

    /// How much was done, to compare two records of one game.
    private var length: Int { game.moves.count + (ending == nil ? 0 : 1) }

    /// What the line alone says; the rest is as in `known`.
    private static func parsed(_ line: GameLine, like known: MessageGame) throws(LineRefusal) -> MessageGame {
        var parsed = known
        let letters = line.letters
        guard let game = try? Game(digits: line.digits) else { throw .impossible }
        let endings = letters.intersection([.resign, .accept, .draw])
        guard endings.isEmpty || endings.count == 1 && game.outcome == nil, !letters.contains(.next) || game.moves.count == 1
        else { throw .impossible }
        (parsed.game, parsed.ending) = (game, nil)
        if letters.contains(.resign) { parsed.ending = .resignation(of: game.mover) }
        if letters.contains(.accept) { parsed.ending = .drawAgreed }
        parsed.offerPly = letters.contains(.draw) ? game.moves.count : nil
        parsed.isNext = known.isNext || letters.contains(.next)
        if letters.contains(.help) {
            if parsed.sender == parsed.me { parsed.weHelp = true } else { parsed.theyHelp = true }
        }
        return parsed
    }

    /// Reads a line of one of these games, of the next one of a series, or of one that is new here, which the friend is taken to have sent.
    /// Returns the game after it, and its number in the archive unless it has none yet.
    package static func read(
        _ text: String, among games: [(id: Int, game: MessageGame)]
    ) throws(LineRefusal) -> (id: Int?, game: MessageGame, news: LineNews) {
        let line: GameLine
        do throws(GameLine.Mistake) { line = try GameLine(reading: text) } catch { throw .unreadable(error) }
        let known = games.first { $0.game.number == line.number }
        let last = games.first { $0.game.state.isOver && GameLine.number(after: $0.game.number) == line.number }
        let next = line.letters.contains(.next) ? last?.game.next(me: .second) : nil
        guard var game = known?.game ?? next else { return (nil, try MessageGame(line), .unknown(line)) }
        let news = try game.read(line)
        return (known?.id, game, news)
    }
}

// MARK: - What we do

extension MessageGame {
    /// We move, into a column from 0.
    package mutating func play(_ column: Int) throws(LineRefusal) {
        guard state == .myTurn else { throw state.isOver ? .over : .notYourTurn }
        guard case .success = game.play(column) else { throw .full }
    }

    /// With the move that we made last we offer a draw.
    mutating func offerDraw() { offerPly = game.moves.count }

    /// We agree to hints and scores.
    mutating func help() { weHelp = true }

    /// We resign, or accept the draw.
    mutating func end(with ending: GameEnding) { self.ending = ending }

    /// Does what a line's letters and perhaps a digit say: "4", "d4", "r", "a", "n4". Returns false if the text is no such answer.
    package mutating func answer(_ text: String) throws(LineRefusal) -> Bool {
        guard let answer = Self.answer(in: text) else { return false }
        if answer.letters.contains(.next) {
            guard state.isOver else { throw .notOver }
            guard line == nil else { throw .notYourTurn }
            self = next(me: .first)
        }
        if let column = answer.column {
            try play(column - 1)
            if answer.letters.contains(.draw), !state.isOver { offerDraw() }
        } else {
            guard state == .myTurn else { throw state.isOver ? .over : .notYourTurn }
            if answer.letters.contains(.accept), !isDrawOffered { throw .noOffer }
            end(with: answer.letters.contains(.accept) ? .drawAgreed : .resignation(of: me))
        }
        if answer.letters.contains(.help) { help() }
        return true
    }

    /// Whether a text is what a player does in a turn.
    package static func isAnswer(_ text: String) -> Bool { answer(in: text) != nil }

    /// What a player does in a turn, as it is typed; nil for anything that is no answer.
    private static func answer(in text: String) -> (letters: Set<GameLine.Letter>, column: Int?)? {
        let words = text.lowercased()
        let letters = words.prefix { !$0.isNumber }.map(GameLine.Letter.init)
        let digits = words.dropFirst(letters.count)
        let known = Set(letters.compactMap(\.self))
        let column = Int(digits)
        guard known.count == letters.count, digits.isEmpty || digits.count == 1 && column.map({ 1...7 ~= $0 }) == true else {
            return nil
        }
        let ends = !known.isDisjoint(with: [.resign, .accept])
        guard ends == digits.isEmpty, !ends || known.isDisjoint(with: [.next, .draw]), !known.isSuperset(of: [.resign, .accept])
        else { return nil }
        return (known, column)
    }
}

// MARK: - As it is stored

extension MessageGame {
    /// What is stored of it besides the moves: the number, and letters, such as "7k2m nht12": it follows another game, we agreed to help, so
    /// did they, and a draw was offered with 12 discs.
    package var text: String {
        let offer = offerPly.map { "d\($0)" } ?? ""
        let letters = (isNext ? "n" : "") + (weHelp ? "h" : "") + (theyHelp ? "t" : "") + offer
        return letters.isEmpty ? number : number + " " + letters
    }

    /// As a stored game.
    package var record: GameRecord {
        var record = GameRecord(
            kind: .message, opponent: friend, isFirst: me == .first, digits: game.digits,
            result: GameResult(of: game, ending: ending), reason: EndingReason(ending))
        (record.message, record.pause) = (text, pause)
        return record
    }

    /// From a stored game; nil if it is another one, or was forgotten.
    package init?(_ record: GameRecord) {
        let words = record.message.split(separator: " ")
        guard record.kind == .message, let number = words.first, let game = try? Game(digits: record.digits) else { return nil }
        self.init(number: String(number), friend: record.opponent, me: record.isFirst ? .first : .second)
        let letters = words.dropFirst().first ?? ""
        (self.game, ending, pause) = (game, GameEnding(record.reason, result: record.result), record.pause)
        (isNext, weHelp, theyHelp) = (letters.contains("n"), letters.contains("h"), letters.contains("t"))
        offerPly = Int(letters.drop { !$0.isNumber })
    }
}

extension Archive {
    /// The games by message that were not forgotten, with their numbers in the archive, the newest first.
    package func messageGames() throws(StorageFailure) -> [(id: Int, game: MessageGame)] {
        try games().compactMap { kept in MessageGame(kept.record).map { (kept.id, $0) } }
    }
}
