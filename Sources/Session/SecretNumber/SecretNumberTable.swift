// The game as one player's program knows it: the keeper of the secret, the round, the seal and the verdict. A value: messages, the
// player's actions and the time go in, messages to send come out. Wire/README.md describes the messages, the seal and the limits.
//
// The host decides the order of everything: every program, the keeper's too, records only what the host announces. A guest's messages pass
// through the host's program, which could change them; the guest's program notices.

import Games
import Wire

/// The state of the game.
package struct SecretNumberTable {
    /// The most guesses by one player in a round.
    package static let mostGuesses = 250
    /// The shortest time between two guesses of one player at a table, in milliseconds.
    package static let pause = 500
    /// How long the keeper's program may take to answer or to open the secret, in milliseconds.
    package static let timeout = 10_000

    /// The number of seats.
    package let seats: Int
    /// The player's own seat; the host has seat 0.
    package let mySeat: Int
    private let pause: Int
    private let digest: ([UInt8]) -> [UInt8]

    package private(set) var phase = Phase.choosing
    /// The number of the current round, in every phase.
    package private(set) var number = 1
    /// How many rounds have started.
    package private(set) var begun = 0
    /// How many rounds each seat has won.
    package private(set) var wins: [Int]
    /// The seat of the player who keeps the secret, or chooses it.
    package private(set) var keeper = 0
    /// The current round; while the next secret is being chosen, the previous one.
    package private(set) var round: SecretNumberRound?
    /// Whether the keeper was honest; nil before the end, and if nobody is left.
    package private(set) var proof: SecretNumberProof?
    /// The seats of players who left, and how.
    package private(set) var departures: [Int: Departure] = [:]
    /// This player's secret, once it is chosen.
    package internal(set) var mine: SecretNumberSeal?
    /// This player's guess that has no answer yet.
    package internal(set) var outstanding: Int?
    /// Whether this player's outstanding guess was correct too when another one was announced to be correct.
    package private(set) var isSecond = false
    /// At the host: whether a guest who should choose the next secret, or decide who keeps it, has been inactive for too long.
    private(set) var isChoiceOverdue = false
    private var choosingSigns = 0
    /// After a round: the seats of players who ask for another one.
    package private(set) var asking: Set<Int> = []
    /// Whether the host's program announced an action of this player that the player did not do.
    package internal(set) var isHostDishonest = false
    /// The seats of players who cannot act.
    package var away: Set<Int> = []
    /// Those of them for whom the time of the round stands still.
    package var waitsFor: Set<Int> = []
    /// At a guest who is back: what the host has repeated, until that is all.
    var repeated: [SecretNumberMessage]?
    /// Whether a repeated game is being played through.
    var isRepeating = false
    /// How often this player has come back.
    package internal(set) var returns = 0
    /// The messages to send; to all guests if `seat` is nil.
    private var outgoing: [(message: SecretNumberMessage, seat: Int?)] = []

    /// The number of `round`, and its seal.
    private(set) var roundNumber = 1
    private(set) var seal: [UInt8] = []
    /// The nonce with which the secret of `round` was opened.
    private(set) var openedNonce: [UInt8]?
    var lastGuess: Int?
    /// What this player, who won, has decided: whether to keep the next secret.
    var decision: Bool?
    /// At a guest who keeps the secret: answers that the host has not announced yet, at most one per player.
    private var unannounced: [Int: AnsweredGuess] = [:]
    /// At the host: guesses that the keeper has not answered yet, in order, at most one per player.
    private(set) var asked: [(player: Int, number: Int)] = []
    private var answersTaken = 0
    private var rates: [RateLimit]

    /// Creates a game that has not started. `digest` computes a hash of 32 bytes; `pause` is the shortest time between two guesses.
    package init(seats: Int, mySeat: Int, pause: Int = Self.pause, digest: @escaping ([UInt8]) -> [UInt8]) {
        self.seats = seats
        self.mySeat = mySeat
        self.pause = pause
        self.digest = digest
        rates = Array(repeating: RateLimit.guesses, count: seats)
        wins = Array(repeating: 0, count: seats)
    }
}

// MARK: - Deadlines and messages

extension SecretNumberTable {
    /// What another player must do in time now; nil if there is nothing.
    var deadline: Deadline? {
        if awaited.map(waitsFor.contains) == true { return nil }
        if phase == .opening { return .opening(round: number) }
        if isHost, awaitsChoice, !isChoiceOverdue { return .secret(round: number, after: choosingSigns) }
        return phase == .guessing && !asked.isEmpty ? .answer(round: number, after: answersTaken) : nil
    }

    /// The seat of the player who must act next; nil if everybody may.
    package var awaited: Int? { phase == .over ? winner : keeper }

    /// Returns the messages to send, and removes them here.
    mutating func takeOutgoing() -> [(message: SecretNumberMessage, seat: Int?)] {
        defer { outgoing = [] }
        return outgoing
    }
}

// MARK: - The player's actions

extension SecretNumberTable {
    /// Seals a secret within a range, which starts the round. Does nothing if it is not this player's turn to choose.
    package mutating func choose(_ secret: Int, in range: SecretNumberRange, nonce: [UInt8]) {
        guard mayChoose, range.contains(secret) else { return }
        mine = SecretNumberSeal(round: number, range: range, secret: secret, nonce: nonce)
        sendSeal()
    }

    /// Announces this player's secret, or repeats to the host what it may not have received.
    mutating func sendSeal() {
        guard let mine else { return }
        let (range, seal) = (mine.range, digest(mine.bytes))
        let message = SecretNumberMessage.sealed(round: number, lowest: range.lowest, highest: range.highest, seal: seal)
        guard isHost else { return sendToHost(message) }
        begin(range, seal: seal)
        sendToAll(message)
    }

    /// Sends a typed guess. Returns why it was not sent, or nil.
    package mutating func guess(_ typed: String, at now: Int) -> SecretNumberMistake? {
        guard mayGuess, let round else { return nil }
        let guessed: Int
        switch round.range.number(typed: typed) {
        case .failure(let reason): return .unusable(reason)
        case .success(let number): guessed = number
        }
        if outstanding != nil { return .unanswered }
        if round.guesses(by: mySeat) >= Self.mostGuesses { return .tooMany }
        if let lastGuess, now - lastGuess < pause { return .tooSoon }
        lastGuess = now
        outstanding = guessed
        if isHost { accept(guess: guessed, from: 0, at: now) } else { sendToHost(.guess(round: number, number: guessed)) }
        return nil
    }

    /// As the winner: keeps the next secret, or leaves it to the host.
    package mutating func decide(keeps: Bool) {
        guard mayDecide else { return }
        decision = keeps
        sendToHost(.next(round: number, keeps: keeps))
    }

    /// Asks those who choose for another round.
    package mutating func ask() {
        guard mayAsk else { return }
        asking.insert(mySeat)
        let wish = SecretNumberMessage.wish(round: number, player: mySeat)
        if isHost { sendToAll(wish) } else { sendToHost(wish) }
    }

    /// As a guest who is choosing the next secret: asks the host to wait.
    package mutating func showChoosing() { if mayChoose && !isHost { sendToHost(.next(round: number, keeps: true)) } }

    /// As the host: keeps the next secret.
    package mutating func takeOver() { if mayTakeOver { appoint(0) } }

    /// A deadline passed.
    mutating func didMiss(_ deadline: Deadline) {
        guard deadline == self.deadline else { return }
        switch deadline {
        case .opening: finish(.notOpened)
        case .secret: isChoiceOverdue = true
        case .answer:
            finish(.unanswered)
            sendToAll(.unanswered(round: number))
        }
    }

    /// The same game before anything has happened.
    var blank: SecretNumberTable { SecretNumberTable(seats: seats, mySeat: mySeat, pause: pause, digest: digest) }

    /// At a guest: sends a message to the host.
    mutating func sendToHost(_ message: SecretNumberMessage) { outgoing.append((message, 0)) }
    private mutating func sendToAll(_ message: SecretNumberMessage) { outgoing.append((message, nil)) }
}

// MARK: - Messages at the host

extension SecretNumberTable {
    /// A message arrived: at the host from a guest's seat, at a guest from seat 0.
    package mutating func receive(_ message: SecretNumberMessage, from seat: Int, at now: Int) {
        if !isHost {
            if seat == 0 { receive(message) }
        } else if (1..<seats).contains(seat), !gone.contains(seat) {
            receiveAsHost(message, from: seat, at: now)
        }
    }

    /// At the host: a guest left or was lost.
    package mutating func lose(_ seat: Int, _ how: Departure = .left) {
        guard isHost, (1..<seats).contains(seat), !gone.contains(seat) else { return }
        removePlayer(seat, how)
        sendToAll(.left(player: seat, how: how.rawValue))
        if phase == .choosing && keeper == seat && !isAlone { appoint(0) }
    }

    private mutating func receiveAsHost(_ message: SecretNumberMessage, from seat: Int, at now: Int) {
        switch message {
        case .sealed(number, let lowest, let highest, let seal):
            guard phase == .choosing, seat == keeper, let range = SecretNumberRange(lowest: lowest, highest: highest) else {
                return
            }
            begin(range, seal: seal)
            sendToAll(message)
        case .guess(number, let guessed): accept(guess: guessed, from: seat, at: now)
        case .answered(number, let player, let guessed, let raw):
            guard phase == .guessing, seat == keeper, let first = asked.first, first == (player, guessed),
                let answer = SecretNumberAnswer(rawValue: raw)
            else { return }
            asked.removeFirst()
            answersTaken += 1
            announce(AnsweredGuess(player: player, number: guessed, answer: answer))
        case .opened(number, let secret, let nonce): if seat == keeper && judge(secret, nonce) { sendToAll(message) }
        case .next(number, keeps: true) where phase == .choosing && seat == keeper:
            choosingSigns += 1
            isChoiceOverdue = false
        case .next(number, let keeps):
            guard phase == .opening || phase == .over, winner == seat, let next = round?.nextKeeper(winnerAccepts: keeps) else {
                return
            }
            appoint(next)
        case .wish(number, _):
            guard phase == .over, asking.insert(seat).inserted else { return }
            sendToAll(.wish(round: number, player: seat))
        case .choosing, .sealed, .guess, .asked, .answered, .opened, .next, .left, .unanswered, .again, .caughtUp, .wish: break
        }
    }

    private mutating func accept(guess guessed: Int, from seat: Int, at now: Int) {
        guard phase == .guessing, let round, round.allows(guessed, by: seat),
            round.guesses(by: seat) < Self.mostGuesses, !asked.contains(where: { $0.player == seat }), rates[seat].allows(at: now)
        else { return }
        if let mine, keeper == 0 {
            announce(AnsweredGuess(player: seat, number: guessed, answer: SecretNumberAnswer(to: guessed, secret: mine.secret)))
        } else {
            asked.append((seat, guessed))
            outgoing.append((.asked(round: number, player: seat, number: guessed), keeper))
        }
    }

    /// Records an answered guess and announces it, unless its player has left.
    private mutating func announce(_ guess: AnsweredGuess) {
        guard record(guess) else { return }
        sendToAll(.answered(round: number, player: guess.player, number: guess.number, answer: guess.answer.rawValue))
        openIfFound()
    }

    private mutating func appoint(_ seat: Int) {
        appoint(seat, round: number + 1)
        sendToAll(.choosing(round: number, keeper: seat))
    }
}

// MARK: - Messages at a guest

extension SecretNumberTable {
    mutating func receive(_ message: SecretNumberMessage) {
        if collect(message) { return }
        switch message {
        case .choosing(let next, let seat):
            guard phase != .guessing, next > number, present.contains(seat) else { return }
            appoint(seat, round: next)
        case .sealed(number, let lowest, let highest, let seal):
            guard phase == .choosing, let range = SecretNumberRange(lowest: lowest, highest: highest) else { return }
            let isOurs = mine.map { $0.range == range && digest($0.bytes) == seal }
            guard keeper != mySeat || isOurs == true || isRepeating && isOurs == nil else { return isHostDishonest = true }
            begin(range, seal: seal)
        case .asked(number, mySeat, let guessed) where isRepeating: outstanding = guessed
        case .asked(number, let player, let guessed): answer(guessed, by: player)
        case .answered(number, let player, let guessed, let raw):
            guard phase == .guessing, let answer = SecretNumberAnswer(rawValue: raw) else { return }
            receive(AnsweredGuess(player: player, number: guessed, answer: answer))
        case .opened(number, let secret, let nonce): judge(secret, nonce)
        case .left(let seat, let how):
            if seat != 0, seat != mySeat, present.contains(seat), let how = Departure(rawValue: how) { removePlayer(seat, how) }
        case .unanswered(number): if phase == .guessing { finish(.unanswered) }
        case .wish(number, let player): if phase == .opening || phase == .over, present.contains(player) { asking.insert(player) }
        case .sealed, .guess, .asked, .answered, .opened, .next, .unanswered, .again, .caughtUp, .wish: break
        }
    }

    /// Answers as the keeper. The answer counts once the host announces it. Each player has one guess at a time; further ones are not answered.
    private mutating func answer(_ guessed: Int, by player: Int) {
        guard phase == .guessing, keeper == mySeat, let mine, let round, unannounced[player] == nil,
            round.allows(guessed, by: player)
        else { return }
        let answer = SecretNumberAnswer(to: guessed, secret: mine.secret)
        unannounced[player] = AnsweredGuess(player: player, number: guessed, answer: answer)
        sendToHost(.answered(round: number, player: player, number: guessed, answer: answer.rawValue))
    }

    private mutating func receive(_ guess: AnsweredGuess) {
        guard isTrue(guess) else { return isHostDishonest = true }
        unannounced[guess.player] = nil
        if record(guess) { openIfFound() }
    }

    /// Whether what the host announces of this player is what the player did.
    private func isTrue(_ guess: AnsweredGuess) -> Bool {
        if isRepeating {
            let secret = keeper == mySeat ? mine?.secret : nil
            return secret.map { guess.answer == SecretNumberAnswer(to: guess.number, secret: $0) } ?? true
        }
        return keeper == mySeat ? unannounced[guess.player] == guess : guess.player != mySeat || outstanding == guess.number
    }
}

// MARK: - At host and guests

extension SecretNumberTable {
    /// Begins to repeat the game from this round on.
    mutating func beginAgain(round: Int, keeper: Int, begun: Int, wins: [Int]) {
        (number, self.keeper, self.begun, self.wins) = (round, keeper, begun, wins)
    }

    private mutating func appoint(_ seat: Int, round next: Int) {
        if phase == .opening { proof = .notOpened }
        phase = .choosing
        number = next
        keeper = seat
        if mine?.round != next { mine = nil }
        decision = nil
        asking = []
        isChoiceOverdue = false
        outstanding = nil
    }

    private mutating func begin(_ range: SecretNumberRange, seal: [UInt8]) {
        guard let round = SecretNumberRound(range: range, players: present, keeper: keeper, host: 0) else { return }
        self.round = round
        self.seal = seal
        roundNumber = number
        openedNonce = nil
        phase = .guessing
        isChoiceOverdue = false
        begun += 1
        proof = nil
        asked = []
        unannounced = [:]
        outstanding = nil
        isSecond = false
    }

    /// Adds a guess to the history. Returns false if it is impossible.
    private mutating func record(_ guess: AnsweredGuess) -> Bool {
        guard let before = round, before.guesses(by: guess.player) < Self.mostGuesses, round?.record(guess) == true else {
            return false
        }
        if guess.player == mySeat { outstanding = nil }
        if guess.answer == .correct {
            phase = .opening
            isSecond = outstanding == guess.number
            if let scorer = round?.scorer { wins[scorer] += 1 }
        }
        return true
    }

    private mutating func openIfFound() {
        guard phase == .opening, keeper == mySeat, let mine else { return }
        let message = SecretNumberMessage.opened(round: number, secret: mine.secret, nonce: mine.nonce)
        if !isHost { return sendToHost(message) }
        judge(mine.secret, mine.nonce)
        sendToAll(message)
    }

    /// Judges an opened secret. Returns whether the round was waiting for one.
    @discardableResult private mutating func judge(_ secret: Int, _ nonce: [UInt8]) -> Bool {
        guard phase == .opening || phase == .over && proof == .notOpened, let round else { return false }
        let verdict = round.verdict(opened: secret) { secret in
            digest(SecretNumberSeal(round: number, range: round.range, secret: secret, nonce: nonce).bytes) == seal
        }
        openedNonce = nonce
        finish(.opened(verdict, secret: secret, isLate: phase == .over))
        return true
    }

    private mutating func removePlayer(_ seat: Int, _ how: Departure) {
        departures[seat] = how
        asking.remove(seat)
        round?.leave(seat)
        switch phase {
        case .guessing where round?.end == .keeperLeft: finish(.keeperLeft)
        case .guessing where round?.end != nil: finish(nil)
        case .opening where seat == keeper: finish(.keeperLeft)
        default: break
        }
    }

    private mutating func finish(_ proof: SecretNumberProof?) {
        phase = .over
        self.proof = proof
        outstanding = nil
        asked = []
    }
}
