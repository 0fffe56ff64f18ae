// What puzzles, lessons and openings share: a board with a disc above the chosen column, words beside it where there is room, and the keys.

import Engine
import Language
import Screen
import Session

/// A screen on which a player drops discs into a position, with words about it.
protocol BoardWithWords: ViewController {
    /// The player who is yellow.
    var yellow: Player { get }
    /// The chosen column.
    var cursorColumn: Int { get set }
    /// Since when a column counts as chosen, in milliseconds of the loop's clock; nil before the player has chosen one.
    var chosenSince: Int? { get set }
    /// What is on the board.
    var shownGame: Game { get }
    /// Whether the player is to move.
    var isPlayersTurn: Bool { get }
    /// Whether a wrong disc is on the board, which another one takes back.
    var isWrong: Bool { get }
    /// The player drops a disc.
    func drop(_ column: Int)
}

extension BoardWithWords {
    var isInPicture: Bool { true }
    /// Beside the title a message covers nothing of the board, where there are words beside that. Else it stands below the board.
    var messageColumns: Range<Int>? {
        guard layout.panel != nil else { return nil }
        let width = navigator.canvas.size.width
        let end = width - 2 - TextWidth.of(status)
        let start = 3 + heading(width: max(0, end - 1)).reduce(0) { $0 + TextWidth.of($1.text) }
        return start < end ? start..<end : nil
    }

    /// Below a board without words beside it.
    var messageRows: Range<Int>? {
        let area = navigator.area
        return layout.panel == nil ? layout.board.base + 1..<max(layout.board.base + 1, area.y + area.height) : nil
    }

    /// The player presses Enter above the chosen column. One too many, or before a column is chosen, drops nothing; another one a moment later does.
    func dropAtCursor() {
        let now = navigator.environment.now
        if let chosenSince, now - chosenSince >= Alert.pauseMilliseconds { return drop(cursorColumn) }
        // Of Enters that follow each other at once none does.
        chosenSince = now
        navigator.show(alert: tr("Choose a column, or press Enter again for column {column}.", ["column": cursorColumn + 1]))
    }

    /// Whether the last disc was dropped a moment ago at least: an Enter before was meant for that disc.
    var isRested: Bool { chosenSince.map { navigator.environment.now - $0 >= 2 * Alert.pauseMilliseconds } ?? true }

    /// A column that is full is not chosen any more.
    func leaveFullColumn() {
        let open = Board.columns.filter { shownGame.reasonAgainst($0) == nil }
        if !open.contains(cursorColumn), let next = open.min(by: { abs($0 - cursorColumn) < abs($1 - cursorColumn) }) {
            cursorColumn = next
        }
    }
    var layout: ReviewLayout { ReviewLayout(in: navigator.area) }

    /// What the player is called.
    func name(of player: Player) -> String { player == yellow ? DiscNames.yellow : DiscNames.red }

    /// The computer answers after a moment in which the player's disc is seen. `pause` is where the screen keeps what calls it off.
    func answerSoon(
        milliseconds: Int = 500, pause: ReferenceWritableKeyPath<Self, Cancellable?>, _ answer: @escaping () -> Void
    ) {
        self[keyPath: pause] = navigator.whenSeen(milliseconds: milliseconds) { [weak self] in
            guard let self else { return }
            self[keyPath: pause] = nil
            answer()
            leaveFullColumn()
            navigator.setNeedsDisplay()
        }
    }

    /// Which discs the player has, for those who do not see it.
    var spokenColour: String { tr("You are {name}.", ["name": DiscNames.yellow]) }

    /// The title, and who has which discs where there is room for that.
    func headingWithDiscs(width: Int) -> [(text: String, role: Role)] {
        let discs: [(text: String, role: Role)] = [
            ("● " + DiscNames.yellow, .yellow), ("  ", .title), (DiscNames.red + " " + navigator.redDisc, .red),
        ]
        let room = discs.reduce(width) { $0 - TextWidth.of($1.text) }
        let head = title + "  "
        return TextWidth.of(head) <= room ? [(head, .title)] + discs : [(TextWidth.clip(title, to: width), .title)]
    }

    /// How a wrong disc is taken back.
    var wayBack: String {
        navigator.listener == nil ? tr("Enter takes the disc back.") : tr("Type another column to take the disc back.")
    }

    /// What a wrong disc leads to. While it is on the board, so is the opponent's reply, and that is not counted; those who listen hear of
    /// the reply after this.
    func outlook(after refutation: Refutation, isAnswered: Bool? = nil) -> String {
        let red: Fillings = ["name": DiscNames.red]
        guard let win = refutation.win else {
            return refutation.judgement.after > 0
                ? tr("You can still win, but later.") : tr("Now you can only draw.")
        }
        if win.moves.count == 1 { return tr("{name} wins.", red) }
        let isAnswered = isAnswered ?? (isWrong && navigator.listener == nil)
        let count = (win.moves.count + 1) / 2 - (isAnswered ? 1 : 0)
        return trn("{name} wins in {count} move.", "{name} wins in {count} moves.", count, red)
    }

    /// Tells positions and tries apart in text mode; `place` is the number of the position.
    func chapter(_ place: Int, mistakes: Int) -> Int { place * 1_000 + 2 * mistakes - (isWrong ? 1 : 0) }

    /// Chooses a column.
    func moveCursor(to column: Int) {
        guard Board.columns.contains(column) else { return }
        (cursorColumn, chosenSince) = (column, navigator.environment.now - Alert.pauseMilliseconds)
        navigator.setNeedsDisplay()
    }

    func didHover(over point: Point) {
        if isPlayersTurn, let column = layout.board.column(at: point) { moveCursor(to: column) }
    }

    /// The keys that choose a column and drop a disc.
    var columnKeys: [Binding] {
        let canMove = { [unowned self] in isPlayersTurn }
        let digits = (0x31...0x37).compactMap { Unicode.Scalar($0).map(Key.character) }
        return [
            Binding(
                .left, .right, name: "←→", label: tr("Column"), help: tr("Choose a column."), isAvailable: canMove,
                action: { [unowned self] in moveCursor(to: cursorColumn + ($0 == .left ? -1 : 1)) }),
            Binding(
                .enter, .character(" "), .down, name: "Enter", label: tr("Drop"), help: tr("Drop a disc into that column."),
                isAvailable: canMove, action: { [unowned self] _ in dropAtCursor() }),
            Binding(
                keys: digits, name: "1-7", help: tr("Drop a disc into this column at once."),
                isAvailable: { [unowned self] in isPlayersTurn || isWrong },
                action: { [unowned self] in if case .character(let digit) = $0 { drop(Int(digit.value) - 0x31) } }),
        ]
    }

    /// The board of a game, with the next disc above the chosen column.
    func picture(of game: Game) -> BoardPicture {
        var picture = BoardPicture(of: game, yellow: yellow)
        guard isPlayersTurn else { return picture }
        let landing = game.board.landing(in: cursorColumn)
        let cell = BoardCell(of: game.mover, yellow: yellow)
        picture.loose = .above(column: cursorColumn, cell: cell, isFull: landing == nil)
        if let landing { picture[landing].ghost = cell }
        picture.base[cursorColumn].isLit = true
        return picture
    }

    /// Draws the board, and returns where words have room beside it; nil where they have none.
    func draw(_ picture: BoardPicture, on canvas: Canvas, in area: Rect) -> Rect? {
        let layout = ReviewLayout(in: area)
        var picture = picture
        picture.showsRows = true
        BoardView(layout: layout.board, style: navigator.boardStyle).draw(picture, on: canvas)
        canvas.focus = layout.board.foot(ofColumn: cursorColumn)
        return layout.panel.map {
            Rect(x: $0.words.x, y: $0.words.y, width: $0.words.width, height: area.y + area.height - $0.words.y)
        }
    }

    /// Draws sentences from the top of `rect`; an empty one is a blank row where there is room for such. Returns the row below them.
    func draw(_ paragraphs: [(text: String, role: Role)], on canvas: Canvas, in rect: Rect) -> Int {
        var rest = rect
        for paragraph in paragraphs {
            let y = paragraph.text.isEmpty ? rest.y + (rect.height < 16 ? 0 : 1) : canvas.put([paragraph], in: rest)
            rest = Rect(x: rest.x, y: y, width: rest.width, height: max(0, rect.y + rect.height - y))
        }
        return rest.y
    }

    /// Draws sentences in `rect`, and others at its bottom.
    func draw(
        _ paragraphs: [(text: String, role: Role)], closing: [String] = [], on canvas: Canvas, in rect: Rect
    ) {
        let y: Int = draw(paragraphs, on: canvas, in: rect)
        let lines = closing.filter { !$0.isEmpty }.flatMap { TextWidth.wrap($0, to: rect.width) }
        let top = max(y + 1, rect.y + rect.height - lines.count - 1)
        for (index, line) in lines.enumerated() where top + index < rect.y + rect.height {
            canvas.put(line, x: rect.x, y: top + index, .faint)
        }
    }

    /// Draws a sentence where nothing stands beside the board: below it, or above it where nothing hovers. One without room is left out.
    func drawLast(_ sentence: String, on canvas: Canvas, in area: Rect) {
        let board = layout.board
        let rows = TextWidth.wrap(sentence, to: area.width - 2)
        let isBelow = isPlayersTurn || rows.count > board.above
        let top = isBelow ? area.y + area.height - rows.count : board.rowsAbove.lowerBound
        guard !isBelow || top > board.base else { return }
        for (index, row) in rows.enumerated() { canvas.put(row, x: 1, y: top + index, .label) }
    }

    /// The commands of text mode: a column, and what is on the board.
    func boardCommands(_ game: @escaping () -> Game) -> [TextModeCommand] {
        [
            TextModeCommand("1", "2", "3", "4", "5", "6", "7", help: tr("Drop a disc into that column.")) {
                [unowned self] column, _ in
                drop((Int(column) ?? 1) - 1)
                return []
            }
        ] + BoardCommands(game: game) { [unowned self] in name(of: $0) }.list
    }

    func meaning(of word: String) -> String? { noColumn(word) }
}
