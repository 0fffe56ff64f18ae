// The sentences about a game without an opened port: public servers that tell one's address, the two lines, and what is wrong with them.

import Language
import Session
import Text
import Wire

/// The sentences about the two lines.
enum OutsideWords {
    /// Whether the servers may be asked.
    static var question: Page.Step {
        Page.Step(
            .plain, tr("You can still meet if a public server tells you your address on the internet. Ask one?"),
            detail: tr("It learns that address, and nothing of the game."))
    }

    /// The answers, and what follows.
    static var answers: [Page.Option] {
        [
            Page.Option(letter: "y", words: tr("Ask it"), remark: tr("then you get a line for your friend")),
            Page.Option(letter: "n", words: tr("Don't ask"), remark: tr("other ways: a relay, or by message")),
        ]
    }

    /// What else there is to know before an answer.
    static var aboutAnswer: [Page.Note] {
        [
            Page.Note(.plain, tr("Your answer is remembered. After a no, you can still press Y here."), isAnnounced: false),
            Page.Note(
                .faint, tr("The program would ask {server}, for example.", ["server": host(of: PublicServers.usual[0])]),
                isAnnounced: false),
        ]
    }

    private static func host(of server: String) -> String { server.split(separator: ":").first.map(String.init) ?? server }

    /// Keeps the answer as a setting; it was no, and may now be yes. Returns the servers to ask.
    @MainActor static func keep(_ choice: Prompt.Choice, on navigator: Navigator) -> [String] {
        var settings = navigator.settings
        settings.stun = choice == .askServer ? .these(PublicServers.usual) : .off
        navigator.change(settings)
        return choice == .askServer ? PublicServers.usual : []
    }

    /// The page on which the line of a friend is pasted, who dials us while we dial. `dial` gets the line, and returns why it is not used.
    @MainActor static func answerPage(on screen: any PageViewController, dial: @escaping (AnswerLine) -> String?) -> Page {
        var page = Page(verb: Page.Verb(label: tr("Connect"), help: tr("Dial your friend, who dials you."), isNeeded: false))
        page.keepsLetters = true
        page.field = Page.Field(
            placeholder: tr("Paste it with the terminal's own key, then Enter."),
            question: tr("Paste the line that your friend got.")
        ) { [unowned screen] in
            guard let text = screen.view.field?.text else { return }
            if let mistake = read(text, dial: dial) { screen.navigator.show(alert: mistake, untilKey: true) }
            screen.navigator.setNeedsDisplay()
        }
        return page
    }

    /// The same in text mode, where that line is a command by itself.
    @MainActor static func answerCommand(dial: @escaping (AnswerLine) -> String?) -> TextModeCommand {
        TextModeCommand(
            AnswerLine.word, argument: "198.51.100.24:41806", help: tr("Paste the line that your friend got."),
            perform: { _, argument in [read(AnswerLine.word + " " + argument, dial: dial)].compactMap { $0 } })
    }

    @MainActor private static func read(_ text: String, dial: (AnswerLine) -> String?) -> String? {
        do throws(AnswerLine.Mistake) { return dial(try AnswerLine(typed: text)) } catch { return error.sentence }
    }

    /// Whom the program has asked; nil if nobody has answered.
    static func asked(_ tellers: [String]) -> [String]? {
        guard let first = tellers.first else { return nil }
        return [
            tr("To learn your address, the program asked {server}.", ["server": host(of: first)]),
            tr("That server sees nothing of the game."),
        ]
    }

    /// Why there is no line for a friend, as far as the servers can tell; nil if they were not asked. `isHost`: the player hosts.
    static func sentence(for outside: OutsideState?, isHost: Bool) -> String? {
        switch outside {
        case .differing:
            isHost
                ? tr(
                    "Your router gives every connection its own port. Two lines do not help there."
                )
                : tr(
                    "Your router gives every connection its own port. You could host instead; or use a relay; or play by message."
                )
        case .unknown: tr("The public servers did not tell your address. Are you online?")
        case .asking, .known, nil: nil
        }
    }

    /// A line has changed while it was shown.
    static var changed: String { tr("The line has changed: send the new one.") }
    /// The line of a host, where a friend's answer belongs.
    static var hostsLine: String {
        tr("That line begins a game. Your friend pastes it under With a friend, Join.")
    }
    /// The answer of a friend, where a host's line belongs.
    static var answerLine: String {
        tr("That line is an answer. Whoever hosts pastes it, on the screen that shows the first line.")
    }
}

@MainActor extension AnswerLine.Mistake {
    /// What is wrong, for the player.
    var sentence: String {
        switch self {
        case .words: OutsideWords.hostsLine
        case .other: tr("Paste the line that your friend got. It begins with “answer”.")
        case .noAddress: tr("There is no address in this line. Ask your friend to send it again.")
        case .tooMany: tr("This line has too many addresses. Ask your friend to send it again.")
        case .notPublic(let address):
            tr("{address} is no address of the internet, so it is not used.", ["address": address.shortened(to: 40)])
        }
    }
}
