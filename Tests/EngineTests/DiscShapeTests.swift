// Discs as pixels: against a circle that is cut into thousands of points, and round whichever way one looks.

import Engine
import Testing

@Suite struct DiscShapeTests {
    /// The share of a pixel that lies within the circle, by counting points.
    private func share(_ shape: DiscShape, x: Int, y: Int, within share: Double) -> Double {
        let points = 100
        let (across, down) = (Double(shape.width) / 2 * share, Double(shape.height) / 2 * share)
        var inside = 0
        for row in 0..<points {
            for column in 0..<points {
                let dx = Double(x) + (Double(column) + 0.5) / Double(points) - Double(shape.width) / 2
                let dy = Double(y) + (Double(row) + 0.5) / Double(points) - Double(shape.height) / 2
                if dx * dx / (across * across) + dy * dy / (down * down) < 1 { inside += 1 }
            }
        }
        return Double(inside) / Double(points * points)
    }

    @Test("A pixel belongs to the disc where more than half of it does", arguments: [1, 2, 3, 4, 5, 7, 12])
    func bruteForce(rows: Int) {
        let shapes = [
            DiscShape(width: 2 * rows - 1, height: 2 * rows - 1), DiscShape(width: max(1, 2 * rows - 1), height: rows),
            DiscShape(width: 4, height: 3),
        ]
        for shape in shapes {
            for within in [1, DiscShape.core, DiscShape.hollow, DiscShape.ring.lowerBound, DiscShape.ring.upperBound] {
                for y in 0..<shape.height {
                    for x in 0..<shape.width {
                        let share = share(shape, x: x, y: y, within: within)
                        // So close to a half, the points decide nothing.
                        if abs(share - 0.5) < 0.01 { continue }
                        #expect(
                            shape.contains(x: x, y: y, within: within) == (share > 0.5),
                            "\(shape) at \(x), \(y) within \(within): \(share)")
                    }
                }
            }
        }
    }

    @Test("It is the same from all four sides", arguments: 1...40)
    func symmetry(rows: Int) {
        let width = 2 * rows - 1
        let shape = DiscShape(width: width, height: width)
        for y in 0..<width {
            for x in 0..<width {
                let isIn = shape.contains(x: x, y: y)
                #expect(isIn == shape.contains(x: width - 1 - x, y: y) && isIn == shape.contains(x: x, y: width - 1 - y))
            }
        }
        #expect(shape.contains(x: width / 2, y: 0) && shape.contains(x: 0, y: width / 2), "it fills its box")
        #expect(rows < 3 || !shape.contains(x: 0, y: 0), "it has no corners")
    }

    @Test func theDiscsOfSmallBoards() {
        #expect(picture(DiscShape(width: 4, height: 3)) == [".##.", "####", ".##."])
        #expect(picture(DiscShape(width: 5, height: 5)) == [".###.", "#####", "#####", "#####", ".###."])
        #expect(picture(DiscShape(width: 5, height: 3)) == [".###.", "#####", ".###."])
    }

    private func picture(_ shape: DiscShape) -> [String] {
        (0..<shape.height).map { y in String((0..<shape.width).map { shape.contains(x: $0, y: y) ? "#" : "." }) }
    }
}
