// Snap! between two processes of this machine, both played by robots whose reactions are drawn from the same distribution, through the
// real screens, packets, sockets and loops: whether the host's player, who has the game at hand, wins more often than a guest.
//
//     snap-bots [SNAPS]           plays until so many were won (2,000), then says how many by whom
//     snap-bots guest PORT        the other process; the first one starts it
//
// The first two cards make a match, and once it is won the cards are dealt again: so there is much to snap at.

import Games
import Glibc
import Platform
import Screen
import Session
import Wire

@testable import Play

/// A party of two over one connection.
final class SocketParty: Party {
    var didHappen: (PartyEvent) -> Void = { _ in }
    var didClose: (() -> Void)?
    let silentSeats: Set<Int> = []
    let sittingOut: Set<Int> = []
    let reservedSeats: [Int: Int] = [:]
    var memory = ""
    let names = ["Host", "Guest"]
    let mySeat: Int
    private let connection: Connection
    private var decoder = PacketDecoder()

    init(_ connection: Connection, seat: Int) {
        self.connection = connection
        mySeat = seat
    }

    /// What has arrived is told from now on.
    func begin() { connection.didReceive = { [weak self] in self?.receive($0) } }

    func send(_ packet: GamePacket, to seat: Int) { connection.send(Packet.frame(of: .game(packet))) }

    func say(_ phrase: Phrase) -> Bool? { false }
    func gameDidBegin() {}
    func remove(_ seat: Int) {}
    func leave() { connection.close() }

    private func receive(_ bytes: ArraySlice<UInt8>?) {
        guard let bytes else {
            didClose?()
            return
        }
        decoder.append(bytes)
        while let packet = try? decoder.next() {
            if case .game(let packet) = packet { didHappen(.received(packet, from: 1 - mySeat)) }
        }
    }
}

/// The kernel's timer: the loop's own are of whole milliseconds, which is as long as what is measured here.
final class Alarm {
    init(_ loop: MainLoop, _ action: @escaping () -> Void) { loop.onSignal(SIGALRM, action) }

    /// Goes off once, after so many microseconds; never for 0.
    func set(microseconds: Int) {
        var time = itimerval()
        time.it_value = timeval(tv_sec: 0, tv_usec: microseconds)
        setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &time, nil)
    }
}

/// A player who turns as soon as all have seen the last card, and snaps after a while that is drawn anew for each match.
final class Robot {
    static let reaction = 1_000...15_000

    private let screen: SnapViewController
    private let loop: MainLoop
    private var seen: SnapTable?
    private var alarm: Alarm?

    init(_ screen: SnapViewController, on loop: MainLoop) {
        self.screen = screen
        self.loop = loop
        alarm = Alarm(loop) { screen.snap() }
    }

    /// Once the screen is drawn.
    func look() {
        guard let table = screen.table, table.view != seen?.view || table.deal != seen?.deal else { return }
        let old = seen?.view.matches ?? []
        seen = table
        if table.view.matches.isEmpty {
            alarm?.set(microseconds: 0)
            guard table.view.mover == screen.me, table.claim == nil else { return }
            loop.after(milliseconds: 4) { [screen] in if screen.table == table { screen.turnCard() } }
        } else if table.view.matches != old {
            alarm?.set(microseconds: Int.random(in: Self.reaction))
        }
    }
}

/// One of the two processes.
final class Player {
    private let loop = MainLoop()
    private lazy var environment = LinuxEnvironment(loop: loop, ringBell: { _ in })
    private lazy var navigator = Navigator(
        size: Size(width: 40, height: 12), glyphs: .unicode, settings: Settings(), environment: environment)
    private var party: SocketParty?
    private var advertisement: Advertisement?
    private var wins = [0, 0]
    private var wanted = 0

    /// Hosts, starts the guest, and plays until so many snaps were won.
    func host(_ wanted: Int) throws {
        self.wanted = wanted
        let offer = Offer(kind: .table, name: "Robots")
        let advertisement = try environment.advertise(
            offer, at: LANRendezvous.place(port: 0),
            didAccept: { [unowned self] in
                self.advertisement?.cancel()
                play(SocketParty($0, seat: 0))
            }, onEvent: { _ in })
        advertisement.withdraw()
        self.advertisement = advertisement
        let guest = spawn(["guest", advertisement.endpoint.text])
        let start = MainLoop.now
        loop.run()
        let seconds = Double(MainLoop.now - start) / 1000
        print("host \(wins[0]) guest \(wins[1]) seconds \(seconds)")
        environment.drainAndCloseAll()
        waitpid(guest, nil, 0)
    }

    /// Joins, and plays until the host has gone.
    func join(_ port: UInt16) {
        let task = environment.connect(to: LANRendezvous.place(port: port)) { [unowned self] in
            guard case .success(let connection) = $0 else { return loop.stop() }
            play(SocketParty(connection, seat: 1))
        }
        loop.run()
        task.cancel()
    }

    private func play(_ party: SocketParty) {
        self.party = party
        party.didClose = { [unowned self] in loop.stop() }
        let screen = SnapViewController(navigator: navigator, party: party, shuffle: Self.sorted)
        navigator.push(screen)
        party.begin()
        let tell = screen.session.host?.didAnnounce
        screen.session.host?.didAnnounce = { [unowned self, unowned screen] in
            tell?($0)
            count($0, screen)
        }
        let robot = Robot(screen, on: loop)
        loop.willWait = { [unowned self] in
            navigator.draw()
            robot.look()
        }
    }

    private func count(_ table: SnapTable, _ screen: SnapViewController) {
        guard case .won(let player, _, _) = table.outcomes.first else { return }
        wins[player] += 1
        if wins[0] + wins[1] >= wanted { loop.stop() }
        loop.after(milliseconds: 0) { screen.session.host?.startGame() }
    }

    private static let sorted: () -> [PlayingCard] = {
        (0..<52).compactMap { PlayingCard(number: $0 % 4 * 13 + $0 / 4) }
    }

    private func spawn(_ arguments: [String]) -> pid_t {
        let words: [UnsafeMutablePointer<CChar>?] = (["/proc/self/exe"] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var pid: pid_t = 0
        guard posix_spawn(&pid, "/proc/self/exe", nil, nil, words, environ) == 0 else { exit(1) }
        return pid
    }
}

let arguments = CommandLine.arguments
if arguments.count == 3, arguments[1] == "guest", let port = UInt16(arguments[2]) {
    Player().join(port)
} else {
    try Player().host(arguments.count > 1 ? Int(arguments[1]) ?? 2_000 : 2_000)
}
