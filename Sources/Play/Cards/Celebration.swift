// What falls over the screen after a win: for three seconds with animation; without it lies still. It stands only where nothing else is,
// and takes no keys.

import Screen
import Session

/// Confetti.
final class Celebration {
    private let navigator: Navigator
    private var begunAt: Int?
    private var frame: Cancellable?

    /// How long it falls, and how long a picture of it stays, in milliseconds.
    private static let (duration, frameTime) = (3000, 80)
    /// The cells for each piece.
    private static let sparseness = 30

    init(navigator: Navigator) { self.navigator = navigator }

    /// Begins.
    func begin() {
        begunAt = navigator.isAnimated ? navigator.environment.now : navigator.environment.now - Self.duration
        drawNext()
    }

    /// Ends at once.
    func end() {
        frame?.cancel()
        begunAt = nil
    }

    private func drawNext() {
        navigator.setNeedsDisplay()
        guard navigator.isAnimated, let begunAt else { return }
        if navigator.environment.now - begunAt >= Self.duration { return end() }
        frame = navigator.environment.after(milliseconds: Self.frameTime) { [weak self] in self?.drawNext() }
    }

    /// Draws it into the empty cells of `area`.
    func draw(on canvas: Canvas, in area: Rect) {
        guard let begunAt, area.width > 2, area.height > 0 else { return }
        let elapsed = min(Self.duration, navigator.environment.now - begunAt)
        // A row of text keeps to itself: it is read as a whole.
        let columns = area.x..<area.x + area.width
        let rows = Set((area.y..<area.y + area.height).filter { y in !columns.contains { canvas[$0, y].isText } })
        let signs = navigator.glyphs.isUnicode ? ["★", "●", "♥", "♦"] : ["*", "o", "+", "."]
        for piece in 0..<area.width * area.height / Self.sparseness {
            let hash = UInt(piece + 1) &* 0x9E37_79B9_7F4A_7C15
            let x = area.x + 1 + Int(hash >> 40) % (area.width - 2)
            let y = area.y + Int(hash >> 20 & 0xFFFF) % area.height - area.height * (Self.duration - elapsed) / Self.duration
            guard rows.contains(y), (x - 1...x + 1).allSatisfy({ canvas[$0, y].isEmptyGround }) else { continue }
            canvas.put(signs[piece % signs.count], x: x, y: y, Self.roles[piece % Self.roles.count], on: canvas[x, y].ground)
        }
    }

    private static let roles: [Role] = [.yellowDisc, .high, .low]
}

extension Cell {
    /// Whether it is a blank of the table or of the terminal's own background.
    fileprivate var isEmptyGround: Bool { isBare && scalar == 0x20 }
    /// Whether it has a character there, or a message.
    fileprivate var isText: Bool { isBare && scalar != 0x20 || role == .alert }

    private var isBare: Bool {
        ground == .felt || ground == nil && ![.cardBlack, .cardRed, .cardBack, .cardOut, .cardCursor, .alert].contains(role)
    }
}
