// Games on the command line: checks their digits, and prints and exports saved games.

import Engine
import Language
import Screen
import Session

/// Games on the command line.
package enum CommandLineGames {
    /// The names of the export formats.
    package static let formats = ExportFormat.allCases.map(\.rawValue)
    /// The numbers and names of the levels, one a line.
    package static var levels: [String] { Level.allCases.map(\.numberedName) }

    /// Why `digits` are not a game, or with `mustBeOpen` why the game is over there, as the end of a sentence; nil if they are fine.
    package static func mistake(in digits: String, mustBeOpen: Bool) -> String? {
        do throws(PositionError) {
            return try Position(digits: digits).isOver && mustBeOpen ? tr("the game is over there") : nil
        } catch {
            return error.sentence
        }
    }

    /// Exports a saved game of the player of this name. Throws if its moves are not a game.
    package static func text(of game: KeptGame, by player: String, as format: String) throws(StorageFailure) -> String {
        do throws(PositionError) {
            let names = ReviewNames(of: game.record, player: player)
            let sheet = GameSheet(
                game: try Game(digits: game.record.digits), first: names.name(of: .first), second: names.name(of: .second),
                date: game.date, result: game.record.result, reason: game.record.reason)
            return sheet.text(as: ExportFormat(rawValue: format) ?? .digits)
        } catch {
            throw .noGame(id: game.id, error)
        }
    }

    /// A saved game as tab-separated fields: number, date, opponent, result, digits, and why it ended if the digits do not show it. The name of
    /// the opponent contains no tab.
    package static func line(for game: KeptGame) -> String {
        let record = game.record
        let fields = [String(game.id), game.date, record.plainOpponent, record.plainResult, record.digits]
        return (fields + (record.reason == .moves ? [] : [record.reason.rawValue])).joined(separator: "\t")
    }
}
