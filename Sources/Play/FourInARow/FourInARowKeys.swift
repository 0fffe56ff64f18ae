// The keys of a game's screen.

import Engine
import Language
import Screen
import Session

/// The table of keys of a game's screen. It is made once: each key says itself whether it works now.
struct FourInARowKeys {
    unowned let game: FourInARowViewController

    private var scene: MatchScene { game.scene }
    private var words: OpponentWords { game.words }

    /// All keys but the answers to what is asked, which come after the first: the first available binding of a key counts.
    var bindings: [Binding] { scene.isWatched ? watchingBindings.grouped(.game) : playerBindings }

    private var playerBindings: [Binding] {
        [winnerBinding] + (reconnectingBindings + decidingBindings + spectatorBindings + peerBindings).grouped(.game)
            + playingBindings.grouped(.play) + helpfulBindings + endBindings.grouped(.game)
            + [
                Binding(.escape, help: scene.state.isOver ? words.leaveHelp : tr("Ask whether to leave.")) { _ in
                    game.askWhetherToLeave()
                }
            ].grouped(.game)
    }

    /// What helps a player, and what two say to each other. Where there is no room for all, the last ones go first.
    private var helpfulBindings: [Binding] {
        let (hint, marks) = (hintBindings.grouped(.teach), markBindings.grouped(.teach))
        let back = scene.opponent.message == nil ? takingBackBindings.grouped(.play) : []
        let phrases = phraseBindings.grouped(.game)
        return words.isAlone ? hint + marks + back : hint + back + phrases + marks
    }

    /// The keys of a spectator.
    private var watchingBindings: [Binding] {
        let mayReview = { !scene.game.moves.isEmpty || !scene.earlierGames.isEmpty }
        return [
            Binding(
                .character("v"), label: tr("Review"), help: tr("Review a game of the series, move by move."),
                isAvailable: mayReview, standing: { mayReview() ? .lit : .dim },
                action: { _ in game.navigator.launcher.reviewSeries(scene) }),
            Binding(
                .character("q"), .escape, label: tr("Back"), help: words.leaveHelp, action: { _ in game.disconnect() }),
            game.phrases.muting { true },
        ]
    }

    /// While the game goes on and nothing is asked a key keeps its place in the bar, lit where it is of use; otherwise it is there while it works.
    /// `withConsent`: the opponent's program has to know it.
    private func steady(withConsent: Bool = false, _ isUseful: @escaping () -> Bool) -> () -> KeyStanding {
        {
            if isUseful() { return .lit }
            let isKnown = !withConsent || !scene.opponent.isPeer || scene.opponent.canBeAsked
            return isKnown && game.isUnasked && game.isPlaying ? .dim : .absent
        }
    }

    private var playingBindings: [Binding] {
        let isPlaying = { game.prompt == nil && game.isPlaying }
        return columnBindings(hasArrows: isPlaying, hasEnter: isPlaying, hasDigits: isPlaying)
    }

    /// The keys that move although something is asked. Once an answer is chosen, Enter confirms that. While the opponent is away the arrows choose
    /// a column, and Tab an answer.
    var movingBindings: [Binding] {
        let mayDrop = { game.mayMoveNow && game.prompt?.chosen == nil }
        return columnBindings(
            hasArrows: { mayDrop() && scene.search != nil }, hasEnter: mayDrop, hasDigits: { game.mayMoveNow }
        ).grouped(.play)
    }

    /// The keys that choose a column and drop a disc.
    private func columnBindings(
        hasArrows: @escaping () -> Bool, hasEnter: @escaping () -> Bool, hasDigits: @escaping () -> Bool
    ) -> [Binding] {
        // Out of turn these keys say why they do nothing.
        [
            Binding(
                .left, .right, name: "←→", label: tr("Column"), help: tr("Choose a column."), isAvailable: hasArrows,
                standing: steady(hasArrows),
                action: { game.moveCursor(to: game.cursorColumn + ($0 == .left ? -1 : 1)) }),
            Binding(
                .enter, .character(" "), .down, name: "Enter", label: tr("Drop"), brief: tr("Drop the disc"),
                help: tr("Drop a disc into that column."),
                isAvailable: hasEnter, standing: steady { hasEnter() && scene.isOurTurn },
                action: { game.drop(into: game.cursorColumn, with: $0) }),
            Binding(
                .character("1"), .character("2"), .character("3"), .character("4"), .character("5"), .character("6"),
                .character("7"), name: "1-7", brief: tr("Drop it there"),
                help: tr("Drop a disc into this column at once."),
                isAvailable: hasDigits,
                action: { if case .character(let digit) = $0 { game.drop(into: Int(digit.value) - 0x31, with: $0) } }),
        ]
    }

    /// Keys that were meant for the board say how the game ended.
    private var winnerBinding: Binding {
        Binding(
            .enter, .character(" "), .down, name: "Enter", help: tr("Show the winner again."),
            isAvailable: {
                scene.state.isOver && !scene.isOver && game.prompt?.chosen == nil
                    && game.prompt?.choices.contains(.nextGame) != true
            },
            action: { _ in game.showWinnerAgain() })
    }

    private var endBindings: [Binding] {
        [
            Binding(
                .character("r"), label: tr("Replay"), help: scene.isTrial ? tr("Start over from here.") : words.replayHelp,
                isAvailable: { game.mayReplay }, standing: { game.mayReplay && scene.state.isOver ? .lit : .absent },
                action: { _ in game.replay() }),
            Binding(
                .character("q"), label: !words.isAlone ? tr("Disconnect") : game.navigator.leadsToWait ? tr("Back") : tr("Menu"),
                help: words.leaveHelp,
                isAvailable: { !scene.isBroken && !scene.isOver }, action: { _ in game.leave() }),
            Binding(
                .character("v"), label: tr("Review"), help: tr("Review the game after it ends."),
                isAvailable: { !game.isPlaying && !scene.game.moves.isEmpty }, action: { _ in game.review() }),
        ]
    }

    private var phraseBindings: [Binding] {
        words.isAlone
            ? []
            : game.phrases.bindings(
                isAvailable: { scene.maySpeak }, standing: steady(withConsent: true) { scene.maySpeak }, seat: 0,
                hasPlace: { game.hasPlaceForPhrases },
                board: { BoardPicture(of: scene.game, yellow: scene.yellow) })
    }

    private var decidingBindings: [Binding] {
        [
            Binding(
                .character("d"), help: tr("Offer a draw."),
                isAvailable: { game.isUnasked && scene.mayDecide }, action: { _ in game.offerDraw() })
        ]
    }

    /// At the host of a private game.
    private var spectatorBindings: [Binding] {
        [
            Binding(
                .character("w"), brief: tr("Spectators' words"), help: tr("Show the words that spectators have to type."),
                isAvailable: { scene.spectatorCode != nil && !scene.isOver },
                action: { _ in
                    guard let code = scene.spectatorCode else { return }
                    game.navigator.show(
                        alert: tr("Spectators type: {code}", ["code": isolated(code)]), untilKey: true)
                })
        ]
    }

    /// The keys that are left when the peer is gone.
    private var peerBindings: [Binding] {
        if words.isAlone { return [] }
        return [
            Binding(
                .character("q"), .escape, label: tr("Menu"), help: tr("Back to the menu."), isAvailable: { scene.isOver },
                action: { _ in game.disconnect() })
        ]
    }

    private func canLearn() -> Bool { game.isUnasked && scene.mayLearn }

    private var hintBindings: [Binding] {
        [
            Binding(
                .character("h"), label: tr("Hint"), help: tr("Mark the best columns and say what they lead to."),
                isNeeded: words.isComputer, isAvailable: canLearn,
                standing: steady(withConsent: true) { canLearn() && scene.isOurTurn },
                action: { _ in
                    withConsent { () throws(ConsentRefusal) in
                        try game.match?.mayUse(.hints)
                        game.motion.finishFall()
                        game.insight.showHint()
                    }
                })
        ]
    }

    /// Scores and threats.
    private var markBindings: [Binding] {
        [
            Binding(
                .character("e"), label: tr("Scores"), brief: tr("Column scores"), help: tr("Show or hide column scores."),
                isAvailable: canLearn,
                standing: steady(withConsent: true, canLearn),
                action: { _ in
                    withConsent { () throws(ConsentRefusal) in
                        try game.match?.mayUse(.scores)
                        game.insight.toggleScores()
                    }
                }),
            Binding(
                .character("t"), label: tr("Threats"),
                help: tr("Show threats: {marks}, ! decisive.", ["marks": words.threatMarks(game.navigator.glyphs)]),
                isAvailable: canLearn, standing: steady(withConsent: true, canLearn),
                action: { _ in
                    withConsent { () throws(ConsentRefusal) in
                        try game.match?.mayUse(.scores)
                        game.motion.finishFall()
                        game.insight.toggleThreats()
                    }
                }),
        ]
    }

    /// Undo and redo.
    private var takingBackBindings: [Binding] {
        let canTakeBack = { game.prompt?.asksTheSame(as: .consent) != true && scene.mayTakeBack }
        return [
            Binding(
                .character("u"), label: tr("Undo"), brief: tr("Take a move back"), help: words.undoHelp,
                isNeeded: words.isComputer, isAvailable: canTakeBack,
                standing: steady(withConsent: true) { canTakeBack() && !scene.game.moves.isEmpty },
                action: { _ in
                    game.motion.finishFall()
                    withConsent { () throws(ConsentRefusal) in try game.match?.undo() }
                }),
            Binding(
                .character("y"), brief: tr("Redo it"), help: tr("Redo the move you took back."),
                isAvailable: { scene.mayRedo },
                action: { _ in
                    if game.match?.redo() == false { game.navigator.show(alert: tr("Nothing to redo."), untilMoveIn: game.shown) }
                }),
        ]
    }

    /// Does something that may need the peer's consent. If it is not done the player reads why, or that the peer was asked.
    private func withConsent(_ action: () throws(ConsentRefusal) -> Void) {
        do throws(ConsentRefusal) { try action() } catch { game.show(error) }
    }

    /// The way out while the opponent is looked for.
    private var reconnectingBindings: [Binding] {
        guard scene.opponent.isPeer else { return [] }
        return [
            Binding(
                .character("q"), .escape, label: tr("Leave"), help: tr("Leave. The game is over."),
                isAvailable: { scene.isBroken }, action: { _ in game.answer(.leave) }),
            Binding(
                .character("n"), label: tr("New lines"), help: tr("Send each other new lines, if an address has changed."),
                isAvailable: { scene.isBroken && game.match?.mayNeedNewLines == true },
                action: { _ in game.navigator.push(NewLinesViewController(for: game)) }),
        ]
    }
}
