// The proof of work (hashcash) in a card and in an acceptance: it costs its author a moment of a processor, once for each key, place and ten
// minutes, so a thousand players who do not exist cost a thousand such moments. Who reads it needs a microsecond, and no signature of anything
// without it is checked.

/// The proof that some work was done for a key, a topic and a time.
nonisolated struct WorkStamp: Equatable, Sendable {
    /// How long it counts, in milliseconds: as long before and after that, since clocks differ.
    static let slotLength = 600_000
    /// How many bytes it has.
    static let length = 12

    /// The number of its time since 1970.
    let slot: UInt32
    /// What the work has found, 8 bytes.
    let proof: [UInt8]

    /// What the work found for a time.
    init(slot: UInt32, proof: [UInt8]) { (self.slot, self.proof) = (slot, proof) }

    /// Reads a stamp; nil where the bytes are none.
    init?(_ bytes: [UInt8]?) {
        guard let bytes, bytes.count == Self.length else { return nil }
        self.init(slot: bytes[..<4].reduce(0) { $0 << 8 | UInt32($1) }, proof: Array(bytes[4...]))
    }

    /// The stamp as it is sent: the time, the highest byte first, and the proof.
    var bytes: [UInt8] { Self.bytes(of: slot) + proof }

    /// The number of the time that this time of day belongs to, in milliseconds since 1970.
    static func slot(at time: Int) -> UInt32 { UInt32(clamping: time / slotLength) }

    private static func bytes(of slot: UInt32) -> [UInt8] {
        stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: slot >> $0) }
    }
}

extension WorkStamp {
    private static let purpose = Array("fourinarow work ".utf8)

    private static func subject(of key: [UInt8], at topic: String, in slot: UInt32, _ environment: Cryptography) -> [UInt8] {
        environment.digest(of: purpose + key + bytes(of: slot) + Array(topic.utf8))
    }

    /// Does the work for the present time. `completion` is called after this returns, and not after `cancel`.
    static func make(
        for key: [UInt8], at topic: String, environment: Scheduler & Cryptography, completion: @escaping (WorkStamp) -> Void
    ) -> Cancellable {
        let slot = slot(at: environment.wallClock)
        return environment.work(on: subject(of: key, at: topic, in: slot, environment)) {
            completion(WorkStamp(slot: slot, proof: $0))
        }
    }

    /// Whether the work was done for this key and topic, at most ten minutes from now.
    func counts(for key: [UInt8], at topic: String, _ environment: Scheduler & Cryptography) -> Bool {
        let now = Self.slot(at: environment.wallClock)
        guard slot <= now + 1, now <= slot + 1 else { return false }
        return environment.isProof(proof, of: Self.subject(of: key, at: topic, in: slot, environment))
    }
}
