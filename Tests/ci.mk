# Targets that CI needs, and few others; the Makefile includes this file.

# As root, the tests that the last `make test` skipped because a user may not, with the build of that run, since two users cannot take turns at
# building. The probes of the sandboxes run both as a user and as root.
.PHONY: test-root
test-root:
	@Resources/need $(test_packages)
	@Tests/run .build/root.log $(tests) --filter "$$(cat .build/test.log.root)|GameSandboxTests|SandboxTests"

# Whether make install serves folders that are not the usual ones.
.PHONY: install-check
install-check: $(stamp)
	Tests/installed

# What Debian's tools say of the package that make deb made, and of the files for desktops and systemd.
.PHONY: deb-lint
deb-lint:
	@Resources/need $(deb_lint_packages)
	Tests/packaged

# Whether two folders make the same Debian package of the same sources.
.PHONY: deb-check
deb-check: swift
	@Resources/need $(deb_packages) $(build_packages)
	Tests/reproducible deb '.build/fourinarow{,-dbgsym}_*.deb .build/fourinarow_*.{dsc,tar.xz}'
	dpkg-deb --field .build/fourinarow_*.deb Maintainer Depends

# The same for the portable archive.
.PHONY: portable-check
portable-check: swift
	@Resources/need $(portable_packages) $(build_packages)
	Tests/reproducible portable '.build/fourinarow-*.tar.xz'

# Installs the Debian package on a bare Debian 12, starts it from its desktop entry, and runs its tests there; needs root or sudo.
.PHONY: deb-bare
deb-bare:
	Tests/bare --package

# Plays with the portable archive on a bare Debian; needs root or sudo.
.PHONY: portable-bare
portable-bare:
	SUITE=$(SUITE) Tests/bare --portable
