// The live list of players who look for an opponent, with the player's own seek on it. Seeking does the rest.

import Language
import Screen
import Session

/// Finding an opponent.
final class FindOpponentViewController {
    /// How many players are listed, two screens of them; the others are counted.
    static let mostListed = 40
    /// The same in text mode: those that have a digit. The numbers of others would be announced again with each who comes.
    static let mostAnnounced = 9

    let navigator: Navigator
    let view = PageView()
    private let seeking: Seeking
    private var rows: [(card: SeekCard, isMet: Bool)] = []
    private var more = 0
    /// A sentence about the last guest who came and left again, and that one's key.
    private var departure: (sentence: String, key: [UInt8])?
    /// The player who has said no, and what forgets it.
    private var refusal: (key: [UInt8], end: any Cancellable)? { didSet { oldValue?.end.cancel() } }
    /// Whether the player is put on the list again when it appears.
    private var postsAgain: Bool

    /// For how long somebody who has said no is marked, in milliseconds.
    private static let refusalMilliseconds = 60_000
    private(set) lazy var meanwhile = Meanwhile(on: self)

    /// The list, for the player with this key; push it. `isSeeking`: the player is on it as well.
    init(navigator: Navigator, key: PlayerKey, isSeeking: Bool = false) {
        (self.navigator, postsAgain) = (navigator, isSeeking)
        let environment = navigator.environment
        seeking = Seeking(
            by: key, name: navigator.playerName, terms: navigator.settings.terms,
            heard: navigator.launcher.heardSeekers, broker: environment.broker, archive: environment.archive,
            environment: environment)
        seeking.didHappen = { [weak self] in self?.receive($0) }
    }

    private func update() {
        (rows, more) = seeking.rows(atMost: navigator.listener == nil ? Self.mostListed : Self.mostAnnounced)
        // Whoever has said no is not who is wanted next.
        if let refused = refusal?.key, !view.hasMoved, view.chosen == AnyHashable(refused),
            let other = rows.first(where: { $0.card.key != refused })
        {
            view.choose(other.card.key)
        }
        // Whoever left is here again.
        if let gone = departure?.key, rows.contains(where: { $0.card.key == gone }) { departure = nil }
        let page = updatedPage()  // each row gets its digit as it comes
        // When thousands come at once, the choice stays on top instead of sinking with the first of them.
        if seeking.isBehind, !view.hasMoved, let first = page.rows.first { view.choose(first.id) }
        navigator.setNeedsDisplay()
    }

    private func block() {
        guard let card = rows.first(where: { AnyHashable($0.card.key) == view.chosen })?.card else { return }
        do throws(StorageFailure) {
            try seeking.block(card)
            navigator.show(
                alert: tr("{name} is blocked. B under Players met undoes it.", ["name": seeking.title(of: card)]), untilKey: true)
        } catch {
            navigator.show(alert: error.sentence)
        }
    }

    /// The game begins, unless the other player says that it cannot: then another one is looked for.
    private func join(_ owner: GameController, with card: SeekCard) {
        let name = seeking.title(of: card)
        postsAgain = seeking.wasPosted
        // A puzzle that passes the time is under it.
        navigator.raise(self)
        navigator.launcher.openGame(with: owner, called: name) { [weak self] end in
            guard let self, end == .disconnected(.bye(.busy)) else { return false }
            let end = navigator.environment.after(milliseconds: Self.refusalMilliseconds) { [weak self] in self?.forgetRefusal() }
            refusal = (card.key, end)
            view.hasMoved = false
            navigator.closeGame(above: self)
            let sentence = tr("{name} cannot play now.", ["name": name])
            navigator.show(alert: sentence, untilKey: true)
            navigator.call(sentence)
            return true
        }
    }

    private func forgetRefusal() {
        refusal = nil
        update()
    }

    /// The game that began here is over: the player is on the list again, as before, unless the game is to go on.
    private func seekAgain() {
        if !meanwhile.isWaiting {
            meanwhile.waitAgain()
            seeking.withdraw()
            postsAgain = true
        }
        if postsAgain, navigator.launcher.savedGame == nil { seeking.post() }
        postsAgain = false
    }

    private func goBack() { if seeking.accepted != nil { seeking.cancelAttempt() } else { navigator.pop() } }
}

extension FindOpponentViewController {
    private func receive(_ event: SeekingEvent) {
        switch event {
        case .changed: break
        case .joined(let card, let owner): return join(owner, with: card)
        case .failed(let failure, let card):
            navigator.show(alert: failure.sentence(seeking: seeking.title(of: card)), untilKey: true)
        case .seated(let guest, let arbiter):
            departure = nil
            meanwhile.seat(guest, by: arbiter) { [unowned self] guest in
                let sentence = tr("You have a game with {name}.", ["name": guest.state.name])
                navigator.launcher.openGame(seating: guest, by: arbiter, announcing: meanwhile.wasAsked ? nil : sentence)
            }
        case .unseated: if meanwhile.unseat() { navigator.closeGame(above: self) }
        case .lost(_, .disconnected(.bye(.busy))): break
        case .lost(let guest, let reason):
            departure = guest.peer.map {
                (tr("{name} came and left again.", ["name": $0.name]), guest.link.origin.keys?.theirs ?? [])
            }
            if guest.peer != nil { meanwhile.tell(OpponentWords.peer.sentence(for: reason, of: guest.state)) }
        }
        update()
    }
}

extension FindOpponentViewController: PageViewController {
    var wait: Meanwhile? { meanwhile }
    var isWithOthers: Bool { true }
    var isList: Bool { true }
    var title: String { tr("Find an opponent") }
    var status: String { navigator.playerName }

    func didAppear() {
        seeking.watch()
        seekAgain()
        update()
    }

    func didLeave() {
        meanwhile.stop()
        seeking.stop()
        refusal = nil
        navigator.launcher.heardSeekers = seeking.heard
    }

    func page(in size: Size) -> Page {
        let verb = Page.Verb(label: tr("Play"), help: tr("Play with the chosen player."))
        var page = Page(placement: .table, isActive: seeking.accepted == nil, verb: verb)
        page.isLive = true
        (page.heads, page.tabs) = (rows.isEmpty ? [] : [tr("Name"), tr("Game"), tr("Waiting")], [30, 56])
        let role: Role = if case .trouble = seeking.listState { .problem } else { .label }
        page.headline = [
            Page.Note(role, Self.heading(seeking.listState, isEmpty: rows.isEmpty, isSeeking: seeking.postedState != nil))
        ]
        page.rows = rows.map { row(of: $0.card, isMet: $0.isMet) }
        page.more = more > 0 ? trn("and {count} more player", "and {count} more players", more) : nil
        // What keeps the list away may keep the card away as well.
        page.headline += notes(isRoomy: size.width >= 60).filter { $0.sentences != page.headline[0].sentences }
        // Whoever is on the list stays there while the relay is away.
        let isReady = if case .ready = seeking.listState { true } else { isTroubled }
        if rows.isEmpty, isReady, navigator.listener == nil, size.width >= 60, size.height >= 20 {
            putSteps(on: &page, width: size.width - 4)
        }
        page.arrowHelp = tr("Choose a player.")
        page.digitHelp = tr("Play with that player.")
        page.keys = keys
        return page
    }

    /// Whether the relay was lost after the player was put on the list.
    private var isTroubled: Bool { if case .trouble = seeking.postedState { true } else { false } }

    /// Nobody is listed: what goes on, what follows and what can be done.
    private func putSteps(on page: inout Page, width: Int) {
        let isPosted = seeking.postedState != nil
        page.headline = []
        let mark: Page.Step.Mark =
            switch seeking.postedState {
            case .listed, .withdrawn: .done
            case .trouble: .warning
            case .pending, nil: .number(1, isNow: true)
            }
        let first = Self.standing(seeking.postedState, isRoomy: true) ?? tr("Press S to put yourself on the list.")
        page.put(
            [
                Page.Step(
                    .plain,
                    isTroubled
                        ? tr("Once the relay answers you are on the list again.")
                        : isPosted ? tr("Nobody else is looking for an opponent.") : tr("Nobody is looking for an opponent.")),
                Page.Step(mark, first),
                Page.Step(.number(2, isNow: mark == .done), tr("Somebody picks you, or appears here to be picked by you.")),
                Page.Step(.number(3, isNow: false), tr("The game begins by itself.")),
            ],
            options: isPosted
                ? [
                    Page.Option(letter: "g", words: tr("Play the computer"), remark: tr("G or Enter")),
                    Page.Option(letter: "z", words: tr("Puzzles")),
                ]
                : [Page.Option(letter: "h", words: tr("Host a table"), remark: tr("for friends and other games"))],
            heading: tr("Meanwhile"), width: width)
        let control = isPosted ? navigator.settings.timeControl?.sentence : nil
        page.notes = [control, departure.map { bracketed($0.sentence) }].compactMap(\.self).map { Page.Note(.faint, $0) }
    }

    private func row(of card: SeekCard, isMet: Bool) -> Page.Row {
        let name = seeking.title(of: card)
        let isRefused = refusal?.key == card.key
        let waiting =
            isRefused ? tr("said no") : Self.words(forWaiting: navigator.environment.wallClock - card.since)
        var row = Page.Row(
            card.key, (isMet ? "★ " : "") + name,
            detail: separated([card.timeControl?.text, waiting].compactMap(\.self))
        ) { [unowned self] in seeking.accept(card) }
        row.cells = [
            (separated([tr("Four in a Row"), card.timeControl?.text].compactMap(\.self)), .plain),
            (waiting, isRefused ? .warning : .faint),
        ]
        // Without the minutes: those would be announced again and again.
        let announced = isRefused ? labelled(name, waiting) : isMet ? labelled(name, tr("met before")) : name
        row.announcedText = card.timeControl.map { together([announced.withFullStop, $0.sentence]) } ?? announced
        return row
    }

    private func notes(isRoomy: Bool) -> [Page.Note] {
        var notes: [Page.Note] = []
        if let card = seeking.accepted {
            notes.append(Page.Note(.alert, tr("Asking {name}…", ["name": seeking.title(of: card)])))
        }
        if let words = Self.standing(seeking.postedState, isRoomy: isRoomy) { notes.append(Page.Note(.alert, words)) }
        if seeking.postedState != nil, let control = navigator.settings.timeControl {
            notes.append(Page.Note(.faint, control.sentence, indent: 1))
        }
        if let departure { notes.append(Page.Note(.faint, bracketed(departure.sentence), indent: 1)) }
        return notes
    }

    private var keys: [Binding] {
        let isPosted = seeking.postedState != nil
        return (isPosted ? [meanwhile.game(hasEnter: rows.isEmpty)] : []) + [
            Binding(
                .character("s"), label: isPosted ? tr("Stop") : tr("Seek"),
                help: isPosted ? tr("Take yourself off the list.") : tr("Put yourself on the list, and wait to be found."),
                isNeeded: true,
                action: { [unowned self] _ in
                    departure = nil
                    if isPosted { seeking.withdraw() } else { seeking.post() }
                }),
            Binding(
                .character("o"), label: tr("Others"), help: tr("List other players, if there are more than these."),
                isNeeded: more > 0, isAvailable: { [unowned self] in more > 0 },
                action: { [unowned self] _ in if let last = rows.last?.card { seeking.showOthers(after: last) } }),
            Binding(
                .character("b"), label: tr("Block"),
                help: tr("Hide the chosen player for good. “Players met” lists who is blocked."),
                isAvailable: { [unowned self] in seeking.accepted == nil && !rows.isEmpty },
                action: { [unowned self] _ in block() }),
            Binding(
                .character("h"), label: tr("Host a table"), help: tr("Host a table in a room, for friends and other games."),
                isAvailable: { [unowned self] in seeking.accepted == nil },
                action: { [navigator] _ in navigator.launcher.openOnlineTable() }),
            Binding(.escape, .character("q"), label: tr("Back"), help: tr("Cancel, or go back.")) { [unowned self] _ in goBack()
            },
        ] + (isPosted ? [meanwhile.puzzles] : [])
    }
}
