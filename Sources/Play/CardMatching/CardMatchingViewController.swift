// The screen of card matching: the game, its keys, its best scores. CardMatchingDrawing draws it; the rules are in Games.

import Games
import Language
import Screen
import Session

/// Card matching, for one player.
final class CardMatchingViewController {
    let navigator: Navigator
    private(set) var game: CardMatchingGame
    /// The index of the card that Enter turns.
    private(set) var cursor = 0
    /// The best scores known to this screen. If they cannot be saved, they last until the player leaves.
    private var bests: [ScoredGame: Int] = [:]
    /// How this game ended; nil before the end.
    private(set) var verdict: MatchingVerdict?
    /// When it ended, in milliseconds of `Scheduler.now`.
    private var endedAt = 0
    /// What makes this game harder.
    private(set) var variant = MatchingVariant.plain
    /// The cards that a mismatch has turned back, and that are seen until the next key, for two seconds at most.
    private var lingering: Set<Int> = []
    /// In memory mode, the cards that were turned up within the last second.
    private var glimpsed: Set<Int> = []
    private var turning: Cancellable?
    /// When the time is up, in milliseconds of `Scheduler.now`; nil before the first card, and without a clock.
    private var deadline: Int?
    private var ticking: Cancellable?
    /// What falls after a game with a star.
    private(set) lazy var celebration = Celebration(navigator: navigator)
    /// A sentence shown in place of what happened last.
    private(set) var remark: String?
    /// What ends this game and waits for the player's yes, and how that is asked; nil if nothing is.
    private var pending: (question: String, act: () -> Void)?
    var prompt: Prompt?

    private let dealer: Dealer
    /// The storage problem that the player has been told about.
    private var knownProblem: String?

    /// Deals a game of `count` cards.
    typealias Dealer = @MainActor (_ count: Int, _ mode: CardMatchingGame.Mode) -> CardMatchingGame
    /// The number of cards in the first game.
    static let usualCount = 16
    /// How long the cards of a mismatch stay open, in milliseconds.
    static let mismatchPause = 2000
    /// How long after the end Enter is ignored, in milliseconds: it was meant for the game.
    static let pause = 1000

    /// A new game; `dealer` shuffles the deck unless a test replaces it.
    init(navigator: Navigator, dealer: @escaping Dealer = CardMatchingViewController.shuffledGame) {
        self.navigator = navigator
        self.dealer = dealer
        let last = navigator.launcher.cardTable
        game = dealer(last.count, last.mode)
        variant = last.variant
    }

    /// A game of cards drawn at random from all 52.
    static func shuffledGame(_ count: Int, _ mode: CardMatchingGame.Mode) -> CardMatchingGame {
        var deck = PlayingCardDeck()
        var generator = SystemRandomNumberGenerator()
        guard let game = CardMatchingGame(cardCount: count, mode: mode, deck: &deck, using: &generator) else {
            preconditionFailure("the deck has cards enough for every size")
        }
        return game
    }
}

// MARK: - The game

extension CardMatchingViewController {
    /// Starts a new game, even if one is being played.
    func deal(_ count: Int, mode: CardMatchingGame.Mode) {
        cursor = 0
        game = dealer(count, mode)
        navigator.launcher.cardTable = (count, mode, variant)
        stopTimers()
        celebration.end()
        verdict = nil
        remark = nil
        closePrompt()
        navigator.closeAlert()
        readBest()
        navigator.setNeedsDisplay()
    }

    /// Turns a card, or says why it cannot be turned.
    func choose(_ index: Int) {
        moveCursor(to: index)
        let wereUp = Set(game.table.indices.filter { game.table[$0].isFaceUp && !game.table[$0].isMatched })
        switch game.choose(index) {
        case .success(let action):
            remark = nil
            show(action, of: index, before: wereUp)
        case .failure(.matched): remark = tr("That card is out.")
        case .failure: return
        }
        if let score = game.finalScore { end(with: score) }
        navigator.setNeedsDisplay()
    }

    // MARK: What is seen, and the time

    /// Whether the face of a card is seen.
    func isSeen(_ index: Int) -> Bool {
        if lingering.contains(index) { return true }
        return game.table[index].isFaceUp && (!variant.forgets || glimpsed.contains(index))
    }

    private func show(_ action: MatchingAction, of index: Int, before wereUp: Set<Int>) {
        startClock()
        (lingering, glimpsed) = ([], [index])
        turning?.cancel()
        if case .mismatched = action { lingering = wereUp }
        guard !lingering.isEmpty || variant.forgets else { return }
        let pause = lingering.isEmpty ? MatchingVariant.glimpse : Self.mismatchPause
        turning = navigator.environment.after(milliseconds: pause) { [weak self] in self?.turnBack() }
    }

    /// The cards of a mismatch, and in memory mode all, turn back.
    private func turnBack() {
        guard !lingering.isEmpty || !glimpsed.isEmpty else { return }
        (lingering, glimpsed) = ([], [])
        turning?.cancel()
        navigator.setNeedsDisplay()
    }

    private func startClock() {
        guard deadline == nil, let seconds = variant.seconds(for: game.table.count) else { return }
        deadline = navigator.environment.now + seconds * 1000
        awaitTick()
    }

    private func awaitTick() {
        ticking = navigator.environment.after(milliseconds: 1000) { [weak self] in
            guard let self, let secondsLeft else { return }
            navigator.setNeedsDisplay()
            secondsLeft > 0 ? awaitTick() : end(with: game.score, isTimeUp: true)
        }
    }

    /// How many seconds are left; nil while no clock runs.
    var secondsLeft: Int? { deadline.map { max(0, $0 - navigator.environment.now + 999) / 1000 } }

    private func stopTimers() {
        turning?.cancel()
        ticking?.cancel()
        (lingering, glimpsed, deadline) = ([], [], nil)
    }

    private func end(with score: Int, isTimeUp: Bool = false) {
        stopTimers()
        let stars = isTimeUp ? 0 : game.stars(for: score)
        let verdict = MatchingVerdict(
            score: score, formerBest: best, isTimeUp: isTimeUp, stars: stars, par: game.par)
        self.verdict = verdict
        endedAt = navigator.environment.now
        closePrompt()
        pending = nil
        // Text mode says the keys.
        if navigator.listener == nil {
            turning = navigator.environment.after(milliseconds: Self.pause) { [weak self] in
                self?.prompt = Prompt(choices: [.nextGame, .menu], chosen: nil)
                self?.navigator.setNeedsDisplay()
            }
        }
        // Who reaches par wins.
        let isWon = stars > 2
        if isWon { celebration.begin() }
        if verdict.isNewBest { bests[kind] = score }
        attempt { () throws(StorageFailure) in
            try navigator.environment.archive.keep(PlayedGame(kind, isWon: isWon, score: isTimeUp ? nil : score))
        }
        navigator.call(tr("The game is over."), isAlone: true)
    }

    private var kind: ScoredGame { variant.kind(of: game.table.count, game.mode) }

    /// The best score in games like this one; nil if there is none.
    var best: Int? { bests[kind] }

    private func readBest() {
        attempt { () throws(StorageFailure) in
            guard let kept = try navigator.environment.archive.best(of: kind) else { return }
            bests[kind] = max(kept, bests[kind] ?? kept)
        }
    }

    /// Reads or saves best scores. If that fails the game goes on, and the player is told once.
    private func attempt(_ body: () throws(StorageFailure) -> Void) {
        do throws(StorageFailure) {
            try body()
        } catch {
            guard error.sentence != knownProblem else { return }
            knownProblem = error.sentence
            // It stands where the result does.
            let result = verdict.flatMap { $0.sentences.dropLast().last }
            navigator.show(alert: together([result, error.sentence].compactMap { $0 }))
        }
    }
}

// MARK: - Keys

extension CardMatchingViewController {
    /// The keys.
    var bindings: [Binding] {
        let isFree = { [unowned self] in prompt == nil }
        let isUnasked = { [unowned self] in pending == nil }
        let modes = alternatives(CardMatchingGame.Mode.offered.map { String($0.count) })
        let isOver = verdict != nil
        return answers() + [
            Binding(
                .left, .right, .up, .down, name: "←→↑↓", label: tr("Card"), help: tr("Move from card to card."),
                isAvailable: isFree,
                action: { [unowned self] in move(by: $0) }),
            Binding(
                .enter, .character(" "), name: "Enter", label: isOver ? tr("Deal") : tr("Flip"),
                help: isOver ? tr("Deal again.") : tr("Turn the card up, or back; so does a click."), isAvailable: isFree
            ) { [unowned self] _ in verdict == nil ? choose(cursor) : dealAfterTheEnd() },
            Binding(.character("n"), label: isOver ? "" : tr("Deal"), help: tr("Deal again."), isAvailable: isUnasked) {
                [unowned self] _ in
                dealAgain()
            },
            Binding(
                .character("m"), brief: tr("Match two, three or four"),
                help: tr("Match {numbers} cards: a new deal.", ["numbers": modes]),
                isAvailable: isUnasked
            ) { [unowned self] _ in dealAgain(mode: game.mode.next) },
            Binding(
                .character("s"), brief: tr("Next size"), help: tr("Deal 12, 16, 20 or 30 cards."),
                isAvailable: isUnasked
            ) { [unowned self] _ in
                dealAgain(CardMatchingGame.sizes.element(1, from: game.table.count))
            },
            Binding(
                .character("o"), brief: tr("Make it harder"),
                help: tr("Against the clock, from memory, both or neither: a new deal."),
                isAvailable: isUnasked
            ) { [unowned self] _ in dealAgain(variant: variant.next) },
            Binding(
                keys: CardMatchingGame.sizes.indices.map { .character(Unicode.Scalar(UInt8(0x31 + $0))) },
                name: "1-\(CardMatchingGame.sizes.count)", brief: tr("Choose the size"),
                help: tr("Deal 12, 16, 20 or 30 cards."), isAvailable: isUnasked
            ) { [unowned self] in
                if case .character(let digit) = $0 { askToDeal(CardMatchingGame.sizes[Int(digit.value) - 0x31]) }
            },
            Binding(
                .character("q"), .escape, label: tr("Menu"),
                help: tr("Back to the menu. In a game that has begun, Q asks first."), isAvailable: isUnasked
            ) { [unowned self] _ in
                end(asking: tr("Leave the game? It will not count."), .giveUp) { [unowned self] in navigator.pop() }
            },
        ]
    }

    func answer(_ choice: Prompt.Choice) {
        if verdict != nil { return choice == .menu ? navigator.pop() : dealAfterTheEnd() }
        let pending = pending
        closePrompt()
        self.pending = nil
        if choice != .keepPlaying { pending?.act() }
    }

    /// Ends this game. Once it has begun it asks first, because the game would be lost; `isAsked`: even before.
    private func end(
        asking question: String, _ yes: Prompt.Choice, isAsked: Bool = false, then act: @escaping () -> Void
    ) {
        guard verdict == nil, game.flips > 0 || isAsked else { return act() }
        pending = (question, act)
        prompt = Prompt(choices: [.keepPlaying, yes], chosen: 0)
        navigator.setNeedsDisplay()
    }

    /// Deals again; what is nil stays as it is.
    func dealAgain(
        _ count: Int? = nil, mode: CardMatchingGame.Mode? = nil, variant: MatchingVariant? = nil, isAsked: Bool = false
    ) {
        let question =
            game.flips > 0
            ? tr("Abandon this game and start another?")
            : trn("Deal {count} card?", "Deal {count} cards?", count ?? game.table.count)
        end(asking: question, .startOver, isAsked: isAsked) { [unowned self] in
            self.variant = variant ?? self.variant
            deal(count ?? game.table.count, mode: mode ?? game.mode)
        }
    }

    /// A digit may be meant for something else, and always asks.
    private func askToDeal(_ count: Int) { dealAgain(count, isAsked: true) }

    /// Enter after the end; for a moment it is still meant for the game.
    private func dealAfterTheEnd() { if navigator.environment.now >= endedAt + Self.pause { dealAgain() } }

    /// Moves the cursor to the next card that is not out. Left and right continue in the next row; up and down find the nearest card there.
    private func move(by key: Key) {
        let columns = layout.columns
        let left = game.table.indices.filter { !game.table[$0].isMatched }
        let isBack = key == .left || key == .up
        if key == .left || key == .right {
            let next = isBack ? left.last { $0 < cursor } : left.first { $0 > cursor }
            return next.map { moveCursor(to: $0) } ?? ()
        }
        let beyond = left.filter { isBack ? $0 / columns < cursor / columns : $0 / columns > cursor / columns }
        guard let row = (isBack ? beyond.last : beyond.first).map({ $0 / columns }) else { return }
        let nearest = beyond.filter { $0 / columns == row }.min {
            abs($0 % columns - cursor % columns) < abs($1 % columns - cursor % columns)
        }
        nearest.map { moveCursor(to: $0) }
    }

    private func moveCursor(to index: Int) {
        let old = cursor
        guard game.table.indices.contains(index) else { return }
        cursor = index
        guard index != old else { return }
        if !lingering.isEmpty { turnBack() }
        navigator.update(self) { canvas in
            self.drawCard(old, on: canvas)
            self.drawCard(index, on: canvas)
        }
    }
}

extension CardMatchingViewController: ViewController {
    var title: String {
        let title = game.mode.title(of: game.table.count)
        if navigator.canvas.size.width < 60 { return title.short }
        return variant == .plain ? title.full : remarked(title.full, variant.name)
    }

    var isInPicture: Bool { prompt == nil }
    var holdsInvitations: Bool { pending != nil }
    var question: String? { pending?.question }

    var notes: [HelpNote] {
        [
            HelpNote(
                sign: tr("Points"),
                sentence: together(game.mode.points + (variant.forgets ? [] : [CardMatchingGame.Mode.staysUp])))
        ] + [variant.rule(of: game.table.count).map { HelpNote(sign: tr("Options"), sentence: $0) }].compactMap(\.self) + [
            HelpNote(
                sign: "★", sentence: game.mode.beginning(with: game.table.count))
        ]
    }

    /// How the player stands, in words.
    var standing: [String] { [score(game.score).words, tr("Flips {flips}", ["flips": game.flips])] }

    /// A score of games like this one.
    func score(_ points: Int) -> MatchingScore { MatchingScore(points, par: game.par) }

    var status: String {
        let time = secondsLeft.map { trn("{count} s", "{count} s", $0) }
        let room = navigator.canvas.size.width - 3 - TextWidth.of(title)
        let best = best.map { tr("Best {best}", ["best": score($0).number]) }
        if layout.standing != nil { return [time, best].compactMap(\.self).joined(separator: "  ") }
        let (points, flips, number) = (standing[0], standing[1], score(game.score).number)
        let forms = [[time, points, flips, best], [time, points, flips], [time, points], [time, number]]
        let texts = forms.map { $0.compactMap(\.self).joined(separator: "  ") }
        return texts.first { TextWidth.of($0) <= room } ?? number
    }

    /// The stars of this game, or those that the score would get now; nil if there are none.
    var starSigns: String? {
        let stars = verdict?.stars ?? game.stars(for: game.score)
        return stars > 0 ? String(repeating: "★", count: stars) : nil
    }

    func didAppear() { readBest() }

    func didLeave() {
        stopTimers()
        celebration.end()
    }

    func didPress(_ key: Key) -> Bool {
        guard case .click(let point) = key else { return false }
        guard prompt == nil, let index = layout.card(at: point, of: game.table.count) else { return false }
        choose(index)
        return true
    }
}
