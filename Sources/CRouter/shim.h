// The two libraries that ask a router to open a port: libnatpmp and libminiupnpc.
#pragma once
// The newest headers of miniupnpc use size_t without it.
#include <stddef.h>
#include <miniupnpc/miniupnpc.h>
#include <miniupnpc/upnpcommands.h>
#include <miniupnpc/upnperrors.h>
#include <miniupnpc/upnpreplyparse.h>
#include <natpmp.h>
#include <sys/resource.h>
