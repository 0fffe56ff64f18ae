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

    init(navigator: Navigator) { self.navigator = navigator }

    var title: String { tr("Guess the secret number") }
    var verb: String { tr("Play") }
    var verbHelp: String { tr("Play, or change that setting.") }
    var beginning: String { tr("Play") }

    func choices(isRoomy: Bool) -> [(name: String, value: String, remark: String)] {
        [
            (tr("Who guesses"), isPlayerGuessing ? tr("You") : tr("The computer"), ""),
            (tr("Numbers"), SecretNumberWords.text(SecretNumberRange.offered[range]), ""),
            (tr("The computer's skill"), guesser.name, ""),
        ]
    }

    func note(isRoomy: Bool) -> [String] {
        [
            isPlayerGuessing
                ? tr("The computer keeps a number. Find it with few guesses.") : tr("Think of a number. The computer finds it.")
        ]
    }

    func change(_ choice: Int, by step: Int) {
        switch choice {
        case 0: isPlayerGuessing.toggle()
        case 1: range = (range + step + SecretNumberRange.offered.count) % SecretNumberRange.offered.count
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
    private var secret: Int
    private(set) var round: SecretNumberRound
    /// The computer's guess that the player has to answer.
    private(set) var guess: Int?
    private var random = SystemRandomNumberGenerator()
    /// What falls after the player's win.
    private lazy var celebration = Celebration(navigator: navigator)

    private static let (keeper, other) = (0, 1)

    /// A round in which the player guesses `secret`, or `guesser` what the player thinks of.
    init(navigator: Navigator, range: SecretNumberRange, guesser: SecretNumberGuesser?, secret: Int) {
        self.navigator = navigator
        self.range = range
        self.guesser = guesser
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
        view.field = guesser == nil ? TextField(limit: 48, isLeftToRight: true) : nil
        guessNext()
    }

    /// Whether the number was found, or no number is left.
    var isOver: Bool { round.end != nil || round.remaining == nil }

    private func guessNext() {
        guess = isOver ? nil : guesser.flatMap { guesser in round.remaining.map { guesser.guess(in: $0, using: &random) } }
    }

    private func take(_ number: Int, _ answer: SecretNumberAnswer) {
        round.record(AnsweredGuess(player: Self.other, number: number, answer: answer))
        guessNext()
        if isOver {
            view.field = nil
            navigator.ring(isAlone: true)
            if guesser == nil {
                celebration.begin()
                let kind = ScoredGame(game: OtherGame.secretNumber.rawValue, size: range.count, mode: "alone")
                navigator.keep(PlayedGame(kind, isWon: true, score: -round.history.count))
            }
        }
        navigator.setNeedsDisplay()
    }

    private func confirm() {
        switch range.number(typed: view.field?.text ?? "") {
        case .success(let number):
            view.field = TextField(limit: 48, isLeftToRight: true)
            take(number, SecretNumberAnswer(to: number, secret: secret))
        case .failure(let reason):
            view.field?.selectAll()
            navigator.show(alert: reason.sentence)
        }
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
    var status: String { trn("{count} guess", "{count} guesses", round.history.count) }

    func didLeave() { celebration.end() }

    func draw(on canvas: Canvas, in area: Rect) {
        drawPage(on: canvas, in: area)
        celebration.draw(on: canvas, in: area)
    }

    func page(in size: Size) -> Page {
        let verb = Page.Verb(
            label: isOver ? tr("OK") : guesser == nil ? tr("Guess") : tr("Answer"), help: tr("Confirm your choice."))
        var page = Page(reserved: 1, verb: verb)
        page.headline =
            [Page.Note(.label, state)] + numberLine(width: min(size.width, page.columns) - 4, isRoomy: size.height >= 16)
        if isOver {
            page.headline.append(Page.Note(.plain, together([count, bound])))
            page.rows = [
                Page.Row(0, tr("Play again")) { [unowned self] in playAgain() },
                Page.Row(1, tr("Menu")) { [unowned self] in navigator.popToRoot() },
            ]
        } else if let guess {
            page.rows = [SecretNumberAnswer.correct, .higher, .lower].map { answer in
                Page.Row(answer.rawValue, SecretNumberWords.word(for: answer)) { [unowned self] in take(guess, answer) }
            }
        }
        page.field = Page.Field(
            labels: [tr("Your guess:")], placeholder: SecretNumberWords.text(range),
            question: together([state, tr("Type a number. An empty line goes back.")])
        ) { [unowned self] in confirm() }
        page.notes = [Page.Note(.faint, history, isAnnounced: false)]
        page.keys = [backBinding(help: tr("Go back."))]
        return page
    }

    private var state: String {
        if round.remaining == nil { return tr("Your answers contradict each other: no number is left.") }
        if let found = round.history.first, found.answer == .correct {
            return guesser == nil
                ? tr("You win: {number} is correct.", ["number": found.number])
                : tr("The computer has found your number: {number}.", ["number": found.number])
        }
        if let guess { return tr("The computer guesses {number}.", ["number": guess]) }
        guard let last = round.history.first else { return tr("The computer has chosen a number.") }
        return tr("{number} is {answer}.", ["number": last.number, "answer": SecretNumberWords.word(for: last.answer)])
    }

    private var count: String {
        trn("It took {count} guess.", "It took {count} guesses.", round.history.count)
    }

    private var bound: String {
        trn(
            "Halving each time needs at most {count} guess.", "Halving each time needs at most {count} guesses.",
            range.sufficientGuesses, ["size": range.count])
    }

    /// The number line as rows of text.
    private func numberLine(width: Int, isRoomy: Bool) -> [Page.Note] {
        let line = NumberLine(round: round, glyphs: navigator.glyphs, me: Self.other)
        let digits = isRoomy && navigator.glyphs.isUnicode ? round.leftDigits.flatMap { PixelText($0)?.rows } ?? [] : []
        return digits.map { Page.Note(.title, $0, indent: 2, isAnnounced: false) } + [
            Page.Note(.plain, line.bar(width: width), indent: 2, isAnnounced: false),
            Page.Note(.plain, line.marks(width: width), indent: 2, isAnnounced: false),
        ]
    }

    /// The guesses, newest first.
    private var history: [String] {
        round.history.map {
            tr("{number} is {answer}.", ["number": $0.number, "answer": SecretNumberWords.word(for: $0.answer)])
        }
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
