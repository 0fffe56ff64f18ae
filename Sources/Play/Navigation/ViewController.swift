// What the Navigator needs of a screen: a title, keys, a picture of it, and what text mode announces.

import Screen
import Session

/// A screen.
protocol ViewController: AnyObject {
    /// The stack that it is on.
    var navigator: Navigator { get }
    /// The title, for the first row.
    var title: String { get }
    /// The title in parts of different roles, within `width` cells.
    func heading(width: Int) -> [(text: String, role: Role)]
    /// The text at the right of the first row.
    var status: String { get }
    /// The state of the game, for the title of the terminal window; empty if there is nothing to say.
    var news: String { get }
    /// The keys.
    var bindings: [Binding] { get }
    /// The meaning of the signs on the screen, for the help.
    var notes: [HelpNote] { get }
    /// A question that stays until it is answered; nil if there is none.
    var question: String? { get }
    /// Players who cannot act now. They are named in place of a question.
    var absences: [Absence] { get }
    /// When the time that it shows runs out, in milliseconds of the clock; nil: it shows none. Until then it is redrawn every second.
    var countdownEnd: Int? { get }
    /// The choices of a question, or what to do next; nil if there are none. They stand in the key bar unless the screen draws them itself.
    var prompt: Prompt? { get set }
    /// The player has picked one of them.
    func answer(_ choice: Prompt.Choice)
    /// Whether keys are ignored because they were meant for what was shown a moment ago.
    var ignoresKeys: Bool { get }
    /// Whether the player is with others here, or looks for some: nobody nearby can invite the player meanwhile.
    var isWithOthers: Bool { get }
    /// What the player does here while waiting for another one; nil where nobody is waited for.
    var wait: Meanwhile? { get }
    /// Whether opponents are found here: a game with one of them leads back here.
    var isList: Bool { get }
    /// Whether a row or the menu goes on with a saved game, so that its place need not be named.
    var offersSavedGame: Bool { get }
    /// Whether invitations wait: while text is typed, or a question is asked.
    var holdsInvitations: Bool { get }
    /// Draws the screen within `area`, which is blank.
    func draw(on canvas: Canvas, in area: Rect)
    /// Handles a key that no binding has; returns whether it did anything.
    func didPress(_ key: Key) -> Bool
    /// Whether the player is typing text: letters, digits and '?' are not commands then.
    var isTyping: Bool { get }
    /// Whether this character is text and not a command.
    func isText(_ scalar: Unicode.Scalar) -> Bool
    /// Whether a game is being played, so that Esc closes an alert and also acts.
    var isPlaying: Bool { get }
    /// Whether arrows move about in a picture, which is not mirrored.
    var isInPicture: Bool { get }
    /// Draws the first row.
    func drawTitle(on canvas: Canvas)
    /// The columns of the first row where a message may stand; nil where messages stand above the key bar.
    var messageColumns: Range<Int>? { get }
    /// The rows above the board, where a message may stand that is too long for one row, or those above the key bar, where it covers nothing; nil
    /// where there are not enough.
    var messageRows: Range<Int>? { get }
    /// Whether the screen draws its question and the answers itself.
    var asksItself: Bool { get }
    /// The key that leads out of the screen; a message in the key bar leaves it.
    var wayOut: KeyBar.Entry? { get }
    /// This key was pressed while keys are ignored.
    func didIgnore(_ key: Key)
    /// The pointer is over this cell.
    func didHover(over point: Point)
    /// The screen is on top of the stack, for the first time or again.
    func didAppear()
    /// Something that the player has to read or answer first came over the screen, or it is gone: the help, an invitation, a standing alert.
    func coverDidChange(isCovered: Bool)
    /// The screen was taken off the stack: it closes everything that it has open.
    func didLeave()
    /// The title in text mode.
    var spokenTitle: String { get }
    /// What text mode announces now.
    var announcement: Announcement { get }
    /// What text mode says of a word that it does not understand here; nil: nothing special.
    func meaning(of word: String) -> String?
    /// The commands of text mode, besides choices, keys and those that all screens have.
    var commands: [TextModeCommand] { get }
    /// Whether text mode waits before it runs the next command: for the computer to move, or for the end of a game to be read. Somebody who
    /// types at a terminal (`isTyped`) waits only as long as usual.
    func holdsInput(isTyped: Bool) -> Bool
}

extension ViewController {
    func heading(width: Int) -> [(text: String, role: Role)] { [(TextWidth.clip(title, to: width), .title)] }
    var status: String { "" }
    var news: String { "" }
    var notes: [HelpNote] { [] }
    var question: String? { nil }
    var absences: [Absence] { [] }
    var countdownEnd: Int? { absences.compactMap(\.end).min() }
    var prompt: Prompt? {
        get { nil }
        set {}
    }
    func answer(_ choice: Prompt.Choice) {}
    var ignoresKeys: Bool { false }
    var isWithOthers: Bool { false }
    var holdsInvitations: Bool { isTyping }
    var isTyping: Bool { false }
    func didPress(_ key: Key) -> Bool { false }
    func isText(_ scalar: Unicode.Scalar) -> Bool { isTyping }
    var isPlaying: Bool { false }
    var isInPicture: Bool { false }
    var wait: Meanwhile? { nil }
    var isList: Bool { false }
    var offersSavedGame: Bool { false }
    var messageColumns: Range<Int>? { nil }
    var messageRows: Range<Int>? { nil }
    var asksItself: Bool { false }
    var wayOut: KeyBar.Entry? {
        bindings.first { $0.keys.contains(.character("q")) && $0.isAvailable() && !$0.label.isEmpty }.map { KeyBar.Entry($0) }
    }
    func didIgnore(_ key: Key) {}
    func didHover(over point: Point) {}
    func didAppear() {}
    func coverDidChange(isCovered: Bool) {}
    func didLeave() {}
}

extension ViewController {
    /// The choices in the key bar; nil if there are none. Those at the end of a game always stand there.
    var barPrompt: Prompt? { asksItself && prompt?.isEnd != true ? nil : prompt }
}

extension Role {
    /// The role of the same text on a bar, which has a surface of its own.
    fileprivate var onBar: Role {
        switch self {
        case .title: .barStrong
        case .yellow: .yellowSign
        case .red: .redSign
        default: self
        }
    }
}

extension ViewController {
    /// The first row of a game at a table: the title, in the middle whose turn it is, and something at the right. A narrow one has no title.
    func drawTitle(on canvas: Canvas, label: String, isMine: Bool, right: String) {
        let width = canvas.size.width
        let isWide = width >= 60
        canvas.fill(Rect(x: 0, y: 0, width: width, height: 1), with: " ", .barText, on: .bar)
        // On a narrow screen the label is worth more.
        let fits = isWide || TextWidth.of(label) + TextWidth.of(right) + 3 <= width
        let right = fits ? TextWidth.clip(right, to: width / 3) : ""
        let end = width - 1 - TextWidth.of(right)
        canvas.put(right, x: end, y: 0, .barText, on: .bar)
        let start = isWide ? canvas.put(title, x: 1, y: 0, .barStrong, on: .bar) + 2 : 1
        let label = TextWidth.clip(label, to: end - 1 - start)
        let x = isWide ? max(start, min((width - TextWidth.of(label)) / 2, end - 1 - TextWidth.of(label))) : start
        canvas.put(label, x: x, y: 0, isMine ? .barStrong : .barText, on: .bar)
    }

    func drawTitle(on canvas: Canvas) { drawHeading(on: canvas) }

    /// The heading from the left, and the status at the right.
    func drawHeading(on canvas: Canvas) {
        let width = canvas.size.width
        canvas.fill(Rect(x: 0, y: 0, width: width, height: 1), with: " ", .barText, on: .bar)
        let status = TextWidth.clip(status, to: width - 2)
        let room = width - 3 - TextWidth.of(status)
        var x = 1
        for part in heading(width: max(0, room)) {
            x = canvas.put(part.text, x: x, y: 0, part.role.onBar, on: .bar, limit: max(0, room + 1 - x))
        }
        canvas.put(status, x: width - 1 - TextWidth.of(status), y: 0, .barText, on: .bar)
    }
}
