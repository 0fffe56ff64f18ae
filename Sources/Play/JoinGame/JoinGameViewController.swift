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
    private var gameCount = 0

    /// The list of games; push it.
    init(navigator: Navigator, isWatching: Bool = false) {
        (self.navigator, self.isWatching) = (navigator, isWatching)
        entry = SpectatorEntry(navigator: navigator)
        joining = Joining(environment: navigator.environment)
        joining.didTell = { [weak self] in self?.receive($0) }
    }

    private enum RowID: Hashable {
        case game(String)
        case address, name
    }

    /// Whether the player's name is being typed.
    private var isNaming = false
    /// Whether no game has come for so long that the player should know why.
    private var isOverdue = false
    private var patience: Cancellable?

    /// After this time without a game there is advice, in milliseconds.
    private static let patienceMilliseconds = 10_000

    /// Connects to an address as typed, or says what is wrong with it; with a code, to a private game. To watch, a friend's line will do.
    func join(_ line: String, code: Passphrase? = nil) {
        do throws(AddressMistake) {
            switch isWatching ? try? JoinCode(typed: line) : nil {
            case .direct(let addresses, let code):
                return joining.attempt(code, at: try navigator.environment.target(typed: addresses))
            case .some(let room):
                view.field = nil
                return navigator.launcher.openOnlineJoining(room, isWatching: true)
            case nil: break
            }
            let target = JoinTarget(at: try navigator.environment.endpoint(typed: line))
            guard let code else { return joining.join(target) }
            askCode(of: target, typed: code.text)
            tryCode()
        } catch {
            navigator.show(alert: error.sentence)
        }
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
        do throws(Passphrase.Mistake) {
            joining.attempt(try Passphrase(typed: field.text), at: listing.map(JoinTarget.init) ?? target)
        } catch {
            navigator.show(alert: error.sentence)
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
            view.field = nil
            isNaming = false
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
        case .failed(let failure, let target):
            navigator.show(alert: failure.sentence(joining: target.name, at: target.endpoint))
        case .refused(let refusal, let target):
            if joining.codeTarget == nil { view.field = nil }
            navigator.show(alert: refusal.sentence(joining: target.name))
        case .codeRepeated: navigator.show(alert: tr("Wrong code. Try another one."))
        case .joined(let target, let link, let code) where isWatching:
            view.field = nil
            entry.watch(link, at: target, code: code) { [unowned self] in askCode(of: target) }
        case .joined(let target, let link, let code):
            // A listing says whether a game is private; an address does not. Then the code is asked for after all.
            navigator.launcher.openGame(
                joining: link, of: target.name, isNamed: target.listedAs != nil,
                didFindPrivate: code != nil
                    ? nil
                    : { [navigator] in
                        let list = JoinGameViewController(navigator: navigator)
                        navigator.replaceTop(with: list)
                        list.askCode(of: target)
                    })
        case .foundTable(_, let link): link.close()
        }
    }
}

extension JoinGameViewController: PageViewController {
    var isWithOthers: Bool { true }
    var title: String { isWatching ? tr("Watch a game") : tr("Join a game") }

    func didAppear() {
        games =
            games
            ?? NearbyGames(isWatching ? .watch : .game, rendezvous: navigator.environment) { [weak self] in self?.gamesDidChange()
            }
        guard !isOverdue else { return }
        patience?.cancel()
        patience = navigator.environment.after(milliseconds: Self.patienceMilliseconds) { [weak self] in
            self?.isOverdue = true
            self?.navigator.setNeedsDisplay()
        }
    }

    func didLeave() {
        games?.cancel()
        games = nil
        patience?.cancel()
        entry.stop()
        joining.cancel()
    }

    /// The first game to come is chosen.
    private func gamesDidChange() {
        let listings = games?.listings ?? []
        if gameCount == 0, let first = listings.first { view.choose(RowID.game(first.name)) }
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
        var page = Page(reserved: 1, verb: verb)
        page.headline = [headline]
        page.rows = (games?.listings ?? []).map(row(of:)) + (isWatching ? [addressRow] : [addressRow, nameRow])
        page.arrowHelp = tr("Choose a game, or the address line.")
        page.digitHelp = isWatching ? tr("Watch that game.") : tr("Join that game.")
        page.field = isNaming ? nameField { [unowned self] in rename() } : joining.codeTarget.map(codeField(of:)) ?? addressField
        if isOverdue, games?.listings.isEmpty ?? true, view.field == nil { page.notes = [advice] }
        page.busy = busy
        page.keys = [
            Binding(.escape, .character("q"), label: tr("Back"), help: tr("Cancel, or go back.")) { [unowned self] _ in goBack()
            },
            Binding(
                .character("w"), label: tr("Watch"), help: tr("Watch a game of others."),
                isAvailable: { [unowned self] in !isWatching && view.field == nil && joining.activity == nil }
            ) { [navigator] _ in navigator.launcher.openWatching() },
        ]
        return page
    }

    private var headline: Page.Note {
        if let trouble = games?.trouble { return Page.Note(.problem, trouble.sentence(browsing: .game)) }
        let isEmpty = games?.listings.isEmpty ?? true
        if isWatching {
            return Page.Note(.label, isEmpty ? tr("Looking for games to watch…") : tr("Games that you can watch:"))
        }
        return Page.Note(.label, isEmpty ? tr("Looking for games on this network…") : tr("Games on this network:"))
    }

    private func row(of listing: Listing) -> Page.Row {
        let place = listing.endpoint.words
        var row = Page.Row(
            RowID.game(listing.name), listing.title,
            detail: listing.isPrivate ? tr("private, {address}", ["address": place]) : place
        ) { [unowned self] in joinGame(listing) }
        row.cutsDetail = true
        return row
    }

    private var addressRow: Page.Row {
        Page.Row.address(RowID.address, help: tr("Type an address.")) { [unowned self] in
            view.field = view.field ?? TextField(limit: Self.longestAddress, isLeftToRight: true)
        }
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
    }

    /// Why a game may not be listed, and what to do.
    private var advice: Page.Note {
        Page.Note(
            .faint,
            [
                tr("Is a game missing? Ask the host for the address on their screen, and press A."),
                tr("Guest networks, some access points and most VPNs hide players from each other."),
                tr("The host's firewall must allow TCP port 27364, and UDP port 5353 on both machines."),
            ], indent: 4)
    }

    private var busy: String? {
        switch joining.activity {
        case nil: entry.isWaiting ? tr("Waiting for the game…") : nil
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
        Page.Field(
            labels: [tr("The four words (ask the host):"), tr("Code (four words):"), tr("Code:")],
            leastWidth: 24, question: tr("Type the four words of {name}. An empty line goes back.", ["name": target.name])
        ) { [unowned self] in tryCode() }
    }
}

extension Page.Row {
    /// The line that asks for an address.
    static func address(_ id: some Hashable, help: String, open: @escaping () -> Void) -> Page.Row {
        var row = Page.Row(id, tr("Type an address"), open: open)
        row.isNumbered = false
        row.shortcut = Page.Shortcut(letter: "a", label: tr("Address"), help: help)
        return row
    }
}
