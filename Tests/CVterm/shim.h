// libvterm for the tests: a terminal without a window.
#pragma once
#include <vterm.h>
