// The choices in a row below a board or a table, for a keyboard that has arrows and Enter and no Latin letters. It knows no actions.

import Screen

/// A row of choices, of which one or none is chosen.
struct Prompt: Equatable, ChoosingOne {
    /// What can be chosen.
    enum Choice: Equatable {
        case replay
        case disconnect
        case keepPlaying
        case review
        case allow
        case refuse
        case wait
        case saveAndLeave
        case leave

        func words(isAlone: Bool) -> String {
            switch self {
            case .replay: "Replay (R)"
            case .disconnect: isAlone ? "Quit (Q)" : "Disconnect (Q)"
            case .keepPlaying: "Play on (Esc)"
            case .review: "Review (V)"
            case .allow: "Allow (Y)"
            case .refuse: "Refuse (N)"
            case .wait: "Wait (W)"
            case .saveAndLeave: "Save and leave (S)"
            case .leave: "Leave (Q)"
            }
        }
    }

    let choices: [Choice]
    var chosen: Int?

    /// After the end; nothing is chosen yet, so that an Enter pressed too late does nothing.
    static let afterTheEnd = Prompt(choices: [.replay, .review, .disconnect], chosen: nil)
    /// Esc in the middle of a game.
    static let leaving = Prompt(choices: [.keepPlaying, .disconnect], chosen: 0)
    /// The peer asks for something.
    static let consent = Prompt(choices: [.allow, .refuse], chosen: nil)
    /// The connection was lost, and the opponent is looked for.
    static let absence = Prompt(choices: [.wait, .saveAndLeave, .leave], chosen: 0)

    /// Draws it in the middle of a row.
    func draw(on canvas: Canvas, y: Int, isAlone: Bool) {
        canvas.fill(Rect(x: 0, y: y, width: canvas.size.width, height: 1))
        for (index, button) in buttons(isAlone: isAlone, width: canvas.size.width).enumerated() {
            canvas.put(button.words, x: button.x, y: y, index == chosen ? .selected : .key)
        }
    }

    /// Chooses what is at a column; returns whether there is anything.
    mutating func choose(at x: Int, isAlone: Bool, width: Int) -> Bool {
        let hit = buttons(isAlone: isAlone, width: width).firstIndex { x >= $0.x && x < $0.x + TextWidth.of($0.words) }
        if let hit { chosen = hit }
        return hit != nil
    }

    /// Where the choices stand in a row of so many cells.
    private func buttons(isAlone: Bool, width: Int) -> [(words: String, x: Int)] {
        var words = choices.map { " \($0.words(isAlone: isAlone)) " }
        if words.reduce(0, { $0 + TextWidth.of($1) }) > width {
            // The keys in brackets are in the key bar, too.
            words = words.map { word in word.firstIndex(of: "(").map { String(word[..<$0]) } ?? word }
        }
        let gap = width > 50 ? 2 : 0
        var x = max(0, (width - words.reduce(0) { $0 + TextWidth.of($1) } - gap * (words.count - 1)) / 2)
        return words.map { word in
            defer { x += TextWidth.of(word) + gap }
            return (word, x)
        }
    }
}

/// A screen that asks by such a row.
protocol Prompting: AnyObject {
    /// Where it is drawn.
    var navigator: Navigator { get }
    /// What is asked; nil where nothing is.
    var prompt: Prompt? { get set }
}

extension Prompting {
    /// Moves the choice by one.
    func movePrompt(by step: Int) {
        prompt?.move(by: step)
        navigator.setNeedsDisplay()
    }

    /// Asks nothing any more.
    func closePrompt() {
        prompt = nil
        navigator.setNeedsDisplay()
    }
}
