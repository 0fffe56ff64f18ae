// A practice position on the board: the player wins it, or holds it, against the perfect player. After a slip the board says what it let go, and the
// player goes back there, or plays on. PracticeWords has the sentences.

import Engine
import Language
import Screen
import Session

/// Practice positions of one set, one after the other.
final class PracticeViewController {
    let navigator: Navigator
    /// All positions that there are.
    let positions: [PracticePosition]
    let position: PracticePosition
    /// What is on the board.
    private(set) var game: Game
    /// What the engine says of the slip on the board; nil without one.
    private(set) var slip: Refutation?
    /// How many slips there were, and how many hints.
    private(set) var (slips, hints) = (0, 0)
    /// The best columns and those that let go what is to be kept, the middle ones first, since the first hint in the position.
    private(set) var (best, wrong): ([Int], [Int]) = ([], [])
    /// What one of the latter leads to; nil where there is none.
    private(set) var warned: Refutation?
    /// How the player wins from there, or could before the slip; nil where that is not known, or where the draw is to be held.
    private(set) var winning: WinningLine?
    /// How many steps of the hint are told: the idea, a warning, the best columns.
    private(set) var told = 0
    /// What a slip left that the player has played on after: 0 for a draw, -1 for a loss; nil without one.
    private(set) var left: Int?
    /// How often the player has gone back, and how many moves were on the board then.
    private(set) var (returns, retried) = (0, 0)
    /// The stars of the positions, by their digits.
    private(set) var stars: [String: Int]
    var cursorColumn = 3
    var chosenSince: Int?
    var shownGame: Game { game }
    private let analysis: Analysis
    private lazy var celebration = Celebration(navigator: navigator)
    /// Whether the engine thinks of an answer or a hint.
    private(set) var isSearching = false
    private(set) var pause: Cancellable?

    /// The first position of a set that is not done with all stars, or the first.
    convenience init?(navigator: Navigator, set: PracticeSet) {
        let positions = navigator.environment.practice()
        let stars = (try? navigator.environment.archive.stars()) ?? [:]
        let own = positions.filter { $0.set == set }
        let open = own.min { stars[$0.start.digits, default: 0] < stars[$1.start.digits, default: 0] }
        guard let position = open ?? own.first else { return nil }
        self.init(navigator: navigator, position: position, of: positions)
    }

    init(navigator: Navigator, position: PracticePosition, of positions: [PracticePosition]) {
        (self.navigator, self.position, self.positions) = (navigator, position, positions)
        game = position.start
        stars = (try? navigator.environment.archive.stars()) ?? [:]
        analysis = Analysis(environment: navigator.environment)
        placeCursor()
    }

    var yellow: Player { position.start.mover }
    /// Whether the game is over.
    var isOver: Bool { game.outcome != nil }
    /// Whether it ended as it should.
    var isDone: Bool {
        switch game.outcome {
        case .won(let winner, _): winner == yellow
        case .draw: position.set.goal == .draw
        case nil: false
        }
    }
    /// What the game that is on the board is worth: a star for its end, and one each without slip and without hint.
    var earned: Int { isDone ? 1 + (slips == 0 ? 1 : 0) + (hints == 0 ? 1 : 0) : 0 }
    static let mostStars = 3

    private func placeCursor() {
        let open = Board.columns.filter { game.reasonAgainst($0) == nil }
        cursorColumn = open.min(by: Board.isNearerMiddle) ?? 3
    }

    func drop(_ column: Int) {
        if isWrong { goBack() }
        guard isPlayersTurn else { return }
        let before = game
        guard game.reasonAgainst(column) == nil else { return navigator.show(alert: tr("That column is full.")) }
        _ = game.play(column)
        moveCursor(to: column)
        (told, winning) = (0, nil)
        if isOver { return finish() }
        isSearching = true
        analysis.refutation(of: column, in: before.position) { [weak self] in self?.didJudge($0) }
    }

    private func didJudge(_ found: Refutation) {
        isSearching = false
        navigator.setNeedsDisplay()
        guard found.judgement.after.signum() >= found.judgement.before.signum() else {
            slip = found
            slips += 1
            if found.reason == nil, left == nil, position.set.goal == .win {
                analysis.win(from: game.prefix(game.moves.count - 1).position) { [weak self] in
                    guard let self, isWrong else { return }
                    winning = $0
                    navigator.setNeedsDisplay()
                }
            }
            return sayBriefly(together(Array(slipWords.dropFirst().dropLast())))
        }
        answerSoon(found.reply)
    }

    private func answerSoon(_ column: Int?) {
        answerSoon(pause: \.pause) { [weak self] in
            guard let self else { return }
            if let column { _ = game.play(column) }
            if isOver { finish() }
        }
    }

    private func finish() {
        let digits = position.start.digits
        navigator.keep(PlayedGame(.training("practice"), isWon: isDone, score: nil))
        guard earned > stars[digits, default: 0] else { return }
        if earned == Self.mostStars { celebration.begin() }
        stars[digits] = earned
        do throws(StorageFailure) { try navigator.environment.archive.keep(stars: earned, of: digits) } catch {
            navigator.show(alert: error.sentence)
        }
    }

    /// Takes the slip back.
    private func goBack() {
        guard slip != nil else { return }
        (slip, winning) = (nil, nil)
        returns += 1
        game = game.prefix(game.moves.count - 1)
        retried = game.moves.count
        navigator.setNeedsDisplay()
    }

    private func playOn() {
        guard let slip else { return }
        (self.slip, winning) = (nil, nil)
        left = slip.judgement.after.signum()
        answerSoon(slip.reply)
        navigator.setNeedsDisplay()
    }

    private func hint() {
        if told > 0 { return tellMore() }
        isSearching = true
        let position = game.position
        analysis.scores(of: position) { [weak self] scores in
            guard let self else { return }
            best = ComputerPlayer.best(of: scores)
            let sign = best.first.flatMap { scores[$0] }?.signum() ?? 0
            wrong = scores.indices.filter { scores[$0].map { $0.signum() < sign } ?? false }.sorted(by: Board.isNearerMiddle)
            guard sign > 0 else { return warn() }
            analysis.win(from: position) { [weak self] in
                self?.winning = $0
                self?.warn()
            }
        }
    }

    /// Finds what a wrong column leads to, and tells the first step.
    private func warn() {
        guard let column = wrong.first else { return tell(nil) }
        analysis.refutation(of: column, in: game.position) { [weak self] in self?.tell($0) }
    }

    private func tell(_ found: Refutation?) {
        (isSearching, warned, told) = (false, found, 0)
        tellMore()
    }

    private func tellMore() {
        hints += 1
        told = min(hintSteps.count, told + 1)
        sayBriefly(hintWords)
        navigator.setNeedsDisplay()
    }

    /// The game in a review: there other moves can be tried.
    private func review() { review(game, after: position.start.moves.count) }

    private func sayBriefly(_ sentence: String) {
        if layout.panel == nil, navigator.listener == nil, !sentence.isEmpty { navigator.show(alert: sentence) }
    }

    /// The same position again, or another one.
    private func open(_ position: PracticePosition) {
        navigator.replaceTop(with: PracticeViewController(navigator: navigator, position: position, of: positions))
    }

    /// The next position of the set, or after the last one of a set that is done, the next set.
    private func next() {
        let set = positions.filter { $0.set == position.set }
        let index = set.firstIndex(of: position) ?? 0
        let isDone = index + 1 == set.count && set.allSatisfy { stars[$0.start.digits] != nil }
        let later = PracticeSet.allCases.drop { $0 != position.set }.dropFirst().first
        if isDone, let later, let screen = PracticeViewController(navigator: navigator, set: later) {
            return navigator.replaceTop(with: screen)
        }
        open(set[(index + 1) % set.count])
    }

    private lazy var keys: [Binding] = {
        let canMove = { [unowned self] in isPlayersTurn }
        return columnKeys + [
            Binding(
                .enter, .character(" "), name: "Enter", label: tr("Go back there"),
                help: tr("Take the disc back, and try again."),
                isAvailable: { [unowned self] in isWrong }, action: { [unowned self] _ in goBack() }),
            Binding(
                .enter, .character(" "), .character("n"), name: "Enter", label: tr("Next"), help: tr("Go to the next position."),
                isAvailable: { [unowned self] in isDone }, action: { [unowned self] _ in next() }),
            Binding(
                .enter, .character(" "), .character("r"), name: "Enter", label: tr("Again"),
                help: tr("Play this position again."),
                isAvailable: { [unowned self] in isOver && !isDone }, action: { [unowned self] _ in open(position) }),
            Binding(
                .character("r"), help: tr("Play this position again."), isAvailable: { [unowned self] in isDone },
                action: { [unowned self] _ in open(position) }),
            Binding(
                .character("p"), label: tr("Play on"), help: tr("Leave the disc there, and play on."),
                isAvailable: { [unowned self] in isWrong }, action: { [unowned self] _ in playOn() }),
            Binding(
                .character("h"), label: tr("Hint"),
                help: tr("A hint: first the idea, then why a column is wrong, then the best."),
                isAvailable: { [unowned self] in isPlayersTurn && (told == 0 || told < hintSteps.count) },
                action: { [unowned self] _ in hint() }),
            Binding(
                .character("v"), label: tr("Review"), help: tr("Go through the game, and try other moves."),
                isAvailable: { [unowned self] in isOver }, action: { [unowned self] _ in review() }),
            Binding(.character("l"), label: tr("Lesson"), help: tr("Open the lesson about this.")) { [unowned self] _ in
                navigator.push(LessonViewController(navigator: navigator, number: position.set.lesson))
            },
            Binding(
                .character("n"), label: tr("Next"), help: tr("Go to the next position."),
                isAvailable: { [unowned self] in !isDone }, action: { [unowned self] _ in next() }),
            Binding(.escape, .character("q"), label: tr("Back"), help: tr("Leave the practice.")) { [unowned self] _ in
                navigator.pop()
            },
        ]
    }()
}

extension PracticeViewController: BoardWithWords {
    var title: String { tr("Practice") }
    /// How many positions were won, in numbers where there is little room.
    var status: String {
        let own = positions.filter { $0.set == position.set }
        return layout.panel == nil ? "\(own.count { stars[$0.start.digits] != nil })/\(own.count)" : wonWords(own)
    }
    var bindings: [Binding] { keys }
    var isPlayersTurn: Bool { !isOver && !isWrong && !isSearching && pause == nil && game.mover == yellow }
    var isWrong: Bool { slip != nil }
    /// Esc leaves at once.
    var isPlaying: Bool { true }

    func heading(width: Int) -> [(text: String, role: Role)] {
        let text = layout.panel == nil ? short : title + "  " + position.set.name
        return [(TextWidth.clip(text, to: width), .title)]
    }

    func draw(on canvas: Canvas, in area: Rect) {
        var picture = picture(of: game)
        if isPlayersTurn {
            if told > 0, let square = winning?.lastSquare, winning?.moves.count ?? 0 > 1, picture[square].cell == .empty {
                picture[square].mark = Insight.Mark(sign: "!", role: .yellow)
            }
            if told > 0, told == hintSteps.count {
                for column in best { game.board.landing(in: column).map { picture[$0].isHinted = true } }
            }
        }
        // Where the opponent wins in the end.
        if let square = slip?.lastSquare, picture[square].cell == .empty {
            picture[square].mark = Insight.Mark(sign: "!", role: .red)
        }
        guard let rect = draw(picture, on: canvas, in: area) else {
            // The last thing to say of a slip is the title there.
            return drawLast((isWrong ? comments.first : comments.last) ?? "", on: canvas, in: area)
        }
        let role: Role = isWrong ? .high : isDone ? .good : .plain
        let said = comments.enumerated().map { (text: $1, role: $0 == 0 ? role : .plain) }
        let about: [(text: String, role: Role)] = isWrong || isOver ? [] : [(position.set.about, .faint), ("", .plain)]
        draw(about + [(task, .plain), ("", .plain)] + said, closing: closing, on: canvas, in: rect)
        celebration.draw(on: canvas, in: rect)
    }

    func didPress(_ key: Key) -> Bool {
        guard case .click(let point) = key, let column = layout.board.column(at: point) else { return false }
        if isWrong { goBack() } else { drop(column) }
        return true
    }

    func didLeave() {
        pause?.cancel()
        celebration.end()
        analysis.stop()
    }
}
