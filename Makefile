# framegrab: `make demo` shows it, `make test` proves it. Both install what is missing first.

PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift
STATIC := $(if $(filter Linux,$(shell uname -s)),--static-swift-stdlib --disable-local-rpath -Xlinker --gc-sections -Xlinker --no-export-dynamic -Xlinker -s)
RELEASE := $(SWIFT) build -c release $(STATIC) --product framegrab
BINARY = $(shell $(RELEASE) --show-bin-path)/framegrab
VERSION := $(shell sed -n 's/.*static let number = "\(.*\)"/\1/p' Sources/Command/Ground/Version.swift)

.PHONY: all deps build portable test-portable demo test check test-debian13 corpus conformance roads strangers faults attacks fuzz engines terminals readers bench lint format install uninstall version deb tarball wheel test-wheel test-sources test-relink release test-packages fixtures drawings docs clean

all: build

# Debian and Ubuntu by apt, macOS by brew; nothing if all is there, sudo only if needed.
deps:
	@./.ci/deps

build: deps
	$(RELEASE)

# One self-contained binary, .build/portable/framegrab: FFmpeg's source with only the formats that framegrab opens, and all
# other libraries, in one file that needs libc only. FFMPEG_SOURCE=FILE takes FFmpeg from there; FFMPEG_CHANGED=FOLDER takes a
# changed source of FFmpeg, and makes .build/portable-changed/framegrab.
FFMPEG_SOURCE ?=
FFMPEG_CHANGED ?=
portable:
	@SWIFT='$(SWIFT)' FFMPEG_SOURCE='$(FFMPEG_SOURCE)' FFMPEG_CHANGED='$(FFMPEG_CHANGED)' ./.ci/portable/build

# The same libraries for the tests.
WITH_PORTABLE = PKG_CONFIG_PATH='$(CURDIR)/.build/portable/prefix/lib/pkgconfig' $(SWIFT) build --scratch-path .build-portable

# All tests, with the same libraries, but those whose files libavformat writes (this one cannot). Those that run the tool
# take the one beside them, so they get a folder of links.
test-portable: portable deps
	$(WITH_PORTABLE) --build-tests $(FLAGS)
	@bin=$$($(WITH_PORTABLE) --show-bin-path) && rm -rf .build/portable/tests && mkdir .build/portable/tests && \
	  ln -s "$$bin"/* .build/portable/tests && ln -sf ../framegrab .build/portable/tests/framegrab
	FRAMEGRAB_DOOR=program .build/portable/tests/framegrabPackageTests.xctest --testing-library swift-testing

# Grabs the frame on which a scripted drag ends; the last line is the picture's path.
demo: build
	@mkdir -p .build/demo
	@$(BINARY) --gesture Fixtures/gestures/drag.json -y -o '.build/demo/{stem}-{index}.png'

# FLAGS are passed to the compiler driver, here and in lint: .ci/run builds once for both.
FLAGS ?=
# The tests' files, 40 MB at a time, are in memory if it has a folder with room: much of the time would be waiting for a
# disk. TMPDIR=FOLDER puts them elsewhere.
ROOM := $(shell ! grep -q ' /dev/shm .*noexec' /proc/mounts 2>/dev/null && df -Pm /dev/shm 2>/dev/null | awk 'NR == 2 && $$4 >= 1024 { print "/dev/shm" }')
test: export TMPDIR := $(or $(TMPDIR),$(ROOM),/tmp)
test: deps
	$(SWIFT) build --build-tests $(FLAGS)
	$(SWIFT) test --skip-build

# For the editor's loop: the pure modules, what a command line means, and a call of each kind through both doors.
CHECKED = ^(Arguments|ColorCodes|Exif|GestureFiles|JSON|Plotting|Screen|Scrubbing|Seeking|Timeline)Tests\.|DoorTests|InterpretationTests|ScrubStateTests
check: deps
	$(SWIFT) build --build-tests $(FLAGS)
	$(SWIFT) test --skip-build --filter '$(CHECKED)'

# The same on Debian 13, whose FFmpeg is 7.1: in a bare root (debootstrap, in .build/roots), with the Swift of this machine;
# needs root. INSIDE="make conformance" is what to run there instead.
INSIDE ?= make test
test-debian13:
	@test "$$(id -u)" = 0 || { echo 'make test-debian13: needs root, for debootstrap and chroot' >&2; exit 1; }
	@SWIFT='$(SWIFT)' ./.packaging/test-in-root trixie $(INSIDE)

# Makes small files of every kind, and their expected frames, in .build/corpus: SEED=7 make corpus
SEED ?= 1
corpus: deps
	SEED='$(SEED)' Tests/Corpus/make-corpus.sh .build/corpus/'$(SEED)'

# Grabs frames of these files in every way and order; one wrong frame fails: make conformance SEEDS="1 2 3"
# Then the tool is asked for each of them, and for SPOILT spoilt variants of each (25 is all), along every road (make roads).
# PEER=--ffmpeg sends the requests by time to `ffmpeg -ss` instead, for comparison; PEER=--requests prints them.
# PORTABLE=1 does it with the libraries of the self-contained binary, and with that binary.
SEEDS ?= 1
PORTABLE ?=
SPOILT ?=
CONFORMANCE = $(if $(PORTABLE),.build-portable/release,$$($(RELEASE) --show-bin-path))
conformance: deps
ifdef PORTABLE
	@SWIFT='$(SWIFT)' FFMPEG_SOURCE='$(FFMPEG_SOURCE)' ./.ci/portable/build conformance-run
else
	$(RELEASE)
	$(SWIFT) build -c release $(STATIC) --product conformance-run
	$(SWIFT) build -c release $(STATIC) --product roads-run
endif
	@for seed in $(SEEDS); do \
	  test -s .build/corpus/$$seed/complete || SEED=$$seed Tests/Corpus/make-corpus.sh .build/corpus/$$seed || exit 1; \
	done
	$(CONFORMANCE)/conformance-run $(PEER) $(SEEDS:%=.build/corpus/%)
ifeq ($(PEER)$(PORTABLE),)
	$(CONFORMANCE)/roads-run --frames 6 --spoilt '$(or $(SPOILT),1)' $(BOTH) $(SEEDS:%=.build/corpus/%/files)
endif

# Asks for frames of any files in every way (alone, with --json, by --serve and --batch, by index, time and timestamp, with
# one decoder and several, verified, with a kept index, by both builds) and compares the answers with each other, so that it
# needs no reference: make roads MEDIA="archive clip.mov" FRAMES=12 SEED=2 SPOILT=3 WORKERS=4
# FRAMEGRAB=path/framegrab asks that one, PORTABLE=path/framegrab is the other; .build/roads has what shows a difference.
MEDIA ?=
FRAMES ?= 12
WORKERS ?= 2
BOTH = $(addprefix --portable ,$(or $(filter-out 1,$(PORTABLE)),$(SELF_CONTAINED)))
roads: deps
	@test -n '$(MEDIA)' || { echo 'make roads: MEDIA=FOLDER names the videos' >&2; exit 2; }
	$(RELEASE)
	$(SWIFT) build -c release $(STATIC) --product roads-run
	@$$($(RELEASE) --show-bin-path)/roads-run --frames '$(FRAMES)' --seed '$(SEED)' --jobs '$(WORKERS)' \
	  --spoilt '$(or $(SPOILT),0)' $(BOTH) $(MEDIA)

# Compares every frame's time and checksum with those of ffmpeg and ffprobe, and says what differs, with the commands that
# show it, and what was refused and why: make strangers MEDIA=fate-suite WORKERS=4
strangers: deps
	@test -n '$(MEDIA)' || { echo 'make strangers: MEDIA=FOLDER names the videos' >&2; exit 2; }
	$(RELEASE)
	$(SWIFT) build -c release $(STATIC) --product strangers-run
	@$$($(RELEASE) --show-bin-path)/strangers-run --frames '$(FRAMES)' --seed '$(SEED)' --jobs '$(WORKERS)' $(MEDIA)

# Runs every parser and coder, and the whole way from a file to pictures, on made-up bytes (libFuzzer, AddressSanitizer):
# make fuzz FUZZ="gesture png" MINUTES=5 JOBS=2 runs two of the targets (Tests/Fuzz), 5 minutes each in 2 processes.
FUZZ ?=
MINUTES ?= 1
JOBS ?= 1
fuzz: deps
	@SWIFT='$(SWIFT)' MINUTES='$(MINUTES)' JOBS='$(JOBS)' Tests/Fuzz/fuzz.sh $(FUZZ)

# Attacks the tool with spoilt, hostile and huge files, odd names, full disks, closed descriptors, and errors and signals
# at each output system call, and judges each run by rules: make faults SEED=7 COUNT=3000 FAULTS="flips calls"
# FAULTS=--list names the classes, FAULTS="--case 7/flips/17" repeats a case, whose files are in .build/faults/7/flips-17.
FAULTS ?=
COUNT ?= 300
faults:
	@./.ci/deps strace
	$(RELEASE)
	$(SWIFT) build -c release $(STATIC) --product faults-run
	$(SWIFT) build -c release $(STATIC) --product fault-launch
	@test -s .build/corpus/'$(SEED)'/complete || SEED='$(SEED)' Tests/Corpus/make-corpus.sh .build/corpus/'$(SEED)'
	@$$($(RELEASE) --show-bin-path)/faults-run --seed '$(SEED)' --count '$(COUNT)' $(FAULTS)

# Tries all that a worker which was taken over could do to its broker, in each kind of run: a grab, --serve, --batch and
# --scrub (Tests/CommandTests/Attack.swift), and changes what a real one says, for each kind of job (GarbledTests.swift).
# make test tries each attack in one of them, and a few changes.
attacks: deps
	$(SWIFT) build --build-tests $(FLAGS)
	FRAMEGRAB_ATTACKS=all $(SWIFT) test --skip-build --filter "AttackTests|GarbledTests"

# Runs framegrab under GNU parallel, Spark, Ray, Dask, Slurm's scripts and DuckDB by the recipes of the page ManyVideos, with broken videos
# and killed processes; installs what it can. make engines ENGINES="spark ray" chooses; all is in .build/engines.
# SOURCE=1 puts the videos into a bucket of S3 (a stand-in on this machine), from which a helper of --source reads them.
ENGINES ?=
SOURCE ?=
engines: build
	@BINARY="$(BINARY)" SOURCE='$(SOURCE)' Tests/Engines/engines.sh $(ENGINES)

# Scrubs in xterm, kitty and tmux on a screen that nobody sees (Xvfb), with drags of a real pointer within and beyond the
# window; installs what it can. make terminals TERMINALS="kitty sixel" chooses; screenshots are in .build/terminals.
TERMINALS ?=
terminals: build
	@BINARY="$(BINARY)" Tests/Terminals/terminals.sh $(TERMINALS)

# Shows paused videos and the PNGs of their frames side by side in Chromium and Firefox, and compares what is on the
# screen; installs them by apt. make readers READERS="bt709 pq~" chooses (~: no bound); screenshots are in .build/readers.
# PLAYERS=FOLDER has built files of web players, which .ci/players names: their previews of a sheet, under a moving mouse.
READERS ?=
PLAYERS ?=
readers: build
	@BINARY="$(BINARY)" PYTHONDONTWRITEBYTECODE=1 python3 Tests/Readers/sheets.py .build/readers-sheets
	@BINARY="$(BINARY)" Tests/Readers/readers.sh $(READERS)
	@BINARY="$(BINARY)" PYTHONDONTWRITEBYTECODE=1 python3 Tests/Readers/plots.py .build/readers-plots
	@BINARY="$(BINARY)" PYTHONDONTWRITEBYTECODE=1 python3 Tests/Readers/players.py .build/readers-players '$(PLAYERS)'

# Measures framegrab and every installed peer, in turn; its clips are made once, in .build/bench.
# make bench BENCH="keyframe png" chooses workloads, BENCH=--list names them, BENCH=scrub drags on the scrubbing
# screen. BENCH_ROUNDS=3 takes less time, BENCH_PYTHON=… is a Python with PyAV, OpenCV, decord or torchcodec.
BENCH ?=
bench: deps
	$(RELEASE)
	$(SWIFT) build -c release $(STATIC) --product bench-run
	@$$($(RELEASE) --show-bin-path)/bench-run $(BENCH)

# Format, warnings, and the house rules: no cycle among a module's files, no reference to a higher floor, no type in
# more than three files, no function above 60 lines.
lint: deps
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests
	$(SWIFT) build --build-tests -Xswiftc -warnings-as-errors
	@bin=$$($(SWIFT) build --show-bin-path) && $(SWIFT) -print-target-info | "$$bin/house-check" "$$bin/index/store"

format:
	$(SWIFT) format --in-place --recursive Package.swift Sources Tests

# The binary of `make portable` if there is one, brought up to date; otherwise the ordinary one, which needs no Swift but
# the C libraries. make install FROM=path/framegrab takes that one as it is and builds nothing. The licences of what a
# binary contains are taken from beside it.
FROM =
SELF_CONTAINED := $(if $(FROM),,$(wildcard .build/portable/framegrab))
INSTALLED = $(or $(if $(FROM),$(if $(findstring /,$(FROM)),,./)$(FROM)),$(SELF_CONTAINED),$(BINARY))
install: $(if $(FROM),,$(if $(SELF_CONTAINED),portable,build))
	install -d '$(DESTDIR)$(PREFIX)/bin' '$(DESTDIR)$(PREFIX)/share/man/man1' \
	  '$(DESTDIR)$(PREFIX)/share/bash-completion/completions' '$(DESTDIR)$(PREFIX)/share/zsh/site-functions' \
	  '$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d' '$(DESTDIR)$(PREFIX)/share/thumbnailers'
	install -m 755 '$(INSTALLED)' '$(DESTDIR)$(PREFIX)/bin/framegrab'
	'$(INSTALLED)' --man > '$(DESTDIR)$(PREFIX)/share/man/man1/framegrab.1'
	'$(INSTALLED)' --completions bash > '$(DESTDIR)$(PREFIX)/share/bash-completion/completions/framegrab'
	'$(INSTALLED)' --completions zsh > '$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_framegrab'
	'$(INSTALLED)' --completions fish > '$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/framegrab.fish'
	install -m 644 .packaging/framegrab.thumbnailer '$(DESTDIR)$(PREFIX)/share/thumbnailers/framegrab.thumbnailer'
	@licences="$$(dirname '$(INSTALLED)')/framegrab.licences.txt" && if [ -e "$$licences" ]; then \
	  install -d '$(DESTDIR)$(PREFIX)/share/doc/framegrab' && \
	  install -m 644 "$$licences" '$(DESTDIR)$(PREFIX)/share/doc/framegrab/licences.txt'; fi

uninstall:
	rm -f '$(DESTDIR)$(PREFIX)/bin/framegrab' '$(DESTDIR)$(PREFIX)/share/man/man1/framegrab.1' \
	  '$(DESTDIR)$(PREFIX)/share/bash-completion/completions/framegrab' \
	  '$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_framegrab' \
	  '$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/framegrab.fish' \
	  '$(DESTDIR)$(PREFIX)/share/thumbnailers/framegrab.thumbnailer' \
	  '$(DESTDIR)$(PREFIX)/share/doc/framegrab/licences.txt'
	@rmdir '$(DESTDIR)$(PREFIX)/share/doc/framegrab' 2>/dev/null || true

version:
	@echo '$(VERSION)'

# Packages of the portable binary, in .build/release-files: for Debian and Ubuntu, and for any other Linux to unpack in
# /usr/local. The same commit and the same binary give the same bytes.
deb: portable
	@./.packaging/deb

tarball: portable
	@./.packaging/tarball

# A wheel of the portable binary and a Python module, in .build/release-files, and the sources of what is LGPL in it.
wheel: portable
	@./.packaging/wheel '$(VERSION)'
	@./.packaging/lgpl-sources

# Unpacks these sources in a folder of its own, changes FFmpeg, and links framegrab with it, as a reader of its README would.
test-relink: portable
	@./.packaging/lgpl-sources
	@SWIFT='$(SWIFT)' ./.packaging/test-relink

# Installs it with pip in fresh environments of this machine and of bare roots of Debian (debootstrap, in .build/roots), and runs
# what the page says, a crash, forks, and the end of the interpreter; needs root for the roots. SUITES= leaves them out.
test-wheel: wheel
	@SUITES='$(SUITES)' ./.packaging/try-wheel

# Tries the example helpers of --source against servers on this machine; pip fetches boto3, moto and fsspec into .build.
test-sources: build
	@./.packaging/test-sources "$$($(RELEASE) --show-bin-path)/framegrab"

# Both of them, the source, a Homebrew formula, a Containerfile, and the checksums of all; needs a clean work tree.
# DOWNLOADS=https://… is where they will be published; make release PARTS="source formula" makes only these.
DOWNLOADS ?=
PARTS ?=
release:
	@DOWNLOADS='$(DOWNLOADS)' ./.packaging/release $(PARTS)

# Installs, runs and removes both packages in bare roots of Debian (debootstrap, in .build/roots); needs root.
# make test-packages SUITES=trixie chooses; MOUNTS=with leaves out the plain chroot, which has no /proc.
SUITES ?= bookworm trixie
MOUNTS ?= with without
test-packages:
	@test "$$(id -u)" = 0 || { echo 'make test-packages: needs root, for debootstrap and chroot' >&2; exit 1; }
	@$(MAKE) --no-print-directory deb tarball
	@MOUNTS='$(MOUNTS)' ./.packaging/try $(SUITES)

# Makes the clips of Fixtures/clips again, and their expected frames; the same FFmpeg gives the same bytes.
fixtures: deps
	Fixtures/make-clips.sh

# Draws the README's pictures again.
drawings: build
	$(BINARY) --gesture Fixtures/gestures/up-and-back.json --plot Fixtures/plots/up-and-back.svg -y

# Every module's pages, in docs/; a broken link is an error.
docs: deps
	@SWIFT='$(SWIFT)' ./.ci/docs

clean:
	rm -rf .build .build-portable docs
