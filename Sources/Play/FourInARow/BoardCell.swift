// What one cell of the board shows, and the characters it is drawn with at each size. It knows no rules and no canvas.

import Engine
import Screen

/// What a cell of the board holds, as the person at this screen sees it: yellow is mine (or the first colour, where two share a
/// keyboard), red the other's.
enum BoardCell: Equatable {
    case empty
    case mine
    case yours

    /// How its disc is coloured.
    func role(isWinning: Bool) -> Role {
        switch self {
        case .empty: .frame
        case .mine: isWinning ? .yellowWinning : .yellow
        case .yours: isWinning ? .redWinning : .red
        }
    }

    /// Its rows, top first, each as wide as the others. The two discs differ in shape: one is filled, the other has a hole.
    func art(_ size: BoardSize, _ glyphs: Glyphs, isWinning: Bool = false) -> [String] {
        switch (isWinning && size == .medium ? .small : size, self) {
        case (.small, .empty): ["·"]
        case (.medium, .empty): [" · "]
        case (.large, .empty): ["     ", "  ·  ", "     "]
        case (.small, .mine): ["●"]
        case (.small, .yours): ["○"]
        case (.medium, .mine): [glyphs.isUnicode ? "▐█▌" : "XXX"]
        case (.medium, .yours): [glyphs.isUnicode ? "█○█" : "OOO"]
        case (.large, .mine): glyphs.isUnicode ? [" ▄▄▄ ", "█████", " ▀▀▀ "] : [" XXX ", "XXXXX", " XXX "]
        case (.large, .yours): glyphs.isUnicode ? [" ▄▄▄ ", "█   █", " ▀▀▀ "] : [" OOO ", "O   O", " OOO "]
        }
    }
}

/// How large the board is drawn.
enum BoardSize: CaseIterable {
    case small
    case medium
    case large
}

extension BoardCell {
    /// What `player`'s disc is to `me`.
    init(of player: Player?, for me: Player) {
        guard let player else {
            self = .empty
            return
        }
        self = player == me ? .mine : .yours
    }
}
