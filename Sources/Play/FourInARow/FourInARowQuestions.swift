// The questions of a game's screen and their answers: whether to leave, what the peer asks for, what to do after a lost connection or
// the end.

import Engine
import Language
import Screen
import Session
import Wire

extension FourInARowViewController {
    /// The choices while nothing moves.
    var promptAtRest: Prompt? {
        let scene = scene
        if scene.isWatched { return nil }
        if scene.isOver {
            return .afterTheMatch(
                leadsToList: navigator.leadsToList, canHostAgain: didAskToHostAgain != nil, canReview: reviewed != nil)
        }
        if scene.consent.wanted != nil { return .consent }
        if let search = scene.search {
            if search.lostMove == nil, scene.state.isOver { return .absenceAfterTheEnd(leadsToList: navigator.leadsToList) }
            let hasClocks = scene.timeControl != nil
            return search.lostMove == nil
                ? .absence(isOurTurn: scene.mayMove && scene.isOurTurn, hasClocks: hasClocks) : .lostMove(hasClocks: hasClocks)
        }
        if scene.opponent.message?.line != nil { return scene.state.isOver ? .sendingTheEnd : .sending }
        guard scene.state.isOver else { return nil }
        // Whoever reads which disc would have stopped the four wants to try it.
        let mayTakeBack = words.isComputer && scene.state == .youWin && scene.ending == nil && scene.mayTakeBack
        return .afterTheEnd(
            isAlone: words.isAlone, isTrial: scene.isTrial, next: scene.nextLevel, easier: story.easierLevel,
            takingBackIn: mayTakeBack && navigator.listener == nil ? navigator.canvas.size.width : nil)
    }

    /// Whether the player may move although something is asked: a question of the opponent's is then answered with no, and the search for
    /// the opponent goes on.
    var mayMoveNow: Bool {
        let scene = scene
        guard let prompt, scene.mayMove, scene.isOurTurn, !scene.isWatched else { return false }
        return scene.search != nil && prompt.asksTheSame(as: .absence(isOurTurn: true, hasClocks: scene.timeControl != nil))
            || prompt.asksTheSame(as: .consent) && scene.consent.wanted != nil
    }

    /// Whether nothing is asked that has to be answered before other keys act.
    var isUnasked: Bool { prompt?.asksTheSame(as: .sending) ?? true }

    /// Whether the player is asked about something that would end the game.
    var isAskingFirst: Bool { prompt?.choices.first == .keepPlaying }

    /// Whether the player is asked whether to leave.
    var isAskingToLeave: Bool {
        let last = prompt?.choices.last
        return isAskingFirst && (last == .out(isAlone: words.isAlone) || last == .giveUp)
    }

    /// Whether the player is asked whether to start another game before this one is over.
    var isAskingToStartOver: Bool { prompt?.asksTheSame(as: .startingOver) == true }

    /// Whether the player is asked whether to give up a game whose opponent is looked for.
    var isAskingToGiveUp: Bool { prompt?.asksTheSame(as: .givingUp) == true }

    /// What the player is asked, or has to know before an answer; nil where there is nothing to answer.
    var question: String? {
        if let endQuestion { return endQuestion }
        if prompt?.asksTheSame(as: .resigning) == true { return tr("Resign this game?") }
        if isAskingToGiveUp { return tr("Leave for good? The game cannot be resumed then.") }
        if let column = scene.search?.lostMove { return words.asksAbout(lostMove: column, with: scene.opponent.shownName) }
        if isAskingToStartOver {
            let scene = scene
            let isKept = !scene.isTrial && !scene.series.isPractice && scene.game.moves.count > (scene.me == .first ? 0 : 1)
            return isKept ? tr("Start another game? This one is kept.") : tr("Abandon this game and start another?")
        }
        if prompt?.asksTheSame(as: .agreeing) == true {
            return scene.isShared ? tr("Do you both agree to a draw?") : tr("Offer a draw?")
        }
        if prompt?.asksTheSame(as: .sending) == true {
            // On a small screen the line alone may leave the whole board to be seen.
            let lines = scene.opponent.linesToSend
            return lines.first { hasQuestionAbove || TextWidth.of($0) <= navigator.canvas.size.width - 2 } ?? lines.first
        }
        return isAskingToLeave ? words.asksWhetherToLeave(scene) : captions.question
    }

    /// Q: leaves, or asks first in the middle of a game with another person. A game alone is kept and goes on where it was.
    func leave() {
        motion.finishFall()
        // Whoever is only asked whether to play reads that we have gone.
        let isAtOnce =
            words.isAlone || scene.state.isOver || scene.opponent.isHostSilent || captions.isHostComing || isAskingToLeave
        if isAtOnce { disconnect() } else { prompt = .leaving(isAlone: words.isAlone, canResign: mayResign) }
    }

    /// Esc: the same, unless it answers an open question; while the opponent is looked for it chooses to wait. After the end it asks, too, while the
    /// opponent is there: one that was meant for another screen must not end the match. In text mode, where “leave” and “back” press it, it asks
    /// alone, but not after the end.
    func escape() {
        let isNext = !words.isAlone && scene.state.isOver && prompt?.isEnd == true
        if !isUnasked, !isNext, prompt?.chosen != nil { return prompt = promptAtRest }
        if scene.search != nil { return prompt?.choose(.wait) ?? () }
        if isNext, navigator.listener == nil { return prompt = .leaving(isAlone: false, canResign: false) }
        let isByMessage = scene.opponent.message != nil
        guard navigator.listener != nil, words.isAlone, !scene.state.isOver, !isByMessage || mayResign else { return leave() }
        motion.finishFall()
        prompt = .leaving(isAlone: true, canResign: mayResign)
    }

    /// Whether the player can resign. What is only tried is just left.
    var mayResign: Bool { scene.mayResign && !scene.isTrial }

    /// Asks whether to resign, and nothing else.
    func askWhetherToResign() {
        motion.finishFall()
        prompt = .resigning
    }

    /// D: offers the opponent a draw; where two share a keyboard it asks both. Against the computer and by message, too, it asks first.
    func offerDraw() {
        motion.finishFall()
        if scene.isYoung, scene.opponent.canBeAsked || !scene.opponent.isPeer {
            return show(untilMove: tr("No draw before both have moved."))
        }
        // Nobody is asked whether to do what was done already.
        if words.isComputer, scene.consent.hasAsked(for: .draw) {
            return show(scene.consent.asked == nil ? .askedThisMove : .asked)
        }
        // A letter of a line that is typed, not pasted, must not change the line that is sent.
        let isSending = scene.opponent.message?.line != nil && !scene.isOurTurn && !scene.consent.hasAsked(for: .draw)
        if scene.isShared || words.isComputer || isSending { return prompt = .agreeing }
        do throws(ConsentRefusal) { try match?.offerDraw() } catch { show(error) }
    }

    /// U: takes a move back, or asks for it.
    func takeBack() {
        motion.finishFall()
        let (wasOver, discs) = (scene.state.isOver, scene.game.moves.count)
        do throws(ConsentRefusal) { try match?.undo() } catch { show(error) }
        if wasOver, scene.series.isPractice {
            show(untilMove: tr("This is practice now: the game is kept as it ended."))
        } else if scene.game.moves.count < discs {
            insight.sayTakenBack()
        }
    }

    /// Does what the player has chosen.
    func answer(_ choice: Prompt.Choice) {
        switch choice {
        case .nextLevel(let level), .easierLevel(let level): navigator.launcher.play(at: level, like: scene)
        case .replay, .nextGame: replay()
        case .copyLine: if let line = scene.opponent.message?.line { navigator.copy(line.text) }
        case .menu where scene.search != nil, .list where scene.search != nil: leaveForGood()
        case .leave where !isAskingToGiveUp, .disconnect where scene.search != nil: prompt = .givingUp
        case .disconnect, .menu, .list, .back, .giveUp: disconnect()
        case .saveAndLeave:
            disconnect()
            // It looks already where the menu lists the game.
            navigator.launcher.lookOut(for: navigator.launcher.savedGame)
            // The menu says it itself.
            guard !(navigator.top is MenuViewController) else { return }
            let limit = navigator.top?.offersSavedGame == true ? nil : navigator.launcher.savedGame?.limit
            navigator.show(alert: together([tr("The game is saved."), limit].compactMap(\.self)))
        case .hostAgain: didAskToHostAgain?()
        case .keepPlaying: prompt = promptAtRest
        case .resign: match?.resign()
        case .agree:
            prompt = promptAtRest
            do throws(ConsentRefusal) { try match?.offerDraw() } catch { show(error) }
        case .review, .seeIt: review()
        case .takeBack: takeBack()
        case .allow, .refuse:
            navigator.closeAlert()
            match?.answer(isAllowed: choice == .allow)
            prompt = promptAtRest
        case .wait where isAskingToGiveUp: prompt = promptAtRest
        case .wait:
            prompt = promptAtRest
            navigator.show(alert: tr("Still looking for {name}…", ["name": scene.opponent.shownName])) { [weak self] in
                self?.scene.search != nil
            }
        case .takeMove: match?.takeLostMove()
        case .leave: leaveForGood()
        case .startOver: match?.replay()
        default: break
        }
    }

    /// Leaves a game whose opponent is looked for, and has that one told when it comes.
    private func leaveForGood() {
        navigator.launcher.farewell = match?.giveUp()
        navigator.popGame()
    }
}

// MARK: - Reviews and alerts

extension FourInARowViewController {
    /// Opens the review of the game; of one that is over at the move that decided it. Of a game that was left before its first move nothing
    /// is to be seen: then it is that of the game before.
    func review() {
        motion.comeToRest()
        story.rest()
        let launcher = navigator.launcher
        if let last = reviewed, last.game.moves != scene.game.moves {
            let id = launcher.keptGames.first { $0.record.kind == .network && $0.record.digits == last.game.digits }?.id
            return launcher.review(last, storedAs: id, after: nil)
        }
        launcher.review(scene, storedAs: match?.saveRecord(), after: story.opening)
    }

    /// The game that can be reviewed: the one on the board or, once the match is over, the last that was played to its end.
    var reviewed: MatchScene? {
        let scene = scene
        if isPlaying || scene.game.moves.isEmpty && !scene.isOver { return nil }
        return scene.game.moves.isEmpty ? lastFinished : scene
    }

    /// Explains why something that needs the peer's consent was not done.
    func show(_ refusal: ConsentRefusal) {
        let name = scene.opponent.shownName
        let sentence = refusal.sentence(with: name)
        switch refusal {
        // The computer has answered at once.
        case .asked where scene.consent.asked == nil: return
        case .asked, .askedAlready:
            let topic = refusal == .asked ? scene.consent.asked?.topic : nil
            navigator.show(alert: topic.map { words.asking(name, for: $0) } ?? sentence) { [weak self] in
                self?.scene.consent.asked != nil
            }
        case .notAnswering:
            navigator.show(alert: sentence) { [weak self] in self?.scene.opponent.isAnswering == false }
        case .asksByMessage, .moveFirst, .askedThisMove, .cannotBeAsked, .gameOver, .nothingToTakeBack:
            show(untilMove: sentence)
        }
    }

    /// Shows a sentence for some seconds, or until the position changes or a key is pressed.
    func show(untilMove sentence: String) {
        let moves = scene.game.moves
        navigator.show(alert: sentence, isBrief: true) { [weak self] in self?.scene.game.moves == moves }
    }
}
