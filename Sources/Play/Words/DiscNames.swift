// What the two colours are called. Like the language, it is one for all words; the screen that is drawn decides it.

import Language

/// What the two colours are called: orange and blue where the colour-blind theme shows the discs so. Text mode has no colours, and calls
/// them yellow and red.
enum DiscNames {
    /// Whether the screen shows them as orange and blue. Only the navigator changes it.
    fileprivate(set) static var areOrangeAndBlue = false

    static var yellow: String { areOrangeAndBlue ? tr("Orange") : tr("Yellow") }
    static var red: String { areOrangeAndBlue ? tr("Blue") : tr("Red") }
}

extension Navigator {
    /// Calls the colours what they are in the theme and on this terminal.
    func nameDiscs() { DiscNames.areOrangeAndBlue = settings.theme == .colourBlind && colours == .many }
}
