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
    /// The row of choices below the cards. It has the arrows and Enter while `isChoosing`.
    private(set) var choices: Prompt
    private(set) var isChoosing = false
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
    /// A choice that would end this game and waits for the confirmation of the player; nil if there is none.
    private(set) var pendingChoice: Prompt.Choice?
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
    /// How long after the end arrows and Enter are ignored, in milliseconds: they were meant for the game.
    static let pause = 1000

    /// A new game; `dealer` shuffles the deck unless a test replaces it.
    init(navigator: Navigator, dealer: @escaping Dealer = CardMatchingViewController.shuffledGame) {
        self.navigator = navigator
        self.dealer = dealer
        game = dealer(Self.usualCount, .usual)
        choices = .dealing(.usual, .plain)
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
        choices = .dealing(mode, variant)
        stopTimers()
        celebration.end()
        isChoosing = false
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
        isChoosing = true
        choices.choose(.deal)
        closePrompt()
        pendingChoice = nil
        let isWon = stars > 1
        if isWon { celebration.begin() }
        if verdict.isNewBest { bests[kind] = score }
        attempt { () throws(StorageFailure) in
            try navigator.environment.archive.keep(PlayedGame(kind, isWon: isWon, score: isTimeUp ? nil : score))
        }
        navigator.call(tr("The game is over."), isAlone: true)
    }

    private var kind: ScoredGame {
        let words = [game.mode.databaseWord] + (variant == .plain ? [] : [variant.rawValue])
        return ScoredGame(game: OtherGame.cardMatching.rawValue, size: game.table.count, mode: words.joined(separator: "-"))
    }

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
            navigator.show(alert: error.sentence)
        }
    }
}

// MARK: - Keys

extension CardMatchingViewController {
    /// The keys.
    var bindings: [Binding] {
        let modes = alternatives(CardMatchingGame.Mode.offered.map { String($0.count) })
        let isFree = { [unowned self] in prompt == nil }
        let isOnCards = { [unowned self] in !isChoosing && prompt == nil }
        let isInChoices = { [unowned self] in isChoosing && prompt == nil }
        return answers() + [
            Binding(
                .left, .right, .up, .down, name: "←→↑↓", label: tr("Card"),
                help: tr("Move from card to card; below the last row are the choices."), isAvailable: isOnCards,
                action: { [unowned self] in move(by: $0) }),
            Binding(
                .enter, .character(" "), name: "Enter", label: tr("Flip"), help: tr("Turn the card; so does a click."),
                isAvailable: isOnCards, action: { [unowned self] _ in choose(cursor) }),
            Binding(
                .left, .right, .up, name: "←→", label: tr("Choose"),
                help: tr("In the choices: choose; ↑ goes back to the cards."),
                isAvailable: isInChoices, action: { [unowned self] in moveChoice(by: $0) }),
            Binding(
                .enter, .character(" "), name: "Enter", label: tr("Do"), help: tr("In the choices: confirm."),
                isAvailable: isInChoices, action: { [unowned self] _ in confirm() }),
            Binding(.character("n"), label: tr("Deal"), help: tr("Deal again."), isAvailable: isFree) { [unowned self] _ in
                perform(.deal)
            },
            Binding(
                .character("m"), label: tr("Match {numbers}", ["numbers": modes]),
                help: tr("Match {numbers} cards: a new deal.", ["numbers": modes]), isAvailable: isFree
            ) { [unowned self] _ in perform(.mode(game.mode)) },
            Binding(.character("s"), label: tr("Size"), help: tr("Choose how many cards there are."), isAvailable: isFree) {
                [unowned self] _ in openChoices(at: .size(game.table.count))
            },
            Binding(
                .character("o"), label: tr("Options"), help: tr("Against the clock, from memory, both or neither: a new deal."),
                isAvailable: isFree
            ) { [unowned self] _ in perform(.variant(variant)) },
            Binding(
                keys: CardMatchingGame.sizes.indices.map { .character(Unicode.Scalar(UInt8(0x31 + $0))) },
                name: "1-\(CardMatchingGame.sizes.count)", help: tr("Deal 12, 16, 20 or 30 cards."), isAvailable: isFree
            ) { [unowned self] in
                if case .character(let digit) = $0 { perform(.size(CardMatchingGame.sizes[Int(digit.value) - 0x31])) }
            },
            Binding(
                .escape, help: tr("In the choices: back to the cards."),
                isAvailable: { [unowned self] in isInChoices() && verdict == nil }, action: { [unowned self] _ in closeChoices() }
            ),
            Binding(
                .character("q"), .escape, label: tr("Menu"),
                help: tr("Back to the menu. In a game that has begun, Q asks first."),
                isAvailable: isFree
            ) { [unowned self] _ in perform(.menu) },
        ]
    }

    func answer(_ choice: Prompt.Choice) {
        let pending = pendingChoice
        closePrompt()
        pendingChoice = nil
        if choice != .keepPlaying, let pending { carryOut(pending) }
    }

    /// Carries out a choice. During a game it asks first, because the game would be lost.
    func perform(_ choice: Prompt.Choice) {
        guard verdict == nil, game.flips > 0 else { return carryOut(choice) }
        pendingChoice = choice
        prompt = Prompt(choices: [.keepPlaying, choice == .menu ? .menu : .startOver], chosen: 0)
        navigator.setNeedsDisplay()
    }

    private func carryOut(_ choice: Prompt.Choice) {
        switch choice {
        case .mode(let mode): deal(game.table.count, mode: mode.next)
        case .size(let count): deal(count, mode: game.mode)
        case .variant(let variant):
            self.variant = variant.next
            deal(game.table.count, mode: game.mode)
        case .menu: navigator.pop()
        default: deal(game.table.count, mode: game.mode)
        }
    }

    /// Moves the cursor. Left and right continue in the next row.
    private func move(by key: Key) {
        let columns = layout.columns
        switch key {
        case .left: moveCursor(to: cursor - 1)
        case .right: moveCursor(to: cursor + 1)
        case .up: moveCursor(to: cursor - columns)
        default:
            if cursor + columns < game.table.count { moveCursor(to: cursor + columns) } else { openChoices(at: .deal) }
        }
    }

    private func moveCursor(to index: Int) {
        let old = cursor
        guard game.table.indices.contains(index) else { return }
        cursor = index
        if isChoosing { closeChoices() }
        guard index != old else { return }
        if !lingering.isEmpty { turnBack() }
        navigator.update(self) { canvas in
            self.drawCard(old, on: canvas)
            self.drawCard(index, on: canvas)
        }
    }

    private func openChoices(at choice: Prompt.Choice) {
        isChoosing = true
        choices.choose(choice)
        navigator.setNeedsDisplay()
    }

    private func closeChoices() {
        guard verdict == nil else { return }
        isChoosing = false
        choices.choose(nil)
        navigator.setNeedsDisplay()
    }

    private var isJustOver: Bool { verdict != nil && navigator.environment.now < endedAt + Self.pause }

    private func confirm() { if let choice = choices.choice, !isJustOver { perform(choice) } }

    private func moveChoice(by key: Key) {
        if isJustOver { return }
        if key == .up { return closeChoices() }
        choices.move(by: key == .left ? -1 : 1)
        navigator.setNeedsDisplay()
    }
}

extension CardMatchingViewController: ViewController {
    var title: String {
        let title = game.mode.title(of: game.table.count)
        if navigator.canvas.size.width < 60 { return title.short }
        return variant == .plain ? title.full : remarked(title.full, variant.name)
    }

    var isInPicture: Bool { prompt == nil && !isChoosing }
    var holdsInvitations: Bool { prompt != nil }
    var question: String? {
        pendingChoice.map { $0 == .menu ? tr("Leave this game? It will not count.") : tr("Abandon this game and start another?") }
    }

    var notes: [HelpNote] {
        [
            HelpNote(sign: "+", sentence: game.mode.rules[0]),
            HelpNote(sign: "-", sentence: tr("Each flip costs a point; a mismatch costs one more.")),
        ] + [variant.rule(of: game.table.count).map { HelpNote(sign: tr("Options"), sentence: $0) }].compactMap(\.self) + [
            HelpNote(sign: "★", sentence: tr("Par, for three stars, is what a player who forgets no card reaches on average."))
        ]
    }

    var status: String {
        let score = tr("Score {score}", ["score": game.score])
        let time = secondsLeft.map { trn("{count} s", "{count} s", $0) }
        let parts = [
            starSigns, time, score,
            tr("Flips {flips}", ["flips": game.flips]), game.par.map { tr("Par {par}", ["par": $0]) },
            best.map { tr("Best {best}", ["best": $0]) },
        ].compactMap(\.self)
        let room = navigator.canvas.size.width - 3 - TextWidth.of(title)
        let texts = (0..<parts.count).map { parts.dropLast($0).joined(separator: "  ") }
        return texts.first { TextWidth.of($0) <= room } ?? score
    }

    /// The stars of this game, or those that the score would get now; nil if there are none.
    private var starSigns: String? {
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
