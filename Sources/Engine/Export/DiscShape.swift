// How a round disc falls upon square pixels, and the proportions of its face: for pictures of the board of every kind. It knows no
// colours and no terminal.

/// A disc that fills a box of so many pixels. Pixels need not be square: a box of 5 by 3 holds a circle where they are higher than
/// wide.
public struct DiscShape: Hashable, Sendable {
    /// Pixels across.
    public let width: Int
    /// Pixels down.
    public let height: Int

    /// The red disc's core, as a share of the radius; that of a disc that won is as large.
    public static let core = 1.0 / 3
    /// The yellow disc's ring, from and to, as shares of the radius.
    public static let ring = 0.55...0.78
    /// The hole in the ring that shows where a disc would land, as a share of the radius.
    public static let hollow = 0.6

    /// The disc in a box of so many pixels.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Whether more than half of the pixel in column `x` of row `y`, both from 0, lies within the circle around the disc's middle
    /// whose radius is `share` of the disc's.
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

    /// Into how many upright slices a pixel is cut.
    private static let slices = 64
}
