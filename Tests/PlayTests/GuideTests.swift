// The help of the menu, and that words on the smallest screen are whole.

import Screen
import TestSupport
import Testing

@testable import Play

@Suite("Words on screens of every kind")
struct GuideTests {
    /// Whether the help says it, on one of its pages.
    private func says(_ words: String, _ seat: Seat) -> Bool {
        seat.type("lh")
        return (0..<12).contains { _ in
            defer { seat.press(.pageDown) }
            return seat.shows(words)
        }
    }

    @Test("The help says how the last disc is marked on the board of this terminal")
    func marks() {
        let painted = "Light corners mark the last disc."
        #expect(says(painted, Seat()) && !says("marked <", Seat()))
        let plain = Seat()
        plain.navigator.colours = nil
        #expect(says("The last disc is marked <.", plain))
        #expect(says("The last disc is marked <.", Seat(glyphs: .ascii)))
        let small = Seat(size: Size(width: 40, height: 12))
        #expect(says("The last disc is marked <.", small) && !says(painted, Seat(size: Size(width: 40, height: 12))))
    }

    @Test("It begins with a drawn four in a row, and L leads to the lessons")
    func lessons() {
        let seat = Seat()
        seat.type("lh")
        #expect(seat.shows("How to play") && seat.shows("● ● ● ●"))
        seat.type("l")
        #expect(seat.shows("Four in a row wins"))
    }

    @Test("Nothing is cut on the smallest screen", arguments: ["Other games", "Play the computer", "Options", "Snap!"])
    func smallest(screen: String) {
        let seat = Seat(size: Navigator.smallest)
        #expect(!seat.shows("…"), "the menu")
        if screen == "Snap!" { seat.open("Other games") }
        seat.open(screen)
        #expect(!seat.shows("…") && !seat.shows("1 Host a game"), "\(seat.lines.joined(separator: "\n"))")
    }
}
