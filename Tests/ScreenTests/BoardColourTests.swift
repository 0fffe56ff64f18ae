// Whether colour-blind people can tell the board's colours apart: they are simulated after Machado, Oliveira and Fernandes, "A
// Physiologically-based Model for Simulation of Color Vision Deficiency" (2009), table 1, severity 1.0, and compared in CIELAB.

import Foundation
import Screen
import TestSupport
import Testing

/// A colour as light: red, green and blue, linear.
private struct Light {
    var parts: [Double]

    /// The colour of a number in xterm's palette.
    init(xterm number: UInt8) {
        parts = XtermPalette.parts(of: number).map { byte in
            let value = Double(byte) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
    }

    /// As somebody sees it.
    func seen(by eye: Eye) -> Light {
        var seen = self
        seen.parts = eye.matrix.map { row in min(1, max(0, zip(row, parts).reduce(0) { $0 + $1.0 * $1.1 })) }
        return seen
    }

    /// The contrast ratio of WCAG 2, from 1 to 21.
    func contrast(to other: Light) -> Double {
        let (one, two) = (luminance + 0.05, other.luminance + 0.05)
        return max(one, two) / min(one, two)
    }

    private var luminance: Double { sum(0.2126, 0.7152, 0.0722) }

    /// Its red, green and blue parts with these weights. (In one expression, the compiler takes seconds to find the types of all numbers.)
    private func sum(_ red: Double, _ green: Double, _ blue: Double) -> Double {
        zip(parts, [red, green, blue]).reduce(0) { $0 + $1.0 * $1.1 }
    }

    private static func bent(_ part: Double) -> Double { part > 0.008856 ? cbrt(part) : 7.787 * part + 16.0 / 116 }

    /// In CIELAB, under D65.
    var lab: [Double] {
        let x = sum(0.4124, 0.3576, 0.1805) / 0.95047
        let z = sum(0.0193, 0.1192, 0.9505) / 1.08883
        let bent = [x, luminance, z].map(Self.bent)
        return [116 * bent[1] - 16, 500 * (bent[0] - bent[1]), 200 * (bent[1] - bent[2])]
    }
}

private enum Eye: CaseIterable {
    case usual, protanope, deuteranope, tritanope

    var matrix: [[Double]] {
        switch self {
        case .usual: [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
        case .protanope:
            [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
        case .deuteranope:
            [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
        case .tritanope:
            [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
        }
    }
}

/// The distance of two roles' colours, to an eye.
private func distance(_ one: Role, _ other: Role, _ theme: ThemeName, _ depth: ColourDepth, _ eye: Eye) -> Double {
    let labs = [one, other].map { Light(xterm: theme.look(of: $0, depth: depth).foreground?.rawValue ?? 0).seen(by: eye).lab }
    return zip(labs[0], labs[1]).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
}

@Suite struct BoardColourTests {
    /// 2.3 can just be noticed side by side; this is told apart at a glance.
    private static let plain = 18.0
    /// Of two shades of one colour, one of which is all around.
    private static let dim = 10.0

    /// Those with colours of their own.
    private static let themes = ThemeName.allCases.filter { $0 != .mono }

    /// What nothing but its colour tells apart: a disc of another one in the same state, of the hole, of the panel.
    private static let pairs: [(Role, Role)] = [
        (.panel, .hole), (.panel, .panelText), (.yellowDisc, .redDisc), (.yellowDisc, .hole), (.redDisc, .hole),
        (.yellowDisc, .panel), (.redDisc, .panel), (.yellowFaint, .redFaint), (.yellowFaint, .hole), (.redFaint, .hole),
        (.yellowFaint, .panel), (.redFaint, .panel), (.redDisc, .redCore), (.yellowDisc, .lit),
        (.redDisc, .lit), (.hint, .hole), (.hint, .redDisc), (.yellowRing, .hole), (.yellowRing, .redDisc),
        (.yellowRing, .panel),
    ]

    @Test("Whoever is blind to a colour sees every difference too", arguments: ColourDepth.allCases)
    func everyEye(depth: ColourDepth) {
        for theme in Self.themes {
            for (one, other) in Self.pairs {
                // Whoever is blind to blue has a theme.
                for eye in Eye.allCases where eye != .tritanope || theme == .colourBlind && depth == .many {
                    let distance = distance(one, other, theme, depth, eye)
                    #expect(distance >= Self.plain, "\(one) and \(other), \(theme), \(depth), \(eye): \(distance)")
                }
            }
        }
    }

    @Test("A disc that did not win is dimmer, where there are colours for it")
    func dimming() {
        for theme in Self.themes {
            for eye in Eye.allCases where eye != .tritanope || theme == .colourBlind {
                #expect(distance(.yellowDisc, .yellowFaint, theme, .many, eye) >= Self.plain)
                #expect(distance(.redDisc, .redFaint, theme, .many, eye) >= Self.dim)
            }
        }
    }

    @Test("A disc that did not win keeps its hue: the shades of yellow have no more green than red")
    func hue() {
        for depth in ColourDepth.allCases {
            for (role, faint) in [(Role.yellowDisc, Role.yellowFaint), (.redDisc, .redFaint), (.yellowRing, .yellowFaintRing)] {
                let looks = [role, faint].map { ThemeName.standard.look(of: $0, depth: depth).foreground?.rawValue ?? 0 }
                if depth != .many {
                    #expect(looks[0] == looks[1], "there is no darker one")
                    continue
                }
                let parts = looks.map { XtermPalette.parts(of: $0).map(Double.init) }
                for part in parts { #expect(part[0] > part[1] && part[2] <= part[1]) }
                #expect(abs(parts[0][1] / parts[0][0] - parts[1][1] / parts[1][0]) < 0.15)
            }
        }
    }

    @Test("The board brings its own background; the mono theme has no colour at all")
    func grounds() {
        for depth in ColourDepth.allCases {
            let look = ThemeName.standard.look(of: .yellowDisc, on: .panel, depth: depth)
            #expect(look.background == ThemeName.standard.look(of: .panel, depth: depth).foreground && look.background != nil)
            let mono = ThemeName.mono.look(of: .yellowDisc, on: .panel, depth: depth)
            #expect(mono.foreground == nil && mono.background == nil)
        }
        #expect(ThemeName.standard.look(of: .panel, depth: .many).foreground == Colour(rawValue: 25))
    }

    @Test("Text can be read on what is behind it, on dark and light terminals: the contrast is that of WCAG", arguments: themes)
    func contrast(theme: ThemeName) throws {
        let texts: [(Role, Role?)] = [
            (.panelText, .panel), (.winsBelow, .panel), (.losesBelow, .panel), (.feltText, .felt), (.feltFaint, .felt),
            (.numberLit, .panelLit), (.barText, .bar),
            (.barStrong, .bar), (.barStrong, .box), (.barStrong, .boxButton),
            (.heading, .bar),
            (.yellowSign, .bar), (.yellowMark, .hole), (.redMark, .hole), (.yellowChip, nil), (.redChip, nil), (.selected, nil),
            (.selectedFaint, nil), (.button, nil), (.alert, nil),
        ]
        for (role, ground) in texts {
            for isOnLight in [false, true] {
                let look = theme.look(of: role, on: ground, depth: .many, onLight: isOnLight)
                guard let text = look.foreground, let back = look.background else {
                    #expect(theme == .highContrast && look.attributes.contains(.reverse), "\(role)")
                    continue
                }
                let contrast = Light(xterm: text.rawValue).contrast(to: Light(xterm: back.rawValue))
                #expect(contrast >= 4.5, "\(role) on \(String(describing: ground)), light: \(isOnLight): \(contrast)")
            }
        }
    }

    @Test("Headings can be read on the terminal's own background", arguments: themes)
    func headings(theme: ThemeName) {
        for isOnLight in [false, true] {
            guard let text = theme.look(of: .heading, depth: .many, onLight: isOnLight).foreground else { continue }
            #expect(Light(xterm: text.rawValue).contrast(to: Light(xterm: isOnLight ? 231 : 16)) >= 3, "light: \(isOnLight)")
        }
    }

    @Test("The high contrast is at least that of the default, for everything on the board")
    func highContrast() {
        for (one, other) in [
            (Role.yellowDisc, Role.panel), (.redDisc, .panel), (.yellowDisc, .hole), (.redDisc, .hole), (.hole, .panel),
        ] {
            let contrasts = [ThemeName.standard, .highContrast].map { theme in
                let lights = [one, other].map { Light(xterm: theme.look(of: $0, depth: .many).foreground?.rawValue ?? 0) }
                return lights[0].contrast(to: lights[1])
            }
            #expect(contrasts[1] >= contrasts[0], "\(one) on \(other): \(contrasts)")
        }
    }

    @Test("No yellow text on white", arguments: themes, ColourDepth.allCases)
    func yellowOnWhite(theme: ThemeName, depth: ColourDepth) throws {
        let look = theme.look(of: .yellow, depth: depth, onLight: true)
        guard let text = look.foreground else { return }
        let back = look.background.map { Light(xterm: $0.rawValue) } ?? Light(xterm: 231)
        #expect(Light(xterm: text.rawValue).contrast(to: back) >= 4, "\(look)")
    }
}
