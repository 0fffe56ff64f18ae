// Joining a friend, or watching a friend's game: one line, which is a room's number or addresses, with the words; and the password of
// a relay that needs one. Joining does the rest. A line of a game by message is passed on to that game.
// If no address answers, AnswerPage.swift has the line to send back.

import Language
import Screen
import Session
import Wire

/// Joining a friend.
final class JoinOnlineViewController {
    let navigator: Navigator
    let view = PageView()
    let joining: Joining
    /// Whether the friend's game is watched, and not joined.
    let isWatching: Bool
    /// Whether the player is being asked if public servers may be.
    var prompt: Prompt?
    /// The friend's line as it was typed.
    private(set) var typed = ""
    private let entry: SpectatorEntry
    /// Tries again where the relay did not answer, until the player presses a key.
    private var retry: (any Cancellable)?

    /// The line; push it.
    init(navigator: Navigator, isWatching: Bool = false) {
        (self.navigator, self.isWatching) = (navigator, isWatching)
        entry = SpectatorEntry(navigator: navigator)
        joining = Joining(environment: navigator.environment)
        joining.didHappen = { [weak self] in self?.receive($0) }
        view.field = .line()
    }

    /// The room at a relay whose password the player has to type, and whether one was refused.
    private var locked: (code: RoomCode, relay: String)?
    private var isPasswordWrong = false
    /// The room that was tried last.
    private var awaited: RoomCode?
    /// How long after a failure of the relay it is tried again, in milliseconds.
    private static let pause = 3000

    /// Types a code and tries it.
    func join(_ code: JoinCode) {
        typed = code.text
        view.field = .line(typed)
        view.field?.selectAll()
        attempt(code)
    }

    private func confirm() {
        stopRetrying()
        if let locked { return attempt(locked.code, at: locked.relay.filling(password: view.field?.text ?? "")) }
        typed = view.field?.text ?? ""
        if AnswerLine.isMeant(by: typed) { return navigator.show(alert: OutsideWords.answerLine, untilKey: true) }
        if MessageGame.mistake(in: typed) == nil {
            navigator.pop()
            return navigator.launcher.read(line: typed)
        }
        do throws(CodeMistake) {
            attempt(try JoinCode(typed: typed))
        } catch {
            view.field?.mend()
            navigator.show(alert: error.sentence, untilKey: true)
        }
    }

    private func attempt(_ code: JoinCode) {
        switch code {
        case .room(let code, nil):
            navigator.launcher.withRelay(
                because: tr(
                    "Your friend waits in a room at a relay. Type the same relay's address, or ask your friend for the whole line."
                )
            ) {
                [weak self] _ in self?.joinRoom(code)
            }
        case .room(let code, let relay?) where relay.hasHiddenPassword:
            lock(code, at: relay, isPasswordWrong: false)
        case .room(let code, let relay?): attempt(code, at: relay)
        case .direct(let addresses, let passphrase):
            do throws(AddressMistake) {
                joining.attempt(passphrase, at: try navigator.environment.target(typed: addresses))
            } catch {
                navigator.show(alert: error.sentence, untilKey: true)
            }
        }
    }

    /// Asks for the password of a friend's relay.
    private func lock(_ code: RoomCode, at relay: String, isPasswordWrong: Bool) {
        locked = (code, relay)
        self.isPasswordWrong = isPasswordWrong
        view.field = .line(isHidden: true)
        navigator.setNeedsDisplay()
    }

    /// The relay of the settings is used again when it is needed.
    private func attempt(_ code: RoomCode, at relay: String) {
        navigator.environment.useRelay(at: relay)
        joinRoom(code)
    }

    private func joinRoom(_ code: RoomCode) {
        joining.attempt(code.passphrase, at: JoinTarget(code))
        awaited = code
    }

    /// Says that the relay does not answer, and tries again until a key closes that. Text mode says it once.
    private func tryAgain(after trouble: BrokerTrouble) {
        if navigator.listener == nil || retry == nil { navigator.show(alert: trouble.sentenceWhileTrying, untilKey: true) }
        retry = navigator.environment.after(milliseconds: Self.pause) { [weak self] in
            guard let self, let awaited, navigator.listener != nil || navigator.alert != nil else { return }
            joinRoom(awaited)
        }
    }

    private func stopRetrying() {
        retry?.cancel()
        retry = nil
    }

    func didTouch() { stopRetrying() }

    private func goBack() {
        if isAnswering { return stopAnswering() }
        if joining.goBack() { return }
        if entry.isWaiting {
            entry.stop()
            return navigator.setNeedsDisplay()
        }
        guard let (code, relay) = locked else { return navigator.pop() }
        locked = nil
        view.field = .line(JoinCode.room(code, relay: relay).text)
        navigator.setNeedsDisplay()
    }

    private func showNothingToWatch(in room: String) {
        navigator.show(alert: SpectatorEntry.nothingToWatch(in: room), untilKey: true)
    }
}

extension JoinOnlineViewController {
    private func receive(_ event: JoiningEvent) {
        navigator.setNeedsDisplay()
        switch event {
        case .changed: followAnswer()
        case .failed(.relay(.wrongPassword), _) where locked != nil:
            if let (code, relay) = locked { lock(code, at: relay, isPasswordWrong: true) }
        case .failed(.relay(let trouble), _) where trouble.mayPass && awaited != nil: tryAgain(after: trouble)
        case .failed(let failure, let target) where !target.isRoom && failure.mayBeRouter && tryAnswering(): break
        case .failed(.refused, let target) where isWatching && target.isRoom, .failed(.playing, let target) where isWatching:
            showNothingToWatch(in: target.name)
        case .failed(let failure, let target):
            navigator.show(
                alert: target.isRoom
                    ? failure.sentence(joiningRoom: target.name) : failure.sentence(joiningFriendAt: target.name),
                untilKey: true)
        case .refused(let refusal, let target):
            if view.field == nil { stopAnswering() }
            navigator.show(
                alert: target.isRoom ? refusal.sentence(joiningRoom: target.name) : refusal.sentence(joining: target.name),
                untilKey: true)
        case .codeRepeated: navigator.show(alert: tr("Wrong code. Try another one."), untilKey: true)
        case .joined(let target, let link, let code) where isWatching:
            entry.watch(link, at: target, code: code, didFindPrivate: {})
        case .joined(let target, let link, _):
            navigator.launcher.openGame(joining: link, of: target.name, isNamed: target.isRoom) { [navigator, typed] end, _ in
                let isTaken = end == .disconnected(.bye(.taken))
                guard isTaken || end == .disconnected(.bye(.busy)) else { return false }
                let name = (navigator.top as? FourInARowViewController)?.scene.opponent.name ?? target.name
                // The same code may do a moment later, or to watch.
                let join = JoinOnlineViewController(navigator: navigator, isWatching: isTaken)
                navigator.replaceTop(with: join)
                join.view.field = .line(typed)
                join.view.field?.selectAll()
                let sentence =
                    isTaken ? tr("That game has two players already.") : tr("{name} cannot play now.", ["name": name])
                // In text mode the line is typed again.
                let offer = isTaken && navigator.listener == nil ? [tr("Enter watches it, if the host allows that.")] : []
                navigator.show(alert: together([sentence] + offer), untilKey: true)
                return true
            }
        case .foundTable(_, let link) where isWatching:
            link.close()
            showNothingToWatch(in: joining.target?.name ?? "")
        case .foundTable(let table, let link):
            guard PartyGame.all.map(\.game).game(of: table) != nil else {
                link.close()
                return navigator.show(alert: otherVersionSentence(of: table.title))
            }
            navigator.replaceTop(with: JoinTableViewController(navigator: navigator, joining: table, on: link))
        }
    }
}

extension JoinOnlineViewController: PageViewController {
    var isWithOthers: Bool { true }
    /// Whether the friend's line has led nowhere, and one is sent back.
    private var isAnswering: Bool { prompt != nil || joining.answering != nil }
    var status: String { navigator.playerName }

    func heading(width: Int) -> [(text: String, role: Role)] {
        isWatching
            ? [(TextWidth.clip(title, to: width), .title)]
            : [(TextWidth.clip(tr("Play online"), to: width), .title), ("  " + tr("join a friend"), .barText)]
    }

    var title: String { isWatching ? tr("Watch a game") : tr("Join a friend") }

    var countdownEnd: Int? {
        guard case .dialling(let end) = joining.answering?.stage, navigator.listener == nil else { return nil }
        return end
    }

    func didLeave() {
        stopRetrying()
        joining.cancel()
        entry.stop()
    }

    func page(in size: Size) -> Page {
        let width = min(60, size.width - 4)
        if prompt != nil { return consentPage(width: width) }
        if let answering = joining.answering { return answerPage(answering, width: width) }
        let verb = Page.Verb(
            label: isWatching ? tr("Watch") : tr("Join"),
            help: isWatching ? tr("Watch your friend's game.") : tr("Join your friend's room."), isNeeded: false)
        var page = Page(verb: verb)
        let isSmall = size.width < 60 || size.height < 20
        if locked != nil {
            page.put([Page.Step(.plain, passwordQuestion, hasField: true)], width: width)
        } else {
            let example = "481306 heron cabin onion copper"  // English
            let line = "198.51.100.7:27364 lemon-otter-violet-zebra"  // English
            let relayed = "mqtts://example.org " + example
            page.put(
                [Page.Step(.number(1, isNow: true), question, hasField: true)] + (isSmall ? [] : nextSteps),
                options: [
                    Page.Option(words: isolated(line), remark: tr("a line")),
                    Page.Option(words: isolated(relayed), remark: tr("with a relay")),
                    Page.Option(words: isolated(example), remark: tr("number and words")),
                ], heading: tr("Your friend has one of these"), width: width)
            page.notes = [Page.Note(.faint, Self.aboutCodes)]
            // A sheet has no notes at the bottom.
            if isSmall {
                page.headline += [
                    Page.Note(.faint, tr("For example: {code}", ["code": example])),
                    Page.Note(.faint, tr("Or a line: {code}", ["code": line])),
                ]
                page.headline += page.notes
            }
        }
        page.field = Page.Field(
            question: together([locked == nil ? question : passwordQuestion, tr("An empty line goes back.")])
        ) { [unowned self] in confirm() }
        page.busy =
            switch joining.activity {
            case nil: entry.isWaiting ? tr("Waiting for the game…") : nil
            case .connecting:
                joining.target?.isRoom == true
                    ? tr("Looking for the room…") : tr("Connecting to {name}…", ["name": joining.target?.name ?? ""])
            case .talking: tr("Trying the code…")
            case .answering: nil
            }
        page.keys = [back]
        return page
    }

    /// What follows.
    private var nextSteps: [Page.Step] {
        let next =
            isWatching
            ? [tr("Enter shows you the game, once both players have moved.")]
            : [tr("If a router is in the way, you get a line to send back."), tr("The game begins by itself.")]
        return next.enumerated().map { Page.Step(.number($0.offset + 2, isNow: false), $0.element) }
    }

    /// How a code may be typed.
    static var aboutCodes: String { tr("Capitals and spaces don't matter; three letters of a word are enough.") }

    private var back: Binding {
        Binding(.escape, label: tr("Back"), help: tr("Cancel, or go back.")) { [unowned self] _ in goBack() }
    }

    private var question: String { tr("Paste your friend's line, or type the number and the four words:") }

    private var passwordQuestion: String {
        if isPasswordWrong {
            return tr(
                "The relay {relay} refused this password. Ask your friend for it, and type it again:",
                ["relay": Settings.host(ofRelay: locked?.relay ?? "")])
        }
        return tr(
            "The relay {relay} has a password. Ask your friend for it, and type it:",
            ["relay": Settings.host(ofRelay: locked?.relay ?? "")])
    }
}

extension NetworkFailure {
    /// Whether the reason may be that a router lets nobody in.
    fileprivate var mayBeRouter: Bool { [.refused, .timedOut, .unreachable].contains(self) }
}
