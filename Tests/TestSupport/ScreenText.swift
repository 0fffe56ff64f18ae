// A canvas as text: for assertions, and for snapshots that a person can read and review.

import Foundation
import Play
import Screen
import Testing

extension Canvas {
    /// A cell as it is seen, mirrored or not.
    fileprivate func shown(_ x: Int, _ y: Int) -> Cell { row(y)[row(y).startIndex + x] }

    /// Its rows, without the blanks at their ends.
    package var lines: [String] {
        (0..<size.height).map { y in
            var line = String.UnicodeScalarView()
            for x in 0..<size.width {
                let cell = shown(x, y)
                guard cell.scalar != 0, let scalar = Unicode.Scalar(cell.scalar) else { continue }
                line.append(scalar == "\u{A0}" ? " " : scalar)
                if let mark = Unicode.Scalar(cell.mark), cell.mark != 0 { line.append(mark) }
            }
            while line.last == " " { line.removeLast() }
            return String(line)
        }
    }

    /// Its meanings, a letter a cell: '.' is plain; without the dots at the rows' ends. A row with anything in front of a ground is
    /// two lines, those of the upper and the lower pixels, and so a picture of the board.
    package var roles: [String] {
        (0..<size.height).flatMap { y -> [String] in
            let cells = (0..<size.width).map { shown($0, y) }
            let pixels = cells.map(\.pixels)
            let upper = Self.line(pixels.map(\.upper))
            return cells.allSatisfy { $0.ground == nil } && pixels.allSatisfy({ $0.upper == $0.lower })
                ? [upper] : [upper, Self.line(pixels.map(\.lower))]
        }
    }

    private static func line(_ roles: [Role]) -> String {
        var line = roles.map { letters[$0] ?? "." }
        while line.last == "." { line.removeLast() }
        return String(line)
    }

    private static let letters: [Role: Character] = [
        .plain: ".", .faint: "f", .title: "T", .frame: "#", .yellow: "y", .red: "r",
        .panel: " ", .panelText: "n", .hole: ":", .yellowDisc: "Y", .yellowRing: "u", .yellowFaint: "v", .yellowFaintRing: "w",
        .redDisc: "R", .redCore: "q", .redFaint: "p", .redFaintCore: "x", .lit: "*", .hint: "h",
        .outline: "|", .fullRing: "O", .panelLit: "L", .numberLit: "N", .winsBelow: "+", .losesBelow: ">", .bar: "-",
        .barText: "-", .barStrong: "=",
        .yellowChip: "1", .redChip: "2", .yellowSign: "y", .redSign: "r", .box: "?", .boxButton: "b",
        .label: "l", .alert: "A", .problem: "!", .key: "k", .keyLabel: "b", .selected: "S", .selectedFaint: "S", .field: "_",
        .cardBlack: "c", .cardRed: "d", .cardBack: "B", .cardOut: "o", .cardEdge: "e", .cardEdgeFaint: "j", .backEdge: "u",
        .backEdgeFaint: "v", .cardCursor: "C",
        .low: "<", .high: ">", .good: "+", .warning: "W", .felt: "g", .feltText: "G", .feltFaint: "i",
    ]
}

extension Cell {
    /// What its upper and its lower half mean. Of a character, the lower half is what lies behind it.
    fileprivate var pixels: (upper: Role, lower: Role) {
        switch Unicode.Scalar(scalar) {
        case "▄" where role.isDisc: (ground ?? .plain, role)
        case "▀" where role.isDisc: (role, ground ?? .plain)
        case "█" where role.isDisc: (role, role)
        case "▖", "▗": (ground ?? .plain, role)
        case "▘", "▝": (role, ground ?? .plain)
        case "▙", "▛", "▜", "▟": (role, role)
        case " ", "\u{A0}": ground.map { ($0, $0) } ?? (role, role)
        default: (role, ground ?? role)
        }
    }
}

extension Role {
    /// Whether half blocks are drawn with it.
    fileprivate var isDisc: Bool {
        [
            .panel, .hole, .yellowDisc, .yellowRing, .yellowFaint, .yellowFaintRing, .redDisc, .redCore, .redFaint, .redFaintCore,
            .lit, .hint, .yellow, .red, .outline, .fullRing,
        ].contains(self)
    }
}

extension Canvas {
    /// Why the focus is not where it should be, as far as that can be seen: on what is being typed into, or on the chosen line, unless
    /// something is said over it; and on something that is to be read.
    package var focusMistake: String? {
        guard let focus, focus.x < size.width, focus.y < size.height else { return "nothing has the focus" }
        let cell = shown(focus.x, focus.y)
        let place = "the focus is at \(focus.x), \(focus.y)"
        if cell.role == .alert { return nil }
        if let caret { return caret == focus ? nil : "\(place), the caret at \(caret.x), \(caret.y)" }
        let marks = ["▸", "◂", ">"].map { ($0 as Unicode.Scalar).value }
        let chosen = (0..<size.height).filter { y in
            (0..<size.width).contains { marks.contains(shown($0, y).scalar) && shown($0, y).role == .selected }
        }
        guard !chosen.isEmpty, ![.selected, .button, .key, .barStrong].contains(cell.role) else { return nil }
        return "\(place), but line \(chosen[0]) is chosen"
    }
}

/// The sizes in which screens are on file.
nonisolated extension Size {
    /// For every screen.
    package static let usual = [Size(width: 80, height: 24)]
    /// Where a small screen has another layout.
    package static let small = [Size(width: 40, height: 12)]
    /// The smallest terminal, for the few screens that are tight there.
    package static let smallest = [Size(width: 29, height: 10)]
    /// With side panels, where a screen has any.
    package static let wide = [Size(width: 120, height: 40)]
    /// Where the board or the cards grow.
    package static let huge = [Size(width: 200, height: 60)]
}

/// Screens on file: compared, and written where they are missing or RECORD is set; a written one fails once, to be looked at.
package enum Snapshot {
    /// Compares what `navigator` shows, text and meanings, with `Snapshots/NAME-WIDTHxHEIGHT.txt` beside the test; in a test that goes
    /// through more sizes than are worth a file, only `at` some.
    package static func check(
        _ navigator: Navigator, _ name: String, at sizes: [Size]? = nil, file: String = #filePath,
        location: SourceLocation = #_sourceLocation
    ) {
        navigator.draw()
        let size = navigator.canvas.size
        let name = "\(name)-\(size.width)x\(size.height)"
        if let mistake = navigator.canvas.focusMistake { Issue.record("\(name): \(mistake)", sourceLocation: location) }
        // Each screen once, in every language.
        defer { if size.width == 80, navigator.glyphs == .unicode { Fitting.check(navigator, name, location: location) } }
        if let sizes, !sizes.contains(size) { return }
        let shown =
            (["\(size.width)x\(size.height)"] + navigator.canvas.lines + ["-- meanings"] + navigator.canvas.roles)
            .joined(separator: "\n") + "\n"
        let folder = URL(fileURLWithPath: file).deletingLastPathComponent().appendingPathComponent("Snapshots")
        let url = folder.appendingPathComponent(name + ".txt")
        let known = try? String(contentsOf: url, encoding: .utf8)
        if let known, ProcessInfo.processInfo.environment["RECORD"] == nil {
            #expect(shown == known, "the screen \(name) changed", sourceLocation: location)
            return
        }
        guard known != shown else { return }
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try shown.write(to: url, atomically: true, encoding: .utf8)
            Issue.record("the screen \(name) was recorded: look at it, then run the tests again", sourceLocation: location)
        } catch {
            Issue.record("the screen \(name) could not be recorded: \(error)", sourceLocation: location)
        }
    }
}

extension [String] {
    /// The words of a private game's code on its host's screen, whether they are large letters with text below, or only text.
    package nonisolated var shownCode: String {
        drop { !$0.contains("with this code") && !$0.contains("four words:") }.dropFirst()
            .flatMap { $0.split(whereSeparator: \.isWhitespace) }
            .filter { $0.allSatisfy { ("a"..."z").contains($0) } }.prefix(4).joined(separator: " ")
    }
}
