// The sentences of text mode itself: answers, commands, and what it does not understand.

import Language
import Screen

/// The sentences of text mode itself.
enum TextModeWords {
    /// A choice or a question has gone.
    static func gone(_ words: String) -> String { tr("Gone: {line}.", ["line": words]) }

    /// How to leave a screen on which nothing more happens.
    static var wayOut: String { labelled(tr("leave"), tr("Menu")).withFullStop }

    /// There is no such command here.
    static func unknown(_ line: String) -> String {
        tr("There is no command “{line}” here. ? lists them.", ["line": line.shortened()])
    }

    /// The command is not available now.
    static var notNow: String { tr("You can't do that now.") }

    /// The number is missing.
    static func number(after example: String) -> String { tr("Type a number after it, such as {example}.", ["example": example]) }

    /// The answers to a question, each with what is typed for it.
    static func answers(_ prompt: Prompt) -> String {
        together(prompt.choices.map { labelled(prompt.name(of: $0), $0.words.full).withFullStop })
    }

    /// The key that a line means as the answer to an invitation; nil for another line.
    static func answerKey(_ line: String) -> Key? {
        switch line {
        case "y": .character("y")
        case "n": .character("n")
        default: nil
        }
    }

    // MARK: Commands

    /// The commands in English, and in the player's language.
    private static var translations: [(word: String, local: String)] {
        // A column that is full has the text “full” for itself, so the command of that name has another one.
        // Translators: what players type in text mode, in lower case, each a single word, all different. The English words work, too.
        [
            ("back", tr("back")), ("leave", tr("leave")), ("help", tr("help")), ("repeat", tr("repeat")), ("why", tr("why")),
            ("terse", tr("terse")), ("full", tr("verbose")), ("board", tr("board")), ("columns", tr("columns")),
            ("diagonals", tr("diagonals")), ("moves", tr("moves")), ("open", tr("open")), ("last", tr("last")),
            ("time", tr("time")), ("hint", tr("hint")), ("draw", tr("draw")), ("resign", tr("resign")), ("scores", tr("scores")),
            ("threats", tr("threats")),
            ("undo", tr("undo")), ("replay", tr("replay")), ("turn", tr("turn")), ("snap", tr("snap")),
            ("players", tr("players")), ("card", tr("card")), ("yes", tr("yes")), ("no", tr("no")),
        ]
    }

    /// A line with the commands of the player's language in English; yes and no as the letters that answer.
    static func english(_ line: String) -> String {
        let translations = translations
        let english = line.split(separator: " ", omittingEmptySubsequences: false).map { word in
            translations.first { $0.local.lowercased() == word }?.word ?? String(word)
        }.joined(separator: " ")
        return ["yes": "y", "no": "n"][english] ?? english
    }

    /// A command for the help: the word of the player's language, and the English one if it differs.
    private static func local(_ word: String) -> String {
        if word.isEmpty { return tr("An empty line") }
        guard let local = translations.first(where: { $0.word == word })?.local, local != word else { return word }
        return separated([local, word])
    }

    /// A command in the player's language.
    private static func ofPlayer(_ word: String) -> String { translations.first { $0.word == word }?.local ?? word }

    /// What can be typed, in one sentence.
    static func possible(on screen: ViewController, _ bindings: [Binding]) -> String {
        let words =
            screen.announcement.choices.map(\.name) + screen.commands.flatMap(\.names)
            + letters(of: screen, bindings).map(\.letter)
        return words.isEmpty ? "" : tr("You can type: {words}.", ["words": separated(words.filter { !$0.isEmpty }.map(ofPlayer))])
    }

    /// The keys with a letter that text mode offers.
    private static func letters(of screen: ViewController, _ bindings: [Binding]) -> [(letter: String, help: String)] {
        let taken = Set(screen.commands.flatMap(\.names) + screen.announcement.choices.map(\.name))
        return bindings.filter { $0.isAvailable() && !$0.meansItsKey }.compactMap { binding in
            guard let letter = binding.keys.compactMap(\.letter).first, letter != "q", !taken.contains(letter),
                !binding.help.isEmpty
            else { return nil }
            return (letter, binding.help)
        }
    }

    /// What all screens understand.
    private static func general(isAtRoot: Bool) -> [(word: String, help: String)] {
        (isAtRoot ? [("leave", tr("End the program."))] : [("back", tr("Go back.")), ("leave", tr("Leave this screen."))]) + [
            ("repeat", tr("Say the last line again; repeat 5: five.")),
            ("why", tr("Say why something was refused.")), ("terse", tr("Say only what happens.")),
            ("full", tr("Say everything again.")), ("?", tr("List these commands.")),
        ]
    }

    /// The commands of a screen, which has these keys, a line each; while it asks a `question`, that and its answers.
    static func help(of screen: ViewController, _ bindings: [Binding], question: [String]) -> [String] {
        let general = Self.general(isAtRoot: screen.navigator.isAtRoot)
        let announcement = screen.announcement
        let field = announcement.field
        let isYesOrNo = Set(announcement.choices.map(\.name)) == ["y", "n"]
        let question = isYesOrNo ? announcement.sentences + announcement.choices.map(\.line) : question
        if !question.isEmpty { return question + general.map { labelled(local($0.word), $0.help) } }
        // Other words are taken for the text that is asked for.
        if screen.isTyping, screen.isText("a"), let field {
            let general = general.filter { ["back", "leave", "?"].contains($0.word) }
            return [field.question] + general.map { labelled(local($0.word), $0.help) }
        }
        let own = screen.commands.filter { !$0.help.isEmpty }.map { command in
            labelled(separated(command.names.map(local)) + (command.argument.isEmpty ? "" : " " + command.argument), command.help)
        }
        let page = (screen as? any PageViewController)?.updatedPage()
        let number = page.map(\.digitHelp).flatMap { $0.isEmpty ? nil : $0 } ?? tr("Choose that line.")
        // What is typed without a question for it is a number, and Enter sends it.
        let sent = bindings.first { screen.isTyping && field == nil && $0.keys.contains(.enter) && $0.isAvailable() }?.help
        let numbers = (announcement.choices.isEmpty ? sent : number).map { [labelled(tr("A number"), $0)] } ?? []
        let lettered = announcement.choices.filter { Int($0.name) == nil }.map { labelled($0.name, $0.words) }
        let back = announcement.choices.first { $0.changeBack != nil }.map {
            labelled("-" + $0.name, tr("Change it the other way."))
        }
        let taken = Set(screen.commands.flatMap(\.names))
        var lines: [String] = screen.notes.filter(\.isSpoken).map(\.sentence)
        if let field { lines.append(field.question) }
        lines += own
        lines += numbers
        lines += lettered
        if let back { lines.append(back) }
        lines += letters(of: screen, bindings).map { labelled($0.letter, $0.help) }
        lines += general.filter { !taken.contains($0.word) }.map { labelled(local($0.word), $0.help) }
        if !taken.contains(""), field?.empty == nil {
            lines.append(labelled(tr("An empty line"), tr("Say this screen again.")))
        }
        return lines
    }
}

extension Prompt {
    /// What is typed for a choice.
    func name(of choice: Choice) -> String {
        if choice == no { return "n" }
        if choice == yes { return "y" }
        if case .character = choice.key { return choice.key.letter ?? choice.key.name }
        return "back"
    }

    /// The choice that a line means; nil for none.
    func choice(called line: String) -> Choice? {
        switch line {
        case "y": yes ?? choices.first { $0.key.letter == "y" }
        case "n": no
        // After the end of a game there is nothing to ask about.
        case "back": no ?? (choices.contains(.saveAndLeave) ? nil : choices.first { $0.key.letter == "q" })
        // Who leaves does not answer yes to another question.
        case "leave": choices.first { $0.key.letter == "q" } ?? no
        // The signs of levels are no letters.
        default: choices.first { $0.key.letter == nil && name(of: $0) == line }
        }
    }
}
