# msrepl: make help lists the targets.

GO      ?= go
BIN     := bin/msrepl
PREFIX  ?=
# Packages in which several goroutines meet. The session itself is not among them: the interpreter keeps
# what goroutines of a cell share in memory that the race detector cannot tell from its own.
RACE    := ./cmd/... ./grad/... ./interp/internal/... ./kernel/... ./nn/... ./tensor

# The race detector needs a C compiler; the product does not.
HAVE_CC := $(shell command -v gcc || command -v clang)

.DEFAULT_GOAL := help
.PHONY: help run build install test twins test-deps race lint cross generate tidy-check loc bench bench-quick bench-gate bench-train conformance bench-kernel bench-session soak clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: build ## build and start the terminal session
	@$(BIN)

build: ## build bin/msrepl, a static binary
	CGO_ENABLED=0 $(GO) build -trimpath -ldflags='-s -w' -o $(BIN) ./cmd/msrepl

install: build ## register the Jupyter kernel for the user, or under PREFIX=DIR
	$(BIN) install $(if $(PREFIX),--prefix $(PREFIX),--user)

test: test-deps ## run every test, after installing what the tests need (Debian)
	$(GO) test ./...
	@$(MAKE) --no-print-directory twins
	@$(MAKE) --no-print-directory race

twins: ## run the tests of the kernels' plain Go twins, as processors without vectors do
	$(GO) test -short -tags noasm ./internal/... ./tensor ./ops ./nn

test-deps: ## install the Jupyter clients and tmux that tests drive, when missing
	@scripts/test-deps.sh

race: ## run the tests of the concurrent packages under the race detector
ifneq ($(HAVE_CC),)
	CGO_ENABLED=1 $(GO) test -race -short $(RACE)
else
	@echo 'race: no C compiler here, not run'
endif

COMPOSED ?= 5m
conformance: build ## run programs, and those of Go's own tests, in sessions; write docs/limits.md
	$(GO) run ./interp/internal/conform/measure -bin $(BIN) -programs
	$(GO) run ./interp/internal/conform/measure -bin $(BIN) -composed $(COMPOSED)
	$(GO) run ./interp/internal/conform/measure -bin $(BIN) -cells
	$(GO) run ./interp/internal/conform/measure -bin $(BIN) -write

lint: ## go vet, staticcheck, gofumpt
	$(GO) vet ./...
	$(GO) tool staticcheck ./...
	@unformatted=$$($(GO) tool gofumpt -l .); test -z "$$unformatted" || { echo "gofumpt: $$unformatted"; exit 1; }

cross: ## check that everything compiles for systems that the tests do not run on
	GOOS=windows $(GO) vet $$($(GO) list ./... | grep -v /bench$$)
	GOOS=darwin GOARCH=arm64 $(GO) vet ./...
	GOOS=linux GOARCH=arm64 $(GO) vet ./...

# The session's tables are made from the packages, so they come last.
generate: ## write the generated files anew
	$(GO) generate $$($(GO) list ./... | grep -v /interp/)
	$(GO) generate ./interp/...

tidy-check: ## fail when go.mod or go.sum is not tidy
	$(GO) mod tidy -diff

loc: ## print lines per package beside the budget
	@scripts/loc.sh

bench: ## measure beside PyTorch, where python3-torch is installed (scripts/test-deps.sh bench), and start-up beside python3
	$(GO) run ./internal/bench
	$(GO) run ./internal/bench -memory
	$(GO) run ./internal/bench -scaling
	$(GO) test -run '^$$' -bench Start -benchtime 30x ./cmd/msrepl

bench-quick: ## measure a choice of that in a minute
	$(GO) run ./internal/bench -quick -threads 1

bench-gate: ## check allocations and instructions per operation and that results are equal on any number of processors
	$(GO) run ./internal/bench -gate

bench-train: ## measure training beside PyTorch, where python3-torch is installed
	$(GO) run ./internal/workload/bench

bench-kernel: build ## measure the kernel beside ipykernel
	@scripts/bench-kernel.py $(BIN)

BY ?= wall
bench-session: ## measure cells, completion, interrupts and loops beside targets and python3; BY=cpu on a busy machine
	$(GO) run ./interp/internal/bench -by $(BY)

SOAK ?= 30m
soak: ## let three clients torment a kernel for SOAK=30m
	MSREPL_SOAK=$(SOAK) $(GO) test -count 1 -run TestSoak -timeout 0 -v ./kernel

clean: ## remove what was built
	rm -rf bin
