// Joining a game: connecting to it, trying codes where it is private, and finding out what is played in a room. A screen, text mode or a
// test starts it and receives its events.

import Wire

/// A game to be joined.
package struct JoinTarget: Equatable {
    /// What it is called, for the player.
    package let name: String
    /// Where it is.
    package let endpoint: Endpoint
    /// The name that it is listed under, which the handshake of a private game proves; nil where its address was typed.
    package let listedAs: String?
    /// Where else the same host may be.
    package var others: [Endpoint] = []
    /// Whether a router may have to open its port only now.
    package var isBehindRouter = false
    /// Whether it is a friend's room at the relay.
    package var isRoom: Bool { endpoint.isAtRelay }

    /// A game at an address that was typed.
    package init(at endpoint: Endpoint) { (name, self.endpoint, listedAs) = (endpoint.words, endpoint, nil) }

    /// A friend's game at any of several addresses.
    package init(at endpoint: Endpoint, or others: [Endpoint]) {
        self.init(at: endpoint)
        (self.others, isBehindRouter) = (others, true)
    }

    /// A game from the list.
    package init(_ listing: Listing) {
        (name, endpoint, listedAs) = (listing.title, listing.endpoint, listing.name)
    }

    /// A friend's room. Its number is bound by the handshake, so nobody can lead a guest into another room.
    package init(_ code: RoomCode) { (name, endpoint, listedAs) = (code.number, code.endpoint, code.endpoint.text) }
}

extension Rendezvous {
    /// The host at any of these addresses, of which there is at least one.
    package func target(typed addresses: [String]) throws(AddressMistake) -> JoinTarget {
        var endpoints: [Endpoint] = []
        for address in addresses { endpoints.append(try endpoint(typed: address)) }
        return JoinTarget(at: endpoints[0], or: Array(endpoints.dropFirst()))
    }
}

/// What happens while a game is joined.
package enum JoiningEvent {
    /// `activity`, `codeTarget` or `answering` has changed.
    case changed
    /// There is no connection to the game.
    case failed(NetworkFailure, JoinTarget)
    /// A code did not let us in.
    case refused(CodeRefusal, JoinTarget)
    /// This code was wrong before, and was not tried again.
    case codeRepeated
    /// The game is joined, with its code if there is one. Without one it may still turn out to be private; then ask for the code.
    case joined(JoinTarget, Link, code: Passphrase?)
    /// In the room is a table.
    case foundTable(MatchmakingTable, Link)
}

/// Joining a game, one at a time.
package final class Joining {
    /// What is under way.
    package enum Activity: Equatable {
        case connecting
        /// Somebody is at the other end: the code is tried, or the host says what is played there.
        case talking
        /// The host did not let us in: there is a line to send back (`answering`).
        case answering
    }

    /// Called with what happens.
    package var didHappen: (JoiningEvent) -> Void = { _ in }
    /// What is under way; nil: nothing.
    package private(set) var activity: Activity?
    /// The game that is being joined.
    package private(set) var target: JoinTarget?
    /// The private game whose code the player has to type; `attempt` follows.
    package private(set) var codeTarget: JoinTarget?

    private let environment: Scheduler & Rendezvous & Cryptography & Relayed
    /// The search for the host.
    private var dialling: Cancellable?
    /// The connections on which the code is tried. In a room there can be several: anybody can claim to be its host.
    private var entries: [PassphraseEntry] = []
    /// What became of the other ones.
    private var refusals: [CodeRefusal] = []
    /// Why nobody else was found.
    private var failure: NetworkFailure?
    private var greeting: RoomGreeting?
    /// The line to send back to a host that cannot be reached.
    package private(set) var answering: Answering?
    /// The host that could not be reached last.
    private var unreached: (target: JoinTarget, code: Passphrase)?
    private var refused: (target: JoinTarget, code: Passphrase)?

    /// How long the addresses of a host are dialled before a line is sent back, in milliseconds. They are dialled on after that.
    private static let patience = 4000
    private var limit: Cancellable?

    /// Joins nothing yet.
    package init(environment: Scheduler & Rendezvous & Cryptography & Relayed) { self.environment = environment }

    /// Joins a game: with a code at once, without one openly. A listed private game waits for its code.
    package func join(_ target: JoinTarget, isPrivate: Bool = false, code: Passphrase? = nil) {
        if let code { return attempt(code, at: target) }
        if isPrivate { return askCode(of: target) }
        connect(to: target)
    }

    /// Joins a table at an address that was typed: connects, and waits for the host to describe it.
    package func joinTable(_ target: JoinTarget) {
        leave()
        (self.target, activity) = (target, .connecting)
        dialling = DirectDial(to: [target.endpoint] + target.others, isPatient: false, environment: environment) {
            [weak self] connection in
            guard let self else { return }
            dialling?.cancel()
            dialling = nil
            greet(Link(connection, scheduler: environment), in: target)
        } didEnd: { [weak self] failure in
            guard let self else { return }
            (dialling, activity) = (nil, nil)
            didHappen(.failed(failure, target))
        }
        didHappen(.changed)
    }

    /// Waits until the player has typed the code of a private game.
    package func askCode(of target: JoinTarget) {
        codeTarget = target
        didHappen(.changed)
    }

    /// Tries a code. One that was wrong before is not tried again.
    package func attempt(_ code: Passphrase, at target: JoinTarget) {
        if let refused, refused.target == target, refused.code == code { return didHappen(.codeRepeated) }
        leave()
        search(for: target, code)
    }

    /// Cancels what is under way; without anything under way, does not wait for a code any more. Returns whether there was anything.
    @discardableResult
    package func goBack() -> Bool {
        guard activity != nil || codeTarget != nil else { return false }
        if dialling == nil { codeTarget = nil }
        leave()
        didHappen(.changed)
        return true
    }

    /// Ends everything. Nothing is told any more.
    package func cancel() {
        didHappen = { _ in }
        codeTarget = nil
        leave()
    }

    private func leave() {
        dialling?.cancel()
        for entry in entries { entry.cancel() }
        greeting?.cancel()
        limit?.cancel()
        answering?.cancel()
        (dialling, entries, refusals, failure, greeting, activity, answering) = (nil, [], [], nil, nil, nil, nil)
    }
}

// MARK: - The steps

extension Joining {
    private func connect(to target: JoinTarget) {
        (self.target, activity) = (target, .connecting)
        dialling = environment.connect(to: target.endpoint) { [weak self] result in
            guard let self else { return }
            (dialling, activity) = (nil, nil)
            switch result {
            case .success(let connection): didHappen(.joined(target, Link(connection, scheduler: environment), code: nil))
            case .failure(let failure): didHappen(.failed(failure, target))
            }
        }
        didHappen(.changed)
    }

    /// Tries the code with everybody who claims to be the host of a room, or at every address of a machine.
    private func search(for target: JoinTarget, _ code: Passphrase) {
        (self.target, activity) = (target, .connecting)
        let didFind = { [weak self] (connection: Connection) -> Void in self?.enter(target, code, connection) }
        let didEnd = { [weak self] (failure: NetworkFailure) -> Void in
            guard let self else { return }
            (dialling, self.failure) = (nil, failure)
            endIfNobodyIsLeft(target, code)
        }
        if case .room(let number) = RelayEndpoint(target.endpoint) {
            dialling = RoomSearch(
                number: number, broker: environment.broker, environment: environment, didFind: didFind, didEnd: didEnd)
        } else {
            dialling = DirectDial(
                to: [target.endpoint] + target.others, isPatient: target.isBehindRouter, environment: environment,
                didFind: didFind, didEnd: didEnd)
            guard !target.publicAddresses.isEmpty else { return didHappen(.changed) }
            limit = environment.after(milliseconds: Self.patience) { [weak self] in
                guard let self, activity == .connecting, dialling != nil else { return }
                dialling?.cancel()
                didEnd(.timedOut)
            }
        }
        didHappen(.changed)
    }

    private func enter(_ target: JoinTarget, _ code: Passphrase, _ connection: Connection) {
        if answering == nil { activity = .talking }
        var entry: PassphraseEntry?
        entry = PassphraseEntry(connection, code: code, listedAs: target.listedAs, environment: environment) { [weak self] in
            self?.didTry(target, code, entry, $0)
            entry = nil
        }
        entries += [entry].compactMap { $0 }
        didHappen(.changed)
    }

    private func didTry(_ target: JoinTarget, _ code: Passphrase, _ entry: PassphraseEntry?, _ result: Result<Link, CodeRefusal>)
    {
        entries.removeAll { $0 === entry }
        switch result {
        case .success(let link):
            leave()
            if target.isRoom {
                greet(link, in: target, code: code)
            } else {
                didHappen(.joined(target, link, code: code))
            }
        case .failure(let refusal):
            // Another connection with the host may still come, unless this one says why none does any good.
            if answering != nil, !refusal.isFinal { return }
            refusals.append(refusal)
            endIfNobodyIsLeft(target, code)
        }
    }

    /// Says what became of the code, unless somebody may still prove to be the host.
    private func endIfNobodyIsLeft(_ target: JoinTarget, _ code: Passphrase) {
        guard dialling == nil, entries.isEmpty || answering != nil else { return }
        let (refusals, failure) = (refusals, failure)
        leave()
        // What others than the host have said counts for nothing then.
        if let failure, [.otherVersion, .disturbed].contains(failure) { return didHappen(.failed(failure, target)) }
        guard let refusal = refusals.first(where: { if case .wrong = $0 { true } else { false } }) ?? refusals.first else {
            unreached = (target, code)
            return didHappen(.failed(failure ?? .refused, target))
        }
        switch refusal {
        case .wrong: refused = (target, code)
        case .isPublic: codeTarget = nil
        default: break
        }
        didHappen(.refused(refusal, target))
    }

    /// The host of a room or a table says first what is played there.
    private func greet(_ link: Link, in target: JoinTarget, code: Passphrase? = nil) {
        activity = .talking
        greeting = RoomGreeting(link, environment: environment) { [weak self] result in
            guard let self else { return }
            (greeting, activity) = (nil, nil)
            switch result {
            case .success(let table?): didHappen(.foundTable(table, link))
            case .success(nil): didHappen(.joined(target, link, code: code))
            case .failure(let failure): didHappen(.failed(failure, target))
            }
        }
        didHappen(.changed)
    }
}

// MARK: - Where the host's router lets nobody in

extension JoinTarget {
    /// The addresses at which its host can be dialled while it dials us.
    fileprivate var publicAddresses: [PublicAddress] {
        isBehindRouter ? ([endpoint] + others).compactMap { PublicAddress($0.words) } : []
    }
}

extension Joining {
    /// Whether a line can be sent back to the host that could not be reached last.
    package var canAnswer: Bool { unreached?.target.publicAddresses.isEmpty == false }

    /// Makes a line to send back to that host, with the help of these public servers, and dials the host until it dials us. The relay carries the
    /// line where the host has the same one. Throws where this machine has no port for it.
    package func answer(asking servers: [String]) throws(NetworkFailure) {
        guard let (target, code) = unreached, canAnswer else { return }
        leave()
        (self.target, activity) = (target, .answering)
        answering = try Answering(
            to: target.publicAddresses, code: code, servers: servers, environment: environment
        ) { [weak self] in
            self?.enter(target, code, $0)
        } didChange: { [weak self] in
            self?.didHappen(.changed)
        }
        didHappen(.changed)
    }
}

extension CodeRefusal {
    /// Whether the host itself has said it.
    fileprivate var isFinal: Bool {
        switch self {
        case .wrong, .paused, .impostor, .otherVersion: true
        default: false
        }
    }
}
