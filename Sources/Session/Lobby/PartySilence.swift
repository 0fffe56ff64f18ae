// Which players at a table do not answer. The host knows it from its guests' signs of life, a guest from the host's: each of them
// lists the other guests that are silent.

/// The silent players at a table, by place: 0 is the host. The host's guests have places from 1 on.
final class PartySilence {
    /// The signs of life to and from the players to whom this one is connected.
    let pulse: Pulse<Int>
    /// At a guest: the silent guests, as the host lists them.
    private var listed: Set<Int> = []

    /// Starts with nobody. `didChange` is called when a player falls silent or answers again.
    init(scheduler: Scheduler, didChange: @escaping () -> Void) {
        pulse = Pulse(scheduler: scheduler)
        pulse.didChange = didChange
    }

    /// The places of silent players at a guest: the host, or those whom the host lists.
    var placesAtGuest: Set<Int> { pulse.silent.isEmpty ? listed : [0] }

    /// At a guest whose own place is `place`: the host lists these as silent.
    func didHear(silent: [Int], at place: Int?) {
        let others = Set(silent).subtracting([0, place ?? 0])
        guard others != listed else { return }
        listed = others
        pulse.didChange()
    }
}
