// What the engine shows of a position: hints, column scores and threats. It asks the engine when they are needed, and forgets the
// answers when the position changes.

import Engine
import Language
import Screen
import Session

/// What the engine shows of the position in a match.
final class Insight {
    /// A mark on an empty square: a threat.
    struct Mark: Equatable {
        /// '+' yellow's, 'x' or '-' red's, '#' both players'; '!' the decisive one.
        let sign: Unicode.Scalar
        let role: Role
    }

    /// Whether column scores are shown, in every position.
    private(set) var showsScores = false
    /// Whether threats are marked.
    private(set) var showsThreats = false
    /// The column scores of this position, once they are known.
    private(set) var scores: [Score?]?
    /// The columns that a hint marked: those that are better than others.
    private(set) var hinted: [Int] = []
    /// What is said beside the disc above the board until the position changes; empty for nothing.
    private var advice = ""
    /// Why the disc above this column is good advice; nil without.
    private var merit: (column: Int, sentence: String)?
    /// What the columns lead to, as far as it was asked for.
    private var verdicts: [Int: [String]] = [:]
    /// Told of a hint's best columns; returns the one of them above which the disc hangs then.
    var didHint: ([Int]) -> Int? = { $0.first }
    /// The marks on empty squares.
    private(set) var marks: [Square: Mark] = [:]
    /// Whether the engine has been busy for so long that the player should be told.
    private(set) var isSlow = false

    private let look: () -> MatchScene
    private let analysis: Analysis
    private let navigator: Navigator
    /// Whether a hint was asked for and is not here yet.
    private var isHintAwaited = false
    /// Whether the player still has to read which threat is decisive.
    private var isVerdictAwaited = false
    /// Runs until the engine counts as slow; nil while it is not asked.
    private var timeout: Cancellable?

    /// About how many moves the opening book covers.
    private static let bookMoves = 12

    /// About the position in the match that is to be seen with `look`.
    init(into look: @escaping () -> MatchScene, analysis: Analysis, navigator: Navigator) {
        self.look = look
        self.analysis = analysis
        self.navigator = navigator
    }

    private var scene: MatchScene { look() }
    private var words: OpponentWords { OpponentWords(for: scene) }

    /// Whether the engine is asked.
    var isAwaited: Bool { timeout != nil }

    /// The text below a column: its score or a hint's mark; nil where there is none.
    func baseText(of column: Int) -> BaseText? {
        if showsScores, let scores {
            let score = scores[column]
            var text = Self.baseText(of: score, of: column, isLit: best != nil && score == best)
            // Where a column is wide enough, the sign has a gap before it, and behind it how soon the game ends.
            guard BoardSize(in: navigator.area).pitch.width > 5, let score else { return text }
            text.text += scene.game.position.discsToEnd(with: score).map { String($0) } ?? ""
            text.text.insert(" ", at: text.text.index(after: text.text.startIndex))
            return text
        }
        return hinted.contains(column) ? BaseText(text: "\(column + 1)*", isLit: true) : nil
    }

    /// What the number behind a sign means, told of the first column that has one; nil where none has.
    var example: String? {
        guard let score = scores?.lazy.compactMap({ $0 }).first(where: { $0 != 0 }) else { return nil }
        // Translators: a line of its own under “▲ wins” and “▼ loses”: “▲19 in 19 moves”.
        return scene.game.position.discsToEnd(with: score).map {
            trn("{sign}{count} in {count} move", "{sign}{count} in {count} moves", $0, ["sign": Self.sign(of: score)])
        }
    }

    /// What is said beside the disc above a column, the longest form first: what the player asked for, or while scores are shown what the column
    /// leads to, and why; while threats are shown, what they mean; and before the first move who is yellow, and that clocks wait for it.
    func words(on column: Int) -> [String] {
        if !advice.isEmpty {
            let reason = merit.flatMap { $0.column == column ? $0.sentence : nil }
            return [together([advice, reason].compactMap(\.self))] + [advice, reason].compactMap(\.self)
        }
        // While the opponent is to move, they are the opponent's, and the column is not.
        if showsScores { return scene.isOurTurn ? words(of: scores?[column] ?? nil, on: column) : [] }
        if showsThreats { return scene.isOurTurn ? [threatSentence, nextWinSentence ?? shortThreats] : [] }
        let start = [whoIsYellow, clockStart].compactMap(\.self)
        return start.count > 1 ? [together(start)] + start : start
    }

    /// Who is yellow, before the first disc of a network game; nil where there is no room for it.
    var whoIsYellow: String? {
        let scene = scene
        guard scene.opponent.isPeer, !scene.isWatched, scene.game.moves.isEmpty, scene.series.tally.games == 0 else { return nil }
        let sentence = OpponentWords.whoIsYellow(isFirst: scene.isYellowFirst)
        return navigator.listener == nil && fitsBeside(sentence) ? sentence : nil
    }

    /// What starts the clock, before the first disc; nil without clocks, or where that comes at once.
    private var clockStart: String? {
        let scene = scene
        guard !scene.left.isEmpty, scene.game.moves.isEmpty, !scene.isWatched else { return nil }
        if scene.isOurTurn { return tr("The clock starts with your first disc.") }
        let name: Fillings = ["name": scene.opponent.shownName]
        return scene.opponent.isPeer ? tr("Your clock starts with {name}'s first disc.", name) : nil
    }

    /// What a column of this score leads to, and why, the longest form first.
    private func words(of score: Score?, on column: Int) -> [String] {
        guard let score else { return [] }
        if let known = verdicts[column] { return known }
        let prospect = scene.game.position.prospect(with: score)
        let sentence = prospect.sentence(on: column)
        let words = (reason(for: column).map { [together([sentence, $0])] } ?? []) + [sentence, prospect.outlook]
        verdicts[column] = words
        return words
    }

    /// Another column was chosen. Returns whether something is said beside the disc above it.
    func columnDidChange() -> Bool {
        if showsScores { advice = "" }
        return showsScores || showsThreats || !advice.isEmpty || clockStart != nil || whoIsYellow != nil
    }

    /// Why a column is one of the best, or what the other player does if it is taken, as far as the board shows that soon.
    private func reason(for column: Int) -> String? {
        guard let scores, let score = scores[column], scene.isOurTurn else { return nil }
        let position = scene.game.position
        if score == best {
            // What is vague praises no disc that loses.
            return position.tellingMerit(of: column).flatMap { $0.isVague && score < 0 ? nil : $0.meritSentence }
        }
        let names = [position.player, position.player.other].map { words.name(of: $0, in: scene) }
        let reason = Judgement(column: column, scores: scores, in: position).reason
        return reason.flatMap { $0.isWarning ? $0.sentence(of: names[0], against: names[1]) : nil }
    }

    // MARK: What the player asks for

    /// Shows the best columns and what they lead to.
    func showHint() {
        guard scene.isShared || scene.state == .myTurn else { return show(tr("It's not your turn.")) }
        isHintAwaited = true
        if let scores { didScore(scores) } else { askForScores() }
    }

    /// Says after an undo that it was done, and how to redo it, where nothing else is said beside the disc above the board.
    func sayTakenBack() {
        let sentence = scene.mayRedo ? tr("Taken back. Y plays it again.") : tr("Taken back.")
        if !showsScores, !showsThreats, navigator.listener == nil, fitsBeside(sentence) { say(sentence) }
    }

    /// Shows or hides the column scores.
    func toggleScores() {
        showsScores.toggle()
        if scores == nil { askIfNeeded() }
        // Before the engine has answered nothing else is seen of it.
        if scores == nil, !scene.isOurTurn, navigator.listener == nil {
            show(showsScores ? tr("Scores on.") : tr("Scores off."))
        }
        // Beside the disc above the chosen column stands what it means, where there is room.
        if showsScores && !scene.state.isOver && navigator.canvas.size.width < 40 {
            show(tr("▲ wins, = draws, ▼ loses"))
        }
        navigator.setNeedsDisplay()
    }

    /// Shows or hides threats.
    func toggleThreats() {
        showsThreats.toggle()
        advice = ""
        markThreats()
        isVerdictAwaited = showsThreats
        if needsVerdict { askIfNeeded() } else { explainThreats() }
        if !showsThreats && navigator.listener == nil { show(tr("Threats off.")) }
        navigator.setNeedsDisplay()
    }

    /// Hides scores and threats.
    func close() { (showsScores, showsThreats) = (false, false) }

    // MARK: The position

    /// Another position is on the board.
    func positionDidChange() {
        forget()
        askIfNeeded()
    }

    /// Forgets everything about the last position.
    func forget() {
        if showsScores && scores != nil || showsThreats || !hinted.isEmpty || !advice.isEmpty { navigator.setNeedsDisplay() }
        analysis.forgetScores()
        settle()
        scores = nil
        (hinted, advice, verdicts) = ([], "", [:])
        (isHintAwaited, isVerdictAwaited) = (false, false)
        markThreats()
    }

    /// Stops the engine.
    func stop() { analysis.stop() }

    /// Says a hint until the position changes, and what explains it where there is room: beside the disc above the board. On a small screen it
    /// stands where messages do, until a key is pressed; there only the reason is said, since the column is marked.
    private func say(_ sentence: String, because reason: (column: Int, sentence: String)? = nil) {
        (advice, merit) = (navigator.listener == nil && fitsBeside(sentence) ? sentence : "", reason)
        if !advice.isEmpty { return navigator.setNeedsDisplay() }
        let both = together([sentence, reason?.sentence].compactMap(\.self))
        show(navigator.listener == nil ? reason?.sentence ?? sentence : both)
    }

    /// Whether there is room for a sentence beside the disc above any column.
    private func fitsBeside(_ sentence: String) -> Bool {
        let place = BoardLayout(in: navigator.area).besideDisc(above: Board.columns.count / 2, in: navigator.canvas.size.width)
        return TextWidth.wrap(sentence, to: place.width).count <= place.height
    }

    /// Shows a message until the position changes, or a key is pressed.
    private func show(_ sentence: String) {
        let moves = scene.game.moves
        navigator.show(alert: sentence) { [weak self] in self?.scene.game.moves == moves }
    }
}

// MARK: - The engine

extension Insight {
    /// Tells the player that the opening book is missing, if that is why the engine or the computer is slow.
    func explainSlowness() {
        let isSearching = isSlow || scene.opponent.isSlow && words.isPerfect
        guard isSearching, scene.game.moves.count < Self.bookMoves, !navigator.environment.hasOpeningBook else { return }
        navigator.show(alert: OpponentWords.noBook) { [weak self] in self?.isSlow == true || self?.scene.opponent.isSlow == true }
    }

    /// Asks for the scores where they are shown, or needed to tell which threat is decisive.
    private func askIfNeeded() {
        guard showsScores || needsVerdict, !scene.state.isOver, !scene.isOver else { return }
        askForScores()
    }

    private func askForScores() {
        settle()
        timeout = navigator.environment.after(milliseconds: ComputerOpponent.promptness) { [weak self] in
            guard let self else { return }
            isSlow = true
            navigator.setNeedsDisplay()
            explainSlowness()
        }
        analysis.scores(of: scene.game.position) { [weak self] in self?.didScore($0) }
    }

    private func didScore(_ scores: [Score?]) {
        self.scores = scores
        settle()
        let position = scene.game.position
        if isHintAwaited, let hint = Hint(scores: scores, of: position) {
            isHintAwaited = false
            // Where nothing is better, the middle is.
            hinted = hint.marked.isEmpty ? Array(hint.columns.sorted(by: Board.isNearerMiddle).prefix(1)) : hint.marked
            let chosen = didHint(hinted)
            // Of several columns it is said beside the disc above the chosen one. Nobody sees that in text mode.
            let isClear = hint.hasOthers && (hint.columns.count == 1 || !hint.marked.isEmpty && navigator.listener == nil)
            let reason = hint.nextWin == nil && isClear ? chosen.flatMap { position.tellingMerit(of: $0)?.meritSentence } : nil
            say(
                hint.sentence { words.winner(isMine: $0 == scene.me, scene.opponent.shownName) },
                because: chosen.flatMap { column in reason.map { (column, $0) } })
        }
        markThreats()
        explainThreats()
        navigator.setNeedsDisplay()
    }

    /// The engine is no longer asked.
    private func settle() {
        timeout?.cancel()
        timeout = nil
        isSlow = false
    }
}

// MARK: - Threats

extension Insight {
    /// Whether the scores are needed to tell which threat is decisive.
    private var needsVerdict: Bool { showsThreats && scores == nil && scene.game.position.waitingThreat() != nil }

    /// The decisive threat, if the scores are known.
    var decidingThreat: Threat? { best.flatMap(scene.game.position.decidingThreat) }

    /// Whether no threat is decisive for sure: the game is a draw.
    var isNoneDecisive: Bool { best == 0 }

    private var best: Score? { scores?.compactMap { $0 }.max() }

    /// The win on the next move in a sentence, if there is one.
    var nextWinSentence: String? {
        let position = scene.game.position
        return position.nextWin.map {
            $0.sentence(
                words.winner(isMine: $0.player == scene.me, scene.opponent.shownName), isNow: $0.player == position.player)
        }
    }

    /// `nextWinSentence` for a narrow screen: the mark of the winner, and the columns.
    private var shortNextWin: String? {
        scene.game.position.nextWin.map {
            let mark = $0.player == scene.me ? "+" : navigator.glyphs.theirThreat
            return tr("{mark} wins next: {columns}", ["mark": mark, "columns": separated($0.columns.map { String($0 + 1) })])
        }
    }

    /// What the marks mean, or that one of them is decisive, in few words, or that there are none.
    private var shortThreats: String {
        if marks.isEmpty { return tr("No threats.") }
        return decidingThreat == nil ? words.threatMarks(navigator.glyphs) : tr("! decides the game.")
    }

    private func markThreats() {
        marks = [:]
        guard showsThreats, !scene.state.isOver else { return }
        let deciding = decidingThreat
        for threat in scene.game.position.threats() {
            let isMine = threat.player == scene.me
            if let deciding, deciding.square == threat.square {
                marks[threat.square] = Mark(sign: "!", role: deciding.player == scene.yellow ? .yellow : .red)
            } else if marks[threat.square] != nil {
                marks[threat.square] = Mark(sign: "#", role: .plain)
            } else {
                marks[threat.square] = Mark(
                    sign: isMine ? "+" : navigator.glyphs.theirThreat,
                    role: threat.player == scene.yellow ? .yellow : .red)
            }
        }
    }

    /// Explains the marks once, and says which threat is decisive, where that does not stand beside the disc above the board: with scores, what the
    /// column leads to stays there. Text mode lists the threats itself.
    private func explainThreats() {
        guard isVerdictAwaited else { return }
        isVerdictAwaited = false
        // That there are none stands beside the board.
        if isLegendBeside, marks.isEmpty { return }
        if navigator.listener == nil, showsScores || !scene.isOurTurn || !fitsBeside(threatSentence) { show(threatSentence) }
    }

    /// Who wins next, what the marks mean, and which threat is decisive.
    var threatSentence: String {
        // Two lines would cover the board.
        let isTight = navigator.canvas.size.width < 60
        if isTight { return shortNextWin ?? shortThreats }
        if marks.isEmpty { return tr("No threats: no empty square completes four in a row.") }
        let legend = tr("Threats: {marks}.", ["marks": words.threatMarks(navigator.glyphs)])
        let meaning =
            if let threat = decidingThreat {
                [words.decides(threat, isMine: threat.player == scene.me, scene.opponent.shownName)]
            } else {
                (isLegendBeside ? [] : [legend])
                    + (isNoneDecisive ? [tr("None of the threats is decisive.")] : [])
            }
        let sentences = (nextWinSentence.map { [$0] } ?? []) + meaning
        return sentences.isEmpty ? legend : together(sentences)
    }

    /// Whether what the marks mean stands beside the board.
    private var isLegendBeside: Bool { navigator.listener == nil && navigator.canvas.size.width >= 80 }
}

// MARK: - Scores as text

extension Insight {
    /// A score in words: "plus 5".
    static func spoken(_ score: Score) -> String {
        if score == 0 { return "0" }
        return score > 0 ? tr("plus {number}", ["number": score]) : tr("minus {number}", ["number": -score])
    }

    /// What a score means and what another means: "▲ → =", or "▲" if that is the same.
    static func change(from before: Score, to after: Score) -> String {
        let signs = (before: sign(of: before), after: sign(of: after))
        return signs.before == signs.after ? isolated(signs.after) : becoming(signs.before, signs.after)
    }

    /// A column's number, and beside it what its score means for the player to move.
    static func baseText(of score: Score?, of column: Int, isLit: Bool) -> BaseText {
        guard let score else { return BaseText(text: "\(column + 1)") }
        let role: Role? = score > 0 ? .winsBelow : score < 0 ? .losesBelow : nil
        return BaseText(text: "\(column + 1)" + sign(of: score), isLit: isLit, sign: role)
    }

    /// What a score means for the player: a win, a draw or a loss.
    static func sign(of score: Score) -> String { score > 0 ? "▲" : score < 0 ? "▼" : "=" }

    /// The sign of a score with the number of the winner's last move. A win with the fourth disc has a score of 18.
    static func outcome(of score: Score) -> String { sign(of: score) + (score == 0 ? "" : String(22 - abs(score))) }

    /// The help note that explains the signs, or to those who listen the words.
    static func notes(isHeard: Bool) -> [HelpNote] {
        let sentence =
            isHeard
            ? tr("Plus wins, 0 draws, minus loses, for the player to move.")
            : tr("The column wins, draws or loses for the player to move.")
        return [HelpNote(sign: "▲ = ▼", sentence: sentence)]
    }
}

extension Glyphs {
    /// The mark of the opponent's threats. It is not "x" where my discs are an "X".
    var theirThreat: Unicode.Scalar { isUnicode ? "x" : "-" }
}
