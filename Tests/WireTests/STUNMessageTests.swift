// Answers of STUN servers, whole and in pieces, and everything that is none.

import Testing
import Wire

@Suite struct STUNMessageTests {
    private static let transaction: [UInt8] = Array(1...12)
    private static let cookie: [UInt8] = [0x21, 0x12, 0xA4, 0x42]

    private static func message(
        _ attributes: [UInt8], kind: [UInt8] = [1, 1], length: Int? = nil, cookie: [UInt8] = cookie
    ) -> [UInt8] {
        let size: [UInt8] = [0, UInt8(length ?? attributes.count)]
        return [kind, size, cookie, transaction, attributes].flatMap { $0 }
    }

    /// 11.0.2.7:41806, hidden with the cookie.
    private static let address: [UInt8] = [0, 0x20, 0, 8, 0, 1, 0x82, 0x5C, 0x2A, 0x12, 0xA6, 0x45]
    private static let software: [UInt8] = [0x80, 0x22, 0, 5] + Array("coder".utf8) + [0, 0, 0]

    private func read(_ pieces: [[UInt8]]) throws -> [STUNAnswer] {
        var decoder = STUNDecoder()
        var answers: [STUNAnswer] = []
        for piece in pieces {
            decoder.append(piece[...])
            while let answer = try decoder.next() { answers.append(answer) }
        }
        return answers
    }

    @Test func aRequestHasTwentyBytes() {
        #expect(STUNDecoder.request(Self.transaction) == [0, 1, 0, 0] + Self.cookie + Self.transaction)
    }

    @Test("An answer is read whole, byte by byte, and several at once")
    func answers() throws {
        let bytes = Self.message(Self.software + Self.address)
        let expected = try read([bytes])
        #expect(
            expected.map(\.host) == ["11.0.2.7"] && expected.map(\.port) == [41806] && expected[0].transaction == Self.transaction
        )
        #expect(expected[0].address == PublicAddress("11.0.2.7:41806"))
        #expect(try read(bytes.map { [$0] }) == expected)
        #expect(try read([bytes + bytes]) == expected + expected)
        #expect(try read([Array(bytes.dropLast())]).isEmpty)
    }

    /// The example of RFC 5769, section 2.3.
    @Test func anIPv6Address() throws {
        let transaction: [UInt8] = [0xB7, 0xE7, 0xA7, 0x01, 0xBC, 0x34, 0xD6, 0x86, 0xFA, 0x87, 0xDF, 0xAE]
        let value: [UInt8] = [
            0, 2, 0xA1, 0x47, 0x01, 0x13, 0xA9, 0xFA, 0xA5, 0xD3, 0xF1, 0x79, 0xBC, 0x25, 0xF4, 0xB5, 0xBE, 0xD2, 0xB9, 0xD9,
        ]
        let parts: [[UInt8]] = [[1, 1, 0, 24], Self.cookie, transaction, [0, 0x20, 0, 20], value]
        let answer = try #require(try read([parts.flatMap { $0 }]).first)
        #expect(answer.host == "2001:db8:1234:5678:11:2233:4455:6677" && answer.port == 32853)
        // An address of examples leads nowhere.
        #expect(answer.address == nil)
    }

    @Test(
        "What is no answer ends the reading",
        arguments: [
            message(address, kind: [1, 0x11]), message(address, kind: [0, 1]), message(address, cookie: [0, 0, 0, 0]),
            message([]),
            message(software), message(Array(address.dropLast(4))), message(address, length: 81), message(address, length: 11),
            [1, 1, 0xFF, 0xFC],
            message([0, 0x20, 0, 8, 0, 2] + address[6...]), message([0, 0x20, 0, 4, 0, 1, 0, 0]), message([0, 0x20, 0, 0]),
            Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8),
        ])
    func nonsense(bytes: [UInt8]) {
        #expect(throws: NoMessage.self) { try read([bytes]) }
        #expect(throws: NoMessage.self) { try read(bytes.map { [$0] }) }
    }

    @Test func afterNonsenseNothingIsRead() {
        var decoder = STUNDecoder()
        decoder.append([9, 9, 9, 9])
        #expect(throws: NoMessage.self) { try decoder.next() }
        decoder.append(Self.message(Self.address)[...])
        #expect(throws: NoMessage.self) { try decoder.next() }
    }
}
