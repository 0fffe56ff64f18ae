// Plays card matching by reading the screen: turns every card up once, remembers it, and then takes what matches. It counts points by the
// rules in the manual page, and compares them with the screen.

import Games
import Screen

/// A player of card matching at some screen.
package nonisolated final class CardMatchingPlayer {
    /// What the screen did wrong.
    package struct Surprise: Error, CustomStringConvertible {
        package let description: String
        /// This.
        package init(description: String) { self.description = description }
    }

    /// The points, by the player's own count.
    package private(set) var score = 0
    /// The cards turned, up or back.
    package private(set) var flips = 0

    private let mode: Int
    private let par: Int
    private let press: (Key) throws -> Void
    /// The screen's rows, once the condition holds for them.
    private let read: ((_ condition: ([String]) -> Bool) throws -> [String])
    private var known: [String?]
    private var left: Set<Int>
    private var up: [Int] = []
    private var cursor = 0
    private var sentence = ""

    /// At a new game of `count` cards, of which `mode` are compared.
    package init(
        count: Int, mode: Int, press: @escaping (Key) throws -> Void, read: @escaping (([String]) -> Bool) throws -> [String]
    ) {
        self.mode = mode
        par = CardMatchingGame.Mode(mode)?.par(of: count) ?? 0
        self.press = press
        self.read = read
        known = Array(repeating: nil, count: count)
        left = Set(0..<count)
    }

    /// Plays to the end; returns the sentence that says so.
    @discardableResult package func play() throws -> String {
        // It may end with cards that were never seen.
        while !Self.isEnd(sentence), let next = choice() { try flip(next) }
        let last = try read { $0.contains(where: Self.isEnd) }
        return last.first(where: Self.isEnd) ?? ""
    }

    /// Whether a row says how the game ended: with the score as a sentence.
    private static func isEnd(_ row: String) -> Bool {
        row.contains(/Against par [+−-]?[0-9]+\./)
    }

    /// The next card to turn; nil where nothing is left that matches.
    private func choice() -> Int? {
        let down = left.subtracting(up).sorted()
        if let unknown = down.first(where: { known[$0] == nil }), up.count < mode { return unknown }
        let all = left.sorted()
        if mode == 4 { return group(in: all).flatMap(next) }
        guard left.count >= mode, let pair = pair(in: all) else { return nil }
        return next(in: Array((pair + all.filter { !pair.contains($0) }).prefix(mode)))
    }

    /// What is up and not in the plan goes back first.
    private func next(in plan: [Int]) -> Int? { up.first { !plan.contains($0) } ?? plan.first { !up.contains($0) } }

    /// Four of one rank or suit.
    private func group(in places: [Int]) -> [Int]? {
        for one in places {
            guard let card = known[one] else { continue }
            let ranks = places.filter { known[$0]?.dropLast() == card.dropLast() }
            let suits = places.filter { known[$0]?.last == card.last }
            if let group = [ranks, suits].first(where: { $0.count >= 4 }) { return Array(group.prefix(4)) }
        }
        return nil
    }

    private func pair(in places: [Int]) -> [Int]? {
        for one in places {
            for other in places where other > one {
                if let first = known[one], let second = known[other], points([first, second]) > 0 { return [one, other] }
            }
        }
        return nil
    }

    /// 4 for every pair of one rank, 1 for every other pair of one suit; of four cards, only if all share a rank or a suit.
    private func points(_ cards: [String]) -> Int {
        let isGroup = Set(cards.map { $0.dropLast() }).count == 1 || Set(cards.map(\.last)).count == 1
        if cards.count == 4, !isGroup { return 0 }
        var points = 0
        for (index, one) in cards.enumerated() {
            for other in cards[..<index] {
                points += one.dropLast() == other.dropLast() ? 4 : one.last == other.last ? 1 : 0
            }
        }
        return points
    }

    private func flip(_ index: Int) throws {
        // The cursor passes over the cards that are out.
        while let next = left.filter({ $0 > cursor }).min(), cursor < index { try press(.right); cursor = next }
        while let next = left.filter({ $0 < cursor }).max(), cursor > index { try press(.left); cursor = next }
        try press(.enter)
        flips += 1
        // Until the end is said a flip leaves its sentence, and no two in a row are the same.
        let rows = try read { rows in
            let standing = self.standing(in: rows)
            let isCounted = standing.contains("Flips \(self.flips) ") || !standing.contains("Flips ")
            return isCounted && self.said(in: rows) != self.sentence
        }
        sentence = said(in: rows)
        try note(index, rows)
        guard shows(score, in: rows) else {
            throw Surprise(description: "not \(score) points:\n" + rows.joined(separator: "\n"))
        }
    }

    /// The row that says how the player stands: the first, where the flips may have no room, or one above the cards.
    private func standing(in rows: [String]) -> String { (rows.first { $0.contains("Against par ") } ?? "") + " " }

    /// Whether the screen shows these points, compared with par.
    private func shows(_ score: Int, in rows: [String]) -> Bool {
        standing(in: rows).replacing("−", with: "-").contains(words(for: score).replacing("−", with: "-") + " ")
    }

    /// How the table's title line says this best score.
    package func best(_ score: Int) -> String { "Best " + number(for: score) }

    /// How the screen says these points in a sentence.
    package func words(for score: Int) -> String {
        "Against par " + number(for: score)
    }

    /// The same as a number.
    package func number(for score: Int) -> String {
        "\(score > par ? "+" : score < par ? "−" : "")\((score - par).magnitude)"
    }

    /// What the screen says happened; how the game ended, at the end.
    private func said(in rows: [String]) -> String {
        let signs = ["You turned ", "Turned ", "Matched ", " do not match", " point.", " points."]
        return rows.first { row in Self.isEnd(row) || signs.contains { row.contains($0) } } ?? ""
    }

    private func note(_ index: Int, _ rows: [String]) throws {
        let words = sentence.split(separator: " ").map(String.init)
        if up.contains(index) {
            up.removeAll { $0 == index }
            guard sentence.contains("Turned \(known[index] ?? "") back.") else { throw Surprise(description: sentence) }
            return
        }
        if words.first == "You" { known[index] = String(words[2].dropLast()) }
        if let end = words.firstIndex(of: "do") { known[index] = words[end - 1] }
        if words.first == "Matched", let end = words.firstIndex(of: "for") { known[index] = words[end - 1] }
        // Where the screen has no room for the sentence: the cards, a colon and the points.
        let isShort =
            !Self.isEnd(sentence) && words.first != "Matched" && !words.contains("do") && words.contains { $0.hasPrefix("point") }
        if isShort, let last = words.first(where: { $0.hasSuffix(":") }) { known[index] = String(last.dropLast()) }
        score -= 1
        up.append(index)
        guard up.count == mode else { return }
        // Where there is no room for both, the end is said in place of what made it.
        if known[index] == nil { return try accept(rows) }
        let made = points(up.compactMap { known[$0] })
        if isShort || words.first == "Matched" || words.contains("do") {
            let long = made > 0 ? " for \(made) point" : " do not match: 2 points lost."
            let expected = isShort ? ": \(made > 0 ? made : -2) point" : long
            guard sentence.replacing("−", with: "-").contains(expected) else {
                throw Surprise(description: "\(sentence) is not\(expected)")
            }
        }
        score += made > 0 ? made : -1
        left.subtract(made > 0 ? up : [])
        up = made > 0 ? [] : [index]
    }

    /// Takes the score that is shown after the last card, if any card could have made it.
    private func accept(_ rows: [String]) throws {
        let shown = (0...mode * (mode - 1) * 2).map { $0 == 0 ? -1 : $0 }.first { shows(score + $0, in: rows) }
        guard let shown else {
            throw Surprise(description: "no card makes the last score of \(score):\n" + rows.joined(separator: "\n"))
        }
        score += shown
    }
}
