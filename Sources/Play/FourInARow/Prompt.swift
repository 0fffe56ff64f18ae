// The choices in a row below the board, for a keyboard that has arrows and Enter and no Latin letters. It knows no actions.

import Screen

/// A row of choices, of which one or none is chosen.
struct Prompt: Equatable {
    /// What can be chosen.
    enum Choice: Equatable {
        case replay
        case disconnect
        case keepPlaying

        func words(isShared: Bool) -> String {
            switch self {
            case .replay: "Replay (R)"
            case .disconnect: isShared ? "Quit (Q)" : "Disconnect (Q)"
            case .keepPlaying: "Keep playing (Esc)"
            }
        }
    }

    let choices: [Choice]
    private(set) var chosen: Int?

    /// After the end; nothing is chosen yet, so that an Enter pressed too late does nothing.
    static let afterTheEnd = Prompt(choices: [.replay, .disconnect], chosen: nil)
    /// Esc in the middle of a game.
    static let leaving = Prompt(choices: [.keepPlaying, .disconnect], chosen: 0)

    /// What Enter would do.
    var choice: Choice? { chosen.map { choices[$0] } }

    /// Moves the choice by one.
    mutating func move(by step: Int) {
        let next = chosen.map { $0 + step } ?? (step > 0 ? 0 : choices.count - 1)
        chosen = max(0, min(choices.count - 1, next))
    }

    /// Draws it in the middle of a row.
    func draw(on canvas: Canvas, y: Int, isShared: Bool) {
        let words = choices.map { " \($0.words(isShared: isShared)) " }
        var x = (canvas.size.width - words.reduce(0) { $0 + TextWidth.of($1) } - 2 * (words.count - 1)) / 2
        canvas.fill(Rect(x: 0, y: y, width: canvas.size.width, height: 1))
        for (index, word) in words.enumerated() { x = canvas.put(word, x: x, y: y, index == chosen ? .selected : .key) + 2 }
    }
}
