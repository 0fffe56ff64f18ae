// The menu that exports a saved game, and the names of the files.

import Engine
import Language
import Session

extension ExportFormat {
    /// Its name on the screen.
    fileprivate var words: String {
        switch self {
        case .digits: tr("Digits")
        case .text: tr("Diagram")
        case .svg: tr("Picture")
        case .cast: tr("Recording")
        }
    }

    /// What it is for.
    fileprivate var about: String {
        switch self {
        case .digits: tr("The column of each move, for fourinarow review and other programs.")
        case .text: tr("The board and its moves, for a mail or a note.")
        case .svg: tr("The last position with the number of each move, for a web browser.")
        case .cast: tr("The game move by move, for the player asciinema.")
        }
    }

    /// The name of the file for the game with this number.
    fileprivate func fileName(of id: Int) -> String {
        switch self {
        case .digits: "fourinarow-\(id)-digits.txt"
        case .text: "fourinarow-\(id).txt"
        case .svg: "fourinarow-\(id).svg"
        case .cast: "fourinarow-\(id).cast"
        }
    }
}

extension MenuViewController {
    /// A menu of formats. Each writes the file and says where it is.
    static func export(of game: KeptGame, navigator: Navigator) -> MenuViewController {
        MenuViewController(navigator: navigator, title: tr("Game {id} as a file", ["id": game.id]), verb: .write) { _ in
            ExportFormat.allCases.map { format in
                MenuEntry(
                    words: format.words, remark: format.fileName(of: game.id),
                    about: together([format.about, tr("The file goes where you started this program.")])
                ) { navigator in
                    navigator.pop()
                    navigator.show(alert: sentence(for: game, as: format, on: navigator))
                }
            }
        }
    }

    /// Writes the file; returns where it is, or what went wrong.
    private static func sentence(for game: KeptGame, as format: ExportFormat, on navigator: Navigator) -> String {
        do throws(StorageFailure) {
            let text = try game.text(by: navigator.playerName, as: format.rawValue)
            let path = try navigator.environment.export(text, as: format.fileName(of: game.id))
            return tr("Game {id} is in {path}.", ["id": game.id, "path": path])
        } catch {
            return error.sentence
        }
    }
}
