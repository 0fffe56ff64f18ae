// libavahi-core for Swift, and two kernel interfaces that Swift's Glibc leaves out. All avahi headers are in one module: in several,
// a type such as AvahiStringList would be a different one in each.
#pragma once
#include <avahi-common/alternative.h>
#include <avahi-common/domain.h>
#include <avahi-common/error.h>
#include <avahi-common/malloc.h>
#include <avahi-common/simple-watch.h>
#include <avahi-common/strlst.h>
#include <avahi-common/timeval.h>
#include <avahi-core/core.h>
#include <avahi-core/log.h>
#include <avahi-core/lookup.h>
#include <avahi-core/publish.h>
#include <linux/rtnetlink.h>
#include <sys/signalfd.h>
