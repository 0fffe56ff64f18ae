// Games of Four in a Row that many tests play, as column digits.

/// A win for whoever begins.
package nonisolated let shortWin = "1212121"
/// A draw.
package nonisolated let drawnGame = "174166227341672362665415453424277135575133"
