// The helper's whole business: commands in, a connection to a broker that serves them, events out. It must not know MQTT.

import Glibc
import HelperProtocol
import MQTT
import Sandbox

/// Does what the game commands for as long as the game and the connection are there.
final class RelayHelper {
    /// Seconds after which the library is asked for what is due: it keeps the connection alive to so many seconds.
    private static let tick = 20.0
    /// Seconds that something may take to answer as a broker does.
    private static let timeout = 10.0
    /// Seconds for what was said last to leave.
    private static let farewell = 1.0

    private var input = LineInput()
    private var output = LineOutput()
    private var client: BrokerClient?
    private var isConfined = false
    private var addresses: AddressWatch?
    private var pace = PacedWork()

    /// Serves until the game is gone. False when the connection ended before.
    func run() -> Bool {
        guard connect() else { return client == nil }
        let deadline = Self.now + Self.timeout
        while let client, !client.hasEnded {
            guard turn(client, until: client.isConnected ? nil : deadline) else {
                leave(client)
                return true
            }
            if client.isConnected { confine() }
            if !client.isConnected, Self.now > deadline { client.didTimeOut() }
        }
        return false
    }

    private static var now: Double { PacedWork.seconds(CLOCK_MONOTONIC) }
}

extension RelayHelper {
    /// Waits for the first command, and does it. False where the game is gone, or nothing came of it.
    private func connect() -> Bool {
        while let lines = input.read() {
            guard let line = lines.first else { continue }
            guard case .connect(let connection) = RelayCommand(line: line) else {
                complain("the first command must be to connect")
                return false
            }
            // Names are resolved and certificates read; nothing is written and nothing started from here on.
            if !Sandbox.connecting.begin() { complain("this kernel cannot lock a process in") }
            client = BrokerClient(to: connection) { [unowned self] in output.write($0.line) }
            guard let client, client.connect() else { return false }
            addresses = AddressWatch(client.socket)
            for line in lines.dropFirst() { perform(line) }
            return true
        }
        return false
    }

    /// The rest of the lock, once the connection is there: strangers' bytes come from here on.
    private func confine() {
        guard !isConfined else { return }
        isConfined = true
        if !Sandbox.relay.begin() { complain("this kernel cannot lock a process in (seccomp)") }
    }

    /// Waits for something to happen, and handles it. Nothing is read from the broker while the game has not read what there was. False:
    /// the game is gone. In a flood it rests between turns; the broker keeps what it can meanwhile.
    private func turn(_ client: BrokerClient, until deadline: Double?) -> Bool {
        let isReading = !output.isWaiting
        var waited = [
            pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0), client.polled(isReading: isReading),
            pollfd(fd: output.isWaiting ? STDOUT_FILENO : -1, events: Int16(POLLOUT), revents: 0),
            pollfd(fd: addresses?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        var wait = deadline.map { max(0, $0 - Self.now) } ?? Self.tick
        if isReading, client.hasDecrypted { wait = 0 }
        guard poll(&waited, nfds_t(waited.count), CInt((wait * 1000).rounded(.up))) >= 0 || errno == EINTR else { return false }
        if waited[2].revents != 0 { output.flush() }
        if waited[3].revents != 0, addresses?.isGone() == true { client.didLoseAddress() }
        if !client.hasEnded { client.serve(waited[1].revents, isReading: isReading) }
        if waited[0].revents != 0 {
            guard let lines = input.read() else { return false }
            for line in lines where !client.hasEnded { perform(line) }
        }
        pace.rest()
        return !output.isBroken
    }

    private func perform(_ line: String) {
        switch RelayCommand(line: line) {
        case .subscribe(let topic): client?.subscribe(to: topic)
        case .unsubscribe(let topic): client?.unsubscribe(from: topic)
        case .publish(let id, let topic, let seconds, let payload):
            client?.publish(id, to: topic, keptSeconds: seconds, payload)
        case .connect, nil: complain("did not understand a command")
        }
    }

    /// Says goodbye once the broker has acknowledged what was said before: a socket that is closed with something unread in it takes along
    /// what is still on its way. Where the game was killed, the broker keeps something of it: nobody is to find that.
    private func leave(_ client: BrokerClient) {
        client.withdraw()
        let deadline = Self.now + Self.farewell
        while !client.hasEnded, !client.isAcknowledged {
            var waited = client.polled(isReading: true)
            let left = deadline - Self.now
            guard left > 0, client.hasDecrypted || poll(&waited, 1, CInt(left * 1000) + 1) > 0 else { break }
            client.serve(waited.revents, isReading: true)
        }
        client.disconnect()
    }
}
