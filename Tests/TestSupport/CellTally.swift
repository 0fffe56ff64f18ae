// How often each cell of a screen is written, from libvterm's state layer.

import CVterm
import Screen

/// A terminal that counts.
package nonisolated final class CellTally {
    private let terminal: OpaquePointer
    private let callbacks: UnsafeMutablePointer<VTermStateCallbacks>
    private let counts: Counts

    /// Nothing was written yet.
    package init(size: Size) {
        guard let terminal = vterm_new(Int32(size.height), Int32(size.width)), let state = vterm_obtain_state(terminal) else {
            fatalError("libvterm has no memory")
        }
        self.terminal = terminal
        counts = Counts()
        callbacks = .allocate(capacity: 1)
        callbacks.initialize(to: VTermStateCallbacks())
        callbacks.pointee.putglyph = { _, place, user in
            CellTally.counts(user)?.byPlace[Point(x: Int(place.col), y: Int(place.row)), default: 0] += 1
            return 1
        }
        callbacks.pointee.scrollrect = { _, down, _, user in
            if down == 0 { return 1 }
            CellTally.counts(user)?.scrolls += 1
            return 1
        }
        vterm_set_utf8(terminal, 1)
        vterm_state_set_callbacks(state, callbacks, Unmanaged.passUnretained(counts).toOpaque())
        vterm_state_reset(state, 1)
    }

    deinit {
        vterm_free(terminal)
        callbacks.deallocate()
    }

    /// The cells that these bytes write more than once, and how often; they follow upon those of the calls before.
    package func repeated(in bytes: [UInt8]) -> [Point: Int] {
        counts.byPlace = [:]
        counts.scrolls = 0
        bytes.withUnsafeBytes { _ = vterm_input_write(terminal, $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count) }
        return counts.byPlace.filter { $0.value > 1 }
    }

    /// How often the last bytes moved rows of the screen.
    package var scrolls: Int { counts.scrolls }

    private static func counts(_ user: UnsafeMutableRawPointer?) -> Counts? {
        user.map { Unmanaged<Counts>.fromOpaque($0).takeUnretainedValue() }
    }

    private final class Counts {
        var byPlace: [Point: Int] = [:]
        var scrolls = 0
    }
}
