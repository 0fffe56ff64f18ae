// Joining a friend whose router lets nobody in: the line to send back, and the time in which both programs dial each other.

import Language
import Screen
import Session

extension JoinOnlineViewController {
    /// The host could not be reached. Returns whether there is another way, which has begun or is asked about.
    func tryAnswering() -> Bool {
        guard joining.canAnswer, !isWatching else { return false }
        view.field = nil
        switch navigator.settings.stun {
        case .notAsked: prompt = .askingServer
        case .off: beginAnswer([])
        case .these(let servers): beginAnswer(servers)
        }
        navigator.setNeedsDisplay()
        return true
    }

    private func beginAnswer(_ servers: [String]) {
        // It may carry the line.
        navigator.environment.useRelay(at: navigator.settings.relay)
        do throws(NetworkFailure) {
            try joining.answer(asking: servers)
            followAnswer()
        } catch {
            stopAnswering(saying: error.reason.asSentence)
        }
    }

    /// Follows what has become of the line to send back.
    func followAnswer() {
        guard case .impossible(let outside) = joining.answering?.stage else { return }
        stopAnswering(
            saying: OutsideWords.sentence(for: outside, isHost: false)
                ?? NetworkFailure.timedOut.sentence(joiningFriendAt: joining.target?.name ?? ""))
    }

    /// Back to the friend's line.
    func stopAnswering(saying sentence: String? = nil) {
        prompt = nil
        joining.goBack()
        view.field = .line(typed)
        if let sentence { navigator.show(alert: sentence, untilKey: true) }
        navigator.setNeedsDisplay()
    }

    func answer(_ choice: Prompt.Choice) {
        prompt = nil
        beginAnswer(OutsideWords.keep(choice, on: navigator))
    }

    // MARK: The page

    /// The question whether public servers may be asked.
    func consentPage(width: Int) -> Page {
        var page = Page()
        page.put(
            [Page.Step(.warning, tr("Your friend's router lets nobody in.")), OutsideWords.question],
            options: navigator.listener == nil ? OutsideWords.answers : [], width: width)
        page.notes = OutsideWords.aboutAnswer
        page.keys =
            answers() + [
                Binding(.escape, label: tr("Back"), help: tr("Cancel, or go back.")) { [unowned self] _ in stopAnswering() }
            ]
        return page
    }

    /// The line to send back.
    func answerPage(_ answering: Answering, width: Int) -> Page {
        var page = Page()
        page.keys = answerKeys(answering)
        let pasted = Page.Step(.done, tr("You pasted your friend's line."), detail: joining.target?.name ?? "")
        guard let line = answering.line?.text else {
            page.put([pasted, Page.Step(.plain, tr("Asking for your address…"))], width: width)
            return page
        }
        let changed = answering.hasChanged ? [Page.Step(.warning, OutsideWords.changed)] : []
        page.countdown = ("", tr("You have not met. Enter tries again."), "")
        if case .dialling(let end) = answering.stage {
            page.countdown = (
                tr("Connecting…"), tr("Then Enter tries again."), PresenceWords.minutes(end - navigator.environment.now)
            )
        }
        let next =
            answering.hasArrived
            ? [pasted, Page.Step(.done, tr("The relay has passed your line on to your friend."))]
            : (changed.isEmpty ? [pasted] : changed) + [
                Page.Step(.number(2, isNow: true), tr("Send this line back:"), line: line),
                Page.Step(.number(3, isNow: false), tr("The game begins as soon as your friend has pasted it.")),
            ]
        page.put(next, width: width)
        page.notes = [Page.Note(.plain, tr("Both programs call each other until they meet."))]
        page.notes += OutsideWords.asked(answering.tellers)?.prefix(1).map { Page.Note(.plain, $0) } ?? []
        return page
    }

    private func answerKeys(_ answering: Answering) -> [Binding] {
        let isOver = answering.stage == .over
        return [
            Binding(
                .character("c"), label: tr("Copy"), help: tr("Copy the line for your friend."),
                isAvailable: { answering.line != nil }
            ) { [unowned self] _ in if let line = answering.line { navigator.copy(line.text) } },
            Binding(
                .enter, label: tr("Try again"), help: tr("Dial your friend for another three minutes."), isAvailable: { isOver },
                standing: { isOver ? .lit : .dim }
            ) { _ in answering.dialAgain() },
            Binding(.escape, label: tr("Stop"), help: tr("Cancel, or go back.")) { [unowned self] _ in stopAnswering() },
        ]
    }
}
