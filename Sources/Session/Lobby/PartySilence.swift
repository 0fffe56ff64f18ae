// Which seats of a party do not answer, as one of its players knows it: the host by its pulse, a guest of its host by its own, and of
// the other guests by what the host says. It knows no connection and no game.

/// The silent seats of a party whose players are told apart as `Pulse` does.
final class PartySilence<Other: Hashable> {
    /// Signs of life to and from those that this player is connected with.
    let pulse: Pulse<Other>
    /// At a guest: those that the host says.
    private var told: Set<Int> = []

    /// Nobody is silent; `didChange` is told when that is otherwise, and when it is so again.
    init(scheduler: Scheduler, didChange: @escaping () -> Void) {
        pulse = Pulse(scheduler: scheduler)
        pulse.didChange = didChange
    }

    /// At the host, whose guests these are, from seat 1 on.
    func seats(ofGuests guests: [Other]) -> Set<Int> {
        Set(guests.indices.filter { pulse.silent.contains(guests[$0]) }.map { $0 + 1 })
    }

    /// At a guest: the host, or those that it says.
    var seatsAtGuest: Set<Int> { pulse.silent.isEmpty ? told : [0] }

    /// At a guest, who has this seat: the host says that these are silent.
    func didHear(silent: [Int], at seat: Int) {
        let others = Set(silent).subtracting([0, seat])
        guard others != told else { return }
        told = others
        pulse.didChange()
    }

    /// There is no host any more.
    func forget() { told = [] }
}

extension LobbyParty {
    /// Tells who shows the party, before its game or in it.
    func tellSilence(to screen: LobbyPartyDelegate?) {
        if names.isEmpty { screen?.lobbyDidChange(self) } else { delegate?.partyDidChangeSilence(self) }
    }
}
