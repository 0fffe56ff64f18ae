// The game as one player's program knows it: whose turn it is to keep the secret, the round, what was promised and what came of it.
// A value: packets, wishes and time go in, packets to send come out. It knows no screen, no network and no clock. Wire/README.md has
// the messages, what the seal binds and the limits.
//
// Nothing has happened until the host has told it to all: every program, the keeper's too, writes down only what it is told. What a
// guest keeps and says goes through the host's program: a false one could change it on its way. The guest's program notices.

import Games
import Wire

/// A table of this game.
package struct SecretNumberTable {
    /// The most guesses by one player in a round.
    package static let mostGuesses = 250
    /// The least time between two guesses of one player, in milliseconds.
    package static let pause = 500
    /// How long a keeper's program may take, in milliseconds.
    package static let timeout = 10_000

    /// How many seats there are.
    package let seats: Int
    /// Mine; 0 is the host's.
    package let mySeat: Int
    private let digest: ([UInt8]) -> [UInt8]

    package private(set) var phase = Phase.choosing
    /// The number of the round that is chosen, played or over.
    package private(set) var number = 1
    /// How many rounds have begun.
    package private(set) var begun = 0
    /// Who keeps its secret, or chooses it.
    package private(set) var keeper = 0
    /// The round; while the next secret is chosen, the one before.
    package private(set) var round: SecretNumberRound?
    /// What came of the promise; nil before the end, and where nobody is left to care.
    package private(set) var proof: SecretNumberProof?
    /// Who has left.
    package private(set) var gone: Set<Int> = []
    /// My secret, once it is chosen.
    package private(set) var mine: SecretNumberSeal?
    /// My guess that has no answer yet.
    package private(set) var outstanding: Int?
    /// Whether my guess, on its way when another's was told to be correct, is correct too.
    package private(set) var isSecond = false
    /// At the host: whether a guest who chooses the next secret has shown no sign of it for long.
    private(set) var isChoiceOverdue = false
    private var signs = 0
    /// Whether the host's program told of me what I did not say.
    package private(set) var isHostFalse = false
    /// What is to be sent; whoever sends it takes it.
    package private(set) var outgoing: [Outgoing] = []

    private var seal: [UInt8] = []
    private var lastGuess: Int?
    /// Whether I, who won, have said who keeps the next secret.
    private(set) var hasDecided = false
    /// At a guest who keeps the secret: answers given that the host has not told yet, one a player at most.
    private var untold: [Int: AnsweredGuess] = [:]
    /// At the host: guesses passed on to the keeper that have no answer yet, in their order, one a player at most.
    private var asked: [(player: Int, number: Int)] = []
    private var answersTaken = 0
    private var rates: [GuessRate]

    /// So many seats, one of them mine. `digest` is a hash of 32 bytes.
    package init(seats: Int, mySeat: Int, digest: @escaping ([UInt8]) -> [UInt8]) {
        self.seats = seats
        self.mySeat = mySeat
        self.digest = digest
        rates = Array(repeating: GuessRate(), count: seats)
    }
}

// MARK: - What waits

extension SecretNumberTable {
    /// What others have to do in time.
    package var awaited: Awaited? {
        if phase == .opening { return .opening(round: number) }
        if phase == .choosing {
            let isAwaited = isHost && keeper != 0 && !gone.contains(keeper) && !isChoiceOverdue
            return isAwaited ? .secret(round: number, after: signs) : nil
        }
        return phase == .guessing && !asked.isEmpty ? .answer(round: number, after: answersTaken) : nil
    }

    /// The messages to send, which are forgotten here.
    package mutating func takeOutgoing() -> [Outgoing] {
        defer { outgoing = [] }
        return outgoing
    }
}

// MARK: - What I do

extension SecretNumberTable {
    /// Seals a secret of that range, and so begins the round; nothing where it is not mine to choose.
    package mutating func choose(_ secret: Int, in range: SecretNumberRange, nonce: [UInt8]) {
        guard mayChoose, range.contains(secret) else { return }
        let mine = SecretNumberSeal(round: number, range: range, secret: secret, nonce: nonce)
        self.mine = mine
        let seal = digest(mine.bytes)
        let message = SecretNumberMessage.sealed(round: number, lowest: range.lowest, highest: range.highest, seal: seal)
        if isHost {
            begin(range, seal: seal)
            tellAll(message)
        } else {
            tellHost(message)
        }
    }

    /// Guesses what was typed, or says why not.
    package mutating func guess(_ typed: String, at now: Int) -> SecretNumberMistake? {
        guard mayGuess, let round else { return nil }
        let guessed: Int
        switch round.range.number(typed: typed) {
        case .failure(let reason): return .unusable(reason)
        case .success(let number): guessed = number
        }
        if outstanding != nil { return .unanswered }
        if round.guesses(by: mySeat) >= Self.mostGuesses { return .tooMany }
        if let lastGuess, now - lastGuess < Self.pause { return .tooSoon }
        lastGuess = now
        outstanding = guessed
        if isHost { take(guess: guessed, from: 0, at: now) } else { tellHost(.guess(round: number, number: guessed)) }
        return nil
    }

    /// I, who won, keep the next secret, or leave it to the host.
    package mutating func decide(keeps: Bool) {
        guard mayDecide else { return }
        hasDecided = true
        tellHost(.next(round: number, keeps: keeps))
    }

    /// I, a guest, am about to choose the next secret: the host shall wait for me.
    package mutating func showChoosing() { if mayChoose && !isHost { tellHost(.next(round: number, keeps: true)) } }

    /// I, the host, keep the next secret.
    package mutating func takeOver() { if mayTakeOver { appoint(0) } }

    /// The time to do it is over.
    package mutating func didWait(for awaited: Awaited) {
        guard awaited == self.awaited else { return }
        switch awaited {
        case .opening: finish(.notOpened)
        case .secret: isChoiceOverdue = true
        case .answer:
            finish(.unanswered)
            tellAll(.unanswered(round: number))
        }
    }

    private mutating func tellHost(_ message: SecretNumberMessage) { outgoing.append(Outgoing(message: message, seat: 0)) }
    private mutating func tellAll(_ message: SecretNumberMessage) { outgoing.append(Outgoing(message: message, seat: nil)) }
}

// MARK: - What the host hears

extension SecretNumberTable {
    /// A message came: at the host from a guest's seat, at a guest from seat 0.
    package mutating func receive(_ message: SecretNumberMessage, from seat: Int, at now: Int) {
        if !isHost {
            if seat == 0 { receive(message) }
        } else if (1..<seats).contains(seat), !gone.contains(seat) {
            hear(message, from: seat, at: now)
        }
    }

    /// At the host: a guest is gone.
    package mutating func lose(_ seat: Int) {
        guard isHost, (1..<seats).contains(seat), !gone.contains(seat) else { return }
        depart(seat)
        tellAll(.left(player: seat))
        if phase == .choosing && keeper == seat && !isAlone { appoint(0) }
    }

    private mutating func hear(_ message: SecretNumberMessage, from seat: Int, at now: Int) {
        switch message {
        case .sealed(number, let lowest, let highest, let seal):
            guard phase == .choosing, seat == keeper, let range = SecretNumberRange(lowest: lowest, highest: highest) else {
                return
            }
            begin(range, seal: seal)
            tellAll(message)
        case .guess(number, let guessed): take(guess: guessed, from: seat, at: now)
        case .answered(number, let player, let guessed, let raw):
            guard phase == .guessing, seat == keeper, let first = asked.first, first == (player, guessed),
                let answer = SecretNumberAnswer(rawValue: raw)
            else { return }
            asked.removeFirst()
            answersTaken += 1
            tell(AnsweredGuess(player: player, number: guessed, answer: answer))
        case .opened(number, let secret, let nonce): if seat == keeper && judge(secret, nonce) { tellAll(message) }
        case .next(number, keeps: true) where phase == .choosing && seat == keeper:
            signs += 1
            isChoiceOverdue = false
        case .next(number, let keeps):
            guard phase == .opening || phase == .over, winner == seat, let next = round?.nextKeeper(winnerAccepts: keeps) else {
                return
            }
            appoint(next)
        case .choosing, .sealed, .guess, .asked, .answered, .opened, .next, .left, .unanswered: break
        }
    }

    private mutating func take(guess guessed: Int, from seat: Int, at now: Int) {
        guard phase == .guessing, let round, round.reasonAgainst(guessed, by: seat) == nil,
            round.guesses(by: seat) < Self.mostGuesses, !asked.contains(where: { $0.player == seat }), rates[seat].allows(at: now)
        else { return }
        if let mine, keeper == 0 {
            tell(AnsweredGuess(player: seat, number: guessed, answer: SecretNumberAnswer(to: guessed, secret: mine.secret)))
        } else {
            asked.append((seat, guessed))
            outgoing.append(Outgoing(message: .asked(round: number, player: seat, number: guessed), seat: keeper))
        }
    }

    /// An answered guess is written down and told to all; not that of a player who has left since.
    private mutating func tell(_ guess: AnsweredGuess) {
        guard write(guess) else { return }
        tellAll(.answered(round: number, player: guess.player, number: guess.number, answer: guess.answer.rawValue))
        openIfFound()
    }

    private mutating func appoint(_ seat: Int) {
        appoint(seat, round: number + 1)
        tellAll(.choosing(round: number, keeper: seat))
    }
}

// MARK: - What a guest hears

extension SecretNumberTable {
    private mutating func receive(_ message: SecretNumberMessage) {
        switch message {
        case .choosing(let next, let seat):
            guard phase != .guessing, next > number, present.contains(seat) else { return }
            appoint(seat, round: next)
        case .sealed(number, let lowest, let highest, let seal):
            guard phase == .choosing, let range = SecretNumberRange(lowest: lowest, highest: highest) else { return }
            guard keeper != mySeat || mine.map({ $0.range == range && digest($0.bytes) == seal }) == true else {
                return isHostFalse = true
            }
            begin(range, seal: seal)
        case .asked(number, let player, let guessed): answer(guessed, by: player)
        case .answered(number, let player, let guessed, let raw):
            guard phase == .guessing, let answer = SecretNumberAnswer(rawValue: raw) else { return }
            hear(AnsweredGuess(player: player, number: guessed, answer: answer))
        case .opened(number, let secret, let nonce): judge(secret, nonce)
        case .left(let seat): if seat != 0 && seat != mySeat && present.contains(seat) { depart(seat) }
        case .unanswered(number): if phase == .guessing { finish(.unanswered) }
        case .sealed, .guess, .asked, .answered, .opened, .next, .unanswered: break
        }
    }

    /// The keeper's answer, which counts once the host tells it. One guess of a player at a time: a host that asks on is not answered.
    private mutating func answer(_ guessed: Int, by player: Int) {
        guard phase == .guessing, keeper == mySeat, let mine, let round, untold[player] == nil,
            round.reasonAgainst(guessed, by: player) == nil
        else { return }
        let answer = SecretNumberAnswer(to: guessed, secret: mine.secret)
        untold[player] = AnsweredGuess(player: player, number: guessed, answer: answer)
        tellHost(.answered(round: number, player: player, number: guessed, answer: answer.rawValue))
    }

    private mutating func hear(_ guess: AnsweredGuess) {
        let isTrue =
            keeper == mySeat ? untold[guess.player] == guess : guess.player != mySeat || outstanding == guess.number
        guard isTrue else { return isHostFalse = true }
        untold[guess.player] = nil
        if write(guess) { openIfFound() }
    }
}

// MARK: - What both do

extension SecretNumberTable {
    private mutating func appoint(_ seat: Int, round next: Int) {
        if phase == .opening { proof = .notOpened }
        phase = .choosing
        number = next
        keeper = seat
        mine = nil
        hasDecided = false
        isChoiceOverdue = false
        outstanding = nil
    }

    private mutating func begin(_ range: SecretNumberRange, seal: [UInt8]) {
        guard let round = SecretNumberRound(range: range, players: present, keeper: keeper, host: 0) else { return }
        self.round = round
        self.seal = seal
        phase = .guessing
        begun += 1
        proof = nil
        asked = []
        untold = [:]
        outstanding = nil
        isSecond = false
    }

    /// Writes a guess into the history; returns whether it can be there.
    private mutating func write(_ guess: AnsweredGuess) -> Bool {
        guard let before = round, before.guesses(by: guess.player) < Self.mostGuesses, round?.record(guess) == nil else {
            return false
        }
        if guess.player == mySeat { outstanding = nil }
        if guess.answer == .correct {
            phase = .opening
            isSecond = outstanding == guess.number
        }
        return true
    }

    private mutating func openIfFound() {
        guard phase == .opening, keeper == mySeat, let mine else { return }
        let message = SecretNumberMessage.opened(round: number, secret: mine.secret, nonce: mine.nonce)
        if !isHost { return tellHost(message) }
        judge(mine.secret, mine.nonce)
        tellAll(message)
    }

    /// Judges an opened secret; returns whether one was awaited.
    @discardableResult private mutating func judge(_ secret: Int, _ nonce: [UInt8]) -> Bool {
        guard phase == .opening || phase == .over && proof == .notOpened, let round else { return false }
        let verdict = round.verdict(opened: secret) { secret in
            digest(SecretNumberSeal(round: number, range: round.range, secret: secret, nonce: nonce).bytes) == seal
        }
        finish(.opened(verdict, secret: secret, isLate: phase == .over))
        return true
    }

    private mutating func depart(_ seat: Int) {
        gone.insert(seat)
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
