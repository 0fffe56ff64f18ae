// `fourinarow message - 4`: answers a line without a screen, for scripts.

import Language
import Session
import Wire

/// Games by message on the command line.
package enum MessageCommand {
    /// Why there is no answer, as a sentence.
    package struct Failure: Error {
        package let sentence: String
    }

    /// Whether a word is what a player does in a turn: a column, perhaps after letters of the line, or `r` or `a` alone.
    package static func isAnswer(_ word: String) -> Bool { MessageGame.Answer(word) != nil }

    /// Why a text is no line, as a sentence; nil if it is one.
    package static func mistake(in text: String) -> String? {
        do throws(GameLine.Mistake) { _ = try GameLine(reading: text) } catch { return error.sentence }
        return nil
    }

    /// Does what `answer` says in the game of the line `text`, and returns the line to send; without a text it begins a game. Of a game that is
    /// new here the player is taken for the one who received the line. `random` are at least four bytes.
    package static func line(
        answering text: String?, with answer: String, in archive: Archive, random: [UInt8]
    ) throws(Failure) -> String {
        var (id, game): (Int?, MessageGame) = (nil, MessageGame(number: GameLine.number(random), friend: "", me: .first))
        if let text { (id, game) = try read(text, in: archive) }
        let last = game.number
        do throws(LineRefusal) { _ = try game.answer(answer) } catch { throw Failure(sentence: error.sentence(with: game.name)) }
        try keep(game, id: game.number == last ? id : nil, in: archive)
        return game.line?.text ?? ""
    }

    /// The game of a line, in which what the line says was stored.
    private static func read(_ text: String, in archive: Archive) throws(Failure) -> (Int?, MessageGame) {
        let line: GameLine
        do throws(GameLine.Mistake) { line = try GameLine(reading: text) } catch { throw Failure(sentence: error.sentence) }
        let games: [(id: Int, game: MessageGame)]
        do throws(StorageFailure) { games = try archive.messageGames() } catch { throw Failure(sentence: error.sentence) }
        let read: (id: Int?, game: MessageGame, news: LineNews)
        do throws(LineRefusal) {
            let known = try MessageGame.read(line, among: games)
            if let known { read = known } else { read = (nil, try MessageGame(line), .new(elsewhere: [])) }
        } catch {
            let name = games.first { $0.game.number == line.number }?.game.name
            throw Failure(sentence: error.sentence(with: name ?? tr("Your friend")))
        }
        if [.own, .old].contains(read.news) { throw Failure(sentence: read.news.sentence ?? "") }
        return (try keep(read.game, id: read.id, in: archive), read.game)
    }

    @discardableResult
    private static func keep(_ game: MessageGame, id: Int?, in archive: Archive) throws(Failure) -> Int? {
        var id = id
        do throws(StorageFailure) { try archive.keep(game.record, id: &id) } catch { throw Failure(sentence: error.sentence) }
        return id
    }
}
