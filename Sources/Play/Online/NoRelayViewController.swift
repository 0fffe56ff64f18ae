// Where no relay is set up: how to get one. It knows nothing else.

import Language
import Screen
import Session

/// How to get a relay, for players who have none.
final class NoRelayViewController {
    private let navigator: Navigator

    init(navigator: Navigator) { self.navigator = navigator }

    private(set) lazy var bindings: [Binding] = [
        Binding(.escape, .enter, .character("q"), label: tr("Back"), help: tr("Go back.")) { [unowned self] _ in navigator.pop() }
    ]
}

extension NoRelayViewController: ViewController {
    var title: String { tr("Play online") }

    func draw(on canvas: Canvas, in area: Rect) {
        canvas.putBlock(navigator.glyphs.spelt(BrokerTrouble.noneGiven.sentence), in: area)
    }
}
