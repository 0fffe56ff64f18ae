// Where the tests begin, instead of the file that the package manager would write after looking for XCTest's tests in an index of all sources,
// which takes a fifth of the build. It is that file, without XCTest.

import Testing

@main struct Tests {
    static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
