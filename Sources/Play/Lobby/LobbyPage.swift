// What the lobby's screens have in common: how a game takes their place, or they end before, and their looks: some lines of words, a
// list below, and a line that wants to be read at the bottom. It knows no lobby.

import Language
import Screen
import Session
import Wire

/// A screen on which players gather for a game.
protocol LobbyScreen: LobbyPartyDelegate, ViewController {
    associatedtype Gathering: LobbyParty
    /// Where it is.
    var navigator: Navigator { get }
    /// What can be played.
    var games: [PartyGame] { get }
    /// The players so far; nil before, and once the game or the end has come.
    var party: Gathering? { get set }
    /// Its lines.
    var list: ChoiceList { get set }
    /// Does what a line says.
    func open(_ index: Int)
}

extension LobbyScreen {
    func lobby(_ party: LobbyParty, didStart game: LobbyGame) {
        self.party = nil
        if let game = games.named(game.id) { navigator.begin(game, with: party) }
    }

    var question: String? { party.flatMap { PresenceWords.sentence(for: $0.silentNames) } }

    func lobby(_ party: LobbyParty, doesNotKnow game: String) {}

    func lobbyDidEnd(_ party: LobbyParty, because reason: QuitReason) { close(saying: reason.sentence) }

    /// Goes back, and says why.
    func close(saying sentence: String?) {
        guard party != nil else { return }
        party = nil
        navigator.pop()
        if let sentence { navigator.show(standing: sentence) }
    }

    /// A click opens a line, other keys move the choice; returns whether the key does either.
    func pressList(_ key: Key) -> Bool {
        if case .click = key, let index = list.index(named: key) {
            open(index)
        } else if !list.move(by: key) {
            return false
        }
        navigator.setNeedsDisplay()
        return true
    }

    func didLeave() {
        let party = party
        self.party = nil
        party?.leave()
    }
}

/// A page of words over a list.
struct LobbyPage {
    /// A line of words, which is wrapped where it is too long.
    struct Words {
        var role: Role
        var text: String
        var indent: Int

        init(_ role: Role, _ text: String, indent: Int = 0) {
            self.role = role
            self.text = text
            self.indent = indent
        }
    }

    /// The words above the list.
    var words: [Words]
    /// The rows at the bottom that are kept free, if there are that many.
    var reserved = 0
    let glyphs: Glyphs

    /// Draws words and list; where the list is.
    func draw(
        _ list: inout ChoiceList, on canvas: Canvas, in area: Rect, cutsBehind: (Int) -> Bool = { _ in false },
        text: (Int) -> (words: String, behind: String)
    ) -> Rect {
        let (x, width) = (area.x, area.width)
        let isRoomy = area.height > 12
        var y = area.y + (isRoomy ? 1 : 0)
        canvas.focus = Point(x: x, y: y)
        let end = y + max(1, area.height - reserved - min(list.count, 4))
        for words in words {
            for line in TextWidth.wrap(glyphs.spelt(words.text), to: width - words.indent, rows: end - y) {
                canvas.put(line, x: x + words.indent, y: y, words.role)
                y += 1
            }
        }
        if isRoomy { y += 1 }
        let room = area.y + area.height - y - reserved
        let rect = Rect(x: x, y: y, width: width, height: max(1, min(list.count, room)))
        list.draw(on: canvas, in: rect, cutsBehind: cutsBehind, text: text)
        return rect
    }

    /// Draws a sentence that tells what is under way, on the row below the list, or on the last one.
    func drawBusy(_ sentence: String, below list: Rect, on canvas: Canvas, in area: Rect) {
        let y = min(list.y + list.height, area.y + area.height - 1)
        canvas.fill(Rect(x: list.x, y: y, width: list.width, height: 1), .alert)
        canvas.focus = Point(x: list.x, y: y)
        canvas.put(TextWidth.clip(glyphs.spelt(sentence), to: list.width - 2), x: list.x + 1, y: y, .alert)
    }
}
