// A column of the board as pixels. A pixel is a cell in the smallest size and without half blocks, a quarter of a cell where discs
// would not be round otherwise, and half a cell in all other cases. BoardView combines pixels into cells.

import Engine
import Screen

/// The content of a pixel.
enum Ink: Equatable {
    /// Empty, above the board.
    case nothing
    case panel
    case hole
    /// The body of a disc.
    case body(BoardCell, SquareFace.Emphasis)
    /// The ring of a yellow disc.
    case ring(SquareFace.Emphasis)
    /// The edge of a yellow disc above the board.
    case rim
    /// The core of a red disc, or of a winning one.
    case core(BoardCell, SquareFace.Emphasis)
    /// The ring that shows where a disc would land.
    case ghost(BoardCell)
    /// A hint.
    case hint
    /// One of the corners that mark the last move.
    case corner
    /// The outline of the chosen column.
    case outline
    /// The ring above a full column.
    case fullRing
    /// A line through winning discs.
    case line
    /// The line from a disc to its answer in a plan.
    case link

    /// The colour; nil for the background's.
    var role: Role? {
        switch self {
        case .nothing, .panel: nil
        case .hole: .hole
        case .body(.red, .faint): .redFaint
        case .body(.red, _): .redDisc
        case .body(_, .faint): .yellowFaint
        case .body: .yellowDisc
        case .ring(.faint): .yellowFaintRing
        case .ring: .yellowRing
        case .rim: .yellowRim
        case .core(_, .won(isLit: true)): .lit
        case .core(_, .faint): .redFaintCore
        case .core: .redCore
        case .ghost(.red): .redDisc
        case .ghost: .yellowRing
        case .hint: .hint
        case .corner, .link: .corner
        case .outline: .outline
        case .fullRing: .fullRing
        case .line: .lit
        }
    }
}

/// The pixels of a column. Coordinates start at the left of the gap and at the top of the board.
struct ColumnPixels {
    /// The height of a square in pixels.
    let pitch: Int
    /// The width of a cell in pixels.
    let across: Int
    private let mask: DiscMask
    private let gap: Int
    private let isHalved: Bool
    private let isPainted: Bool

    init(style: BoardStyle, size: BoardSize) {
        isHalved = style.halvesRows(size)
        isPainted = style.isPainted(size)
        across = style.halvesColumns(size) ? 2 : 1
        let disc = size.disc(inHalfRows: isHalved)
        mask = DiscMask.of(DiscShape(width: disc.width * across, height: disc.height))
        pitch = isHalved ? 2 * size.rows : size.rows
        gap = pitch - mask.shape.height
    }

    /// The y coordinate of the top of a loose disc.
    func top(of disc: LooseDisc) -> Int {
        guard let target = disc.target else { return -mask.shape.height }
        let rest = (Board.rows.count - 1 - target.row) * pitch + gap
        let bounce = disc.isBouncing && isHalved ? 1 : 0
        return rest - Int((disc.distance * Double(pitch)).rounded()) - bounce
    }

    /// The content of a pixel. `faces` are the squares of the column from the top; `loose` is the disc outside of them.
    func ink(x: Int, y: Int, of faces: [SquareFace], loose: (disc: LooseDisc, top: Int)?) -> Ink {
        let x = x - across
        if y < 0 { return loose.flatMap { hovering($0.disc, x: x, y: y - $0.top) } ?? .nothing }
        let face = faces[y / pitch]
        let inSquare = y % pitch - gap
        if face.isLast && isPainted && isMarked(x, inSquare) { return .corner }
        if isPainted, let part = face.part, let ink = ink(of: part, isTaken: face.cell != .empty, x: x, y: inSquare) {
            return ink
        }
        guard let zone = mask.zone(x, inSquare) else { return .panel }
        if face.cell != .empty { return ink(of: face.cell, face.emphasis, x: x, y: inSquare) ?? .hole }
        if let loose, let ink = ink(of: loose.disc.cell, .none, x: x, y: y - loose.top) { return ink }
        guard isPainted else { return .hole }
        if face.isHinted && zone >= (across > 1 ? .hollow : .core) { return .hint }
        if let ghost = face.ghost, zone < .hollow { return .ghost(ghost) }
        return .hole
    }

    /// A pixel of a plan: small discs, faint but for the one before the end, with a line between each and its answer, which stays when the discs
    /// have come; a ring where it wins.
    private func ink(of part: SquareFace.Part, isTaken: Bool, x: Int, y: Int) -> Ink? {
        let (width, height) = (mask.shape.width, mask.shape.height)
        // Twice the distances from the middle.
        let (across, down) = (abs(2 * x + 1 - width), abs(2 * y + 1 - height))
        let isSmall = !isTaken && 2 * across <= width && 2 * down <= height
        let isLink = across <= 1 - width % 2
        func disc(_ cell: BoardCell, _ emphasis: SquareFace.Emphasis) -> Ink {
            cell == .red && 5 * across <= width && 5 * down <= height ? .core(cell, emphasis) : .body(cell, emphasis)
        }
        switch part {
        case .disc(let cell):
            if isSmall { return disc(cell, .faint) }
            return isLink && (isTaken ? y <= 0 : 2 * y < height) ? .link : nil
        case .answer(let cell):
            if isSmall { return disc(cell, .faint) }
            return isLink && (isTaken ? y == height - 1 : 2 * y > height) ? .link : nil
        case .last(let cell): return isSmall ? disc(cell, .none) : nil
        case .goal(let cell): return !isTaken && mask.zone(x, y).map { $0 < .hollow } == true ? .body(cell, .none) : nil
        }
    }

    /// Whether this pixel marks the last move: in a corner of the disc's box, or in the middle of a small disc.
    private func isMarked(_ x: Int, _ y: Int) -> Bool {
        // A small disc has no room for corners.
        if across > 1 { return mask.zone(x, y) == .core }
        guard x == 0 || x == mask.shape.width - 1 else { return false }
        return y == 0 || y == mask.shape.height - 1
    }

    private func hovering(_ disc: LooseDisc, x: Int, y: Int) -> Ink? {
        guard disc.isRing else {
            let ink = ink(of: disc.cell, .none, x: x, y: y)
            // A small disc is all edge.
            let isEdge = mask.zone(x, y) == .edge || mask.shape.height < Self.minimumRimHeight
            return isEdge && ink == .body(.yellow, .none) ? .rim : ink
        }
        return (mask.zone(x, y) ?? .core) < .hollow || mask.shape.height == 1 ? mask.zone(x, y).map { _ in .fullRing } : nil
    }

    private func ink(of cell: BoardCell, _ emphasis: SquareFace.Emphasis, x: Int, y: Int) -> Ink? {
        guard let zone = mask.zone(x, y) else { return nil }
        if cell == .red || emphasis == .won(isLit: true) && isPainted, zone >= (isPainted ? .core : .hollow) {
            return .core(cell, emphasis)
        }
        return cell == .yellow && zone == .ring && mask.shape.height >= Self.minimumRingHeight
            ? .ring(emphasis) : .body(cell, emphasis)
    }

    /// The height from which a disc above the board has a rim.
    private static let minimumRimHeight = 5
    /// The height from which yellow discs have a ring.
    private static let minimumRingHeight = 9
}

/// The zone of each pixel of a disc.
private struct DiscMask {
    /// Concentric parts, from the edge to the middle.
    enum Zone: UInt8, Comparable {
        case edge, ring, hollow, inside, core

        static func < (one: Zone, other: Zone) -> Bool { one.rawValue < other.rawValue }
    }

    let shape: DiscShape
    /// Row by row; nil outside of the disc.
    private let zones: [Zone?]

    private init(_ shape: DiscShape) {
        self.shape = shape
        let shares = [1, DiscShape.ring.upperBound, DiscShape.hollow, DiscShape.ring.lowerBound, DiscShape.core]
        zones = (0..<shape.width * shape.height).map { place in
            let deepest = shares.lastIndex { shape.contains(x: place % shape.width, y: place / shape.width, within: $0) }
            return deepest.flatMap { Zone(rawValue: UInt8($0)) }
        }
    }

    /// The zone of a pixel in the disc's box; nil outside of the disc.
    func zone(_ x: Int, _ y: Int) -> Zone? {
        x >= 0 && x < shape.width && y >= 0 && y < shape.height ? zones[y * shape.width + x] : nil
    }

    /// The mask of a shape. Each is computed once.
    static func of(_ shape: DiscShape) -> DiscMask {
        if let mask = known[shape] { return mask }
        let mask = DiscMask(shape)
        known[shape] = mask
        return mask
    }

    private static var known: [DiscShape: DiscMask] = [:]
}
