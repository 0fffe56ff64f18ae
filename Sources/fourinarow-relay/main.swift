// fourinarow-relay: carries messages to and from an MQTT broker for the game that started it. It must not know what the messages say.

import Glibc

switch CommandLine.arguments.dropFirst().first {
case nil:
    break
case "--help":
    print(
        """
        usage: fourinarow-relay
        Connects fourinarow, which starts it, to an MQTT broker; commands come on stdin, events go to stdout.
        """)
    exit(0)
case "--version":
    print("fourinarow-relay 1.0")
    exit(0)
case let argument?:
    complain("what is \(argument)? It takes no arguments; fourinarow starts it")
    exit(2)
}

signal(SIGPIPE, SIG_IGN)
exit(RelayHelper().run() ? 0 : 1)

/// Says on stderr what is wrong.
func complain(_ sentence: String) {
    let line = "fourinarow-relay: \(sentence)\n"
    _ = write(STDERR_FILENO, line, line.utf8.count)
}
