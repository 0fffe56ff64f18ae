// The guest's side of a private game's gate: tries a code on one connection and reports what became of it.

import Wire

/// A guest at a gate.
package final class PassphraseEntry: Cancellable {
    /// How long the host may take for each answer, in milliseconds.
    package static let timeout = 10_000

    private let link: Link
    private let environment: Scheduler & Cryptography
    private var handshake: GuestHandshake
    private let completion: (Result<Link, CodeRefusal>) -> Void
    private var silence: Cancellable?
    private var isOver = false

    /// Waits for the greeting of the host that is listed under `listedAs`, then tries `code`; nil: its address was typed. `completion`
    /// is called once: where the code was right on both sides, with the link, which is sealed.
    package init(
        _ connection: Connection, code: Passphrase, listedAs: String?, environment: Scheduler & Cryptography,
        completion: @escaping (Result<Link, CodeRefusal>) -> Void
    ) {
        self.environment = environment
        self.completion = completion
        link = Link(connection, scheduler: environment)
        handshake = GuestHandshake(code: code.bytes, listedAs: listedAs, kit: environment.seals)
        awaitAnswer()
        link.didReceive = { [weak self] in self?.receive($0) }
        link.didEnd = { [weak self] in self?.end(.ended($0)) }
        link.start()
    }

    /// Closes the connection. `completion` is not called any more.
    package func cancel() {
        if isOver { return }
        isOver = true
        silence?.cancel()
        link.close()
    }

    private func awaitAnswer() {
        silence?.cancel()
        silence = environment.after(milliseconds: Self.timeout) { [weak self] in self?.end(.silent) }
    }

    private func open(with stream: SealedStream) {
        isOver = true
        silence?.cancel()
        link.seal(with: stream)
        completion(.success(link))
    }

    private func end(_ refusal: CodeRefusal) {
        guard !isOver else { return }
        cancel()
        completion(.failure(refusal))
    }
}

extension PassphraseEntry {
    private func receive(_ packet: Packet) {
        guard case .control(.privacy(let message)) = packet else {
            link.send(.control(.bye(.left)))
            return end(.isPublic)
        }
        do throws(CodeRefusal) {
            let (reply, stream) = try handshake.receive(message)
            if let reply {
                link.send(.control(.privacy(reply)))
                awaitAnswer()
            }
            if let stream { open(with: stream) }
        } catch {
            end(error)
        }
    }
}
