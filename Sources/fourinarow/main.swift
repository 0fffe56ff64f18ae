import Glibc
import Platform
import Play
import Screen
import Wire

final class Nothing: Cancellable { func cancel() {} }
final class Stub: Surroundings {
    let loop: MainLoop
    init(_ l: MainLoop) { loop = l }
    func listen(port: UInt16?, delegate: ListenerDelegate) throws(NetworkFailure) -> Listener { throw .forbidden }
    func dial(_ destination: Destination, completion: @escaping (Result<Connection, NetworkFailure>) -> Void) -> Cancellable { Nothing() }
    func publish(type: String, name: String, port: UInt16, text: [String: String], onEvent: @escaping (DiscoveryEvent) -> Void) -> Cancellable { Nothing() }
    func browse(type: String, onEvent: @escaping (DiscoveryEvent) -> Void) -> Cancellable { Nothing() }
    func after(milliseconds: Int, _ action: @escaping () -> Void) -> Cancellable {
        _ = loop.after(milliseconds: milliseconds, action)
        return Nothing()
    }
    var now: Int { 0 }
    var addresses: [String] { [] }
    var hostName: String { "tiger" }
    func save(_ settings: Settings) throws(StorageFailure) {}
    func ringBell() {}
    func quit() { loop.stop() }
}
let loop = MainLoop()
let stub = Stub(loop)
let options: Options
do throws(Options.Misuse) { options = try Options(Array(CommandLine.arguments.dropFirst())) } catch { print(error.sentence); exit(2) }
do throws(TerminalFailure) {
    let settings = options.applied(to: Settings())
    let terminal = try CursesTerminal(loop: loop, options: TerminalOptions(theme: settings.theme, isColourAllowed: !options.isColourless))
    let navigator = Navigator(size: terminal.size, glyphs: terminal.glyphs, settings: settings, surroundings: stub)
    try? navigator.open(.menu)
    terminal.didPress = { navigator.press($0); if $0 == .control("l") { terminal.repaint() } }
    terminal.didResize = { navigator.resize(to: $0) }
    terminal.didEnd = { loop.stop() }
    navigator.didChangeSettings = { terminal.setTheme($0.theme) }
    loop.beforeWaiting = { navigator.draw(); terminal.show(navigator.canvas) }
    loop.run()
    terminal.restore()
} catch { print(error.sentence); exit(2) }
