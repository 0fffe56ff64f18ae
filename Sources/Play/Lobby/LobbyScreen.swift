// Shared by the screens on which a player waits for a game: starting the game, and leaving before that.

import Language
import Screen
import Session
import Wire

/// A screen on which a player waits for a game.
protocol LobbyScreen: PageViewController {
    associatedtype Waiting: Lobby
    /// The games that can be played.
    var games: [PartyGame] { get }
    /// The lobby that the screen shows; nil before it is open, and after it is over.
    var lobby: Waiting? { get set }
    /// At whose table the player sits; nil at the player's own.
    var hostName: String? { get }
    /// Whether others sit at the player's table.
    var hasCompany: Bool { get }
    /// Something that the lobby shows changed.
    func lobbyDidChange()
    /// Leaves the table, after the question whether to.
    func leaveTable()
    /// A game begins in place of the screen, or over it.
    func rest()
}

extension LobbyScreen {
    /// Follows the lobby.
    func follow(_ event: LobbyEvent) {
        switch event {
        case .changed: lobbyDidChange()
        case .started(let game, let party):
            rest()
            if let game = games.named(game.id) { navigator.launcher.begin(game, with: party) }
        case .ended(let reason): close(saying: reason.sentenceBeforeGame(with: hostName ?? ""))
        case .notJoined, .news: break
        }
    }

    /// Who sits at the table, and whether Enter starts the game. If that does not fit into a row, long names are cut, and it does not
    /// say that the table is full: the rows below have the whole names.
    func company(of names: [String], isFull: Bool = false, mayStart: Bool) -> String {
        let start = mayStart && navigator.listener == nil ? [tr("Enter starts the game.")] : []
        func heading(_ names: [String], _ rest: [String]) -> String {
            let company = tr("At the table: {names}", ["names": separated(names)])
            return rest.isEmpty ? company : together([company.asSentence] + rest)
        }
        let whole = heading(names, (isFull ? [tr("The table is full.")] : []) + start)
        let room = navigator.canvas.size.width - 8
        if navigator.listener != nil || TextWidth.of(whole) <= room { return whole }
        let cut = (8...24).reversed().lazy.map { width in heading(names.map { TextWidth.clip($0, to: width) }, start) }
        return cut.first { TextWidth.of($0) <= room } ?? whole
    }

    /// How long everybody has to snap at the player's table, and how to change that.
    var timeToSnap: String {
        SnapWords.slack(navigator.snapSlack) ?? tr("Everyone has the usual time to snap. L gives them 3 seconds more.")
    }

    /// Says for whom the game has to wait; false if for nobody.
    var saysWhoIsMissing: Bool {
        guard let missing = lobby?.absences, !missing.isEmpty else { return false }
        navigator.show(alert: PresenceWords.waitFor(missing.map(\.name))) { [weak self] in self?.lobby?.absences == missing }
        return true
    }

    var question: String? { leavingQuestion }
    var absences: [Absence] { lobby?.absences ?? [] }
    var hostName: String? { nil }
    var isWithOthers: Bool { true }
    var holdsInvitations: Bool { view.field != nil || prompt != nil }
    func leaveTable() { navigator.pop() }
    func rest() { lobby = nil }

    /// Whether the player is asked about leaving.
    var isAskedToLeave: Bool { prompt?.choices.first == .stay }
    /// The question, while it is asked.
    var leavingQuestion: String? {
        if !isAskedToLeave { return nil }
        return hostName.map { tr("Leave {name}'s table?", ["name": TextWidth.clip($0, to: 24)]) }
            ?? tr("Close the table for everyone?")
    }

    /// Leaves the table; where others sit there, asks first.
    func askToLeave() {
        guard hasCompany else { return leaveTable() }
        prompt = .leavingTable(asHost: hostName == nil)
        navigator.setNeedsDisplay()
    }

    func answer(_ choice: Prompt.Choice) { answerLeaving(choice) }

    /// The player has answered whether to leave.
    func answerLeaving(_ choice: Prompt.Choice) {
        closePrompt()
        if [.leaveTable, .closeTable].contains(choice) { leaveTable() }
    }

    /// Nobody else sits at the table any more, so there is nothing to ask.
    func stopAskingToLeave() { if isAskedToLeave && !hasCompany { closePrompt() } }

    /// Goes back, and says why.
    func close(saying sentence: String?) {
        guard lobby != nil else { return }
        lobby = nil
        navigator.pop()
        if let sentence { navigator.show(standing: sentence) }
    }

    func didLeave() { closeLobby() }

    /// Leaves the lobby, if there is one.
    func closeLobby() {
        let left = lobby
        lobby = nil
        left?.leave()
    }
}
