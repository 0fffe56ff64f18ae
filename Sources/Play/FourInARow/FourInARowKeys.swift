// The keys of a game's screen.

import Engine
import Language
import Screen
import Session
import Wire

extension [Binding] {
    /// All keys but the answers to what is asked, which come after the first one: the first available binding of a key counts. They are made once:
    /// each says itself whether it works now.
    static func keys(of game: FourInARowViewController) -> [Binding] {
        game.scene.isWatched ? watching(game).grouped(.game) : playing(game)
    }

    private static func playing(_ game: FourInARowViewController) -> [Binding] {
        unowned let game = game
        return [copying(game)]
            + (reconnecting(game) + deciding(game) + spectators(game) + peer(game)).grouped(.game)
            + choosing(game).grouped(.play) + helping(game) + ending(game).grouped(.game) + reviewing(game).grouped(.next)
            + [
                Binding(
                    .escape, brief: game.navigator.leadsToWait ? tr("Back") : tr("Menu"), help: game.words.leaveHelp,
                    isAvailable: { game.words.isAlone }, action: { _ in game.escape() }),
                // In a game with somebody else Q does the same.
                Binding(
                    .escape, brief: game.scene.search == nil ? tr("Disconnect") : "",
                    help: game.scene.search == nil ? game.words.leaveHelp : tr("Keep waiting."),
                    action: { _ in game.escape() }),
            ].grouped(.game)
    }

    /// What helps a player, and what two say to each other. Where there is no room for all, the last ones go first.
    private static func helping(_ game: FourInARowViewController) -> [Binding] {
        let (hints, marks) = (Self.hints(game).grouped(.teach), Self.marks(game).grouped(.teach))
        let back = game.scene.opponent.message == nil ? takingBack(game).grouped(.play) : []
        return game.words.isAlone ? hints + marks + back : hints + back + phrases(game).grouped(.game) + marks
    }

    /// The keys of a spectator.
    private static func watching(_ game: FourInARowViewController) -> [Binding] {
        unowned let game = game
        let mayReview = { !game.scene.game.moves.isEmpty || !game.scene.earlierGames.isEmpty }
        return [
            Binding(
                .character("v"), label: tr("Look back"), help: tr("Review a game of the series, move by move."),
                isAvailable: mayReview, standing: { mayReview() ? .lit : .dim },
                action: { _ in game.navigator.launcher.reviewSeries(game.scene) }),
            Binding(
                .character("q"), .escape, label: tr("Back"), help: game.words.leaveHelp, action: { _ in game.disconnect() }),
            game.phrases.muting { true },
        ]
    }

    /// While the game goes on and nothing is asked a key keeps its place in the bar, lit where it is of use; otherwise it is there while it works.
    /// `withConsent`: the opponent's program has to know it.
    private static func steady(
        _ game: FourInARowViewController, withConsent: Bool = false, _ isUseful: @escaping () -> Bool
    ) -> () -> KeyStanding {
        { [unowned game] in
            if isUseful() { return .lit }
            // Enter and the arrows are for the line then.
            if game.prompt?.choices.contains(.copyLine) == true { return .absent }
            let isKnown = !withConsent || !game.scene.opponent.isPeer || game.scene.opponent.canBeAsked
            return isKnown && game.isUnasked && game.isPlaying ? .dim : .absent
        }
    }

    private static func choosing(_ game: FourInARowViewController) -> [Binding] {
        unowned let game = game
        let isPlaying = { game.prompt == nil && game.isPlaying }
        return columns(game, hasArrows: isPlaying, hasEnter: isPlaying, hasDigits: isPlaying)
    }

    /// The keys that move although something is asked. Once an answer is chosen, Enter confirms that. While the opponent is away the arrows choose
    /// a column, and Tab an answer. At a question of the opponent's Enter drops nothing, and says what answers.
    static func moving(_ game: FourInARowViewController) -> [Binding] {
        unowned let game = game
        let mayDrop = { game.mayMoveNow && game.prompt?.chosen == nil }
        let mayChoose = { mayDrop() && game.scene.search != nil }
        var saying = Binding(
            .enter, .character(" "), help: "", isAvailable: { mayDrop() && game.scene.search == nil },
            action: { _ in game.show(untilMove: tr("Press Y or N, or a number to play on.")) })
        saying.isListed = false
        let columns = columns(
            game, isAsked: true, hasArrows: mayChoose, hasEnter: mayChoose, hasDigits: { game.mayMoveNow })
        return (columns + [saying]).grouped(.play)
    }

    /// The keys that choose a column and drop a disc. `isAsked`: beside a question, where arrows and Enter are for the answers.
    private static func columns(
        _ game: FourInARowViewController, isAsked: Bool = false, hasArrows: @escaping () -> Bool, hasEnter: @escaping () -> Bool,
        hasDigits: @escaping () -> Bool
    ) -> [Binding] {
        unowned let game = game
        // Out of turn these keys say why they do nothing.
        return [
            Binding(
                .left, .right, name: "←→", label: tr("Column"), help: tr("Choose a column."), isAvailable: hasArrows,
                standing: steady(game, hasArrows),
                action: { game.moveCursor(to: game.cursorColumn + ($0 == .left ? -1 : 1)) }),
            Binding(
                .enter, .character(" "), .down, name: "Enter", label: tr("Drop"),
                brief: game.scene.isOurTurn ? tr("Drop the disc") : tr("Drop on your turn"),
                help: game.scene.isOurTurn ? tr("Drop a disc into that column.") : tr("Drop a disc when it is your turn."),
                isAvailable: hasEnter,
                standing: isAsked
                    ? { hasEnter() ? .lit : .absent }
                    : steady(game) { hasEnter() && game.scene.isOurTurn },
                action: { game.drop(into: game.cursorColumn, with: $0) }),
            Binding(
                .character("1"), .character("2"), .character("3"), .character("4"), .character("5"), .character("6"),
                .character("7"), name: "1-7", label: isAsked ? tr("Drop") : "",
                brief: game.scene.isOurTurn ? tr("Drop it there") : tr("Drop on your turn"),
                help: game.scene.isOurTurn
                    ? tr("Drop a disc into this column at once.") : tr("Drop a disc when it is your turn."),
                isAvailable: hasDigits, standing: isAsked ? { hasDigits() && game.scene.search == nil ? .lit : .absent } : nil,
                action: { if case .character(let digit) = $0 { game.drop(into: Int(digit.value) - 0x31, with: $0) } }),
        ]
    }

    /// By message, while the line is to be sent, Enter copies it; the key bar names C.
    private static func copying(_ game: FourInARowViewController) -> Binding {
        unowned let game = game
        var copy = Binding(
            .enter, .character(" "), name: "Enter", help: tr("Copy the line for your friend."),
            isAvailable: { game.prompt?.choice == .copyLine }, action: { _ in game.answer(.copyLine) })
        copy.isListed = false
        return copy
    }

    private static func ending(_ game: FourInARowViewController) -> [Binding] {
        unowned let game = game
        return [
            Binding(
                .character("r"), label: game.words.isAlone ? tr("Next game") : tr("Replay"),
                help: game.scene.isTrial ? tr("Start over from here.") : game.words.replayHelp,
                isAvailable: { game.mayReplay }, standing: { game.mayReplay && game.scene.state.isOver ? .lit : .absent },
                action: { _ in game.replay() }),
            Binding(
                .character("q"),
                label: !game.words.isAlone
                    ? tr("Disconnect") : game.navigator.leadsToWait || game.scene.isTrial ? tr("Back") : tr("Menu"),
                help: game.scene.isTrial ? tr("Go back.") : game.words.leaveHelp,
                isAvailable: { !game.scene.isBroken && !game.scene.isOver },
                standing: { game.isAskingFirst || game.scene.isBroken || game.scene.isOver ? .absent : .lit },
                action: { _ in game.leave() }),
        ]
    }

    private static func reviewing(_ game: FourInARowViewController) -> [Binding] {
        unowned let game = game
        return [
            Binding(
                .character("v"), label: tr("Look back"), help: tr("Review the game after it ends."),
                isAvailable: { game.reviewed != nil }, action: { _ in game.review() })
        ]
    }

    private static func phrases(_ game: FourInARowViewController) -> [Binding] {
        unowned let game = game
        if game.words.isAlone { return [] }
        // The number of a phrase must not drop a disc.
        var unheard = Binding(.character("p"), help: "", isAvailable: { game.isPlaying && !game.scene.maySpeak }) { _ in
            let name = game.scene.opponent.shownName
            game.navigator.show(standing: tr("{name} cannot hear you now.", ["name": name]))
        }
        unheard.isListed = false
        return [unheard]
            + game.phrases.bindings(
                isAvailable: { game.scene.maySpeak }, standing: steady(game, withConsent: true) { game.scene.maySpeak }, seat: 0,
                hasPlace: { game.hasPlaceForPhrases },
                board: { BoardPicture(of: game.scene.game, yellow: game.scene.yellow) },
                other: { game.scene.opponent.shownName })
    }

    private static func deciding(_ game: FourInARowViewController) -> [Binding] {
        unowned let game = game
        var tooEarly = Binding(
            .character("g"), help: "",
            isAvailable: { game.isUnasked && game.isPlaying && !game.scene.isTrial && game.scene.isYoung },
            action: { _ in game.show(untilMove: tr("Nothing to resign yet.")) })
        var noDraw = Binding(
            .character("d"), help: "",
            isAvailable: {
                let (scene, opponent) = (game.scene, game.scene.opponent)
                let isOriginal = opponent.isPeer && opponent.isAnswering && !opponent.canBeAsked
                return game.isUnasked && game.isPlaying && (scene.isYoung || isOriginal)
            }, action: { _ in game.offerDraw() })
        tooEarly.isListed = false
        noDraw.isListed = false
        return [
            Binding(
                .character("d"), help: tr("Offer a draw."),
                isAvailable: { game.isUnasked && game.scene.mayDecide }, action: { _ in game.offerDraw() }),
            Binding(
                .character("g"), help: tr("Resign: the opponent wins."),
                isAvailable: { game.isUnasked && game.mayResign }, action: { _ in game.askWhetherToResign() }), tooEarly, noDraw,
        ]
    }

    /// At the host of a private game.
    private static func spectators(_ game: FourInARowViewController) -> [Binding] {
        unowned let game = game
        return [
            Binding(
                .character("w"), brief: tr("Spectators' words"),
                help: tr("Show the words that spectators have to type."),
                isAvailable: { game.scene.spectatorCode != nil && !game.scene.isOver },
                action: { _ in
                    guard let code = game.scene.spectatorCode else { return }
                    game.navigator.show(
                        alert: tr("Spectators type: {code}", ["code": isolated(code)]), untilKey: true)
                })
        ]
    }

    /// The keys that are left when the peer is gone.
    private static func peer(_ game: FourInARowViewController) -> [Binding] {
        unowned let game = game
        if game.words.isAlone { return [] }
        return [
            Binding(
                .character("q"), .escape, label: game.navigator.leadsToList ? tr("List") : tr("Menu"),
                help: game.navigator.leadsToList ? tr("Back to the list.") : tr("Back to the menu."),
                isAvailable: { game.scene.isOver },
                action: { _ in game.disconnect() })
        ]
    }

    /// Whether the other player has to allow this first.
    private static func mustAsk(_ game: FourInARowViewController, for topic: ConsentTopic) -> Bool {
        game.scene.opponent.isPeer && !game.scene.consent.allowed.contains(topic)
    }

    private static func canLearn(_ game: FourInARowViewController) -> Bool { game.isUnasked && game.scene.mayLearn }

    private static func hints(_ game: FourInARowViewController) -> [Binding] {
        unowned let game = game
        return [
            Binding(
                .character("h"), label: tr("Hint"), brief: mustAsk(game, for: .hints) ? tr("Ask for hints") : tr("Hint"),
                help: tr("Mark the best columns and say what they lead to."),
                isNeeded: game.words.isComputer, isAvailable: { canLearn(game) },
                standing: steady(game, withConsent: true) { canLearn(game) && game.scene.isOurTurn },
                action: { _ in
                    withConsent(game) { () throws(ConsentRefusal) in
                        try game.match?.mayUse(.hints)
                        game.motion.finishFall()
                        game.insight.showHint()
                    }
                })
        ]
    }

    /// Scores and threats.
    private static func marks(_ game: FourInARowViewController) -> [Binding] {
        unowned let game = game
        return [
            Binding(
                .character("e"), label: tr("Scores"),
                brief: mustAsk(game, for: .scores) ? tr("Ask for scores") : tr("Column scores"),
                help: tr("Show or hide column scores."),
                isAvailable: { canLearn(game) },
                standing: steady(game, withConsent: true) { canLearn(game) },
                action: { _ in
                    withConsent(game) { () throws(ConsentRefusal) in
                        game.wantsThreats = false
                        try game.match?.mayUse(.scores)
                        game.insight.toggleScores()
                    }
                }),
            Binding(
                .character("t"), label: tr("Threats"), brief: mustAsk(game, for: .scores) ? tr("Ask for threats") : tr("Threats"),
                help: tr("Show threats: {marks}, ! decisive.", ["marks": game.words.threatMarks(game.navigator.glyphs)]),
                isAvailable: { canLearn(game) }, standing: steady(game, withConsent: true) { canLearn(game) },
                action: { _ in
                    withConsent(game) { () throws(ConsentRefusal) in
                        game.wantsThreats = true
                        try game.match?.mayUse(.scores)
                        game.motion.finishFall()
                        game.insight.toggleThreats()
                    }
                }),
        ]
    }

    /// Undo and redo.
    private static func takingBack(_ game: FourInARowViewController) -> [Binding] {
        unowned let game = game
        let canTakeBack = {
            game.prompt?.asksTheSame(as: .consent) != true && !game.isAskingFirst && game.scene.mayTakeBack
        }
        return [
            Binding(
                .character("u"), label: tr("Undo"),
                brief: game.scene.opponent.isPeer ? tr("Ask to undo") : tr("Take a move back"), help: game.words.undoHelp,
                isNeeded: game.words.isComputer, isAvailable: canTakeBack,
                standing: steady(game, withConsent: true) { canTakeBack() && !game.scene.game.moves.isEmpty },
                action: { _ in game.takeBack() }),
            Binding(
                .character("y"), brief: tr("Redo it"), help: tr("Redo the move you took back."),
                isAvailable: { game.scene.mayRedo },
                action: { _ in
                    if game.match?.redo() == false { game.show(untilMove: tr("Nothing to redo.")) }
                }),
        ]
    }

    /// Does something that may need the peer's consent. If it is not done the player reads why, or that the peer was asked.
    private static func withConsent(_ game: FourInARowViewController, _ action: () throws(ConsentRefusal) -> Void) {
        do throws(ConsentRefusal) { try action() } catch { game.show(error) }
    }

    /// The way out while the opponent is looked for. Esc asks first, as ever: it may have been meant for what the break has closed.
    private static func reconnecting(_ game: FourInARowViewController) -> [Binding] {
        unowned let game = game
        guard game.scene.opponent.isPeer else { return [] }
        return [
            Binding(
                .character("q"), label: tr("Leave"), help: tr("Leave. The game is over."),
                isAvailable: { game.scene.isBroken }, action: { _ in game.answer(.leave) }),
            Binding(
                .character("n"), label: tr("New lines"), help: tr("Send each other new lines, if an address has changed."),
                isAvailable: { game.scene.isBroken && game.match?.reconnection?.isMutual == true },
                action: { _ in game.navigator.push(NewLinesViewController(for: game)) }),
        ]
    }
}
