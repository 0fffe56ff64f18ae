// The disc in a cell of a drawn board.

import Engine
import Screen

/// The disc in a cell.
enum BoardCell: Equatable {
    case empty
    case yellow
    case red

    /// The disc of `player` where `yellow` is yellow.
    init(of player: Player?, yellow: Player) {
        guard let player else {
            self = .empty
            return
        }
        self = player == yellow ? .yellow : .red
    }

    /// The colour of text about this disc.
    var role: Role {
        switch self {
        case .empty: .plain
        case .yellow: .yellow
        case .red: .red
        }
    }

    /// The disc as one character. The two discs differ in shape as well.
    var glyph: String {
        switch self {
        case .empty: "·"
        case .yellow: "●"
        case .red: "◉"
        }
    }
}
