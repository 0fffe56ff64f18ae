// A column of the board as pixels: what is at each of them, and in which colour or shape. A pixel is half a cell where the terminal
// has half blocks and the square more than one row, and a quarter where small discs would not be round; else it is a cell. It knows
// no canvas.

import Engine
import Screen

/// What is at a pixel.
enum Ink: Equatable {
    /// Nothing, above the board.
    case nothing
    case panel
    case hole
    /// The body of a disc.
    case body(BoardCell, SquareFace.Emphasis)
    /// A yellow disc's ring.
    case ring(SquareFace.Emphasis)
    /// A red disc's core, or that of one that won.
    case core(BoardCell, SquareFace.Emphasis)
    /// Where a disc would land, in a ring.
    case ghost(BoardCell)
    /// A hint.
    case hint
    /// A corner around the disc that was dropped last.
    case corner

    /// Its colour; nil: that of what lies behind.
    var role: Role? {
        switch self {
        case .nothing, .panel: nil
        case .hole: .hole
        case .body(.yours, .faint): .redFaint
        case .body(.yours, _): .redDisc
        case .body(_, .faint): .yellowFaint
        case .body: .yellowDisc
        case .ring(.faint): .yellowFaintRing
        case .ring: .yellowRing
        case .core(_, .won(isLit: true)): .lit
        case .core(_, .faint): .redFaintCore
        case .core: .redCore
        case .ghost(.yours): .redDisc
        case .ghost: .yellowRing
        case .hint: .hint
        case .corner: .panelText
        }
    }
}

/// How a board is drawn.
struct BoardStyle: Equatable {
    /// The characters.
    let glyphs: Glyphs
    /// Whether the board is a coloured panel; otherwise it is lines, and its discs are outlines or letters.
    let isColoured: Bool
    /// Whether dim discs are drawn pixel by pixel, alternating with the hole, because there are no darker colours.
    let dimsByPattern: Bool

    /// What a terminal with these characters and so many colours (nil: none) can show. Letters are not legible on a panel.
    init(glyphs: Glyphs, colours: ColourDepth?) {
        self.glyphs = glyphs
        isColoured = colours != nil && glyphs.isUnicode
        dimsByPattern = colours == .eight
    }

    /// Whether a board of this size is drawn in half rows.
    func halvesRows(_ size: BoardSize) -> Bool { glyphs.isUnicode && size.rows > 1 }

    /// Whether it is drawn in half columns too: discs of four cells by three half rows would look like a plus sign.
    func halvesColumns(_ size: BoardSize) -> Bool { glyphs == .unicode && size.rows == 2 }

    /// Whether shapes alone say everything, without characters beside them.
    func isPainted(_ size: BoardSize) -> Bool { isColoured && halvesRows(size) }
}

/// The pixels of one column, from the left of the gap and the top of the board.
struct ColumnPixels {
    /// The pixels from one square to the one below it.
    let pitch: Int
    /// The pixels across a cell.
    let across: Int
    private let mask: DiscMask
    private let gap: Int
    private let isHalved: Bool
    private let isPainted: Bool
    private let dimsByPattern: Bool

    init(style: BoardStyle, size: BoardSize) {
        isHalved = style.halvesRows(size)
        isPainted = style.isPainted(size)
        dimsByPattern = isPainted && style.dimsByPattern
        across = style.halvesColumns(size) ? 2 : 1
        let disc = size.disc(inHalfRows: isHalved)
        mask = DiscMask.of(DiscShape(width: disc.width * across, height: disc.height))
        pitch = isHalved ? 2 * size.rows : size.rows
        gap = pitch - mask.shape.height
    }

    /// The top of a loose disc.
    func top(of disc: LooseDisc) -> Int {
        guard case .falling(let falling) = disc else { return -mask.shape.height }
        let rest = (Board.rows.count - 1 - falling.target.row) * pitch + gap
        let bounce = falling.isBouncing && isHalved ? 1 : 0
        return rest - Int((falling.distance * Double(pitch)).rounded()) - bounce
    }

    /// What is at a pixel of a column of these squares, from the top; `loose` is a disc of this column.
    func ink(x: Int, y: Int, of faces: [SquareFace], loose: (cell: BoardCell, top: Int)?) -> Ink {
        let x = x - across
        if y < 0 { return loose.flatMap { ink(of: $0.cell, .none, x: x, y: y - $0.top) } ?? .nothing }
        let face = faces[y / pitch]
        let inSquare = y % pitch - gap
        if face.isLast && isPainted && isMarked(x, inSquare) { return .corner }
        guard let zone = mask.zone(x, inSquare) else { return .panel }
        if face.cell != .empty { return ink(of: face.cell, face.emphasis, x: x, y: inSquare) ?? .hole }
        if let loose, let ink = ink(of: loose.cell, .none, x: x, y: y - loose.top) { return ink }
        guard isPainted else { return .hole }
        if face.isHinted && zone >= (across > 1 ? .hollow : .core) { return .hint }
        if let ghost = face.ghost, mask.shape.height == Self.thrifty ? zone >= .hollow && zone < .core : zone < .hollow {
            return .ghost(ghost)
        }
        return .hole
    }

    /// Whether this is a corner of the disc's box, a cell wide, that marks the last disc.
    private func isMarked(_ x: Int, _ y: Int) -> Bool {
        guard (0..<across).contains(x) || (0..<across).contains(mask.shape.width - 1 - x) else { return false }
        return y == 0 || y == mask.shape.height - 1 && mask.shape.height != Self.thrifty
    }

    private func ink(of cell: BoardCell, _ emphasis: SquareFace.Emphasis, x: Int, y: Int) -> Ink? {
        guard let zone = mask.zone(x, y) else { return nil }
        // In half columns it is stripes: no quarter of a cell has a third colour then.
        if emphasis == .faint && dimsByPattern && (across > 1 ? x / across : x + y) % 2 == 1 { return .hole }
        if cell == .yours || emphasis == .won(isLit: true) && isPainted, zone >= (isPainted ? .core : .hollow) {
            return .core(cell, emphasis)
        }
        return cell == .mine && zone == .ring && mask.shape.height >= Self.leastRinged ? .ring(emphasis) : .body(cell, emphasis)
    }

    /// The height of the discs at 80x24, where a slow line must bear every key. There the ghost is a ring around the core, since one along
    /// the edge takes three rows, and the last disc is marked at its upper corners alone.
    private static let thrifty = 5
    /// The height from which a yellow disc has a ring.
    private static let leastRinged = 9
}

/// The parts of a disc's face, pixel by pixel.
private struct DiscMask {
    /// From the edge to the middle.
    enum Zone: UInt8, Comparable {
        case edge, ring, hollow, inside, core

        static func < (one: Zone, other: Zone) -> Bool { one.rawValue < other.rawValue }
    }

    let shape: DiscShape
    /// Row by row; nil: outside.
    private let zones: [Zone?]

    private init(_ shape: DiscShape) {
        self.shape = shape
        let shares = [1, DiscShape.ring.upperBound, DiscShape.hollow, DiscShape.ring.lowerBound, DiscShape.core]
        zones = (0..<shape.width * shape.height).map { place in
            let deepest = shares.lastIndex { shape.contains(x: place % shape.width, y: place / shape.width, within: $0) }
            return deepest.flatMap { Zone(rawValue: UInt8($0)) }
        }
    }

    /// The part at a pixel of the disc's box; nil outside of the disc.
    func zone(_ x: Int, _ y: Int) -> Zone? {
        x >= 0 && x < shape.width && y >= 0 && y < shape.height ? zones[y * shape.width + x] : nil
    }

    /// The mask of a shape, made once.
    static func of(_ shape: DiscShape) -> DiscMask {
        if let mask = known[shape] { return mask }
        let mask = DiscMask(shape)
        known[shape] = mask
        return mask
    }

    private static var known: [DiscShape: DiscMask] = [:]
}
