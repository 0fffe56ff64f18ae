// The text shown while a player is awaited, the most important first: the code, the name in the lists, the addresses to type.

import Language
import Screen
import Session

/// The text of the host's screen.
struct HostGameWords {
    let offer: HostedOffer
    /// The relay's URL for a friend.
    let relay: String
    /// The player's name.
    let name: String
    /// A sentence about the last guest who came and left again.
    let departure: String?
    /// The room for the text, in cells.
    let width, height: Int
    /// Whether the code can be drawn in large letters.
    var hasPixels = false
    /// The settings where they are no rows, each with its letter and its value.
    var settings: [String] = []

    private var isRoomy: Bool { height > 10 }
    private var isTight: Bool { height < 9 }
    private static let blank = Page.Note(.plain, "")

    /// For players on this network.
    var forNetwork: [Page.Note] {
        let notes = waiting + nameNotes + (isRoomy ? [Self.blank] : [])
        let below = settingNotes
        return notes + directions(below: notes.count + max(0, below.count - 1)) + below + ends
    }

    /// As many settings in a row as fit.
    private var settingNotes: [Page.Note] {
        settings.reduce(into: [String]()) { rows, setting in
            let longer = (rows.last ?? "") + "  " + setting
            if !rows.isEmpty, TextWidth.of(longer) <= width { rows[rows.count - 1] = longer } else { rows.append(setting) }
        }.map { Page.Note(.faint, $0, isAnnounced: false) }
    }

    /// The same above settings, with the name or the code on plates.
    var forNetworkOnPlates: [Page.Note] {
        let code = offer.gate?.code.text
        var notes = [
            Page.Note(.label, code == nil ? tr("Waiting for a player…") : tr("Waiting for a player, who needs these four words:"))
        ]
        if let code {
            notes += largeCode(code, room: 33) ?? smallCode(code)
            if let warning = warningOfWrongCode { notes.append(Page.Note(.problem, warning)) }
        } else if case .listed(let listed) = offer.state {
            var plate = nameNote(listed)
            plate.plates = [listed]
            let heading =
                listed == name
                ? tr("The other player chooses Join a game and sees you as")
                : tr("{name} is taken. The other player chooses Join a game and sees you as", ["name": name])
            notes += [Page.Note(.plain, heading), Self.blank, plate]
        } else {
            notes += nameNotes
        }
        for index in notes.indices where notes[index].plates.isEmpty { notes[index].isCentred = true }
        notes.append(Self.blank)
        if offer.directions.isEmpty { return notes + directions(below: 0) + ends }
        var addresses = Page.Note(.key, alternatives(offer.directions), isContinuation: true)
        addresses.isCopied = true
        if code != nil {
            addresses = Page.Note(.key, labelled(tr("Address"), alternatives(offer.directions)))
            addresses.isCopied = true
            return notes + [addresses] + ends
        }
        return notes + [Page.Note(.plain, tr("Not in the list? Type this address there:")), addresses] + ends
    }

    /// What the other player does with the words of a private game, or why it is in no list.
    var aboutJoining: [Page.Note] {
        guard offer.gate != nil else { return [] }
        if case .failed = offer.state { return Array(nameNotes.prefix(1)) }
        var listed = name
        if case .listed(let name) = offer.state { listed = name }
        return [
            Page.Note(.plain, tr("The other player chooses Join a game, then {name}, and types them.", ["name": listed]))
        ]
    }

    /// What else happened.
    private var ends: [Page.Note] {
        [
            offer.takenPort.map {
                faint(tr("The usual port {port} is taken: type the whole address.", ["port": $0]))
            },
            departure.map(faint),
        ].compactMap(\.self)
    }

    /// For a friend who is anywhere.
    var forFriend: [Page.Note] {
        var trouble: Page.Note?
        if case .failed(let reason) = offer.state { trouble = Page.Note(.problem, reason.sentence(advertising: .game)) }
        guard let code = offer.roomCode else { return [trouble ?? Page.Note(.label, tr("Looking for a free room…"))] }
        var notes = [trouble ?? Page.Note(.label, tr("Waiting for your friend with this code:")), Self.blank]
        notes += codeNotes(code.text, warning: Self.warning(about: offer), isTight: false)
        notes.append(
            Page.Note(
                .plain,
                isRoomy
                    ? tr("Your friend chooses Play online → With a friend → Join and types this.")
                    : tr("Your friend types this to join.")))
        if let departure { notes.append(faint(departure)) }
        if isRoomy {
            notes.append(Page.Note(.plain, tr("A friend who has no relay yet pastes this line:")))
            notes += lineNotes(JoinCode.room(code, relay: relay).text)
            if relay.hasHiddenPassword { notes.append(Page.Note(.faint, tr("Your friend is asked for the relay's password."))) }
            let way = tr("The game goes through the relay {relay}.", ["relay": Settings.host(ofRelay: relay)])
            notes.append(
                Page.Note(.faint, [way, tr("Nobody in between can read or change your game, not even the relay.")]))
        }
        return notes + settingNotes
    }

    /// For players of a table who are elsewhere.
    func forTable(_ code: RoomCode) -> [Page.Note] {
        let words = codeNotes(code.text, warning: Self.warning(about: offer), isTight: !isRoomy)
        let way = Page.Note(.plain, tr("Your friends choose Play online → With a friend → Join and type this."))
        guard isRoomy else { return words + [way] }
        let line = [Page.Note(.plain, tr("A friend who has no relay yet pastes this line:"))]
        return [Self.blank] + words + [way] + line + lineNotes(JoinCode.room(code, relay: relay).text)
    }

    /// The line for a friend, without anything before or after it that would be marked with it.
    private func lineNotes(_ line: String) -> [Page.Note] {
        TextWidth.wrap(line, to: width).map { Page.Note(.selected, isolated($0), isContinuation: true) }
            + (isTight ? [] : [Self.blank])
    }

    private func faint(_ sentence: String) -> Page.Note { Page.Note(.faint, bracketed(sentence)) }

    // MARK: The code

    private var waiting: [Page.Note] {
        guard let gate = offer.gate else {
            return [Page.Note(.label, tr("Waiting for a player…"))] + (isTight ? [] : [Self.blank])
        }
        let heading =
            isTight
            ? [Page.Note(.label, tr("Waiting. Code to join:"))]
            : [Page.Note(.label, tr("Waiting for a player with this code:")), Self.blank]
        return heading + codeNotes(gate.code.text, warning: warningOfWrongCode, isTight: isTight)
    }

    private var warningOfWrongCode: String? {
        offer.wrongCodes.flatMap { address, count in
            switch (isTight, count > Self.mostMistakes) {
            case (true, true): tr("Many tries. N: new code")
            case (true, false): tr("Wrong code: {address}", ["address": address])
            case (false, true): Self.warning(ofWrongCodes: count)
            case (false, false): tr("Somebody at {address} tried a wrong code.", ["address": address])
            }
        }
    }

    /// A code that can be read across a room, and a warning if wrong ones were tried.
    private func codeNotes(_ code: String, warning: String?, isTight: Bool) -> [Page.Note] {
        let notes = (largeCode(code) ?? smallCode(code)) + (warning.map { [Page.Note(.problem, $0)] } ?? [])
        return isTight ? notes : notes + [Self.blank]
    }

    /// The four words on plates; nil where there is no room. `room`: the cells of a plate for letters.
    private func largeCode(_ code: String, room: Int = 30) -> [Page.Note]? {
        let words = code.split(separator: " ").map(String.init)
        guard hasPixels, words.count == 4, width >= 2 * room, height >= 21,
            words.allSatisfy({ word in PixelText(word).map { $0.rows[0].count <= room } == true })
        else { return nil }
        var note = Page.Note(.selected, isolated(code), isContinuation: true)
        note.plates = words
        return [note]
    }

    private func smallCode(_ code: String) -> [Page.Note] {
        let isWide = width > 60
        let lines = TextWidth.wrap(code, to: width - 6).map {
            isWide ? $0.split(separator: " ").joined(separator: "   ") : $0
        }
        let widest = lines.map { TextWidth.of($0) }.max() ?? 0
        let margin = isWide ? "    " : "  "
        func note(_ text: String) -> Page.Note {
            let padding = String(repeating: " ", count: widest - TextWidth.of(text))
            return Page.Note(.selected, margin + isolated(text) + padding + margin, indent: 2, isContinuation: true)
        }
        let edge = isRoomy ? [note("")] : []
        return edge + lines.map(note) + edge
    }

    /// More wrong codes than this are not a friend's mistakes.
    private static let mostMistakes = 10

    /// The warning about strangers at a room; nil if there were none.
    static func warning(about offer: HostedOffer?) -> String? {
        offer?.isDisturbed == true
            ? tr("Somebody is disturbing this room. Press N for another number.")
            : warning(ofWrongCodes: offer?.wrongCodes?.count ?? 0)
    }

    /// The warning about wrong codes; nil if there were none.
    static func warning(ofWrongCodes count: Int) -> String? {
        switch count {
        case 0: nil
        case ...mostMistakes: trn("Somebody tried a wrong code.", "Somebody tried {count} wrong codes.", count)
        default:
            trn(
                "{count} wrong code was tried: somebody may be guessing. Press N for a new code.",
                "{count} wrong codes were tried: somebody may be guessing. Press N for a new code.", count)
        }
    }

    // MARK: The lists and the addresses

    private var nameNotes: [Page.Note] {
        switch offer.state {
        case .listed(let listed) where isTight: [Page.Note(.plain, tr("Listed as")), nameNote(listed)]
        case .pending:
            [
                Page.Note(
                    .faint,
                    isTight ? tr("Publishing as {name}…", ["name": name]) : tr("Publishing the game as {name}…", ["name": name]))
            ]
        // With an address it is on a network, which has no lists.
        case .failed(.noNetwork) where !offer.directions.isEmpty:
            [Page.Note(.problem, tr("This network has no list of games."))]
        case .failed(let trouble): [Page.Note(.problem, trouble.sentence(advertising: .game))]
        case .listed(let listed) where listed == name:
            [Page.Note(.plain, tr("Other players see this game as")), nameNote(listed)]
        case .listed(let listed):
            [Page.Note(.plain, tr("{name} is taken; other players see this game as", ["name": name])), nameNote(listed)]
        }
    }

    private func nameNote(_ name: String) -> Page.Note { Page.Note(.title, name, indent: 2, isContinuation: true) }

    /// As many addresses as fit below `count` lines.
    private func directions(below count: Int) -> [Page.Note] {
        guard !offer.directions.isEmpty else {
            if case .failed(.noNetwork) = offer.state { return [] }
            let problem = tr("This machine has no network address: nobody can join.")
            return [Page.Note(.problem, isTight ? problem : together([problem, tr("Connect it to a network.")]))]
        }
        let heading =
            isTight
            ? tr("Not in their list?")
            : isRoomy
                ? tr("Not in their list? They can choose Join a game → Type an address:") : tr("Not in their list? They type:")
        let room = max(1, height - count - 1 - (isRoomy ? 3 : 1))
        return [Page.Note(.plain, heading)]
            + offer.directions.prefix(room).map { Page.Note(.key, $0, indent: 2, isContinuation: true) }
    }
}
