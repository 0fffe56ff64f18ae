// Where a game stands, in the words the player reads. It knows no board and no packets.

import Engine
import Session

extension GameState {
    /// The state label. With two at one keyboard "to move" stays where it is when the colour changes.
    func label(against opponent: Opponent) -> String {
        switch (self, opponent) {
        case (.myTurn, .shared): "Yellow to move."
        case (.myTurn, _): "It is your turn."
        case (.yourTurn, .shared): "   Red to move."
        case (.yourTurn, .peer): "It is your opponent's turn."
        case (.yourTurn, .computer): "It is the computer's turn."
        case (.iWin, .shared): "Yellow has won."
        case (.iWin, _): "You have won."
        case (.youWin, .shared): "Red has won."
        case (.youWin, .peer): "Your opponent has won."
        case (.youWin, .computer): "The computer has won."
        case (.draw, _): "It is a draw."
        }
    }

    /// The alert at the end; nil where there is none.
    func alert(against opponent: Opponent) -> String? {
        switch (self, opponent) {
        case (.iWin, .shared): "We Have a Winner: Yellow has won the game."
        case (.iWin, _): "We Have a Winner: You have won the game."
        case (.youWin, .shared): "We Have a Winner: Red has won the game."
        case (.youWin, .peer): "We Have a Winner: Your opponent has won the game."
        case (.youWin, .computer): "We Have a Winner: The computer has won the game."
        case (.myTurn, _), (.yourTurn, _), (.draw, _): nil
        }
    }
}

extension Tally {
    /// The score in words.
    func text(isShared: Bool) -> String {
        isShared ? "Yellow \(won)  Drawn \(drawn)  Red \(lost)" : "Won \(won)  Drawn \(drawn)  Lost \(lost)"
    }
}
