// The seats of players who have lost their connection, and the search for these players: at the host one for each guest, at a guest one for
// the host. With each seat the host hands out a token, by which Reconnector knows the player again.

import Wire

/// The seats at a table, as far as a player can come back to them. A member is a seat or, before the game, a connection's number.
final class ReservedSeats {
    /// How long a seat is reserved, in seconds.
    nonisolated static let timeout = 120

    /// Why a search ended without the player.
    enum Failure {
        /// The time is over.
        case expired
        /// The host does not wait for this player any more.
        case givenUp
        /// The host's program has ended.
        case gone

        /// The same, for a guest.
        var reason: QuitReason {
            switch self {
            case .expired: .connectionDropped
            case .givenUp: .seatGivenUp
            case .gone: .hostGone
            }
        }
    }

    /// The host's name, under which it looks for its guests.
    var title = ""
    /// The player is back, on a connection on which nothing was read yet.
    var didReturn: (_ member: Int, Link) -> Void = { _, _ in }
    /// The player did not come back.
    var didFail: (_ member: Int, Failure) -> Void = { _, _ in }

    private let environment: Scheduler & Rendezvous & Cryptography
    private var seats: [Int: Seat] = [:]

    private final class Seat {
        var session: ResumableGame
        var reconnector: Reconnector?
        var end: Int?
        var timer: Cancellable?

        init(_ session: ResumableGame) { self.session = session }

        func stop() {
            reconnector?.cancel()
            timer?.cancel()
            (reconnector, end, timer) = (nil, nil, nil)
        }
    }

    /// Seats that can be reserved, by member.
    init(_ sessions: [Int: ResumableGame] = [:], environment: Scheduler & Rendezvous & Cryptography) {
        self.environment = environment
        seats = sessions.mapValues(Seat.init)
    }

    isolated deinit {
        for seat in seats.values { seat.stop() }
    }

    /// Until when each reserved seat is reserved, in milliseconds of the scheduler's clock.
    var ends: [Int: Int] { seats.compactMapValues(\.end) }

    /// What a member's seat is recognised by; nil if it cannot be reserved.
    func session(of member: Int) -> ResumableGame? { seats[member]?.session }

    /// At the host: hands the token of a seat to the guest.
    func handOut(to member: Int, named name: String, on connection: Link) {
        let token = ResumeToken.random(environment)
        connection.send(.control(.resume(.open(token))))
        note(token, of: member, named: name, on: connection, isHost: true)
    }

    /// At a guest: the host has handed out the token of the seat.
    func note(_ token: ResumeToken, of member: Int, named name: String, on connection: Link, isHost: Bool = false) {
        let endpoint = connection.origin.endpoint
        // On the local network the host listens anywhere: its guests find it in the lists.
        let isKnown = !isHost || endpoint.flatMap(RelayEndpoint.init) != nil
        var session = ResumableGame(token: token, isHost: isHost, opponent: name, endpoint: isKnown ? endpoint : nil)
        session.isSealed = connection.isSealed
        seats[member] = Seat(session)
    }

    /// The player has lost the connection: looks for the player. Returns false if that is not possible.
    func reserve(_ member: Int, for seconds: Int = timeout) -> Bool {
        guard let seat = seats[member] else { return false }
        seat.stop()
        seat.end = environment.now + seconds * 1000
        seat.timer = environment.after(milliseconds: seconds * 1000) { [weak self] in self?.fail(member, .expired) }
        makeReconnector(for: seat).start()
        return true
    }

    /// The seat belongs to nobody any more.
    func release(_ member: Int) { seats.removeValue(forKey: member)?.stop() }

    /// Releases all seats but these.
    func release(allBut members: [Int]) { for member in seats.keys where !members.contains(member) { release(member) } }

    /// At the host: a player calls at the port of the table. Its loss may not have been noticed yet. Returns false if it has no seat here.
    func admit(_ connection: Link, calling message: ResumeMessage) -> Bool {
        guard case .call(let mark, let nonce, _) = message else { return false }
        let seat = seats.values.first {
            environment.seals.isSame(mark, $0.session.token.mark(for: .call, nonce: nonce, kit: environment.seals))
        }
        guard let seat else { return false }
        connection.hold(again: .control(.resume(message)))
        (seat.reconnector ?? makeReconnector(for: seat)).admit(connection)
        return true
    }

    private func makeReconnector(for seat: Seat) -> Reconnector {
        let reconnector = Reconnector(seat.session, kind: .table, title: title, environment: environment)
        reconnector.didFind = { [weak self, weak seat] in
            guard let self, let seat, let member = member(of: seat) else { return $1.close() }
            didFind(member, on: $1)
        }
        reconnector.didFindAnotherGame = { [weak self, weak seat] in
            if let self, let seat, let member = member(of: seat) { fail(member, .givenUp) }
        }
        reconnector.didFindNobody = { [weak self, weak seat] in
            if let self, let seat, let member = member(of: seat) { fail(member, .gone) }
        }
        seat.reconnector = reconnector
        return reconnector
    }

    private func member(of seat: Seat) -> Int? { seats.first { $0.value === seat }?.key }

    private func didFind(_ member: Int, on connection: Link) {
        guard let seat = seats[member], let session = seat.reconnector?.session else { return connection.close() }
        // A port that the host opened for the search is closed again.
        if session.endpoint.flatMap(RelayEndpoint.init) != nil { seat.session = session }
        seat.stop()
        didReturn(member, connection)
    }

    private func fail(_ member: Int, _ failure: Failure) {
        seats[member]?.stop()
        didFail(member, failure)
    }
}
