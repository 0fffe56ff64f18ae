// The seat of a guest, in memory.

import Session
import Wire

/// The seat of a guest, in memory.
package final class FakeSeats: @MainActor SeatStore {
    /// What is kept.
    package private(set) var seat: KeptSeat?
    /// What every call throws.
    package var failure: StorageFailure?
    /// Whether the program that sat there is dead.
    package var isAnotherRun = false
    /// For how many more seconds the host may wait.
    package var secondsLeft = TableParty.reservedSeconds

    package func keep(_ seat: KeptSeat) throws(StorageFailure) {
        if let failure { throw failure }
        self.seat = seat
        isAnotherRun = false
    }

    package func forget(_ token: ResumeToken) throws(StorageFailure) {
        if let failure { throw failure }
        if seat?.session.token == token { seat = nil }
    }

    package func claim() throws(StorageFailure) -> (seat: KeptSeat, secondsLeft: Int)? {
        if let failure { throw failure }
        guard isAnotherRun, let seat else { return nil }
        isAnotherRun = false
        return (seat, secondsLeft)
    }
}
