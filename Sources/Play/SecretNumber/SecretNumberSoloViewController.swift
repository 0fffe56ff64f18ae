// "Guess the secret number" alone: the player guesses, or the computer, or both in turns.

import Games
import Language
import Screen
import Session

/// A round alone.
final class SecretNumberSoloViewController {
    let navigator: Navigator
    let view = PageView()
    private let range: SecretNumberRange
    private let solo: SecretNumberSolo
    /// The fewest guesses in such a round; nil before one was won.
    private var best: Int?
    private var secret: Int
    /// The number of the guess, from 1, that is answered with a lie; nil: none is.
    private var lieAt: Int?
    private(set) var round: SecretNumberRound
    /// The computer's guess that the player has to answer.
    private(set) var guess: Int?
    /// Wakes the computer whose turn it is; nil where it is not.
    private var turn: Cancellable?
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
    /// In turns: the rounds that each has won, and whether the computer begins this one.
    private var wins = (mine: 0, computers: 0)
    private var computerBegins = false

    /// The players of a round, in whose colours the marks are.
    static let (keeper, computer, me) = (0, 1, 2)
    /// How long the computer seems to think, in milliseconds.
    static let thinkingTime = 900

    /// A round about `secret`, unless the computer guesses what the player thinks of. `lieAt`: the guess that is answered with a lie, where one
    /// may be.
    init(navigator: Navigator, range: SecretNumberRange, solo: SecretNumberSolo, secret: Int, lieAt: Int? = nil) {
        self.navigator = navigator
        self.range = range
        self.solo = solo
        self.secret = secret
        self.lieAt = lieAt
        round = Self.round(of: range)
        begin()
    }

    private static func round(of range: SecretNumberRange) -> SecretNumberRound {
        guard let round = SecretNumberRound(range: range, players: [keeper, computer, me], keeper: keeper, host: keeper) else {
            preconditionFailure("three different players")
        }
        return round
    }

    private func begin() {
        round = Self.round(of: range)
        answered = []
        view.list = ChoiceList()
        view.field = Self.emptyLine
        turn = nil
        guessNext()
    }

    private static let emptyLine = TextField(limit: 48, isLeftToRight: true)

    /// Whether the number was found, or no number is left.
    var isOver: Bool { round.end != nil || round.remaining == nil && !mayLie }

    /// Whether what is left is hidden now.
    var isBlind: Bool { solo == .player(.hidden) && !isOver }
    /// Whether an answer may be a lie.
    private var mayLie: Bool { solo == .player(.oneLie) }
    /// What is left where an answer may be a lie.
    private var doubt: SecretNumberDoubt? { mayLie ? SecretNumberDoubt(after: round) : nil }

    /// Whether the computer guesses and the player answers, and whether both guess.
    private var isAnswering: Bool { if case .computer = solo { true } else { false } }
    private var isInTurns: Bool { if case .turns = solo { true } else { false } }
    /// Whether the computer thinks about its guess in turns.
    private var isThinking: Bool { turn != nil }

    /// Whether the player wins the round, once it is over.
    private var isWon: Bool { isInTurns ? round.end == .won(by: Self.me) : !isAnswering && isWithinPar }

    /// The guesses with which the player wins.
    private var par: Int { if case .player(let answers) = solo { range.par(answers) } else { range.sufficientGuesses } }
    private var isWithinPar: Bool { round.history.count <= par }

    /// The computer's answer to the player's guess.
    private func answer(to number: Int) -> SecretNumberAnswer {
        let answer = SecretNumberAnswer(to: number, secret: secret)
        guard mayLie, round.history.count + 1 == lieAt else { return answer }
        switch answer {
        case .higher: return .lower
        case .lower: return .higher
        case .correct: return Bool.random(using: &random) ? .higher : .lower
        }
    }

    private func guessNext() {
        guess = nil
        guard let left = round.remaining, !isOver else { return }
        switch solo {
        case .player: break
        case .computer(let guesser):
            view.field = nil
            guess = guesser.guess(in: left, using: &random)
        case .turns(let guesser):
            let isComputers = round.history.first.map { $0.player == Self.me } ?? computerBegins
            guard isComputers else { return }
            turn = navigator.environment.after(milliseconds: Self.thinkingTime) { [weak self] in
                guard let self else { return }
                turn = nil
                let number = guesser.guessInTurns(in: left, using: &random)
                take(number, by: Self.computer, SecretNumberAnswer(to: number, secret: secret))
            }
        }
    }

    private func take(_ number: Int, by player: Int, _ answer: SecretNumberAnswer) {
        if isAnswering { answered.append((round, number)) }
        round.record(AnsweredGuess(player: player, number: number, answer: answer))
        guessNext()
        if isOver { end() }
        navigator.setNeedsDisplay()
    }

    private func end() {
        (isLeaving, typed) = (false, nil)
        view.list = ChoiceList()
        view.field = nil
        navigator.ring(isAlone: true)
        quietUntil = navigator.environment.now + SecretNumberViewController.quietTime
        // What was typed meanwhile is carried out then.
        _ = navigator.environment.after(milliseconds: SecretNumberViewController.quietTime) { [weak self] in
            self?.navigator.setNeedsDisplay()
        }
        guard let mode = solo.databaseWord else { return }
        streak = isWon ? streak + 1 : 0
        if isWon { wins.mine += 1 } else { wins.computers += 1 }
        if isWon { celebration.begin() }
        let kind = ScoredGame(game: OtherGame.secretNumber.rawValue, size: range.count, mode: mode)
        navigator.keep(PlayedGame(kind, isWon: isWon, score: isWon && !isInTurns ? -round.history.count : nil))
        if !isInTurns { best = (try? navigator.environment.archive.best(of: kind)).flatMap { $0 }.map { -$0 } }
    }

    /// The player answered wrongly: the computer's guess is open again.
    private func takeBack() {
        guard let last = answered.popLast() else { return }
        (round, guess) = (last.round, last.guess)
        view.list = ChoiceList()
        navigator.setNeedsDisplay()
    }

    private func confirm() {
        if isThinking { return }
        if view.field?.text.isEmpty == true { return navigator.show(alert: tr("Type a number first.")) }
        switch range.number(typed: view.field?.text ?? "") {
        case .success(let number) where !isBlind && round.lies(about: number) > (mayLie ? 1 : 0):
            view.field?.selectAll()
            navigator.show(alert: together([tr("You know that already."), bounds]))
        case .success(let number):
            view.field = Self.emptyLine
            take(number, by: Self.me, answer(to: number))
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
        computerBegins.toggle()
        lieAt = .random(in: 1...range.sufficientGuesses)
        secret = .random(in: range.lowest...range.highest)
        begin()
        navigator.setNeedsDisplay()
    }
}

extension SecretNumberSoloViewController: PageViewController {
    var title: String { tr("Guess the secret number") }
    func heading(width: Int) -> [(text: String, role: Role)] {
        [(TextWidth.of(title) <= width ? title : tr("Secret number"), .title)]
    }
    var status: String {
        if isInTurns {
            return separated([
                "\(tr("You")) \(wins.mine)", "\(tr("The computer")) \(wins.computers)",
            ])
        }
        let count = trn("{count} guess", "{count} guesses", round.history.count)
        if isAnswering { return count }
        return isOver
            ? String(repeating: "★", count: SecretNumberRange.stars(for: round.history.count, par: par)) + "  " + count
            : count + "  " + tr("Par {par}", ["par": par])
    }

    var notes: [HelpNote] { SecretNumberWords.rules(solo: solo, isUnicode: navigator.glyphs.isUnicode) }

    func didLeave() {
        celebration.end()
        turn = nil
    }

    func holdsInput(isTyped: Bool) -> Bool { isOver && navigator.environment.now < quietUntil }

    /// Numbers have no letters, so letters are commands while one is typed.
    func isText(_ scalar: Unicode.Scalar) -> Bool {
        isTyping && (SecretNumberRange.digit(scalar) != nil || scalar == " " || scalar == "-")
    }

    func draw(on canvas: Canvas, in area: Rect) {
        let page = page
        let layout = SecretNumberLayout(
            in: area, state: navigator.glyphs.spelt(state), choiceCount: page.rows.count, hasLine: page.field != nil,
            hasRound: !isBlind || !round.history.isEmpty, isDecided: isOver)
        let secret = round.history.first.flatMap { $0.answer == .correct ? $0.number : nil }
        let drawing = RoundDrawing(round: round, glyphs: navigator.glyphs, me: Self.me, secret: secret, doubt: doubt) {
            player, limit in
            TextWidth.clip(player == Self.me ? tr("You") : tr("The computer"), to: limit)
        }
        if let hero = layout.hero {
            if isBlind { drawLast(on: canvas, in: hero) } else { drawing.drawHero(on: canvas, in: hero, layout) }
        }
        for (index, line) in layout.state.enumerated() { canvas.put(line, x: layout.line.x, y: layout.top + index, .label) }
        canvas.focus = Point(x: layout.line.x, y: layout.top)
        let parts = self.drawing(on: canvas)
        parts.drawRows(in: layout.line)
        if page.rows.isEmpty { _ = parts.drawBusyOrField(in: layout.line) }
        draw(drawing, on: canvas, in: layout.body, hasLine: layout.hero == nil && !isBlind)
        celebration.draw(on: canvas, in: area)
    }

    /// From memory: the last guess in large digits, and where the number is.
    private func drawLast(on canvas: Canvas, in rect: Rect) {
        guard let last = round.history.first else { return }
        let isUnicode = navigator.glyphs.isUnicode
        let rows =
            (isUnicode
                ? PixelText(String(last.number))?.rows : PixelText.rows(of: String(last.number), scale: 1, isUnicode: false))
            ?? []
        for (index, row) in rows.enumerated() {
            canvas.put(row, x: rect.x + (rect.width - TextWidth.of(row)) / 2, y: rect.y + index, .title)
        }
        let words = last.answer.sign(isUnicode) + " " + SecretNumberWords.word(for: last.answer)
        canvas.put(words, x: rect.x + (rect.width - TextWidth.of(words)) / 2, y: rect.y + rows.count + 1, last.answer.role)
    }

    /// What it took, the number line where it is not above, and the guesses.
    private func draw(_ drawing: RoundDrawing, on canvas: Canvas, in body: Rect, hasLine: Bool) {
        var rect = body
        func skip(_ rows: Int) { rect = Rect(x: rect.x, y: rect.y + rows, width: rect.width, height: max(0, rect.height - rows)) }
        if isOver {
            let lines =
                round.remaining == nil ? [] : TextWidth.wrap(summary, to: rect.width, rows: max(1, rect.height))
            for (index, line) in lines.enumerated() { canvas.put(line, x: rect.x, y: rect.y + index, .faint) }
            skip(lines.count + (rect.height > 6 ? 1 : 0))
        }
        if hasLine, rect.height > NumberLine.height {
            let line = Rect(x: rect.x, y: rect.y, width: rect.width, height: NumberLine.height)
            drawing.numberLine.draw(on: canvas, in: line)
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
            label: isOver || isLeaving ? tr("OK") : isAnswering ? tr("Answer") : tr("Guess"), help: tr("Confirm your choice."))
        var page = Page(reserved: 1, verb: verb)
        page.headline = [Page.Note(.label, state)]
        if isOver {
            if round.remaining != nil { page.headline.append(Page.Note(.plain, summary)) }
            page.rows = [
                Page.Row("again", tr("Play again")) { [unowned self] in ifQuiet(playAgain) },
                Page.Row("back", tr("Change the settings")) { [unowned self] in ifQuiet(leave) },
            ]
        } else if isLeaving {
            page.rows = [
                answer("n", tr("Play on")) { [unowned self] in askWhetherToLeave(false) },
                answer("y", tr("Leave the game (Q)"), announced: tr("Leave")) { [unowned self] in leave() },
            ]
        } else if let guess {
            page.rows = [SecretNumberAnswer.higher, .lower, .correct].map { answer in
                Page.Row(answer.rawValue, SecretNumberWords.word(for: answer)) { [unowned self] in
                    take(guess, by: Self.computer, answer)
                }
            }
        }
        if !answered.isEmpty, !isLeaving {
            page.rows.append(Page.Row("undo", tr("Take the last answer back")) { [unowned self] in takeBack() })
        }
        if isThinking, !isLeaving {
            let busy = tr("The computer is guessing…")
            // In text mode it takes the place of the state.
            page.busy = navigator.listener == nil ? busy : together([state, busy])
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
                view.field = Self.emptyLine
                navigator.setNeedsDisplay()
            }
        ]
        return page
    }

    /// A row with a letter.
    private func answer(_ letter: Unicode.Scalar, _ words: String, announced: String? = nil, _ action: @escaping () -> Void)
        -> Page.Row
    {
        var row = Page.Row(String(letter), words, open: action)
        row.isNumbered = false
        row.shortcut = Page.Shortcut(letter: letter, help: words)
        row.announcedText = announced
        return row
    }

    /// Does something unless the round has only just ended.
    private func ifQuiet(_ body: () -> Void) { if navigator.environment.now >= quietUntil { body() } }

    private var field: Page.Field {
        Page.Field(
            labels: [tr("Your guess:")],
            placeholder: isBlind ? SecretNumberWords.text(range) : (doubt?.bounds ?? round.remaining)?.digits ?? "",
            question: together(
                [state] + guessWords + (isBlind && !round.history.isEmpty ? [] : [bounds]) + [tr("A number is a guess.")]),
            emptyKey: nil
        ) { [unowned self] in confirm() }
    }

    /// How many guesses there were: an answer that came before is said again.
    private var guessWords: [String] {
        let count = round.history.count
        return count == 0 ? [] : [trn("{count} guess so far.", "{count} guesses so far.", count)]
    }

    private var state: String {
        if isLeaving { return tr("Leave this round? It will not count.") }
        if round.remaining == nil, !mayLie { return tr("Your answers contradict each other: no number is left.") }
        if let found = round.history.first, found.answer == .correct {
            if isAnswering { return tr("The computer has found your number: {number}.", ["number": found.number]) }
            if isWon { return tr("You win: {number} is correct.", ["number": found.number]) }
            return isInTurns
                ? tr("The computer wins: {number} is correct.", ["number": found.number])
                : tr("{number} is correct, but it took too many guesses.", ["number": found.number])
        }
        if let guess { return tr("The computer guesses {number}.", ["number": guess]) }
        guard let last = round.history.first else {
            if mayLie { return tr("The computer has chosen a number. It may lie once.") }
            if isThinking { return tr("The computer begins.") }
            return isInTurns ? tr("You begin.") : tr("The computer has chosen a number.")
        }
        let places: Fillings = ["number": last.number, "answer": SecretNumberWords.word(for: last.answer)]
        if last.player == Self.computer { return tr("The computer: {number} is {answer}.", places) }
        let answer = tr("{number} is {answer}.", places)
        if mayLie, round.remaining == nil { return together([answer, tr("One of the answers was a lie.")]) }
        if isInTurns || round.history.count != par { return answer }
        return together([answer, tr("Par is used up, but you can still find the number.")])
    }

    /// After a round: what it took, and what it could have taken.
    private var summary: String {
        if isInTurns {
            return together(
                (streak > 1 ? [streakSentence] : [])
                    + (isWon ? [] : [tr("The trick: of an odd count of numbers, leave an even one on both sides.")]))
        }
        var sentences = [trn("It took {count} guess.", "It took {count} guesses.", round.history.count)]
        if let best {
            sentences.append(
                best == round.history.count && isWon
                    ? tr("Your best so far.") : trn("Your best is {count} guess.", "Your best is {count} guesses.", best))
        }
        if streak > 1 { sentences.append(streakSentence) }
        if mayLie {
            let lie = round.history.first { $0.isLie(about: secret) }
            sentences.append(
                lie.map {
                    tr(
                        "The lie: {number} is not {answer}.",
                        ["number": $0.number, "answer": SecretNumberWords.word(for: $0.answer)])
                } ?? tr("Every answer was true."))
        }
        if !mayLie {
            sentences.append(
                trn(
                    "Halving each time needs at most {count} guess.", "Halving each time needs at most {count} guesses.",
                    range.sufficientGuesses, ["size": range.count]))
        }
        return together(sentences)
    }

    private var streakSentence: String {
        trn("You have won {count} round in a row.", "You have won {count} rounds in a row.", streak)
    }

    /// The range that is left, in a sentence.
    private var bounds: String {
        SecretNumberWords.sentence(leaving: doubt?.bounds ?? round.remaining ?? range.lowest...range.highest)
    }
}
