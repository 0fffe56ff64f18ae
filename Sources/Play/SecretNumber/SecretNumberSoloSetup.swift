// The choices before "Guess the secret number" alone.

import Games
import Language
import Screen

/// Who guesses where there are no other people.
enum SecretNumberSolo: Equatable {
    /// The player.
    case player(SecretNumberAnswers)
    /// The computer guesses what the player thinks of.
    case computer(SecretNumberGuesser)
    /// Both, in turns, a number that neither of them knows.
    case turns(SecretNumberGuesser)

    /// Its word in the database; nil where nothing is won.
    var databaseWord: String? {
        switch self {
        case .player(.shown): "alone"
        case .player(.hidden): "hidden"
        case .player(.oneLie): "lie"
        case .computer: nil
        case .turns: "turns"
        }
    }
}

/// What the computer's answers are like.
enum SecretNumberAnswers: Int, CaseIterable {
    case shown
    /// What is left and every earlier answer are hidden.
    case hidden
    /// One of them may be a lie.
    case oneLie
}

/// The choices before it.
final class SecretNumberSoloSetup: GameSetup {
    private let navigator: Navigator
    /// 0: the player guesses, 1: both, in turns, 2: the computer.
    private var who = 0
    private var range = 0
    private var guesser = SecretNumberGuesser.careful
    private var answers = SecretNumberAnswers.shown

    init(navigator: Navigator) { self.navigator = navigator }

    var title: String { tr("Guess the secret number") }
    var verb: String { tr("Play") }
    var verbHelp: String { tr("Play, or change that setting.") }
    var beginning: String { tr("Play") }

    private var solo: SecretNumberSolo {
        switch who {
        case 0: .player(answers)
        case 1: .turns(guesser)
        default: .computer(guesser)
        }
    }

    func choices(isRoomy: Bool) -> [(name: String, value: String, remark: String)] {
        [
            (tr("Who guesses"), [tr("You"), tr("Both, in turns"), tr("The computer")][who], ""),
            (tr("Numbers"), SecretNumberWords.text(SecretNumberRange.offered[range]), ""),
            who == 0
                ? (tr("Answers"), answers.words, answers.remark)
                : (tr("Its skill"), guesser.name, guesser.remark(isInTurns: who == 1)),
        ]
    }

    func note(isRoomy: Bool) -> [String] {
        switch solo {
        case .player(let answers):
            [
                trn(
                    "The computer keeps a number. You win with {count} guess or fewer.",
                    "The computer keeps a number. You win with {count} guesses or fewer.",
                    SecretNumberRange.offered[range].par(answers))
            ]
        case .turns: [tr("Take turns with the computer. Whoever finds the number wins.")]
        case .computer: [tr("Think of a number. The computer finds it.")]
        }
    }

    func change(_ choice: Int, by step: Int) {
        switch choice {
        case 0: who = (who + step + 3) % 3
        case 1: range = (range + step + SecretNumberRange.offered.count) % SecretNumberRange.offered.count
        case 2 where who == 0:
            let all = SecretNumberAnswers.allCases
            answers = all[(answers.rawValue + step + all.count) % all.count]
        default:
            let all = SecretNumberGuesser.allCases
            guesser = all[(guesser.rawValue - 1 + step + all.count) % all.count]
        }
        navigator.setNeedsDisplay()
    }

    func start() {
        let range = SecretNumberRange.offered[range]
        navigator.push(
            SecretNumberSoloViewController(
                navigator: navigator, range: range, solo: solo, secret: .random(in: range.lowest...range.highest),
                lieAt: .random(in: 1...range.sufficientGuesses)))
    }
}

extension SecretNumberAnswers {
    fileprivate var words: String {
        switch self {
        case .shown: tr("shown")
        case .hidden: tr("hidden")
        case .oneLie: tr("with a lie")
        }
    }

    fileprivate var remark: String {
        switch self {
        case .shown: ""
        case .hidden: tr("you play from memory")
        case .oneLie: tr("one of them may be false")
        }
    }
}

extension SecretNumberRange {
    /// The guesses with which the player wins.
    func par(_ answers: SecretNumberAnswers) -> Int { answers == .oneLie ? guessesDespiteALie : sufficientGuesses }
}

extension SecretNumberGuesser {
    /// Its skill, in a word.
    var name: String {
        switch self {
        case .careless: tr("careless")
        case .careful: tr("careful")
        case .perfect: tr("perfect")
        }
    }

    /// What it does, in a few words.
    func remark(isInTurns: Bool) -> String {
        switch self {
        case .careless: tr("often guesses at random")
        case .careful: tr("mostly halves what is left")
        case .perfect: isInTurns ? tr("knows a trick") : tr("always halves what is left")
        }
    }
}
