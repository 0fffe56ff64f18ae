// What a crowd of players who look for opponents costs a broker, and how long they wait for each other. Tests/Bench/relay starts the broker
// and this:
//
//     relay-bench PORT PROCESS SECONDS PLAYERS PAIRS READERS ALL ATTACKERS CARDS FLOOD
//
// PORT and PROCESS are the broker's; Load.swift says what the last seven are. It prints a row of a table.
// A line on stderr says how far it is. The exit code is 1 where anybody was paired twice, or the run broke off.

import Glibc
import Session

let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
guard numbers.count == 10, let port = UInt16(exactly: numbers[0]), numbers[2] > 0, numbers[3] >= 10 else {
    complain("usage: relay-bench PORT PROCESS SECONDS PLAYERS PAIRS READERS ALL ATTACKERS CARDS FLOOD")
    exit(2)
}
let (process, seconds, count) = (numbers[1], numbers[2], numbers[3])
let load = Load(
    players: count, pairs: numbers[4], readers: max(1, numbers[5]), readsAll: numbers[6] != 0, attackers: numbers[7],
    fakeCards: numbers[8], flood: numbers[9])
signal(SIGPIPE, SIG_IGN)
raiseDescriptorLimit(for: count + load.readers + load.attackers)

let loop = PollLoop()
let crowd = Crowd(load, loop: loop)
let empty = ProcessFigures(of: process)
if let failure = crowd.connect(port: port, progress: { if $0 % 500 == 0 { tell("\($0) of \(count) players are connected") } }) {
    complain(failure)
    exit(1)
}
let connected = ProcessFigures(of: process)

let timeout = loop.now + 120_000
loop.run {
    crowd.fill()
    return crowd.cards.count >= crowd.standing || loop.now > timeout
}
guard crowd.cards.count >= crowd.standing else {
    complain("only \(crowd.cards.count) of \(crowd.standing) cards have come to the list")
    exit(1)
}

let (before, mine) = (ProcessFigures(of: process), ProcessFigures(of: Int(getpid())))
let (start, countsBefore) = (loop.now, crowd.counts)
crowd.attack()
var nextLine = 0
loop.run {
    let passed = loop.now - start
    if passed >= nextLine {
        tell("\(passed / 1000) of \(seconds) s: \(crowd.ledger.pairs) pairs, \(crowd.cards.count) cards on the list")
        nextLine += 1000
    }
    crowd.pair(due: min(passed, seconds * 1000) * load.pairs / 1000)
    return passed >= seconds * 1000
}
let (after, mineAfter) = (ProcessFigures(of: process), ProcessFigures(of: Int(getpid())))

let ledger = crowd.ledger
let time = Double(loop.now - start) / 1000
let counts = crowd.counts
let listed = [
    counts.cards - countsBefore.cards, counts.renewals - countsBefore.renewals, counts.ends - countsBefore.ends,
    counts.clears - countsBefore.clears,
].map { one(Double($0) / time) }
let readers = 1 + load.readers + (load.flood > 0 ? load.attackers : 0)
let row = [
    "\(count)", "\(crowd.standing)", one(Double(ledger.pairs) / time), "\(ledger.pairs)", "\(ledger.wrong)",
    "\(ledger.gone) / \(ledger.silent) / \(ledger.others)", one(ledger.milliseconds(of: 0.5)),
    one(ledger.milliseconds(of: 0.99)), "\(readers)", listed.joined(separator: " / "),
    one(Double(crowd.attacks.fakeCards) / time),
    one(Double(crowd.attacks.floods) / time), "\(crowd.cards.count)", one(100 * (after.seconds - before.seconds) / time),
    one(Double(connected.memory - empty.memory) / 1024), one(Double(after.memory) / 1024),
    one(100 * (mineAfter.seconds - mine.seconds) / time),
]
print("| " + row.joined(separator: " | ") + " |")
for (name, earlier, later) in [("broker", before, after), ("simulation", mine, mineAfter)]
where later.waited - earlier.waited > time / 10 {
    complain(
        "the \(name) waited for a processor for \(one(100 * (later.waited - earlier.waited) / time)) % of the time: "
            + "this machine is busy, and pairs take longer than a broker makes them wait")
}
if crowd.lost > 0 { complain("\(crowd.lost) connections ended") }
exit(ledger.wrong == 0 && crowd.lost == 0 ? 0 : 1)

/// With one decimal place.
func one(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
}

/// How far it is: over the line before on a terminal, else below it.
func tell(_ words: String) { say(isatty(STDERR_FILENO) == 1 ? "\r\u{1B}[K\(words)" : words + "\n") }

/// What is wrong.
func complain(_ words: String) { say((isatty(STDERR_FILENO) == 1 ? "\n" : "") + "relay-bench: \(words)\n") }

/// On stderr.
func say(_ text: String) { _ = write(STDERR_FILENO, text, text.utf8.count) }

/// Each player needs three descriptors: a socket, and a pair by which the library wakes itself.
func raiseDescriptorLimit(for players: Int) {
    let needed = rlim_t(3 * players + 100)
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    if limit.rlim_cur >= needed { return }
    limit.rlim_cur = needed
    limit.rlim_max = max(limit.rlim_max, needed)
    if setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) != 0 {
        complain("\(players) players need \(needed) descriptors, and this system lets a process have fewer: see ulimit -Hn")
        exit(1)
    }
}
