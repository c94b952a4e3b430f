package compose

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
	"github.com/msrepl/msrepl/interp"
	"github.com/msrepl/msrepl/interp/internal/conform"
)

var (
	composedTime = flag.Duration("composed", 0, "how long TestNewPrograms makes programs (0: it makes none)")
	firstSeed    = flag.Uint64("seed", uint64(time.Now().Unix()), "the seed of the first of those programs")
)

const (
	composedPrograms = 56              // number of programs of TestComposedPrograms
	batchSize        = 50              // number of programs that the go command builds at once
	shrinkTime       = 3 * time.Minute // time limit for shrinking a program that fails
	shrunk           = 3               // number of failures that are shrunk
)

// TestComposedPrograms runs generated programs, always the same ones, and compares with Go.
func TestComposedPrograms(t *testing.T) {
	seeds := []uint64{61000686, 1795376876} // a function value that called the variable it is kept in
	for seed := range uint64(composedPrograms) {
		seeds = append(seeds, seed)
	}
	var sources []string
	for _, seed := range seeds {
		sources = append(sources, Generate(seed, Known()).Source)
	}
	batch, err := Build(testenv.Program(t, "go"), sources)
	if err != nil {
		t.Fatal(err)
	}
	defer batch.Close()
	turn := make(chan struct{}, runtime.NumCPU())
	var wg sync.WaitGroup
	for i, seed := range seeds {
		turn <- struct{}{}
		wg.Go(func() {
			defer func() { <-turn }()
			want, err := batch.Run(i, testenv.Patience)
			if err != nil {
				t.Errorf("seed %d: %v", seed, err)
				return
			}
			got := sessionOutput(t, sources[i])
			if strings.TrimRight(got, "\n") != strings.TrimRight(want, "\n") && !strings.Contains(got, conform.Limit) {
				t.Errorf("seed %d: %s", seed, firstDifference(got, want))
			}
		})
	}
	wg.Wait()
}

// printed collects what a session prints, without other output.
type printed struct {
	interp.Sink
	mu sync.Mutex
	strings.Builder
}

func (p *printed) Stream(_, text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.WriteString(text)
}

// sessionOutput returns what a session prints for a program, including its error.
func sessionOutput(t *testing.T, source string) string {
	out := &printed{}
	s, err := interp.New(interp.Options{Sink: out})
	if err != nil {
		t.Error(err)
		return ""
	}
	defer s.Close()
	defer s.Reset() // frees its types
	defer time.AfterFunc(testenv.Patience, s.Interrupt).Stop()
	if r := s.Eval(source); r.Err != nil {
		fmt.Fprint(out, r.Err)
	}
	return out.String()
}

// firstDifference returns a description of the first line that differs.
func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return fmt.Sprintf("line %d\ngot  %q\nwant %q", i+1, g[i], w[i])
		}
	}
	return fmt.Sprintf(
		"%d lines instead of %d; after %q\ngot  %q\nwant %q", len(g), len(w), w[max(0, min(len(g), len(w))-2)], g[len(g)-1],
		w[len(w)-1],
	)
}

// TestNewPrograms runs generated programs, each in its own process, for the time set by the flag -composed. It reports
// the seeds of those whose outcome in a session differs from Go's, with a small program for the first few.
func TestNewPrograms(t *testing.T) {
	end := time.Now().Add(*composedTime)
	run := &composer{t, testenv.Program(t, "go"), filepath.Join(t.TempDir(), "msrepl")}
	if *composedTime > 0 {
		testenv.Build(t, run.bin, "../../../../cmd/msrepl")
	}
	counts := map[conform.Class]int{}
	failures := 0
	for seed := *firstSeed; time.Now().Before(end); seed += batchSize {
		var sources []string
		for i := range uint64(batchSize) {
			sources = append(sources, Generate(seed+i, Known()).Source)
		}
		for i, o := range run.all(sources) {
			counts[o.Class]++
			if passes(o.Class) {
				continue
			}
			t.Errorf("%s: seed %d\nstatus %d: %s", o.Class, seed+uint64(i), o.Exit, o.Got)
			if failures++; failures <= shrunk {
				t.Log(Shrink(sources[i], time.Now().Add(shrinkTime), run.failing))
			}
		}
	}
	t.Log(counts)
}

// passes reports whether a class is acceptable.
func passes(c conform.Class) bool { return c == conform.Pass || c == conform.Refused }

// composer runs programs in Go and in sessions.
type composer struct {
	t      *testing.T
	goTool string
	bin    string
}

// all runs single-file programs.
func (c *composer) all(sources []string) []conform.Outcome {
	batch, err := Build(c.goTool, sources)
	if err != nil {
		c.t.Fatal(err)
	}
	defer batch.Close()
	tmp := c.t.TempDir()
	var list []conform.Program
	for i, source := range sources {
		want, err := batch.Run(i, 2*time.Minute)
		if err != nil {
			c.t.Error(err)
		}
		list = append(list, c.program(tmp, i, source, want))
	}
	var outcomes []conform.Outcome
	conform.All(c.bin, list, runtime.NumCPU(), 2*time.Minute, func(o conform.Outcome) { outcomes = append(outcomes, o) })
	return outcomes
}

// program writes a program to a file.
func (c *composer) program(dir string, i int, source, want string) conform.Program {
	file := filepath.Join(dir, fmt.Sprintf("p%d.go", i))
	if err := os.WriteFile(file, []byte(source), 0o600); err != nil {
		c.t.Fatal(err)
	}
	return conform.Program{Name: fmt.Sprint(i), File: file, Want: want}
}

// failing reports for each program whether its outcome differs from Go's.
func (c *composer) failing(sources []string) []bool {
	failing := make([]bool, len(sources))
	batch, err := Build(c.goTool, sources)
	if err != nil {
		return failing
	}
	defer batch.Close()
	tmp := c.t.TempDir()
	var list []conform.Program
	var which []int
	for i, s := range sources {
		want, err := batch.Run(i, 2*time.Second)
		if err != nil || strings.TrimSpace(want) == "" {
			continue // the removed part changed how it ends
		}
		list, which = append(list, c.program(tmp, i, s, want)), append(which, i)
	}
	k := 0
	conform.All(c.bin, list, runtime.NumCPU(), 20*time.Second, func(o conform.Outcome) {
		failing[which[k]] = !passes(o.Class)
		k++
	})
	return failing
}
