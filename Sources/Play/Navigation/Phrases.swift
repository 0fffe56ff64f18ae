// Phrases: the twelve things that players can say to each other. P lists them; what somebody says stands beside their name for a moment,
// and M mutes the others.

import Language
import Screen
import Session
import Wire

extension Phrase {
    /// In the reader's language.
    var words: String {
        switch self {
        case .hello: tr("Hello!")
        case .goodLuck: tr("Good luck!")
        case .niceMove: tr("Nice move.")
        case .oops: tr("Oops.")
        case .wellPlayed: tr("Well played.")
        case .thanks: tr("Thanks!")
        case .closeOne: tr("Close one.")
        case .anotherGame: tr("Another game?")
        case .oneMoment: tr("One moment.")
        case .back: tr("I'm back.")
        case .haveToGo: tr("I have to go.")
        case .goodbye: tr("Goodbye!")
        }
    }
}

/// A phrase, and who says it, by seat.
struct Said {
    let seat: Int
    let name: String
    let phrase: Phrase
}

/// What the players of one game say.
final class Phrases {
    private unowned let navigator: Navigator
    /// Says a phrase to the others; returns whether it was said, and nil if no more may be said in this game.
    private let say: (Phrase) -> Bool?
    /// What each player is saying now, by seat; in a match 0 is the player at this screen, 1 the other.
    private(set) var shown: [Int: Phrase] = [:]
    /// What was said last, and by whom.
    private(set) var last: Said?
    /// Whether the player reads what the others say.
    private(set) var isMuted = false
    private var timers: [Int: Cancellable] = [:]

    /// How long a phrase is shown, in milliseconds.
    static let duration = 5000

    init(navigator: Navigator, say: @escaping (Phrase) -> Bool?) {
        self.navigator = navigator
        self.say = say
    }

    /// The player at `seat`, called `name`, says something; `hasPlace`: the screen shows it beside the name.
    func show(_ phrase: Phrase, from seat: Int, named name: String, hasPlace: Bool) {
        let sentence = labelled(name, phrase.words)
        if let listener = navigator.listener { return listener(sentence) }
        shown[seat] = phrase
        last = Said(seat: seat, name: name, phrase: phrase)
        timers[seat]?.cancel()
        timers[seat] = navigator.environment.after(milliseconds: Self.duration) { [weak self] in
            self?.shown[seat] = nil
            self?.navigator.setNeedsDisplay()
        }
        if !hasPlace { navigator.show(alert: sentence, isBrief: true) { [weak self] in self?.shown[seat] == phrase } }
        navigator.setNeedsDisplay()
    }

    /// Another player says something.
    func hear(_ phrase: Phrase, from seat: Int, named name: String, hasPlace: Bool) {
        if !isMuted { show(phrase, from: seat, named: name, hasPlace: hasPlace) }
    }

    /// Stops all timers.
    func stop() {
        for timer in timers.values { timer.cancel() }
        (timers, shown) = ([:], [:])
    }

    /// The keys. `isAvailable`: there is somebody to talk to. `hasPlace` as above, for the player's own `seat`. `board`: what is on it while
    /// the player chooses. `other`: the name of the only other player.
    func bindings(
        isAvailable: @escaping () -> Bool, standing: (() -> KeyStanding)? = nil, seat: Int, hasPlace: @escaping () -> Bool,
        board: @escaping () -> BoardPicture? = { nil }, other: @escaping () -> String? = { nil }
    ) -> [Binding] {
        [
            Binding(
                .character("p"), label: tr("Phrases"), help: tr("Say one of twelve phrases."),
                isAvailable: isAvailable, standing: standing
            ) { [unowned self] _ in open(seat: seat, hasPlace: hasPlace, board: board) },
            muting(other: other, isAvailable: isAvailable),
        ]
    }

    /// The key that mutes the others, which spectators have, too.
    func muting(other: @escaping () -> String? = { nil }, isAvailable: @escaping () -> Bool) -> Binding {
        let help = { [unowned self] in isMuted ? tr("Show phrases again.") : tr("Mute phrases.") }
        return Binding(.character("m"), help: help(), isAvailable: isAvailable) { [unowned self] _ in
            isMuted.toggle()
            let name = other().map { ["name": $0] as Fillings }
            navigator.show(
                alert: isMuted
                    ? name.map { tr("{name}'s phrases are muted.", $0) } ?? tr("The others' phrases are muted.")
                    : name.map { tr("{name}'s phrases are shown again.", $0) } ?? tr("The others' phrases are shown again."))
        }
    }

    private func open(seat: Int, hasPlace: @escaping () -> Bool, board: @escaping () -> BoardPicture?) {
        navigator.push(
            MenuViewController(navigator: navigator, title: tr("Phrases"), verb: .say) { [weak self] _ in
                Phrase.allCases.enumerated().map { index, phrase in
                    MenuEntry(words: phrase.words, letter: MenuEntry.letter(ofRow: index), board: board) { navigator in
                        navigator.pop()
                        self?.tell(phrase, from: seat, hasPlace: hasPlace())
                    }
                }
            })
    }

    private func tell(_ phrase: Phrase, from seat: Int, hasPlace: Bool) {
        switch say(phrase) {
        case true?: show(phrase, from: seat, named: tr("You"), hasPlace: hasPlace)
        case false?: navigator.show(alert: tr("Not so fast: one phrase every two seconds."))
        case nil: navigator.show(alert: tr("You have said twenty phrases, the most in one game."))
        }
    }
}
