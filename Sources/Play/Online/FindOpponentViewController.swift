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
    /// Those met before first, the others as they came.
    private var rows: [(card: SeekCard, isMet: Bool)] = []
    private var more = 0
    /// Which of them is the last by chance: the others follow it.
    private var last: SeekCard?
    /// Whether anybody was listed since the screen appeared: an Enter meant for somebody who has just gone starts nothing else.
    private var hasListed = false
    /// Whom the player is asked about blocking.
    private var unwanted: SeekCard?
    var prompt: Prompt?
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
        let places = Dictionary(zip(rows.map(\.card.key), rows.indices)) { first, _ in first }
        let listed: [(card: SeekCard, isMet: Bool)]
        (listed, more) = seeking.rows(atMost: navigator.listener == nil ? Self.mostListed : Self.mostAnnounced)
        last = listed.last?.card
        rows = listed.enumerated().sorted { one, other in
            func rank(_ row: (offset: Int, element: (card: SeekCard, isMet: Bool))) -> (Int, Int, Int) {
                (row.element.isMet ? 0 : 1, places[row.element.card.key] ?? .max, row.offset)
            }
            return rank(one) < rank(other)
        }.map(\.element)
        if !rows.isEmpty { hasListed = true }
        // Whoever has said no is not who is wanted next.
        if let refused = refusal?.key, !view.hasMoved, view.chosen == AnyHashable(refused),
            let other = rows.first(where: { $0.card.key != refused })
        {
            view.choose(other.card.key)
        }
        // Whoever left is here again.
        if let gone = departure?.key, rows.contains(where: { $0.card.key == gone }) { departure = nil }
        let page = updatedPage()  // text mode gives each row its digit as it comes
        // When thousands come at once, the choice stays on top instead of sinking with the first of them.
        if seeking.isBehind, !view.hasMoved, let first = page.rows.first { view.choose(first.id) }
        navigator.setNeedsDisplay()
    }

    private func askToBlock() {
        unwanted = rows.first { AnyHashable($0.card.key) == view.chosen }?.card
        if unwanted != nil { prompt = .blocking }
        navigator.setNeedsDisplay()
    }

    private func stopAsking() {
        unwanted = nil
        closePrompt()
    }

    func answer(_ choice: Prompt.Choice) {
        let card = unwanted
        stopAsking()
        guard choice == .block, let card else { return }
        do throws(StorageFailure) {
            try seeking.block(card)
            navigator.show(
                alert: tr("{name} is blocked. B under Players met undoes it.", ["name": seeking.title(of: card)]), untilKey: true)
        } catch {
            navigator.show(alert: error.sentence)
        }
    }

    /// Asks the chosen player, or tries the relay again.
    private func play(with card: SeekCard) {
        guard let trouble else { return seeking.accept(card) }
        navigator.environment.broker.hurry()
        // On the screen the list says why.
        navigator.show(alert: navigator.listener == nil ? tr("Trying again…") : trouble.sentenceWhileTrying)
    }

    /// The game begins, unless the other player says that it cannot: then another one is looked for.
    private func join(_ owner: GameController, with card: SeekCard) {
        let name = seeking.title(of: card)
        postsAgain = seeking.wasPosted
        // A puzzle that passes the time is under it.
        navigator.raise(self)
        navigator.launcher.openGame(with: owner, called: name) { [weak self] end, _ in
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

    /// Changes how much time players have in the games that this player offers.
    private func changeClock() {
        var settings = navigator.settings
        settings.changeMinutes(by: 1)
        navigator.change(settings)
        seeking.change(to: settings.terms)
        update()
    }

    /// What is wrong with the relay; nil where the list is live, or is being fetched.
    private var trouble: BrokerTrouble? { if case .trouble(let trouble) = seeking.listState { trouble } else { nil } }

    private func goBack() { if seeking.accepted != nil { seeking.cancelAttempt() } else { navigator.pop() } }
}

extension FindOpponentViewController {
    private func receive(_ event: SeekingEvent) {
        switch event {
        case .changed: break
        case .joined(let card, let owner):
            stopAsking()
            return join(owner, with: card)
        // The list says so, as long as it is so.
        case .failed(.relay, _) where trouble != nil: break
        case .failed(.relay(let failure), _): navigator.show(alert: failure.sentence)
        case .failed(let failure, let card):
            navigator.show(alert: failure.sentence(seeking: seeking.title(of: card)), untilKey: true)
        case .seated(let guest, let arbiter):
            departure = nil
            stopAsking()
            meanwhile.seat(guest, by: arbiter) { [unowned self] guest in
                let sentence = tr("{name} found you on the list, and your game begins. Have fun!", ["name": guest.state.name])
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
    var holdsInvitations: Bool { prompt != nil }
    var question: String? {
        unwanted.map { tr("Block {name} for good?", ["name": TextWidth.clip(seeking.title(of: $0), to: 24)]) }
    }
    var title: String { tr("Find an opponent") }
    var status: String { navigator.playerName }

    func didAppear() {
        hasListed = false
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
        // Nobody can be asked while the relay is away.
        let verb =
            trouble == nil
            ? Page.Verb(label: tr("Play"), help: tr("Play with the chosen player."))
            : Page.Verb(label: tr("Try again"), help: tr("Try the relay again at once."))
        var page = Page(placement: .table, isActive: seeking.accepted == nil && prompt == nil, verb: verb)
        // A digit pressed too late would play with somebody else.
        (page.isLive, page.opensOnDigit) = (navigator.listener != nil, navigator.listener != nil)
        (page.heads, page.tabs) = (rows.isEmpty ? [] : [tr("Name"), tr("Game"), tr("Waiting")], [30, 56])
        let role: Role = trouble == nil ? .label : .problem
        page.headline = [
            Page.Note(role, Self.heading(seeking.listState, isEmpty: rows.isEmpty, isSeeking: seeking.postedState != nil))
        ]
        page.rows = rows.map { row(of: $0.card, isMet: $0.isMet) }
        page.more = more > 0 ? trn("and {count} more player", "and {count} more players", more) : nil
        // What keeps the list away may keep the card away as well.
        page.headline += notes(isRoomy: size.width >= 60).filter { $0.sentences != page.headline[0].sentences }
        // Whoever is on the list stays there while the relay is away.
        let isReady = if case .pending = seeking.listState { isTroubled } else { true }
        if rows.isEmpty, isReady, navigator.listener == nil, size.width >= 60, size.height >= 20 {
            putSteps(on: &page, width: size.width - 4)
        }
        if rows.contains(where: \.isMet) {
            page.notes.append(Page.Note(.faint, tr("★ You have met before."), isAnnounced: false))
        }
        page.arrowHelp = tr("Choose a player.")
        page.digitHelp = page.opensOnDigit ? tr("Play with that player.") : page.arrowHelp
        page.keys = keys
        return page
    }

    /// Whether the relay was lost after the player was put on the list.
    private var isTroubled: Bool { if case .trouble = seeking.postedState { true } else { false } }

    /// Nobody is listed: what goes on, what follows and what can be done.
    private func putSteps(on page: inout Page, width: Int) {
        let isPosted = seeking.postedState != nil
        page.headline = []
        if !isPosted, let trouble {
            return page.put(
                [Page.Step(.warning, trouble.sentenceWhileTrying)], options: GameLauncher.waysWithoutRelay,
                heading: tr("Other ways"), width: width)
        }
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
                    Page.Option(letter: "g", words: tr("Play the computer"), remark: hasListed ? "" : tr("G or Enter")),
                    Page.Option(letter: "z", words: tr("Puzzles")), .clock(navigator.settings.timeControl),
                ]
                : [
                    Page.Option(letter: "h", words: tr("Host a table"), remark: tr("for friends and other games")),
                    .clock(navigator.settings.timeControl),
                ],
            heading: tr("Meanwhile"), width: width)
        page.notes = departure.map { [Page.Note(.faint, bracketed($0.sentence))] } ?? []
    }

    private func row(of card: SeekCard, isMet: Bool) -> Page.Row {
        let name = seeking.title(of: card)
        let isRefused = refusal?.key == card.key
        let waiting =
            isRefused ? tr("said no") : Self.words(forWaiting: navigator.environment.wallClock - card.since)
        var row = Page.Row(
            card.key, (isMet ? "★ " : "") + name,
            detail: separated([card.timeControl?.text, waiting].compactMap(\.self))
        ) { [unowned self] in play(with: card) }
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
        let isFree = { [unowned self] in seeking.accepted == nil && prompt == nil }
        let isAway = { [unowned self] in rows.isEmpty && trouble != nil && !isPosted && isFree() }
        let mayPlay = isPosted && prompt == nil
        return answers() + (mayPlay ? [meanwhile.game(hasEnter: rows.isEmpty && !hasListed)] : [])
            + navigator.launcher.keysWithoutRelay(isAvailable: isAway) + [
                Binding(
                    .character("s"), label: isPosted ? tr("Stop") : tr("Seek"),
                    help: isPosted ? tr("Take yourself off the list.") : tr("Put yourself on the list, and wait to be found."),
                    isNeeded: true, isAvailable: { [unowned self] in prompt == nil },
                    action: { [unowned self] _ in
                        departure = nil
                        if isPosted { seeking.withdraw() } else { seeking.post() }
                    }),
                Binding(
                    .character("o"), label: tr("Others"), help: tr("List other players, if there are more than these."),
                    isNeeded: more > 0, isAvailable: { [unowned self] in more > 0 },
                    action: { [unowned self] _ in if let last { seeking.showOthers(after: last) } }),
                Binding(
                    .character("b"), label: tr("Block"),
                    help: tr("Hide the chosen player for good. “Players met” lists who is blocked."),
                    isAvailable: { [unowned self] in isFree() && !rows.isEmpty },
                    action: { [unowned self] _ in askToBlock() }),
                Binding(
                    .character("t"), help: tr("Change how many minutes each player has."), isAvailable: isFree,
                    action: { [unowned self] _ in changeClock() }),
                Binding(
                    .character("h"), label: tr("Host a table"), help: tr("Host a table in a room, for friends and other games."),
                    isAvailable: isFree,
                    action: { [navigator] _ in navigator.launcher.openOnlineTable() }),
                Binding(.escape, .character("q"), label: tr("Back"), help: tr("Cancel, or go back.")) { [unowned self] _ in
                    goBack()
                },
            ] + (mayPlay ? [meanwhile.puzzles] : [])
    }
}
