// An offer that others can come to: advertised and listed and, where it is private, behind a gate that asks for a code. Hosting (a game)
// and TableHost (a table) use it.

import Wire

/// An offer of this player.
package final class HostedOffer {
    /// How the offer stands in the lists.
    package enum State: Equatable {
        /// It is being listed, or was withdrawn.
        case pending
        /// Others see it under this name.
        case listed(name: String)
        /// The lists do not work.
        case failed(DiscoveryTrouble)
    }

    /// How the offer stands in the lists.
    package private(set) var state = State.pending
    /// Asks for the code; nil while anybody may come.
    package private(set) var gate: PassphraseGate?
    /// Where the last wrong code came from, and how many there were since the gate opened.
    package private(set) var wrongCodes: (address: String, count: Int)?
    /// Runs while a further wrong code is only counted. Drawing each one of a flood leaves no time for the guest who has the code.
    private var wrongCodePause: Cancellable? { didSet { oldValue?.cancel() } }
    /// Whether somebody disturbs the room, and may keep guests out, since it was opened.
    package private(set) var isDisturbed = false
    /// Called with the link of everybody who is let in.
    package var didAdmit: (Link) -> Void = { _ in }
    /// Called when anything above, or `directions`, changes.
    package var didChange: () -> Void = {}

    private let place: Endpoint?
    private let environment: Scheduler & Rendezvous & Cryptography
    private var offer: Offer
    /// Whether a match is listed instead.
    private var isShowing = false
    private var advertisement: Advertisement?
    /// Learns the address outside, and dials the friend who has answered.
    private var outside: OutsideAddress?
    private var dial: MutualDial? { didSet { oldValue?.cancel() } }
    /// Takes the friend's line from the relay, and the link on which it comes.
    private var answers: Advertisement? { didSet { oldValue?.cancel() } }
    private var messenger: Link? { didSet { oldValue?.close() } }
    /// Whether the line of the friend who is dialled came through the relay.
    package private(set) var isAnsweredAtRelay = false

    /// An offer at `place`, or at the usual one if nil. `open` follows.
    package init(_ offer: Offer, at place: Endpoint?, environment: Scheduler & Rendezvous & Cryptography) {
        (self.offer, self.place, self.environment) = (offer, place, environment)
    }

    /// Whether it is in a room at the relay.
    package var isOnline: Bool { place?.isAtRelay == true }
    /// Whether the router is asked to let a friend in.
    package var isDirect: Bool { place?.isDirect == true }
    /// How a friend reaches a direct game.
    package var route: DirectRoute? { advertisement?.route?.adding(outside?.state) }
    /// The line for a friend of a direct game, once somebody can come.
    package var directCode: JoinCode? {
        guard let gate, let route, !route.isAsking, !route.addresses.isEmpty else { return nil }
        // Where both dial each other, IPv4 and IPv6 are both worth a try.
        if route.needsAnswer { return .direct(route.addresses.prefix(AnswerLine.mostAddresses).map(\.text), gate.code) }
        let codes = (1...Self.mostAddresses).map { JoinCode.direct(route.addresses.prefix($0).map(\.text), gate.code) }
        return codes.last { $0.text.utf8.count <= Self.lineLength } ?? codes[0]
    }
    /// What a friend pastes to come here: at an address, or in a room at the relay at this URL.
    package func codeForFriend(relay: String) -> JoinCode? { isDirect ? directCode : roomCode.map { .room($0, relay: relay) } }

    /// The line should fit a terminal of 80 columns, with a margin.
    private static let (mostAddresses, lineLength) = (2, 76)

    /// Where the offer is, while it is open.
    package var endpoint: Endpoint? { advertisement?.endpoint }
    /// What others can type to come here, the best first.
    package var directions: [String] { advertisement?.directions ?? [] }
    /// The usual port, if another program has it.
    package var takenPort: String? { advertisement?.takenPlace }
    /// The number and the words for friends, once there is a room. They stay while the relay is away.
    package var roomCode: RoomCode? {
        guard let gate, case .room(let number) = endpoint.flatMap(RelayEndpoint.init) else { return nil }
        return RoomCode(number: number, passphrase: gate.code)
    }

    /// Opens it, or opens it anew at another free place: a room gets another number and other words, unless `code` is one.
    /// Throws where nobody could come.
    package func open(isPrivate: Bool, code: Passphrase? = nil) throws(NetworkFailure) {
        leavePort()
        (state, isDisturbed, isShowing) = (.pending, false, false)
        try setPrivate(isPrivate, code: code)
        advertisement = try environment.advertise(
            offer, at: place, didAccept: { [weak self] in if let self { receive($0) } else { $0.close() } },
            onEvent: { [weak self] in self?.receive($0) })
    }

    /// Asks for a code from now on, a new one where none is given, or for none. Throws, and stays public, where there is not enough memory for a code.
    package func setPrivate(_ isPrivate: Bool, code: Passphrase? = nil) throws(NetworkFailure) {
        gate?.close()
        (gate, wrongCodes, wrongCodePause) = (nil, nil, nil)
        defer {
            offer.facts[Hosting.privateFact] = gate == nil ? nil : "1"
            advertisement?.list(offer)
        }
        guard isPrivate else { return }
        var name = offer.name
        if case .listed(let listed) = state { name = listed }
        guard let gate = PassphraseGate(code, listedAs: name, environment: environment) else { throw .noMemory }
        gate.didOpen = { [weak self] in self?.admit($0) }
        gate.didRefuse = { [weak self] address in
            guard let self else { return }
            wrongCodes = (address, (wrongCodes?.count ?? 0) + 1)
            tellOfWrongCodes()
        }
        self.gate = gate
    }

    /// At once, then once a second while there are more.
    private func tellOfWrongCodes() {
        guard wrongCodePause == nil else { return }
        let told = wrongCodes?.count
        didChange()
        wrongCodePause = environment.after(milliseconds: 1000) { [weak self] in
            guard let self else { return }
            wrongCodePause = nil
            if wrongCodes?.count != told { tellOfWrongCodes() }
        }
    }

    /// Lists it under another name of the player from now on.
    func rename(_ name: String) {
        withdraw()
        offer.name = name
        list()
    }

    /// Lists it again after `withdraw`.
    package func list() {
        isShowing = false
        advertisement?.list(offer)
    }

    /// Lists a match that can be watched here instead. Returns this if it stays open when both players have moved: a room, and a port that the
    /// router opens, are left then.
    @discardableResult
    func show(_ match: Offer) -> HostedOffer? {
        isShowing = true
        var match = match
        match.facts[Hosting.privateFact] = offer.facts[Hosting.privateFact]
        advertisement?.list(match)
        return isOnline || isDirect ? nil : self
    }

    /// Both players have moved: nobody else can come, unless to watch.
    func settle() { if !isShowing || isOnline || isDirect { close() } }

    /// Lists it with these facts from now on.
    func list(_ facts: [String: String]) {
        offer.facts.merge(facts) { $1 }
        list()
    }

    /// Takes it out of the lists. Those who know where it is can still connect.
    package func withdraw() {
        (state, isShowing) = (.pending, false)
        (dial, answers) = (nil, nil)
        advertisement?.withdraw()
    }

    /// Nobody can come any more.
    package func close() {
        leavePort()
        gate?.close()
        gate = nil
    }

    private func leavePort() {
        for task in [outside, advertisement] as [Cancellable?] { task?.cancel() }
        (outside, dial, answers, advertisement, messenger, wrongCodePause) = (nil, nil, nil, nil, nil, nil)
    }
}

// MARK: - Where the router opens no port

extension HostedOffer {
    /// Asks these public servers, host:port each, for the address outside, unless it is not needed.
    package func askOutside(_ servers: [String]) {
        guard isDirect, outside == nil, !servers.isEmpty, route?.isOpen == false, let port = advertisement?.port else { return }
        outside = OutsideAddress(of: port, servers: servers, environment: environment) { [weak self] in self?.didChange() }
        didChange()
    }

    /// The servers that have told the address outside.
    package var tellers: [String] { outside?.tellers ?? [] }

    /// Dials the friend who has sent this line back, for three minutes; called again, the friend of another line.
    package func dial(_ answer: AnswerLine, isFromRelay: Bool = false) {
        guard let port = advertisement?.port else { return }
        isAnsweredAtRelay = isFromRelay
        dial = MutualDial(to: answer.addresses, from: port, environment: environment) { [weak self] in
            self?.receive($0)
        } didEnd: { [weak self] in
            self?.dial = nil
            self?.didChange()
        }
        didChange()
    }

    /// Dials nobody any more.
    package func stopDialling() {
        dial = nil
        didChange()
    }

    /// Until when the friend is dialled, in milliseconds of the scheduler's clock; nil: not at all.
    package var diallingEnd: Int? { dial?.end }

    /// Takes the friend's line from the relay as well, if the friend has the same one, while that line is needed.
    package func listenAtRelay() {
        guard isDirect, route?.needsAnswer == true, case .direct(let addresses, _) = directCode else {
            answers = nil
            return
        }
        let place = environment.answerPlace(of: addresses.compactMap { PublicAddress($0) })
        if answers?.endpoint == place { return }
        answers = nil
        answers = try? environment.advertise(
            offer, at: place, didAccept: { [weak self] in if let self { receive($0) } else { $0.close() } }, onEvent: { _ in })
    }
}

extension HostedOffer {
    /// Somebody with the words has come: a guest or, at the relay of a direct game, a friend's line.
    private func admit(_ link: Link) {
        guard isDirect, link.origin.isAtRelay else { return didAdmit(link) }
        messenger = link
        link.didReceive = { [weak self, unowned link] in self?.receive($0, on: link) }
        link.didEnd = { _ in }
        link.start()
    }

    /// The line is repeated, so that the friend's program knows that it has come.
    private func receive(_ packet: Packet, on link: Link) {
        guard case .control(.privacy(.answer(let line))) = packet else { return }
        link.send(packet)
        link.close()
        dial(line, isFromRelay: true)
    }
}

extension HostedOffer {
    private func receive(_ connection: Connection) {
        environment.note("\(connection.origin.noted) has connected")
        if let gate { gate.admit(connection) } else { didAdmit(Link(connection, scheduler: environment)) }
    }

    private func receive(_ event: AdvertisementEvent) {
        environment.note("\(offer.kind) of ours: \(event)")
        switch event {
        case .listed(let name):
            state = .listed(name: name)
            gate?.listedAs = name
        case .trouble(let trouble): state = .failed(trouble)
        case .disturbed: isDisturbed = true
        case .ready: if case .failed = state { state = .pending }
        case .moved where advertisement?.route?.isOpen == true:
            outside?.cancel()
            outside = nil
        case .moved: break
        }
        didChange()
    }
}
