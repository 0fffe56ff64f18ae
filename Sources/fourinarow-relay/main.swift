// fourinarow-relay: connects the game that started it to an MQTT broker.

import Glibc
import HelperProgram

startHelper(purpose: "Connects to an MQTT broker.")
exit(RelayHelper().run() ? 0 : 1)
