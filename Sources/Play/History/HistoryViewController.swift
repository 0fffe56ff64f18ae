// The history: the saved games, newest first, to review, resume, export, and filter by opponent.

import Engine
import Language
import Screen
import Session

/// The list of saved games.
final class HistoryViewController {
    let navigator: Navigator
    let view = PageView()
    private(set) var games: [KeptGame] = []
    /// Whose games are listed; nil for everybody's.
    private var opponent: String?
    private(set) var trouble: String?
    /// The rows for this width, until the games change.
    private var drawn: (width: Int, rows: HistoryRows)?

    init(navigator: Navigator) { self.navigator = navigator }

    var shown: [KeptGame] { opponent.map { name in games.filter { $0.record.opponentWords == name } } ?? games }
    private var chosen: KeptGame? { shown.first { AnyHashable($0.id) == view.chosen } }

    private func load() {
        do throws(StorageFailure) {
            games = try navigator.environment.archive.games()
            trouble = nil
        } catch {
            games = []
            trouble = error.sentence
        }
        if !games.contains(where: { $0.record.opponentWords == opponent }) { opponent = nil }
        drawn = nil
        navigator.setNeedsDisplay()
    }

    private func changeOpponent(by step: Int) {
        var names: [String?] = [nil]
        for game in games where !names.contains(game.record.opponentWords) { names.append(game.record.opponentWords) }
        opponent = names.element(step, from: opponent)
        drawn = nil
        if let first = shown.first { view.choose(first.id) }
        navigator.setNeedsDisplay()
    }

    func review() {
        guard let chosen, let game = navigator.launcher.game(of: chosen) else { return }
        navigator.push(
            ReviewViewController(navigator: navigator, game: game, names: ReviewNames(of: chosen.record), storedAs: chosen.id))
    }

    private func export() {
        guard let chosen else { return }
        navigator.push(MenuViewController.export(of: chosen, navigator: navigator))
    }
}

// MARK: - The page

extension HistoryViewController: PageViewController {
    var title: String { title(with: opponent) }
    private func title(with name: String?) -> String { name.map { tr("History: {name}", ["name": $0]) } ?? tr("History") }

    /// On a narrow screen the computer is called by its level alone.
    func heading(width: Int) -> [(text: String, role: Role)] {
        let fitting = TextWidth.of(title) <= width ? title : title(with: opponent.map { OpponentWords.short($0) })
        return [(TextWidth.clip(fitting, to: width), .title)]
    }

    /// How many games there are, and how many of them can go on.
    var status: String {
        if games.isEmpty { return "" }
        let open = shown.count { $0.record.canGoOn }
        let all = trn("{count} game", "{count} games", shown.count)
        let whole = separated([all] + (open == 0 ? [] : [tr("{count} unfinished", ["count": open])]))
        return TextWidth.of(title) + TextWidth.of(whole) + 4 <= navigator.canvas.size.width ? whole : all
    }

    func didAppear() { load() }

    func page(in size: Size) -> Page {
        let review = Page.Verb(label: tr("Review"), help: tr("Review the chosen game."))
        let goOn = Page.Verb(label: tr("Go on"), help: tr("Go on with an unfinished game."))
        var page = Page(verb: review)
        page.isNumbered = false
        page.opensOnClick = false
        page.arrowHelp = tr("Choose a game.")
        if let trouble {
            page.placement = .paragraph
            page.headline = [Page.Note(.problem, trouble)]
        } else if games.isEmpty {
            page.begin(
                size.width < 40 ? tr("No games yet.") : tr("No games of Four in a Row yet."), in: size,
                tr("Every game you play is kept here, move by move: go through it again, and see where it turned."))
            page.rows = beginnings
            page.sample = BoardPicture(lastOf: []) { _ in false }
        } else {
            page.rows = zip(shown, rows(in: size).rows).map { game, text in
                let canGoOn = game.record.canGoOn
                return Page.Row(game.id, text, verb: canGoOn ? goOn : review) { [unowned self] in
                    if canGoOn { navigator.launcher.goOn(with: game) } else { self.review() }
                }
            }
        }
        page.keys = keys
        return page
    }

    /// What to do before there are games.
    private var beginnings: [Page.Row] {
        [
            Page.Row(MenuRow.computer, tr("Play the computer")) { [navigator] in
                navigator.push(LevelsViewController(navigator: navigator))
            },
            Page.Row(MenuRow.two, tr("Two players")) { [navigator] in navigator.launcher.openGameForTwo() },
            Page.Row(MenuRow.other, tr("Other games")) { [navigator] in
                navigator.push(ResultsViewController(navigator: navigator, isCounting: false))
            },
        ]
    }

    private var keys: [Binding] {
        let hasGames = { [unowned self] in !games.isEmpty }
        return [
            Binding(
                .character("v"), label: self.chosen?.record.canGoOn == true ? tr("Review") : "",
                help: tr("Review the chosen game."),
                isAvailable: { [unowned self] in chosen.map { !$0.record.isPlayedByMessage } ?? false },
                action: { [unowned self] _ in review() }),
            Binding(
                .character("x"), label: tr("To a file"),
                help: tr("Write the chosen game to a file: digits, diagram, picture or recording."),
                isAvailable: hasGames, action: { [unowned self] _ in export() }),
            Binding(
                .character("s"), label: tr("Statistics"), help: tr("Show your results and your accuracy."), isAvailable: hasGames,
                action: { [unowned self] _ in navigator.push(StatisticsViewController(navigator: navigator, games: games)) }),
            Binding(
                .left, .right, .character("f"), name: "←→", label: tr("Opponent"), help: tr("Show one opponent's games, or all."),
                isAvailable: hasGames, action: { [unowned self] in changeOpponent(by: $0 == .left ? -1 : 1) }),
            backBinding(help: tr("Back to the menu.")),
            Binding(.character("o"), label: tr("Other games"), help: tr("Show the results of the other games.")) {
                [navigator] _ in navigator.push(ResultsViewController(navigator: navigator, isCounting: false))
            },
        ]
    }
}

// MARK: - Drawing

extension HistoryViewController {
    func draw(on canvas: Canvas, in area: Rect) {
        if games.isEmpty { return _ = drawPage(on: canvas, in: area) }
        let head = rows(in: Size(width: area.width, height: area.height)).head
        let width = 3 + TextWidth.of(head)
        let board = Self.boardArea(beside: width, in: area)
        let x = area.x + (area.width - width - (board?.width ?? 0)) / 2
        let isRoomy = area.height >= Self.leastRuled
        let hasHead = area.height >= Self.leastHeaded
        if hasHead { canvas.put(head, x: x + 2, y: area.y + (isRoomy ? 1 : 0), .faint) }
        if isRoomy { canvas.put(String(repeating: "─", count: width), x: x, y: area.y + 2, .faint) }
        let top = isRoomy ? 3 : hasHead ? 1 : 0
        drawing(on: canvas).drawRows(in: Rect(x: x, y: area.y + top, width: width, height: area.height - top))
        if var board {
            board.x = x + width
            return drawBoard(on: canvas, in: board)
        }
        // Below a short list.
        let used = top + shown.count + 1
        let below = Rect(x: area.x, y: area.y + used, width: area.width, height: area.height - used)
        if below.height >= Self.leastBelow { drawBoard(on: canvas, in: below) }
    }

    /// The games as rows. Two cells before each row and one after it stay free.
    private func rows(in size: Size) -> HistoryRows {
        let width = min(size.width - 2, Self.widest) - 3
        if let drawn, drawn.width == width { return drawn.rows }
        let rows = HistoryRows(of: shown, width: width)
        drawn = (width, rows)
        return rows
    }

    /// The greatest width of a row, the least height with heads above the columns, and with a line below these.
    private static let (widest, leastHeaded, leastRuled) = (78, 14, 20)
    /// The least width for the board of the chosen game beside the list, and the least height below it.
    private static let (leastBoard, leastBelow) = (38, 8)

    /// The area for the board of the chosen game; nil if there is no room.
    private static func boardArea(beside width: Int, in area: Rect) -> Rect? {
        let left = area.width - width - 2
        guard left >= leastBoard, area.height >= 18 else { return nil }
        let size = BoardSize(in: Rect(x: 0, y: 0, width: left, height: area.height))
        return Rect(x: 0, y: area.y, width: size.width + 6, height: area.height)
    }

    private func drawBoard(on canvas: Canvas, in rect: Rect) {
        guard let chosen, let match = try? Game(digits: chosen.record.digits) else { return }
        let names = ReviewNames(of: chosen.record)
        BoardView(layout: BoardLayout(in: rect), style: navigator.boardStyle)
            .draw(BoardPicture(of: match, yellow: names.me), on: canvas)
    }
}
