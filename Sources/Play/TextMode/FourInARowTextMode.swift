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

    /// Waits for the computer's move, its answer and a hint.
    func holdsInput(isTyped: Bool) -> Bool {
        let scene = scene
        let isThinking = scene.opponent.kind == .computer && scene.state == .yourTurn && !scene.isOver
        let waits = (isThinking && !(isTyped && scene.opponent.isSlow)) || (insight.isAwaited && !(isTyped && insight.isSlow))
        let isTold = !story.isAwaited || isTyped
        let isAsked = scene.opponent.kind == .computer && scene.consent.asked != nil
        return ignoresKeys || waits || !isTold || isAsked && !isTyped
    }
}

/// What text mode says and does in a game.
struct FourInARowTextMode {
    unowned let game: FourInARowViewController

    private var scene: MatchScene { game.scene }

    /// The title, with “the computer” instead of the name of its level.
    var title: String {
        if scene.isShared { return game.title }
        if case .computer(let level) = game.words {
            return tr("You and the computer, level {number}: {name}", ["number": level.rawValue, "name": level.name])
        }
        return tr("{name} and {other}", ["name": names.mine, "other": nameWithin(scene.me.other)])
    }

    /// The moves, whose turn it is, and what the player has turned on.
    var announcement: Announcement {
        Announcement(
            chapter: scene.series.begun, beginning: tr("A new game."), events: scene.game.spokenMoves(from: 0, name),
            state: label,
            isPassing: !scene.isShared && !scene.isOver && scene.state == .yourTurn && !scene.isMoveUnread
                && !scene.isTimeUpUnlessMoved,
            sentences: [clockWords, fourWords, lineWords, seriesWords, scoreWords].compactMap { $0 } + game.captions.story.lines
                + threatWords
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
                let isAway = scene.search != nil && game.captions.isSearchAbove && !scene.isMoveUnread
                return announcement.events.suffix(1) + [isAway ? together([label, game.captions.label.withFullStop]) : label]
            },
            TextModeCommand("time", help: tr("Say how much time is left.")) { _, _ in
                let times = [scene.me, scene.me.other].map { labelled(name(of: $0), game.captions.clock(of: $0)) }
                return scene.timeLeft(of: scene.me) == nil
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
            TextModeCommand("resign", help: scene.isTrial ? "" : tr("Resign. You are asked first.")) { _, _ in
                guard game.mayResign else { return [TextModeWords.notNow] }
                game.askWhetherToResign()
                return []
            },
            TextModeCommand("u", "undo", help: game.words.undoHelp) { _, _ in command(.character("u")) },
            TextModeCommand("replay", "r", help: game.words.replayHelp) { _, _ in command(.character("r")) },
        ] + boardCommands.list + (scene.opponent.message == nil ? [] : [.readingLines(on: game.navigator)])
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

    /// A question has to be answered first, but for those that do not stand in the way of a move.
    private func drop(intoColumnCalled name: String) -> [String] {
        guard let column = Int(name) else { return [] }
        if scene.state.isOver { return [TextModeWords.notNow] }
        if let prompt = game.prompt, !game.mayMoveNow { return [TextModeWords.answers(prompt)] }
        game.addDisc(toColumn: column - 1)
        return []
    }

    // MARK: Words

    /// “The computer” instead of the name of its level.
    private var names: (mine: String, yours: String) {
        let names = game.words.names(scene.opponent.shownName)
        return game.words.isComputer ? (names.mine, tr("The computer")) : names
    }

    /// A word that is no name, within a sentence.
    private static func small(_ word: String) -> String { word.prefix(1).lowercased() + word.dropFirst() }

    /// The same within a sentence.
    private func nameWithin(_ player: Player) -> String {
        if scene.isShared || scene.isWatched { return name(of: player) }
        return player == scene.me
            ? Self.small(names.mine)
            : game.words.isComputer ? tr("the computer") : scene.opponent.isNamed ? names.yours : Self.small(names.yours)
    }

    private func name(of player: Player) -> String { player == scene.me ? names.mine : names.yours }

    private var boardCommands: BoardCommands {
        BoardCommands(
            game: { [unowned game] in game.scene.game }, name: name, nameWithin: nameWithin)
    }

    private var label: String {
        if let search = scene.search, search.lostMove == nil {
            let captions = game.captions
            if captions.isSearchAbove, scene.isMoveUnread { return captions.willSee(.max) }
            let loss = together([captions.loss, captions.clockNews])
            let sentence =
                scene.isResuming ? together([loss, captions.searching]) : tr("{loss} Reconnecting…", ["loss": loss])
            // Whose turn it is was said before.
            return scene.state.isOver ? together([captions.result(width: .max).withFullStop, sentence]) : sentence
        }
        return scene.isCutOff && !scene.isOver
            ? tr("{loss} Reconnecting…", ["loss": game.captions.loss]) : game.captions.label.withFullStop
    }

    /// How much time players have, and when little is left.
    private var clockWords: String? {
        guard let control = scene.timeControl, !scene.isWatched else { return nil }
        guard !scene.isOver, scene.state == .myTurn, let left = scene.timeLeft(of: scene.me), left <= 30_000 else {
            return scene.game.moves.isEmpty ? control.sentence : nil
        }
        return left <= 10_000 ? tr("You have 10 seconds left.") : tr("You have 30 seconds left.")
    }

    /// The line that tells a friend of the end; before it a question has the line.
    private var lineWords: String? { scene.state.isOver ? scene.opponent.linesToSend.first : nil }

    /// Where the four in a row are.
    private var fourWords: String? { scene.state.isOver ? scene.game.spokenFour : nil }

    /// The score of the series, once a game has ended.
    private var seriesWords: String? {
        let tally = scene.series.tally
        if tally.games == 0 { return nil }
        return OpponentWords.score(tally, nameWithin(scene.me), nameWithin(scene.me.other))
    }

    /// The scores of the columns, while they are shown.
    private var scoreWords: String? {
        game.insight.showsScores ? game.insight.scores.map(Insight.spoken) : nil
    }

    /// A win on the next move, the threats and which is decisive, while they are marked.
    private var threatWords: [String] {
        let insight = game.insight
        guard insight.showsThreats, !scene.state.isOver else { return [] }
        let threats = scene.game.position.threats()
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
