// Where in the book's layer a position stands, looked up instead of counted. It knows no scores and no files.

import Engine

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
