// Plays scenes in which everything is stored that the game stores. In each run one system call, or one allocation of SQLite, fails: the first,
// the second, and so on until nothing fails any more. Prints how many have failed, and what was lost by it: whatever the player has seen must be
// there when the files are opened again, unless a sentence says otherwise.
//
// usage: storage-faults SCENE FOLDER STRIDE      STRIDE: 1 lets every allocation fail, 2 every other, and so on

import CFaults
import Glibc
import Platform

/// What fails.
enum Fault: CaseIterable {
    case call, allocation

    /// The errors take turns.
    func begin(_ number: Int) {
        switch self {
        case .call: faults_in_calls(number, [EIO, ENOSPC, ENOMEM][number % 3])
        case .allocation: faults_in_memory(number)
        }
    }
}

/// Runs through a scene once for each fault. Returns whether nothing was lost.
func play(_ scene: Scene, _ fault: Fault, in folder: String, stride: Int) -> Bool {
    var (number, told, isWell) = (1, 0, true)
    while true {
        let play = ScenePlay(scene, in: "\(folder)/\(scene)-\(fault)-\(number)")
        fault.begin(number)
        play.run()
        let failed = faults_end()
        told += play.failures.isEmpty ? 0 : 1
        for loss in play.losses() {
            isWell = false
            print(
                "\(scene), \(fault) \(number), \(failed.map { String(cString: $0) } ?? "nothing"): \(loss). \(play.failures.map(\.sentence))"
            )
        }
        if failed == nil { break }
        number += fault == .call ? 1 : stride
    }
    fflush(nil)
    print("\(scene), \(fault): \(number - 1) could fail, \(told) runs had a sentence")
    return isWell && number > 100
}

signal(SIGPIPE, SIG_IGN)

faults_take_memory()
let words = CommandLine.arguments.dropFirst()
guard words.count == 3, let scene = words.first.flatMap(Scene.init), let stride = words.last.flatMap({ Int($0) }) else { exit(2) }
let isWell = Fault.allCases.map { play(scene, $0, in: words[words.startIndex + 1], stride: stride) }
exit(isWell.allSatisfy { $0 } ? 0 : 1)
