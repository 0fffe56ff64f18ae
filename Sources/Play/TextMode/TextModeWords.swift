// What the program in lines says by itself: answers, commands, and what it does not understand. It knows no screen's own words.

import Language
import Screen

/// The sentences of the view in lines.
enum TextModeWords {
    /// A line to choose that is not there any more.
    static func gone(_ choice: Announcement.Choice) -> String { tr("Gone: {line}.", ["line": choice.words]) }

    /// What was typed means nothing here.
    static func unknown(_ line: String) -> String {
        tr("There is no command “{line}” here. ? lists them.", ["line": TextLimits.short(line)])
    }

    /// It means something, but not at this moment.
    static var notNow: String { tr("That cannot be done now.") }

    /// What can be answered, each with what is typed for it.
    static func answers(_ prompt: Prompt) -> String {
        together(prompt.choices.map { labelled(name(of: $0), $0.spokenWords).withFullStop })
    }

    private static func name(of choice: Prompt.Choice) -> String { choice.key.letter ?? "back" }

    /// What can be typed on a screen, a line each.
    static func help(of screen: ViewController) -> [String] {
        let own = screen.commands.filter { !$0.help.isEmpty }.map { command in
            let names = command.names.map { $0.isEmpty ? tr("An empty line") : $0 }
            return labelled(separated(names) + (command.argument.isEmpty ? "" : " " + command.argument), command.help)
        }
        let taken = Set(screen.commands.flatMap(\.names) + screen.announcement.choices.map(\.name))
        let letters = screen.bindings.filter { $0.isAvailable() && !$0.meansItsKey }.compactMap { binding -> String? in
            guard let letter = binding.keys.compactMap(\.letter).first, letter != "q", !taken.contains(letter) else { return nil }
            return labelled(letter, binding.help)
        }
        let numbers = screen.announcement.choices.isEmpty ? [] : [tr("A number: Choose that line.")]
        let general = [("back", tr("Go back.")), ("leave", tr("Leave this screen.")), ("?", tr("List these commands."))]
        return own + numbers + letters + general.filter { !taken.contains($0.0) }.map { labelled($0.0, $0.1) }
            + (taken.contains("") ? [] : [tr("An empty line: Say this screen again.")])
    }
}
