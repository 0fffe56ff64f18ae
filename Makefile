# Four in a Row: the entry point. `make` says what can be done here.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory --no-builtin-rules

# Where `make install` puts things; DESTDIR goes in front of all of them.
PREFIX ?= /usr/local
BINDIR ?= $(PREFIX)/bin
LIBEXECDIR ?= $(PREFIX)/libexec/fourinarow
MANDIR ?= $(PREFIX)/share/man/man6
BASH_COMPLETIONS ?= $(PREFIX)/share/bash-completion/completions
DATADIR ?= $(PREFIX)/share/fourinarow
ZSH_COMPLETIONS ?= $(PREFIX)/share/zsh/site-functions
FISH_COMPLETIONS ?= $(PREFIX)/share/fish/vendor_completions.d
APPLICATIONS ?= $(PREFIX)/share/applications
METAINFO ?= $(PREFIX)/share/metainfo
ICONS ?= $(PREFIX)/share/icons/hicolor
SYSTEMD_UNITS ?= $(PREFIX)/lib/systemd/system
DESTDIR ?=

# The Debian packages that each job needs; Resources/need installs those that are missing.
build_packages := libc6-dev g++ binutils libncurses-dev libedit-dev libavahi-core-dev libmosquitto-dev libssl-dev libseccomp-dev \
	libfribidi-dev libsodium-dev libsqlite3-dev libnatpmp-dev libminiupnpc-dev gettext
# Tests/wireclient.py needs Python. It also delays packets on a simulated LAN if the kernel cannot.
# mosquitto is the broker, and openssl makes its certificates.
test_packages := libvterm-dev python3 mosquitto openssl
ifeq ($(shell id -u),0)
# Only root can make the simulated LANs of Tests/lanlab; for others those tests are skipped.
test_packages += iproute2 util-linux dbus avahi-daemon nftables miniupnpd-nftables
endif
# Where Swift is; Resources/toolchain says so.
toolchain = $(shell Resources/toolchain)
# With other arguments the package manager would compile everything again; if colours are allowed it adds an argument of its own.
swift_build := swift build --no-color-diagnostics
# No index for editors, and fewer, larger pieces than the compiler would make of 80 files: two thirds of the time. Debian's swiftlang has no library
# for what Testing and Foundation add to each other.
build_tests := $(swift_build) --build-tests --disable-xctest --disable-index-store -Xswiftc -driver-batch-size-limit -Xswiftc 100 \
	-Xswiftc -Xfrontend -Xswiftc -disable-cross-import-overlays
tests := .build/debug/fourinarowPackageTests.xctest
# Hundreds of lines of progress are for a terminal, which shows them in one.
quietly := $$([ -t 1 ] || echo --quiet)
# Who builds for the first time reads how long it takes, on two cores: $(call announce,FILE THAT IS THERE AFTERWARDS,WORDS).
announce = [ -e $1 ] || echo "$2" >&2

lint_packages := shellcheck mandoc gettext perl zsh
bench_packages := gcc libc6-dev libmosquitto-dev mosquitto openssl valgrind strace iproute2 util-linux python3
portable_packages := xz-utils ncurses-base
deb_packages := build-essential debhelper
deb_lint_packages := lintian devscripts desktop-file-utils appstream systemd

# The solver is 1.4 times as fast with AVX2: a build for this machine uses it where there is, CPU=any makes one for every machine.
CPU ?= this
ifeq ($(CPU),this)
cpu_flags := $(shell grep -qsw avx2 /proc/cpuinfo && grep -qsw bmi2 /proc/cpuinfo && echo -Xcc -march=x86-64-v3)
endif

# Where the release is built, and how it is linked: with LINK=static the C++ runtime and all libraries but those of the relay's helper are in it (their
# archives come first in the search path), since the dynamic linker's work on them would be done at every start; with LINK=dynamic it
# takes the system's, which the system keeps secure; with LINK=portable the helper of the relay looks for the rest in its folder's lib.
# What is compiled is the same for all of them: it is said in arguments for the linker alone.
SCRATCH ?= .build
LINK ?= static
archives := $(SCRATCH)/archives
products := fourinarow fourinarow-bonjour fourinarow-relay fourinarow-router
archived := libstdc++.a libavahi-core.a libavahi-common.a libncursesw.a libtinfo.a libedit.a libfribidi.a libbsd.a libmd.a libseccomp.a libsodium.a libsqlite3.a libnatpmp.a libminiupnpc.a libgcc_eh.a
static_flags := -Xlinker -L$(CURDIR)/$(archives)
# What the program brings along needs each other, too: RPATH, which holds for them as well, instead of RUNPATH.
portable_flags := -Xlinker --disable-new-dtags -Xlinker -rpath -Xlinker '$$ORIGIN/lib'
# No path of this folder is in what is built.
anonymous_flags := -Xswiftc -file-prefix-map -Xswiftc $(CURDIR)=. -Xcc -ffile-prefix-map=$(CURDIR)=.
# STRIP=no leaves in what debuggers read, and a hash that names it; STRIP=late takes it out of what was compiled with it.
STRIP ?= yes
strip_flags := -Xlinker $(CURDIR)/Resources/anonymous.ld $(if $(filter no,$(STRIP)),-Xlinker --build-id=sha1,-Xlinker -s -Xlinker --build-id=none) \
	$(if $(filter yes,$(STRIP)),-debug-info-format none,-Xswiftc -Xfrontend -Xswiftc -no-clang-module-breadcrumbs)
# What distributions give is for the compiler that links: -Wl,-z,relro.
comma := ,
linker_flags := $(foreach flag,$(subst $(comma), ,$(patsubst -Wl$(comma)%,%,$(filter -Wl%,$(LDFLAGS)))),-Xlinker $(flag))
# Small and quick to start: `make bench` has the figures.
release_flags := -c release --scratch-path $(SCRATCH) $(cpu_flags) --static-swift-stdlib --disable-local-rpath $(anonymous_flags) $(strip_flags) $(linker_flags) \
	-Xswiftc -disable-dynamic-actor-isolation -Xswiftc -Xfrontend -Xswiftc -function-sections -Xswiftc -use-ld=lld \
	-Xlinker --gc-sections -Xlinker --no-export-dynamic -Xlinker -z -Xlinker pack-relative-relocs -Xlinker -z -Xlinker now \
	-Xlinker --icf=all -Xlinker --as-needed $(if $(filter-out dynamic,$(LINK)),$(static_flags)) $(if $(filter portable,$(LINK)),$(portable_flags))
release := $(SCRATCH)/release
stamp := $(release)/fourinarow.stamp
sources := Package.swift Makefile $(shell find Sources -type f) $(wildcard Resources/po/*.po)

# What a first build costs.
build_cost = The first build takes 5 minutes on two idle cores, 1 GB of memory and 100 MB of disk.
test_cost = The first build of the tests takes 6 minutes on two idle cores, 3 GB of memory and 1 GB of disk.

version := $(shell sed -nE 's/.*let version = "(.*)"/\1/p' Sources/Session/Seams/Program.swift)

# The catalogs of sentences: what translators write, and what gettext reads.
languages := $(patsubst Resources/po/%.po,%,$(wildcard Resources/po/*.po))
catalogs := $(foreach language,$(languages),$(SCRATCH)/locale/$(language)/LC_MESSAGES/fourinarow.mo)
LOCALEDIR ?= $(PREFIX)/share/locale

# Runs a relay with the files of $(DATADIR)/relay.
unit := $(SYSTEMD_UNITS)/fourinarow-relay.service
# What is installed: source:mode:place, one a word. `uninstall` removes the same files.
installed := \
	$(release)/fourinarow:755:$(LIBEXECDIR)/fourinarow \
	$(release)/fourinarow-bonjour:755:$(LIBEXECDIR)/fourinarow-bonjour \
	$(release)/fourinarow-relay:755:$(LIBEXECDIR)/fourinarow-relay \
	$(release)/fourinarow-router:755:$(LIBEXECDIR)/fourinarow-router \
	$(foreach file,README.md mosquitto.conf dynamic-security.json limits.conf limits.nft fourinarow.service,Resources/relay/$(file):644:$(DATADIR)/relay/$(file)) \
	$(foreach file,run renew,Resources/relay/$(file):755:$(DATADIR)/relay/$(file)) \
	Resources/relay/fourinarow-relay.service:644:$(unit) \
	$(addsuffix :644:$(DATADIR)/opening.book,$(wildcard Resources/opening.book)) \
	Resources/puzzles:644:$(DATADIR)/puzzles \
	$(foreach language,$(languages),$(SCRATCH)/locale/$(language)/LC_MESSAGES/fourinarow.mo:644:$(LOCALEDIR)/$(language)/LC_MESSAGES/fourinarow.mo) \
	Resources/fourinarow.6:644:$(MANDIR)/fourinarow.6 \
	Resources/completions/fourinarow.bash:644:$(BASH_COMPLETIONS)/fourinarow \
	Resources/completions/_fourinarow:644:$(ZSH_COMPLETIONS)/_fourinarow \
	Resources/completions/fourinarow.fish:644:$(FISH_COMPLETIONS)/fourinarow.fish \
	Resources/desktop/fourinarow.desktop:644:$(APPLICATIONS)/fourinarow.desktop \
	Resources/desktop/fourinarow.svg:644:$(ICONS)/scalable/apps/fourinarow.svg \
	Resources/desktop/fourinarow.png:644:$(ICONS)/48x48/apps/fourinarow.png \
	Resources/desktop/org.example.fourinarow.metainfo.xml:644:$(METAINFO)/org.example.fourinarow.metainfo.xml

# The program finds what belongs to it in its own folder, whatever the others are: target:place of relative symbolic links.
linked := \
	$(LIBEXECDIR)/fourinarow:$(BINDIR)/fourinarow \
	$(LOCALEDIR):$(LIBEXECDIR)/locale \
	$(DATADIR)/puzzles:$(LIBEXECDIR)/puzzles \
	$(addsuffix :$(LIBEXECDIR)/opening.book,$(if $(wildcard Resources/opening.book),$(DATADIR)/opening.book))

# The folders of all that, and where `install` writes which of them were not there: `uninstall` removes those.
folders := $(sort $(foreach entry,$(installed) $(linked),$(DESTDIR)$(dir $(lastword $(subst :, ,$(entry))))))
made := $(DESTDIR)$(DATADIR)/folders

.PHONY: help
help:
	@echo "make TARGET [NAME=VALUE …]; Tests/README.md has more targets"
	@for group in play test package measure; do \
		sed -nE "s/^([a-z-]+):.*## $$group: (.*)/$$group\t\1\t\2/p" $(firstword $(MAKEFILE_LIST)); \
	done | awk -F '\t' '{ printf "%-9s%-13s%s\n", $$1 == last ? "" : $$1, $$2, $$3; last = $$1 }'

.DEFAULT:
	@echo "There is no target $@: make help lists them." >&2; exit 2

.PHONY: swift
swift:
	@Resources/toolchain >/dev/null

.PHONY: build
build: swift ## play: build the release; CPU=any for every machine, LINK=dynamic for the system's libraries
	@Resources/need $(build_packages)
	@mkdir -p $(archives)
	@for archive in $(archived); do \
		ln -sf "$$($(toolchain)/bin/clang -print-file-name="$$archive")" $(archives)/"$$archive"; \
	done
	@ln -sf libgcc_eh.a $(archives)/libgcc_s.a
	@$(call announce,$(stamp),$(build_cost))
	@for product in $(products); do \
		Resources/progress $(SCRATCH)/build.log "Building $$product" $(swift_build) $(release_flags) --product $$product; \
	done
	@$(if $(catalogs),$(MAKE) $(catalogs))
	@touch $(stamp)

$(stamp): $(sources)
	@$(MAKE) build

$(catalogs): $(SCRATCH)/locale/%/LC_MESSAGES/fourinarow.mo: Resources/po/%.po
	@mkdir -p $(@D)
	msgfmt --output-file=$@ $<

.PHONY: po
po: ## package: extract the sentences for translators and merge them into Resources/po/*.po
	@Resources/need gettext perl
	Resources/po/extract Resources/po/fourinarow.pot
	for language in $(languages); do \
		msgmerge --quiet --update --backup=none --no-wrap --previous Resources/po/$$language.po Resources/po/fourinarow.pot; \
	done

.PHONY: run
run: build ## play: build the release and play; ARGS="host --name Ann"
	@$(release)/fourinarow $(ARGS)

RELAY_PORT ?= 1883
.PHONY: relay
relay: ## play: run a relay for games over the internet on this machine; RELAY_PORT=1883
	@Resources/need mosquitto
	@Resources/relay/run .build/relay $(RELAY_PORT)

.PHONY: test
test: swift ## test: run the tests; FILTER=WireTests for some of them
	@Resources/need $(build_packages) $(test_packages)
	@$(call announce,$(tests),$(test_cost))
	@Resources/progress .build/build.log "Building the tests" $(build_tests) $(quietly)
	@Tests/run .build/test.log $(tests) $(if $(FILTER),--filter '$(FILTER)')

.PHONY: test-all
test-all: export FOURINAROW_ALL := 1
test-all: test ## test: the same with each case of which make test tries some

# bookworm, trixie or sid; SWIFT=debian and WHO=root are passed on, too (Tests/bare --help).
SUITE ?= bookworm
export SWIFT WHO
.PHONY: bare
bare: swift ## test: try README on a bare Debian, as a user with sudo; SUITE=bookworm, trixie or sid
	SUITE=$(SUITE) Tests/bare

TORTURE_SECONDS ?= 600
# Runs only the rows whose description contains this text.
TORTURE_ROWS ?=
.PHONY: torture
torture: build ## test: attack the program for a while, and print what was lost; TORTURE_SECONDS=600
	@Resources/need $(test_packages)
	@Resources/progress .build/build.log "Building the tests" $(build_tests) $(quietly)
	FOURINAROW_TORTURE=$(TORTURE_SECONDS) FOURINAROW_TORTURE_ROWS='$(TORTURE_ROWS)' FOURINAROW_PROGRAM=$(CURDIR)/$(release)/fourinarow \
		$(tests) --testing-library swift-testing --filter TortureTests

# Picks the lines of a log that name tests left out or skipped.
omissions := s/.*Left out with/left out with/p;/skipped/p

.PHONY: sanitize
sanitize: swift ## test: run the tests with the address and the thread sanitizer; FILTER=WireTests
	@Resources/need $(build_packages) $(test_packages)
	@for kind in address thread; do \
		printf '\n=== %s sanitizer\n' $$kind; \
		$(build_tests) $(quietly) --sanitize=$$kind --scratch-path .build/$$kind; \
		code=0; \
		ASAN_OPTIONS=detect_leaks=0 TSAN_OPTIONS=halt_on_error=0:exitcode=66 \
			Tests/run .build/$$kind.log .build/$$kind/debug/$(notdir $(tests)) $(if $(FILTER),--filter '$(FILTER)') || code=$$?; \
		printf '\nLeft out or skipped with the %s sanitizer:\n' $$kind; \
		sed -nE '$(omissions)' .build/$$kind.log | sort | uniq -c; \
		! grep -A12 -E 'WARNING: ThreadSanitizer|ERROR: AddressSanitizer' .build/$$kind.log || code=1; \
		[ $$code = 0 ] || exit $$code; \
	done

.PHONY: record
record: swift ## test: write the screens that are missing or changed (fails once: look at them)
	@Resources/need $(build_packages) $(test_packages)
	@Resources/progress .build/build.log "Building the tests" $(build_tests) $(quietly)
	RECORD=1 Tests/run .build/record.log $(tests) --filter PlayTests

# Draws the main screens as SVG, in all sizes and themes, with contact sheets.
.PHONY: gallery
gallery: swift
	@Resources/need $(build_packages) $(test_packages)
	@rm -rf .build/gallery
	@mkdir -p .build/gallery
	@Resources/progress .build/build.log "Building the tests" $(build_tests) $(quietly)
	FOURINAROW_GALLERY=$(CURDIR)/.build/gallery Tests/run .build/gallery.log $(tests) --filter GalleryTests
	@echo "Look at .build/gallery/index.html"

# Makes the pictures that the AppStream metainfo names, in .build/screenshots, for the project's site.
.PHONY: screenshots
screenshots: gallery
	@Resources/need librsvg2-bin
	@mkdir -p .build/screenshots
	@for name in $$(sed -nE 's|.*<image.*/(.*)\.png</image>|\1|p' Resources/desktop/*.metainfo.xml); do \
		rsvg-convert ".build/gallery/$$name.svg" --output ".build/screenshots/$$name.png"; \
	done

# Plays a game and records it as an animation for README.md.
.PHONY: cast
cast: swift
	@Resources/need $(build_packages) $(test_packages)
	@Resources/progress .build/build.log "Building the tests" $(build_tests) $(quietly)
	FOURINAROW_CAST=$(CURDIR)/Resources/cast.svg Tests/run .build/cast.log $(tests) --filter CastTests

.PHONY: bench
bench: build ## measure: start, keys, memory
	@Resources/need $(bench_packages)
	Tests/Bench/run

.PHONY: bench-engine
bench-engine: swift ## measure: the solver against others; FOURINAROW_REFERENCES= FOURINAROW_POSITIONS=
	@Resources/need $(build_packages) $(bench_packages) g++
	for product in engine-bench fourinarow; do $(swift_build) -c release $(cpu_flags) --product $$product; done
	Tests/Bench/engine $(ARGS)

.PHONY: bench-relay
bench-relay: swift ## measure: what players cost a relay; ARGS="SECONDS=30 1250 2500 5000"
	@Resources/need $(build_packages) $(bench_packages)
	$(swift_build) $(release_flags) --product relay-bench
	RELAY_BENCH=$(CURDIR)/$(release)/relay-bench Tests/Bench/relay $(ARGS)

# Where the scores found so far are kept: the work can be stopped at any time and goes on from there.
BOOK_STATE ?= .build/book
BOOK_PLY ?= 12
WORKERS ?= 1
# Computes the opening book, in hours; may be interrupted.
.PHONY: book
book: swift
	@Resources/need $(build_packages)
	$(swift_build) -c release $(cpu_flags) --product fourinarow-book
	@mkdir -p $(BOOK_STATE)
	@for worker in $$(seq 0 $$(($(WORKERS) - 1))); do \
		nice -n 19 $(release)/fourinarow-book compute $(BOOK_PLY) $(BOOK_STATE) $$worker $(WORKERS) & \
	done; wait
	$(release)/fourinarow-book pack $(BOOK_PLY) $(BOOK_STATE) Resources/opening.book

# Learns the order of early moves from the book, in half a minute; the same weights each time.
.PHONY: order
order: swift
	@Resources/need $(build_packages)
	$(swift_build) -c release $(cpu_flags) --product fourinarow-book
	$(release)/fourinarow-book order Resources/opening.book Sources/Engine/Solver/EarlyOrderWeights.swift

# Makes the puzzles and the practice positions anew, in minutes; the same ones each time.
.PHONY: puzzles
puzzles: swift
	@Resources/need $(build_packages)
	$(swift_build) -c release $(cpu_flags) --product fourinarow-book
	$(release)/fourinarow-book puzzles 1200 Resources/puzzles

.PHONY: lint
lint: swift layers ## test: check formatting, imports, scripts, manual page and completions
	@Resources/need $(lint_packages)
	swift format lint --strict --recursive Sources Tests Package.swift
	shellcheck $$(find .ci Tests Resources -type f -perm -u+x -exec grep -lE -m1 '^#!.*(bash|/sh)' {} +)
	shellcheck --shell=bash Resources/completions/fourinarow.bash
	Tests/documented
	Tests/completions
	mandoc -T lint -W warning Resources/fourinarow.6
	Tests/catalogs
	@! command -v zsh >/dev/null || zsh -n Resources/completions/_fourinarow
	@! command -v fish >/dev/null || fish --no-execute Resources/completions/fourinarow.fish

.PHONY: format
format: swift ## test: format the sources
	swift format --in-place --recursive Sources Tests Package.swift

# Checks the imports against the map of Sources/README.md.
.PHONY: layers
layers: swift
	Tests/layers --self-test
	Tests/layers
	@Resources/need $(build_packages) $(test_packages)
	$(build_tests) $(quietly) --explicit-target-dependency-import-check error

FUZZ_SECONDS ?= 60
fuzz := .build/fuzz
# Whether a closure runs on the main thread is asked again and again: there is only one.
fuzz_sanitizers := fuzzer,address
fuzz_flags := -O -sanitize=$(fuzz_sanitizers) -parse-as-library -swift-version 6 -enable-testing -Xfrontend -disable-dynamic-actor-isolation
fuzz_targets := packets machines cards router
# The tests' broker in memory and its clients have reference cycles, so libFuzzer does not look for leaks among the cards. They are compiled
# by a make of its own without the address sanitizer, for two and a half times as many inputs a second.
fuzz_cards := $(fuzz)/plain/cards
.PHONY: fuzz $(addprefix fuzz-,$(fuzz_targets))
fuzz: swift ## test: feed damaged packets, events, cards and routers' answers; FUZZ_SECONDS=60
	@Resources/need $(build_packages)
	@$(MAKE) --jobs=2 --output-sync $(addprefix fuzz-,$(fuzz_targets))

.PHONY: fuzz-build
fuzz-build: swift $(fuzz)/packets $(fuzz)/machines $(fuzz)/router
	@$(MAKE) fuzz=$(fuzz)/plain fuzz_sanitizers=fuzzer $(fuzz_cards)

fuzz-packets fuzz-machines fuzz-router: fuzz-%: $(fuzz)/%
	$(call run_fuzzer,$<,1)

fuzz-cards: swift
	@$(MAKE) fuzz=$(fuzz)/plain fuzz_sanitizers=fuzzer $(fuzz_cards)
	$(call run_fuzzer,$(fuzz_cards),0)

# $(call run_fuzzer,PROGRAM,LEAKS): first what is on file, then new inputs as long as there is time.
define run_fuzzer
	@target=$(@:fuzz-%=%); \
	mkdir -p $(fuzz)/$$target-corpus; \
	$1 -runs=0 Tests/Fuzz/$${target^}Corpus; \
	$1 -max_total_time=$(FUZZ_SECONDS) -detect_leaks=$2 -timeout=10 -print_final_stats=1 \
		-artifact_prefix=$(fuzz)/$$target- $(fuzz)/$$target-corpus Tests/Fuzz/$${target^}Corpus
endef

# The package manager cannot link a fuzzer: its modules are compiled here, those that others import first.
fuzz_pure := $(addprefix $(fuzz)/,Text.o Engine.o Games.o HelperProtocol.o Wire.o)
fuzz_swiftc = $(toolchain)/bin/swiftc $(fuzz_flags) $(fuzz_isolation) -package-name fourinarow -I $(fuzz)

.SECONDEXPANSION:
$(fuzz_pure) $(fuzz)/Router.o $(fuzz)/Session.o: $(fuzz)/%.o: $$(shell find Sources/$$* -name '*.swift') | swift
	@Resources/need $(build_packages)
	@mkdir -p $(fuzz)
	$(fuzz_swiftc) -wmo -module-name $* -emit-module-path $(fuzz)/$*.swiftmodule -c $(filter %.swift,$^) -o $@

$(fuzz)/Engine.o $(fuzz)/Wire.o: $(fuzz)/Text.o
$(fuzz)/Wire.o: $(fuzz)/HelperProtocol.o
$(fuzz)/Session.o: $(fuzz_pure)
$(fuzz)/Session.o $(fuzz)/TestSupport.o $(fuzz)/machines $(fuzz)/cards: private fuzz_isolation := -default-isolation MainActor

# What the targets need of the tests' support.
$(fuzz)/ToyDigest.o: Tests/ToyDigest/Toy.swift
$(fuzz)/TestSupport.o: Tests/TestSupport/ToySeals.swift Tests/TestSupport/FakeBroker.swift $(fuzz)/Session.o $(fuzz)/ToyDigest.o
$(fuzz)/ToyDigest.o $(fuzz)/TestSupport.o:
	@mkdir -p $(fuzz)
	$(fuzz_swiftc) -wmo -module-name $(@F:.o=) -emit-module-path $(@:.o=.swiftmodule) -c $(filter %.swift,$^) -o $@

$(fuzz)/packets: Tests/Fuzz/FuzzPackets.swift $(fuzz)/Text.o $(fuzz)/Wire.o $(fuzz)/HelperProtocol.o
	$(fuzz_swiftc) -use-ld=lld $^ -o $@

$(fuzz)/Router.o: $(fuzz)/HelperProtocol.o
$(fuzz)/Router.o $(fuzz)/router: private fuzz_flags += -I Sources/CRouter

$(fuzz)/router: Tests/Fuzz/FuzzRouter.swift $(fuzz)/HelperProtocol.o $(fuzz)/Router.o
	$(fuzz_swiftc) -use-ld=lld $^ -o $@

$(fuzz)/machines: Tests/Fuzz/FuzzMachines.swift Tests/Fuzz/FuzzMachine.swift $(fuzz)/TestSupport.o $(fuzz)/ToyDigest.o $(fuzz)/Session.o $(fuzz_pure)
	$(fuzz_swiftc) -use-ld=lld $^ -o $@

# Not optimized: with -enable-testing, the optimizer miscompiles classes that have a deinit.
$(fuzz)/cards: private fuzz_flags += -Onone
$(fuzz)/cards: Tests/Fuzz/FuzzCards.swift Tests/Fuzz/FuzzMachine.swift $(fuzz)/TestSupport.o $(fuzz)/ToyDigest.o $(fuzz)/Session.o $(fuzz_pure)
	$(fuzz_swiftc) -use-ld=lld $^ -o $@

.PHONY: install
install: $(stamp) ## play: install; PREFIX=/usr/local DESTDIR= LIBEXECDIR= DATADIR= LOCALEDIR=
	@new=$$(LC_ALL=C mkdir -pv $(folders) | sed "s/^mkdir: created directory '\(.*\)'$$/\1/"); \
	[[ -z $$new ]] || echo "$$new" >>"$(made)"
	@for entry in $(installed); do \
		IFS=: read -r source mode place <<<"$$entry"; \
		echo "$(DESTDIR)$$place"; \
		install -m "$$mode" "$$source" "$(DESTDIR)$$place"; \
	done
	@sed -i 's|@DATADIR@|$(DATADIR)|' "$(DESTDIR)$(unit)"
	@for entry in $(linked); do \
		IFS=: read -r target place <<<"$$entry"; \
		[[ $$target != "$$place" ]] || continue; \
		echo "$(DESTDIR)$$place"; \
		ln -sfnr "$(DESTDIR)$$target" "$(DESTDIR)$$place"; \
	done

.PHONY: uninstall
uninstall: ## play: remove what install put there; the same PREFIX and DESTDIR
	@for entry in $(installed) $(linked); do rm -fv "$(DESTDIR)$${entry##*:}"; done
	@[[ ! -e "$(made)" ]] || { new=$$(LC_ALL=C sort -ru "$(made)"); rm "$(made)"; xargs -d '\n' rmdir --ignore-fail-on-non-empty <<<"$$new" || true; }

.PHONY: deb
deb: swift ## package: make a Debian package, for the Debian it is made on; DEBFULLNAME= DEBEMAIL=
	@Resources/need $(deb_packages) $(build_packages)
	@mkdir -p .build
	@Resources/package-deb .build $(version)

# The recipes for other distributions, with version and licence.
.PHONY: recipes
recipes:
	@mkdir -p .build/recipes
	@licence=$$(head -n 1 Resources/packaging/licence); \
	for recipe in PKGBUILD fourinarow.spec fourinarow.nix; do \
		sed "s/@VERSION@/$(version)/; s/@LICENCE@/$$licence/" Resources/packaging/$$recipe >.build/recipes/$$recipe; \
	done; ls .build/recipes/*

.PHONY: portable
portable: swift ## package: make an archive that runs where it is unpacked, on every distribution
	@Resources/need $(portable_packages) $(build_packages)
	@mkdir -p .build
	@Resources/package-portable .build $(version) $(filter lib%,$(build_packages))

include Tests/ci.mk
