// Pictures of the real program's main screens. `make gallery` writes them into a folder, in every size and look; otherwise each is drawn
// once, so that none of them rots.

import Glibc
import Screen
import TestSupport
import Testing

@Suite("The gallery", .serialized, .ownThread)
struct GalleryTests {
    @Test("Every main screen is drawn", arguments: GalleryScene.allCases)
    func scene(_ scene: GalleryScene) throws {
        if scene == .review, Sanitizer.present == .thread, Sanitizer.leavesOut("the review of a whole game") { return }
        for look in Gallery.looks(of: scene) {
            let (player, others) = try scene.open(look)
            for word in scene.words { try player.see(word) }
            player.terminal.resize(to: look.size)
            player.terminal.settle()
            let svg = Gallery.picture(of: player, look).svg(title: "Four in a Row: \(scene.rawValue)")
            if look.size.width >= 80 {
                for word in scene.words.flatMap({ $0.split(separator: " ") }) { #expect(svg.contains(word), "\(look)") }
            }
            try Gallery.write(svg, named: "\(scene.rawValue)-\(look.name).svg")
            withExtendedLifetime(others) {}
        }
        try Gallery.writeIndex()
    }

    @Test("The board's picture has its colours, as areas, and the words beside it")
    func board() throws {
        let look = GalleryLook()
        let (player, _) = try GalleryScene.won.open(look)
        let svg = Gallery.picture(of: player, look).svg(title: "A <game> & more")
        #expect(svg.contains("viewBox=\"0 0 640 384\""))
        #expect(svg.contains("<title>A &lt;game&gt; &amp; more</title>"))
        // The panel, a yellow disc, a red one that did not win and the core of one that did.
        for code in ["#005faf", "#ffd700", "#870000", "#ffffff"] { #expect(svg.contains("<path fill=\"\(code)\" d=\"M")) }
        #expect(!svg.contains("▀") && !svg.contains("▄"))
        #expect(svg.utf8.count < 40_000, "\(svg.utf8.count)")
    }

    @Test("Equal halves beside and below each other are one area")
    func areas() {
        let terminal = VirtualTerminal(size: Size(width: 4, height: 2))
        terminal.feed(Array("\u{1B}[38;5;220;48;5;25m▀▀▄\r\n\u{1B}[48;5;25m  \u{1B}[0m".utf8)[...])
        let svg = ScreenPicture(terminal.size) { terminal.cell(x: $0, y: $1) }.svg(title: "")
        #expect(svg.contains("<path fill=\"#ffd700\" d=\"M0 0h16v8h-16zM16 8h8v8h-8z\"/>"), "\(svg)")
        #expect(svg.contains("<path fill=\"#005faf\" d=\"M16 0h8v8h-8zM0 8h16v24h-16z\"/>"), "\(svg)")
    }

    @Test("Letters are as wide as their cells in any font, lines are lines, what is reversed is exchanged")
    func letters() {
        let terminal = VirtualTerminal(size: Size(width: 12, height: 1))
        terminal.feed(Array("ab c  ♠╭─═\u{1B}[7mx\u{1B}[0m".utf8)[...])
        let svg = ScreenPicture(terminal.size, on: .light) { terminal.cell(x: $0, y: $1) }.svg(title: "")
        #expect(
            svg.contains(
                "<text x=\"0\" y=\"12\" fill=\"#202226\" textLength=\"32\" lengthAdjust=\"spacingAndGlyphs\">ab c</text>"))
        #expect(svg.contains("<text x=\"52\" y=\"12\" fill=\"#202226\" text-anchor=\"middle\">♠</text>"))
        #expect(svg.contains("d=\"M64 8Q60 8 60 16M72 8L68 8L64 8\""))
        #expect(svg.contains("stroke=\"#202226\" stroke-width=\"4\" d=\"M80 8L76 8L72 8\""))
        #expect(svg.contains("<path fill=\"#202226\" d=\"M80 0h8v16h-8z\"/>"))
        #expect(svg.contains("fill=\"#ffffff\" textLength=\"8\" lengthAdjust=\"spacingAndGlyphs\">x</text>"))
    }
}

/// The folder of pictures.
private enum Gallery {
    /// Where they go; nil for nowhere.
    private static let folder = getenv("FOURINAROW_GALLERY").map { String(cString: $0) }

    /// In what a screen is shown: every size, and some screens in every theme and depth of colour; without a folder, the usual terminal.
    static func looks(of scene: GalleryScene) -> [GalleryLook] {
        if folder == nil { return [GalleryLook()] }
        let sizes = [(29, 10), (40, 12), (60, 20), (80, 24), (120, 40), (200, 60)].map { Size(width: $0, height: $1) }
        var looks = sizes.map { GalleryLook(size: $0) }
        guard [.menu, .history, .play, .won, .review, .cards].contains(scene) else { return looks }
        for ground in ScreenPicture.Ground.allCases {
            for theme in ThemeName.allCases where ground == .light || theme != .standard {
                looks.append(GalleryLook(theme: theme, ground: ground))
            }
            looks += [.sixteen, .eight, .none].map { GalleryLook(depth: $0, ground: ground) }
        }
        return looks
    }

    static func picture(of player: Player, _ look: GalleryLook) -> ScreenPicture {
        ScreenPicture(look.size, on: look.ground) { player.terminal.cell(x: $0, y: $1) }
    }

    static func write(_ text: String, named name: String) throws {
        guard let folder else { return }
        guard let file = fopen("\(folder)/\(name)", "we") else {
            throw PseudoTerminalFailure(description: "\(folder)/\(name) cannot be written")
        }
        defer { fclose(file) }
        #expect(fputs(text, file) >= 0)
    }

    /// A contact sheet of each look, and a page of all sheets.
    static func writeIndex() throws {
        guard let folder else { return }
        let pictures = Files.names(in: folder).filter { $0.hasSuffix(".svg") && !$0.hasPrefix("sheet-") }.sorted()
        let looks = Dictionary(grouping: pictures) { String($0.split(separator: "-", maxSplits: 1)[1]) }
        for (look, pictures) in looks {
            try write(
                ScreenPicture.sheet(of: pictures.map { String(decoding: Files.bytes("\(folder)/\($0)") ?? [], as: UTF8.self) }),
                named: "sheet-\(look)")
        }
        let figures = looks.keys.sorted().map { "<h2>\($0)</h2><img src=\"sheet-\($0)\" width=\"1600\">" }
        try write(
            "<!doctype html><meta charset=\"utf-8\"><title>Four in a Row</title>\n" + figures.joined(separator: "\n"),
            named: "index.html")
    }
}

extension GalleryLook {
    /// Such as 80x24-256-light-ocean.
    fileprivate var name: String { "\(size.width)x\(size.height)-\(depth.rawValue)-\(ground.rawValue)-\(theme.rawValue)" }
}
