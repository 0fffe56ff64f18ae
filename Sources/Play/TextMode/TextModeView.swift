// Text mode (`--lines`), for screen readers, pipes and programs. It announces what is new on the top screen, a line each, and runs the
// commands that are typed. The screens are the same as on the canvas.

import Language
import Screen
import Session
import Text

/// Text mode.
package final class TextModeView {
    /// The size that screens are given: every sentence fits.
    package static let size = Size(width: 200, height: 60)
    /// The number of lines that can be repeated.
    private static let memory = 200

    private let navigator: Navigator
    private let say: (String) -> Void
    /// Whether a program listens: every event is a line of its own, and nothing depends on how long anything takes.
    private let isScript: Bool
    /// Whether somebody types at a terminal. What comes through a pipe waits for the computer as long as it takes.
    private let isTyped: Bool
    /// Whether only what happens is said, without what can be done about it.
    private var isTerse = false
    /// The screen that was announced last, its title and its announcement.
    private var announced: (screen: ObjectIdentifier, title: String, announcement: Announcement)?
    /// What was announced of the menus below the top screen.
    private var known: [ObjectIdentifier: Announcement] = [:]
    /// The question that was announced last, and its answers.
    private var asked: (question: String?, answers: String?) = (nil, nil)
    /// Whether the screen itself asks it. Of invitations and of players who are missing, other news tell when they are gone.
    private var isOwnQuestion = false
    /// What was said, the latest last.
    private var said: [String] = []
    /// How much was said so far.
    private var count = 0
    /// Whether a line that was typed is being carried out.
    private var isTaking = false
    /// The last answer to a line that could not be carried out.
    private var refusal: String?

    /// Text mode for the screens of `navigator`; `say` writes a line. `isScript`: for programs.
    package init(_ navigator: Navigator, isScript: Bool = false, isTyped: Bool = true, say: @escaping (String) -> Void) {
        self.navigator = navigator
        self.isScript = isScript
        self.isTyped = isTyped
        self.say = say
        navigator.listener = { [unowned self] in
            put($0)
            if isTaking { refusal = $0 }
        }
    }

    /// Whether the next command may run now. It waits while the computer thinks, and for a moment after the end of a game.
    package var isReady: Bool { navigator.top?.holdsInput(isTyped: isTyped) != true }

    /// Announces what is new.
    package func update() {
        guard let top = navigator.top else { return }
        navigator.nearby.follow()
        var announcement = top.announcement
        if isScript || isTerse, announcement.isPassing { announcement.state = "" }
        if isTerse { announcement.leaveOutDetails() }
        let wasAsked = asked.answers != nil
        let before = count
        let (screen, title) = (ObjectIdentifier(top), top.spokenTitle)
        if let announced, announced.screen == screen {
            // Who the other player is may be known only now.
            if title != announced.title { put(title.withFullStop) }
            announceChanges(of: top, announcement, after: announced.announcement)
        } else {
            asked = (nil, nil)
            if let old = known[screen], !isScript, announcement.isMenu {
                announceAgain(top, announcement, after: old)
            } else {
                announce(top, announcement)
            }
        }
        announced = (screen, title, announcement)
        known = known.filter { navigator.holds($0.key) }
        known[screen] = announcement
        askForAnswer(of: top)
        // An answer that changes nothing is answered by how things stand.
        if wasAsked, asked.answers == nil, count == before { put(announcement.standing ?? top.spokenTitle.withFullStop) }
    }

    /// Runs what was typed, and announces what came of it.
    package func take(_ line: String) {
        update()
        let line = line.plain.trimmed
        let before = count
        if !["why", "?", "help"].contains(TextModeWords.english(line.lowercased())) { refusal = nil }
        isTaking = true
        if let top = navigator.top { perform(line, on: top) }
        update()
        isTaking = false
        // Nothing happened, and nothing is awaited: how things stand is better than silence.
        guard count == before, isReady, navigator.top?.announcement.isAwaited != true else { return }
        if !question.isEmpty { return question.forEach(put) }
        if let standing = navigator.top?.announcement.standing { put(standing) }
    }

    private func put(_ sentence: String) {
        if sentence.isEmpty { return }
        let glyphs = navigator.glyphs
        let line = String(String.UnicodeScalarView(glyphs.spelt(sentence.plain).unicodeScalars.map(glyphs.shown)))
        said = said.suffix(Self.memory - 1) + [line]
        count += 1
        say(line)
    }

    /// Says events and how things stand now. For people the last event and that are one line.
    private func put(_ events: some Collection<String>, _ state: String) {
        let lines = (Array(events) + [state]).filter { !$0.isEmpty }
        if isScript || state.isEmpty { return lines.forEach(put) }
        lines.dropLast(2).forEach(put)
        put(together(lines.suffix(2)))
    }
}

// MARK: - Announcing

extension TextModeView {
    /// Announces a whole screen.
    private func announce(_ screen: ViewController, _ announcement: Announcement) {
        put(screen.spokenTitle.withFullStop)
        put(announcement.task)
        announcement.sentences.forEach(put)
        put(announcement.events.suffix(announcement.state.isEmpty ? 2 : 1), announcement.state)
        askQuestion(of: screen)
        if isTerse, !isScript {
            put(separated(announcement.choices.map(\.briefLine)).withFullStop)
        } else {
            announcement.choices.map(\.line).forEach(put)
        }
        if let field = announcement.field { put(field.question) }
    }

    /// Announces a menu to which the player returns: its title, what has changed, and how to hear the rest.
    private func announceAgain(_ screen: ViewController, _ new: Announcement, after old: Announcement) {
        let title = screen.spokenTitle.withFullStop
        put(isTerse ? title : together([title, tr("An empty line says the choices.")]))
        announceChanges(of: screen, new, after: old)
    }

    /// Announces what is new or gone since the last announcement.
    private func announceChanges(of screen: ViewController, _ new: Announcement, after old: Announcement) {
        let isSame = new.chapter == old.chapter
        if !isSame { put(new.beginning) }
        let known = isSame ? zip(new.events, old.events).prefix { $0 == $1 }.count : 0
        let undone = isSame && new.events.count < old.events.count ? old.events.count - new.events.count : 0
        if undone > 0 { put(trn("{count} move taken back.", "{count} moves taken back.", undone)) }
        let news = undone > 0 ? new.events.suffix(1) : new.events.dropFirst(known)
        put(news, !news.isEmpty || !isSame || undone > 0 || new.turn != old.turn || new.state != old.state ? new.state : "")
        new.sentences.filter { !old.sentences.contains($0) }.forEach(put)
        askQuestion(of: screen)
        announceChoices(new.choices, after: isSame ? old.choices : [])
        if let field = new.field, field != old.field { put(field.question) }
    }

    /// Announces choices that came, changed or are gone; of players, what they did.
    private func announceChoices(_ new: [Announcement.Choice], after old: [Announcement.Choice]) {
        let (now, before) = (Set(new.map(\.line)), Set(old.map(\.line)))
        let names = Set(new.map(\.name))
        // If no choice is left at all, the screen shows something else, and none is reported as gone.
        for choice in old where !names.isEmpty && !now.contains(choice.line) && !names.contains(choice.name) {
            put(choice.farewell ?? TextModeWords.gone(choice.words))
        }
        for choice in new where !before.contains(choice.line) {
            if let news = choice.news { put(news) }
            if choice.news == nil || !isTerse && !old.contains(where: { $0.name == choice.name }) { put(choice.line) }
        }
    }

    /// Announces an invitation or else the question of the screen, once, and that a question has gone that nobody answered here.
    private func askQuestion(of screen: ViewController) {
        let question = navigator.invitation?.sentence ?? screen.question ?? PresenceWords.spoken(for: screen.absences)
        if question != asked.question, let question { put(question) }
        if question == nil, isOwnQuestion, !isTaking, let gone = asked.question { put(TextModeWords.gone(gone)) }
        asked.question = question
        isOwnQuestion = question != nil && question == screen.question
    }

    /// Announces the possible answers, once.
    private func askForAnswer(of screen: ViewController) {
        let prompt = navigator.invitation?.prompt ?? screen.prompt
        let answers = prompt.map { TextModeWords.answers($0) }
        if answers != asked.answers, let answers { put(answers) }
        asked.answers = answers
    }
}

// MARK: - Commands

extension TextModeView {
    private func perform(_ line: String, on screen: ViewController) {
        let typed = TextModeWords.english(line.lowercased())
        if !["?", "back", "leave"].contains(typed), screen.isTyping, let first = line.unicodeScalars.first, screen.isText(first) {
            return type(line)
        }
        if navigator.invitation != nil, let key = TextModeWords.answerKey(typed) {
            return navigator.nearby.isReady ? press(key) : refuse(TextModeWords.notNow)
        }
        if line.isEmpty, let field = screen.announcement.field, let key = field.empty { return press(key) }
        let words = typed.split(separator: " ", maxSplits: 1).map(String.init)
        let (name, argument) = (words.first ?? "", words.count > 1 ? words[1] : "")
        if let prompt = screen.prompt, let choice = prompt.choice(called: typed) { return press(prompt.key(of: choice)) }
        if let command = screen.commands.first(where: {
            $0.names.contains(name) && ($0.argument.isEmpty ? argument.isEmpty : true)
        }) {
            return command.perform(name, argument).forEach { answer in
                [TextModeWords.notNow, asked.answers].contains(answer) ? refuse(answer) : put(answer)
            }
        }
        if performGeneral(name, argument, on: screen) { return }
        if argument.isEmpty, let choice = screen.announcement.choices.first(where: { $0.name == name }) {
            return choice.choose()
        }
        if let choice = screen.announcement.choices.first(where: { $0.title.lowercased() == line.lowercased() }) {
            return choice.choose()
        }
        if argument.isEmpty, let back = screen.announcement.choices.first(where: { "-" + $0.name == name })?.changeBack {
            return back()
        }
        if !press(named: typed, on: screen) {
            let answers = screen.prompt.flatMap { $0.chosen == nil ? nil : TextModeWords.answers($0) }
            refuse(answers ?? screen.meaning(of: typed) ?? TextModeWords.unknown(line))
        }
    }

    /// Runs a command that all screens have. Returns whether it was one.
    private func performGeneral(_ name: String, _ argument: String, on screen: ViewController) -> Bool {
        switch (name, argument) {
        case ("", ""): repeatAll(screen)
        case ("?", ""), ("help", ""):
            // An invitation does not stop the game.
            let question = navigator.invitation == nil ? question : []
            TextModeWords.help(of: screen, navigator.bindings(of: screen), question: question).forEach(put)
        case ("back", "") where navigator.isAtRoot: put(tr("This is the first menu. Type leave to end the program."))
        case ("leave", "") where navigator.isAtRoot: press(firstOf: [.character("q"), .escape], on: screen)
        case ("back", ""), ("leave", ""):
            // What was typed into a field does not stand in the way.
            if screen.isTyping { press(.control("u")) }
            press(firstOf: [.escape, .character("q")], on: screen)
        case ("repeat", _):
            let lines = said.suffix(max(1, Int(argument) ?? 1))
            count += lines.count
            lines.forEach(say)
        case ("why", ""): explain(screen)
        case ("terse", ""):
            isTerse = true
            put(tr("Terse: only what happens is said. Type full for all."))
        case ("full", ""):
            isTerse = false
            put(tr("Full: everything is said."))
        default: return false
        }
        return true
    }

    private func repeatAll(_ screen: ViewController) {
        asked = (nil, nil)
        var announcement = screen.announcement
        if isTerse { announcement.leaveOutDetails() }
        announce(screen, announcement)
    }

    /// The question that stands, and its answers.
    private var question: [String] { [asked.question, asked.answers].compactMap(\.self) }

    /// Says what cannot be done; "why" says more about it.
    private func refuse(_ sentence: String) {
        put(sentence)
        refusal = sentence
    }

    /// Says what was refused last, and what stands in its way.
    private func explain(_ screen: ViewController) {
        guard let sentence = refusal else { return put(tr("Nothing was refused.")) }
        if sentence != asked.answers { put(sentence) }
        if !question.isEmpty { return ([tr("A question has to be answered first.")] + question).forEach(put) }
        put(screen.announcement.standing ?? "")
        put(TextModeWords.possible(on: screen, navigator.bindings(of: screen)))
    }

    /// Replaces the text in the field, and presses Enter.
    private func type(_ line: String) {
        for key in [Key.control("u"), .control("k"), .paste(line), .enter] { press(key) }
    }

    private func press(_ key: Key) { navigator.press(key) }

    private func press(firstOf keys: [Key], on screen: ViewController) {
        let usable = keys.first { key in navigator.bindings(of: screen).contains { $0.keys.contains(key) && $0.isAvailable() } }
        if let usable { press(usable) } else { refuse(TextModeWords.notNow) }
    }

    /// Presses the key with this letter, or the one with this label in the key bar. Other keys act on a choice that nobody hears.
    private func press(named name: String, on screen: ViewController) -> Bool {
        let known = navigator.bindings(of: screen).filter { binding in
            let letters = binding.keys.compactMap(\.letter)
            return letters.contains(name) || !letters.isEmpty && binding.label.lowercased() == name && !binding.meansItsKey
        }
        guard !known.isEmpty else { return false }
        guard let usable = known.first(where: { $0.isAvailable() }) else {
            refuse(TextModeWords.notNow)
            return true
        }
        press(usable.keys.first { $0.letter == name } ?? usable.keys[0])
        return true
    }
}

extension Announcement {
    /// How things stand.
    fileprivate var standing: String? { state.isEmpty ? events.last : state }
    /// Whether it has nothing but choices.
    fileprivate var isMenu: Bool { events.isEmpty && state.isEmpty && field == nil && !choices.isEmpty }

    fileprivate mutating func leaveOutDetails() { sentences.removeAll(where: details.contains) }
}

extension Announcement.Choice {
    /// The line that announces it.
    var line: String { "\(name). \(words)" }
    /// The same in a list of all choices, without the remark.
    var briefLine: String { "\(name) \(brief ?? words)" }
    /// Its words without what is said of it.
    var title: String { String(words.prefix { $0 != ":" }) }
}

extension Key {
    /// The letter of this key; nil for any other key.
    var letter: String? {
        if case .character(let scalar) = self, scalar.properties.isAlphabetic { String(Character(scalar)) } else { nil }
    }
}
