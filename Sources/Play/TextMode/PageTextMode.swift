// What text mode announces of a page: its text, its rows with their numbers, and what is to be typed.

import Language

extension PageViewController {
    var announcement: Announcement { pageAnnouncement }

    /// The announcement of the page itself, for screens that sometimes have another one.
    var pageAnnouncement: Announcement {
        let page = updatedPage()
        if let busy = page.busy { return Announcement(chapter: page.chapter, sentences: [busy]) }
        if let typed = view.field, let field = page.field {
            let question = typed.isHidden ? together([field.question, tr("What you type is not shown.")]) : field.question
            return Announcement(
                chapter: page.chapter, field: Announcement.Field(question: question, empty: field.emptyKey))
        }
        return Announcement(chapter: page.chapter, sentences: page.announcedText, choices: choices(of: page))
    }

    /// The rows, with the digits and letters that they have on the screen; those without one are numbered from 10.
    func choices(of page: Page) -> [Announcement.Choice] {
        let unnamed = page.rows.indices.filter { view.list.key(of: $0) == nil }
        return page.rows.enumerated().map { index, row in
            let name = view.list.key(of: index)?.lowercased() ?? String(10 + (unnamed.firstIndex(of: index) ?? 0))
            return Announcement.Choice(
                name: name, words: row.announcedText ?? row.wholeText, brief: row.announcedText == nil ? row.brief : nil,
                news: row.news, farewell: row.farewell,
                changeBack: row.change.map { change in { change(-1) } }
            ) { [unowned self] in
                view.choose(row.id)
                navigator.setNeedsDisplay()
                row.open()
            }
        }
    }
}

extension Page {
    /// The text above and below the rows, a sentence or more each.
    fileprivate var announcedText: [String] {
        var texts: [(text: String, isContinued: Bool)] = []
        for note in headline + notes where note.isAnnounced {
            let text = note.text.split(separator: " ").joined(separator: " ")
            if text.isEmpty { continue }
            if note.isContinuation, let before = texts.popLast() {
                texts.append((before.isContinued ? separated([before.text, text]) : together([before.text, text]), true))
            } else {
                texts.append((text, false))
            }
        }
        return texts.map(\.text) + (more.map { [$0] } ?? [])
    }
}

extension Page.Row {
    /// "Name: Ann", "Level: 3 Casual (makes mistakes)".
    fileprivate var wholeText: String {
        guard let value else { return detail.isEmpty ? text : labelled(text, detail) }
        return labelled(text, detail.isEmpty ? value : remarked(value, detail))
    }

    /// The same without the remark.
    fileprivate var brief: String { value.map { labelled(text, $0) } ?? text }
}
