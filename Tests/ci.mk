# Targets that CI needs, and few others; the Makefile includes this file.

# As root, the tests that the last `make test` skipped because a user may not, with the build of that run, since two users cannot take turns at
# building. The probes of the sandboxes run both as a user and as root.
.PHONY: test-root
test-root:
	@Resources/need $(test_packages)
	@Tests/run .build/root.log $(tests) --filter "$$(cat .build/test.log.root)|GameSandboxTests|SandboxTests"

# What .ci/run needs later, made while a bare system comes over the network.
.PHONY: ahead
ahead: swift
	@Resources/need $(build_packages) $(deb_packages) $(portable_packages) $(deb_lint_packages) autopkgtest piuparts mosquitto openssl
	@$(MAKE) --jobs=2 fuzz-build

# Whether make install serves folders that are not the usual ones.
.PHONY: install-check
install-check: $(stamp)
	Tests/installed

# What Debian's tools say of the package that make deb made, and of the files for desktops and systemd.
.PHONY: deb-lint
deb-lint:
	@Resources/need $(deb_lint_packages)
	Tests/packaged

# The Debian package, and the portable archive of what was compiled for it.
.PHONY: packages
packages: export KEEP := yes
packages: deb
	@tree=.build/fourinarow-$(version); \
	$(MAKE) -C $$tree portable SCRATCH=.build/deb STRIP=late; \
	mv $$tree/.build/fourinarow-*.tar.xz* .build/; rm -rf $$tree

# Whether two folders make the same of the same sources.
.PHONY: packages-check
packages-check: swift
	@Resources/need $(deb_packages) $(portable_packages) $(build_packages)
	Tests/reproducible packages '.build/fourinarow{,-dbgsym}_*.deb .build/fourinarow_*.{dsc,tar.xz} .build/fourinarow-*.tar.xz'
	dpkg-deb --field .build/fourinarow_*.deb Maintainer Depends

# Installs the Debian package on a bare Debian 12, starts it from its desktop entry, and runs its tests there; needs root or sudo.
.PHONY: deb-bare
deb-bare:
	Tests/bare --package

# Plays with the portable archive on a bare Debian; needs root or sudo.
.PHONY: portable-bare
portable-bare:
	SUITE=$(SUITE) Tests/bare --portable
