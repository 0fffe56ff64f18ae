// A few choices side by side, such as the answers to a question. Each has a key of its own; arrows and Enter pick one, so that no Latin
// letters are needed; a click on it types its key. A screen sets its `prompt`, puts `answers()` among its keys and gets `answer(_:)`.

import Engine
import Language
import Screen

/// A row of choices of which at most one is chosen.
struct Prompt: Equatable {
    /// The choices in order.
    let choices: [Choice]
    /// The index of the chosen one; nil if none is.
    var chosen: Int?

    /// The chosen one.
    var choice: Choice? { chosen.map { choices[$0] } }

    /// Whether it asks the same, whatever is chosen.
    func asksTheSame(as other: Prompt) -> Bool { choices == other.choices }

    /// Moves the choice by one. If none is chosen, it moves to the first or the last.
    mutating func move(by step: Int) {
        let next = chosen.map { $0 + step } ?? (step > 0 ? 0 : choices.count - 1)
        chosen = max(0, min(choices.count - 1, next))
    }

    /// Chooses one, or none.
    mutating func choose(_ choice: Choice?) { chosen = choice.flatMap { choices.firstIndex(of: $0) } }

    /// The choice that changes nothing; nil where the question is not one of yes and no.
    var no: Choice? {
        choices.contains(.saveAndLeave) ? nil : choices.first(where: \.changesNothing)
    }
    /// The one that does what the question asks.
    var yes: Choice? { no == nil || choices.count < 2 ? nil : choices.last == no ? choices.first : choices.last }

    /// Whether nothing is asked, and the player goes on as they like.
    var isNext: Bool {
        choices.contains { [.seeIt, .review, .copyLine].contains($0) } || [.menu, .list].contains(choices.first)
    }

    /// Whether it asks about going on without others.
    var asksToGoOn: Bool { choices.contains(.goOn) || choices.contains(.endGame) }

    /// Whether a game is over.
    var isEnd: Bool { isNext && !asksTheSame(as: .sending) }
    /// What Enter does: what is chosen, otherwise what comes first at the end of a game.
    private var usual: Choice? {
        choice ?? choices.first.flatMap { $0 == .nextGame || choices.contains(.seeIt) ? $0 : nil }
    }

    /// The key that picks a choice at once: R resigns only beside another way out, because it also asks for the next game.
    func key(of choice: Choice) -> Key { choice == .resign && choice == yes ? .character("y") : choice.key }
    /// The key that stands beside its words: Enter starts the next game, too.
    private func shownKey(of choice: Choice) -> Key { choice == .nextGame ? .enter : key(of: choice) }
}

// MARK: - The questions

extension Prompt {
    /// After the end of a game. `next` is the level above, `easier` the one below; a move is taken back where the bar of `width` cells has room to say
    /// so. Alone nothing is chosen, but Enter plays again, as R does.
    static func afterTheEnd(
        isAlone: Bool, isTrial: Bool = false, next: Level? = nil, easier: Level? = nil, takingBackIn width: Int? = nil
    ) -> Prompt {
        let levels = [next.map(Choice.nextLevel), easier.map(Choice.easierLevel)].compactMap(\.self)
        let choices = [isAlone && !isTrial ? .nextGame : .replay, .seeIt] + levels + [isTrial ? .back : .out(isAlone: isAlone)]
        let chosen = isAlone ? nil : 0
        guard let width else { return Prompt(choices: choices, chosen: chosen) }
        let more = Prompt(choices: Array(choices.prefix(2)) + [.takeBack] + choices.dropFirst(2), chosen: chosen)
        let isWhole = more.buttons(in: width, true, reserving: barReserve).allSatisfy { !$0.key.isEmpty }
        return isWhole ? more : Prompt(choices: choices, chosen: chosen)
    }
    /// What comes after a move in a game by message, and after its end.
    static let sending = Prompt(choices: [.copyLine, .menu], chosen: 0)
    static let sendingTheEnd = Prompt(choices: [.copyLine, .seeIt, .menu], chosen: nil)
    /// After the opponent has gone. `leadsToList`: back to the list in which they met.
    static func afterTheMatch(leadsToList: Bool, canHostAgain: Bool, canReview: Bool) -> Prompt {
        let others: [Choice] = (canHostAgain ? [.hostAgain] : []) + (canReview ? [.review] : [])
        return Prompt(choices: [leadsToList ? .list : .menu] + others, chosen: 0)
    }
    /// Whether to leave a game.
    static func leaving(isAlone: Bool, canResign: Bool) -> Prompt {
        if isAlone && !canResign { return Prompt(choices: [.keepPlaying, .giveUp], chosen: 0) }
        return Prompt(choices: [.keepPlaying] + (canResign ? [.resign] : []) + [.out(isAlone: isAlone)], chosen: 0)
    }
    /// Whether to resign, for those who ask for just that.
    static let resigning = Prompt(choices: [.keepPlaying, .resign], chosen: 0)
    /// Whether two at one keyboard agree to a draw, or one offers it to the computer.
    static let agreeing = Prompt(choices: [.keepPlaying, .agree], chosen: 0)
    /// Whether to start another game before this one is over.
    static let startingOver = Prompt(choices: [.keepPlaying, .startOver], chosen: 0)
    /// Leaving a table where others sit. Its host closes it.
    static func leavingTable(asHost: Bool) -> Prompt { Prompt(choices: [.stay, asHost ? .closeTable : .leaveTable], chosen: 0) }
    /// Whether to forget a game by message.
    static let forgetting = Prompt(choices: [.keepIt, .forget], chosen: 0)
    /// Whether to forget a player met before, or to block one.
    static let forgettingPlayer = Prompt(choices: [.keep, .forget], chosen: 0)
    static let blocking = Prompt(choices: [.keep, .block], chosen: 0)
    /// Going on without players who are missing, or where nobody would be left ending the game.
    static func goingOn(endsGame: Bool) -> Prompt { Prompt(choices: [.wait, endsGame ? .endGame : .goOn], chosen: 0) }
    /// The opponent asks for permission. Nothing is chosen, so that an Enter meant for something else answers nothing.
    static let consent = Prompt(choices: [.allow, .refuse], chosen: nil)
    /// Somebody invites the player.
    static let invitation = Prompt(choices: [.decline, .accept], chosen: 0)
    /// A guest of the player's has come, who waited for one.
    static let arrival = Prompt(choices: [.playNow, .notNow], chosen: 0)
    /// Whether public servers may be asked for one's address. An Enter meant for something else asks nobody.
    static let askingServer = Prompt(choices: [.askServer, .askNobody], chosen: 1)
    /// The connection was lost and is being restored. Nothing is chosen while the player may move, so that Enter drops a disc.
    static func absence(isOurTurn: Bool, hasClocks: Bool) -> Prompt {
        Prompt(choices: [.wait] + waysOut(hasClocks: hasClocks), chosen: isOurTurn ? nil : 0)
    }
    /// The ways out of a game that is not over. One with clocks, which run on, is not saved.
    private static func waysOut(hasClocks: Bool) -> [Choice] { hasClocks ? [.disconnect] : [.saveAndLeave, .leave] }
    /// The same after the end of a game, of which nothing is to be saved.
    static func absenceAfterTheEnd(leadsToList: Bool) -> Prompt {
        Prompt(choices: [.wait, leadsToList ? .list : .menu], chosen: 0)
    }
    /// Whether to give up a game whose opponent is looked for.
    static let givingUp = Prompt(choices: [.wait, .leave], chosen: 0)
    /// The opponent is back, and has a move of ours that this computer lost.
    static func lostMove(hasClocks: Bool) -> Prompt {
        Prompt(choices: [.takeMove] + waysOut(hasClocks: hasClocks), chosen: nil)
    }
}

// MARK: - Keys

extension Prompt {
    /// Its keys: `move` gets -1 or 1 for arrows, and `answer` what is picked. In a question of yes and no Y, N and Esc answer as well.
    func bindings(
        hasArrows: Bool = true, confirmation: [Key] = [.enter, .character(" ")], isAvailable: @escaping () -> Bool = { true },
        move: @escaping (Int) -> Void, answer: @escaping (Choice) -> Void
    ) -> [Binding] {
        let arrows = [
            Binding(
                .left, .right, .up, .down, .tab, .backTab, name: "←→", label: tr("Choose"),
                help: isNext ? tr("Choose what to do next.") : tr("Choose an answer."), isAvailable: isAvailable,
                action: { move([.left, .up, .backTab].contains($0) ? -1 : 1) }),
            confirming(with: confirmation, isAvailable, answer),
        ]
        let letters = choices.compactMap { choice in
            choice.help.map { help in
                let key = key(of: choice)
                // D asked whether to leave a table.
                let again: [Key] = [.leaveTable, .closeTable].contains(choice) ? [.character("d")] : []
                let others: [Key] = choice == no ? [.character("n"), .escape] : choice == yes ? [.character("y")] + again : []
                return Binding(
                    keys: [key] + others.filter { $0 != key }, label: choice.words.full, help: help,
                    isNeeded: !hasArrows, isAvailable: isAvailable, action: { _ in answer(choice) })
            }
        }
        return ((hasArrows ? arrows : []) + letters).grouped(isNext ? .next : .answer)
    }

    /// The keys that pick what is chosen, or is usual, and say so; without it they do nothing.
    private func confirming(
        with keys: [Key], _ isAvailable: @escaping () -> Bool, _ answer: @escaping (Choice) -> Void
    ) -> Binding {
        let usual = usual
        let words = usual?.words.full ?? ""
        var binding = Binding(
            keys: keys, brief: words, help: usual.map { $0.help ?? words.asSentence } ?? "", isAvailable: isAvailable,
            action: { _ in if let usual { answer(usual) } })
        binding.isListed = usual != nil
        return binding
    }
}

extension ViewController {
    /// The keys that answer what the screen asks; none while it asks nothing. `confirmation`: those that pick the chosen answer.
    func answers(confirmation: [Key] = [.enter, .character(" ")]) -> [Binding] {
        prompt?.bindings(
            confirmation: confirmation, move: { [unowned self] in movePrompt(by: $0) },
            answer: { [unowned self] in answer($0) }) ?? []
    }

    /// Moves the choice by one.
    func movePrompt(by step: Int) {
        prompt?.move(by: step)
        navigator.setNeedsDisplay()
    }

    /// Removes the prompt.
    func closePrompt() {
        prompt = nil
        navigator.setNeedsDisplay()
    }
}

// MARK: - Drawing

extension Prompt {
    /// Draws it centred in a row, or so far to the left that the first number of cells of `sparing` stays free for which that is possible. Returns the first column after it.
    /// `fills`: whether the whole row gets the ground. `role`: what a choice looks like that is not chosen.
    @discardableResult
    func draw(
        on canvas: Canvas, y: Int, ground: Role? = .bar, fills: Bool = true, sparing spared: [Int] = [],
        role: (Choice) -> Role = { _ in .barStrong }
    ) -> Int {
        let width = canvas.size.width
        let isWide = canvas.size.width > 50
        let row = Rect(x: 0, y: y, width: width, height: 1)
        if fills, let ground { canvas.fill(row, with: " ", role(choices[0]), on: ground) }
        var after = 0
        let buttons = buttons(in: width, isWide, reserving: ground == .bar ? Self.barReserve : 0, sparing: spared)
        for (index, button) in buttons.enumerated() {
            let (choice, x) = (choices[index], button.x)
            if index == chosen ?? 0 { canvas.focus = Point(x: x, y: y) }
            // Each is a box of its own.
            let ground: Role? = index == chosen || ground == nil ? nil : ground == .bar ? .box : .boxButton
            let look = index == chosen ? .button : role(choice)
            // Where there is little room the key comes first, and it stands out as in the key bar.
            let space = button.key.isEmpty ? button.words.firstIndex(of: " ") : nil
            let (strong, rest) = space.map { (button.words[..<$0], button.words[$0...]) } ?? (button.words[...], button.key[...])
            after = canvas.put(String(strong), x: x, y: y, look, on: ground)
            after = canvas.put(String(rest), x: after, y: y, look == .barStrong ? .barText : look, on: ground)
            canvas.link(Rect(x: x, y: y, width: after - x, height: 1), to: key(of: choice))
        }
        return after
    }

    /// Draws a question and its answers in the rows above a board, across the whole screen, the answers below, but for those at the end of a game.
    /// `isLow`: the question stands in their row.
    func draw(_ sentence: String?, above layout: BoardLayout, isLow: Bool = false, on canvas: Canvas) {
        let (rows, width) = (layout.rowsAbove, canvas.size.width)
        let even = sentence.map { TextWidth.wrapEvenly($0, to: width - 4) } ?? []
        let lines = even.count < layout.above ? even : TextWidth.wrap(sentence ?? "", to: width - 4, rows: layout.above - 1)
        let answers = rows.upperBound - (isLow ? 0 : 1)
        canvas.fill(Rect(x: 0, y: rows.lowerBound, width: width, height: rows.count), with: " ", .barStrong, on: .box)
        let first = lines.isEmpty ? answers : answers - lines.count
        let start = { (line: String) in (width - TextWidth.of(line)) / 2 }
        for (index, line) in lines.enumerated() { canvas.put(line, x: start(line), y: first + index, .barStrong, on: .box) }
        if !isEnd { draw(on: canvas, y: answers, ground: .box) }
        if chosen == nil, !lines.isEmpty { canvas.focus = Point(x: start(lines[0]), y: first) }
        canvas.lastRows = rows
    }

    /// The room in the bar for the key that lists the keys.
    private static let barReserve = 6

    /// The buttons and their columns, centred in a row of `width` cells, in the longest texts that fit. Each shows its key, however narrow
    /// the row is. `isWide`: the screen leaves room between them.
    private func buttons(
        in width: Int, _ isWide: Bool, reserving reserve: Int = 0, sparing spared: [Int] = []
    ) -> [(words: String, key: String, x: Int)] {
        let full = choices.map { (words: " \($0.words.full) ", key: " \(shownKey(of: $0).name) ") }
        let short = choices.map { "\(shownKey(of: $0).name) \($0.words.short)" }
        let clear = choices.map { "\(shownKey(of: $0).name) \($0 == .seeIt ? $0.words.full : $0.words.short)" }
        let cut = Self.shortened(short, to: width - short.count + 1)
        let lengths: [(texts: [(words: String, key: String)], gap: Int)] = [
            (full, isWide ? 2 : 0), (clear.map { ($0, "") }, 1), (short.map { ($0, "") }, 1), (cut.map { ($0, "") }, 1),
        ]
        func total(_ length: (texts: [(words: String, key: String)], gap: Int)) -> Int {
            length.texts.reduce(0) { $0 + TextWidth.of($1.words + $1.key) } + length.gap * (length.texts.count - 1)
        }
        guard let length = lengths.first(where: { total($0) <= width - reserve }) ?? lengths.last else { return [] }
        let (middle, rest) = ((width - total(length)) / 2, width - total(length))
        var x = max(0, min(middle, spared.map { rest - $0 }.first { $0 > 0 } ?? middle))
        return length.texts.map { text in
            defer { x += TextWidth.of(text.words + text.key) + length.gap }
            return (text.words, text.key, x)
        }
    }

    /// The texts in `width` cells: the longest are cut, but not the last, which leads out.
    private static func shortened(_ texts: [String], to width: Int) -> [String] {
        var texts = texts
        while texts.reduce(0, { $0 + TextWidth.of($1) }) > width {
            guard let longest = texts.indices.dropLast().max(by: { TextWidth.of(texts[$0]) < TextWidth.of(texts[$1]) }),
                TextWidth.of(texts[longest]) > 2
            else { break }
            texts[longest] = TextWidth.clip(texts[longest], to: TextWidth.of(texts[longest]) - 1)
        }
        return texts
    }
}
