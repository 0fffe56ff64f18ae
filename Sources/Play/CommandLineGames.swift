// Games on the command line: checks their digits, and prints and exports saved games.

import Engine
import Language
import Screen
import Session

extension Position {
    /// Why `digits` are not a game, or with `mustBeOpen` why the game is over there, as the end of a sentence; nil if they are fine.
    package static func mistake(in digits: String, mustBeOpen: Bool) -> String? {
        do throws(PositionError) {
            return try Position(digits: digits).isOver && mustBeOpen ? tr("the game is over there") : nil
        } catch {
            return error.sentence
        }
    }
}

extension KeptGame {
    /// Exports the game of the player of this name. Throws if its moves are not a game.
    package func text(by player: String, as format: String) throws(StorageFailure) -> String {
        do throws(PositionError) {
            let names = ReviewNames(of: record, player: player)
            // A file says that a level is the computer.
            let other = record.kind == .computer ? record.opponentWords : names.red
            let (first, second) = names.me == .first ? (names.yellow, other) : (other, names.yellow)
            let sheet = GameSheet(
                game: try Game(digits: record.digits), first: first, second: second,
                date: date, result: record.result, reason: record.reason)
            return sheet.text(as: ExportFormat(rawValue: format) ?? .digits)
        } catch {
            throw .noGame(id: id, error)
        }
    }

    /// The game as tab-separated fields: number, date, opponent, result, digits, and why it ended if the digits do not show it. The name of
    /// the opponent contains no tab.
    package var line: String {
        let fields = [String(id), date, record.plainOpponent, record.plainResult, record.digits]
        return (fields + (record.reason == .moves ? [] : [record.reason.rawValue])).joined(separator: "\t")
    }
}
