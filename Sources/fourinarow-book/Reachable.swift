// The positions that the book has to know, in an order in which neighbours have much in common. It knows no files.

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
