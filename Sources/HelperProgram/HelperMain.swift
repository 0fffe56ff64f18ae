// What the main file of every helper shares: arguments, complaints and the sandbox. The game starts a helper without arguments, speaks
// to it over GamePipes, and ends it by closing its input.

import Glibc
import Sandbox

private var name: Substring { CommandLine.arguments.first?.split(separator: "/").last ?? "helper" }

/// Handles `--help` and `--version`, and exits after them. `purpose` completes the help text. To be called first.
public func startHelper(purpose: String) {
    switch CommandLine.arguments.dropFirst().first {
    case nil: break
    case "--help":
        print("usage: \(name)\n\(purpose) fourinarow starts it; commands come on stdin, events go to stdout.")
        exit(0)
    case "--version":
        print("\(name) 1.0")
        exit(0)
    case let argument?:
        complain("unexpected argument \(argument)")
        exit(2)
    }
    signal(SIGPIPE, SIG_IGN)
}

/// Writes a sentence to stderr.
public func complain(_ sentence: String) {
    let line = "\(name): \(sentence)\n"
    _ = write(STDERR_FILENO, line, line.utf8.count)
}

/// Confines this process. Where the kernel cannot, it goes on with a complaint.
public func confine(_ sandbox: Sandbox) {
    if !sandbox.begin() { complain("this kernel cannot sandbox a process") }
}
