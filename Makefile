# msrepl: make help lists the targets.

GO      ?= go
BIN     := bin/msrepl
PREFIX  ?=
# Packages in which several goroutines meet. The session itself is not among them: the interpreter keeps
# what goroutines of a cell share in memory that the race detector cannot tell from its own.
RACE    := ./cmd/... ./grad/... ./interp/internal/... ./kernel/... ./nn/... ./tensor

# Go ends the tests of a package after this time. It only ends what hangs: beside thirty other programs tests take
# twenty times as long.
TIMEOUT ?= 4h
# The race detector needs a C compiler; the product does not.
HAVE_CC := $(shell command -v gcc || command -v clang)
# The commit, for msrepl version, where the go command stamps none (-buildvcs=false).
COMMIT   = $(shell git rev-parse --short=12 HEAD 2>/dev/null)$(shell git diff --quiet HEAD 2>/dev/null || [ $$? -ne 1 ] || echo -dirty)

# The product needs no C: what tests drive is compiled as what is shipped, and once.
export CGO_ENABLED := 0

# Go wants a place to write; some machines give their builders a home that is none.
ifeq ($(shell mkdir -p "$$HOME/.cache" 2>/dev/null && test -w "$$HOME/.cache" && echo writable),)
export HOME := $(shell mktemp -d)
endif

.DEFAULT_GOAL := help
.PHONY: help run build install test test-quick twins test-deps race collector stress poison lint cross next arm64 wasm generate tidy-check loc bench bench-quick bench-gate bench-train conformance port coverage bench-kernel bench-session soak soak-types clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: build ## build and start the terminal session
	@$(BIN)

build: ## build bin/msrepl, a static binary
	$(GO) build -trimpath -ldflags='-s -w -funcalign=64 -X github.com/msrepl/msrepl/cmd/msrepl/app.commit=$(COMMIT)' -o $(BIN) ./cmd/msrepl

install: build ## register the Jupyter kernel for the user, or under PREFIX=DIR
	$(BIN) install $(if $(PREFIX),--prefix $(PREFIX),--user)

test: ## run all tests; on Debian, first install the missing programs that they need
	@missing=$$(scripts/test-deps.sh missing); if [ -n "$$missing" ]; then \
		echo "test: these Debian packages are missing, so make test-deps: $$missing"; $(MAKE) --no-print-directory test-deps; fi
	$(GO) test -timeout $(TIMEOUT) ./...
	@$(MAKE) --no-print-directory twins
	@$(MAKE) --no-print-directory race
	@$(MAKE) --no-print-directory collector

# Excluded, besides what -short excludes: tests that run other programs, build programs to compare with, or repeat
# cells thousands of times. Once everything is compiled, the rest takes two minutes on two processors.
QUICK_SKIP := TestDialect|TestExport|TestExamples|TestPrograms|TestExpressions|TestDeclarations|TestStatements|TestAssignments|TestOutcomes|TestCellsKeepLittle|TestTrainingHolds|TestManyCells|TestMemoryPerCell|TestClosedSessions|TestRerun|TestEmptyRoot|TestJupyter.*|TestGatewayLauncher|TestRemoteKernel|TestSoak|TestNotice|TestGalleryThroughNbconvert|TestNotebooksExport|TestNotebooksWebAssembly
test-quick: ## run the quick tests, in about two minutes
	$(GO) test -timeout $(TIMEOUT) -short -skip '^($(QUICK_SKIP))$$' ./...
	@echo 'test-quick: excluded what -short excludes, and $(subst |, ,$(QUICK_SKIP)); make test runs everything'

twins: ## run the tests without assembly, as on processors without vector instructions
	$(GO) test -vet=off -timeout $(TIMEOUT) -short -tags noasm ./internal/... ./tensor ./ops ./nn

POOL := github.com/msrepl/msrepl/internal/compute/mempool
poison: ## run the tests of tensors, networks and sessions with released memory filled with NaN
	$(GO) test -timeout $(TIMEOUT) -short -ldflags='-X $(POOL).atStart=poisoned' ./tensor ./grad ./nn/... ./ops ./notebooks
	$(GO) test -timeout $(TIMEOUT) -short -ldflags='-X $(POOL).atStart=poisoned' -run 'Transcript|Dialect|Composed|Interfaces' ./interp ./interp/internal/conform/compose

test-deps: ## list and install the missing Debian packages that tests need; upgrades nothing
	@scripts/test-deps.sh

# Package reflect is not instrumented: instrumented, or without inlining, it can lose arguments of functions from
# reflect.MakeFunc (interp/internal/realtype). Except for the packages that test this, it is nevertheless compiled
# without inlining, because the linker may use its copies of the parts of sync.Map for the whole program, and those
# are not instrumented. Package conform builds a binary without the detector and drives that; sessions that run composed
# programs are left out, as package interp is.
ALONE := interp/internal/conform|interp/internal/conform/compose
MADE  := ./interp/internal/realtype/... ./interp/internal/goabi
# A program with the detector waits a second at its end for late races, and tests start a thousand programs.
race: export GORACE = atexit_sleep_ms=100
race: export CGO_ENABLED = 1
race: ## run the tests of the concurrent packages under the race detector
ifneq ($(HAVE_CC),)
	$(GO) test -vet=off -timeout $(TIMEOUT) -race -gcflags='reflect=-race=false -l' -short $$($(GO) list $(RACE) | grep -vE '/($(ALONE)|interp/internal/(realtype|goabi)(/.*)?)$$')
	$(GO) test -vet=off -timeout $(TIMEOUT) -race -gcflags=reflect=-race=false -short $(MADE)
else
	@echo 'race: no C compiler here, not run'
endif

# With GOGC=1 nearly every allocation starts a collection; gccheckmark marks everything a second time and compares,
# clobberfree overwrites freed memory, checkptr checks each conversion from unsafe.Pointer. Package reflect is excluded
# for the reason above.
collector: ## run the tests of types made at run time while the garbage collector runs continuously and checks itself
	GOGC=1 GODEBUG=gccheckmark=1,clobberfree=1 $(GO) test -vet=off -count 1 -timeout $(TIMEOUT) -short $(MADE)
	GOGC=1 GODEBUG=clobberfree=1 $(GO) test -vet=off -count 1 -timeout $(TIMEOUT) -short -gcflags=all=-d=checkptr -gcflags=reflect=-d=checkptr=0 $(MADE)

PKG   ?= ./...
LOAD  ?= 30
stress: ## run the tests of PKG (./...) while LOAD (30) other programs keep the processors busy
	@scripts/stress.sh $(LOAD) $(GO) test -count 1 -timeout $(TIMEOUT) $(PKG)

COMPOSED ?= 5m
conformance: ## run programs, also those of Go's own tests, in sessions; write docs/limits.md
	CI=true $(GO) test -count 1 -run '^Test(RealisticPrograms|Cells)$$' -timeout $(TIMEOUT) ./interp/internal/conform
	$(GO) test -count 1 -v -run '^TestNewPrograms$$' -timeout $(TIMEOUT) ./interp/internal/conform/compose -composed $(COMPOSED)
	$(GO) test -count 1 -v -run '^TestOutcomes$$' -timeout $(TIMEOUT) ./interp/internal/conform -write

PAGES ?= ../shared/tutorials
port: ## translate the Python tutorials in PAGES (../shared/tutorials); print a table, fail if fewer cells agree than recorded
	$(GO) test -count 1 -v -run '^TestPort(Pages|Python|Refused)$$' -timeout $(TIMEOUT) ./notebooks -pages $(abspath $(PAGES))

EXAMPLES ?= ../shared/spec/doc_examples.json
coverage: ## run the examples of MindSpore's documentation in EXAMPLES; print how many agree, fail if fewer than recorded
	@sed -n '/^# Coverage/,$$p' docs/API.md | grep -E '^(## |\| [^|]* \| [0-9]+ \|)'
	$(GO) test -count 1 -v -run '^TestCoverage$$' -timeout $(TIMEOUT) ./notebooks -examples $(abspath $(EXAMPLES))

lint: ## run go vet, staticcheck and gofumpt
	$(GO) vet ./...
	$(GO) tool staticcheck ./...
	@unformatted=$$($(GO) tool gofumpt -l .); test -z "$$unformatted" || { echo "gofumpt: $$unformatted"; exit 1; }

cross: ## check that everything compiles for Windows, macOS and Linux on arm64
	$(GO) run ./internal/testkit/crossvet -except /internal/bench windows/amd64
	$(GO) run ./internal/testkit/crossvet darwin/arm64 linux/arm64

# Programs recorded from go run are left out: the standard library's messages differ between releases.
NEXT ?= go1.27.3
next: ## run the tests of types made at run time and of compiled cells with the Go release NEXT (go1.27.3), if it can be fetched
	@if GOTOOLCHAIN=$(NEXT) $(GO) version >/dev/null 2>&1; then \
		GOTOOLCHAIN=$(NEXT) $(GO) test -vet=off -timeout $(TIMEOUT) -short $(MADE) ./interp/internal/vm; \
	else echo 'next: $(NEXT) cannot be fetched, not run'; fi

# Types made at run time have entry points in the assembly of each processor.
QEMU := $(shell command -v qemu-aarch64 || command -v qemu-aarch64-static)
arm64: ## run tests of types made at run time, tensors and notebooks on an emulated arm64; needs qemu-user
ifneq ($(QEMU),)
	GOARCH=arm64 $(GO) test -vet=off -timeout $(TIMEOUT) -short -exec $(QEMU) ./interp/internal/realtype/... ./interp/internal/goabi \
		./internal/compute/... ./internal/text/... ./tensor ./ops ./np ./grad ./nn/... ./display ./exchange ./safetensors ./py
	MSREPL_ISA=plain GOARCH=arm64 $(GO) test -vet=off -count 1 -timeout $(TIMEOUT) -short -exec $(QEMU) ./internal/compute/kernels ./tensor ./ops ./np
	GOARCH=arm64 $(GO) test -vet=off -timeout $(TIMEOUT) -short -exec $(QEMU) -run 'TestNotebooksReplay$$' -skip /lenet ./notebooks # LeNet takes minutes
else
	@echo 'arm64: no qemu-aarch64 here, not run'
endif

# wazero, which runs them, is a tool of this module, so nothing needs to be installed.
wasm: ## run tests of tensors and networks as WebAssembly
	GOOS=wasip1 GOARCH=wasm $(GO) test -vet=off -timeout $(TIMEOUT) -short -exec '$(CURDIR)/scripts/wasm-run.sh' ./internal/session/gls ./np ./grad ./ops ./tensor ./nn

# The session's tables are made from the packages, so they come last.
generate: ## regenerate all generated files
	$(GO) generate $$($(GO) list ./... | grep -v /interp/)
	$(GO) generate ./interp/...

tidy-check: ## fail if go.mod or go.sum is not tidy
	$(GO) mod tidy -diff

loc: ## compare the number of lines of each package with its budget
	@scripts/loc.sh

bench: ## compare speed with PyTorch, if python3-torch is installed (scripts/test-deps.sh bench), and start-up with python3
	$(GO) run ./internal/bench tensors
	$(GO) run ./internal/bench tensors -memory
	$(GO) run ./internal/bench tensors -scaling
	$(GO) test -timeout $(TIMEOUT) -run '^$$' -bench Start -benchtime 30x ./cmd/msrepl

bench-quick: ## measure a selection of these, in a minute
	$(GO) run ./internal/bench tensors -quick -threads 1

bench-gate: ## check allocations and instructions per operation, and that results do not depend on the number of processors
	$(GO) run ./internal/bench tensors -gate

bench-train: ## compare training with PyTorch, if python3-torch is installed
	$(GO) run ./internal/bench training

bench-kernel: build ## compare the kernel with ipykernel
	@scripts/bench-kernel.py $(BIN)

BY ?= wall
bench-session: ## compare cells, completion, interrupts and loops with targets and python3; BY=cpu on a busy machine
	$(GO) run ./internal/bench session -by $(BY)

SOAK ?= 30m
soak: ## run three clients against one kernel for SOAK (30m)
	MSREPL_SOAK=$(SOAK) $(GO) test -count 1 -run TestSoak -timeout 0 -v ./kernel

soak-types: ## call methods of types made at run time while the garbage collector runs, in five builds, 48 minutes each
	scripts/soak-types.sh 48m

clean: ## remove bin
	rm -rf bin
