// Games as the command line names them and prints them: digits checked, kept games written out. It knows no options and no files.

import Engine
import Language
import Screen
import Session

/// Games on the command line.
package enum GameLine {
    /// The formats that a game can be written out in.
    package static let formats = ExportFormat.allCases.map(\.rawValue)
    /// The levels' numbers and names, one a line.
    package static var levels: [String] { Level.allCases.map { "\($0.rawValue) \($0.name)" } }

    /// Why `digits` are no game, or no position to play from where `isToGoOn`; nil if they are. The end of a sentence.
    package static func mistake(in digits: String, isToGoOn: Bool) -> String? {
        do throws(PositionError) {
            return try Position(digits: digits).isOver && isToGoOn ? tr("the game is over there") : nil
        } catch {
            return error.sentence
        }
    }

    /// A kept game of a player of this name, written out; throws where its moves are no game.
    package static func text(of game: KeptGame, by player: String, as format: String) throws(StorageFailure) -> String {
        do throws(PositionError) {
            let names = ReviewNames(of: game.record, player: player)
            let sheet = GameSheet(
                game: try Game(digits: game.record.digits), first: names.name(of: .first), second: names.name(of: .second),
                date: game.date)
            return sheet.text(as: ExportFormat(rawValue: format) ?? .digits)
        } catch {
            throw .noGame(id: game.id, error)
        }
    }

    /// A kept game in a line, its fields separated by tabs: number, date, opponent, result, digits. An opponent's name holds no tab.
    package static func line(for game: KeptGame) -> String {
        [String(game.id), game.date, game.record.plainOpponent, game.record.plainResult, game.record.digits].joined(
            separator: "\t")
    }
}
