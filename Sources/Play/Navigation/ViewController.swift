// What every screen is: a title, a table of keys, and a way to draw itself. It knows no terminal.

import Screen

/// A screen.
protocol ViewController: AnyObject {
    /// What the screen is, for the first row.
    var title: String { get }
    /// The title in parts of several colours, within so many cells.
    func heading(width: Int) -> [(text: String, role: Role)]
    /// What stands at the right of the first row.
    var status: String { get }
    /// What is going on, for the title of the terminal's window; empty where there is nothing to say.
    var news: String { get }
    /// Its keys.
    var bindings: [Binding] { get }
    /// What its signs mean, for its help.
    var notes: [HelpNote] { get }
    /// A question that stands until it is answered; nil where nothing is asked.
    var question: String? { get }
    /// What the player is to choose from, which takes the key bar's row; nil where nothing is asked.
    var barPrompt: Prompt? { get }
    /// Whether keys do nothing yet: they were meant for what was shown a moment ago.
    var isDeaf: Bool { get }
    /// Draws all of it within `area`, which is blank.
    func draw(on canvas: Canvas, in area: Rect)
    /// A key that no binding has; returns whether it was of use.
    func didPress(_ key: Key) -> Bool
    /// Whether the player is typing text, so that letters, digits and '?' are no commands.
    var isTyping: Bool { get }
    /// Whether this character is text to be typed and no command.
    func isText(_ scalar: Unicode.Scalar) -> Bool
    /// Whether a game goes on here, so that an alert blocks nothing.
    var isPlaying: Bool { get }
    /// Whether arrows move about in a picture, which is never mirrored.
    var isInPicture: Bool { get }
    /// Where its alert stands best; nil: above the key bar.
    var alertRow: Int? { get }
    /// It is on top of the stack, for the first time or again.
    func didAppear()
    /// Its help was opened or closed.
    func helpDidChange(isShown: Bool)
    /// It was taken off the stack: everything it holds open ends here.
    func didLeave()
    /// Its title for those who listen.
    var spokenTitle: String { get }
    /// What it tells them.
    var announcement: Announcement { get }
    /// What they can type here, besides choices, keys and what is the same everywhere.
    var commands: [TextModeCommand] { get }
    /// Whether lines that are typed wait: for who is to move next, or for the end of a game to be heard.
    var holdsInput: Bool { get }
}

extension ViewController {
    func heading(width: Int) -> [(text: String, role: Role)] { [(TextWidth.clip(title, to: width), .title)] }
    var status: String { "" }
    var news: String { "" }
    var notes: [HelpNote] { [] }
    var question: String? { nil }
    var barPrompt: Prompt? { nil }
    var isDeaf: Bool { false }
    var isTyping: Bool { false }
    func didPress(_ key: Key) -> Bool { false }
    func isText(_ scalar: Unicode.Scalar) -> Bool { isTyping }
    var isPlaying: Bool { false }
    var isInPicture: Bool { false }
    var alertRow: Int? { nil }
    func didAppear() {}
    func helpDidChange(isShown: Bool) {}
    func didLeave() {}
}
