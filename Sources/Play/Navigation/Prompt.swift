// A question's answers in the row of the key bar. Arrows and Enter pick one, so that no Latin letters are needed.

import Engine
import Language
import Screen

/// A row of choices of which at most one is chosen.
struct Prompt: Equatable, ChoosingOne {
    /// A choice.
    enum Choice: Equatable {
        case replay
        /// A game against the computer at this level, a stronger one.
        case nextLevel(Level)
        /// Leaves a game with another person.
        case disconnect
        /// Leaves a game without another person, or one that is over.
        case menu
        /// Waits for another player where one was waited for before.
        case hostAgain
        case keepPlaying
        /// Gives the game up: the opponent wins.
        case resign
        /// Agrees to a draw.
        case agree
        case review
        case allow
        case refuse
        case wait
        case takeMove
        case saveAndLeave
        case leave
        /// Gives the game up and starts another.
        case giveUp
        /// Sends a player away from the table.
        case sendAway
        /// Keeps that player.
        case keep
        /// Goes on without the players who are missing.
        case goOn
        /// Stays at the table.
        case stay

        /// Leaves a game; `isAlone` if there is no other person in it.
        static func out(isAlone: Bool) -> Choice { isAlone ? .menu : .disconnect }

        /// The key that picks it at once.
        var key: Key {
            switch self {
            case .replay, .resign: .character("r")
            case .disconnect, .menu, .leave: .character("q")
            case .keepPlaying, .stay: .escape
            case .hostAgain: .character("h")
            case .review: .character("v")
            case .agree, .allow, .takeMove, .nextLevel, .giveUp, .sendAway: .character("y")
            case .refuse, .keep: .character("n")
            case .wait: .character("w")
            case .goOn: .character("g")
            case .saveAndLeave: .character("s")
            }
        }

        /// Its words in text mode.
        var spokenWords: String { words.full }

        /// Its words, and fewer for a narrow terminal.
        fileprivate var words: (full: String, short: String) {
            switch self {
            case .replay: (tr("Replay"), tr("Replay"))
            case .nextLevel(let level): (tr("Try {level}?", ["level": level.name]), tr("{level}?", ["level": level.name]))
            case .disconnect: (tr("Disconnect"), tr("Leave"))
            case .menu: (tr("Menu"), tr("Menu"))
            case .hostAgain: (tr("Host again"), tr("Host again"))
            case .keepPlaying: (tr("Play on"), tr("Play on"))
            case .resign: (tr("Resign"), tr("Resign"))
            case .agree: (tr("Draw"), tr("Draw"))
            case .review: (tr("Review"), tr("Review"))
            case .allow: (tr("Yes"), tr("Yes"))
            case .takeMove: (tr("Take it"), tr("Take it"))
            case .refuse: (tr("No"), tr("No"))
            case .wait: (tr("Wait"), tr("Wait"))
            case .saveAndLeave: (tr("Save and leave"), tr("Save"))
            case .leave: (tr("Leave"), tr("Leave"))
            case .giveUp: (tr("New game"), tr("New game"))
            case .sendAway: (tr("Send away"), tr("Send away"))
            case .keep: (tr("Keep"), tr("Keep"))
            case .stay: (tr("Stay"), tr("Stay"))
            case .goOn: (tr("Go on"), tr("Go on"))
            }
        }
    }

    let choices: [Choice]
    var chosen: Int?

    /// After the end of a game. `next` is a level to try; it takes the place of the review, which keeps its key. Nothing is chosen, so that
    /// an Enter meant for the board starts nothing.
    static func afterTheEnd(isAlone: Bool, next: Level? = nil) -> Prompt {
        Prompt(choices: (next.map { [.nextLevel($0), .replay] } ?? [.replay, .review]) + [.out(isAlone: isAlone)], chosen: nil)
    }
    /// After the opponent has gone.
    static func afterTheMatch(canHostAgain: Bool, canReview: Bool) -> Prompt {
        Prompt(choices: [.menu] + (canHostAgain ? [.hostAgain] : []) + (canReview ? [.review] : []), chosen: 0)
    }
    /// Whether to leave a game.
    static func leaving(isAlone: Bool, canResign: Bool) -> Prompt {
        Prompt(choices: [.keepPlaying] + (canResign ? [.resign] : []) + [.out(isAlone: isAlone)], chosen: 0)
    }
    /// Whether two at one keyboard agree to a draw.
    static let agreeing = Prompt(choices: [.keepPlaying, .agree], chosen: 0)
    /// Whether to start another game before this one is over.
    static let startingOver = Prompt(choices: [.keepPlaying, .giveUp], chosen: 0)
    /// Leaving a table where others sit.
    static let leavingTable = Prompt(choices: [.stay, .leave], chosen: 0)
    /// Going on without players who are missing.
    static let goingOn = Prompt(choices: [.wait, .goOn], chosen: 0)
    /// The opponent asks for permission. Nothing is chosen, so that an Enter meant for something else answers nothing.
    static let consent = Prompt(choices: [.allow, .refuse], chosen: nil)
    /// The connection was lost and is being restored.
    static let absence = Prompt(choices: [.wait, .saveAndLeave, .leave], chosen: 0)
    /// The opponent is back, and has a move of ours that this computer lost.
    static let lostMove = Prompt(choices: [.takeMove, .saveAndLeave, .leave], chosen: nil)

    /// Draws it centred in a row, or in what is right of `start`. Returns the first column after it.
    @discardableResult
    func draw(on canvas: Canvas, y: Int, from start: Int = 0, _ role: Role = .barStrong, on ground: Role = .bar) -> Int {
        let width = canvas.size.width - start
        canvas.fill(Rect(x: start, y: y, width: width, height: 1), with: " ", role, on: ground)
        var after = 0
        for (index, button) in row(in: width).buttons(in: width).enumerated() {
            let isChosen = index == chosen
            if index == chosen ?? 0 { canvas.focus = Point(x: start + button.x, y: y) }
            after = canvas.put(button.text, x: start + button.x, y: y, isChosen ? .button : role, on: isChosen ? nil : ground)
        }
        return after
    }

    /// How wide its buttons are in a row of `width` cells.
    func width(in width: Int) -> Int {
        let buttons = row(in: width).buttons(in: width)
        guard let first = buttons.first, let last = buttons.last else { return 0 }
        return last.x + TextWidth.of(last.text) - first.x
    }

    /// Chooses the button at a column; returns whether there is one.
    mutating func choose(at x: Int, width: Int) -> Bool {
        guard let index = row(in: width).index(at: x, in: width) else { return false }
        chosen = index
        return true
    }

    /// Each button shows its key, however narrow the row is.
    private func row(in width: Int) -> ButtonRow {
        let full = choices.map { " \($0.words.full) (\($0.key.name)) " }
        let short = choices.map { "\($0.key.name) \($0.words.short)" }
        return ButtonRow(lengths: [
            (full, width > 50 ? 2 : 0), (short, 1), (Self.shortened(short, to: width - short.count + 1), 1),
        ])
    }
}

extension Prompt {
    /// The texts in `width` cells: the longest are cut, but not the last, which leads out.
    private static func shortened(_ texts: [String], to width: Int) -> [String] {
        var texts = texts
        while texts.reduce(0, { $0 + TextWidth.of($1) }) > width {
            guard let longest = texts.indices.dropLast().max(by: { TextWidth.of(texts[$0]) < TextWidth.of(texts[$1]) }),
                TextWidth.of(texts[longest]) > 2
            else { break }
            texts[longest] = TextWidth.clip(texts[longest], to: TextWidth.of(texts[longest]) - 1)
        }
        return texts
    }
}

/// A screen with a prompt.
protocol Prompting: AnyObject {
    /// The stack that it is on.
    var navigator: Navigator { get }
    /// The prompt; nil while nothing is asked.
    var prompt: Prompt? { get set }
}

extension Prompting {
    /// Moves the choice by one.
    func movePrompt(by step: Int) {
        prompt?.move(by: step)
        navigator.setNeedsDisplay()
    }

    /// Removes the prompt.
    func closePrompt() {
        prompt = nil
        navigator.setNeedsDisplay()
    }

    /// A click on the prompt in the key bar; returns whether it was one. `answer` gets false for the first choice, true for the second.
    func pressPrompt(_ key: Key, answer: (Bool) -> Void) -> Bool {
        let size = navigator.canvas.size
        guard case .click(let point) = key, point.y == size.height - 1, prompt?.choose(at: point.x, width: size.width) == true
        else {
            return false
        }
        answer(prompt?.choice != prompt?.choices.first)
        return true
    }

    /// The keys of a question with two choices. `answer` gets false for the first one, which changes nothing, and true for the second.
    func answerBindings(
        yes: (keys: [Key], help: String), no: (keys: [Key], help: String), answer: @escaping (Bool) -> Void
    ) -> [Binding] {
        let isAsked = { [unowned self] in prompt != nil }
        return [
            Binding(
                .left, .right, .up, .down, name: "←→", help: tr("Choose an answer."), isAvailable: isAsked,
                action: { [unowned self] in movePrompt(by: $0 == .left || $0 == .up ? -1 : 1) }),
            Binding(
                .enter, .character(" "), help: tr("Confirm your answer."), isAvailable: isAsked,
                action: { [unowned self] _ in answer(prompt?.choice != prompt?.choices.first) }),
            Binding(keys: yes.keys, help: yes.help, isAvailable: isAsked) { _ in answer(true) },
            Binding(keys: no.keys, help: no.help, isAvailable: isAsked) { _ in answer(false) },
        ].grouped(.answer)
    }
}
