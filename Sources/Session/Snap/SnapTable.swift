// The table as the host announces it to every screen, including its own, and its form in a packet. What arrives from a host is checked
// here: an impossible seat, card or count makes the whole packet invalid.

import Games
import Wire

/// What a game that pauses waits for.
package enum SnapPause: Equatable {
    /// A player who does not answer or lost the connection.
    case player
    /// Its end, in this many milliseconds.
    case countdown(Int)
}

/// What everybody may see of the table, and what has just happened.
package struct SnapTable: Equatable {
    /// How often the cards have been dealt.
    package let deal: Int
    /// The number of this announcement within the deal, from 1.
    package let number: Int
    package let view: SnapView
    /// What led to this table, in order.
    package let outcomes: [SnapOutcome]
    /// The milliseconds that are left of the turn.
    package let left: Int
    /// After a won match: the reaction time in milliseconds that the winner's program claims.
    package let claim: Int?
    /// What the players are told about distant players.
    package let window: SnapWindow?
    /// For how many milliseconds no card covers one that was just turned.
    package let slack: Int
    /// Whether the screens announce matches.
    package let announcesMatches: Bool
    /// Whether and for what the game pauses.
    package let pause: SnapPause?
    /// Whether the game is over without a winner, because too few players are left.
    package let isAbandoned: Bool
    /// How many games each seat has won.
    package let wins: [Int]
    /// The seats that would like a replay, after the end.
    package let asking: Set<Int>

    /// Whether the game is over.
    package var isOver: Bool { view.winner != nil || isAbandoned }

    /// The most games that a seat can have won, which nobody plays.
    private static let mostWins = 1_000_000

    /// Whether a card was turned.
    package var hasTurnedCard: Bool { outcomes.contains { if case .turned = $0 { true } else { false } } }

    /// Whether this table is later than another one, in the same deal or a later one.
    package func follows(_ other: SnapTable?) -> Bool {
        guard let other else { return true }
        return (deal, number) > (other.deal, other.number)
    }
}

// MARK: - In a packet

extension SnapTable {
    /// The table as a packet has it.
    package var state: SnapState {
        SnapState(
            deal: deal, number: number, mover: view.mover, turn: view.turn, winner: view.winner, left: left, claim: claim,
            seats: view.seats.map { [$0.stack, $0.pile, $0.top?.number ?? -1, $0.standing.rawValue] },
            matches: view.matches.map(\.numbers), outcomes: outcomes.map(\.numbers), farthest: window?.seat,
            wait: window?.milliseconds, slack: slack > 0 ? slack : nil, pause: pause?.number, isAbandoned: isAbandoned,
            wins: wins, announcesMatches: announcesMatches, asking: asking.sorted())
    }

    /// Reads the table of a packet for this many players. Returns nil if it is impossible.
    package init?(_ state: SnapState, players: Int) {
        let seats = 0..<players
        let places = state.seats.compactMap(SnapView.Seat.init(numbers:))
        let matches = state.matches.compactMap { SnapMatch(numbers: $0, seats: seats) }
        let outcomes = state.outcomes.compactMap { SnapOutcome(numbers: $0, seats: seats) }
        guard places.count == players, places.count == state.seats.count, matches.count == state.matches.count,
            outcomes.count == state.outcomes.count, places.map({ $0.stack + $0.pile }).reduce(0, +) == 52,
            seats.contains(state.mover), state.winner.map(seats.contains) ?? true, state.turn > 0, state.wins.count == players,
            state.wins.allSatisfy((0...Self.mostWins).contains), state.asking.allSatisfy(seats.contains)
        else { return nil }
        view = SnapView(seats: places, mover: state.mover, turn: state.turn, matches: matches, winner: state.winner)
        deal = state.deal
        number = state.number
        self.outcomes = outcomes
        slack = max(0, min(state.slack ?? 0, SnapHost.longSlack))
        left = max(0, min(state.left, SnapHost.turnMilliseconds + slack))
        pause = state.pause.map(SnapPause.init(number:))
        isAbandoned = state.isAbandoned
        wins = state.wins
        announcesMatches = state.announcesMatches
        asking = Set(state.asking)
        claim = state.claim.map { max(0, min($0, SnapHost.longestClaim)) }
        window = state.farthest.flatMap { seat in
            state.wait.flatMap { wait in
                seats.contains(seat) && (1...SnapFairness.longest).contains(wait)
                    ? SnapWindow(seat: seat, milliseconds: wait) : nil
            }
        }
    }
}

extension SnapPause {
    fileprivate var number: Int { if case .countdown(let left) = self { left } else { -1 } }

    fileprivate init(number: Int) { self = number < 0 ? .player : .countdown(min(number, SnapHost.countdown)) }
}

extension SnapView.Seat {
    fileprivate init?(numbers: [Int]) {
        guard numbers.count == 4, (0...52).contains(numbers[0]), (0...52).contains(numbers[1]),
            let standing = SnapStanding(rawValue: numbers[3])
        else { return nil }
        let top = PlayingCard(number: numbers[2])
        guard (numbers[1] > 0) == (top != nil) else { return nil }
        self.init(stack: numbers[0], pile: numbers[1], top: top, standing: standing)
    }
}

extension SnapMatch {
    fileprivate var numbers: [Int] { [rank] + piles }

    fileprivate init?(numbers: [Int], seats: Range<Int>) {
        guard let rank = numbers.first, PlayingCard.ranks.contains(rank) else { return nil }
        let piles = Array(numbers.dropFirst())
        guard piles.count > 1, piles.allSatisfy(seats.contains), Set(piles).count == piles.count else { return nil }
        self.init(rank: rank, piles: piles)
    }
}

extension SnapOutcome {
    /// The kind of outcome, then its numbers.
    fileprivate var numbers: [Int] {
        switch self {
        case .refilled(let player): [0, player]
        case .turned(let player, let card, let byHost): [1, player, card.number, byHost ? 1 : 0]
        case .won(let player, let piles, let cards): [2, player, cards] + piles
        case .tooLate(let player): [3, player]
        case .paid(let player, let receivers): [4, player] + receivers
        case .gave(let player, let receiver): [5, player, receiver]
        case .left(let player, let how, let shares): [6, player, how.rawValue] + shares.flatMap { [$0.player, $0.cards] }
        case .lastChance(let player): [7, player]
        case .out(let player): [8, player]
        case .match(let match): [9] + match.numbers
        case .next(let player, let turn): [10, player, turn]
        case .ended(let winner): [11, winner]
        case .annulled(let match): [12] + match.numbers
        }
    }

    fileprivate init?(numbers: [Int], seats: Range<Int>) {
        guard let kind = numbers.first else { return nil }
        let rest = Array(numbers.dropFirst())
        if kind == 9 || kind == 12 {
            guard let match = SnapMatch(numbers: rest, seats: seats) else { return nil }
            self = kind == 9 ? .match(match) : .annulled(match)
            return
        }
        guard let player = rest.first, seats.contains(player) else { return nil }
        switch (kind, rest.count) {
        case (0, 1): self = .refilled(player: player)
        case (1, 3):
            guard let card = PlayingCard(number: rest[1]) else { return nil }
            self = .turned(player: player, card, byHost: rest[2] != 0)
        case (2, 4...):
            let piles = Array(rest.dropFirst(2))
            guard (0...52).contains(rest[1]), piles.allSatisfy(seats.contains) else { return nil }
            self = .won(player: player, piles: piles, cards: rest[1])
        case (3, 1): self = .tooLate(player: player)
        case (4, 2...):
            guard rest.allSatisfy(seats.contains) else { return nil }
            self = .paid(player: player, to: Array(rest.dropFirst()))
        case (5, 2):
            guard seats.contains(rest[1]) else { return nil }
            self = .gave(player: player, to: rest[1])
        case (6, 2...) where rest.count % 2 == 0:
            guard let how = Departure(rawValue: rest[1]) else { return nil }
            let shares = stride(from: 2, to: rest.count, by: 2).map { Share(player: rest[$0], cards: rest[$0 + 1]) }
            guard shares.allSatisfy({ seats.contains($0.player) && (0...52).contains($0.cards) }) else { return nil }
            self = .left(player: player, how, shares: shares)
        case (7, 1): self = .lastChance(player: player)
        case (8, 1): self = .out(player: player)
        case (10, 2): self = .next(player: player, turn: rest[1])
        case (11, 1): self = .ended(winner: player)
        default: return nil
        }
    }
}
