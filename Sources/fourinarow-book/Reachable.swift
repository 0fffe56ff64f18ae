// The positions that the book has to know, in an order in which neighbours have much in common. It knows no files.

import Engine

/// The positions of a ply that a game can reach, mirror images once, and what the book calls them.
struct Reachable {
    /// What of the book they belong to.
    let layer: BookLayer
    /// The positions, those with common ancestors side by side.
    let positions: [Position]
    /// Where in the layer each of `positions` stands.
    let places: [Int]
    /// How many places the layer has: more than there are positions, for some colourings cannot be reached.
    let count: Int

    /// Goes through the game from its beginning to `ply`.
    init(ply: Int) {
        let layer = BookLayer(ply: ply)
        var place = 0
        var placed: [Key: Int] = [:]
        for shape in layer.shapes.indices {
            layer.forEach(inShape: shape) { _, discs in
                placed[Key(shape: shape, discs: discs)] = place
                place += 1
                return true
            }
        }
        var level = [Position()]
        for depth in 0..<ply {
            let next = BookLayer(ply: depth + 1)
            var seen: Set<Key> = []
            level = level.flatMap { parent in
                Board.columns.lazy.filter(parent.canPlay).map(parent.playing).filter { child in
                    !child.isOver && seen.insert(Key(next.place(of: child))).inserted
                }
            }
        }
        let needed = level.filter(\.needsBook)
        self.layer = layer
        count = place
        positions = needed
        places = needed.map { position in
            guard let place = placed[Key(layer.place(of: position))] else { fatalError("a position without a place") }
            return place
        }
    }

    private struct Key: Hashable {
        let shape: Int
        let discs: UInt64

        init(shape: Int, discs: UInt64) {
            self.shape = shape
            self.discs = discs
        }

        init(_ place: (shape: Int, discs: UInt64)) { self.init(shape: place.shape, discs: place.discs) }
    }
}
