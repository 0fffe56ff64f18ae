// The games on the network, each once, in a stable order. It knows services, no screen.

import HelperLines

/// The services found, sorted.
struct GameRows {
    /// Sorted by name without regard to case, then by name.
    private(set) var services: [DiscoveredService] = []

    /// A service came, or what is known of it changed.
    mutating func found(_ service: DiscoveredService) {
        lost(name: service.name)
        let index = services.firstIndex { Self.comes(service.name, before: $0.name) } ?? services.count
        services.insert(service, at: index)
    }

    /// A service went.
    mutating func lost(name: String) { services.removeAll { $0.name == name } }

    private static func comes(_ name: String, before other: String) -> Bool {
        let (folded, otherFolded) = (name.lowercased(), other.lowercased())
        return folded == otherFolded ? name < other : folded < otherFolded
    }
}
