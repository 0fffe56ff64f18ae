// fourinarow-router: asks the router to open a port for the game that started it.

import Glibc
import HelperProgram

startHelper(purpose: "Asks the router to open a port.")
var helper = RouterHelper()
exit(helper.run() ? 0 : 1)
