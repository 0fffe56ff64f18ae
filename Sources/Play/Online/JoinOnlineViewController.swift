// Joining a friend: one line for the room's number and the four words. Joining does the rest.

import Language
import Screen
import Session

/// Joining a friend.
final class JoinOnlineViewController {
    let navigator: Navigator
    let view = PageView()
    private let joining: Joining

    /// The line; push it.
    init(navigator: Navigator) {
        self.navigator = navigator
        joining = Joining(environment: navigator.environment)
        joining.delegate = self
        view.field = TextField(limit: Self.longest, isLeftToRight: true)
    }

    private static let longest = 160

    /// Types a code and tries it.
    func join(_ code: RoomCode) {
        view.field = TextField(text: code.text, limit: Self.longest, isLeftToRight: true)
        joining.attempt(code.passphrase, at: JoinTarget(code))
    }

    private func confirm() {
        do throws(RoomCode.Mistake) {
            let code = try RoomCode(typed: view.field?.text ?? "")
            joining.attempt(code.passphrase, at: JoinTarget(code))
        } catch {
            navigator.show(alert: error.sentence)
        }
    }
}

extension JoinOnlineViewController: JoiningDelegate {
    func joining(_ joining: Joining, did event: JoiningEvent) {
        navigator.setNeedsDisplay()
        switch event {
        case .changed: break
        case .failed(let failure, let target): navigator.show(alert: failure.sentence(joiningRoom: target.name))
        case .refused(let outcome, let target):
            if let sentence = outcome.sentence(joiningRoom: target.name) { navigator.show(alert: sentence) }
        case .codeRepeated: navigator.show(alert: tr("Wrong code. Try another one."))
        case .joined(let target, let connection, _): navigator.launcher.open(connection, of: target.name)
        case .foundTable(let table, let connection):
            guard PartyGameList.all.map(\.game).game(of: table) != nil else {
                connection.close()
                return navigator.show(alert: otherVersionSentence(of: table.title))
            }
            navigator.replaceTop(with: JoinTableViewController(navigator: navigator, table: table, connection: connection))
        }
    }
}

extension JoinOnlineViewController: PageViewController {
    var isWithOthers: Bool { true }
    var title: String { tr("Join a friend") }

    func didLeave() { joining.cancel() }

    func page(in size: Size) -> Page {
        let verb = Page.Verb(label: tr("Join"), help: tr("Join your friend's room."), isNeeded: false)
        var page = Page(columns: 60, verb: verb)
        page.headline = [Page.Note(.label, tr("Type the number and the four words on your friend's screen:"))]
        page.field = Page.Field(
            question: tr("Type the number and the four words on your friend's screen. An empty line goes back.")
        ) { [unowned self] in confirm() }
        page.busy =
            switch joining.activity {
            case nil: nil
            case .connecting: tr("Looking for the room…")
            case .tryingCode: tr("Trying the code…")
            }
        let example = "481306 heron cabin onion copper"  // English
        page.notes = [Page.Note(.faint, tr("For example: {code}", ["code": example]))]
        if size.height > 8 {
            let remark = tr("Capitals and spaces don't matter, and three letters of a word are enough.")
            page.notes.append(Page.Note(.faint, remark))
        }
        page.keys = [
            Binding(.escape, label: tr("Back"), help: tr("Cancel, or go back.")) { [unowned self] _ in
                if !joining.goBack() { navigator.pop() }
            }
        ]
        return page
    }
}
