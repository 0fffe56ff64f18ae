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

    /// Types a code and tries it.
    func join(_ code: JoinCode) {
        typed = code.text
        view.field = .line(typed)
        attempt(code)
    }

    private func confirm() {
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
            navigator.show(alert: error.sentence, untilKey: true)
        }
    }

    private func attempt(_ code: JoinCode) {
        switch code {
        case .room(let code, nil):
            navigator.launcher.withRelay(because: tr("This number is that of a room at a relay: you need the same one.")) {
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

    private func joinRoom(_ code: RoomCode) { joining.attempt(code.passphrase, at: JoinTarget(code)) }

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
        navigator.show(
            alert: tr(
                "There is no game to watch in room {number} yet. Ask your friend to press W, Spectators, before the game.",
                ["number": room]), untilKey: true)
    }
}

extension JoinOnlineViewController {
    private func receive(_ event: JoiningEvent) {
        navigator.setNeedsDisplay()
        switch event {
        case .changed: followAnswer()
        case .failed(.relay(.wrongPassword), _) where locked != nil:
            if let (code, relay) = locked { lock(code, at: relay, isPasswordWrong: true) }
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
        case .codeRepeated: navigator.show(alert: tr("Wrong code. Try another one."))
        case .joined(let target, let link, let code) where isWatching:
            entry.watch(link, at: target, code: code, didFindPrivate: {})
        case .joined(let target, let link, _):
            navigator.launcher.openGame(joining: link, of: target.name, isNamed: target.isRoom)
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
            page.put(
                [Page.Step(.number(1, isNow: true), question, hasField: true)] + (isSmall ? [] : nextSteps),
                options: [
                    Page.Option(words: isolated(line), remark: tr("a line")),
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
