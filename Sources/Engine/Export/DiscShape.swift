// The pixels of a round disc and the proportions of its face, for every kind of picture of the board.

/// A disc that fills a box of pixels. Pixels need not be square: 5 by 3 pixels hold a circle if they are higher than wide.
public struct DiscShape: Hashable, Sendable {
    /// Pixels across.
    public let width: Int
    /// Pixels down.
    public let height: Int

    /// The radius of the red disc's core, and of a winning disc's, as a share of the disc's radius.
    public static let core = 1.0 / 3
    /// The inner and outer radius of the yellow disc's ring, as shares of the disc's radius.
    public static let ring = 0.55...0.78
    /// The radius of the hole in the ring that shows where a disc would land, as a share of the disc's radius.
    public static let hollow = 0.6

    /// A disc in a box of `width` by `height` pixels.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Whether more than half of the pixel at column `x` and row `y`, both from 0, lies within a circle around the disc's centre
    /// with `share` of its radius.
    public func contains(x: Int, y: Int, within share: Double = 1) -> Bool {
        let (across, down) = (Double(width) / 2 * share, Double(height) / 2 * share)
        let (left, top) = (Double(x) - Double(width) / 2, Double(y) - Double(height) / 2)
        var area = 0.0
        for slice in 0..<Self.slices {
            let place = (left + (Double(slice) + 0.5) / Double(Self.slices)) / across
            guard place * place < 1 else { continue }
            let chord = down * (1 - place * place).squareRoot()
            area += max(0, min(top + 1, chord) - max(top, -chord))
        }
        return area > Double(Self.slices) / 2
    }

    /// The number of vertical slices per pixel.
    private static let slices = 64
}
