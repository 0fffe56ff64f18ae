// swift-tools-version: 6.2
import PackageDescription

/// Code that runs on the main loop's one thread and nowhere else.
let mainThread: [SwiftSetting] = [.defaultIsolation(MainActor.self), .treatAllWarnings(as: .error)]
/// Values and rules: no thread, no isolation.
let pure: [SwiftSetting] = [.treatAllWarnings(as: .error)]

/// Optimized in debug builds as well: unoptimized, the search is a hundred times slower, and drawing and packets slow down every test.
let optimized: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]
/// Nearly as fast, and compiled in two thirds of the time.
let optimizedForSize: [SwiftSetting] = [.unsafeFlags(["-Osize"], .when(configuration: .debug))]

let package = Package(
    name: "fourinarow",
    products: [
        .executable(name: "fourinarow", targets: ["fourinarow"]),
        .executable(name: "fourinarow-bonjour", targets: ["fourinarow-bonjour"]),
        .executable(name: "fourinarow-relay", targets: ["fourinarow-relay"]),
        .executable(name: "fourinarow-router", targets: ["fourinarow-router"]),
    ],
    targets: [
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CFribidi"),
        .systemLibrary(name: "CLibedit"),
        .systemLibrary(name: "CNcurses"),
        .systemLibrary(name: "CAvahi"),
        .systemLibrary(name: "CMosquitto"),
        .systemLibrary(name: "CRouter"),
        .systemLibrary(name: "CSeccomp"),
        .systemLibrary(name: "CSodium"),
        .systemLibrary(name: "CSQLite"),
        .target(name: "Text", swiftSettings: pure + optimized),
        .target(name: "Language", swiftSettings: pure),
        .target(name: "Engine", dependencies: ["Text"], exclude: ["README.md"], swiftSettings: pure + optimized),
        .target(name: "Games", swiftSettings: pure + optimizedForSize),
        .target(
            name: "Wire", dependencies: ["Text", "HelperProtocol"], exclude: ["README.md"], swiftSettings: pure + optimizedForSize
        ),
        .target(name: "HelperProtocol", swiftSettings: pure + optimizedForSize),
        .target(name: "MQTT", dependencies: ["HelperProtocol", "CMosquitto"], swiftSettings: mainThread),
        .target(name: "Router", dependencies: ["HelperProtocol", "CRouter"], swiftSettings: pure),
        .target(name: "Sandbox", dependencies: ["CLinux", "CSeccomp"], swiftSettings: pure),
        .target(name: "HelperProgram", dependencies: ["HelperProtocol", "Sandbox"], swiftSettings: pure),
        .target(name: "Screen", dependencies: ["Text", "CLinux"], swiftSettings: pure + optimized),
        .target(
            name: "Session", dependencies: ["Engine", "Games", "Wire", "Text"], exclude: ["README.md"],
            swiftSettings: mainThread + optimizedForSize),
        .target(
            name: "Play", dependencies: ["Session", "Engine", "Games", "Wire", "Screen", "Text", "Language"],
            swiftSettings: mainThread
        ),
        .target(
            name: "Platform",
            dependencies: [
                "Engine", "Session", "Wire", "HelperProtocol", "Screen", "Text", "Language", "CFribidi", "CLibedit",
                "CLinux", "CNcurses", "CSodium", "CSQLite",
            ],
            swiftSettings: mainThread),
        .executableTarget(
            name: "fourinarow", dependencies: ["Engine", "Session", "Play", "Platform", "Screen", "Text", "Language"],
            swiftSettings: mainThread),
        .executableTarget(
            name: "fourinarow-bonjour", dependencies: ["HelperProgram", "HelperProtocol", "Text", "CAvahi"],
            swiftSettings: mainThread),
        .executableTarget(
            name: "fourinarow-relay", dependencies: ["HelperProgram", "HelperProtocol", "MQTT", "CMosquitto"],
            swiftSettings: mainThread),
        .executableTarget(
            name: "fourinarow-router", dependencies: ["HelperProgram", "HelperProtocol", "Router", "CRouter"],
            swiftSettings: mainThread),
        .executableTarget(name: "fourinarow-book", dependencies: ["Engine"], swiftSettings: pure),
        .systemLibrary(name: "CVterm", path: "Tests/CVterm"),
        .executableTarget(
            name: "terminal-probe", dependencies: ["Platform", "Screen"], path: "Tests/TerminalProbe", swiftSettings: mainThread),
        .executableTarget(
            name: "sandbox-probe", dependencies: ["Sandbox", "Platform", "CCalls"], path: "Tests/SandboxProbe",
            swiftSettings: mainThread),
        .systemLibrary(name: "CCalls", path: "Tests/CCalls"),
        .target(name: "CFaults", dependencies: ["CSQLite"], path: "Tests/StorageFaults/CFaults"),
        .executableTarget(
            name: "storage-faults", dependencies: ["CFaults", "Platform", "Play", "Session", "Wire"],
            path: "Tests/StorageFaults/Probe", swiftSettings: mainThread),
        .executableTarget(name: "codec-bench", dependencies: ["Wire"], path: "Tests/Bench/CodecBench", swiftSettings: pure),
        .executableTarget(
            name: "snap-bots", dependencies: ["Platform", "Session", "Play", "Games", "Wire", "Screen"], path: "Tests/SnapBots",
            swiftSettings: mainThread),
        .systemLibrary(name: "CEpoll", path: "Tests/Bench/CEpoll"),
        .executableTarget(
            name: "relay-bench", dependencies: ["Session", "Platform", "MQTT", "HelperProtocol", "Wire", "CEpoll"],
            path: "Tests/Bench/RelayBench", exclude: ["README.md"], swiftSettings: mainThread),
        .executableTarget(name: "engine-bench", dependencies: ["Engine"], path: "Tests/Bench/EngineBench", swiftSettings: pure),
        .target(name: "ToyDigest", path: "Tests/ToyDigest", swiftSettings: pure + optimized),
        .target(
            name: "TestSupport",
            dependencies: ["ToyDigest", "Engine", "Games", "Session", "Play", "Screen", "Wire", "Language", "CVterm"],
            path: "Tests/TestSupport",
            swiftSettings: mainThread),
        .testTarget(name: "EngineTests", dependencies: ["Engine", "TestSupport"], exclude: ["Positions"], swiftSettings: pure),
        .testTarget(name: "GamesTests", dependencies: ["Games", "Engine", "TestSupport"], swiftSettings: pure),
        .testTarget(
            name: "WireTests", dependencies: ["Engine", "Wire", "TestSupport"], exclude: ["Frames"], swiftSettings: pure),
        .testTarget(name: "HelperProtocolTests", dependencies: ["HelperProtocol", "Engine"], swiftSettings: pure),
        .testTarget(name: "ScreenTests", dependencies: ["Screen", "TestSupport"], swiftSettings: pure),
        .testTarget(name: "LanguageTests", dependencies: ["Language"], swiftSettings: pure),
        .testTarget(name: "TextTests", dependencies: ["Text"], swiftSettings: pure),
        .testTarget(
            name: "LanTests",
            dependencies: [
                "fourinarow-bonjour", "fourinarow-relay", "fourinarow-router", "sandbox-probe", "CAvahi", "HelperProgram",
                "HelperProtocol", "TestSupport",
            ],
            exclude: ["flood.py"],
            swiftSettings: pure),
        .testTarget(
            name: "PlayTests", dependencies: ["Engine", "Session", "Play", "Games", "Wire", "Language", "TestSupport"],
            exclude: ["Snapshots"],
            swiftSettings: mainThread),
        .testTarget(
            name: "SessionTests", dependencies: ["Session", "Engine", "Games", "Wire", "TestSupport"], swiftSettings: mainThread),
        .testTarget(
            name: "PlatformTests",
            dependencies: [
                "Platform", "Session", "Play", "Wire", "HelperProtocol", "TestSupport", "Screen", "CLinux", "terminal-probe",
                "snap-bots", "fourinarow-relay",
            ],
            swiftSettings: mainThread),
        .testTarget(
            name: "ProgramTests",
            dependencies: [
                "fourinarow", "fourinarow-bonjour", "fourinarow-relay", "fourinarow-router", "sandbox-probe", "HelperProtocol",
                "TestSupport", "Screen", "Wire", "CSQLite", "CCalls",
            ],
            exclude: [
                "badbroker.py", "badrouter.py", "connectionflood.py", "decoys.py", "longcable.py", "mqtt.py", "seekstranger.py",
                "slowlink.py", "spy.py", "stranger.py", "stunserver.py",
            ],
            swiftSettings: pure),
    ],
    swiftLanguageModes: [.v6]
)
