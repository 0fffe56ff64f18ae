// The codec beside Foundation's: a disc from value to frame and back, as the game does it, and as the original app's MTPacket does
// it with NSKeyedArchiver. Foundation on Linux cannot write a class name of one's choice (it ignores setClassName): it reads its own
// name in the round trip, and the original's when it decodes only. Prints a line a figure: its name, our nanoseconds, Foundation's. Argument: how many rounds.

import Foundation
import Wire

/// The original app's packet.
final class MTPacket: NSObject, NSSecureCoding {
    static let supportsSecureCoding = true
    let data: NSDictionary?
    let type: Int
    let action: Int

    init(data: NSDictionary?, type: Int, action: Int) {
        self.data = data
        self.type = type
        self.action = action
    }

    init?(coder: NSCoder) {
        data = coder.decodeObject(of: [NSDictionary.self, NSString.self, NSNumber.self], forKey: "data") as? NSDictionary
        type = coder.decodeInteger(forKey: "type")
        action = coder.decodeInteger(forKey: "action")
    }

    func encode(with coder: NSCoder) {
        coder.encode(data, forKey: "data")
        coder.encode(type, forKey: "type")
        coder.encode(action, forKey: "action")
    }
}

/// What keeps the optimiser from leaving work out.
nonisolated(unsafe) private var kept = 0

private func encodeByFoundation(column: Int) -> Data {
    let packet = MTPacket(data: ["column": NSNumber(value: column)], type: 0, action: 0)
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    archiver.encode(packet, forKey: "packet")
    archiver.finishEncoding()
    let body = archiver.encodedData
    var frame = withUnsafeBytes(of: UInt64(body.count).littleEndian) { Data($0) }
    frame.append(body)
    return frame
}

private let ownName = NSStringFromClass(MTPacket.self)

private func decodeByFoundation(_ frame: Data) -> Int? {
    guard let unarchiver = try? NSKeyedUnarchiver(forReadingFrom: frame.dropFirst(8)) else { return nil }
    for name in ["MTPacket", ownName] { unarchiver.setClass(MTPacket.self, forClassName: name) }
    let packet = unarchiver.decodeObject(of: MTPacket.self, forKey: "packet")
    unarchiver.finishDecoding()
    return (packet?.data?["column"] as? NSNumber)?.intValue
}

private func encode(column: Int) -> [UInt8] { Packet.frame(of: .game(FourInARowMessage.didAddDisc(column: column).packet)) }

private func decode(_ frame: [UInt8]) -> FourInARowMessage? {
    var decoder = PacketDecoder()
    decoder.append(frame)
    guard case .game(let packet) = try? decoder.next() else { return nil }
    return try? FourInARowMessage(packet)
}

/// Nanoseconds of one call, over `count` calls that go through the columns.
private func time(_ count: Int, _ call: (Int) -> Int) -> Double {
    let start = DispatchTime.now().uptimeNanoseconds
    for turn in 0..<count { kept &+= call(turn % 7) }
    return Double(DispatchTime.now().uptimeNanoseconds - start) / Double(count)
}

private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

/// The two in turn, the median of the rounds.
private func compare(_ name: String, rounds: Int, ours: (Int) -> Int, theirs: (Int) -> Int) {
    var times: (ours: [Double], theirs: [Double]) = ([], [])
    for _ in 0..<rounds {
        times.ours.append(time(20_000, ours))
        times.theirs.append(time(1_000, theirs))
    }
    print("\(name)\t\(median(times.ours))\t\(median(times.theirs))")
}

private func check(_ isTrue: Bool, _ what: String) {
    if isTrue { return }
    FileHandle.standardError.write(Data("codec-bench: \(what)\n".utf8))
    exit(1)
}

private let rounds = max(1, CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 5)
private let ours = (0..<7).map(encode)
private let frames = ours.map { Data($0) }

for column in 0..<7 {
    check(decode(ours[column]) == .didAddDisc(column: column), "our codec does not read its own disc")
    check(decodeByFoundation(Data(ours[column])) == column, "Foundation does not read our disc")
    check(decodeByFoundation(encodeByFoundation(column: column)) == column, "Foundation does not read its own disc")
}

compare(
    "encode + decode of a disc", rounds: rounds,
    ours: { decode(encode(column: $0)) == .startNewGame ? 1 : 0 },
    theirs: { decodeByFoundation(encodeByFoundation(column: $0)) ?? -1 })
compare(
    "decode of a disc", rounds: rounds,
    ours: { decode(ours[$0]) == .startNewGame ? 1 : 0 },
    theirs: { decodeByFoundation(frames[$0]) ?? -1 })
compare(
    "encode of a disc", rounds: rounds, ours: { encode(column: $0).count }, theirs: { encodeByFoundation(column: $0).count })
check(kept != 1, "the optimiser left the work out")
