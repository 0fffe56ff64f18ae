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
        var page = Page(verb: verb)
        page.isNumbered = false
        page.chapter = isCounting ? 1 : 0
        if results.isEmpty {
            page.placement = .paragraph
            page.headline = [
                Page.Note(
                    trouble == nil ? .plain : .problem, trouble ?? tr("No results yet. Every game you finish is counted here."))
            ]
        } else if isCounting {
            page.rows = OtherGame.allCases.flatMap(groups).map(row)
        } else {
            page.rows = listed.map(row)
        }
        page.keys = [
            Binding(
                .character("s"), label: verb.label, help: verb.help, isAvailable: { [unowned self] in !results.isEmpty }
            ) { [unowned self] _ in show(counting: !isCounting) },
            Binding(.escape, .character("q"), label: tr("Back"), help: tr("Go back.")) { [unowned self] _ in
                group == nil ? navigator.pop() : show(counting: true)
            },
        ]
        return page
    }

    private func row(of group: Group) -> Page.Row {
        let games = games(of: group)
        var words = [games.countWords]
        let isPart = if case .game = group { false } else { true }
        if let best = games.best {
            if case .kind(let kind) = group, kind.other != nil { words.append(kind.words(ofBest: best)) }
            if case .game(.snap) = group { words.append(tr("quickest Snap! {time} ms", ["time": -best])) }
        }
        var row = Page.Row(group, (isPart ? "  " : "") + name(of: group), detail: separated(words)) { [unowned self] in
            show(counting: false, group)
        }
        row.cutsDetail = true
        row.announcedText = labelled(name(of: group), separated(words))
        return row
    }

    private func row(of result: KeptResult) -> Page.Row {
        let (game, day) = (result.record, String(result.date.dropFirst(5).prefix(5)))
        let title = game.kind.other?.title ?? ""
        let text = labelled(title, game.resultWords)
        var row = Page.Row(result.id, text, detail: separated([game.opponentWords, day])) { [unowned self] in show(counting: true)
        }
        row.cutsDetail = true
        row.announcedText = tr(
            "{date}, {opponent}: {result}", ["date": result.date, "opponent": game.opponentWords, "result": text])
        return row
    }
}
