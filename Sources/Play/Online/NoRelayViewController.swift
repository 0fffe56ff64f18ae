// How to get a relay, for players who have none.

import Language
import Screen
import Session

/// Says how to get a relay.
final class NoRelayViewController: PageViewController {
    let navigator: Navigator
    let view = PageView()

    init(navigator: Navigator) { self.navigator = navigator }

    var title: String { tr("Play online") }

    func page(in size: Size) -> Page {
        var page = Page(placement: .paragraph)
        page.headline = [
            Page.Note(.plain, [BrokerTrouble.noneGiven.sentence, tr("On one network you need no relay: choose Host a game.")])
        ]
        page.keys = [
            Binding(.escape, .enter, .character("q"), label: tr("Back"), help: tr("Go back.")) { [unowned self] _ in
                navigator.pop()
            }
        ]
        return page
    }
}
