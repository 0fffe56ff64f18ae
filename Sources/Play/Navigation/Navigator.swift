// The stack of screens. The top one gets the keys and is drawn, with its frame, and over it its help, an alert and an invitation.

import Language
import Screen
import Session

/// The stack of screens.
package final class Navigator {
    /// What everything is drawn on. The terminal shows what changed on it.
    package let canvas: Canvas
    /// The player's settings.
    package private(set) var settings: Settings
    /// The settings after the last successful save. What differs from them is written to the config file.
    private var savedSettings: Settings
    /// Called with the settings before and after the player changed them.
    package var didChangeSettings: ((Settings, Settings) -> Void)?
    let environment: Environment
    /// The characters that the terminal can draw.
    package var terminalGlyphs: Glyphs {
        didSet { setNeedsDisplay() }
    }
    /// How many colours the terminal shows; nil for none.
    package var colours: ColourDepth? = .many {
        didSet { setNeedsDisplay() }
    }
    /// Whether the terminal has the keyboard's focus; nil if that is unknown.
    package var hasFocus: Bool?
    /// Whether the command line gave the player's name for this run.
    package var isNameGiven = false
    /// In text mode: says a sentence at once, in place of an alert.
    var listener: ((String) -> Void)?
    /// Whether anything moves. In text mode nobody sees it, and words come at once.
    var isAnimated: Bool { settings.animation && listener == nil }
    /// Opens the games.
    package private(set) lazy var launcher = GameLauncher(navigator: self)
    /// The player among the nearby players.
    private(set) lazy var nearby = NearbyPresence(navigator: self)

    private var stack: [ViewController] = []
    private(set) var help: HelpView? {
        didSet { if (help == nil) != (oldValue == nil) { coverDidChange() } }
    }
    /// What stands over the screen until a key closes it.
    private(set) var alert: Alert? { didSet { alertDidChange() } }
    private var needsDisplay = true
    /// Whether Ctrl-C was pressed last, and the player was asked.
    private var wasInterrupted = false
    /// Redraws the time that is left of a reserved seat.
    private var tick: Cancellable?

    /// A navigator for a terminal of `size` cells that can draw `glyphs`.
    package init(size: Size, glyphs: Glyphs, settings: Settings, environment: Environment) {
        canvas = Canvas(size: size)
        terminalGlyphs = glyphs
        self.settings = settings
        savedSettings = settings
        self.environment = environment
    }
}

// MARK: - The player

extension Navigator {
    /// The characters to draw with.
    package var glyphs: Glyphs { settings.ascii ? .ascii : terminalGlyphs }

    /// The name that others see: that of the player, or of the computer.
    var playerName: String { settings.name.isEmpty ? environment.hostName : settings.name }

    /// Calls a player who looks elsewhere: something happened that wants an answer, or a game is over. Where the terminal does not say whether
    /// it has the focus, the bell rings, unless nobody on another computer is involved (`isAlone`).
    func call(_ sentence: String, isAlone: Bool = false) {
        guard settings.notify != .off, hasFocus == false || hasFocus == nil && !isAlone else { return }
        environment.ringBell(showing: settings.notify == .message && hasFocus == false ? sentence : nil)
    }

    /// Changes the settings, and saves them in the config file.
    func change(_ settings: Settings) {
        guard settings != self.settings else { return }
        let old = self.settings
        self.settings = settings
        didChangeSettings?(old, settings)
        nearby.update()
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
    /// Whether only the first menu is there.
    var isAtRoot: Bool { stack.count == 1 }

    func push(_ controller: ViewController) {
        uncover()
        stack.append(controller)
        stackDidChange()
        controller.didAppear()
    }

    /// Puts a screen in place of the top one.
    func replaceTop(with controller: ViewController) {
        stack.popLast()?.didLeave()
        push(controller)
    }

    /// Takes the top screen off. Without a screen the program quits.
    func pop() {
        uncover()
        stack.popLast()?.didLeave()
        guard let top else { return environment.quit() }
        stackDidChange()
        top.didAppear()
    }

    /// Whether the game on top was begun in a list of players, to which it leads back.
    var leadsToList: Bool { stack.count > 1 && stack[stack.count - 2].isList }

    /// Goes back to the first screen.
    func popToRoot() {
        uncover()
        while stack.count > 1 { stack.removeLast().didLeave() }
        stackDidChange()
        top?.didAppear()
    }

    /// What is done on the screen below the top one, where the player waits there.
    private var waitBelow: Meanwhile? { stack.count > 1 ? stack[stack.count - 2].wait : nil }

    /// Whether leaving the game on top leads back to a wait.
    var leadsToWait: Bool { leadsToList || waitBelow?.isWaiting == true }

    /// Leaves a game: back to the list in which it was begun, to the wait during which it was played, or to the player's own game that was
    /// interrupted for it, otherwise to the menu from which it was chosen.
    func popGame() {
        if leadsToList { return pop() }
        let below = waitBelow
        guard let below, below.isWaiting || below.isOverOwnGame else {
            popToMenu()
            // The first menu offers to go on with a saved game.
            return launcher.savedGame == nil ? () : popToRoot()
        }
        uncover()
        stack.removeLast().didLeave()
        if !below.isWaiting { stack.removeLast().didLeave() }
        stackDidChange()
        top?.didAppear()
    }

    /// Brings a screen to the top, or puts it there. It is not told that it appears: a game is put over it at once.
    func raise(_ controller: ViewController) {
        uncover()
        stack.removeAll { $0 === controller }
        stack.append(controller)
        stackDidChange()
    }

    /// Puts the top screen under the one below it.
    func lowerTop() {
        uncover()
        stack.swapAt(stack.count - 1, stack.count - 2)
        stackDidChange()
        top?.didAppear()
    }

    /// Leaves a game: goes back to the list in which it was begun, or to the menu from which it was chosen.
    func popToMenu() {
        if leadsToList { return pop() }
        uncover()
        repeat { if stack.count > 1 { stack.removeLast().didLeave() } } while stack.count > 1 && !(top is MenuViewController)
        stackDidChange()
        top?.didAppear()
    }

    /// Takes every screen off, so that nothing stays published, listening or connected.
    package func leaveAll() {
        while let controller = stack.popLast() { controller.didLeave() }
        nearby.update()
    }

    private func stackDidChange() {
        nearby.update()
        coverDidChange()
    }

    /// What others read of the player in their lists: free, playing or busy; nil where there is no screen.
    var occupation: NearbyPlayer.State? {
        guard !stack.isEmpty else { return nil }
        guard let game = stack.last(where: { $0.isWithOthers && $0.isPlaying }) else {
            return stack.contains { $0.isWithOthers } ? .busy : .notConnected
        }
        let board = (game as? FourInARowViewController)?.scene
        return .playing(with: [board?.opponent.shownName].compactMap(\.self), mayWatch: board?.isWatchable == true)
    }

    /// Whether this screen is still there, under the top one or as the top one.
    func holds(_ screen: ObjectIdentifier) -> Bool { stack.contains { ObjectIdentifier($0) == screen } }

    /// Whether it is the screen under all others.
    func isFirst(_ controller: ViewController) -> Bool { stack.first === controller }

    /// Closes what lies over this screen: a game whose guest is gone, while its host waits on, or a review of a game that goes on.
    func closeGame(above host: ViewController) {
        guard stack.contains(where: { $0 === host }) else { return }
        while top !== host { pop() }
    }
}

// MARK: - Alerts

extension Navigator {
    /// Shows a sentence that the next key closes. On a board, and in a game with others, it goes by itself after some seconds, unless
    /// `untilKey`.
    package func show(alert sentence: String, untilKey: Bool = false) {
        show(Alert(sentence, isStanding: false, isBrief: !untilKey))
    }

    /// Shows a sentence that the next key closes. It goes by itself once `holds` is false, or if `isBrief` as above.
    func show(alert sentence: String, isBrief: Bool = false, while holds: @escaping () -> Bool) {
        show(Alert(sentence, isStanding: false, isBrief: isBrief, while: holds))
    }

    /// Shows a sentence that the next key closes, beside whose turn it is and never in its place; after what must be read first. It goes by
    /// itself once `holds` is false, or after some seconds without that.
    func show(besideLabel sentence: String, while holds: (() -> Bool)? = nil) {
        if let alert, alert.isStanding {
            return alert.then = alert.then ?? { [unowned self] in show(besideLabel: sentence, while: holds) }
        }
        show(Alert(sentence, isStanding: false, isBrief: holds == nil, keepsLabel: true, while: holds ?? { true }))
    }

    /// Shows why something ended, or what began by itself: it must be read before a key acts again, unless an invitation wants one. The
    /// key that closes it does `then` as well; if it `passesKeys`, all but those that say yes act on the screen.
    func show(standing sentence: String, passesKeys: Bool = false, then: (() -> Void)? = nil) {
        show(Alert(sentence, isStanding: invitation == nil, passesKeys: passesKeys, then: then))
    }

    /// Shows what came by itself. The next key closes it and acts on the screen, but none in the first moment, unless something is typed or
    /// answered.
    func show(sudden sentence: String, while holds: @escaping () -> Bool) {
        show(Alert(sentence, isStanding: false, isSudden: invitation == nil && top?.holdsInvitations != true, while: holds))
    }

    private func show(_ alert: Alert) {
        if let listener { return listener(alert.sentence) }
        closeAlert()
        self.alert = alert
        help = nil
    }

    /// Copies a line to the terminal's clipboard. Most terminals do not say whether they have. Text mode says the line.
    func copy(_ line: String) {
        if let listener { return listener(line) }
        show(
            alert: environment.copy(line)
                ? tr("Copied, if your terminal allows it.")
                : tr("This terminal cannot copy: mark the line with the mouse, or read it out."))
    }

    /// Closes the alert.
    func closeAlert() {
        guard let alert else { return }
        alert.didClose()
        self.alert = nil
    }

    private func alertDidChange() {
        coverDidChange()
        setNeedsDisplay()
    }

    /// Whether there is an alert that must be read before a key acts again.
    var hasStandingAlert: Bool { alert?.isStanding == true }

    /// Does something after a while in which the player sees what was done before it; at once where nothing moves. Returns what calls it off.
    func whenSeen(milliseconds: Int, _ action: @escaping () -> Void) -> Cancellable? {
        if isAnimated { return environment.after(milliseconds: milliseconds, action) }
        action()
        return nil
    }

    /// Closes alert and help, which cover the top screen.
    func uncover() {
        help = nil
        closeAlert()
        setNeedsDisplay()
    }

    private func coverDidChange() {
        let isStanding = hasStandingAlert
        top?.coverDidChange(isCovered: help != nil || isStanding || !nearby.invitations.isEmpty)
    }
}

// MARK: - Invitations

extension Navigator {
    /// Whether arrows and Enter are not for the invitation.
    var keepsArrows: Bool { help != nil || top?.isInPicture == true }

    /// An invitation came, changed or went. One wants an answer in time, so the help and a standing alert make room for it.
    func invitationsDidChange() {
        if invitation != nil {
            help = nil
            if let alert, alert.isStanding || !alert.isReady { show(alert: alert.sentence) }
        }
        nearby.follow()
        coverDidChange()
        setNeedsDisplay()
    }
}

// MARK: - Keys

extension Navigator {
    /// The player pressed Ctrl-C. Returns whether the program ends; while others play along it asks first.
    package func interrupt() -> Bool {
        guard !wasInterrupted, let game = stack.first(where: { $0.isWithOthers && $0.isPlaying }) else { return true }
        wasInterrupted = true
        let name = (game as? FourInARowViewController)?.scene.opponent.shownName
        show(
            alert: name.map { tr("Press Ctrl-C again to quit. {name} will be told.", ["name": $0]) }
                ?? tr("Press Ctrl-C again to quit. The other players will be told."))
        return false
    }

    /// The player pressed a key: it goes to the alert, the help or the top screen.
    package func press(_ pressed: Key) {
        let key = mirrored(pressed)
        if case .hover(let point) = key { return hover(over: point) }
        if case .click(let point) = key, let typed = canvas.key(at: point) { return press(typed) }
        wasInterrupted = false
        nearby.follow()
        if help == nil, let top, top.ignoresKeys { return top.didIgnore(key) }
        guard passesAlert(key) else { return }
        if nearby.press(key) { return }
        if help != nil {
            pressInHelp(key)
        } else if let top {
            press(key, in: top)
        }
    }

    /// A key closes the alert. Returns whether it also acts on the screen. Esc does so only where a game goes on or its phrases are listed, and
    /// where it leaves a field of which something is said; where somebody is awaited it would end that.
    private func passesAlert(_ key: Key) -> Bool {
        guard let alert else { return true }
        guard alert.isReady else { return false }
        // The rest of a number that was being typed, or another column, leaves no screen.
        if alert.isStanding, alert.then != nil, !alert.passesKeys, Binding.digits.contains(key) { return false }
        closeAlert()
        if alert.isStanding { alert.then?() }
        if alert.isStanding { return alert.passesKeys && ![.enter, .character(" "), .escape].contains(key) }
        let isOverGame = top is MenuViewController && stack.dropLast().last?.isWithOthers == true
        if key != .escape || alert.keepsLabel || isOverGame || top?.isPlaying == true { return true }
        return !alert.isBrief && top?.isTyping == true && top?.wait == nil
    }

    /// The pointer moved, which is no answer to anything.
    private func hover(over point: Point) {
        if help == nil, let top, !top.ignoresKeys, !hasStandingAlert { top.didHover(over: point) }
    }

    /// On a mirrored screen clicks and arrows are mirrored, except arrows that move about in a picture.
    private func mirrored(_ key: Key) -> Key {
        guard canvas.isMirrored else { return key }
        switch key {
        case .click(let point): return .click(canvas.origin(of: point))
        case .hover(let point): return .hover(canvas.origin(of: point))
        case .left where help != nil || top?.isInPicture != true: return .right
        case .right where help != nil || top?.isInPicture != true: return .left
        default: return key
        }
    }

    private func press(_ key: Key, in controller: ViewController) {
        let folded = key.folded
        if case .character(let scalar) = key, controller.isText(scalar) {
            _ = controller.didPress(key)
        } else if let binding = controller.bindings.first(where: { $0.keys.contains(folded) && $0.isAvailable() }) {
            binding.action(folded)
        } else if HelpView.openers.contains(folded) {
            help = HelpView(bindings: bindings(of: controller), notes: controller.notes, isText: controller.isText)
            setNeedsDisplay()
        } else {
            _ = controller.didPress(key)
        }
    }

    private func pressInHelp(_ key: Key) {
        setNeedsDisplay()
        if help?.move(by: key) == true { return }
        let binding = key == .enter ? help?.binding : nil
        let isListed = help?.lists(key.folded) == true
        help = nil
        if isListed, let top { return press(key, in: top) }
        if let binding, binding.isAvailable() { binding.action(binding.keys[0]) }
    }
}

// MARK: - Drawing

extension Navigator {
    /// Redraws the whole screen before the program waits again.
    func setNeedsDisplay() { needsDisplay = true }

    /// The terminal has another size.
    package func resize(to size: Size) {
        canvas.resize(to: size)
        setNeedsDisplay()
    }

    /// Draws what has changed.
    package func draw() {
        if alert?.holds() == false { closeAlert() }
        guard needsDisplay else { return }
        needsDisplay = false
        nameDiscs()
        nearby.follow()
        canvas.glyphs = glyphs
        canvas.clear(isMirrored: isRightToLeft)
        canvas.caret = nil
        canvas.focus = Point(x: 1, y: 0)
        canvas.isCursorVisible = settings.isCursorVisible
        canvas.lastRows = 0..<0
        guard let top else { return }
        nameWindow(after: top)
        if isTooSmall { return ScreenFrame.drawTooSmall(on: canvas) }
        draw(top)
    }

    /// Draws a small change of `controller` at once, or everything later if it would be drawn over something else. `keepsWords`: it changes
    /// no sentence, and is drawn over none but that of an alert.
    func update(_ controller: ViewController, keepsWords: Bool = false, _ draw: (Canvas) -> Void) {
        if alert?.holds() == false { closeAlert() }
        if needsDisplay || help != nil || invitation != nil || top !== controller || isTooSmall { return setNeedsDisplay() }
        draw(canvas)
        if keepsWords, alert == nil { return }
        drawAlert(over: controller)
        nameWindow(after: controller)
    }

    /// The area between title and key bar.
    var area: Rect { Rect(x: 0, y: 1, width: canvas.size.width, height: canvas.size.height - 2) }

    /// The smallest terminal that anything is drawn on.
    package static let smallest = Size(width: 29, height: 10)

    private var isTooSmall: Bool { canvas.size.width < Self.smallest.width || canvas.size.height < Self.smallest.height }

    private func draw(_ screen: ViewController) {
        screen.draw(on: canvas, in: area)
        nearby.findRoom()
        let frame = frame(around: screen)
        if help != nil {
            frame.drawTitle()
            help?.draw(on: canvas, in: nearby.areaAbove ?? area, dims: colours == .many && settings.theme != .mono)
            KeyBar.draw(help?.bindings ?? [], on: canvas, help: nil)
            canvas.keepingFocus { nearby.draw() }
        } else {
            if !screen.isInPicture { nearby.makeRoom(under: screen) }
            if nearby.floats, colours == .many, settings.theme != .mono { canvas.dim() }
            frame.drawTitle()
            frame.drawKeyBar(bindings(of: screen), under: alert)
            nearby.draw()
        }
        drawAlert(over: screen)
        awaitTick(of: screen)
    }

    /// The title, key bar and alert of a screen.
    func frame(around screen: ViewController) -> ScreenFrame {
        ScreenFrame(
            screen: screen, invitation: nearby.rows, canvas: canvas, glyphs: glyphs,
            now: environment.now)
    }

    /// While seats are reserved, or two dial each other, the time that is left is redrawn every second.
    private func awaitTick(of screen: ViewController) {
        tick?.cancel()
        tick = screen.countdownEnd.flatMap { end in
            environment.countDown(end - environment.now) { [weak self] in self?.setNeedsDisplay() }
        }
    }

    private func drawAlert(over screen: ViewController) {
        let takesPlace = frame(around: screen).draw(alert)
        alert?.didDraw(isPassing: takesPlace || screen.isWithOthers, scheduler: environment) { [weak self] goes in
            if goes { self?.closeAlert() } else { self?.alertDidChange() }
        }
    }

    private func nameWindow(after controller: ViewController) {
        let name = tr("Four in a Row")
        let news = controller.news
        canvas.windowTitle = !settings.title ? "" : news.isEmpty ? name : "\(news) – \(name)"
    }
}
