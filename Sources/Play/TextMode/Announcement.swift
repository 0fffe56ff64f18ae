// What a screen tells those who listen instead of looking: sentences, choices with their numbers, what is to be typed, and commands of
// its own. It knows no screen and no terminal.

import Screen

/// What a screen says, and what can be chosen there.
struct Announcement {
    /// Which game or round the events are of, or which of a screen's lists the choices: nothing in a new one was said before.
    var chapter = 0
    /// What has come to pass in it, the latest last, and after it what is so now. New ones are said, the last two in one line.
    var events: [String] = []
    /// What else is so; a sentence is said when it is new.
    var sentences: [String] = []
    /// The lines to choose from.
    var choices: [Choice] = []
    /// What is asked for as a line of text; nil where none is.
    var field: Field?

    /// A line to choose.
    struct Choice {
        /// What is typed for it: a number, or a letter.
        let name: String
        /// What it is.
        let words: String
        /// Does it.
        let choose: () -> Void
    }

    /// A line of text that is asked for.
    struct Field: Equatable {
        /// What is asked.
        let question: String
        /// The key that an empty line stands for.
        var empty: Key = .escape
    }

    /// Choices that are called 1, 2, 3 and so on.
    static func numbered(_ words: [String], _ choose: @escaping (Int) -> Void) -> [Choice] {
        words.enumerated().map { index, words in Choice(name: String(index + 1), words: words) { choose(index) } }
    }
}

/// A command of one screen, typed as a word, perhaps with another word behind it.
struct TextModeCommand {
    /// The words that are typed for it; the first is the one that the help names.
    let names: [String]
    /// What follows it, for the help; empty where nothing does.
    var argument = ""
    /// What it does, in a sentence.
    let help: String
    /// Does it, given the word it was called by and what followed; what there is to say at once.
    let perform: (_ name: String, _ argument: String) -> [String]

    init(
        _ names: String..., argument: String = "", help: String,
        perform: @escaping (_ name: String, _ argument: String) -> [String]
    ) {
        self.names = names
        self.argument = argument
        self.help = help
        self.perform = perform
    }
}

extension ViewController {
    var spokenTitle: String { title }
    var announcement: Announcement { Announcement() }
    var commands: [TextModeCommand] { [] }
    var holdsInput: Bool { isDeaf }
}

extension ChoiceList {
    /// Its lines as choices, with the digits and letters that they have on the screen; those without one have the numbers from 10 on.
    func choices(_ choose: @escaping (Int) -> Void, words: (Int) -> (words: String, behind: String)) -> [Announcement.Choice] {
        let unnamed = (0..<count).filter { key(of: $0) == nil }
        return (0..<count).map { index in
            let (words, behind) = words(index)
            let name = key(of: index)?.lowercased() ?? String(10 + (unnamed.firstIndex(of: index) ?? 0))
            return Announcement.Choice(name: name, words: behind.isEmpty ? words : labelled(words, behind)) { choose(index) }
        }
    }
}
