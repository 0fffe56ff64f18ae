// "Guess the secret number" alone: the computer keeps a number and the player guesses, or the other way round.

import Games
import Language
import Screen
import Session

/// The choices before it.
final class SecretNumberAloneSetup: GameSetup {
    private let navigator: Navigator
    private var isPlayerGuessing = true
    private var range = 0
    private var guesser = SecretNumberGuesser.careful
    private var isHidden = false

    init(navigator: Navigator) { self.navigator = navigator }

    var title: String { tr("Guess the secret number") }
    var verb: String { tr("Play") }
    var verbHelp: String { tr("Play, or change that setting.") }
    var beginning: String { tr("Play") }

    func choices(isRoomy: Bool) -> [(name: String, value: String, remark: String)] {
        [
            (tr("Who guesses"), isPlayerGuessing ? tr("You") : tr("The computer"), ""),
            (tr("Numbers"), SecretNumberWords.text(SecretNumberRange.offered[range]), ""),
        ]
            + [
                isPlayerGuessing
                    ? (tr("What is left"), isHidden ? tr("hidden") : tr("shown"), isHidden ? tr("with every earlier answer") : "")
                    : (tr("The computer's skill"), guesser.name, "")
            ]
    }

    func note(isRoomy: Bool) -> [String] {
        [
            isPlayerGuessing
                ? trn(
                    "The computer keeps a number. You win with {count} guess or fewer.",
                    "The computer keeps a number. You win with {count} guesses or fewer.",
                    SecretNumberRange.offered[range].sufficientGuesses)
                : tr("Think of a number. The computer finds it.")
        ]
    }

    func change(_ choice: Int, by step: Int) {
        switch choice {
        case 0: isPlayerGuessing.toggle()
        case 1: range = (range + step + SecretNumberRange.offered.count) % SecretNumberRange.offered.count
        case 2 where isPlayerGuessing: isHidden.toggle()
        default:
            let all = SecretNumberGuesser.allCases
            guesser = all[(guesser.rawValue - 1 + step + all.count) % all.count]
        }
        navigator.setNeedsDisplay()
    }

    func start() {
        let range = SecretNumberRange.offered[range]
        navigator.push(
            SecretNumberAloneViewController(
                navigator: navigator, range: range, guesser: isPlayerGuessing ? nil : guesser,
                isHidden: isHidden && isPlayerGuessing,
                secret: .random(in: range.lowest...range.highest)))
    }
}

/// A round alone.
final class SecretNumberAloneViewController {
    let navigator: Navigator
    let view = PageView()
    private let range: SecretNumberRange
    /// The computer that guesses; nil where the player does.
    private let guesser: SecretNumberGuesser?
    /// Whether the player has to remember what is left.
    private let isHidden: Bool
    /// The fewest guesses in such a round; nil before one was won.
    private var best: Int?
    private var secret: Int
    private(set) var round: SecretNumberRound
    /// The computer's guess that the player has to answer.
    private(set) var guess: Int?
    private var random = SystemRandomNumberGenerator()
    /// The round and the computer's guess before each of the player's answers.
    private var answered: [(round: SecretNumberRound, guess: Int)] = []
    /// What falls after the player's win.
    private lazy var celebration = Celebration(navigator: navigator)

    /// Until when choices are ignored, because the keys may have been meant for an answer.
    private var quietUntil = Int.min
    /// Whether the player is asked about leaving, and what was typed before.
    private var isLeaving = false
    private var typed: TextField?
    /// How many rounds in a row the player has won.
    private var streak = 0

    private static let (keeper, other) = (0, 1)

    /// A round in which the player guesses `secret`, or `guesser` what the player thinks of.
    init(navigator: Navigator, range: SecretNumberRange, guesser: SecretNumberGuesser?, isHidden: Bool = false, secret: Int) {
        self.navigator = navigator
        self.range = range
        self.guesser = guesser
        self.isHidden = isHidden
        self.secret = secret
        round = Self.round(of: range)
        begin()
    }

    private static func round(of range: SecretNumberRange) -> SecretNumberRound {
        guard let round = SecretNumberRound(range: range, players: [keeper, other], keeper: keeper, host: keeper) else {
            preconditionFailure("two different players")
        }
        return round
    }

    private func begin() {
        round = Self.round(of: range)
        answered = []
        view.list = ChoiceList()
        view.field = guesser == nil ? TextField(limit: 48, isLeftToRight: true) : nil
        guessNext()
    }

    /// Whether the number was found, or no number is left.
    var isOver: Bool { round.end != nil || round.remaining == nil }

    /// Whether what is left is hidden now.
    private var isBlind: Bool { isHidden && !isOver }

    /// Whether it took no more guesses than halving needs.
    private var isWithinPar: Bool { round.history.count <= range.sufficientGuesses }

    private func guessNext() {
        guess = isOver ? nil : guesser.flatMap { guesser in round.remaining.map { guesser.guess(in: $0, using: &random) } }
    }

    private func take(_ number: Int, _ answer: SecretNumberAnswer) {
        if guesser != nil { answered.append((round, number)) }
        round.record(AnsweredGuess(player: Self.other, number: number, answer: answer))
        guessNext()
        if isOver {
            view.list = ChoiceList()
            view.field = nil
            navigator.ring(isAlone: true)
            quietUntil = navigator.environment.now + SecretNumberViewController.quietTime
            if guesser == nil {
                streak = isWithinPar ? streak + 1 : 0
                if isWithinPar { celebration.begin() }
                let kind = ScoredGame(
                    game: OtherGame.secretNumber.rawValue, size: range.count, mode: isHidden ? "hidden" : "alone")
                navigator.keep(PlayedGame(kind, isWon: isWithinPar, score: isWithinPar ? -round.history.count : nil))
                best = (try? navigator.environment.results.best(of: kind)).flatMap { $0 }.map { -$0 }
            }
        }
        navigator.setNeedsDisplay()
    }

    /// The player answered wrongly: the computer's guess is open again.
    private func takeBack() {
        guard let last = answered.popLast() else { return }
        (round, guess) = (last.round, last.guess)
        view.list = ChoiceList()
        navigator.setNeedsDisplay()
    }

    private func confirm() {
        if view.field?.text.isEmpty == true { return }
        switch range.number(typed: view.field?.text ?? "") {
        case .success(let number) where !isHidden && round.remaining?.contains(number) == false:
            view.field?.selectAll()
            navigator.show(alert: together([tr("You know that already."), bounds]))
        case .success(let number):
            view.field = TextField(limit: 48, isLeftToRight: true)
            take(number, SecretNumberAnswer(to: number, secret: secret))
        case .failure(let reason):
            view.field?.selectAll()
            navigator.show(alert: reason.sentence)
        }
    }

    /// Leaves, but asks first in a round that has begun.
    private func leave() {
        let isBegun = !round.history.isEmpty || view.field?.text.isEmpty == false
        if isOver || !isBegun || isLeaving { return navigator.pop() }
        askWhetherToLeave(true)
    }

    private func askWhetherToLeave(_ isAsked: Bool) {
        isLeaving = isAsked
        if isAsked { (typed, view.field) = (view.field, nil) } else { view.field = typed }
        view.list = ChoiceList()
        navigator.setNeedsDisplay()
    }

    private func playAgain() {
        celebration.end()
        secret = .random(in: range.lowest...range.highest)
        begin()
        navigator.setNeedsDisplay()
    }
}

extension SecretNumberAloneViewController: PageViewController {
    var title: String { tr("Guess the secret number") }
    var status: String {
        let count = trn("{count} guess", "{count} guesses", round.history.count)
        if guesser != nil { return count }
        return isOver
            ? String(repeating: "★", count: range.stars(for: round.history.count)) + "  " + count
            : count + "  " + tr("Par {par}", ["par": range.sufficientGuesses])
    }

    var notes: [HelpNote] { SecretNumberWords.rules(isAlone: true, isUnicode: navigator.glyphs.isUnicode) }

    func didLeave() { celebration.end() }

    /// Numbers have no letters, so letters are commands while one is typed.
    func isText(_ scalar: Unicode.Scalar) -> Bool {
        isTyping && (SecretNumberRange.digit(scalar) != nil || scalar == " " || scalar == "-")
    }

    func draw(on canvas: Canvas, in area: Rect) {
        let page = page
        let layout = SecretNumberLayout(
            in: area, state: navigator.glyphs.spelt(state), choiceCount: page.rows.count, hasLine: page.field != nil,
            hasRound: !isBlind,
            isDecided: isOver)
        let secret = round.history.first.flatMap { $0.answer == .correct ? $0.number : nil }
        let drawing = RoundDrawing(round: round, glyphs: navigator.glyphs, me: Self.other, secret: secret) { [guesser] _, limit in
            TextWidth.clip(guesser == nil ? tr("You") : tr("The computer"), to: limit)
        }
        if let hero = layout.hero, !isBlind { drawing.drawHero(on: canvas, in: hero, layout) }
        for (index, line) in layout.state.enumerated() { canvas.put(line, x: layout.line.x, y: layout.top + index, .label) }
        canvas.focus = Point(x: layout.line.x, y: layout.top)
        let parts = self.drawing(on: canvas)
        parts.drawRows(in: layout.line)
        if page.rows.isEmpty { _ = parts.drawBusyOrField(in: layout.line) }
        draw(drawing, on: canvas, in: layout.body, hasLine: layout.hero == nil && !isBlind)
        celebration.draw(on: canvas, in: area)
    }

    /// What it took, the number line where it is not above, and the guesses.
    private func draw(_ drawing: RoundDrawing, on canvas: Canvas, in body: Rect, hasLine: Bool) {
        var rect = body
        func skip(_ rows: Int) { rect = Rect(x: rect.x, y: rect.y + rows, width: rect.width, height: max(0, rect.height - rows)) }
        if isOver {
            let lines =
                round.remaining == nil ? [] : TextWidth.wrap(together([count, bound]), to: rect.width, rows: max(1, rect.height))
            for (index, line) in lines.enumerated() { canvas.put(line, x: rect.x, y: rect.y + index, .faint) }
            skip(lines.count + (rect.height > 6 ? 1 : 0))
        }
        if hasLine, rect.height > NumberLine.height {
            let line = Rect(x: rect.x, y: rect.y, width: rect.width, height: NumberLine.height)
            NumberLine(round: round, glyphs: navigator.glyphs, me: Self.other).draw(on: canvas, in: line)
            skip(NumberLine.height)
        }
        if rect.height > 5, !isBlind {
            canvas.drawHeading(tr("Guesses"), "", in: rect)
            skip(2)
        }
        // From memory only the last answer is there, above the line.
        let rows = isBlind ? [] : drawing.historyRows(width: rect.width)
        for (index, row) in rows.prefix(rect.height).enumerated() {
            var x = rect.x
            if index == rect.height - 1, rows.count > rect.height {
                canvas.put("…", x: rect.x + rect.width - 1, y: rect.y + index, .faint)
            }
            for part in row { x = canvas.put(part.text, x: x, y: rect.y + index, part.role) }
        }
    }

    func page(in size: Size) -> Page {
        let verb = Page.Verb(
            label: isOver || isLeaving ? tr("OK") : guesser == nil ? tr("Guess") : tr("Answer"), help: tr("Confirm your choice."))
        var page = Page(reserved: 1, verb: verb)
        page.headline = [Page.Note(.label, state)]
        if isOver {
            if round.remaining != nil { page.headline.append(Page.Note(.plain, together([count, bound]))) }
            page.rows = [
                Page.Row("again", tr("Play again")) { [unowned self] in ifQuiet(playAgain) },
                Page.Row("back", tr("Change the settings")) { [unowned self] in ifQuiet(leave) },
            ]
        } else if isLeaving {
            page.rows = [
                Page.Row("stay", tr("Play on")) { [unowned self] in askWhetherToLeave(false) },
                Page.Row("leave", tr("Leave the game (Q)")) { [unowned self] in leave() },
            ]
        } else if let guess {
            page.rows = [SecretNumberAnswer.correct, .higher, .lower].map { answer in
                Page.Row(answer.rawValue, SecretNumberWords.word(for: answer)) { [unowned self] in take(guess, answer) }
            }
        }
        if !answered.isEmpty, !isLeaving {
            page.rows.append(Page.Row("undo", tr("Take the last answer back")) { [unowned self] in takeBack() })
        }
        if !isLeaving { page.field = field }
        page.keys = [
            Binding(
                .escape, .character("q"), label: self.isLeaving ? tr("Play on") : tr("Back"),
                help: tr("Clear the line, or go back.")
            ) {
                [unowned self] in
                if $0 == .escape, isLeaving { return askWhetherToLeave(false) }
                guard $0 == .escape, view.field?.text.isEmpty == false else { return leave() }
                view.field = TextField(limit: 48, isLeftToRight: true)
                navigator.setNeedsDisplay()
            }
        ]
        return page
    }

    /// Does something unless the round has only just ended.
    private func ifQuiet(_ body: () -> Void) { if navigator.environment.now >= quietUntil { body() } }

    private var field: Page.Field {
        Page.Field(
            labels: [tr("Your guess:")], placeholder: isBlind ? SecretNumberWords.text(range) : round.leftDigits ?? "",
            question: together([state] + (isBlind ? [] : [bounds]) + [tr("An empty line goes back.")])
        ) { [unowned self] in confirm() }
    }

    private var state: String {
        if isLeaving { return tr("Leave this round? It will not count.") }
        if round.remaining == nil { return tr("Your answers contradict each other: no number is left.") }
        if let found = round.history.first, found.answer == .correct {
            if guesser == nil {
                return isWithinPar
                    ? tr("You win: {number} is correct.", ["number": found.number])
                    : tr("{number} is correct, but it took too many guesses.", ["number": found.number])
            }
            return tr("The computer has found your number: {number}.", ["number": found.number])
        }
        if let guess { return tr("The computer guesses {number}.", ["number": guess]) }
        guard let last = round.history.first else { return tr("The computer has chosen a number.") }
        let answer = tr("{number} is {answer}.", ["number": last.number, "answer": SecretNumberWords.word(for: last.answer)])
        if round.history.count < range.sufficientGuesses { return answer }
        return together([answer, tr("Par is used up, but you can still find the number.")])
    }

    private var count: String {
        var sentences = [trn("It took {count} guess.", "It took {count} guesses.", round.history.count)]
        guard guesser == nil else { return sentences[0] }
        if let best { sentences.append(trn("Your best is {count} guess.", "Your best is {count} guesses.", best)) }
        if streak > 1 {
            sentences.append(trn("You have won {count} round in a row.", "You have won {count} rounds in a row.", streak))
        }
        return together(sentences)
    }

    private var bound: String {
        trn(
            "Halving each time needs at most {count} guess.", "Halving each time needs at most {count} guesses.",
            range.sufficientGuesses, ["size": range.count])
    }

    /// The range that is left, in a sentence.
    private var bounds: String {
        let left = round.remaining ?? range.lowest...range.highest
        return tr("The number is from {lowest} to {highest}.", ["lowest": left.lowerBound, "highest": left.upperBound])
    }
}

extension SecretNumberGuesser {
    /// Its skill, in a word.
    var name: String {
        switch self {
        case .careless: tr("careless")
        case .careful: tr("careful")
        case .perfect: tr("perfect")
        }
    }
}
