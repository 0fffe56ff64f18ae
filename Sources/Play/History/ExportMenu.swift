// As what a kept game can be taken along, and how the file is called. It knows no file system.

import Engine
import Language
import Session

extension ExportFormat {
    /// What the player reads.
    fileprivate var words: String {
        switch self {
        case .digits: tr("Digits")
        case .text: tr("Diagram")
        case .svg: tr("Picture")
        case .cast: tr("Recording")
        }
    }

    /// The file of the game with this number.
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
    /// The formats that a kept game can be written out in: one of them writes the file and says where it is.
    static func export(of game: KeptGame, navigator: Navigator) -> MenuViewController {
        MenuViewController(navigator: navigator, title: tr("Export game {id}", ["id": game.id]), verb: .write) { _ in
            ExportFormat.allCases.map { format in
                MenuEntry(words: format.words, behind: format.fileName(of: game.id)) { navigator in
                    navigator.pop()
                    navigator.show(alert: sentence(for: game, as: format, on: navigator))
                }
            } + [MenuEntry(words: tr("Back"), letter: "b") { $0.pop() }]
        }
    }

    /// Writes the file; what became of it.
    private static func sentence(for game: KeptGame, as format: ExportFormat, on navigator: Navigator) -> String {
        do throws(StorageFailure) {
            let text = try GameLine.text(of: game, by: navigator.playerName, as: format.rawValue)
            let path = try navigator.environment.export(text, as: format.fileName(of: game.id))
            return tr("Game {id} is in {path}.", ["id": game.id, "path": path])
        } catch {
            return error.sentence
        }
    }
}
