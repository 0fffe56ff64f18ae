// Four in a Row in text mode: moves and turns are announced, and commands read out the board.

import Engine
import Language
import Screen
import Session

extension FourInARowViewController {
    var spokenTitle: String { FourInARowTextMode(game: self).title }
    var announcement: Announcement { FourInARowTextMode(game: self).announcement }
    var commands: [TextModeCommand] { FourInARowTextMode(game: self).commands }
    func meaning(of word: String) -> String? { noColumn(word) }

    /// Waits for the computer's move and for a hint.
    func holdsInput(isTyped: Bool) -> Bool {
        let isThinking = match.opponent.kind == .computer && gameState == .yourTurn && !match.isOver
        let waits = (isThinking && !(isTyped && match.opponent.isSlow)) || (insight.isAwaited && !(isTyped && insight.isSlow))
        return ignoresKeys || waits
    }
}

/// What text mode says and does in a game.
struct FourInARowTextMode {
    unowned let game: FourInARowViewController

    private var match: Match { game.match }

    /// The title, with “the computer” instead of the name of its level.
    var title: String {
        if match.isShared { return game.title }
        if case .computer(let level) = game.words {
            return tr("You and the computer, level {number}: {name}", ["number": level.rawValue, "name": level.name])
        }
        return tr("{name} and {other}", ["name": names.mine, "other": nameWithin(match.me.other)])
    }

    /// The moves, whose turn it is, and what the player has turned on.
    var announcement: Announcement {
        Announcement(
            chapter: match.begun, beginning: tr("A new game."), events: match.game.spokenMoves(from: 0, name), state: label,
            isPassing: !match.isShared && !match.isOver && match.state == .yourTurn,
            sentences: [clockWords, fourWords, seriesWords, scoreWords].compactMap { $0 } + threatWords
                + game.notes.map(\.sentence))
    }

    /// The commands.
    var commands: [TextModeCommand] {
        let columns = Board.columns.map { String($0 + 1) }
        return [
            TextModeCommand("1", "2", "3", "4", "5", "6", "7", help: tr("Drop a disc into that column.")) {
                name, _ in drop(intoColumnCalled: name)
            },
            TextModeCommand("s", argument: "4", help: tr("Say what is in a column, from the bottom.")) {
                _, argument in
                guard let column = columns.firstIndex(of: argument) else {
                    return game.prompt == nil ? [tr("Columns are 1 to 7.")] : command(.character("s"))
                }
                return boardCommands.words(ofColumn: column)
            },
            TextModeCommand("l", "last", help: tr("Say the last move and whose turn it is.")) { _, _ in
                announcement.events.suffix(1) + [label]
            },
            TextModeCommand("time", help: tr("Say how much time is left.")) { _, _ in
                let times = [match.me, match.me.other].map { labelled(name(of: $0), game.captions.clock(of: $0)) }
                return match.timeLeft(of: match.me) == nil
                    ? [tr("There is no clock in this game.")] : [separated(times).withFullStop]
            },
            TextModeCommand("t", "threats", help: tr("Turn threats on or off.")) { _, _ in
                toggle(.character("t"), on: tr("Threats on."), off: tr("Threats off.")) { game.insight.showsThreats }
            },
            TextModeCommand("h", "hint", help: tr("Name the best columns and say what they lead to.")) { _, _ in
                command(.character("h"))
            },
            TextModeCommand("scores", "e", help: tr("Turn column scores on or off.")) { _, _ in
                toggle(.character("e"), on: tr("Column scores on."), off: tr("Column scores off.")) { game.insight.showsScores }
            },
            TextModeCommand("draw", help: tr("Offer a draw, or agree to one.")) { _, _ in command(.character("d")) },
            TextModeCommand("resign", help: tr("Ask whether to resign or to leave.")) { _, _ in
                game.askWhetherToLeave()
                return []
            },
            TextModeCommand("u", "undo", help: game.words.undoHelp) { _, _ in command(.character("u")) },
            TextModeCommand("replay", "r", help: game.words.replayHelp) { _, _ in command(.character("r")) },
        ] + boardCommands.list
    }

    /// Presses a key of the screen, if it is available.
    private func command(_ key: Key) -> [String] {
        guard game.bindings.contains(where: { $0.keys.contains(key) && $0.isAvailable() }) else { return [TextModeWords.notNow] }
        game.navigator.press(key)
        return []
    }

    /// Presses a key that turns something on or off, and says which.
    private func toggle(_ key: Key, on: String, off: String, isOn: () -> Bool) -> [String] {
        let wasOn = isOn()
        let answer = command(key)
        return wasOn == isOn() ? answer : answer + [wasOn ? off : on]
    }

    /// A question has to be answered first.
    private func drop(intoColumnCalled name: String) -> [String] {
        guard let column = Int(name) else { return [] }
        if match.state.isOver { return [TextModeWords.notNow] }
        if let prompt = game.prompt { return [TextModeWords.answers(prompt)] }
        game.addDisc(toColumn: column - 1)
        return []
    }

    // MARK: Words

    /// “The computer” instead of the name of its level.
    private var names: (mine: String, yours: String) {
        let names = game.words.names(match.opponent.shownName)
        return game.words.isComputer ? (names.mine, tr("The computer")) : names
    }

    /// A word that is no name, within a sentence.
    private static func small(_ word: String) -> String { word.prefix(1).lowercased() + word.dropFirst() }

    /// The same within a sentence.
    private func nameWithin(_ player: Player) -> String {
        if match.isShared || match.isWatched { return name(of: player) }
        return player == match.me
            ? Self.small(names.mine)
            : game.words.isComputer ? tr("the computer") : match.opponent.isNamed ? names.yours : Self.small(names.yours)
    }

    private func name(of player: Player) -> String { player == match.me ? names.mine : names.yours }

    private var boardCommands: BoardCommands {
        BoardCommands(
            game: { [unowned game] in game.match.game }, name: name, nameWithin: nameWithin)
    }

    private var label: String {
        if let reconnecting = match.reconnection {
            let loss = game.captions.loss(in: reconnecting, columns: .max)
            return reconnecting.lostMove == nil ? tr("{loss} Reconnecting…", ["loss": loss]) : loss
        }
        return game.captions.label.withFullStop
    }

    /// How much time players have, and when little is left.
    private var clockWords: String? {
        guard let control = match.timeControl, match.timeLeft(of: match.me) != nil else { return nil }
        guard !match.isOver, match.state == .myTurn, let left = match.timeLeft(of: match.me), left <= 30_000 else {
            return match.game.moves.isEmpty ? control.sentence : nil
        }
        return left <= 10_000 ? tr("You have 10 seconds left.") : tr("You have 30 seconds left.")
    }

    /// Where the four in a row are.
    private var fourWords: String? { match.state.isOver ? match.game.spokenFour : nil }

    /// The score of the series, once a game has ended.
    private var seriesWords: String? {
        let tally = match.tally
        if tally.games == 0 { return nil }
        let (mine, yours) = (nameWithin(match.me), nameWithin(match.me.other))
        if tally.drawn == 0 {
            return tr(
                "Score: {name} {won}, {other} {lost}.", ["name": mine, "won": tally.won, "other": yours, "lost": tally.lost])
        }
        return tr(
            "Score: {name} {won}, {other} {lost}, drawn {drawn}.",
            ["name": mine, "won": tally.won, "other": yours, "lost": tally.lost, "drawn": tally.drawn])
    }

    /// The scores of the columns, while they are shown.
    private var scoreWords: String? {
        game.insight.showsScores ? game.insight.scores.map(Insight.spoken) : nil
    }

    /// A win on the next move, the threats and which is decisive, while they are marked.
    private var threatWords: [String] {
        let insight = game.insight
        guard insight.showsThreats, !match.state.isOver else { return [] }
        let threats = match.game.position.threats()
        if threats.isEmpty { return [tr("No threats.")] }
        let words = Player.allCases.compactMap { player -> String? in
            let squares = threats.filter { $0.player == player }.map(\.square.words)
            return squares.isEmpty ? nil : labelled(name(of: player), squares.joined(separator: tr("; "))).withFullStop
        }
        let verdict =
            insight.decidingThreat.map { tr("Decisive: {square}.", ["square": $0.square.words]) }
            ?? (insight.isNoneDecisive ? tr("None of the threats is decisive.") : nil)
        return [insight.nextWinSentence, together([tr("Threats.")] + words), verdict].compactMap { $0 }
    }
}

extension Insight {
    /// The scores of the columns.
    static func spoken(_ scores: [Score?]) -> String {
        let words = Board.columns.compactMap { column in
            scores[column].map { tr("column {column}: {score}", ["column": column + 1, "score": spoken($0)]) }
        }
        return tr("Scores: {list}.", ["list": separated(words)])
    }
}
