// As what a kept game can be taken along, and how the file is called. It knows no file system.

import Engine
import Session

extension ExportFormat {
    /// What the player reads.
    fileprivate var words: String {
        switch self {
        case .digits: "Digits"
        case .text: "Diagram"
        case .svg: "Picture"
        case .cast: "Recording"
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
        MenuViewController(navigator: navigator, title: "Export game \(game.id)", verb: "Write") { _ in
            ExportFormat.allCases.map { format in
                MenuEntry(words: format.words, behind: format.fileName(of: game.id)) { navigator in
                    navigator.pop()
                    navigator.show(alert: sentence(for: game, as: format, on: navigator))
                }
            } + [MenuEntry(words: "Back", letter: "b") { $0.pop() }]
        }
    }

    /// Writes the file; what became of it.
    private static func sentence(for game: KeptGame, as format: ExportFormat, on navigator: Navigator) -> String {
        do throws(StorageFailure) {
            let text = try GameLine.text(of: game, by: navigator.playerName, as: format.rawValue)
            return "Game \(game.id) is in \(try navigator.surroundings.export(text, as: format.fileName(of: game.id)))."
        } catch {
            return error.sentence
        }
    }
}
