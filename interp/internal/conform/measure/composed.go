package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/msrepl/msrepl/interp/internal/conform"
	"github.com/msrepl/msrepl/interp/internal/conform/compose"
)

const (
	batchSize  = 50              // programs that the go command builds at once
	endless    = 2 * time.Minute // after which a program has no end in a session
	shrinkTime = 3 * time.Minute // for making one program that fails smaller
	shrunk     = 3               // failures that are made smaller
)

var (
	composedTime = flag.Duration("composed", 0, "run programs that are put together at random, for that long")
	firstSeed    = flag.Uint64("seed", uint64(time.Now().Unix()), "the seed of the first of those programs")
)

// composed runs programs that are put together at random until the time is over. It prints the seeds of those
// that sessions do not run as Go does, with a small program for the first few.
func composed(bin string, workers int) error {
	end, seed := time.Now().Add(*composedTime), *firstSeed
	run := &composer{bin: bin, workers: workers}
	counts := map[conform.Class]int{}
	failures := 0
	for {
		var sources []string
		for i := range batchSize {
			sources = append(sources, compose.Generate(seed+uint64(i), compose.Known()).Source)
		}
		outcomes, err := run.all(sources)
		if err != nil {
			return fmt.Errorf("seeds from %d: %w", seed, err)
		}
		for i, o := range outcomes {
			counts[o.Class]++
			if passes(o.Class) {
				continue
			}
			failures++
			fmt.Printf("%-8s seed %d\n", o.Class, seed+uint64(i))
			if o.Class == conform.Crash { // it may not come again
				fmt.Printf("status %d: %s\n", o.Exit, o.Got)
			}
			if failures <= shrunk {
				fmt.Println(run.shrink(sources[i]))
			}
		}
		seed += batchSize
		if !time.Now().Before(end) {
			break
		}
	}
	fmt.Println("composed programs:", counts)
	if failures > 0 {
		return fmt.Errorf("%d of the composed programs do not run as Go runs them", failures)
	}
	return nil
}

// passes reports whether a program fared as it may.
func passes(c conform.Class) bool { return c == conform.Pass || c == conform.Refused }

// composer runs programs by Go and in sessions.
type composer struct {
	bin     string
	workers int
}

// all runs programs of one file each.
func (c *composer) all(sources []string) ([]conform.Outcome, error) {
	batch, err := compose.Build("go", sources)
	if err != nil {
		return nil, err
	}
	defer batch.Close()
	tmp, err := os.MkdirTemp("", "composed")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(tmp)
	var list []conform.Program
	var failed []error
	for i, source := range sources {
		p := conform.Program{Name: fmt.Sprint(i), File: filepath.Join(tmp, fmt.Sprintf("p%d.go", i))}
		p.Want, err = batch.Run(i, endless)
		failed = append(failed, err)
		if err := os.WriteFile(p.File, []byte(source), 0o644); err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	var outcomes []conform.Outcome
	conform.All(c.bin, list, c.workers, endless, func(o conform.Outcome) { outcomes = append(outcomes, o) })
	return outcomes, errors.Join(failed...)
}

// shrink makes a program that fails smaller.
func (c *composer) shrink(source string) string {
	return compose.Shrink(source, time.Now().Add(shrinkTime), func(sources []string) []bool {
		failing := make([]bool, len(sources))
		batch, err := compose.Build("go", sources)
		if err != nil {
			return failing
		}
		defer batch.Close()
		tmp, err := os.MkdirTemp("", "composed")
		if err != nil {
			return failing
		}
		defer os.RemoveAll(tmp)
		var list []conform.Program
		var which []int
		for i, s := range sources {
			want, err := batch.Run(i, 2*time.Second)
			if err != nil || strings.TrimSpace(want) == "" {
				continue // what was left out made it end otherwise
			}
			p := conform.Program{File: filepath.Join(tmp, fmt.Sprintf("p%d.go", i)), Want: want}
			if os.WriteFile(p.File, []byte(s), 0o644) == nil {
				list, which = append(list, p), append(which, i)
			}
		}
		k := 0
		conform.All(c.bin, list, c.workers, 20*time.Second, func(o conform.Outcome) {
			failing[which[k]] = !passes(o.Class)
			k++
		})
		return failing
	})
}
