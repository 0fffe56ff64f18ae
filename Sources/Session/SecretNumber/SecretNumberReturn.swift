// A player who had lost the connection is back: the host repeats the game from the last round on, and the player's program repeats what the
// host may not have received. The program may have been started again; then it knows nothing but its own secret.

import Games
import Wire

// MARK: - At the host

extension SecretNumberTable {
    /// The messages that tell a player at this seat the game as it stands.
    package func repetition(for seat: Int) -> [SecretNumberMessage] {
        let keeper = round?.keeper ?? keeper
        var before = wins
        if let scorer = round?.scorer { before[scorer] -= 1 }
        var messages: [SecretNumberMessage] = [
            round == nil
                ? .again(round: number, keeper: keeper, begun: begun, wins: before)
                : .again(round: roundNumber, keeper: keeper, begun: begun - 1, wins: before)
        ]
        // Who left before the round took no part in it.
        let others = departures.sorted { $0.key < $1.key }.filter { $0.key != seat }
        let left = { (isIn: Bool) in
            others.filter { (round?.players.contains($0.key) ?? false) == isIn }
                .map { SecretNumberMessage.left(player: $0.key, how: $0.value.rawValue) }
        }
        messages += left(false)
        if let round { messages += repetition(of: round) }
        messages += left(true)
        messages += asking.sorted().map { .wish(round: roundNumber, player: $0) }
        if round != nil, number > roundNumber { messages.append(.choosing(round: number, keeper: self.keeper)) }
        messages += asked.filter { $0.player == seat }.map { .asked(round: number, player: seat, number: $0.number) }
        messages.append(.caughtUp(round: number))
        guard phase == .guessing, seat == self.keeper else { return messages }
        return messages + asked.map { .asked(round: number, player: $0.player, number: $0.number) }
    }

    private func repetition(of round: SecretNumberRound) -> [SecretNumberMessage] {
        let sealed = SecretNumberMessage.sealed(
            round: roundNumber, lowest: round.range.lowest, highest: round.range.highest, seal: seal)
        let answers = round.history.reversed().map {
            SecretNumberMessage.answered(round: roundNumber, player: $0.player, number: $0.number, answer: $0.answer.rawValue)
        }
        let end: SecretNumberMessage? =
            switch proof {
            case .opened(_, let secret, _): openedNonce.map { .opened(round: roundNumber, secret: secret, nonce: $0) }
            case .unanswered: .unanswered(round: roundNumber)
            case .notOpened, .keeperLeft, nil: nil
            }
        return [sealed] + answers + [end].compactMap { $0 }
    }
}

// MARK: - At a guest

extension SecretNumberTable {
    /// Restores the secret of a program that was started again.
    package mutating func restore(_ secret: SecretNumberSeal) { if !isHost, mine == nil { mine = secret } }

    /// Collects a repeated message. Returns whether it was one.
    mutating func collect(_ message: SecretNumberMessage) -> Bool {
        if case .again = message {
            repeated = [message]
        } else if case .caughtUp = message, let messages = repeated {
            repeated = nil
            catchUp(with: messages)
        } else if let messages = repeated {
            // More than a round can have is not kept.
            if messages.count < seats * (Self.mostGuesses + 2) { repeated?.append(message) }
        } else {
            return false
        }
        return true
    }

    private mutating func catchUp(with messages: [SecretNumberMessage]) {
        guard case .again(let round, let keeper, let begun, let wins) = messages[0], (0..<seats).contains(keeper),
            wins.count == seats
        else { return }
        var table = blank
        table.beginAgain(round: round, keeper: keeper, begun: begun, wins: wins)
        (table.mine, table.isRepeating) = (mine, true)
        for message in messages.dropFirst() { table.receive(message) }
        table.isRepeating = false
        if table.mine?.round != table.number { table.mine = nil }
        table.isHostDishonest = table.isHostDishonest || isHostDishonest || !table.continues(self)
        (table.lastGuess, table.away, table.waitsFor, table.returns) = (lastGuess, away, waitsFor, returns + 1)
        table.repeatActions(since: self)
        self = table
    }

    /// Whether a repeated game goes on where this program had left it. Without an outstanding guess there is no new guess of ours.
    private func continues(_ before: SecretNumberTable) -> Bool {
        guard let old = before.round, let new = round, roundNumber == before.roundNumber else { return true }
        let ours = new.history.dropLast(old.history.count).filter { $0.player == mySeat }.map(\.number)
        let isOurs = ours.isEmpty || ours == [before.outstanding].compactMap { $0 }
        return seal == before.seal && isOurs && new.history.suffix(old.history.count) == old.history[...]
    }

    /// Sends again what the host may not have received.
    private mutating func repeatActions(since before: SecretNumberTable) {
        if phase == .choosing, keeper == mySeat { sendSeal() }
        guard number == before.number else { return }
        if phase == .guessing, let guess = before.outstanding, round?.guesses(by: mySeat) == before.round?.guesses(by: mySeat) {
            outstanding = guess
            sendToHost(.guess(round: number, number: guess))
        }
        if before.asking.contains(mySeat) { ask() }
        guard phase == .opening || phase == .over, let keeps = before.decision else { return }
        decision = keeps
        sendToHost(.next(round: number, keeps: keeps))
    }
}
