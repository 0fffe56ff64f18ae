// Snap!: the effect of each event on the cards and players. SnapGame.swift has the rules in words, and refuses illegal events before
// they come here.

extension SnapGame {
    /// Moves the cards.
    mutating func apply(_ event: SnapEvent) -> [SnapOutcome] {
        switch event {
        case .turn: turnCard(byHost: false)
        case .timeUp: turnCard(byHost: true)
        case .snap(let player): snap(player)
        case .leave(let player, let how): leave(player, how)
        case .annul: annul()
        }
    }

    private mutating func turnCard(byHost: Bool) -> [SnapOutcome] {
        let refilled = refill(mover)
        guard let card = hands[mover].turn() else { return refilled }
        cardsTurned += 1
        newest = mover
        return refilled + [.turned(player: mover, card, byHost: byHost)]
    }

    private mutating func snap(_ player: Int) -> [SnapOutcome] {
        if let match = matches.first { return [win(match, player)] }
        if isExcused(player) {
            late.insert(player)
            return [.tooLate(player: player)]
        }
        return pay(player)
    }

    private mutating func win(_ match: SnapMatch, _ player: Int) -> SnapOutcome {
        let cards = match.piles.flatMap { hands[$0].takePile() }
        hands[player].putUnder(cards)
        standings[player] = .playing
        lastChange = cardsTurned
        return .won(player: player, piles: match.piles, cards: cards.count)
    }

    /// Whether a snap without a match is late, not wrong.
    private func isExcused(_ player: Int) -> Bool {
        lastMatch.map { cardsTurned - $0 <= 1 && !late.contains(player) } ?? false
    }

    private mutating func pay(_ player: Int) -> [SnapOutcome] {
        var receivers: [Int] = []
        var refilled: [SnapOutcome] = []
        for receiver in othersWithCards(after: player) {
            refilled += refill(player)
            guard let card = hands[player].takeNext() else { break }
            hands[receiver].putUnder([card])
            receivers.append(receiver)
        }
        lastChange = cardsTurned
        if receivers.isEmpty {
            standings[player] = .out
            return [.out(player: player)]
        }
        return refilled + [.paid(player: player, to: receivers)]
    }

    private mutating func refill(_ player: Int) -> [SnapOutcome] {
        hands[player].refill() ? [.refilled(player: player)] : []
    }

    private mutating func annul() -> [SnapOutcome] {
        let open = matches
        annulled.formUnion(open.flatMap(\.piles))
        return open.map(SnapOutcome.annulled)
    }

    private mutating func leave(_ player: Int, _ how: Departure) -> [SnapOutcome] {
        standings[player] = .left
        let receivers = othersWithCards(after: player)
        var shares = receivers.map { _ in 0 }
        for (index, card) in hands[player].takeAll().enumerated() {
            hands[receivers[index % receivers.count]].putUnder([card])
            shares[index % receivers.count] += 1
        }
        lastChange = cardsTurned
        return [.left(player: player, how, shares: zip(receivers, shares).map { .init(player: $0, cards: $1) })]
    }

    /// The other players with cards, from the next seat on.
    private func othersWithCards(after player: Int) -> [Int] {
        (1..<hands.count).map { (player + $0) % hands.count }.filter { hands[$0].count > 0 }
    }
}

// MARK: - Consequences

extension SnapGame {
    /// After too many cards without a change, the player with the fewest cards gives one to the player with the most. Among equals,
    /// the last seat gives to the first.
    mutating func endStall() -> [SnapOutcome] {
        guard cardsTurned - lastChange >= Self.stallLimit, matches.isEmpty else { return [] }
        let seats = hands.indices.filter { hands[$0].count > 0 }
        guard let most = seats.map({ hands[$0].count }).max(), let fewest = seats.map({ hands[$0].count }).min(),
            let giver = seats.last(where: { hands[$0].count == fewest }),
            let taker = seats.first(where: { hands[$0].count == most })
        else { return [] }
        let refilled = refill(giver)
        if let card = hands[giver].takeNext() { hands[taker].putUnder([card]) }
        lastChange = cardsTurned
        return refilled + [.gave(player: giver, to: taker)]
    }

    /// Finds players who lost their last card or their last chance.
    mutating func settleStandings(from old: [SnapMatch], to matches: [SnapMatch]) -> [SnapOutcome] {
        var outcomes: [SnapOutcome] = []
        let isMatchGone = old.contains { old in !matches.contains { $0.rank == old.rank } }
        for player in hands.indices {
            if standings[player] == .playing, hands[player].count == 0 {
                standings[player] = .lastChance
                outcomes.append(.lastChance(player: player))
            } else if standings[player] == .lastChance, isMatchGone {
                standings[player] = .out
                outcomes.append(.out(player: player))
            }
        }
        return outcomes
    }

    /// Finds the new matches.
    mutating func settleMatches(from old: [SnapMatch], to matches: [SnapMatch]) -> [SnapOutcome] {
        let fallen = matches.filter { match in
            !old.contains { $0.rank == match.rank && Set(match.piles).isSubset(of: $0.piles) }
        }
        if !fallen.isEmpty { late = [] }
        if !matches.isEmpty { lastMatch = cardsTurned }
        return fallen.map(SnapOutcome.match)
    }

    /// Ends the game or passes the turn.
    mutating func settleTurn(isCardTurned: Bool) -> [SnapOutcome] {
        winner = hands.firstIndex { $0.count == deck.count }
        if let winner { return [.ended(winner: winner)] }
        guard isCardTurned || hands[mover].count == 0, let next = othersWithCards(after: mover).first else { return [] }
        mover = next
        turn += 1
        return [.next(player: mover, turn: turn)]
    }
}
