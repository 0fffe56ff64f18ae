// The positions that the book has to know, in an order in which neighbours have much in common, and where in the book's layer each
// stands, looked up instead of counted. It knows no scores and no files.

import Engine

/// The positions of a ply that a game can reach and that need the book, mirror images once, and what the book calls them.
struct Reachable {
    /// The positions, those with common ancestors side by side.
    let positions: [Position]
    /// The places of all positions of the ply.
    let layer: LayerPlaces

    /// Goes through the game from its beginning to `ply`.
    init(ply: Int) {
        var level = [Position()]
        for depth in 0..<ply {
            let next = BookLayer(ply: depth + 1)
            var seen: Set<[UInt64]> = []
            level = level.flatMap { parent in
                Board.columns.lazy.filter(parent.canPlay).map(parent.playing).filter { child in
                    let (shape, discs) = next.place(of: child)
                    return !child.isOver && seen.insert([UInt64(shape), discs]).inserted
                }
            }
        }
        positions = level.filter(\.needsBook)
        layer = LayerPlaces(ply: ply)
    }
}

/// The places of a ply's positions, in the order of the book.
struct LayerPlaces {
    /// How many there are: more than positions that a game can reach, for some colourings cannot be.
    let count: Int
    private let layer: BookLayer
    private let places: [Place: Int]

    private struct Place: Hashable {
        let shape: Int
        let discs: UInt64
    }

    /// Goes through the layer of `ply`.
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

    /// The place of a position of this ply, the same for its mirror image.
    subscript(position: Position) -> Int {
        let (shape, discs) = layer.place(of: position)
        guard let place = places[Place(shape: shape, discs: discs)] else { preconditionFailure("a position without a place") }
        return place
    }
}
