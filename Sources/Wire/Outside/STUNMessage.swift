// What a program says to a STUN server over TCP (RFC 8489), and how it reads the answers: only the Binding method, which tells from which address
// and port outside a connection comes. The server is not trusted: an answer is short, and belongs to the question with the same number.

private let (bindingRequest, bindingResponse): (UInt8, Int) = (0x01, 0x0101)
private let xorMappedAddress = 0x0020
private let cookie: [UInt8] = [0x21, 0x12, 0xA4, 0x42]
private let headerLength = 20

/// The success response to a Binding request.
public struct STUNAnswer: Equatable, Sendable {
    /// The number of the request.
    public let transaction: [UInt8]
    /// The address outside, numeric. It may mean nothing.
    public let host: String
    /// The port outside.
    public let port: UInt16

    /// The same where others can use it.
    public var address: PublicAddress? { PublicAddress(host: host, port: port) }
}

/// Asks, and reads answers from a stream of bytes that arrives in pieces.
public struct STUNDecoder: Sendable {
    /// The longest answer in bytes, with its header of 20. One with an IPv6 address and the server's name has about 80.
    public static let longest = 100

    /// How many random bytes number a request.
    public static let transactionLength = 12

    /// The 20 bytes of a request with this number of 12 bytes, which the answer repeats.
    public static func request(_ transaction: [UInt8]) -> [UInt8] {
        precondition(transaction.count == transactionLength, "twelve bytes")
        return [0, bindingRequest, 0, 0] + cookie + transaction
    }

    private var buffer: [UInt8] = []
    private var isDead = false

    /// A decoder at the start of a stream.
    public init() {}

    /// Adds received bytes. After an error they are dropped.
    public mutating func append(_ bytes: ArraySlice<UInt8>) { if !isDead { buffer += bytes } }

    /// The next answer; nil if more bytes are needed. Throws where the server says anything else, and in every call after that.
    public mutating func next() throws(NoMessage) -> STUNAnswer? {
        do throws(NoMessage) {
            if isDead { throw NoMessage() }
            return try read()
        } catch {
            (isDead, buffer) = (true, [])
            throw error
        }
    }

    private mutating func read() throws(NoMessage) -> STUNAnswer? {
        // A wrong header is found out before the rest has arrived.
        guard buffer.count >= 4 else { return nil }
        let length = number(at: 2)
        guard number(at: 0) == bindingResponse, length % 4 == 0, headerLength + length <= Self.longest else {
            throw NoMessage()
        }
        guard buffer.count >= headerLength + length else { return nil }
        guard buffer[4..<8].elementsEqual(cookie) else { throw NoMessage() }
        let transaction = Array(buffer[8..<headerLength])
        var place = headerLength
        let end = place + length
        while place < end {
            guard place + 4 <= end else { throw NoMessage() }
            let (kind, size) = (number(at: place), number(at: place + 2))
            let start = place + 4
            guard start + size <= end else { throw NoMessage() }
            if kind == xorMappedAddress {
                guard let (host, port) = address(in: buffer[start..<start + size], transaction) else { throw NoMessage() }
                buffer.removeFirst(end)
                return STUNAnswer(transaction: transaction, host: host, port: port)
            }
            // What else a server says of itself is of no use. Each attribute is padded.
            place = start + (size + 3) / 4 * 4
        }
        throw NoMessage()
    }

    private func number(at place: Int) -> Int { Int(buffer[place]) << 8 | Int(buffer[place + 1]) }

    /// An XOR-MAPPED-ADDRESS: a zero byte, the family (1 IPv4, 2 IPv6), the port and the address, hidden from routers that change addresses.
    private func address(in value: ArraySlice<UInt8>, _ transaction: [UInt8]) -> (host: String, port: UInt16)? {
        let value = Array(value)
        guard value.count == 8 && value[1] == 1 || value.count == 20 && value[1] == 2 else { return nil }
        let plain = zip(value[4...], cookie + transaction).map { $0 ^ $1 }
        let port = UInt16(value[2] ^ cookie[0]) << 8 | UInt16(value[3] ^ cookie[1])
        if plain.count == 4 { return (plain.map(String.init).joined(separator: "."), port) }
        let groups = stride(from: 0, to: plain.count, by: 2).map { String(Int(plain[$0]) << 8 | Int(plain[$0 + 1]), radix: 16) }
        return (groups.joined(separator: ":"), port)
    }
}
