// A page of text and rows as a value: menus, lists, forms, and screens that wait. A PageViewController makes one whenever it is needed;
// PageDrawing draws it, and text mode announces it.

import Language
import Screen

/// What a screen of text and rows shows now, and what its keys do.
struct Page {
    /// The most columns that it fills.
    var columns = 70
    var placement = Placement.top
    /// The text above the rows.
    var headline: [Note] = []
    var rows: [Row] = []
    /// Says that there are more rows than these, or none yet.
    var more: String?
    /// In a table: the heads of its columns, from that of the rows' text, and where the other columns begin in 80 columns.
    var heads: [String] = []
    var tabs: [Int] = []
    /// The text below the rows.
    var notes: [Note] = []
    /// A line to send that belongs to the chosen row of a table, and what is said above it.
    var line: (sentence: String, text: String)?
    /// How the text field looks; it is there while the screen's `view.field` is not nil.
    var field: Field?
    /// What is going on while no row can be chosen and nothing typed, such as a connection attempt.
    var busy: String?
    /// The lines below the rows that stay free for a field, `busy` or a question, so that the rows do not move.
    var reserved = 0
    /// Whether rows can be chosen now: not while a question waits for its answer.
    var isActive = true
    /// Whether rows are chosen with arrows, and Enter is for the chosen one; otherwise each is changed by its letter alone.
    var hasChoice = true
    /// Whether rows come and go while it is shown: they stand in the order of their digits, or where these only choose them as they came.
    var isLive = false
    /// In groups: what stands above all of them.
    var heading = ""
    /// In groups: whether each heading goes on as a line, with no blank row above it.
    var hasRuledHeadings = false
    /// Whether rows have digits, and whether these open them; otherwise they only choose them, and count them from the top.
    var isNumbered = true
    var opensOnDigit = true
    /// Whether letters are keys also while something is typed.
    var keepsLetters = false
    /// Whether a click opens a row; otherwise it only chooses it.
    var opensOnClick = true
    /// Changes when the rows are those of another list: text mode then announces them all again.
    var chapter = 0
    /// What Enter does to a row, unless the row has a verb of its own, and in the text field.
    var verb = Verb(label: tr("Open"), help: tr("Open the chosen item."))
    /// What Enter does whichever row is chosen, if that is not to open it.
    var enter: (() -> Void)?
    /// The help for the arrows and for the digits.
    var arrowHelp = tr("Choose a line.")
    var digitHelp = tr("Choose that line.")
    /// The label of ← and → in the key bar, where rows have values to change; empty keeps them out of it.
    var changeLabel = ""
    /// All other keys. While something is typed only those with Esc count, unless it `keepsLetters`.
    var keys: [Binding] = []

    /// The game on the board beside the text, to show how a game looks; nil for the emblem.
    var sample: BoardPicture?
    /// In groups: another game whose picture stands there instead.
    var otherGame: OtherGame?

    /// Where the text and the rows stand.
    enum Placement: Equatable {
        /// At the top: simple lists and forms.
        case top
        /// In groups at the left, with a board at the right and the notes at the bottom: menus and settings.
        case groups
        /// Settings, rows in columns and what else can be done, with the notes at the bottom: lists that have columns or settings.
        case table
        /// In the middle, with a picture of the board: the first start.
        case picture
        /// Text, in the middle of the upper part; lines that do not fit are left out. Rows and notes stand at the bottom.
        case sheet
        /// A paragraph alone in the middle.
        case paragraph
        /// Text only, scrolled with the arrows.
        case scrolled
        /// Numbered steps (`put`), with the notes at the bottom; on a small terminal a sheet.
        case steps
    }

    /// Makes it a menu of what to do first, under a heading that says what is missing, and above a sentence about what will be here.
    mutating func begin(_ heading: String, in size: Size, _ about: String) {
        // A small terminal has no headings.
        placement = size.height < PageDrawing.leastWithHeadings ? .top : .groups
        (headline, self.heading) = ([Note(.plain, heading)], placement == .groups ? heading : "")
        (notes, verb, isNumbered, opensOnClick) = ([Note(.plain, about)], .open, true, true)
    }

    /// What is drawn of `steps`.
    var steps: [Step] = []
    var options: [Option] = []
    var optionsHeading = ""
    /// Time that runs out: what goes on, what follows, and "1:48"; that is empty if the time is over.
    var countdown: (words: String, after: String, time: String)?

    /// What Enter does.
    struct Verb: Equatable {
        /// For the key bar, in a word; and for the help, in a sentence.
        var label, help: String
        /// Keys that do the same as Enter and Space.
        var keys: [Key] = []
        /// Whether it stays in a key bar that has no room for everything.
        var isNeeded = true
        /// In a menu: the help for the digits, which do the same to their rows.
        var digitHelp = ""
    }
}

extension Page {
    /// A row that can be chosen.
    struct Row {
        /// Tells the rows apart: the choice and every digit stay with their row when others come and go.
        let id: AnyHashable
        /// What it is: a name, or a setting's label.
        var text: String
        /// A setting's value, in a column of its own; and a shorter one for where that has no room.
        var value: String?
        var shortValue: String?
        /// The heading of the group that begins with it; empty where none does.
        var heading = ""
        /// What else is said about it, to its right, where there is room; and what where there is less.
        var detail = ""
        var shortDetail = ""
        /// The texts in the other columns of a table; `detail` stands there instead where there is no room for columns.
        var cells: [(text: String, role: Role)] = []
        /// Whether a row of a table is no longer of use.
        var isOver = false
        /// The role of what is said where there are no columns.
        var narrowRole: Role { cells.first { $0.role != .plain }?.role ?? .faint }
        /// Whether that waits for the player.
        var isDue = false
        /// The roles of signs in it.
        var marks: [Character: Role] = [:]
        /// Whether `detail` is cut where it has no room, instead of left out.
        var cutsDetail = false
        /// Whether it gets a digit; without one its shortcut is shown instead.
        var isNumbered = true
        /// Whether its digit or letter stands before it.
        var showsKey = true
        /// A letter that opens it from anywhere on the page.
        var shortcut: Shortcut?
        /// What Enter does, if not the page's verb.
        var verb: Verb?
        /// What text mode announces, if not what is shown.
        var announcedText: String?
        /// What text mode says when the row comes or changes, if not what it announces of it; and when the row goes.
        var news: String?
        var farewell: String?
        /// Changes the value to the next one, or to the previous one if given -1.
        var change: ((Int) -> Void)?
        /// What Enter, its digit, its number in text mode and a click do.
        let open: () -> Void

        init(
            _ id: some Hashable, _ text: String, value: String? = nil, detail: String = "", verb: Verb? = nil,
            change: ((Int) -> Void)? = nil, open: @escaping () -> Void
        ) {
            self.id = AnyHashable(id)
            self.text = text
            self.value = value
            self.detail = detail
            self.verb = verb
            self.change = change
            self.open = open
        }
    }

    /// A letter that opens a row; an empty label keeps it out of the key bar.
    struct Shortcut {
        let letter: Unicode.Scalar
        var label = ""
        let help: String
        /// Whether the help lists it: not where it is only another key for a digit.
        var isListed = true
    }

    /// Text above or below the rows. It is wrapped; one in the role `alert` is a bar of one line.
    struct Note {
        var role: Role
        /// Its sentences: below the rows as many are shown as fit.
        var sentences: [String]
        var indent = 0
        /// The rows that are kept for it below the rows of the page, where its text changes.
        var leastRows = 0
        /// Whether text mode announces it.
        var isAnnounced = true
        /// Whether it stands in the middle.
        var isCentred = false
        /// Its words on plates in large letters, where there is room: one in the middle, or four, two side by side.
        var plates: [String] = []
        /// Whether a button beside it types C, which copies it.
        var isCopied = false
        /// Whether text mode announces it in one sentence with the note before: a name, a code, addresses.
        var isContinuation = false

        init(
            _ role: Role, _ text: String, indent: Int = 0, isAnnounced: Bool = true, isContinuation: Bool = false
        ) {
            self.init(role, [text], indent: indent, isAnnounced: isAnnounced, isContinuation: isContinuation)
        }

        init(_ role: Role, _ sentences: [String], indent: Int = 0, isAnnounced: Bool = true, isContinuation: Bool = false) {
            self.role = role
            self.sentences = sentences
            self.indent = indent
            self.isAnnounced = isAnnounced
            self.isContinuation = isContinuation
        }

        var text: String { together(sentences) }
    }

    /// A text field.
    struct Field {
        /// Whether it stands in the chosen row, behind the row's text; otherwise on a line of its own below the rows.
        var isInRow = false
        /// Labels before it, the longest first: the first that leaves `leastWidth` cells is shown.
        var labels: [String] = []
        var leastWidth = 20
        var mostWidth = Int.max
        /// What stands in it while it is empty.
        var placeholder = ""
        /// What text mode asks, and the key that an empty line stands for there; nil: it says the screen again.
        var question: String
        var emptyKey: Key? = .escape
        /// Enter.
        let confirm: () -> Void
    }
}
