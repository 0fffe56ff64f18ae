// The other seats of the secret number alone: a keeper, which is the host, and a guesser. They send what programs at a table send. The keeper
// may lie once in a round; or it is the player who knows the number, and says of each guess whether it is too low.

import Games
import Wire

/// The computer players of a game of the secret number alone.
package final class SecretNumberComputers: Party {
    /// The seats.
    package static let (keeper, guesser, player) = (0, 1, 2)
    /// How long a guesser seems to think between the player's guesses, in milliseconds.
    package static let thinkingTime = 900

    package var didHappen: (PartyEvent) -> Void = { _ in }
    package let names: [String]
    /// The guess that the player has to answer; nil if there is none.
    package private(set) var asked: Int?
    /// The player's answers of this round, the oldest first.
    package private(set) var answers: [AnsweredGuess] = []

    private let range: SecretNumberRange
    /// The guesser; nil if the player alone guesses.
    private let skill: SecretNumberGuesser?
    /// Whether guesser and player take turns; otherwise only one of them guesses.
    private let takesTurns: Bool
    private let environment: Scheduler & Cryptography
    private var random = SystemRandomNumberGenerator()
    /// The round, from 1; its secret; and the number of the guess that is answered with a lie.
    private var number = 0
    private var secret = 0
    private var lieAt: Int?
    private var round: SecretNumberRound?
    /// Whether the guesser begins this round.
    private var begins = true
    private var thinking: Cancellable?
    /// What has not arrived yet.
    private var outbox: [SecretNumberMessage] = []

    /// Players of a game within this range, of whom the last of the three `names` is the person.
    package init(
        names: [String], range: SecretNumberRange, guesser: SecretNumberGuesser?, takesTurns: Bool,
        environment: Scheduler & Cryptography
    ) {
        (self.names, self.range, skill, self.takesTurns, self.environment) = (names, range, guesser, takesTurns, environment)
    }

    package var mySeat: Int { Self.player }
    package var silentSeats: Set<Int> { [] }
    package var sittingOut: Set<Int> { [] }
    package var reservedSeats: [Int: Int] { [:] }
    package var memory = ""
    package func say(_ phrase: Phrase) -> Bool? { false }
    package func gameDidBegin() {}
    package func remove(_ seat: Int) {}

    /// Whether the guesser thinks about its guess.
    package var isThinking: Bool { thinking != nil }

    /// Begins the next round.
    package func begin(secret: Int, lieAt: Int?) {
        (self.secret, self.lieAt, answers) = (secret, lieAt, [])
        begins.toggle()
        seal()
        if takesTurns && begins { think() } else { ask() }
        deliver()
    }

    package func send(_ packet: GamePacket, to seat: Int) {
        guard case .guess(number, let guess)? = SecretNumberMessage(packet) else { return }
        let truth = SecretNumberAnswer(to: guess, secret: secret)
        let isLie = round.map { $0.history.count + 1 == lieAt } ?? false
        record(guess, by: Self.player, isLie ? lie(instead: truth) : truth)
        if takesTurns, truth != .correct { think() }
    }

    /// What was sent arrives. Call it when the player has acted.
    package func deliver() {
        while !outbox.isEmpty { didHappen(.received(outbox.removeFirst().packet, from: Self.keeper)) }
    }

    /// The player answers the guess.
    package func answer(_ answer: SecretNumberAnswer) {
        guard let asked else { return }
        answers.append(AnsweredGuess(player: Self.guesser, number: asked, answer: answer))
        if answer == .correct { secret = asked }
        record(asked, by: Self.guesser, answer)
        ask()
        deliver()
    }

    /// The player answered wrongly: that guess is open again, in a round of its own.
    package func takeBack() {
        guard let last = answers.popLast() else { return }
        seal()
        for guess in answers { record(guess.number, by: Self.guesser, guess.answer) }
        asked = last.number
        deliver()
    }

    package func leave() {
        thinking?.cancel()
        thinking = nil
        didHappen = { _ in }
    }
}

extension SecretNumberComputers {
    private func seal() {
        if round.map({ $0.end == nil }) == true { outbox.append(.unanswered(round: number)) }
        number += 1
        round = SecretNumberRound(
            range: range, players: [Self.keeper, Self.guesser, Self.player], keeper: Self.keeper, host: Self.keeper)
        if number > 1 { outbox.append(.choosing(round: number, keeper: Self.keeper)) }
        outbox.append(
            .sealed(
                round: number, lowest: range.lowest, highest: range.highest,
                seal: environment.digest(of: SecretNumberSeal(round: number, range: range, secret: secret, nonce: nonce).bytes)))
    }

    /// Nobody tries to find out the secret of a computer from its seal.
    private var nonce: [UInt8] { Array(repeating: 0, count: SecretNumberSeal.nonceLength) }

    private func record(_ guess: Int, by player: Int, _ answer: SecretNumberAnswer) {
        round?.record(AnsweredGuess(player: player, number: guess, answer: answer))
        outbox.append(.answered(round: number, player: player, number: guess, answer: answer.rawValue))
        if answer == .correct { outbox.append(.opened(round: number, secret: secret, nonce: nonce)) }
    }

    private func lie(instead answer: SecretNumberAnswer) -> SecretNumberAnswer {
        switch answer {
        case .higher: .lower
        case .lower: .higher
        case .correct: Bool.random(using: &random) ? .higher : .lower
        }
    }

    /// The guesser asks the player whether its guess is right.
    private func ask() {
        asked = nil
        guard let skill, !takesTurns, let left = round?.remaining, round?.end == nil else { return }
        asked = skill.guess(in: left, using: &random)
    }

    /// It is the guesser's turn.
    private func think() {
        guard let skill, let left = round?.remaining else { return }
        thinking = environment.after(milliseconds: Self.thinkingTime) { [weak self] in
            guard let self else { return }
            thinking = nil
            let guess = skill.guessInTurns(in: left, using: &random)
            record(guess, by: Self.guesser, SecretNumberAnswer(to: guess, secret: secret))
            deliver()
        }
    }
}
