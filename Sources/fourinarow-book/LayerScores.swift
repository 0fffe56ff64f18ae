// The scores of one ply, and those of the ply two before it, which follow from them. It knows no files.

import Engine

/// The scores of a ply's places.
struct LayerScores {
    private let layer: BookLayer
    private let scores: [Int8?]
    private let starts: [Int]

    /// The scores of `ply`, one for each place in the order of the layer.
    init(ply: Int, scores: [Int8?]) {
        layer = BookLayer(ply: ply)
        self.scores = scores
        var place = 0
        var starts: [Int] = []
        for shape in layer.shapes.indices {
            starts.append(place)
            layer.forEach(inShape: shape) { _, _ in
                place += 1
                return true
            }
        }
        self.starts = starts
    }

    /// The score of a position up to two plies before: from these scores, or by search where they have no score for it.
    func score(of position: Position, _ solver: Solver) -> Score? {
        if let score = position.settledScore { return score }
        if position.ply == layer.ply { return position.needsBook ? known(position) : solver.score(of: position) }
        let replies = Board.columns.filter(position.canPlay).map { score(of: position.playing($0), solver) }
        return replies.contains(nil) ? nil : replies.compactMap { $0.map { -$0 } }.max()
    }

    private func known(_ position: Position) -> Score? {
        let (shape, discs) = layer.place(of: position)
        var place = starts[shape]
        layer.forEach(inShape: shape) { _, set in
            if set != discs { place += 1 }
            return set != discs
        }
        return scores[place].map(Int.init)
    }
}
