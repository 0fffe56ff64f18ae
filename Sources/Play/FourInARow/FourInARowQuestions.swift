// The questions of a game's screen and their answers: whether to leave, what the peer asks for, what to do after a lost connection or
// the end.

import Engine
import Language
import Session
import Wire

extension FourInARowViewController {
    /// The choices while nothing moves.
    var promptAtRest: Prompt? {
        if words.isWatched { return nil }
        if match.isOver {
            return .afterTheMatch(canHostAgain: didAskToHostAgain != nil, canReview: !match.game.moves.isEmpty)
        }
        if match.consent.wanted != nil { return .consent }
        if match.reconnection != nil { return match.reconnection?.lostMove == nil ? .absence : .lostMove }
        guard gameState.isOver else { return nil }
        return .afterTheEnd(isAlone: words.isAlone, next: match.nextLevel(after: navigator.environment.history))
    }

    /// Whether the player is asked whether to leave.
    var isAskingToLeave: Bool {
        prompt?.choices.first == .keepPlaying && prompt?.choices.last == .out(isAlone: words.isAlone)
    }

    /// Whether the player is asked whether to start another game before this one is over.
    var isAskingToStartOver: Bool { prompt?.choices == Prompt.startingOver.choices }

    /// What the player is asked, or has to know before an answer; nil where there is nothing to answer.
    var question: String? {
        if let end { return end }
        if isAskingToStartOver { return tr("Abandon this game and start another?") }
        if prompt?.choices == Prompt.agreeing.choices { return tr("Do you both agree to a draw?") }
        return isAskingToLeave ? words.asksWhetherToLeave(match) : captions.question
    }

    /// Q: leaves, or asks first in the middle of a game with another person. A game alone is kept and goes on where it was.
    func leave() {
        motion.finishFall()
        let isAtOnce = words.isAlone || gameState.isOver || match.opponent.isHostSilent || isAskingToLeave
        if isAtOnce { disconnect() } else { prompt = leavingPrompt }
    }

    /// Esc: asks whether to leave, unless it answers an open question.
    func askWhetherToLeave() {
        motion.finishFall()
        if prompt?.chosen != nil { return prompt = promptAtRest }
        prompt = leavingPrompt
    }

    private var leavingPrompt: Prompt { .leaving(isAlone: words.isAlone, canResign: match.canBeDecided) }

    /// D: offers the opponent a draw; where two share a keyboard it asks both.
    func offerDraw() {
        motion.finishFall()
        if match.isShared { return prompt = .agreeing }
        do throws(ConsentRefusal) { try match.offerDraw() } catch { show(error) }
    }

    /// Does what the player has chosen.
    func answer(_ choice: Prompt.Choice) {
        switch choice {
        case .nextLevel(let level): play(at: level)
        case .replay: replay()
        case .disconnect, .menu, .saveAndLeave: disconnect()
        case .hostAgain: didAskToHostAgain?()
        case .keepPlaying: prompt = promptAtRest
        case .resign: match.resign()
        case .agree: do throws(ConsentRefusal) { try match.offerDraw() } catch { show(error) }
        case .review: review()
        case .allow, .refuse:
            navigator.closeAlert()
            match.answer(isAllowed: choice == .allow)
            prompt = promptAtRest
        case .wait: prompt = match.reconnection?.lostMove == nil ? .absence : .lostMove
        case .takeMove:
            navigator.closeAlert()
            match.reconnection?.takeLostMove()
        case .leave:
            match.giveUp()
            navigator.popToRoot()
        case .giveUp: match.replay()
        default: break
        }
    }

    /// The games before the one on the board, where a match is watched.
    var earlierGames: [WatchedGame] { if case .watched(let watching) = words { watching.games } else { [] } }

    /// Opens the review of the game on the board, or of one before it.
    func reviewSeries() {
        let (host, guest) = words.names(match.opponent.shownName)
        func review(_ game: Game, isHostFirst: Bool) {
            let names = ReviewNames(yellow: host, red: guest, me: isHostFirst ? .first : .second)
            navigator.push(ReviewViewController(navigator: navigator, game: game, names: names, storedAs: nil))
        }
        func picture(of game: Game, isHostFirst: Bool) -> BoardPicture {
            BoardPicture(of: game, yellow: match.isYellowFirst || isHostFirst ? .first : .second)
        }
        let current = match.game
        let isHostFirst = match.me == .first
        if earlierGames.isEmpty { return review(current, isHostFirst: isHostFirst) }
        let entries = earlierGames.compactMap { watched in
            (try? Game(digits: watched.digits)).map { game in
                let state = GameState(of: game, ending: watched.ending, for: watched.isHostFirst ? .first : .second)
                let result = state.isOver ? words.label(state, match.opponent.shownName, 60) : tr("The game is over.")
                let words = tr("Game {number}: {result}", ["number": watched.number, "result": result])
                return MenuEntry(words: words, board: picture(of: game, isHostFirst: watched.isHostFirst)) { _ in
                    review(game, isHostFirst: watched.isHostFirst)
                }
            }
        }
        let board = picture(of: current, isHostFirst: isHostFirst)
        let present = MenuEntry(words: tr("The game on the board"), board: board) { _ in
            review(current, isHostFirst: isHostFirst)
        }
        navigator.push(
            MenuViewController(
                navigator: navigator, title: tr("Games")
            ) { _ in
                entries + (current.moves.isEmpty ? [] : [present]) + [
                    MenuEntry(words: tr("Back"), letter: "b", board: board) { $0.pop() }
                ]
            })
    }

    /// Opens the review of the game.
    func review() {
        motion.comeToRest()
        var names = ReviewNames(
            opponent: match.opponent.kind, name: match.opponent.shownName, isFirst: match.me == .first,
            level: match.opponent.level.flatMap(Level.init(rawValue:)))
        if match.ending != nil { names.ending = words.label(match.state, match.opponent.shownName, 60) }
        navigator.push(ReviewViewController(navigator: navigator, game: match.game, names: names, storedAs: match.recordID))
    }
}

// MARK: - Alerts

extension FourInARowViewController {
    /// Explains why something that needs the peer's consent was not done.
    func show(_ refusal: ConsentRefusal) {
        let sentence = refusal.sentence(with: match.opponent.shownName)
        switch refusal {
        case .asked where match.consent.asked?.topic == .draw:
            navigator.show(alert: words.offersDraw(to: match.opponent.shownName)) { [weak self] in
                self?.match.consent.asked != nil
            }
        case .asked, .askedAlready:
            navigator.show(alert: sentence) { [weak self] in self?.match.consent.asked != nil }
        case .notAnswering:
            navigator.show(alert: sentence) { [weak self] in self?.match.opponent.isAnswering == false }
        case .cannotBeAsked, .gameOver, .nothingToTakeBack: navigator.show(alert: sentence, untilMoveIn: match)
        }
    }
}

extension Navigator {
    /// Shows a sentence until the position in `match` changes, or a key is pressed; one that `isBrief` only for some seconds.
    func show(alert sentence: String, isBrief: Bool = true, untilMoveIn match: Match) {
        let moves = match.game.moves
        show(alert: sentence, isBrief: isBrief) { [weak match] in match?.game.moves == moves }
    }
}
