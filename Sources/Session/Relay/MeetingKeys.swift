// The keys of one meeting over a broker: what a guest asks of a host, and the host's answer, are sealed with them, so that where the two
// play stays between them. A room and a card name the host's key share; each request carries a fresh share of the guest.
//
// The keys come from the key exchange of private games, with the host's inbox as session id and a password that everybody knows. They
// prove nothing about who is at the other end.

import Wire

/// The keys of one meeting.
nonisolated struct MeetingKeys {
    private let keys: ExchangeKeys
    private let kit: any SealKit
    /// The guest's whole request; empty before it is complete.
    private var request: [UInt8] = []

    /// One side of the key exchange, with a host that receives at `inbox`.
    static func exchange(isHost: Bool, inbox: String, kit: any SealKit) -> KeyExchange {
        kit.exchange(
            ExchangeTerms(
                isHost: isHost, password: SecretBytes([UInt8](repeating: 0, count: 32)), session: Array(inbox.utf8),
                hostData: Array("meeting 1 host".utf8), guestData: Array("meeting 1 guest".utf8)))
    }

    init(_ keys: ExchangeKeys, kit: any SealKit) { (self.keys, self.kit) = (keys, kit) }

    /// The same keys with the request bound into all but the key of its own sealed part.
    func bound(to request: [UInt8]) -> MeetingKeys {
        var bound = self
        bound.request = request
        return bound
    }

    func sealRequest(_ request: JoinRequest) -> [UInt8] { kit.seal(alone: RelayMessage.join(request).bytes, key: requestKey) }

    func openRequest(_ sealed: [UInt8]) -> JoinRequest? {
        guard let bytes = kit.open(alone: sealed, key: requestKey), case .join(let request) = RelayMessage(bytes) else {
            return nil
        }
        return request
    }

    func sealAnswer(_ answer: RelayMessage) -> RelayMessage { .sealed(kit.seal(alone: answer.bytes, key: answerKey)) }

    /// The answer in a sealed message; nil where it is none, or not of these keys.
    func openAnswer(_ bytes: [UInt8]) -> RelayMessage? {
        guard case .sealed(let sealed) = RelayMessage(bytes) else { return nil }
        return kit.open(alone: sealed, key: answerKey).flatMap { RelayMessage($0) }
    }

    /// The sealed connection of the two.
    @MainActor func seal(_ connection: Connection, isHost: Bool, environment: Scheduler) -> Connection {
        func key(ofHost: Bool) -> SecretBytes {
            derived(ofHost ? "host's stream" : "guest's stream", from: ofHost ? keys.hostKey : keys.guestKey)
        }
        let stream = SealedStream(kit: kit, sendingKey: key(ofHost: isHost), receivingKey: key(ofHost: !isHost))
        return SealedConnection(connection, stream: stream, unread: [], environment: environment)
    }

    private var requestKey: SecretBytes { kit.digest(of: Array("fourinarow meeting 1 request".utf8), key: keys.guestKey) }
    private var answerKey: SecretBytes { derived("answer", from: keys.hostKey) }

    private func derived(_ purpose: String, from key: SecretBytes) -> SecretBytes {
        precondition(!request.isEmpty, "bound to a request")
        return kit.digest(of: Array("fourinarow meeting 1 \(purpose) ".utf8) + request, key: key)
    }
}
