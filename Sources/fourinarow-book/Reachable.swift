// The positions of a ply that the book must contain, ordered so that neighbours are similar, and the index of each in the book's
// layer.

import Engine

/// The reachable positions of a ply that need the book, one of two mirror images, with their indices in the layer.
struct Reachable {
    /// The positions, those with common ancestors side by side.
    let positions: [Position]
    /// The book's index of each position of the ply.
    let layer: LayerPlaces

    /// Generates the positions from the empty board to `ply`.
    init(ply: Int) {
        var level = [Position()]
        for _ in 0..<ply { level = Self.positions(after: level) }
        positions = level.filter(\.needsBook)
        layer = LayerPlaces(ply: ply)
    }

    /// The positions one disc after those of `level`, without those where the game is over, one of two mirror images.
    static func positions(after level: [Position]) -> [Position] {
        var seen: Set<Position> = []
        return level.flatMap { parent in
            Board.columns.filter(parent.canPlay).map(parent.playing).filter { child in
                !child.isOver && !seen.contains(child.mirrored) && seen.insert(child).inserted
            }
        }
    }
}

/// The indices of a ply's positions, in the order of the book.
struct LayerPlaces {
    /// How many there are. Some are unreachable.
    let count: Int
    private let layer: BookLayer
    private let places: [Place: Int]

    private struct Place: Hashable {
        let shape: Int
        let discs: UInt64
    }

    /// Enumerates the layer of `ply`.
    init(ply: Int) {
        let layer = BookLayer(ply: ply)
        var places: [Place: Int] = [:]
        for shape in layer.shapes.indices {
            layer.forEach(inShape: shape) { _, discs in
                places[Place(shape: shape, discs: discs)] = places.count
                return true
            }
        }
        self.layer = layer
        self.places = places
        count = places.count
    }

    /// The index of a position of this ply, the same for its mirror image.
    subscript(position: Position) -> Int {
        let (shape, discs) = layer.place(of: position)
        guard let place = places[Place(shape: shape, discs: discs)] else { preconditionFailure("a position without a place") }
        return place
    }
}
