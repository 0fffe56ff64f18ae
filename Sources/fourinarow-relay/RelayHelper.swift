// The helper's work: it reads commands, keeps a connection to a broker, and writes events.

import Glibc
import HelperProgram
import HelperProtocol
import MQTT

/// Serves the game until the game is gone or the connection is lost.
final class RelayHelper {
    /// Seconds between two calls of the library without events: it sends keepalives from them.
    private static let tick = 20.0
    /// Seconds in which a broker must answer.
    private static let timeout = 10.0
    /// Seconds for the last messages to be acknowledged.
    private static let leaveTimeout = 1.0

    private var pipes = GamePipes()
    private var client: BrokerClient?
    private var isConfined = false
    private var addresses: AddressWatch?
    private var workBudget = WorkBudget()

    /// Serves until the game is gone. Returns false if the connection ended before.
    func run() -> Bool {
        guard connect() else { return client == nil }
        let deadline = Self.now + Self.timeout
        while let client, !client.hasEnded {
            guard turn(client, until: client.isConnected ? nil : deadline) else {
                leave(client)
                return true
            }
            if client.isConnected { confineOnce() }
            if !client.isConnected, Self.now > deadline { client.didTimeOut() }
        }
        return false
    }

    private static var now: Double { WorkBudget.seconds(CLOCK_MONOTONIC) }
}

extension RelayHelper {
    /// Waits for the first command and connects. Returns false if the game is gone or the connection failed.
    private func connect() -> Bool {
        while let lines = pipes.read() {
            guard let line = lines.first else { continue }
            guard case .connect(let connection) = RelayCommand(line: line) else {
                complain("the first command must be to connect")
                return false
            }
            // Connecting resolves names and reads certificates, but writes no file and starts no program.
            confine(.connecting)
            client = BrokerClient(to: connection) { [unowned self] in pipes.write($0.line) }
            guard let client, client.connect() else { return false }
            addresses = AddressWatch(client.socket)
            for line in lines.dropFirst() { perform(line) }
            return true
        }
        return false
    }

    /// Once the connection exists, the bytes of strangers are parsed.
    private func confineOnce() {
        guard !isConfined else { return }
        isConfined = true
        confine(.relay)
    }

    /// Waits for events and handles them; returns false if the game is gone. Reads from the broker only if the game has read all
    /// earlier events. In a flood it sleeps between turns; the broker queues messages meanwhile.
    private func turn(_ client: BrokerClient, until deadline: Double?) -> Bool {
        let isReading = !pipes.isFull
        var waited = [
            pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0), client.polled(isReading: isReading),
            pollfd(fd: pipes.isFull ? STDOUT_FILENO : -1, events: Int16(POLLOUT), revents: 0),
            pollfd(fd: addresses?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        var wait = deadline.map { max(0, $0 - Self.now) } ?? Self.tick
        if isReading, client.hasDecrypted { wait = 0 }
        guard poll(&waited, nfds_t(waited.count), CInt((wait * 1000).rounded(.up))) >= 0 || errno == EINTR else { return false }
        if waited[2].revents != 0 { pipes.flush() }
        if waited[3].revents != 0, addresses?.isGone() == true { client.didLoseAddress() }
        if !client.hasEnded { client.serve(waited[1].revents, isReading: isReading) }
        if waited[0].revents != 0 {
            guard let lines = pipes.read() else { return false }
            for line in lines where !client.hasEnded { perform(line) }
        }
        workBudget.rest()
        return !pipes.isBroken
    }

    private func perform(_ line: String) {
        switch RelayCommand(line: line) {
        case .subscribe(let topic, let isAcknowledged): client?.subscribe(to: topic, isAcknowledged: isAcknowledged)
        case .unsubscribe(let topic): client?.unsubscribe(from: topic)
        case .publish(let id, let topic, let seconds, let payload):
            client?.publish(id, to: topic, retainSeconds: seconds, payload)
        case .connect, nil: complain("unknown command")
        }
    }

    /// Clears our retained messages and disconnects once the broker has acknowledged everything: closing a socket with unread bytes would
    /// discard what is still being sent. A game that was killed could not clear them itself.
    private func leave(_ client: BrokerClient) {
        client.withdraw()
        let deadline = Self.now + Self.leaveTimeout
        while !client.hasEnded, !client.isAcknowledged {
            var waited = client.polled(isReading: true)
            let left = deadline - Self.now
            guard left > 0, client.hasDecrypted || poll(&waited, 1, CInt(left * 1000) + 1) > 0 else { break }
            client.serve(waited.revents, isReading: true)
        }
        client.disconnect()
    }
}
