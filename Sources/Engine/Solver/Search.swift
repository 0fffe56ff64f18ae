// The search: null windows, seven children at a time.

/// A search: its stack of slots, its counts, and the tables.
struct Search {
    let tables: Tables
    let history = MoveHistory()
    let earlyOrder = EarlyOrder()
    let columns = Lanes.columns
    /// The number of positions visited.
    var nodes = 0
    /// The node count at which it next checks whether it must stop.
    var nextLook = 0
    var lastNode = Int.max
    var cancellation: Cancellation?
    /// Whether it was stopped. Its result is then meaningless.
    private(set) var isStopped = false
    let slots: UnsafeMutablePointer<Slot>
    /// The lanes of one node: its children's discs, threats, and threats that can be played at once.
    let lanes: UnsafeMutablePointer<SIMD8<UInt64>>
    /// Whether a position and its mirror image can both occur.
    var isMirrorPossible = true

    /// The slots of all plies.
    private static let plies = 44
    /// The number of nodes between two checks.
    private static let checkInterval = 4096
    /// From later positions all wins are short, and asking for some of them first is an eighth more work.
    private static let lastPlyOfShortWins = 26
    /// The order value of a child that was searched.
    private static let searched = Int32.min

    /// A search that uses `tables`.
    init(tables: Tables) {
        self.tables = tables
        slots = .allocate(capacity: 8 * Search.plies)
        slots.initialize(repeating: Slot(), count: 8 * Search.plies)
        lanes = .allocate(capacity: 3)
        lanes.initialize(repeating: SIMD8(), count: 3)
    }

    func free() {
        slots.deallocate()
        lanes.deallocate()
        history.free()
        earlyOrder.free()
    }

    mutating func begin(_ limit: SearchLimit) {
        cancellation = limit.cancellation
        lastNode = limit.nodes.map { nodes + $0 } ?? Int.max
        isStopped = cancellation?.isCancelled == true
        nextLook = min(nodes + Search.checkInterval, lastNode)
    }

    /// Checks whether it must stop.
    @inline(never)
    private mutating func look() {
        isStopped = nodes >= lastNode || cancellation?.isCancelled == true
        nextLook = isStopped ? nodes : min(nodes + Search.checkInterval, lastNode)
    }

    /// The exact score of a position without an immediate win; nil if stopped. The caller knows that it is at least `least`. A score
    /// of `most` or more may be returned as any number from `most` up to it.
    mutating func score(of position: Position, between least: Int, and most: Int) -> Int? {
        let root = slots
        root.pointee = Slot(position)
        root.pointee.isSameMover = true
        let settled = root.pointee.settle()
        let isSame = root.pointee.isSameMover
        if settled != Slot.unsettled { return isSame ? settled : -settled }
        let ply = root.pointee.taken.nonzeroBitCount
        let first = ply & 1 == 0 ? root.pointee.mine : root.pointee.yours
        isMirrorPossible = Bits.mirror(first) & (root.pointee.taken ^ first) == 0
        identify(root)
        let known = tables[ply].entry(root.pointee.hash)
        let (floor, ceiling) = isSame ? (least, most) : (-most, -least)
        var low = max(min(0, (ply + 1) / 2 - 20), known.lower)
        var high = min(20 - ply / 2, known.upper)
        // The caller's bound is the most likely score.
        if floor > low { ask(root, floor + 1, &low, &high) }
        if ceiling < high { ask(root, ceiling, &low, &high) }
        (low, high) = (max(low, floor), min(high, ceiling))
        // Short wins and losses first, unless few discs are left, then outwards from a draw.
        for discs in ply > Search.lastPlyOfShortWins ? [] : [4, 6, 7] {
            if 22 - ply / 2 - discs > 0 { ask(root, 22 - ply / 2 - discs, &low, &high) }
            if (ply + 1) / 2 + discs - 22 < 0 { ask(root, (ply + 1) / 2 + discs - 21, &low, &high) }
        }
        while low < high && !isStopped {
            let bound = low > 0 ? low + 1 : high <= 0 ? (low == high ? low : high) : 1
            ask(root, bound, &low, &high)
        }
        return isStopped ? nil : isSame ? low : -low
    }

    /// Whether the score is at least `bound`, if that is still open.
    private mutating func ask(_ root: UnsafeMutablePointer<Slot>, _ bound: Int, _ low: inout Int, _ high: inout Int) {
        guard low < bound, bound <= high, !isStopped else { return }
        root.pointee.entry = tables[root.pointee.taken.nonzeroBitCount].entry(root.pointee.hash)
        let value = search(root, bound, root + 1)
        if value >= bound { low = max(low, value) } else { high = min(high, value) }
    }

    @inline(__always)
    func identify(_ slot: UnsafeMutablePointer<Slot>) {
        let key = slot.pointee.mine | (slot.pointee.taken &+ Bits.bottoms)
        guard isMirrorPossible else {
            // An earlier search may have left its own there.
            slot.pointee.isMirrored = false
            slot.pointee.hash = Table.hash(key)
            return
        }
        let mirror = Bits.mirror(key)
        slot.pointee.isMirrored = mirror < key
        slot.pointee.hash = Table.hash(min(key, mirror))
    }

    /// The order value of each child: winning squares count, except those straight above one of the opponent's; those that the
    /// opponent must soon avoid count most; then the centre, which matters more than it looks.
    @inline(__always)
    static func promise(of child: UnsafeMutablePointer<Slot>, _ column: Int) -> Int32 {
        let isSame = child.pointee.isSameMover
        let ours = isSame ? child.pointee.myThreats : child.pointee.yourThreats
        let theirs = isSame ? child.pointee.yourThreats : child.pointee.myThreats
        let useful = ours & ~(theirs &<< 1)
        let soon = useful & (child.pointee.taken &+ Bits.bottoms) &<< 1
        let threats = useful.nonzeroBitCount &* 7 &+ soon.nonzeroBitCount &* 5
        return Int32(truncatingIfNeeded: threats &+ (isSame ? 10 : 0) &+ Lanes.centre(column)) &* 16
    }

    /// The order value that `earlyOrder` adds, for the parent's mover.
    private func prospects(of child: UnsafeMutablePointer<Slot>, isFirst: Bool) -> Int32 {
        let isMine = child.pointee.taken.nonzeroBitCount & 1 == 0
        let (first, second) = isMine ? (child.pointee.mine, child.pointee.yours) : (child.pointee.yours, child.pointee.mine)
        let prospects = earlyOrder.prospects(first: first, second: second) &* 6
        return isFirst ? prospects : 0 &- prospects
    }

    /// A bound on the score of a slot's position for its mover: a lower bound if it is at least `bound`, otherwise an upper one.
    mutating func search(_ node: UnsafeMutablePointer<Slot>, _ bound: Int, _ frame: UnsafeMutablePointer<Slot>) -> Int {
        nodes &+= 1
        if nodes >= nextLook {
            look()
            if isStopped { return 0 }
        }
        let start = nodes
        let mine = node.pointee.mine
        let yours = node.pointee.yours
        let yourThreats = node.pointee.yourThreats
        let taken = mine | yours
        let ply = taken.nonzeroBitCount
        let possible = (taken &+ Bits.bottoms) & Bits.board
        let safe = possible & ~(yourThreats &>> 1)

        let moves = SIMD8(repeating: safe) & columns
        let after = SIMD8(repeating: mine) | moves
        let threats = Lanes.completions(of: after) & SIMD8(repeating: Bits.board & ~taken) & ~moves
        let reach = SIMD8(repeating: possible) ^ moves | ((moves &+ moves) & SIMD8(repeating: Bits.board))
        // A second disc that wins whatever the opponent does.
        let now = threats & reach
        let double = (now & (now &- SIMD8(repeating: 1))) | (now & Lanes.right(threats, 1))
        // Full columns and losing squares, too: a lane of zero minus one has its highest bit set, as has a negated move.
        let stuck = ((reach & ~Lanes.right(threats, 1)) &- SIMD8(repeating: 1)) & (SIMD8() &- moves) & SIMD8(repeating: 1 << 63)
        if Lanes.union(double | stuck) != 0 { return 20 &- ply &>> 1 }
        var best = -99
        let high = 19 &- ply &>> 1
        if bound > high { return high }

        // The children that forced moves, bounds and the tables do not settle.
        let tables = self.tables
        lanes[0] = after
        lanes[1] = threats
        lanes[2] = now
        let lane = UnsafeRawPointer(lanes).assumingMemoryBound(to: UInt64.self)
        let history = self.history.moves(after: node.pointee.square, ply: ply)
        var end = frame
        var rest = safe
        repeat {
            let column = Bits.index(ofColumn: rest)
            rest &= rest &- 1
            let moved = lane[column]
            let itsThreats = lane[8 &+ column]
            end.pointee.mine = yours
            end.pointee.yours = moved
            end.pointee.myThreats = yourThreats & ~moved
            end.pointee.yourThreats = itsThreats
            end.pointee.isSameMover = false
            if lane[16 &+ column] != 0 {
                let settled = end.pointee.settle()
                if settled != Slot.unsettled {
                    let value = end.pointee.isSameMover ? settled : -settled
                    if value >= bound { return value }
                    best = max(best, value)
                    continue
                }
            }
            let isSame = end.pointee.isSameMover
            let theirs = isSame ? bound : 1 &- bound
            let childPly = end.pointee.taken.nonzeroBitCount
            var lower = min(0, (childPly &+ 1) &>> 1 &- 20)
            var upper = 20 &- childPly &>> 1
            if lower < theirs && upper >= theirs {
                if childPly & 1 == 0 {
                    if theirs > -3 {
                        upper = min(upper, FollowUp.bound(first: end.pointee.mine, second: end.pointee.yours))
                    }
                } else if theirs > -2 {
                    let odd = end.pointee.yourThreats & OddThreat.rows
                    if odd != 0 {
                        upper = min(
                            upper, OddThreat.bound(first: end.pointee.yours, second: end.pointee.mine, threats: odd))
                    }
                }
                if upper >= theirs {
                    identify(end)
                    end.pointee.entry = tables[childPly].entry(end.pointee.hash)
                    lower = max(lower, end.pointee.entry.lower)
                    upper = min(upper, end.pointee.entry.upper)
                }
            }
            if isSame {
                if lower >= bound { return lower }
                if upper < bound {
                    best = max(best, upper)
                    continue
                }
            } else {
                if upper < theirs { return 0 &- upper }
                if lower >= theirs {
                    best = max(best, 0 &- lower)
                    continue
                }
            }
            let square = (moved ^ mine).trailingZeroBitCount
            end.pointee.square = Int8(truncatingIfNeeded: square)
            end.pointee.order = Search.promise(of: end, column) &+ history.promise(square)
            if ply <= EarlyOrder.lastPly && EarlyOrder.bounds.contains(bound) {
                end.pointee.order &+= prospects(of: end, isFirst: ply & 1 == 0)
            }
            end += 1
        } while rest != 0
        if end == frame { return best }
        let known = node.pointee.entry
        if known.move != 0 {
            let column = node.pointee.isMirrored ? 7 &- known.move : known.move &- 1
            var slot = frame
            while slot < end {
                if Int(slot.pointee.square) / 7 == column { slot.pointee.order &+= 64 }
                slot += 1
            }
        }
        var move = 0
        var remaining = end - frame
        let eldest = remaining &- 1
        while remaining > 0 {
            remaining &-= 1
            var next = frame
            var slot = frame &+ 1
            while slot < end {
                if slot.pointee.order > next.pointee.order { next = slot }
                slot += 1
            }
            next.pointee.order = Search.searched
            let value = next.pointee.isSameMover ? search(next, bound, end) : 0 &- search(next, 1 &- bound, end)
            if isStopped { return 0 }
            best = max(best, value)
            if value >= bound {
                if remaining != eldest, nodes &- start >= MoveHistory.leastWork {
                    slot = frame
                    while slot < end {
                        if slot.pointee.order == Search.searched && slot != next { history.punish(slot.pointee.square) }
                        slot += 1
                    }
                    history.reward(next.pointee.square)
                }
                move = Int(next.pointee.square) / 7
                move = node.pointee.isMirrored ? 7 &- move : move &+ 1
                break
            }
        }
        let work = Int.bitWidth &- (nodes &- start).leadingZeroBitCount &+ 1
        if best >= bound {
            tables[ply].keep(node.pointee.hash, lower: best, upper: known.upper, move: move, work: work)
        } else {
            tables[ply].keep(node.pointee.hash, lower: known.lower, upper: min(best, high), move: known.move, work: work)
        }
        return best
    }
}

/// Seven columns side by side.
enum Lanes {
    static var columns: SIMD8<UInt64> {
        SIMD8(0x3F, 0x3F << 7, 0x3F << 14, 0x3F << 21, 0x3F << 28, 0x3F << 35, 0x3F << 42, 0)
    }

    /// The order value of each column.
    @inline(__always)
    static func centre(_ column: Int) -> Int { 0x0246420 &>> (4 &* column) & 15 }

    /// Shifts each lane to the left. Written out: the standard operator compiles to a loop.
    @inline(__always)
    static func left(_ x: SIMD8<UInt64>, _ by: UInt64) -> SIMD8<UInt64> {
        x &<< SIMD8<UInt64>(repeating: by)
    }

    /// Shifts each lane to the right.
    @inline(__always)
    static func right(_ x: SIMD8<UInt64>, _ by: UInt64) -> SIMD8<UInt64> {
        x &>> SIMD8<UInt64>(repeating: by)
    }

    /// The bitwise or of all lanes.
    @inline(__always)
    static func union(_ x: SIMD8<UInt64>) -> UInt64 {
        let four = x.lowHalf | x.highHalf
        let two = four.lowHalf | four.highHalf
        return two[0] | two[1]
    }

    @inline(__always)
    static func completions(of discs: SIMD8<UInt64>) -> SIMD8<UInt64> {
        var cells = left(discs, 1) & left(discs, 2) & left(discs, 3)
        cells |= along(discs, 6)
        cells |= along(discs, 7)
        cells |= along(discs, 8)
        return cells
    }

    @inline(__always)
    private static func along(_ discs: SIMD8<UInt64>, _ step: UInt64) -> SIMD8<UInt64> {
        let one = left(discs, step)
        let pairs = discs & one
        let back = right(discs, step)
        let above = left(pairs, step) & (left(discs, 3 &* step) | back)
        let below = right(pairs, 2 &* step) & (right(discs, 3 &* step) | one)
        return above | below
    }
}

extension UnsafeMutablePointer {
    @inline(__always)
    static func &+ (pointer: Self, offset: Int) -> Self { pointer + offset }
}
