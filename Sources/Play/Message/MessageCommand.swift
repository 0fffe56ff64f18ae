// `fourinarow message - 4`: answers a line without a screen, for scripts.

import Language
import Session
import Wire

extension MessageGame {
    /// Why there is no answer, as a sentence.
    package struct Failure: Error {
        package let sentence: String
    }

    /// Why a text is no line, as a sentence; nil if it is one.
    package static func mistake(in text: String) -> String? {
        do throws(GameLine.Mistake) { _ = try GameLine(reading: text) } catch { return LineRefusal.unreadable(error).sentence }
        return nil
    }

    /// Does what `answer` says in the game of the line `text`, and returns the line to send; without a text it begins a game. Of a game that is
    /// new here the player is taken for the one who received the line. `random` are at least four bytes.
    package static func line(
        answering text: String?, with answer: String, in archive: Archive, random: [UInt8]
    ) throws(Failure) -> String {
        let games = try explained({ $0.sentence }, { () throws(StorageFailure) in try archive.messageGames() })
        var (id, game, news): (Int?, MessageGame, LineNews) = (
            nil, MessageGame(number: GameLine.number(random), friend: "", me: .first), .new()
        )
        if let text {
            (id, game, news) = try explained(
                { $0.sentence }, { () throws(LineRefusal) in try MessageGame.read(text, among: games) })
            if news == .own || news == .old { throw Failure(sentence: news.sentence ?? "") }
            // What the friend did counts, whatever comes of the answer.
            id = try keep(game, id: id, in: archive)
        }
        let number = game.number
        _ = try explained({ $0.sentence }, { () throws(LineRefusal) in try game.answer(answer) })
        _ = try keep(game, id: game.number == number ? id : nil, in: archive)
        return game.line?.text ?? ""
    }

    private static func keep(_ game: MessageGame, id: Int?, in archive: Archive) throws(Failure) -> Int? {
        var id = id
        try explained({ $0.sentence }, { () throws(StorageFailure) in try archive.keep(game.record, id: &id) })
        return id
    }

    private static func explained<Value, Problem: Error>(
        _ words: (Problem) -> String, _ action: () throws(Problem) -> Value
    ) throws(Failure) -> Value {
        do throws(Problem) { return try action() } catch { throw Failure(sentence: words(error)) }
    }
}
