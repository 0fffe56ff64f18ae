// The frames in Frames/golden and Frames/malformed, and what their manifests say about them. This file reads them; it decodes nothing.

import Foundation
import Testing

/// A frame and its expected result.
struct Frame: Sendable, CustomTestStringConvertible {
    /// The file's name.
    let name: String
    /// The first column behind the name: accept, ignore, reject, wait or any.
    let verdict: String
    /// The other columns.
    let columns: [String]
    /// The frame, header included.
    let bytes: [UInt8]

    /// What a failing test prints.
    var testDescription: String { "\(name) (\(columns.last ?? ""))" }

    /// What the original app's archiver wrote, and variants that other archivers may write.
    static let golden = load("golden")
    /// What no archiver writes.
    static let malformed = load("malformed")

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Frames")

    private static func load(_ kind: String) -> [Frame] {
        let folder = folder.appendingPathComponent(kind)
        guard let manifest = try? String(contentsOf: folder.appendingPathComponent("MANIFEST.tsv"), encoding: .utf8) else {
            return []
        }
        return manifest.split(separator: "\n").dropFirst().compactMap { line in
            let columns = line.split(separator: "\t").map(String.init)
            guard let bytes = try? Data(contentsOf: folder.appendingPathComponent(columns[0])) else { return nil }
            return Frame(name: columns[0], verdict: columns[1], columns: Array(columns[2...]), bytes: Array(bytes))
        }
    }
}
