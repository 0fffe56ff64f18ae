// Waiting for a player: shows what the other player has to choose or type. Hosting does the rest.

import Language
import Screen
import Session

/// Hosting a game.
final class HostGameViewController {
    let navigator: Navigator
    let view = PageView()
    /// The hosted game.
    let hosting: Hosting
    /// A sentence about the last guest who came and left again.
    private var departure: String?
    /// The guest of the last game that was played; whoever comes once more and leaves is not reported.
    private var formerGuest: String?
    /// Whether public servers may be asked.
    var prompt: Prompt?
    /// The guest whose game is or was on the screen, and whether it had to give the code.
    private var seated: (guest: GameController, isPrivate: Bool)?
    private(set) lazy var meanwhile = Meanwhile(on: self)
    /// Whether a friend is awaited in a room, and nobody on this network.
    private let isOnline: Bool
    var isDirect: Bool { hosting.offer.isDirect }
    /// The line of a direct game as it was shown last, and whether its addresses have changed since it was first shown.
    var shown: (addresses: [String], words: Passphrase)?
    var hasLineChanged = false
    /// Until when the friend is dialled who has sent a line back.
    var dialledUntil: Int?

    /// Waits at `place`, or at the usual one if nil. `hostGame` follows; then push it.
    init(navigator: Navigator, place: Endpoint?) {
        self.navigator = navigator
        hosting = Hosting(
            name: navigator.playerName, at: place, terms: navigator.settings.terms, environment: navigator.environment)
        isOnline = hosting.offer.isOnline
        hosting.didChange = { [weak self] in
            self?.navigator.setNeedsDisplay()
            self?.followDirect()
        }
        hosting.didSeat = { [weak self] in self?.seat($0, by: $1) }
        hosting.didUnseat = { [weak self] in self?.unseat() }
        hosting.didLose = { [weak self] in self?.lose($0, because: $1) }
    }

    /// Lets others come and see the game. Throws where nobody could, or where there is no code for a private game: it is not hosted for
    /// everybody instead.
    func hostGame(isPrivate: Bool = false) throws(NetworkFailure) {
        try hosting.start(isPrivate: isPrivate)
        followDirect()
    }

    /// Waits for another player after a game.
    private func hostAgain() {
        formerGuest = seated?.guest.state.name
        navigator.pop()
        meanwhile.waitAgain()
        departure = nil
        do throws(NetworkFailure) {
            try hostGame(isPrivate: seated?.isPrivate == true)
        } catch {
            navigator.popToRoot()
            navigator.show(alert: tr("The game cannot be hosted: {reason}.", ["reason": error.reason]))
        }
    }

    private func setPrivate(_ isPrivate: Bool) {
        do throws(NetworkFailure) {
            try hosting.setPrivate(isPrivate)
            // A game through the router has a code in any case.
            if !isDirect { navigator.launcher.hostsPrivately = isPrivate }
        } catch {
            navigator.show(alert: tr("The game cannot be private: there is not enough memory."))
        }
    }

    /// Changes the words, and moves to another room if this is one; the old ones lead nowhere.
    private func renew() {
        if !isOnline { return setPrivate(true) }
        do throws(NetworkFailure) {
            try hosting.start(isPrivate: true)
        } catch {
            navigator.show(alert: tr("The game cannot be hosted: {reason}.", ["reason": error.reason]))
        }
        navigator.setNeedsDisplay()
    }
}

extension HostGameViewController {
    /// A guest has the seat.
    private func seat(_ guest: GameController, by arbiter: SeatArbiter) {
        navigator.setNeedsDisplay()
        departure = nil
        seated = (guest, hosting.offer.gate != nil)
        let (endpoint, code) = (hosting.offer.endpoint, hosting.offer.gate?.code)
        meanwhile.seat(guest, by: arbiter) { [unowned self] guest in
            seated?.guest = guest
            let game = navigator.launcher.openGame(seating: guest, by: arbiter, at: endpoint, code: code)
            // Where the board says who is yellow, the keys stay: its first row has the name.
            let isSaid = game.insight.whoIsYellow != nil
            if !meanwhile.wasAsked, !isSaid, navigator.alert == nil, navigator.listener == nil {
                navigator.show(besideLabel: tr("{name} is here.", ["name": guest.state.shownName]))
            }
            game.didAskToHostAgain = { [weak self] in self?.hostAgain() }
        }
    }

    /// That guest is gone before both have moved.
    private func unseat() {
        navigator.setNeedsDisplay()
        if meanwhile.unseat() { navigator.closeGame(above: self) }
    }

    /// A guest is gone, and no game was played with it.
    private func lose(_ guest: GameController, because reason: MatchEnd) {
        navigator.setNeedsDisplay()
        // Whoever is taken looked for another game, which was hosted here before.
        if [.disconnected(.bye(.busy)), .disconnected(.bye(.taken))].contains(reason) { return }
        // That a guest with a name has left is said below, and once is enough.
        departure = guest.peer != nil || guest.state.name == formerGuest ? nil : sentence(for: reason, of: guest)
        // Its game was on the screen: the player reads why it is gone.
        if guest.peer != nil || guest === seated?.guest {
            meanwhile.tell(OpponentWords.peer.sentence(for: reason, of: guest.state))
        }
    }

    private func sentence(for reason: MatchEnd, of guest: GameController) -> String? {
        switch reason {
        case .disconnected(.notAGame), .disconnected(.nonsense): OpponentWords.notAGame(from: guest.link.origin.words)
        case .violation: tr("{name}'s app broke the rules.", ["name": guest.state.place])
        // It said no name, and its address is the number of our own room: a friend who only wanted to watch.
        case .disconnected where isOnline && guest.state.address != nil: nil
        case .disconnected, .impossibleHistory: tr("{name} connected and left again.", ["name": guest.state.place])
        }
    }
}

extension HostGameViewController: PageViewController {
    var wait: Meanwhile? { meanwhile }
    var isWithOthers: Bool { true }
    var title: String {
        isDirect
            ? tr("Play online")
            : isOnline ? tr("With a friend") : hosting.offer.gate == nil ? tr("Host a game") : tr("Host a private game")
    }

    func heading(width: Int) -> [(text: String, role: Role)] {
        let isPrivate = !isOnline && !isDirect && hosting.offer.gate != nil
        let remark = isDirect ? tr("with a friend") : isPrivate ? tr("private") : ""
        return [(TextWidth.clip(isPrivate ? tr("Host a game") : title, to: width), .title)]
            + (remark.isEmpty ? [] : [("  " + remark, .barText)])
    }

    func didLeave() {
        meanwhile.stop()
        hosting.stop()
    }

    var countdownEnd: Int? { navigator.listener == nil ? hosting.offer.diallingEnd : nil }
    var status: String { navigator.playerName }

    /// Saves the typed name, under which the others see the game from then on.
    private func rename() {
        keepName()
        hosting.rename(navigator.playerName)
    }

    /// The page on which the player's name is typed.
    private var namePage: Page {
        var page = Page(reserved: 1)
        page.headline = [Page.Note(.label, tr("Other players see this game as"))]
        page.field = nameField { [unowned self] in rename() }
        page.keys = [backBinding(help: tr("Keep your name."))]
        return page
    }

    func page(in size: Size) -> Page {
        if view.field != nil, !isDirect { return namePage }
        var page = Page(placement: .sheet)
        let text = PageLayout(in: Rect(x: 0, y: 0, width: size.width, height: size.height), columns: page.columns).text
        let words = HostGameWords(
            offer: hosting.offer, relay: navigator.settings.relayForFriend, name: navigator.playerName, departure: departure,
            width: min(size.width - 4, text.width), height: text.height,
            hasPixels: navigator.glyphs.isUnicode && navigator.listener == nil,
            // The key bar of a narrow screen has no room for them.
            settings: size.width < 60 && !isDirect ? settingsWithValues : [])
        page.hasChoice = false
        page.keys = keys
        if isDirect {
            page = directPage(in: size, width: words.width, departure: departure)
            page.keys = keys
            return page
        }
        if isAway {
            page.put(
                words.forFriend.map { Page.Step(.warning, $0.text) }, options: GameLauncher.waysWithoutRelay,
                heading: tr("Other ways"), width: words.width)
            return page
        }
        page.headline = isOnline ? words.forFriend : words.forNetwork
        if size.width >= 76, size.height >= 20 {
            if !isOnline { page.headline = words.forNetworkOnPlates }
            (page.rows, page.tabs) = (settingRows, [22, 38])
            // Their letters stand beside them.
            for index in page.rows.indices { page.rows[index].shortcut?.label = "" }
            let meanwhile = tr("Enter plays the computer while you wait. You are told who comes.")
            page.notes = (isOnline ? [] : words.aboutJoining) + [Page.Note(.plain, meanwhile)]
            return page
        }
        if let control = hosting.terms.timeControl, size.height > 12 { page.headline.append(Page.Note(.faint, control.sentence)) }
        if hosting.terms.isWatchable, size.height > 12 {
            page.headline.append(Page.Note(.faint, tr("Others may watch this game.")))
        }
        if size.height > 16 {
            page.headline.append(
                Page.Note(.faint, tr("Enter plays the computer while you wait. You are told who comes.")))
        }
        page.keys += settingKeys()
        return page
    }

    /// The letters of the settings with their names and values.
    private var settingsWithValues: [String] {
        settingRows.compactMap { row in
            row.shortcut.map { String($0.letter).uppercased() + " " + labelled(row.text, row.value ?? "") }
        }
    }

    /// The keys of the settings, where these are no rows. `isShown`: they stand on the page all the same.
    private func settingKeys(isShown: Bool = false) -> [Binding] {
        settingRows.compactMap { row in
            row.shortcut.map { shortcut in
                Binding(.character(shortcut.letter), label: isShown ? "" : shortcut.label, help: shortcut.help) { [navigator] _ in
                    row.open()
                    navigator.setNeedsDisplay()
                }
            }
        }
    }

    /// What the player can change while nobody is there.
    private var settingRows: [Page.Row] {
        let (isPrivate, terms) = (hosting.offer.gate != nil, hosting.terms)
        func row(
            _ letter: Unicode.Scalar, _ name: String, _ value: String, about: String, label: String, help: String,
            change: @escaping () -> Void
        ) -> Page.Row {
            var row = Page.Row(String(letter), name, value: value, detail: about, open: change)
            (row.isNumbered, row.shortcut) = (false, Page.Shortcut(letter: letter, label: label, help: help))
            return row
        }
        let visibility = row(
            "p", tr("Private"), Settings.onOff(isPrivate),
            about: isPrivate ? tr("only with the four words") : tr("anyone on this network can join"),
            label: isPrivate ? tr("Public") : tr("Private"),
            help: isPrivate
                ? tr("Make it public: anyone can join, without a code.")
                : tr("Make it private: only players with the code can join.")
        ) { [unowned self] in setPrivate(!isPrivate) }
        let control = terms.timeControl
        let clock = row(
            "t", tr("Clock"), control.map { trn("{count} minute", "{count} minutes", $0.minutes) } ?? trc("none", "clock"),
            about: control.map {
                $0.increment == 0
                    ? tr("for each player") : tr("for each player, {seconds} s more per move", ["seconds": $0.increment])
            } ?? tr("no time limit"),
            label: tr("Clock"), help: tr("Change how many minutes each player has.")
        ) { [unowned self] in
            change { $0.changeMinutes(by: 1) }
        }
        let watching = row(
            "w", tr("Spectators"), Settings.onOff(terms.isWatchable),
            about: !terms.isWatchable
                ? tr("nobody may watch") : isPrivate ? tr("with the same four words") : tr("others may watch"),
            label: terms.isWatchable ? tr("No spectators") : tr("Spectators"),
            help: terms.isWatchable ? tr("Let nobody watch the game.") : tr("Let others watch the game.")
        ) { [unowned self] in
            change { $0.spectators.toggle() }
        }
        return (isOnline || isDirect ? [] : [visibility]) + [clock, watching]
    }

    /// Changes settings that are terms of the game, too.
    private func change(_ update: (inout Settings) -> Void) {
        var settings = navigator.settings
        update(&settings)
        navigator.change(settings)
        hosting.terms = settings.terms
    }

    /// What was typed is deleted first, and who is dialled is dialled no more.
    private func goBack() {
        if isDirect, view.field?.text.isEmpty == false {
            view.field = nil
        } else if isDirect, hosting.offer.diallingEnd != nil {
            dialledUntil = nil
            hosting.offer.stopDialling()
        } else {
            return navigator.pop()
        }
        followDirect()
        navigator.setNeedsDisplay()
    }

    /// Whether there is no room yet, because the relay does not answer.
    private var isAway: Bool {
        guard isOnline, hosting.offer.roomCode == nil, case .failed = hosting.offer.state else { return false }
        return true
    }

    /// The line that a friend pastes, or the address that others on this network type.
    private var lineToCopy: String? {
        let offer = hosting.offer
        if isDirect { return lineForFriend }
        if isOnline { return offer.codeForFriend(relay: navigator.settings.relayForFriend)?.text }
        return offer.directions.first.map { place in
            offer.gate.map { JoinCode.direct([place], $0.code).text } ?? place
        }
    }

    private var keys: [Binding] {
        let isStuck = isDirect && hosting.offer.route?.isOpen == false
        let stop = Binding(
            .escape, .character("q"), label: isStuck ? tr("Back") : tr("Stop hosting"), help: tr("Stop hosting and go back."),
            action: { [unowned self] _ in goBack() })
        let isPublic = hosting.offer.gate == nil
        let renewal = isOnline ? tr("Change the room's number and the words.") : tr("Change the words of the code.")
        // The page of a direct game shows what these change.
        let isShown = isDirect
        let renew = isOnline ? tr("New code") : tr("New words")
        let newCode = Binding(
            .character("n"), label: isShown ? "" : renew, help: renewal,
            isAvailable: { [unowned self] in isOnline ? hosting.offer.roomCode != nil : !asksConsent }
        ) { [unowned self] _ in self.renew() }
        let copyHelp =
            isOnline || isDirect || !isPublic ? tr("Copy the line for your friend.") : tr("Copy the address for others.")
        let copy = Binding(
            .character("c"), label: tr("Copy"), help: copyHelp,
            isAvailable: { [unowned self] in lineToCopy != nil }
        ) { [unowned self] _ in if let line = lineToCopy { navigator.copy(line) } }
        let (play, puzzles) = (meanwhile.game(hasEnter: view.field == nil && !asksConsent && !isAway), meanwhile.puzzles)
        if isOnline {
            let others = navigator.launcher.keysWithoutRelay { [unowned self] in isAway }
            return others + [play, copy, newCode, stop, puzzles]
        }
        if isDirect { return directKeys + [play, copy, stop, newCode] + settingKeys(isShown: isShown) + [puzzles] }
        let name = Binding(.character("m"), label: tr("Name"), help: tr("Change your name.")) { [unowned self] _ in
            typeName()
            navigator.setNeedsDisplay()
        }
        return [play, copy] + (isPublic ? [] : [newCode]) + [name, stop, puzzles]
    }
}
