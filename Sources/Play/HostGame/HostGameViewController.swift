// Waiting for a player: an advertisement, and what the other one has to type. It knows no board: who of those that come gets the
// game is for the arbiter to say, who of them may come so far, where the game is private, for the door; what is played is for the
// delegate. The advertisement ends when the game is settled.

import Language
import Screen
import Session
import Wire

/// Is told what comes of the hosting.
protocol HostGameViewControllerDelegate: AnyObject {
    /// There is a guest to play with. Whoever plays with it tells the arbiter when it has begun to play, when both have moved, and if
    /// it goes before that.
    func controller(_ controller: HostGameViewController, didHostGameWith guest: GameController, seatedBy arbiter: SeatArbiter)
    /// The guest was none, and is gone: the wait goes on.
    func controllerDidLoseGuest(_ controller: HostGameViewController)
    /// The player does not want to host any more.
    func controllerDidCancelHosting(_ controller: HostGameViewController)
}

/// Hosting a game.
final class HostGameViewController {
    /// Who is told.
    weak var delegate: HostGameViewControllerDelegate?
    /// Where the game is, while it is hosted.
    var endpoint: Endpoint? { advertisement?.endpoint }

    private let navigator: Navigator
    private let place: Endpoint?
    private var advertisement: Advertisement?
    private var state = ListingState.pending
    private var arbiter: SeatArbiter?
    /// Who came and left again last.
    private var visit: String?
    /// Asks for the code; nil while the game is for whoever comes.
    private(set) var door: PassphraseGate?
    /// Where the last wrong code came from, and how many there were.
    private var refused: (address: String, count: Int)?
    /// Whether a friend is awaited in a room, and nobody on this network.
    private let isOnline: Bool

    private enum ListingState: Equatable {
        case pending
        case listed(name: String)
        case failed(DiscoveryTrouble)
    }

    /// Waits at `place`, or at the usual one if nil; `hostGame` follows, then push it.
    init(navigator: Navigator, place: Endpoint?) {
        self.navigator = navigator
        self.place = place
        isOnline = place.flatMap(RelayEndpoint.init) != nil
    }

    private(set) lazy var bindings: [Binding] = [
        Binding(.escape, .character("q"), label: tr("Stop hosting"), help: tr("Stop hosting and go back.")) { [unowned self] _ in
            delegate?.controllerDidCancelHosting(self)
        },
        Binding(
            .character("p"), label: tr("Private"), help: tr("Make it private: only players with the code can join."),
            isAvailable: { [unowned self] in door == nil && !isOnline }, action: { [unowned self] _ in setPrivate(true) }),
        Binding(
            .character("p"), label: tr("Public"), help: tr("Make it public: anyone can join, without a code."),
            isAvailable: { [unowned self] in door != nil && !isOnline }, action: { [unowned self] _ in setPrivate(false) }),
        Binding(
            .character("n"), label: tr("New code"), help: tr("Change the room's number and the words."),
            isAvailable: { [unowned self] in isOnline }, action: { [unowned self] _ in renew() }),
    ]

    /// Lets others come, and see it; throws where nobody could, or no code can be made for a private game: it is not
    /// hosted for everybody instead.
    func hostGame(isPrivate: Bool = false) throws(NetworkFailure) {
        setPrivate(isPrivate)
        if isPrivate && door == nil { throw .other(tr("there is not enough memory for a private game")) }
        advertisement = try navigator.environment.advertise(offer, at: place, delegate: self)
    }

    /// Another room with other words; the old ones lead nowhere.
    private func renew() {
        advertisement?.cancel()
        advertisement = nil
        state = .pending
        do throws(NetworkFailure) {
            try hostGame(isPrivate: true)
        } catch {
            navigator.show(alert: tr("The game cannot be hosted: {reason}.", ["reason": error.reason]))
        }
    }

    private var offer: Offer {
        Offer(
            kind: .game, name: navigator.playerName,
            facts: door == nil ? [:] : [Listing.privateFact: "1"])
    }

    /// Asks for a new code from now on, or for none any more. Who came before that unasked and has not said a word must come again.
    private func setPrivate(_ isPrivate: Bool) {
        door?.close()
        refused = nil
        door =
            isPrivate
            ? PassphraseGate(listedAs: listedAs, isAnonymous: isOnline, environment: navigator.environment) : nil
        door?.didOpen = { [weak self] in self?.arbiter?.receive($0) }
        door?.didRefuse = { [weak self] in self?.didRefuse($0) }
        if isPrivate && door == nil { navigator.show(alert: tr("The game cannot be private: there is not enough memory.")) }
        if arbiter == nil || door != nil { openSeat() }
        advertisement?.list(offer)
        navigator.setNeedsDisplay()
    }

    /// The name by which others see the game, or will.
    private var listedAs: String { if case .listed(let name) = state { name } else { offer.name } }

    private func openSeat() {
        arbiter?.close(because: .left)
        arbiter = SeatArbiter(name: navigator.playerName, environment: navigator.environment)
        arbiter?.delegate = self
    }

    private func didRefuse(_ address: String) {
        refused = (address, (refused?.count ?? 0) + 1)
        navigator.setNeedsDisplay()
    }

    private func stop() {
        advertisement?.cancel()
        advertisement = nil
        door?.close()
        door = nil
    }
}

extension HostGameViewController: AdvertisementDelegate {
    func advertisement(_ advertisement: Advertisement, didTell event: AdvertisementEvent) {
        switch event {
        case .listed(let name):
            state = .listed(name: name)
            door?.listedAs = name
        case .trouble(let trouble): state = .failed(trouble)
        case .ready: if case .failed = state { state = .pending }
        case .moved: break
        }
        navigator.setNeedsDisplay()
    }

    /// Who has to know the code is asked for it first.
    func advertisement(_ advertisement: Advertisement, didAccept connection: Connection) {
        guard let arbiter else { return connection.close() }
        if let door { door.admit(connection) } else { arbiter.receive(connection) }
    }
}

extension HostGameViewController: SeatArbiterDelegate {
    func arbiter(_ arbiter: SeatArbiter, didSeat guest: GameController) {
        visit = nil
        delegate?.controller(self, didHostGameWith: guest, seatedBy: arbiter)
    }

    func arbiterDidUnseat(_ arbiter: SeatArbiter) {
        advertisement?.list(offer)
        delegate?.controllerDidLoseGuest(self)
    }

    func arbiterDidHold(_ arbiter: SeatArbiter) {
        state = .pending
        advertisement?.withdraw()
    }

    func arbiterDidSettle(_ arbiter: SeatArbiter) { stop() }

    func arbiter(_ arbiter: SeatArbiter, didLose guest: GameController, because reason: MatchEnd) {
        switch reason {
        case .disconnected(.notAGame), .disconnected(.nonsense): visit = OpponentWords.notAGame(from: guest.origin.words)
        case .offence: visit = tr("{name}'s app broke the rules.", ["name": guest.name])
        case .disconnected, .impossibleHistory: visit = tr("{name} connected and left again.", ["name": guest.name])
        }
        navigator.setNeedsDisplay()
        // The game that lay on this screen is gone: the player reads why, unless it was nobody's.
        if guest.peer != nil { navigator.show(standing: OpponentWords.peer.sentence(for: reason, with: guest.name)) }
    }
}

extension HostGameViewController: ViewController {
    var title: String { isOnline ? tr("With a friend") : door == nil ? tr("Host a game") : tr("Host a private game") }

    func didLeave() {
        stop()
        arbiter?.close(because: .left)
        arbiter = nil
    }

    func draw(on canvas: Canvas, in area: Rect) {
        let page = navigator.page(in: area, columns: 70, on: canvas)
        let width = min(area.width - 4, page.width)
        var lines: [Row] = []
        for row in rows(width: width, height: page.height) {
            let wrapped =
                row.text.isEmpty || row.role == .selected
                ? [row]
                : TextWidth.wrap(navigator.glyphs.spelt(row.text), to: width - row.indent).map {
                    Row(row.role, $0, indent: row.indent)
                }
            // What does not fit as a whole is left out.
            if lines.count + wrapped.count <= page.height { lines += wrapped }
        }
        let first = page.y + max(0, min(3, (page.height - lines.count) / 2))
        canvas.focus = Point(x: page.x + (page.width - width) / 2, y: first)
        for (index, line) in lines.enumerated() {
            canvas.put(line.text, x: page.x + (page.width - width) / 2 + line.indent, y: first + index, line.role)
        }
    }

    struct Row {
        let role: Role
        let text: String
        let indent: Int

        init(_ role: Role, _ text: String, indent: Int = 0) {
            self.role = role
            self.text = text
            self.indent = indent
        }

        static let blank = Row(.plain, "")
    }

    /// What is to be read, the most important first; as many addresses as there is room for.
    func rows(width: Int, height: Int) -> [Row] {
        if isOnline { return onlineRows(width: width, isRoomy: height > 10) }
        let directions = advertisement?.directions ?? []
        let isRoomy = height > 10
        let isTight = height < 9
        var rows = [Row(.label, door == nil ? tr("Waiting for a player…") : tr("Waiting for a player with this code:")), .blank]
        if isTight && door != nil { rows = [Row(.label, tr("Waiting. Code to join:"))] }
        if let door {
            let mistake = refused.map {
                isTight
                    ? tr("Wrong code: {address}", ["address": $0.address])
                    : tr("Somebody at {address} tried a wrong code.", ["address": $0.address])
            }
            rows += codeRows(door.code.text, mistake: mistake, width: width, isRoomy: isRoomy, isTight: isTight)
        }
        rows += nameRows(isTight: isTight)
        if isRoomy { rows.append(.blank) }
        if directions.isEmpty {
            let problem = tr("This machine has no network address: nobody can join.")
            rows.append(Row(.problem, isTight ? problem : together([problem, tr("Connect it to a network.")])))
        } else {
            rows.append(
                Row(
                    .plain,
                    isTight ? tr("Not in their list?") : tr("Not in their list? They can choose Join a game → Type an address:")))
            let room = max(1, height - rows.count - (isRoomy ? 3 : 1))
            rows += directions.prefix(room).map { Row(.key, $0, indent: 2) }
        }
        if let taken = advertisement?.takenPlace {
            let sentence = tr("Another program is using the usual {port}.", ["port": doorWords(taken)])
            rows.append(Row(.faint, bracketed(sentence)))
        }
        if let visit { rows.append(Row(.faint, bracketed(visit))) }
        if isRoomy && door == nil {
            rows += [.blank, Row(.faint, tr("Press P to make it private: only players with the code can join."))]
        }
        return rows
    }

    /// The same for a friend who is anywhere.
    private func onlineRows(width: Int, isRoomy: Bool) -> [Row] {
        if case .failed(let trouble) = state { return [Row(.problem, trouble.sentence(advertising: .game))] }
        guard case .listed = state, let door, let number = advertisement?.directions.first else {
            return [Row(.label, tr("Looking for a free room…"))]
        }
        let mistake = HostOnlineRows.sentence(forWrongCodes: refused?.count ?? 0)
        var rows = [Row(.label, tr("Waiting for your friend with this code:")), .blank]
        rows += codeRows(number + " " + door.code.text, mistake: mistake, width: width, isRoomy: isRoomy, isTight: false)
        rows.append(Row(.plain, HostOnlineRows.directions(isRoomy: isRoomy)))
        if let visit { rows.append(Row(.faint, bracketed(visit))) }
        if isRoomy { rows += [.blank, Row(.faint, tr("Nobody on the way can read your game or change it, nor can the relay."))] }
        return rows
    }

    /// A code, to be read across a room, and that somebody tried another.
    private func codeRows(_ code: String, mistake: String?, width: Int, isRoomy: Bool, isTight: Bool) -> [Row] {
        let isWide = width > 60
        let lines = TextWidth.wrap(code, to: width - 6).map {
            isWide ? $0.split(separator: " ").joined(separator: "   ") : $0
        }
        let widest = lines.map { TextWidth.of($0) }.max() ?? 0
        let margin = isWide ? "    " : "  "
        func row(_ text: String) -> Row {
            Row(
                .selected, margin + isolated(text) + String(repeating: " ", count: widest - TextWidth.of(text)) + margin,
                indent: 2)
        }
        let edge = isRoomy ? [row("")] : []
        var rows = edge + lines.map(row) + edge
        if let mistake { rows.append(Row(.problem, mistake)) }
        return isTight ? rows : rows + [.blank]
    }

    private func publishing(isTight: Bool) -> String {
        isTight
            ? tr("Publishing as {name}…", ["name": navigator.playerName])
            : tr("Publishing the game as {name}…", ["name": navigator.playerName])
    }

    private func nameRows(isTight: Bool) -> [Row] {
        switch state {
        case .listed(let name) where isTight: [Row(.plain, tr("Listed as")), Row(.title, name, indent: 2)]
        case .pending: [Row(.faint, publishing(isTight: isTight))]
        case .failed(let trouble): [Row(.problem, trouble.sentence(advertising: .game))]
        case .listed(let name) where name == navigator.playerName:
            [Row(.plain, tr("Other players see this game as")), Row(.title, name, indent: 2)]
        case .listed(let name):
            [
                Row(.plain, tr("{name} is taken; other players see this game as", ["name": navigator.playerName])),
                Row(.title, name, indent: 2),
            ]
        }
    }
}
