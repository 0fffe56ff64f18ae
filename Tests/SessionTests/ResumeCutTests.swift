// A connection that is cut at every frame: when a game begins, and while it is taken up again, in both directions. Whatever was lost,
// both know the same afterwards.

import Engine
import TestSupport
import Testing

@testable import Session

@Suite struct ResumeCutTests {
    /// The next connection breaks after this many frames of one side.
    private func cutNext(_ pair: MatchPair, after count: Int, ofHost: Bool) {
        pair.network.didConnect = { [weak network = pair.network] host, guest in
            (ofHost ? host : guest).sendsLeft = count
            network?.didConnect = { _, _ in }
        }
    }

    /// The host's hello, what the game can be taken up by, and its first move; the guest's hello and its answer: one of them is lost,
    /// and everything after it.
    @Test(arguments: [(true, 0), (true, 1), (true, 2), (false, 0), (false, 1)]) func whileItBegins(ofHost: Bool, count: Int)
        throws
    {
        let pair = try MatchPair()
        cutNext(pair, after: count, ofHost: ofHost)
        pair.meet()
        pair.play([3])
        pair.network.advance(seconds: 20)
        for player in [pair.host, pair.guest] {
            #expect(player.match.reconnection == nil && player.machine.games.sessions.isEmpty)
        }
        #expect(pair.guest.match.isOver)
    }

    /// Each of the four frames, the hellos after them, and what is said then.
    @Test(arguments: [true, false], 0..<5) func whileItIsTakenUp(ofHost: Bool, count: Int) throws {
        let pair = try MatchPair()
        pair.meet()
        pair.play([3, 3, 4])
        cutNext(pair, after: count, ofHost: ofHost)
        pair.network.breakAll()
        pair.network.settle()
        pair.network.advance(seconds: 20)
        pair.expect("445")
        pair.play([5, 6], hostFirst: false)
        pair.expect("44567")
    }
}
