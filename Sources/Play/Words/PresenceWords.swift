// Sentences about players who cannot act: their programs do not answer, or they lost the connection.

import Games
import Language
import Session
import Wire

/// Sentences about players who cannot act.
enum PresenceWords {
    /// Our move has not arrived, or the answer has not come back.
    static func awaited(_ name: String) -> String { tr("No answer from {name} yet…", ["name": name]) }

    /// The sentence for the programs of these players, which do not answer; nil if there are none.
    static func sentence(for names: [String]) -> String? {
        switch names.count {
        case 0: nil
        case 1: tr("{name}'s program is not answering…", ["name": names[0]])
        default: tr("The programs of {names} are not answering…", ["names": listed(names)])
        }
    }

    /// Who is missing, and how long the seats are reserved from `now` on; nil if nobody is.
    static func sentence(for absences: [Absence], now: Int) -> String? {
        if let end = absences.filter(\.isCutOff).compactMap(\.end).min() {
            return tr("The relay does not answer: waiting {time}. Is this computer online?", ["time": minutes(end - now)])
        }
        let lost = absences.compactMap { absence in
            absence.end.map {
                let places: Fillings = ["name": absence.name, "time": minutes($0 - now)]
                return absence.isHost
                    ? tr("Reconnecting to {name}… {time}", places) : tr("{name} lost the connection: waiting {time}", places)
            }
        }
        let silent = sentence(for: absences.filter { $0.end == nil }.map(\.name))
        return lost.isEmpty ? silent : separated(lost + [silent].compactMap { $0 })
    }

    /// The same for text mode, without the time that is left.
    static func spoken(for absences: [Absence]) -> String? {
        if absences.contains(where: \.isCutOff) { return BrokerTrouble.lost.sentence }
        let lost = absences.filter { $0.end != nil }.map {
            $0.isHost
                ? tr("Connection to {name} lost. Reconnecting for two minutes.", ["name": $0.name])
                : tr("{name} lost the connection. The seat is reserved for two minutes.", ["name": $0.name])
        }
        let sentences = lost + [sentence(for: absences.filter { $0.end == nil }.map(\.name))].compactMap { $0 }
        return sentences.isEmpty ? nil : together(sentences)
    }

    /// The question whether to go on without these players, or to end the game that they leave to nobody else.
    static func goOn(without names: [String], endsGame: Bool) -> String {
        let facts: Fillings = ["names": listed(names)]
        return endsGame
            ? tr("Without {names} nobody else is left. End the game?", facts) : tr("Go on without {names}?", facts)
    }

    /// Why the game does not start yet.
    static func waitFor(_ names: [String]) -> String {
        tr("Wait for {names}, or choose the row and send them away.", ["names": listed(names)])
    }

    /// A player who had lost the connection is back.
    static func back(_ name: String, isHost: Bool) -> String {
        isHost ? tr("The connection to {name} is back.", ["name": name]) : tr("{name} is back.", ["name": name])
    }

    /// The opponent of a saved game has resumed it, and waits. Without a row for it on the screen, also how it is resumed.
    static func atBoard(_ name: String, hasRow: Bool = true) -> String {
        hasRow
            ? tr("{name} waits for you at the board, where you left it.", ["name": name])
            : tr("{name} waits for you at the board. In the menu, R resumes the game.", ["name": name])
    }

    /// The opponent of a saved game does not go on with it.
    static func leftForGood(_ name: String) -> String { tr("{name} has left your saved game for good.", ["name": name]) }

    /// What players at a table are called: a name that another one has too, with the player's address.
    static func titles(of roster: [TablePlayer]) -> [String] {
        let names = roster.map(\.name)
        return roster.indices.map { index in
            let place = roster[index].place
            return place.isEmpty || !names.isShared(at: index) ? names[index] : "\(names[index]) (\(place))"
        }
    }

    /// Tells a player whose name others have too which one is theirs; nil if nobody else has it.
    static func ownName(among names: [String], at index: Int?) -> String? {
        guard let index, names.indices.contains(index), names.isShared(at: index) else { return nil }
        return tr("You are {name} at this table.", ["name": names[index]])
    }

    /// How a player left. `endsGame`: nobody else is left.
    static func departed(_ name: String, _ how: Departure, endsGame: Bool = false) -> String {
        switch how {
        case .left: tr("{name} left the game.", ["name": name])
        case .lost: tr("{name} did not come back.", ["name": name])
        case .removed where endsGame: tr("The game ends without {name}.", ["name": name])
        case .removed: tr("The game goes on without {name}.", ["name": name])
        }
    }

    /// A time in minutes and seconds: "1:43".
    static func minutes(_ milliseconds: Int) -> String {
        let seconds = max(0, milliseconds + 999) / 1000
        return "\(seconds / 60):" + (seconds % 60 < 10 ? "0" : "") + "\(seconds % 60)"
    }
}
