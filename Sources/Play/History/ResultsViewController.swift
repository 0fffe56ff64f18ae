// The results of the other games: every game, and what they add up to by game, opponent and kind.

import Language
import Screen
import Session

/// The list of results, and their statistics.
final class ResultsViewController {
    let navigator: Navigator
    let view = PageView()
    private var results: [KeptResult] = []
    private var trouble: String?
    /// Whether the statistics are shown, not the games.
    private var isCounting: Bool
    /// Which games are listed; nil for all.
    private var group: Group?

    /// Games that are counted together.
    private enum Group: Hashable {
        case game(OtherGame)
        case opponent(OtherGame, String)
        case kind(ScoredGame)

        func has(_ played: PlayedGame) -> Bool {
            switch self {
            case .game(let game): played.kind.other == game
            case .opponent(let game, let name): played.kind.other == game && played.opponents.contains(name)
            case .kind(let kind): played.kind == kind && played.opponents.isEmpty
            }
        }
    }

    /// Creates the list, or the statistics.
    init(navigator: Navigator, isCounting: Bool) {
        self.navigator = navigator
        self.isCounting = isCounting
    }

    private func load() {
        do throws(StorageFailure) {
            results = try navigator.environment.archive.results().filter { $0.record.kind.other != nil }
            trouble = nil
        } catch {
            results = []
            trouble = error.sentence
        }
    }

    private func show(counting: Bool, _ group: Group? = nil) {
        (isCounting, self.group) = (counting, group)
        view.list = ChoiceList()
        navigator.setNeedsDisplay()
    }

    private func games(of group: Group) -> [PlayedGame] { results.map(\.record).filter(group.has) }

    /// What there is to count for a game: all of it, each opponent, each kind alone; the most games first.
    private func groups(of game: OtherGame) -> [Group] {
        let played = games(of: .game(game))
        guard !played.isEmpty else { return [] }
        let names = Set(played.flatMap(\.opponents)).map { Group.opponent(game, $0) }
        let kinds = Set(played.filter(\.opponents.isEmpty).map(\.kind)).map { Group.kind($0) }
        let parts = (names + kinds).sorted { (games(of: $0).count, name(of: $1)) > (games(of: $1).count, name(of: $0)) }
        return [.game(game)] + parts
    }

    private func name(of group: Group) -> String {
        switch group {
        case .game(let game): game.title
        case .opponent(_, let name): isolated(name)
        case .kind(let kind): PlayedGame(kind, isWon: false, score: nil).opponentWords
        }
    }
}

extension ResultsViewController: PageViewController {
    var title: String { isCounting ? tr("Statistics") : group.map(name) ?? tr("Other games") }

    var status: String {
        results.isEmpty || isCounting ? "" : trn("{count} game", "{count} games", listed.count)
    }

    func didAppear() { load() }

    private var listed: [KeptResult] { group.map { group in results.filter { group.has($0.record) } } ?? results }

    func page(in size: Size) -> Page {
        let verb = Page.Verb(
            label: isCounting ? tr("Games") : tr("Statistics"), help: tr("Show the games or what they add up to."))
        let play = Page.Verb(label: tr("Play"), help: tr("Play the chosen game."))
        var page = Page(placement: .table, verb: isCounting ? verb : play)
        page.digitHelp = page.verb.help
        page.chapter = isCounting ? 1 : 0
        if let trouble {
            page.placement = .paragraph
            page.headline = [Page.Note(.problem, trouble)]
        } else if results.isEmpty {
            page.begin(tr("No results yet."), in: size, tr("Every game you finish is counted here, and your best is kept."))
            page.rows = [OtherGame.secretNumber, .cardMatching, .snap].map { game in
                Page.Row(game, game.title) { [navigator] in navigator.launcher.go(to: game.place) }
            }
            page.otherGame = view.chosen?.base as? OtherGame ?? .secretNumber
        } else if isCounting {
            (page.rows, page.tabs) = (OtherGame.allCases.flatMap(groups).map { row(of: $0, width: size.width) }, [30])
        } else {
            (page.rows, page.tabs) = (listed.map(row), [20, 43, 59])
            page.heads = [tr("Game"), "", tr("Result"), tr("Date")]
        }
        page.keys = [
            Binding(
                .character("s"), label: self.isCounting ? tr("All") : verb.label, help: verb.help,
                isAvailable: { [unowned self] in !results.isEmpty }
            ) { [unowned self] _ in show(counting: !isCounting) },
            Binding(.escape, .character("q"), label: tr("Back"), help: tr("Go back.")) { [unowned self] _ in
                group == nil ? navigator.pop() : show(counting: true)
            },
        ]
        return page
    }

    private func row(of group: Group, width: Int) -> Page.Row {
        let games = games(of: group)
        var best: [String] = []
        let isPart = if case .game = group { false } else { true }
        if let score = games.best {
            if case .kind(let kind) = group, kind.other != nil { best.append(kind.words(ofBest: score)) }
            if case .game(.snap) = group { best.append(tr("quickest {time} s", ["time": SnapWords.seconds(-score)])) }
        }
        let (words, title) = ([games.countWords] + best, (isPart ? "  " : "") + name(of: group))
        // Beside the name where there are no columns: the best stays before what was won.
        let count = trn("{count} game", "{count} games", games.count)
        let room = width - TextWidth.of(title) - 8
        let forms = [words, [count] + best, best.isEmpty ? words : best, [count]].map { separated($0) }
        let detail = forms.first { TextWidth.of($0) <= room } ?? count
        var row = Page.Row(group, title, detail: detail) { [unowned self] in show(counting: false, group) }
        row.cells = [(separated(words), .plain)]
        row.announcedText = labelled(name(of: group), separated(words))
        return row
    }

    private func row(of result: KeptResult) -> Page.Row {
        let (game, title) = (result.record, result.record.kind.other?.title ?? "")
        var row = Page.Row(result.id, title, detail: game.resultWords) { [navigator] in
            if let place = game.kind.other?.place { navigator.launcher.go(to: place) }
        }
        let date = DayWords.row(result.date, in: results[0].date.prefix(4))
        row.cells = [
            (game.opponentWords, .plain), (game.shortResult, game.isWon ? .good : .plain), (date, .faint),
        ]
        row.announcedText = tr(
            "{date}, {opponent}: {result}",
            ["date": result.date, "opponent": game.opponentWords, "result": labelled(title, game.resultWords)])
        return row
    }
}
