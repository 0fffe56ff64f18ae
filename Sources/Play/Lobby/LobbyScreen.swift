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
}

extension LobbyScreen {
    /// Follows the lobby.
    func follow(_ event: LobbyEvent) {
        switch event {
        case .changed: lobbyDidChange()
        case .started(let game, let party):
            lobby = nil
            if let game = games.named(game.id) { navigator.launcher.begin(game, with: party) }
        case .ended(let reason): close(saying: reason.sentenceBeforeGame(with: hostName ?? ""))
        case .notJoined, .news: break
        }
    }

    /// Who sits at the table, and whether Enter starts the game.
    func company(of names: [String], isFull: Bool = false, mayStart: Bool) -> String {
        let company = tr("At the table: {names}", ["names": separated(names)])
        let rest = [
            isFull ? tr("The table is full.") : nil, mayStart && navigator.listener == nil ? tr("Enter starts the game.") : nil,
        ].compactMap(\.self)
        return rest.isEmpty ? company : together([company.asSentence] + rest)
    }

    /// How long everybody has to snap at the player's table, and how to change that.
    var timeToSnap: String {
        SnapWords.slack(navigator.snapSlack) ?? tr("Everyone has the usual time to snap. L gives them 3 seconds more.")
    }

    var question: String? { leavingQuestion }
    var absences: [Absence] { lobby?.absences ?? [] }
    var hostName: String? { nil }
    var isWithOthers: Bool { true }
    var holdsInvitations: Bool { view.field != nil || prompt != nil }
    func leaveTable() { navigator.pop() }

    /// Whether the player is asked about leaving.
    var isAskedToLeave: Bool { prompt?.asksTheSame(as: .leavingTable) == true }
    /// The question, while it is asked.
    var leavingQuestion: String? {
        if !isAskedToLeave { return nil }
        return hostName.map { tr("Leave {name}'s table?", ["name": TextWidth.clip($0, to: 24)]) }
            ?? tr("Others are sitting at your table. Leave anyway?")
    }

    /// Leaves the table; where others sit there, asks first.
    func askToLeave() {
        guard hasCompany else { return leaveTable() }
        prompt = .leavingTable
        navigator.setNeedsDisplay()
    }

    func answer(_ choice: Prompt.Choice) { answerLeaving(choice) }

    /// The player has answered whether to leave.
    func answerLeaving(_ choice: Prompt.Choice) {
        closePrompt()
        if choice == .leaveTable { leaveTable() }
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
