// `fourinarow solve`: each line is answered in order and at once, and lines that are no position are reported.

import Testing

@Suite("fourinarow solve", .serialized, .ownThread)
struct SolveTests {
    private func solve(_ text: String, environment: [String: String] = [:]) throws -> Run {
        let folder = try TestFolder()
        return try Run(["solve"], environment: environment, input: try folder.write(text, to: "positions"))
    }

    @Test("Digits, score, best columns and seven scores; the last line needs no end")
    func fields() throws {
        let run = try solve("121212\r\n1212121\n121212")
        #expect(run.status == 0 && run.errors.isEmpty)
        let lines = run.output.split(separator: "\n")
        #expect(lines.count == 3)
        let fields = lines[0].split(separator: "\t")
        #expect(fields.count == 4 && fields[0] == "121212" && fields[1] == "18" && fields[2] == "1")
        #expect(fields[3].split(separator: ",").count == 7 && fields[3].hasPrefix("18,"))
        #expect(lines[1] == "1212121\t-18\t-\t.,.,.,.,.,.,.")
        #expect(lines[2] == lines[0])
    }

    @Test("A bad line is named with its number, the others are answered, and the exit code is 1")
    func badLines() throws {
        let long = String(repeating: "1", count: 100_000)
        let run = try solve("121212\nhello\n12121212\n1111111\n\(long)\n\u{1B}[2J\n121212\n")
        #expect(run.status == 1)
        #expect(run.output.split(separator: "\n").count == 2)
        let errors = run.errors.split(separator: "\n")
        #expect(errors.map { $0.split(separator: ":")[1] } == [" line 2", " line 3", " line 4", " line 5", " line 6"])
        #expect(!run.errors.contains("\u{1B}"))
    }

    @Test("Output that is lost and input that cannot be read are said, with exit code 1")
    func lostStreams() throws {
        let folder = try TestFolder()
        for arguments in [["solve"], ["--help"], ["--version"], ["doctor"]] {
            let run = try Run(arguments, input: try folder.write("121212\n", to: "positions"), sink: "/dev/full")
            #expect(run.status == 1, "\(arguments)")
            #expect(run.errors == "fourinarow: standard output cannot be written: no space left on device\n")
        }
        #expect(
            try Run(["--version"], closing: [1]).errors == "fourinarow: standard output cannot be written: bad file descriptor\n")
        for run in [try Run(["solve"], input: folder.path), try Run(["solve"], closing: [0])] {
            #expect(run.status == 1 && run.output.isEmpty && run.errors.hasPrefix("fourinarow: standard input cannot be read: "))
        }
        #expect(try Run([], closing: [0]).errors.contains("The game needs a terminal"))
    }

    @Test("Nothing in, nothing out")
    func nothing() throws {
        let run = try solve("")
        #expect(run.status == 0 && run.output.isEmpty && run.errors.isEmpty)
    }

    @Test("A book that is damaged or nowhere changes no score", arguments: ["/nonexistent", "/dev/null"])
    func badBook(path: String) throws {
        let with = try solve("7422341735647741166133573473242566\n")
        let without = try solve("7422341735647741166133573473242566\n", environment: ["FOURINAROW_BOOK": path])
        #expect(with.status == 0 && with.output == without.output && without.errors.isEmpty)
    }
}
