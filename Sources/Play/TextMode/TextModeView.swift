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

    private let navigator: Navigator
    private let say: (String) -> Void
    /// The screen that was announced last, and its announcement.
    private var announced: (screen: ObjectIdentifier, announcement: Announcement)?
    /// The question that was announced last, and its answers.
    private var asked: (question: String?, answers: String?) = (nil, nil)

    /// Text mode for the screens of `navigator`; `say` writes a line.
    package init(_ navigator: Navigator, say: @escaping (String) -> Void) {
        self.navigator = navigator
        self.say = say
        navigator.listener = { [unowned self] in put($0) }
    }

    /// Whether the next command may run now. It waits while the computer thinks, and for a moment after the end of a game.
    package var isReady: Bool { navigator.top?.holdsInput != true }

    /// Announces what is new.
    package func update() {
        guard let top = navigator.top else { return }
        navigator.nearby.follow()
        let announcement = top.announcement
        if let announced, announced.screen == ObjectIdentifier(top) {
            announceChanges(announcement, after: announced.announcement)
        } else {
            asked = (nil, nil)
            announce(top, announcement)
        }
        announced = (ObjectIdentifier(top), announcement)
        ask(top)
    }

    /// Runs what was typed, and announces what came of it.
    package func take(_ line: String) {
        update()
        if let top = navigator.top { perform(line.plain.trimmed, on: top) }
        update()
    }

    private func put(_ sentence: String) {
        if sentence.isEmpty { return }
        let glyphs = navigator.glyphs
        say(String(String.UnicodeScalarView(glyphs.spelt(sentence.plain).unicodeScalars.map(glyphs.shown))))
    }
}

// MARK: - Announcing

extension TextModeView {
    /// Announces a whole screen.
    private func announce(_ screen: ViewController, _ announcement: Announcement) {
        put(screen.spokenTitle.withFullStop)
        announcement.sentences.forEach(put)
        put(together(announcement.events.suffix(2)))
        announcement.choices.forEach(put)
        if let field = announcement.field { put(field.question) }
    }

    /// Announces what is new or gone since the last announcement.
    private func announceChanges(_ new: Announcement, after old: Announcement) {
        let isSame = new.chapter == old.chapter
        let known = isSame ? zip(new.events, old.events).prefix { $0 == $1 }.count : 0
        // After an undo the last events are repeated: they describe the position now.
        let isShorter = isSame && new.events.count < old.events.count
        let events = isShorter ? new.events.suffix(2) : new.events.dropFirst(known)
        events.dropLast(2).forEach(put)
        put(together(events.suffix(2)))
        new.sentences.filter { !old.sentences.contains($0) }.forEach(put)
        let former = isSame ? old.choices : []
        let (now, before) = (Set(new.choices.map(\.line)), Set(former.map(\.line)))
        let names = Set(new.choices.map(\.name))
        // If no choice is left at all, the screen shows something else, and none is reported as gone.
        for choice in former where !names.isEmpty && !now.contains(choice.line) && !names.contains(choice.name) {
            put(TextModeWords.gone(choice))
        }
        for choice in new.choices where !before.contains(choice.line) { put(choice) }
        if let field = new.field, field != old.field { put(field.question) }
    }

    private func put(_ choice: Announcement.Choice) { put(choice.line) }

    /// Announces an invitation or else the question of the screen, and the possible answers, once each.
    private func ask(_ screen: ViewController) {
        let invitation = navigator.invitation
        let prompt = (screen as? any Prompting)?.prompt
        let answers = invitation == nil ? prompt.map { TextModeWords.answers($0) } : tr("y: Accept. n: Decline.")
        let question = invitation?.sentence ?? screen.question ?? PresenceWords.spoken(for: screen.absences)
        if question != asked.question, let question { put(question) }
        if answers != asked.answers, let answers { put(answers) }
        asked = (question, answers)
    }
}

// MARK: - Commands

extension TextModeView {
    private func perform(_ line: String, on screen: ViewController) {
        if screen.isTyping, let first = line.unicodeScalars.first, screen.isText(first) { return type(line) }
        if navigator.invitation != nil, let key = TextModeWords.answerKey(line) {
            return navigator.nearby.isReady ? press(key) : put(TextModeWords.notNow)
        }
        if line.isEmpty, let field = screen.announcement.field { return press(field.empty) }
        let words = line.lowercased().split(separator: " ", maxSplits: 1).map(String.init)
        let (name, argument) = (words.first ?? "", words.count > 1 ? words[1] : "")
        if let command = screen.commands.first(where: {
            $0.names.contains(name) && ($0.argument.isEmpty ? argument.isEmpty : true)
        }) {
            return command.perform(name, argument).forEach(put)
        }
        guard argument.isEmpty else {
            if !press(named: line.lowercased(), on: screen) { put(TextModeWords.unknown(line)) }
            return
        }
        if let choice = screen.announcement.choices.first(where: { $0.name == name }) { return choice.choose() }
        switch name {
        case "": repeatAll(screen)
        case "?", "help": TextModeWords.help(of: screen, navigator.bindings(of: screen)).forEach(put)
        case "back": press(firstOf: [.escape, .character("q")], on: screen)
        case "leave": press(firstOf: [.character("q"), .escape], on: screen)
        default: if !press(named: name, on: screen) { put(TextModeWords.unknown(line)) }
        }
    }

    private func repeatAll(_ screen: ViewController) {
        asked = (nil, nil)
        announce(screen, screen.announcement)
    }

    /// Replaces the text in the field, and presses Enter.
    private func type(_ line: String) {
        for key in [Key.control("u"), .control("k"), .paste(line), .enter] { press(key) }
    }

    private func press(_ key: Key) { navigator.press(key) }

    private func press(firstOf keys: [Key], on screen: ViewController) {
        let usable = keys.first { key in navigator.bindings(of: screen).contains { $0.keys.contains(key) && $0.isAvailable() } }
        if let usable { press(usable) } else { put(TextModeWords.notNow) }
    }

    /// Presses the key with this letter, or with this label in the key bar.
    private func press(named name: String, on screen: ViewController) -> Bool {
        let known = navigator.bindings(of: screen).filter { binding in
            binding.keys.contains { $0.letter == name } || binding.label.lowercased() == name && !binding.meansItsKey
        }
        guard !known.isEmpty else { return false }
        guard let usable = known.first(where: { $0.isAvailable() }) else {
            put(TextModeWords.notNow)
            return true
        }
        press(usable.keys.first { $0.letter == name } ?? usable.keys[0])
        return true
    }
}

extension Announcement.Choice {
    /// The line that announces it.
    var line: String { "\(name). \(words)" }
}

extension Key {
    /// The letter of this key; nil for any other key.
    var letter: String? {
        if case .character(let scalar) = self, scalar.properties.isAlphabetic { String(Character(scalar)) } else { nil }
    }
}
