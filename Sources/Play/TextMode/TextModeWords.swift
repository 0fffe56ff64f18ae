// The sentences of text mode itself: answers, commands, and what it does not understand.

import Language
import Screen

/// The sentences of text mode itself.
enum TextModeWords {
    /// A choice has gone.
    static func gone(_ choice: Announcement.Choice) -> String { tr("Gone: {line}.", ["line": choice.words]) }

    /// There is no such command here.
    static func unknown(_ line: String) -> String {
        tr("There is no command “{line}” here. ? lists them.", ["line": TextLimits.short(line)])
    }

    /// The command is not available now.
    static var notNow: String { tr("You can't do that now.") }

    /// The answers to a question, each with what is typed for it.
    static func answers(_ prompt: Prompt) -> String {
        together(prompt.choices.map { labelled(name(of: $0), $0.spokenWords).withFullStop })
    }

    private static func name(of choice: Prompt.Choice) -> String { choice.key.letter ?? "back" }

    /// The key that a line means as the answer to an invitation; nil for another line.
    static func answerKey(_ line: String) -> Key? {
        switch line.lowercased() {
        case "y": .character("y")
        case "n": .character("n")
        default: nil
        }
    }

    /// The commands of a screen, which has these keys, a line each.
    static func help(of screen: ViewController, _ bindings: [Binding]) -> [String] {
        let own = screen.commands.filter { !$0.help.isEmpty }.map { command in
            let names = command.names.map { $0.isEmpty ? tr("An empty line") : $0 }
            return labelled(separated(names) + (command.argument.isEmpty ? "" : " " + command.argument), command.help)
        }
        let taken = Set(screen.commands.flatMap(\.names) + screen.announcement.choices.map(\.name))
        let letters = bindings.filter { $0.isAvailable() && !$0.meansItsKey }.compactMap { binding -> String? in
            guard let letter = binding.keys.compactMap(\.letter).first, letter != "q", !taken.contains(letter) else { return nil }
            return labelled(letter, binding.help)
        }
        let numbers = screen.announcement.choices.isEmpty ? [] : [tr("A number: Choose that line.")]
        let general = [("back", tr("Go back.")), ("leave", tr("Leave this screen.")), ("?", tr("List these commands."))]
        return own + numbers + letters + general.filter { !taken.contains($0.0) }.map { labelled($0.0, $0.1) }
            + (taken.contains("") ? [] : [tr("An empty line: Say this screen again.")])
    }
}
