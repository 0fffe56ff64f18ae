// The seats at a table as the network sees them: a connection to each member, its heartbeats, and the search for members who have lost
// theirs. The host has a member for each guest, named by a number before the game and by the seat in it; a guest has one, the host, 0. With
// each seat the host hands out a token, by which Reconnection knows the player again. A table hands its seats on to the party.

import Wire

/// The seats at a table.
final class TableSeats: Cancellable {
    /// How long a seat is reserved, in seconds.
    nonisolated static let timeout = 120
    /// How long a program may be silent before nobody waits for its player any longer, in milliseconds.
    static let sittingOutAfter = 30_000

    /// The host's name, under which it looks for its guests.
    var title = ""
    /// At the host: under which number its guests know a member; nil if they do not.
    var place: (_ member: Int) -> Int? = { $0 }
    /// At a guest: its own number in what the host reports; nil while it is not known.
    var ownPlace: () -> Int? = { nil }
    /// Called with each packet of a member that is none of these seats' own.
    var didReceive: (_ member: Int, Packet) -> Void = { _, _ in }
    /// Called when `silent` or `reserved` has changed.
    var didChange: () -> Void = {}
    /// Called when a member is back, to send what it has to hear first, and when everything is told. Nothing was read yet.
    var willReturn: (_ member: Int) -> Void = { _ in }
    var didReturn: (_ member: Int) -> Void = { _ in }
    /// Called when a member is gone for good, for the owner to remove it. The reason is that of a guest who has lost the host.
    var didLose: (_ member: Int, QuitReason) -> Void = { _, _ in }

    private let isHost: Bool
    private let environment: Match.Services
    private var members: [Int: Member] = [:]
    /// At the host: players who were sent away while they were looked for, and read so when they come back.
    private var sentAway: [Member] = []
    /// Whether the game has begun. Before that a guest who has sent no heartbeat may not have its token.
    private var isPlaying = false
    /// At a guest: who cannot act as the host reports it.
    private var reported: (silent: Set<Int>, ends: [Int: Int]) = ([], [:])

    private final class Member {
        var link: Link?
        var heartbeat: Heartbeat?
        /// Runs while the program is silent.
        var silence: Cancellable?
        var isSittingOut = false
        /// What the seat is recognised by; nil if nobody can come back to it.
        var session: ResumableGame?
        /// The search for the player. The seat is reserved until its end.
        var reconnection: Reconnection?

        func stopSearch() {
            reconnection?.cancel()
            reconnection = nil
        }

        func stopHeartbeat() {
            heartbeat?.stop()
            silence?.cancel()
            (heartbeat, silence, isSittingOut) = (nil, nil, false)
        }
    }

    /// No seats yet.
    init(isHost: Bool, environment: Match.Services) {
        (self.isHost, self.environment) = (isHost, environment)
    }

    isolated deinit { cancel() }

    /// Nobody is looked for any more.
    func cancel() {
        for member in members.values + sentAway {
            member.stopSearch()
            member.stopHeartbeat()
        }
    }

    /// Everybody leaves. At the host the table closes, and a player who comes back for a reserved seat is told so until `cancel`. Returns whether
    /// there are such seats.
    func close() -> Bool {
        for (number, member) in members {
            if isHost, let search = member.reconnection {
                search.sayGoodbye()
            } else {
                remove(number)?.close()
            }
        }
        return !members.isEmpty || !sentAway.isEmpty
    }

    /// At the host: a player is sent away, and has no seat any more.
    func sendAway(_ number: Int) {
        let word = Packet.lobby(.matchmaking(.sentAway))
        send(word, to: number)
        guard let member = members[number], let search = member.reconnection else { return }
        members[number] = nil
        sentAway.append(member)
        search.sayGoodbye(word)
    }

    // MARK: Who sits there

    /// The connections that are open, by member.
    var links: [Int: Link] { members.compactMapValues(\.link) }
    /// Whether a member has a seat, with a connection or reserved.
    func has(_ member: Int) -> Bool { members[member] != nil }
    /// Sends to a member who has a connection.
    func send(_ packet: Packet, to member: Int) { members[member]?.link?.send(packet) }

    /// A member sits down on this connection. `follow` starts its heartbeats.
    func seat(_ number: Int, on link: Link) {
        let member = member(number)
        member.link = link
        link.didReceive = { [weak self, weak member] in if let member { self?.receive($0, from: member) } }
        link.didEnd = { [weak self, weak member] in if let member { self?.lose(member, because: $0) } }
    }

    private func member(_ number: Int) -> Member {
        let member = members[number] ?? Member()
        members[number] = member
        return member
    }

    /// A member has no seat any more. Returns its connection, if it has one.
    @discardableResult
    func remove(_ number: Int) -> Link? {
        let member = members.removeValue(forKey: number)
        member?.stopSearch()
        member?.stopHeartbeat()
        return member?.link
    }

    /// The game begins: the members get these numbers.
    func begin(_ numbers: [Int: Int]) {
        for number in members.keys where numbers[number] == nil { remove(number) }
        for member in members.values { member.stopHeartbeat() }
        members = Dictionary(uniqueKeysWithValues: members.map { (numbers[$0] ?? $0, $1) })
        (isPlaying, reported) = (true, ([], [:]))
    }

    // MARK: Who cannot act

    /// The places of those whose programs do not answer.
    var silent: Set<Int> {
        let members = Set(members.filter { $1.heartbeat?.isAnswering == false }.keys)
        if isHost { return Set(members.compactMap(place)) }
        return !ends.isEmpty ? [] : members.isEmpty ? reported.silent : [0]
    }

    /// The members among them for whom nobody waits any longer.
    var sittingOut: Set<Int> { Set(members.filter(\.value.isSittingOut).keys) }

    /// Until when the places of those who lost the connection are reserved, in milliseconds of the scheduler's clock.
    var reserved: [Int: Int] {
        if isHost {
            let ends = ends.compactMap { member, end in place(member).map { ($0, end) } }
            return Dictionary(uniqueKeysWithValues: ends)
        }
        return ends.isEmpty ? reported.ends : ends
    }

    private var ends: [Int: Int] { members.compactMapValues { $0.reconnection?.end } }

    /// Whether this program has lost the relay, over which it looks for a member.
    var isCutOff: Bool { members.values.contains { $0.reconnection?.isCutOff == true } }

    /// Those who cannot act, with their names by place.
    func absences(_ names: [String]) -> [Absence] {
        Absence.list(silent: silent, reserved: reserved, names: names, isCutOff: isCutOff)
    }
}

// MARK: - Heartbeats

extension TableSeats {
    /// Expects heartbeats of every member who has a connection. A new one gets its first heartbeat at once.
    func follow() {
        for (number, member) in members.sorted(by: { $0.key < $1.key }) {
            if member.link == nil { member.stopHeartbeat() } else if member.heartbeat == nil { startHeartbeat(number, member) }
        }
    }

    private func startHeartbeat(_ number: Int, _ member: Member) {
        let heartbeat = Heartbeat(scheduler: environment, timing: .party)
        member.heartbeat = heartbeat
        heartbeat.send = { [unowned self] in send(.control(.heartbeat(message(read: $0))), to: number) }
        heartbeat.didChange = { [unowned self] in heartbeatDidChange(of: number) }
        heartbeat.start()
    }

    /// A host's heartbeats report who cannot act.
    private func message(read: Int) -> HeartbeatMessage {
        guard isHost else { return HeartbeatMessage(read: read) }
        let left = reserved.mapValues { max(0, $0 - environment.now + 999) / 1000 }
        return HeartbeatMessage(read: read, silent: silent.sorted(), reserved: left)
    }

    private func heartbeatDidChange(of number: Int) {
        guard let member = members[number] else { return }
        member.silence?.cancel()
        member.isSittingOut = false
        if member.heartbeat?.isAnswering == false {
            let rest = Self.sittingOutAfter - Heartbeat.Timing.party.timeout
            member.silence = environment.after(milliseconds: rest) { [weak self, weak member] in
                member?.isSittingOut = true
                self?.didChange()
            }
        }
        didChange()
    }

    /// Who has a connection has changed: a host tells its guests at once.
    func connectionsDidChange() {
        follow()
        if isHost { for member in members.values { member.heartbeat?.beat() } }
        didChange()
    }

    /// The host reports who cannot act.
    private func didReport(_ message: HeartbeatMessage) {
        let own = [0, ownPlace() ?? 0]
        let silent = Set(message.silent).subtracting(own)
        let ends = message.reserved.filter { !own.contains($0.key) }.mapValues { environment.now + $0 * 1000 }
        // The host rounds to seconds, which is no change.
        let kept = ends.merging(reported.ends) { new, old in abs(new - old) < 2000 ? old : new }.filter { ends[$0.key] != nil }
        guard (silent, kept) != reported else { return }
        reported = (silent, kept)
        didChange()
    }
}

// MARK: - The connections

extension TableSeats {
    private func receive(_ packet: Packet, from member: Member) {
        guard let number = number(of: member), let link = member.link else { return }
        member.heartbeat?.didReceive(confirming: packet.confirmedCount)
        switch packet {
        case .control(.heartbeat(let message)): if !isHost { didReport(message) }
        case .control(.bye(.stalled)):
            link.close()
            lose(member, because: .stalled)
        default: didReceive(number, packet)
        }
    }

    private func lose(_ member: Member, because end: Disconnection) {
        guard let number = number(of: member), let link = member.link else { return }
        member.link = nil
        let hasToken = !isHost || isPlaying || member.heartbeat?.isExpected == true
        if !isHost, link.socket.isPeerGone {
            didLose(number, .hostGone)
        } else if end.mayBeAccident, hasToken, reserve(number) {
            connectionsDidChange()
        } else {
            didLose(number, .connectionDropped)
        }
    }
}

// MARK: - Coming back

extension TableSeats {
    /// What a member's seat is recognised by; nil if nobody can come back to it.
    func session(of member: Int) -> ResumableGame? { members[member]?.session }

    /// At the host: hands the token of a seat to the guest.
    func handOutToken(to number: Int, named name: String) {
        guard let link = members[number]?.link else { return }
        let token = ResumeToken.random(environment)
        link.send(.control(.resume(.open(token))))
        note(token, of: number, named: name, on: link)
    }

    /// The host has handed out the token of a seat.
    func note(_ token: ResumeToken, of number: Int, named name: String, on link: Link) {
        let endpoint = link.origin.endpoint
        // On the local network the host listens anywhere: its guests find it in the lists.
        let isKnown = !isHost || endpoint?.isAtRelay == true
        var session = ResumableGame(token: token, isHost: isHost, opponent: name, endpoint: isKnown ? endpoint : nil)
        session.isSealed = link.isSealed
        note(session, of: number)
    }

    /// What a member's seat is recognised by.
    func note(_ session: ResumableGame, of number: Int) { member(number).session = session }

    /// A member has lost the connection: looks for the player. Returns false if that is not possible.
    @discardableResult
    func reserve(_ number: Int, for seconds: Int = timeout) -> Bool {
        guard let member = members[number], let session = member.session else { return false }
        member.stopSearch()
        search(for: member, session, seconds: seconds).start()
        return true
    }

    /// At the host: a player calls at the port of the table. Its loss may not have been noticed yet. Returns false if it has no seat here.
    func admit(_ link: Link, calling message: ResumeMessage) -> Bool {
        guard case .call(let mark, let nonce, _) = message else { return false }
        for member in members.values + sentAway {
            guard let session = member.session,
                environment.seals.isSame(mark, session.token.mark(ofCall: true, nonce: nonce, kit: environment.seals))
            else { continue }
            link.hold(again: .control(.resume(message)))
            (member.reconnection ?? search(for: member, session)).admit(link)
            return true
        }
        return false
    }

    private func search(for member: Member, _ session: ResumableGame, seconds: Int? = nil) -> Reconnection {
        let reconnection = Reconnection(
            session, kind: .table, title: title, seconds: seconds,
            relay: session.endpoint?.isAtRelay == true ? environment.broker : nil, environment: environment)
        reconnection.didCutOff = { [weak self] in self?.didChange() }
        reconnection.didFind = { [weak self, weak member] in
            guard let self, let member, let number = number(of: member) else { return $1.close() }
            didFind(number, on: $1)
        }
        reconnection.didFail = { [weak self, weak member] in
            if let self, let member, let number = number(of: member) { fail(number, $0) }
        }
        member.reconnection = reconnection
        return reconnection
    }

    private func number(of member: Member) -> Int? { members.first { $0.value === member }?.key }

    private func didFind(_ number: Int, on link: Link) {
        guard let member = members[number], let session = member.reconnection?.session else { return link.close() }
        // A port that the host opened for the search is closed again.
        if session.endpoint?.isAtRelay == true { member.session = session }
        member.stopSearch()
        member.link?.close()
        seat(number, on: link)
        willReturn(number)
        connectionsDidChange()
        didReturn(number)
        link.start()
    }

    private func fail(_ number: Int, _ reason: QuitReason) {
        members[number]?.stopSearch()
        didLose(number, reason)
    }
}
