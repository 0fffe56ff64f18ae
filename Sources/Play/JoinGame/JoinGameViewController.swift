// The games on the network, to join or to watch, live, and a line for an address or a code. Joining and NearbyGames do the rest.

import Language
import Screen
import Session

/// Joining a game.
final class JoinGameViewController {
    let navigator: Navigator
    let view = PageView()
    private let joining: Joining
    /// Whether games are watched here, and not joined.
    private let isWatching: Bool
    /// The game that is going to be watched.
    private let entry: SpectatorEntry
    private var games: NearbyGames?
    /// The games that can only be watched, in a list of games to join.
    private var watched: NearbyGames?
    private var gameCount = 0

    /// The list of games; push it.
    init(navigator: Navigator, isWatching: Bool = false) {
        (self.navigator, self.isWatching) = (navigator, isWatching)
        entry = SpectatorEntry(navigator: navigator)
        joining = Joining(environment: navigator.environment)
        joining.didHappen = { [weak self] in self?.receive($0) }
    }

    private enum RowID: Hashable {
        case game(String)
        case address, name, host, online, watch
    }

    /// What is wrong with the typed address.
    private var problem: String?
    /// Whether the player's name is being typed.
    private var isNaming = false
    /// Whether no game has come for so long that the player should know why.
    private var isOverdue = false
    private var patience: Cancellable?
    private var glance: Cancellable?

    /// After this time without a game there is advice, in milliseconds.
    private static let patienceMilliseconds = 10_000
    /// How long the list must be empty before it looks for games to watch.
    private static let glanceMilliseconds = 3000

    /// Connects to an address as typed, or says what is wrong with it; with a code, to a private game. A friend's line will do.
    func join(_ line: String, code: Passphrase? = nil) {
        problem = nil
        do throws(AddressMistake) {
            switch try? JoinCode(typed: line) {
            case .direct(let addresses, let code):
                return joining.attempt(code, at: try navigator.environment.target(typed: addresses))
            case .some(let room):
                view.field = nil
                return navigator.launcher.openOnlineJoining(room, isWatching: isWatching)
            case nil: break
            }
            let target = JoinTarget(at: try navigator.environment.endpoint(typed: line))
            guard let code else { return joining.join(target) }
            askCode(of: target, typed: code.text)
            tryCode()
        } catch {
            show(problem: error.sentence)
        }
    }

    /// Says what is wrong: below the field of an address, which stays and is replaced by what is typed next.
    private func show(problem sentence: String) {
        guard view.field != nil, joining.codeTarget == nil, !isNaming, navigator.listener == nil else {
            return navigator.show(alert: sentence, untilKey: true)
        }
        problem = sentence
        navigator.setNeedsDisplay()
    }

    func didTouch() { problem = nil }

    /// Asks again for an address, at which there is no game.
    private func retype(_ address: String, because sentence: String) {
        view.choose(RowID.address)
        view.field = TextField(text: address, limit: Self.longestAddress, isLeftToRight: true)
        view.field?.selectAll()
        show(problem: sentence)
    }

    /// Asks for the code of a private game.
    func askCode(of target: JoinTarget, typed: String = "") {
        view.field = TextField(text: typed, limit: Self.longestCode, isLeftToRight: true)
        joining.askCode(of: target)
    }

    private static let longestCode = 80
    private static let longestAddress = 255

    private func tryCode() {
        guard let target = joining.codeTarget, let field = view.field else { return }
        // The host may be listed at another address by now.
        let listing = games?.listings.first { $0.name == target.listedAs }
        do throws(CodeMistake) {
            joining.attempt(try Passphrase(typed: field.text), at: listing.map(JoinTarget.init) ?? target)
        } catch {
            view.field?.mend()
            navigator.show(alert: error.sentence, untilKey: true)
        }
    }

    private func joinGame(_ listing: Listing) {
        let target = JoinTarget(listing)
        if listing.isPrivate { askCode(of: target) } else { joining.join(target) }
    }

    private func goBack() {
        if entry.isWaiting {
            entry.stop()
            return navigator.setNeedsDisplay()
        }
        let isCode = joining.codeTarget != nil
        if joining.goBack() {
            if isCode && joining.codeTarget == nil { view.field = nil }
        } else if view.field != nil {
            (view.field, problem) = (nil, nil)
            isNaming = false
            // Who typed nothing in the end has chosen nothing.
            if gameCount == 0 { view.hasMoved = false }
        } else {
            return navigator.pop()
        }
        navigator.setNeedsDisplay()
    }
}

extension JoinGameViewController {
    private func receive(_ event: JoiningEvent) {
        navigator.setNeedsDisplay()
        switch event {
        case .changed: break
        case .failed(.refused, _) where isWatching: show(problem: SpectatorEntry.nothingThere)
        case .failed(let failure, let target):
            show(problem: failure.sentence(joining: target.name, at: target.endpoint))
        case .refused(let refusal, let target):
            if joining.codeTarget == nil { view.field = nil }
            navigator.show(alert: refusal.sentence(joining: target.name), untilKey: true)
        case .codeRepeated: navigator.show(alert: tr("Wrong code. Try another one."), untilKey: true)
        case .joined(let target, let link, let code) where isWatching:
            view.field = nil
            entry.watch(link, at: target, code: code) { [unowned self] in askCode(of: target) }
        case .joined(let target, let link, let code):
            // A listing says whether a game is private; an address does not. Then the code is asked for after all.
            navigator.launcher.openGame(
                joining: link, of: target.name, isNamed: target.listedAs != nil,
                didTurnAway: { [navigator] end, sentence in
                    let isTaken = end == .disconnected(.bye(.taken))
                    let isBusy = end == .disconnected(.bye(.busy))
                    let isElsewhere = end == .disconnected(.isTable) || end == .disconnected(.notAGame)
                    let isMistyped = isElsewhere && target.listedAs == nil
                    guard isTaken || isBusy || isMistyped || code == nil && end == .disconnected(.isPrivate) else { return false }
                    let list = JoinGameViewController(navigator: navigator)
                    navigator.replaceTop(with: list)
                    if isTaken {
                        navigator.show(
                            alert: tr(
                                "{name} is already playing with somebody else. W lists games to watch.", ["name": target.name]),
                            untilKey: true)
                    } else if isBusy {
                        navigator.show(alert: sentence, untilKey: true)
                    } else if isMistyped {
                        list.retype(target.name, because: sentence)
                    } else {
                        list.askCode(of: target)
                    }
                    return true
                })
        case .foundTable(_, let link): link.close()
        }
    }
}

extension JoinGameViewController: PageViewController {
    var isWithOthers: Bool { true }
    var title: String { isWatching ? tr("Watch a game") : tr("Join a game") }
    var status: String {
        let count = games?.listings.count ?? 0
        return count == 0 ? tr("looking…") : trn("{count} game on this network", "{count} games on this network", count)
    }

    func didAppear() {
        games =
            games
            ?? NearbyGames(isWatching ? .watch : .game, rendezvous: navigator.environment) { [weak self] in self?.gamesDidChange()
            }
        if !isWatching, watched == nil {
            glance?.cancel()
            glance = navigator.environment.after(milliseconds: Self.glanceMilliseconds) { [weak self] in self?.lookForWatched() }
        }
        guard !isOverdue else { return }
        patience?.cancel()
        patience = navigator.environment.after(milliseconds: Self.patienceMilliseconds) { [weak self] in
            self?.isOverdue = true
            self?.navigator.setNeedsDisplay()
        }
    }

    /// A second look costs a second helper: only where there is nothing to join.
    private func lookForWatched() {
        guard watched == nil, let games, games.listings.isEmpty, games.trouble == nil else { return }
        watched = NearbyGames(.watch, rendezvous: navigator.environment) { [navigator] in navigator.setNeedsDisplay() }
    }

    func didLeave() {
        games?.cancel()
        watched?.cancel()
        (games, watched) = (nil, nil)
        // Who comes back finds the first game again.
        gameCount = 0
        view.hasMoved = false
        patience?.cancel()
        glance?.cancel()
        entry.stop()
        joining.cancel()
    }

    /// The first game to come is chosen, unless the player has chosen something.
    private func gamesDidChange() {
        let listings = games?.listings ?? []
        // A player whose chosen game is gone, or has not begun, has chosen nothing else.
        if gameCount > 0 && listings.isEmpty || entry.isEarly && view.field == nil { view.hasMoved = false }
        entry.listDidChange()
        if gameCount == 0, !view.hasMoved, view.field == nil, let first = listings.first { view.choose(RowID.game(first.name)) }
        gameCount = listings.count
        _ = updatedPage()  // each row gets its digit as it comes
        navigator.setNeedsDisplay()
    }

    func page(in size: Size) -> Page {
        let verb = Page.Verb(
            label: isWatching ? tr("Watch") : tr("Join"),
            help: isWatching
                ? tr("Watch the chosen game, connect to the address, or try the code.")
                : tr("Join the chosen game, connect to the address, or try the code."))
        let (listings, columns) = (games?.listings ?? [], columns)
        var page = Page(placement: .table, verb: verb)
        page.isLive = true
        page.heads = listings.isEmpty ? [] : [tr("Name")] + columns.map(\.head)
        page.tabs = Array((isWatching ? [24, 37, 49, 59, 68] : [24, 40, 53, 66]).prefix(columns.count))
        page.headline = headline(isEmpty: listings.isEmpty)
        page.rows = listings.map { row(of: $0, columns) } + (isWatching ? [addressRow] : [addressRow, nameRow])
        if listings.isEmpty && !isWatching {
            page.rows = watchRows + [hostRow, addressRow, onlineRow, nameRow]
            // The advice says it, too.
            page.notes = isOverdue && view.field == nil ? [] : [Page.Note(.faint, Self.hidden, isAnnounced: false)]
        }
        if let chosen = listings.first(where: { AnyHashable(RowID.game($0.name)) == view.chosen }) {
            page.notes = facts(of: chosen)
        }
        page.arrowHelp = tr("Choose a game, or the address line.")
        page.digitHelp = isWatching ? tr("Watch that game.") : tr("Join that game.")
        page.field = isNaming ? nameField { [unowned self] in rename() } : joining.codeTarget.map(codeField(of:)) ?? addressField
        if isWatching, joining.codeTarget != nil, view.field != nil {
            page.notes = [Page.Note(.faint, tr("The host sees the words after pressing W in the game."), isAnnounced: false)]
        } else if joining.codeTarget != nil, view.field != nil {
            page.notes = [Page.Note(.faint, JoinOnlineViewController.aboutCodes, isAnnounced: false)]
        }
        if let problem, view.field != nil {
            page.notes = [Page.Note(.problem, problem)]
            // A small screen has no notes.
            if size.height < PageDrawing.leastWithAbout { page.headline = page.notes }
        }
        if isNaming { page.verb = Page.Verb(label: tr("Keep it"), help: tr("Save the name.")) }
        page.busy = busy
        page.keys = [
            Binding(.escape, .character("q"), label: tr("Back"), help: tr("Cancel, or go back.")) { [unowned self] _ in goBack()
            },
            Binding(
                .character("w"), label: tr("Watch"), help: tr("Watch a game of others."),
                isAvailable: { [unowned self] in mayWatch },
                standing: { [unowned self] in mayWatch && !hasNothing ? .lit : .absent }
            ) { [navigator] _ in navigator.launcher.openWatching() },
        ]
        return page
    }

    private var mayWatch: Bool { !isWatching && view.field == nil && joining.activity == nil }
    /// Whether nobody plays or waits on this network, as far as is known.
    private var hasNothing: Bool { games?.listings.isEmpty != false && watchRows.isEmpty }

    /// Why the list is empty, and what to do about it after a while.
    private func headline(isEmpty: Bool) -> [Page.Note] {
        let advice = isOverdue && isEmpty && view.field == nil ? [advice] : []
        if let trouble = games?.trouble { return [Page.Note(.problem, trouble.sentence(browsing: .game))] + advice }
        if !isEmpty { return [] }
        let words =
            isWatching
            ? tr("No game to watch on this network yet.")
            : watchRows.isEmpty ? tr("No game on this network yet.") : tr("No game to join on this network yet.")
        let remarks =
            isWatching
            ? [
                tr("Hosts let others watch with W while they wait for a player."),
                tr("A game is listed here once its guest has come."),
            ] : [tr("The list fills by itself."), tr("Tables are under Other games.")]
        return [Page.Note(.label, words), Page.Note(.faint, together(remarks), isAnnounced: false)] + advice
    }

    /// What is known of the chosen game.
    private func facts(of listing: Listing) -> [Page.Note] {
        let place = Page.Note(.plain, labelled(tr("Address"), listing.endpoint.words), isAnnounced: false)
        let secrecy =
            listing.isPrivate
            ? tr("Encrypted: the host tells you the four words.")
            : isWatching
                ? tr("You see the board from the host's side.") : tr("Not encrypted: others on this network can look on.")
        let progress = progress(of: listing)
        let stand =
            !isWatching
            ? tr("{name} moves first.", ["name": listing.title])
            : progress.isEmpty ? listing.title : labelled(listing.title, separated(progress))
        return [
            Page.Note(.plain, stand, isAnnounced: false), place, Page.Note(.faint, secrecy, isAnnounced: false),
        ]
    }

    /// How far a game to watch is, the score of its series, and how many watch.
    private func progress(of listing: Listing) -> [String] {
        let (score, count) = (score(of: listing).text, listing.spectators)
        return [
            state(of: listing).text, score.isEmpty ? "" : tr("score {score}", ["score": score]),
            count == 0 ? "" : trn("{count} spectator", "{count} spectators", count),
        ].filter { !$0.isEmpty }
    }

    private func state(of listing: Listing) -> (text: String, role: Role) {
        let number = listing.move
        if listing.hasJustBegun { return (tr("just begun"), .plain) }
        if number == 0 { return (tr("game over"), .faint) }
        return (number.map { tr("move {number}", ["number": $0]) } ?? "", .plain)
    }

    private func score(of listing: Listing) -> (text: String, role: Role) {
        (listing.score.map { "\($0.host)–\($0.guest)" } ?? "", .plain)
    }

    private func row(of listing: Listing, _ columns: [Column]) -> Page.Row {
        let place = listing.endpoint.words
        var row = Page.Row(
            RowID.game(listing.name), listing.title,
            detail: listing.isPrivate ? tr("private, {address}", ["address": place]) : place
        ) { [unowned self] in joinGame(listing) }
        if isWatching {
            row.detail = separated(
                [listing.isPrivate ? tr("private") : "", state(of: listing).text, score(of: listing).text].filter { !$0.isEmpty })
        }
        row.cells = columns.map { $0.cell(listing) }
        let terms = GameTerms(facts: listing.facts)
        let more = [
            terms?.timeControl.map { labelled(tr("Clock"), $0.brief) },
            isWatching ? place : terms?.isWatchable == true ? tr("others may watch") : nil,
        ].compactMap(\.self)
        if !more.isEmpty { row.announcedText = labelled(row.text, separated([row.detail] + more)) }
        return row
    }

    private typealias Column = (head: String, cell: (Listing) -> (text: String, role: Role))

    /// The columns behind the name of which a game in the list has something to say. Hosts with other programs say nothing of clocks.
    private var columns: [Column] {
        let listings = games?.listings ?? []
        let terms = listings.compactMap { GameTerms(facts: $0.facts) }
        let isScored = isWatching && listings.contains { $0.score != nil }
        let isCrowded = isWatching && listings.contains { $0.spectators > 0 }
        return [isWatching ? (tr("State"), state(of:)) : (tr("Game"), { _ in (tr("Four in a Row"), .plain) })]
            + (terms.isEmpty ? [] : [(tr("Clock"), clock(of:))])
            + (isScored ? [(tr("Score"), score(of:))] : [])
            + (listings.contains(where: \.isPrivate) ? [(tr("Code"), { ($0.isPrivate ? tr("private") : "", .warning) })] : [])
            + ((isWatching ? isCrowded : terms.contains(where: \.isWatchable)) ? [(tr("Spectators"), spectators(of:))] : [])
    }

    private func clock(of listing: Listing) -> (text: String, role: Role) {
        guard let terms = GameTerms(facts: listing.facts) else { return ("", .plain) }
        return terms.timeControl.map { ($0.brief, .plain) } ?? (trc("none", "clock"), .faint)
    }

    private func spectators(of listing: Listing) -> (text: String, role: Role) {
        if isWatching { return (listing.spectators == 0 ? "" : String(listing.spectators), .plain) }
        return (GameTerms(facts: listing.facts)?.isWatchable == true ? tr("may watch") : "", .plain)
    }

    // What to do without a game in the list.

    /// Leads to the game that others play.
    private var watchRows: [Page.Row] {
        guard let game = watched?.listings.first else { return [] }
        var row = Page.Row(RowID.watch, tr("Watch a game"), detail: game.title) { [navigator] in navigator.launcher.openWatching()
        }
        row.isNumbered = false
        row.farewell = ""
        row.verb = Page.Verb(label: tr("Open"), help: tr("Open the chosen item."))
        row.shortcut = Page.Shortcut(letter: "w", label: "", help: tr("Watch a game of others."))
        return [row]
    }

    private var hostRow: Page.Row {
        row(.host, tr("Host a game"), tr("and let the other join"), "h") { [navigator] in navigator.launcher.host() }
    }

    private var onlineRow: Page.Row {
        row(.online, tr("Play online"), tr("for a friend elsewhere"), "o") { [navigator] in navigator.launcher.go(to: .online) }
    }

    private func row(_ id: RowID, _ words: String, _ remark: String, _ letter: Unicode.Scalar, _ open: @escaping () -> Void)
        -> Page.Row
    {
        var row = Page.Row(id, words, detail: remark) { [navigator] in
            navigator.pop()
            open()
        }
        row.isNumbered = false
        row.farewell = ""
        row.verb = Page.Verb(label: tr("Open"), help: tr("Open the chosen item."))
        row.shortcut = Page.Shortcut(letter: letter, help: words.asSentence)
        return row
    }

    private var addressRow: Page.Row {
        var row = Page.Row.address(RowID.address, help: tr("Type an address.")) { [unowned self] in
            view.field = view.field ?? TextField(limit: Self.longestAddress, isLeftToRight: true)
        }
        row.detail = tr("it is on the host's screen")
        row.announcedText = row.text
        return row
    }

    private var nameRow: Page.Row {
        var row = Page.Row(RowID.name, labelled(tr("Name"), navigator.playerName)) { [unowned self] in
            guard view.field == nil else { return }
            isNaming = true
            typeName()
        }
        row.isNumbered = false
        row.verb = Page.Verb(label: tr("Change"), help: tr("Change your name."), isNeeded: false)
        row.shortcut = Page.Shortcut(letter: "m", help: tr("Change your name."))
        return row
    }

    private func rename() {
        isNaming = false
        keepName()
        // The name is not what the player came for.
        if let first = updatedPage().rows.first { view.choose(first.id) }
    }

    /// Why players may not see each other.
    static var hidden: String { tr("Guest networks, some access points and most VPNs hide other players.") }

    /// Why a game may not be listed, and what to do.
    private var advice: Page.Note {
        Page.Note(
            .faint,
            [
                tr("Is a game missing? Ask the host for the address on their screen, and press A."),
                Self.hidden,
                tr("The host's firewall must allow TCP port 27364, and UDP port 5353 on both machines."),
            ])
    }

    private var busy: String? {
        switch joining.activity {
        case nil, .answering: entry.isWaiting ? tr("Waiting for the game…") : nil
        case .connecting: tr("Connecting to {name}…", ["name": joining.target?.name ?? ""])
        case .talking: tr("Trying the code…")
        }
    }

    private var addressField: Page.Field {
        Page.Field(
            labels: [tr("Address:")], placeholder: tr("such as 192.168.1.7"),
            question: tr("Type an address (host, host:port or [v6]:port). An empty line goes back.")
        ) { [unowned self] in if let field = view.field { join(field.text) } }
    }

    private func codeField(of target: JoinTarget) -> Page.Field {
        let whole =
            target.listedAs != nil
            ? tr("The four words (ask {name}):", ["name": target.name]) : tr("The four words (ask the host):")
        return Page.Field(
            labels: [whole, tr("Code (four words):"), tr("Code:")],
            leastWidth: 24, question: tr("Type the four words of {name}. An empty line goes back.", ["name": target.name])
        ) { [unowned self] in tryCode() }
    }
}

extension Page.Row {
    /// The line that asks for an address.
    static func address(_ id: some Hashable, help: String, open: @escaping () -> Void) -> Page.Row {
        var row = Page.Row(id, tr("Type an address"), open: open)
        row.isNumbered = false
        row.verb = Page.Verb(label: tr("Type"), help: help)
        row.shortcut = Page.Shortcut(letter: "a", label: tr("Address"), help: help)
        return row
    }
}
