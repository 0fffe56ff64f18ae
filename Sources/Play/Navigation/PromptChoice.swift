// What the choices of prompts are called, their keys, and what the help says of them.

import Engine
import Language
import Screen

extension Prompt {
    /// A choice.
    enum Choice: Equatable {
        case replay
        /// The same without another person.
        case nextGame
        /// Copies the line for a friend.
        case copyLine
        /// A game against the computer at this level, a stronger or an easier one.
        case nextLevel(Level), easierLevel(Level)
        /// Leaves a game with another person.
        case disconnect
        /// Leaves a game without another person, or one that is over.
        case menu
        /// Leaves a game that is over for the list in which it was begun.
        case list
        /// Leaves what was only tried for the review.
        case back
        /// Waits for another player where one was waited for before.
        case hostAgain
        case keepPlaying
        /// Gives the game up: the opponent wins.
        case resign
        /// Agrees to a draw.
        case agree
        case review
        /// The same, at the turning point of a game that has just ended.
        case seeIt
        /// Takes a move back once the game is over.
        case takeBack
        case allow
        case refuse
        /// Waits for players who are missing.
        case wait
        case takeMove
        case saveAndLeave
        case leave
        /// Gives the game up and starts another.
        case startOver
        /// Sends a player away from the table.
        case sendAway
        /// Keeps that player.
        case keep
        /// Takes a game or a player off the list, or keeps the game.
        case forget, keepIt
        /// Hides a player for good.
        case block
        /// Goes on without the players who are missing, or ends the game that they leave to nobody else.
        case goOn, endGame
        /// Stays at the table.
        case stay
        /// Leaves the table, or as its host closes it.
        case leaveTable, closeTable
        /// Accepts an invitation.
        case accept
        /// Declines it.
        case decline
        /// Leaves a game that nobody else plays, and that is not kept. Its key is not the one that asks.
        case giveUp
        /// Begins the game with a guest.
        case playNow
        /// Sends the guest away.
        case notNow
        /// Asks public servers for one's address, or does not.
        case askServer, askNobody

        /// Leaves a game; `isAlone` if there is no other person in it.
        static func out(isAlone: Bool) -> Choice { isAlone ? .menu : .disconnect }

        /// The key that picks it at once.
        var key: Key {
            switch self {
            case .replay, .nextGame, .resign: .character("r")
            case .disconnect, .menu, .list, .back, .leave, .leaveTable, .closeTable: .character("q")
            case .keepPlaying, .stay: .escape
            case .hostAgain: .character("h")
            case .review, .seeIt: .character("v")
            case .takeBack: .character("u")
            case .nextLevel: .character("+")
            case .easierLevel: .character("-")
            case .agree, .allow, .takeMove, .startOver, .sendAway, .forget, .block, .accept, .giveUp, .playNow, .askServer:
                .character("y")
            case .refuse, .keep, .keepIt, .decline, .notNow, .askNobody: .character("n")
            case .wait: .character("w")
            case .copyLine: .character("c")
            case .goOn: .character("g")
            case .endGame: .character("e")
            case .saveAndLeave: .character("s")
            }
        }

        /// Whether it leaves everything as it is.
        var changesNothing: Bool {
            switch self {
            case .keepPlaying, .refuse, .wait, .keep, .keepIt, .stay: true
            default: false
            }
        }

        /// Its words, and fewer for a narrow terminal.
        var words: (full: String, short: String) {
            switch self {
            case .replay: (tr("Replay"), tr("Replay"))
            case .nextGame: (tr("Next game"), trc("Next", "game"))
            case .nextLevel: (tr("Level up"), tr("Up"))
            case .easierLevel: (tr("Level down"), tr("Down"))
            case .copyLine: (tr("Copy"), tr("Copy"))
            case .disconnect: (tr("Disconnect"), tr("Leave"))
            case .menu: (tr("Menu"), tr("Menu"))
            case .list: (tr("List"), tr("List"))
            case .back: (tr("Back"), tr("Back"))
            case .hostAgain: (tr("Host again"), tr("Host again"))
            case .keepPlaying: (tr("Play on"), tr("Play on"))
            case .resign: (tr("Resign"), tr("Resign"))
            case .agree: (tr("Draw"), tr("Draw"))
            case .review: (tr("Look back"), tr("Look back"))
            case .seeIt: (tr("Look back"), tr("See"))
            case .takeBack: (tr("Undo"), tr("Undo"))
            case .allow: (tr("Yes"), tr("Yes"))
            case .takeMove: (tr("Take it"), tr("Take it"))
            case .refuse: (tr("No"), tr("No"))
            case .wait: (tr("Wait"), tr("Wait"))
            case .saveAndLeave: (tr("Save and leave"), tr("Save"))
            case .leave, .leaveTable, .giveUp: (tr("Leave"), tr("Leave"))
            case .closeTable: (tr("Close the table"), tr("Close"))
            case .startOver: (tr("Next game"), trc("Next", "game"))
            case .sendAway: (tr("Send away"), tr("Send away"))
            case .keep: (tr("Keep"), tr("Keep"))
            case .keepIt: (trc("Keep it", "game"), trc("Keep it", "game"))
            case .forget: (tr("Forget"), tr("Forget"))
            case .block: (tr("Block"), tr("Block"))
            case .stay: (tr("Stay"), tr("Stay"))
            case .goOn: (tr("Go on"), tr("Go on"))
            case .endGame: (tr("End the game"), tr("End"))
            case .accept: (tr("Accept"), tr("Accept"))
            case .decline: (tr("Not now"), tr("No"))
            case .playNow: (tr("Yes"), tr("Yes"))
            case .notNow: (tr("No"), tr("No"))
            case .askServer: (tr("Ask it"), tr("Ask it"))
            case .askNobody: (tr("Don't ask"), tr("Don't ask"))
            }
        }

        /// What it does, for the help; nil where the screen has the same key at any time.
        var help: String? {
            switch self {
            case .replay, .review, .seeIt, .nextGame, .takeBack: nil
            case .nextLevel(let level): tr("Play the next level: {level}.", ["level": level.name])
            case .easierLevel(let level): tr("Play an easier level: {level}.", ["level": level.name])
            case .copyLine: tr("Copy the line for your friend.")
            case .disconnect: tr("Disconnect, and back to the menu.")
            case .menu, .giveUp: tr("Back to the menu.")
            case .list: tr("Back to the list.")
            case .back, .keepIt: tr("Go back.")
            case .hostAgain: tr("Wait for another player.")
            case .keepPlaying: tr("Go on with this game.")
            case .resign: tr("Resign: the opponent wins.")
            case .agree: tr("Agree to a draw.")
            case .allow: tr("Allow what you are asked for.")
            case .refuse: tr("Refuse what you are asked for.")
            case .wait: tr("Keep waiting.")
            case .takeMove: tr("Take it").withFullStop
            case .saveAndLeave: tr("Save and leave (resume from the menu).")
            case .leave: tr("Leave. The game is over.")
            case .startOver: tr("Start another game.")
            case .sendAway: tr("Send that player away.")
            case .keep: tr("Keep that player.")
            case .forget: tr("Forget").asSentence
            case .block: tr("Hide the player: you won't see each other again.")
            case .goOn: tr("Go on without the players who are missing.")
            case .endGame: tr("End the game").withFullStop
            case .stay: tr("Stay at the table.")
            case .leaveTable: tr("Leave the table.")
            case .closeTable: tr("Close the table").withFullStop
            case .accept: tr("Accept the invitation.")
            case .decline: tr("Decline the invitation.")
            case .playNow: tr("Play with your guest now. Your own game waits.")
            case .notNow: tr("Tell your guest that you cannot play now.")
            case .askServer: tr("Let public servers tell your address outside.")
            case .askNobody: tr("Ask no public server, now or later.")
            }
        }
    }
}
