// The address of the relay, for players who have none or want another: it is tried at once, and saved if it works.

import Language
import Screen
import Session
import Text
import Wire

/// Asks for a relay's address.
final class RelayViewController {
    let navigator: Navigator
    let view = PageView()
    /// Watches the connection to the typed relay.
    private var trial: Cancellable?
    /// The relays that are announced on this network.
    private var announced: [Listing] = []
    private var browser: Cancellable?
    /// The way without a relay that is chosen in place of the field.
    private var way: Int?
    /// Why one is needed; empty where nothing needs it now.
    private let reason: String
    /// Whether hosting directly is worth a try.
    private let hasDirect: Bool
    /// Why the typed relay cannot be used, where the page has room for that.
    private var trouble = (sentence: "", hint: "")
    /// What needs the relay.
    private let goOn: () -> Void

    /// Asks for the relay's address, and goes on once one works.
    init(navigator: Navigator, because reason: String = "", hasDirect: Bool = true, then goOn: @escaping () -> Void) {
        self.navigator = navigator
        (self.reason, self.hasDirect) = (reason, hasDirect)
        self.goOn = goOn
        view.field = .line(navigator.settings.relay)
    }

    private func typeAddress() {
        view.field = view.field ?? .line()
        navigator.setNeedsDisplay()
    }

    private func goBack() {
        if trial != nil { return stop() }
        if view.field == nil || announced.isEmpty { return navigator.pop() }
        view.field = nil
        navigator.setNeedsDisplay()
    }

    private var typed: String { view.field?.text.trimmed ?? "" }

    /// The typed address: without a scheme one with encryption.
    private var url: String { typed.isEmpty || typed.contains("://") ? typed : "mqtts://" + typed }

    /// Connects to the typed relay.
    private func tryIt() {
        guard trial == nil else { return }
        trouble = ("", "")
        if typed.isEmpty {
            if !navigator.settings.relay.isEmpty { return keep() }
            return explain(tr("Type the relay's address, or Esc goes back."))
        }
        // No address has spaces.
        if typed.contains(where: \.isWhitespace) { return join() }
        navigator.environment.useRelay(at: url)
        trial = navigator.environment.broker.watch { [weak self] in self?.didHear($0) }
        navigator.setNeedsDisplay()
    }

    /// A friend's whole line leads to the friend.
    private func join() {
        do throws(CodeMistake) {
            let (code, navigator) = (try JoinCode(typed: typed), navigator)
            if case .room(_, nil) = code { return explain(BrokerTrouble.badAddress.sentence) }
            navigator.pop()
            guard let screen = navigator.top as? JoinOnlineViewController else {
                return navigator.launcher.openOnlineJoining(code)
            }
            screen.join(code)
        } catch .digitCount {
            // It is no line.
            explain(BrokerTrouble.badAddress.sentence)
        } catch {
            explain(error.sentence)
        }
    }

    private func didBrowse(_ event: BrowserEvent) {
        switch event {
        case .found(let listing):
            announced.removeAll { $0.name == listing.name }
            if listing.relayURL != nil { announced.append(listing) }
            // The list is worth more than an empty field.
            if !announced.isEmpty, typed.isEmpty { view.field = nil }
        case .lost(let name):
            announced.removeAll { $0.name == name }
            if announced.isEmpty { typeAddress() }
        case .trouble, .ready: return
        }
        navigator.setNeedsDisplay()
    }

    private func didHear(_ event: BrokerEvent) {
        switch event {
        case .connecting: break
        case .connected: keep()
        case .trouble(let trouble):
            let (tried, other) = (url, Settings.openScheme + typed)
            let hasScheme = tried == typed
            stop()
            switch trouble {
            case .notABroker where !hasScheme && hasWays:
                view.field = .line(other)
                explain(trouble.sentence, tr("Enter tries it without encryption."))
            case .unreachable where !hasScheme, .closed where !hasScheme, .notABroker where !hasScheme:
                explain(
                    trouble.sentence, tr("Tried {relay}. Without encryption: {other}", ["relay": tried, "other": other]))
            default: explain(trouble.sentence)
            }
        }
    }

    /// Says why the typed relay cannot be used, and what may help.
    private func explain(_ sentence: String, _ hint: String = "") {
        if hasWays {
            trouble = (sentence, hint)
        } else {
            navigator.show(alert: together([sentence, hint]), untilKey: true)
        }
        navigator.setNeedsDisplay()
    }

    private func keep() {
        var settings = navigator.settings
        settings.relay = url
        endTrial()
        navigator.pop()
        navigator.change(settings)
        if !settings.relay.isEmpty { goOn() }
        // Its Esc leads on: nothing has to be read first.
        navigator.show(
            besideLabel: settings.relay.isEmpty
                ? tr("Saved: no relay.") : tr("Saved: {relay}.", ["relay": settings.relayWithScheme]))
    }

    private func endTrial() {
        trial?.cancel()
        trial = nil
        navigator.setNeedsDisplay()
    }

    /// The relay of the settings is used again.
    private func stop() {
        endTrial()
        navigator.environment.useRelay(at: navigator.settings.relay)
    }
}

extension RelayViewController: PageViewController {
    var title: String { tr("Relay") }
    var status: String { navigator.playerName }

    func page(in size: Size) -> Page {
        let verb = Page.Verb(label: tr("Try it"), help: tr("Connect to the relay, and save its address if that works."))
        var page = Page(placement: .table, verb: verb)
        let about = together([reason, tr("A relay is a server that passes your encrypted games on.")])
        if announced.isEmpty {
            page.put(
                [
                    Page.Step(.plain, about),
                    Page.Step(.number(1, isNow: true), tr("Type the address that a club or a friend gave you:"), hasField: true),
                    trouble.sentence.isEmpty
                        ? Page.Step(.number(2, isNow: false), tr("Enter tries it, and saves it if it works."))
                        : Page.Step(.warning, trouble.sentence, detail: trouble.hint),
                ], options: ways, heading: tr("Without a relay"), width: min(60, size.width - 4))
        } else {
            page.headline = [Page.Note(.plain, about), Page.Note(.label, tr("Relays on this network:"))]
            page.rows = announced.map { listing in
                Page.Row(listing.name, listing.title, detail: listing.relayURL ?? "") { [unowned self] in use(listing) }
            }
            var address = Page.Row("", tr("Type an address")) { [unowned self] in typeAddress() }
            address.isNumbered = false
            address.shortcut = Page.Shortcut(letter: "a", label: tr("Address"), help: tr("Type an address."))
            page.rows.append(address)
        }
        page.notes = [Page.Note(.plain, tr("To run your own relay, read “man fourinarow” in a terminal."))]
        // A sheet has no notes at the bottom.
        if announced.isEmpty, size.width < 60 || size.height < 20 {
            page.headline +=
                [Page.Note(.plain, tr("Without a relay, With a friend → Host directly works from most homes."))] + page.notes
        }
        page.field = Page.Field(
            labels: announced.isEmpty ? [] : [tr("Address:")], placeholder: "relay.example.org",
            question: tr("Type the relay's address. An empty line goes back.")
        ) { [unowned self] in if hasWays, let way { open(way) } else { tryIt() } }
        page.digitHelp = tr("Try that relay.")
        page.busy = trial == nil ? nil : tr("Trying {relay}…", ["relay": url.shortened(to: 60)])
        page.keepsLetters = hasWays
        if hasWays, way != nil { page.verb = .open }
        page.keys =
            otherWays + [
                Binding(.escape, label: tr("Back"), help: tr("Go back.")) { [unowned self] _ in
                    goBack()
                }
            ]
        return page
    }

    /// Whether what can be done without a relay stands below the field. In text mode a line is typed.
    private var hasWays: Bool {
        announced.isEmpty && trial == nil && navigator.listener == nil
            && PageDrawing.hasRoomForSteps(in: Size(width: navigator.area.width, height: navigator.area.height))
    }

    /// The keys that choose it.
    private var otherWays: [Binding] {
        [
            Binding(
                .down, .up, name: "↑↓", label: tr("Choose"), help: tr("Choose a way without a relay."),
                isAvailable: { [unowned self] in hasWays }
            ) { [unowned self] key in
                way = key == .down ? min(ways.count - 1, (way ?? -1) + 1) : way.flatMap { $0 == 0 ? nil : $0 - 1 }
                navigator.setNeedsDisplay()
            }
        ]
    }

    private var ways: [Page.Option] {
        let direct = Page.Option(
            isChosen: way == 0, words: tr("With a friend"), remark: tr("Host directly: it works from most homes"))
        let message = Page.Option(
            isChosen: way == (hasDirect ? 1 : 0), words: tr("By message"), remark: tr("one line for each move, over days"))
        return (hasDirect ? [direct] : []) + [message]
    }

    private func open(_ way: Int) {
        let navigator = navigator
        navigator.pop()
        if hasDirect && way == 0 { navigator.launcher.openDirectHosting() } else { navigator.launcher.go(to: .message) }
    }

    func didTouch() { (way, trouble) = (nil, ("", "")) }

    /// Tries a relay of this network.
    private func use(_ listing: Listing) {
        guard let url = listing.relayURL, trial == nil else { return }
        view.field = .line(url)
        tryIt()
    }

    func didAppear() {
        browser = browser ?? navigator.environment.browse(.relay) { [weak self] in self?.didBrowse($0) }
    }

    func didLeave() {
        browser?.cancel()
        if trial != nil { stop() }
    }
}

extension Settings {
    /// The relay's URL as a friend gets it.
    var relayForFriend: String { relay.hidingPassword(hasOther: !relayPasswordFile.isEmpty) }

    /// The relay's address without user and password; empty for none.
    var relayHost: String { Self.host(ofRelay: relay) }

    /// The same, and that it is not encrypted.
    var relayWithScheme: String { relay.hasPrefix(Self.openScheme) ? Self.openScheme + relayHost : relayHost }

    /// How the address of a relay without encryption begins.
    static let openScheme = "mqtt://"

    static func host(ofRelay relay: String) -> String {
        let host = relay.split(separator: "@", omittingEmptySubsequences: false).last.map(String.init) ?? ""
        return relay.contains("@") ? host : host.split(separator: "/").last.map(String.init) ?? ""
    }
}
