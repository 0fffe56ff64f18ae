// The code of a private game: four words out of 256, 32 bits. The words have four to six letters, no two begin with the same three, and
// none differs from another in one letter only.

/// What is wrong with a code as typed.
package enum CodeMistake: Error, Equatable {
    /// The number of its room has this many digits instead of six or nine.
    case digitCount(Int)
    /// It has this many words instead of four.
    case wordCount(Int)
    /// This is not in the vocabulary.
    case unknownWord(String)
}

/// The code of a private game.
package struct Passphrase: Equatable, Sendable {
    /// The words, in order.
    package let words: [String]

    /// How many words a code has.
    package static let length = 4
    /// How many letters of a word are enough.
    private static let shortest = 3

    /// A code of four different words; `draw` gives four random bytes each time.
    package init(drawing draw: () -> [UInt8]) {
        var bytes = draw()
        // A word twice sounds like a mistake. Of 2³² codes one in 43 goes.
        while Set(bytes).count < Self.length { bytes = draw() }
        self.init(drawnFrom: bytes)
    }

    /// A code from four random bytes.
    package init(drawnFrom bytes: [UInt8]) {
        precondition(bytes.count == Self.length && Self.vocabulary.count == 256, "a byte a word")
        words = bytes.map { Self.vocabulary[Int($0)] }
    }

    /// Reads a code as typed: in any case, with anything or nothing between the words. The first three letters of each are enough.
    package init(typed text: String) throws(CodeMistake) {
        let chunks = text.lowercased().split { !$0.isLetter }.map(String.init)
        var words: [String] = []
        for chunk in chunks {
            guard let read = Self.words(in: chunk[...], atMost: Self.length) else { throw .unknownWord(chunk) }
            words += read
        }
        guard words.count == Self.length else {
            throw .wordCount(words.count)
        }
        self.words = words
    }

    /// The code as it is shown.
    package var text: String { words.joined(separator: " ") }
    /// The code as one word of a shell.
    package var hyphened: String { words.joined(separator: "-") }
    /// The code as it is hashed.
    package var bytes: [UInt8] { Array(hyphened.utf8) }

    /// Reads words, or their beginnings, without separators; nil where that gives no words, or too many. Three letters identify a word, but it may
    /// go on after them: the longest reading is tried first.
    private static func words(in chunk: Substring, atMost most: Int) -> [String]? {
        if chunk.isEmpty { return [] }
        guard most > 0, let word = vocabulary.first(where: { $0.prefix(shortest) == chunk.prefix(shortest) }) else { return nil }
        let shared = zip(word, chunk).prefix(while: ==).count
        return stride(from: shared, through: shortest, by: -1).lazy
            .compactMap { words(in: chunk.dropFirst($0), atMost: most - 1).map { [word] + $0 } }.first
    }

    /// The 256 words, in order.
    package static let vocabulary = text256.split(whereSeparator: \.isWhitespace).map(String.init)

    private static let text256 = """
        acorn actor alley almond amber anchor ankle apple apron arena arrow aspen atlas attic august autumn bacon badge
        bagel baker ballad bamboo banjo barley basil beaver berry bottle bridge bucket bugle butter cabin cactus camel
        candle castle cedar cherry cider cinema circus cliff cloud cobalt cocoa coffee comet copper cotton cousin crane
        crown daisy dancer denim desert dinner donkey dragon drum dune eagle echo elbow engine fabric falcon farmer fiddle
        finger flag flint flute fossil frost fudge funnel galaxy garden gecko glove goblet goose grape guitar hammer hazel
        heron hinge honey hornet hotel hunter igloo indigo iris island ivory jacket jaguar jelly jersey jewel jigsaw jungle
        kayak kennel kettle kitten kiwi knight knot koala ladder lagoon laser leaf lemon lentil lilac lizard llama locket
        lotus lumber lunch lynx magnet mallet mango maple marble meadow melon meteor mirror mosaic muffin museum napkin
        nectar needle nickel noodle north nutmeg oasis ocean olive onion opal opera orange orbit orchid organ otter oxygen
        oyster paddle palace panda parrot pasta peach pebble pencil pepper piano pickle pigeon pillow pirate planet plum
        polka pony poppy potato prism pulley puppet puzzle quail quilt rabbit radio raft raisin raven reef ribbon river
        robin rodeo rose ruby rudder sail salad sandal satin scarf sesame shovel siren skate sketch sofa solar spider spoon
        spruce squid stable stereo stone summit sunset swan syrup teapot temple tennis ticket tiger timber toast tomato
        trophy tulip tundra turkey tuxedo velvet violet voyage waffle wagon walnut wasp weasel whale wheat window wolf
        wombat yard yellow zebra zenith zigzag zinc zipper zodiac
        """
}
