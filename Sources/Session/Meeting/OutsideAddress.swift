// By which address and port others see a port of this machine, behind a router that opens none: public servers say so (STUN), asked from that
// port. Two must agree, since one may lie, and since a router that gives every connection its own port lets nobody in. Their connections stay open,
// and the question is repeated: so the router remembers, and we hear if it has not.

import Wire

/// The address outside of a port of this machine, kept up to date until it is cancelled.
package final class OutsideAddress: Cancellable {
    /// How often the question is repeated, in milliseconds. Routers forget a silent connection after minutes.
    package static let refreshInterval = 20_000
    /// How long a server may take to be reached, and then for each answer.
    package static let patience = 4000

    /// What is known. Once it is known it stays so until two servers agree on another address, or disagree.
    package private(set) var state = OutsideState.asking
    /// The servers that have told it.
    package var tellers: [String] { queries.filter { $0.answer != nil }.map(\.server) }

    private let port: any OpenPort
    private let servers: [String]
    private let environment: Scheduler & Rendezvous & Cryptography
    private let didChange: () -> Void
    /// The servers that may still be asked in this turn.
    private var waiting: [String]
    private var queries: [STUNQuery] = []
    private var refresh: Cancellable?

    /// Asks `servers`, host:port each, two at a time and the next ones where these do not agree. `didChange` is called after each change of
    /// the state, not before this returns.
    package init(
        of port: any OpenPort, servers: [String], environment: Scheduler & Rendezvous & Cryptography,
        didChange: @escaping () -> Void
    ) {
        (self.port, self.servers, self.environment, self.didChange) = (port, servers, environment, didChange)
        waiting = servers
        refresh = environment.after(milliseconds: 0) { [weak self] in self?.update() }
    }

    package func cancel() {
        refresh?.cancel()
        for query in queries { query.end() }
        queries = []
    }

    // MARK: Who is asked

    private func update() {
        let answers = queries.compactMap(\.answer)
        if let agreed = answers.first(where: { answer in answers.count { $0 == answer } > 1 }) {
            let tellers = queries.filter { $0.answer == agreed }.prefix(2)
            for query in queries where !tellers.contains(where: { $0 === query }) { query.end() }
            queries = Array(tellers)
            awaitRefresh()
            return become(.known(agreed))
        }
        // As many as can still make two that agree.
        while queries.count(where: \.isPending) + min(1, answers.count) < 2, !waiting.isEmpty { ask(waiting.removeFirst()) }
        guard !queries.contains(where: \.isPending) else { return }
        if case .known = state, answers.count < 2 { return awaitRefresh() }
        cancel()
        become(answers.count < 2 ? .unknown : .differing)
    }

    private func become(_ state: OutsideState) {
        guard state != self.state else { return }
        self.state = state
        didChange()
    }

    private func ask(_ server: String) {
        guard let endpoint = try? environment.endpoint(typed: server) else { return }
        let query = STUNQuery(server, at: endpoint, from: port, environment: environment) { [weak self] in self?.didHear($0) }
        queries.append(query)
    }

    private func didHear(_ query: STUNQuery) {
        if query.hasFailed { queries.removeAll { $0 === query } }
        update()
    }

    // MARK: The repeated question

    private func awaitRefresh() {
        refresh?.cancel()
        refresh = environment.after(milliseconds: Self.refreshInterval) { [weak self] in self?.askAgain() }
    }

    private func askAgain() {
        let asked = queries.map(\.server)
        waiting = servers.filter { !asked.contains($0) }
        if queries.isEmpty { return update() }
        awaitRefresh()
        for query in queries { query.ask() }
    }
}

/// A connection to a server, and what it has answered.
private final class STUNQuery {
    let server: String
    /// The latest answer.
    private(set) var answer: PublicAddress?
    /// Whether an answer is awaited.
    private(set) var isPending = true
    /// Whether it is over without one.
    var hasFailed: Bool { !isPending && answer == nil }

    private let endpoint: Endpoint
    private let port: any OpenPort
    private let environment: Scheduler & Cryptography
    private let didHear: (STUNQuery) -> Void
    private var connection: Connection?
    private var decoder = STUNDecoder()
    /// The number of the request that is not answered yet.
    private var transaction: [UInt8]?
    private var dial, limit: Cancellable?

    init(
        _ server: String, at endpoint: Endpoint, from port: any OpenPort, environment: Scheduler & Cryptography,
        didHear: @escaping (STUNQuery) -> Void
    ) {
        (self.server, self.endpoint, self.port, self.environment, self.didHear) = (server, endpoint, port, environment, didHear)
        connect()
    }

    private func connect() {
        decoder = STUNDecoder()
        dial = port.dial(server: endpoint, within: OutsideAddress.patience) { [weak self] result in
            guard let self else { return }
            dial = nil
            guard case .success(let connection) = result else { return fail() }
            self.connection = connection
            connection.didReceive = { [weak self] in self?.receive($0) }
            ask()
        }
    }

    /// Asks, or asks again. A connection that the server has closed meanwhile is made anew.
    func ask() {
        isPending = true
        guard let connection else { return connect() }
        let transaction = environment.randomBytes(STUNDecoder.transactionLength)
        self.transaction = transaction
        limit?.cancel()
        limit = environment.after(milliseconds: OutsideAddress.patience) { [weak self] in self?.fail() }
        connection.send(STUNDecoder.request(transaction))
    }

    func end() {
        dial?.cancel()
        limit?.cancel()
        connection?.didReceive = nil
        connection?.close()
        (dial, connection, isPending) = (nil, nil, false)
    }

    private func fail() {
        end()
        answer = nil
        didHear(self)
    }

    /// Nil: the server has closed the connection.
    private func receive(_ bytes: ArraySlice<UInt8>?) {
        guard let bytes else { return connectionDidClose() }
        decoder.append(bytes)
        do throws(NoMessage) {
            while connection != nil, let found = try decoder.next() {
                guard found.transaction == transaction else { continue }
                guard let address = found.address else { return fail() }
                limit?.cancel()
                (transaction, isPending) = (nil, false)
                answer = address
                didHear(self)
            }
        } catch {
            fail()
        }
    }

    private func connectionDidClose() {
        connection = nil
        limit?.cancel()
        // Until the question is asked again, its answer counts.
        if isPending { fail() }
    }
}
