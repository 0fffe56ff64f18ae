// The stack of screens: who is on top gets the keys and draws. It draws what all screens share: the title, the alert, the key
// bar, the help. It knows no terminal.

import Language
import Screen
import Session

/// The stack of screens.
package final class Navigator {
    /// What everything is drawn on. The terminal shows its changes.
    package let canvas: Canvas
    /// What the player chose.
    package private(set) var settings: Settings
    /// The settings after the last successful save. What differs from them is written to the config file.
    private var savedSettings: Settings
    /// The characters to draw with.
    package var glyphs: Glyphs { settings.ascii ? .ascii : terminalGlyphs }
    /// Is told what the player chose before, and now.
    package var didChangeSettings: ((Settings, Settings) -> Void)?

    let environment: Environment
    /// What the terminal can draw.
    package var terminalGlyphs: Glyphs {
        didSet { setNeedsDisplay() }
    }
    /// How many colours the terminal shows; nil: none.
    package var colours: ColourDepth? = .many {
        didSet { setNeedsDisplay() }
    }
    private var stack: [ViewController] = []
    private var help: HelpView? {
        didSet { if (help == nil) != (oldValue == nil) { top?.helpDidChange(isShown: help != nil) } }
    }
    private var alert: Alert?
    private var needsDisplay = true
    /// Hears what the player is to read at once, where nothing is drawn.
    var listener: ((String) -> Void)?
    /// Whether the player's name is one for this run, from the command line.
    package var isNameGiven = false
    /// Whether the games that broke off may be looked for yet.
    var knowsBrokenGames = false
    /// What the player has read of trouble with them.
    var toldTrouble: String?

    /// A navigator over a terminal of so many cells that can draw `glyphs`.
    package init(size: Size, glyphs: Glyphs, settings: Settings, environment: Environment) {
        canvas = Canvas(size: size)
        terminalGlyphs = glyphs
        self.settings = settings
        savedSettings = settings
        self.environment = environment
    }

    /// The name that others see: the player's, or the machine's.
    var playerName: String { settings.name.isEmpty ? environment.hostName : settings.name }

    /// Rings the bell where the player wants it; `isAlone`: nobody on another machine kept the player waiting.
    func ring(isAlone: Bool = false) {
        if settings.bell == .yes || settings.bell == .network && !isAlone { environment.ringBell() }
    }

    /// Keeps what the player chose, here and in the config file.
    func change(_ settings: Settings) {
        guard settings != self.settings else { return }
        let old = self.settings
        self.settings = settings
        didChangeSettings?(old, settings)
        setNeedsDisplay()
        do throws(StorageFailure) {
            try environment.updateConfig { settings.updating($0, from: savedSettings) }
            savedSettings = settings
        } catch {
            show(alert: error.sentence)
        }
    }
}

// MARK: - The stack

extension Navigator {
    /// The screen that gets the keys.
    var top: ViewController? { stack.last }

    func push(_ controller: ViewController) {
        close()
        stack.append(controller)
        controller.didAppear()
    }

    /// Another screen takes the top one's place.
    func replaceTop(with controller: ViewController) {
        stack.popLast()?.didLeave()
        push(controller)
    }

    /// Takes the top screen off; the last one's leaving ends the program.
    func pop() {
        close()
        stack.popLast()?.didLeave()
        guard let top else { return environment.quit() }
        top.didAppear()
    }

    /// Back to the first screen.
    func popToRoot() {
        close()
        while stack.count > 1 { stack.removeLast().didLeave() }
        top?.didAppear()
    }

    /// Takes every screen off, so that nothing stays published, listening or connected.
    package func leaveAll() {
        while let controller = stack.popLast() { controller.didLeave() }
    }

    /// Whether it is the screen under all others.
    func isFirst(_ controller: ViewController) -> Bool { stack.first === controller }

    func isOnTop(_ controller: ViewController) -> Bool { top === controller }

    /// What lies next above it; nil where it is on top, or not there.
    func screen(above controller: ViewController) -> ViewController? {
        zip(stack, stack.dropFirst()).first { $0.0 === controller }?.1
    }

    private func close() {
        help = nil
        closeAlert()
        setNeedsDisplay()
    }
}

// MARK: - Keys

extension Navigator {
    /// The player pressed a key. It closes an alert, and mostly also acts: not where something has ended or begun by itself, and Esc
    /// only where a game goes on beneath.
    package func press(_ pressed: Key) {
        let key = turned(pressed)
        if key == .control("l") || help == nil && top?.isDeaf == true { return }
        if let alert {
            guard alert.isReady else { return }
            closeAlert()
            if alert.manner == .standing || key == .escape && top?.isPlaying != true { return }
        }
        if help != nil {
            pressInHelp(key)
        } else if let top {
            press(key, in: top)
        }
    }

    /// Where the screen is mirrored, so are clicks and the arrows, but for those that move about in a picture.
    private func turned(_ key: Key) -> Key {
        guard canvas.isMirrored else { return key }
        switch key {
        case .click(let point): return .click(canvas.origin(of: point))
        case .left where help != nil || top?.isInPicture != true: return .right
        case .right where help != nil || top?.isInPicture != true: return .left
        default: return key
        }
    }

    private func press(_ key: Key, in controller: ViewController) {
        let folded = key.folded
        if case .character(let scalar) = key, controller.isText(scalar) {
            _ = controller.didPress(key)
            return
        }
        if let binding = controller.bindings.first(where: { $0.keys.contains(folded) && $0.isAvailable() }) {
            binding.action(folded)
        } else if HelpView.openers.contains(folded) {
            showHelp()
        } else {
            _ = controller.didPress(key)
        }
    }

    func showHelp() {
        guard let top else { return }
        help = HelpView(bindings: top.bindings, notes: top.notes)
        setNeedsDisplay()
    }

    private func pressInHelp(_ key: Key) {
        setNeedsDisplay()
        if help?.move(by: key) == true { return }
        let binding = key == .enter ? help?.binding : nil
        help = nil
        if let binding, binding.isAvailable() { binding.action(binding.keys[0]) }
    }
}

// MARK: - Drawing

extension Navigator {
    /// A sentence that the next key closes; it goes by itself once `holds` is false.
    package func show(alert sentence: String, while holds: @escaping () -> Bool = { true }) {
        show(Alert(sentence, .passing, while: holds))
    }

    /// Why something is over, how it ended, or what has begun without the player's doing: it must be read before a key acts again.
    func show(standing sentence: String) { show(Alert(sentence, .standing, while: { true })) }

    private func show(_ new: Alert) {
        if let listener { return listener(new.sentence) }
        closeAlert()
        alert = new
        help = nil
        setNeedsDisplay()
    }

    /// The screen asks its question, over whatever was said last.
    func showQuestion() {
        closeAlert()
        help = nil
        setNeedsDisplay()
    }

    /// Nothing is said any more.
    func closeAlert() {
        guard let alert else { return }
        alert.pause?.cancel()
        self.alert = nil
        setNeedsDisplay()
    }

    private func closeStaleAlert() { if alert?.holds() == false { closeAlert() } }

    /// Keys count half a second after it was drawn.
    private func awaitKeys() {
        guard alert?.isReady == false, alert?.pause == nil else { return }
        alert?.pause = environment.after(milliseconds: Alert.pauseMilliseconds) { [weak self] in
            self?.alert?.isReady = true
            self?.setNeedsDisplay()
        }
    }

    /// The terminal has another size.
    package func resize(to size: Size) {
        canvas.resize(to: size)
        setNeedsDisplay()
    }

    /// All of the screen is drawn anew before the program waits again.
    func setNeedsDisplay() { needsDisplay = true }

    /// Draws a small change of `controller` at once, or everything later where the change would draw over something else.
    func update(_ controller: ViewController, _ draw: (Canvas) -> Void) {
        closeStaleAlert()
        if needsDisplay || help != nil || !isOnTop(controller) || isTooSmall { return setNeedsDisplay() }
        draw(canvas)
        drawAlert()
        nameWindow(after: controller)
    }

    /// Draws what has to be drawn.
    package func draw() {
        closeStaleAlert()
        guard needsDisplay else { return }
        needsDisplay = false
        canvas.glyphs = glyphs
        canvas.clear(isMirrored: isRightToLeft)
        canvas.caret = nil
        canvas.focus = Point(x: 1, y: 0)
        canvas.isCursorVisible = settings.cursor == .visible
        canvas.lastRows = 0..<0
        guard let top else { return }
        nameWindow(after: top)
        if isTooSmall { return drawTooSmall() }
        if help != nil {
            let width = min(area.width, 80)
            help?.draw(on: canvas, in: Rect(x: (area.width - width) / 2, y: area.y, width: width, height: area.height))
        } else {
            top.draw(on: canvas, in: area)
        }
        drawTitle(of: top)
        drawKeyBar(of: top)
        drawAlert()
    }

    /// The smallest terminal in which anything can be shown.
    package static let smallest = Size(width: 29, height: 10)

    private var isTooSmall: Bool { canvas.size.width < Self.smallest.width || canvas.size.height < Self.smallest.height }

    /// The rows between the title and the key bar.
    var area: Rect { Rect(x: 0, y: 1, width: canvas.size.width, height: canvas.size.height - 2) }

    private func drawTooSmall() {
        let sentence = tr(
            "Too small: make it {width}x{height} or larger.", ["width": Self.smallest.width, "height": Self.smallest.height])
        for (y, line) in TextWidth.wrap(sentence, to: canvas.size.width).enumerated() { canvas.put(line, x: 0, y: y, .alert) }
    }

    private func nameWindow(after controller: ViewController) {
        let name = tr("Four in a Row")
        let news = controller.news
        canvas.windowTitle = !settings.title ? "" : news.isEmpty ? name : "\(news) – \(name)"
    }

    /// The first row of a screen, over whatever was there.
    func drawTitle(of controller: ViewController) {
        let width = canvas.size.width
        canvas.fill(Rect(x: 0, y: 0, width: width, height: 1))
        let status = TextWidth.clip(controller.status, to: width - 2)
        let room = width - 3 - TextWidth.of(status)
        var x = 1
        for part in controller.heading(width: max(0, room)) {
            x = canvas.put(part.text, x: x, y: 0, part.role, limit: max(0, room + 1 - x))
        }
        canvas.put(status, x: width - 1 - TextWidth.of(status), y: 0)
    }

    private func drawKeyBar(of controller: ViewController) {
        if help != nil {
            KeyBar.draw(HelpView.bindings, on: canvas)
        } else if let alert, alert.manner == .standing {
            if alert.isReady { KeyBar.draw(on: canvas, only: (Key.enter.name, tr("OK"))) }
        } else if !controller.isDeaf {
            KeyBar.draw(
                controller.bindings, besides: controller.barPrompt, on: canvas,
                help: controller.isText("?") ? .function(1) : .character("?"))
        }
    }

    private func drawAlert() {
        guard let sentence = alert?.sentence ?? top?.question else { return }
        awaitKeys()
        let width = canvas.size.width
        let shown = TextWidth.wrap(glyphs.spelt(sentence), to: width - 2, rows: max(1, canvas.size.height / 2))
        // On a small screen what lies above is worth more than the key bar, unless there is something to choose in it.
        let coversBar = canvas.size.height < (shown.count > 1 ? 20 : 12) && top?.barPrompt == nil
        let lowest = canvas.size.height - (coversBar ? 0 : 1) - shown.count
        let first = min(lowest, top?.alertRow ?? lowest)
        let widest = min(width - 2, shown.map { TextWidth.of($0) }.max() ?? 0)
        let x = (width - widest - 2) / 2
        for (index, line) in shown.enumerated() {
            canvas.fill(Rect(x: 0, y: first + index, width: width, height: 1))
            canvas.fill(Rect(x: x, y: first + index, width: widest + 2, height: 1), .alert)
            canvas.put(line, x: x + 1, y: first + index, .alert)
        }
        canvas.lastRows = first..<first + shown.count
        if alert != nil || isWaitingForAnswer { canvas.focus = Point(x: x + 1, y: first) }
    }

    /// Whether something is asked and no answer chosen yet: then the question has the focus.
    private var isWaitingForAnswer: Bool { top?.barPrompt.map { $0.chosen == nil } ?? false }
}

extension Canvas {
    /// Blanks of one meaning.
    func fill(_ rect: Rect, _ role: Role) { fill(rect, with: " ", role) }
}
