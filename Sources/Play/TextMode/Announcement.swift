// What text mode announces of a screen: events, sentences, numbered choices, a question for text; and the commands of a screen.

import Screen

/// What a screen announces. TextModeView says the parts of it that are new.
struct Announcement {
    /// Tells games, rounds or lists of one screen apart: everything of a new one is announced.
    var chapter = 0
    /// What is said when a new one begins.
    var beginning = ""
    /// What is to be done, where nothing else says it. It is said with the whole screen alone.
    var task = ""
    /// What happened, the latest last. New ones are announced.
    var events: [String] = []
    /// How things stand now. It is said when it changes, and after new events.
    var state = ""
    /// The number of the turn: the state is said again for another one.
    var turn = 0
    /// Whether the state passes by itself; programs, and people in terse mode, do not hear of it.
    var isPassing = false
    /// Whether an answer to the player is on its way: until then silence is no reason to say how things stand.
    var isAwaited = false
    /// Other facts. Each is announced when it is new.
    var sentences: [String] = []
    /// Those of the sentences that terse mode leaves out.
    var details: [String] = []
    /// What can be chosen.
    var choices: [Choice] = []
    /// A question for text; nil if there is none.
    var field: Field?

    /// A numbered choice.
    struct Choice {
        /// What is typed to choose it: a number or a letter.
        let name: String
        /// Its words.
        let words: String
        /// The same without remarks, for terse mode, if there are any.
        var brief: String?
        /// What to say when it comes or changes, if not its line; and when it goes.
        var news: String?
        var farewell: String?
        /// Changes it the other way, for a minus before its name; nil where there is only one way.
        var changeBack: (() -> Void)?
        /// Runs it.
        let choose: () -> Void
    }

    /// A question that is answered with a line of text.
    struct Field: Equatable {
        /// The question.
        let question: String
        /// The key that an empty line stands for; nil: it says the screen again.
        var empty: Key? = .escape
    }
}

/// A command of one screen: a word, perhaps with an argument.
struct TextModeCommand {
    /// Its names; the help lists them in this order.
    let names: [String]
    /// An example of the argument, for the help; empty if it takes none.
    var argument = ""
    /// What it does in a sentence, for the help.
    let help: String
    /// Runs it, given the name that was typed and the argument. Returns what to say at once.
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
    func meaning(of word: String) -> String? { nil }
    func holdsInput(isTyped: Bool) -> Bool { ignoresKeys }
}
