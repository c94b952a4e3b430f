package interp

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
	"github.com/msrepl/msrepl/interp/internal/conform/compose"
)

// composedPrograms is how many programs the test makes; make conformance makes others.
const composedPrograms = 56

// TestComposedPrograms runs programs that are put together at random, always the same ones, and compares with Go.
func TestComposedPrograms(t *testing.T) {
	goTool := testenv.Program(t, "go")
	var programs []*compose.Program
	var sources []string
	seeds := []uint64{61000686, 1795376876} // a function value that called the variable it is kept in
	for seed := range uint64(composedPrograms) {
		seeds = append(seeds, seed)
	}
	for _, seed := range seeds {
		p := compose.Generate(seed, compose.Known())
		programs, sources = append(programs, p), append(sources, p.Source)
	}
	batch, err := compose.Build(goTool, sources)
	if err != nil {
		t.Fatal(err)
	}
	defer batch.Close()
	turn := make(chan struct{}, runtime.NumCPU())
	var wg sync.WaitGroup
	for i, p := range programs {
		turn <- struct{}{}
		wg.Go(func() {
			defer func() { <-turn }()
			want, err := batch.Run(i, testenv.Patience)
			if err != nil {
				t.Errorf("seed %d: %v", p.Seed, err)
				return
			}
			if got := composedOutput(t, p.Source); strings.TrimRight(got, "\n") != strings.TrimRight(want, "\n") && !strings.Contains(got, "(a limit of the session)") {
				t.Errorf("seed %d: %s", p.Seed, firstDifference(got, want))
			}
		})
	}
	wg.Wait()
}

// composedOutput is what a session prints for a program, its error included.
func composedOutput(t *testing.T, source string) string {
	rec := &recorder{}
	s, err := New(Options{Sink: rec})
	if err != nil {
		t.Error(err)
		return ""
	}
	defer s.Close()
	defer s.Reset() // its types are forgotten
	return outputOf(s, rec, combination{code: source})
}

// firstDifference names the first line that differs.
func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return fmt.Sprintf("line %d\ngot  %q\nwant %q", i+1, g[i], w[i])
		}
	}
	return fmt.Sprintf("%d lines instead of %d; after %q\ngot  %q\nwant %q", len(g), len(w), w[max(0, min(len(g), len(w))-2)], g[len(g)-1], w[len(w)-1])
}
