// Waiting for a friend who connects to this machine: the line to send and, where the router opens no port, the friend's line that comes back, and
// other ways if that does not work.

import Language
import Screen
import Session
import Text
import Wire

extension HostGameViewController {
    /// Whether the player is being asked if public servers may be.
    var asksConsent: Bool {
        guard isDirect, navigator.settings.stun == .notAsked, let route = hosting.offer.route else { return false }
        return !route.isAsking && !route.isOpen
    }

    /// Whether the friend's line is typed now. In text mode it is a command.
    private var takesAnswer: Bool {
        isDirect && !asksConsent && hosting.offer.route?.needsAnswer == true && hosting.offer.directCode != nil
            && hosting.offer.diallingEnd == nil && navigator.listener == nil
    }

    /// Follows what has become of the game's address.
    func followDirect() {
        guard isDirect else { return }
        if case .these(let servers) = navigator.settings.stun { hosting.offer.askOutside(servers) }
        if !navigator.settings.relay.isEmpty { hosting.offer.listenAtRelay() }
        dialledUntil = hosting.offer.diallingEnd ?? dialledUntil
        if asksConsent { prompt = prompt ?? .askingServer } else { prompt = nil }
        if !takesAnswer { view.field = nil } else if view.field == nil { view.field = .line() }
        // The words change only when the player wants that.
        if case .direct(let addresses, let words) = hosting.offer.directCode {
            if let shown, shown.words == words, shown.addresses != addresses { hasLineChanged = true }
            shown = (addresses, words)
        }
        if let end = dialledUntil, hosting.offer.diallingEnd == nil {
            dialledUntil = nil
            if navigator.environment.now >= end {
                navigator.show(alert: tr("You have not met. Send both lines once more, or try another way."), untilKey: true)
            }
        }
    }

    /// Dials the friend who has sent this line. Returns why not.
    private func dial(_ answer: AnswerLine) -> String? {
        guard hosting.offer.directCode != nil, hosting.offer.route?.needsAnswer == true else {
            return tr("Your friend can simply join: no answer is needed.")
        }
        hosting.offer.dial(answer)
        hasLineChanged = false
        followDirect()
        return nil
    }

    var commands: [TextModeCommand] { isDirect ? [OutsideWords.answerCommand { [unowned self] in dial($0) }] : [] }

    /// Letters are keys until something is typed: the first letter of an answer is none.
    func isText(_ scalar: Unicode.Scalar) -> Bool {
        guard isTyping, isDirect, view.field?.text.isEmpty == true else { return isTyping }
        let key = Key.character(scalar).folded
        return key != .character("?") && !updatedPage().keys.contains { $0.keys.contains(key) && $0.isAvailable() }
    }

    // MARK: The page

    /// The page, with these keys.
    func directPage(in size: Size, width: Int, departure: String?) -> Page {
        var page = OutsideWords.answerPage(on: self) { [unowned self] in dial($0) }
        let offer = hosting.offer
        guard let route = offer.route, let gate = offer.gate else { return page }
        if asksConsent {
            page.put(
                [troubleStep(of: route), OutsideWords.question], options: navigator.listener == nil ? OutsideWords.answers : [],
                width: width)
            page.notes = OutsideWords.aboutAnswer
        } else if let end = offer.diallingEnd {
            page.countdown = (
                tr("Connecting…"), tr("Then you can paste another line."), PresenceWords.minutes(end - navigator.environment.now)
            )
            page.put(diallingSteps, width: width)
            page.notes = [Page.Note(.plain, tr("Both programs call each other until they meet."))]
        } else if let line = lineForFriend {
            page.put(
                route.needsAnswer ? twoLines(line, on: route) : oneLine(line, on: route),
                options: route.needsAnswer ? otherWays : settings, heading: route.needsAnswer ? tr("If it does not work") : "",
                width: width)
            page.notes = route.needsAnswer ? asked : meanwhileNotes
        } else if route.isAsking {
            page.put(askingSteps(of: route), width: width)
            page.notes = meanwhileNotes
        } else {
            let reason = OutsideWords.sentence(for: route.outside, isHost: true) ?? (route.trouble ?? .noRouter).sentence
            // On a small screen what can be done is worth more than the whole reason.
            let isSmall = size.height < 20
            let words = tr("A friend elsewhere cannot join you directly.")
            page.put(
                [
                    isSmall
                        ? Page.Step(.warning, together([troubleStep(of: route).text, words]))
                        : Page.Step(.warning, words, detail: reason)
                ], options: waysWithoutLine, heading: tr("Other ways"), width: width)
            let near = [
                tr("A friend on your network finds you under Join a game and types these words:"), isolated(gate.code.text),
            ]
            page.headline.append(Page.Note(.plain, near))
            page.notes = zip([.plain, .key], near).map { Page.Note($0, $1, isAnnounced: false) }
        }
        // A sheet has no options.
        if let control = hosting.terms.timeControl { page.headline.append(Page.Note(.faint, control.sentence)) }
        if hosting.terms.isWatchable { page.headline.append(Page.Note(.faint, tr("Others may watch this game."))) }
        if let warning = HostGameWords.warning(ofWrongCodes: offer.wrongCodes?.count ?? 0) {
            page.notes = [Page.Note(.problem, warning)]
        }
        if let departure { page.notes = [Page.Note(.faint, departure)] + page.notes }
        return page
    }

    /// The line that brings a friend who is elsewhere; nil where there is none.
    var lineForFriend: String? {
        let offer = hosting.offer
        guard !asksConsent, offer.route?.addresses.contains(where: { $0.kind != .ownNetwork }) == true else { return nil }
        return offer.directCode?.text
    }

    private var asked: [Page.Note] {
        OutsideWords.asked(hosting.offer.tellers).map { $0.map { Page.Note(.plain, $0) } }
            ?? [Page.Note(.plain, tr("Both programs call each other until they meet."))]
    }

    private var meanwhileNotes: [Page.Note] {
        [
            Page.Note(.plain, tr("While you wait: Enter plays the computer.")),
            Page.Note(.plain, tr("You are told when somebody joins.")),
        ]
    }

    private var settings: [Page.Option] {
        let terms = hosting.terms
        return [
            .clock(terms.timeControl),
            Page.Option(
                letter: "w", words: tr("Spectators"), value: terms.isWatchable ? tr("on") : trc("none", "spectators"),
                remark: terms.isWatchable ? tr("your friend may pass the line on") : tr("nobody may watch")),
        ]
    }

    /// What else two friends can do. Each has its key in `directKeys`.
    private var otherWays: [Page.Option] {
        [
            Page.Option(letter: "j", words: tr("Let your friend host"), remark: tr("your friend's router may let you in")),
            Page.Option(letter: "r", words: tr("Use a relay"), remark: tr("a server that passes the game on")),
            Page.Option(letter: "m", words: tr("Play by message"), remark: tr("one line for each move, over days")),
        ]
    }

    /// Whether the player did not want public servers to be asked, who might help.
    private var mayAskAfterAll: Bool { isDirect && navigator.settings.stun == .off && lineForFriend == nil }

    /// The same where there is no line.
    private var waysWithoutLine: [Page.Option] {
        (mayAskAfterAll
            ? [Page.Option(letter: "y", words: tr("Ask a public server"), remark: tr("it may help you meet without a relay"))]
            : [])
            + otherWays
    }

    // MARK: The keys

    func answer(_ choice: Prompt.Choice) {
        _ = OutsideWords.keep(choice, on: navigator)
        followDirect()
        navigator.setNeedsDisplay()
    }

    /// The keys of the other ways, and of the question.
    var directKeys: [Binding] {
        let isStuck = { [unowned self] in
            !asksConsent && hosting.offer.route?.isAsking == false && hosting.offer.route?.isOpen == false
        }
        return answers() + [
            Binding(
                .character("y"), help: tr("Let public servers tell your address outside."),
                isAvailable: { [unowned self] in isStuck() && mayAskAfterAll }
            ) { [unowned self] _ in answer(.askServer) },
            Binding(.character("j"), help: tr("Let your friend host, and join."), isAvailable: isStuck) { [navigator] _ in
                navigator.pop()
                navigator.launcher.openOnlineJoining()
            },
            Binding(.character("r"), help: tr("Host through a relay instead."), isAvailable: isStuck) { [navigator] _ in
                navigator.pop()
                navigator.launcher.openOnlineHosting(triedDirectly: true)
            },
            Binding(.character("m"), help: tr("Play by message instead."), isAvailable: isStuck) { [navigator] _ in
                navigator.pop()
                navigator.launcher.go(to: .message)
            },
        ]
    }
}

extension Page.Option {
    /// The clock of a game, which T changes.
    static func clock(_ control: TimeControl?) -> Page.Option {
        Page.Option(
            letter: "t", words: tr("Clock"), value: control?.text ?? trc("none", "clock"),
            remark: control == nil ? tr("no time limit") : tr("minutes and seconds per move"))
    }
}

// MARK: - The steps

extension HostGameViewController {
    /// What is wrong with the router.
    private func troubleStep(of route: DirectRoute) -> Page.Step {
        Page.Step(.warning, (route.trouble ?? .noRouter).shortSentence)
    }

    /// A friend can simply connect, or can where the address leads here.
    private func oneLine(_ line: String, on route: DirectRoute) -> [Page.Step] {
        var steps =
            changedLine + [
                Page.Step(.number(1, isNow: true), tr("Send this line to your friend:"), line: line),
                Page.Step(.number(2, isNow: false), tr("Your friend pastes it under Play online, With a friend, Join.")),
                Page.Step(.number(3, isNow: false), tr("Leave this screen open: the game begins by itself.")),
            ]
        guard let first = route.addresses.first else { return steps }
        steps.append(
            Page.Step(
                .good, first.kind.sentence,
                detail: isPortTaken(first) ? tr("The router uses another port: the usual one is taken there.") : ""))
        if !route.isOpen, let trouble = route.trouble { steps.append(Page.Step(.warning, trouble.sentence)) }
        return steps
    }

    /// Both dial each other.
    private func twoLines(_ line: String, on route: DirectRoute) -> [Page.Step] {
        let heading = hasLineChanged ? changedLine : [Page.Step(.warning, (route.trouble ?? .noRouter).twoLines)]
        return heading + [
            Page.Step(.number(1, isNow: true), tr("Send this line to your friend:"), line: line),
            Page.Step(.number(2, isNow: false), tr("Your friend pastes it under Join, and gets a line for you.")),
            Page.Step(.number(3, isNow: false), tr("Paste that line here:"), hasField: takesAnswer),
        ]
    }

    private var diallingSteps: [Page.Step] {
        [
            Page.Step(.done, tr("You sent your line.")),
            Page.Step(
                .done,
                hosting.offer.isAnsweredAtRelay
                    ? tr("The relay has passed on your friend's line.") : tr("You pasted your friend's line.")),
        ]
    }

    /// The router or the servers are being asked: what follows.
    private func askingSteps(of route: DirectRoute) -> [Page.Step] {
        let asking = route.outside == .asking ? tr("Asking for your address…") : tr("Asking your router to let your friend in…")
        return [
            Page.Step(.plain, asking), Page.Step(.number(1, isNow: false), tr("You get a line to send to your friend.")),
            Page.Step(.number(2, isNow: false), tr("Your friend pastes it under Play online, With a friend, Join.")),
            Page.Step(.number(3, isNow: false), tr("Leave this screen open: the game begins by itself.")),
        ]
    }

    private var changedLine: [Page.Step] { hasLineChanged ? [Page.Step(.warning, OutsideWords.changed)] : [] }

    /// Whether the router has opened another port than that of this machine.
    private func isPortTaken(_ address: DirectRoute.Address) -> Bool {
        guard address.kind == .router, let port = hosting.offer.endpoint?.port else { return false }
        return !address.text.hasSuffix(":" + port)
    }
}
