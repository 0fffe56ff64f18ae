// How boards are drawn on a terminal, by its characters and colours.

import Screen

/// How a board is drawn.
struct BoardStyle: Equatable {
    /// The characters.
    let glyphs: Glyphs
    /// Whether the board is a coloured panel. Otherwise it is drawn with lines, and discs are outlines or letters.
    let isColoured: Bool

    /// The best style for a terminal with these characters and colours; nil: no colours. Letters are not legible on a panel.
    init(glyphs: Glyphs, colours: ColourDepth?) {
        self.glyphs = glyphs
        isColoured = colours != nil && glyphs.isUnicode
    }

    /// Whether a board of this size has two pixels in the height of a cell.
    func halvesRows(_ size: BoardSize) -> Bool { glyphs.isUnicode && size.rows > 1 }

    /// Whether it also has two pixels in the width of a cell. Discs of three cells by three half rows would look like a plus sign.
    func halvesColumns(_ size: BoardSize) -> Bool { glyphs == .unicode && size.rows == 2 }

    /// Whether pixels show everything, so that no characters are needed beside the discs.
    func isPainted(_ size: BoardSize) -> Bool { isColoured && halvesRows(size) }
}
