package notebooks

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

var (
	examplesFile   = flag.String("examples", "../../shared/spec/doc_examples.json", "the examples of MindSpore's reference that TestCoverage runs")
	coverageFloors = flag.Bool("coverage-floors", false, "write the floors of TestCoverage anew")
)

const coverageFloorsFile = "testdata/coverage.floors"

// example is one of MindSpore's reference: statements of Python and what they print.
type example struct {
	File, API string
	Steps     [][2]string
}

// group is the part of the library that an example belongs to, "" for what is not measured: devices, several
// processes, files of MindSpore's own.
func (e example) group() string {
	for _, g := range [][2]string{
		{"ops/function/", "ops"},
		{"ops/composite/", "ops"},
		{"ops/operations/", "primitives"},
		{"nn/", "nn"},
		{"common/tensor", "Tensor"},
		{"mint/__init__", "mint"},
		{"mint/nn", "mint"},
		{"numpy/", "numpy"},
		{"common/sparse", "sparse"},
		{"common/parameter", "Parameter"},
		{"experimental/optim", "experimental"},
		{"amp.py", "amp"},
	} {
		if strings.HasPrefix(e.File, g[0]) && !strings.Contains(e.File, "sparse_unary") && !strings.Contains(e.File, "comm_ops") {
			return g[1]
		}
	}
	return ""
}

// given is what the examples take as given.
const given = `import numpy as np
import mindspore
import mindspore as ms
import mindspore.nn as nn
from mindspore import Tensor, Parameter, ops
from mindspore import dtype as mstype
from mindspore.ops import operations as P`

// notebook has a cell for the statements up to each output.
func (e example) notebook() *Notebook {
	nb := &Notebook{}
	source := []string{given}
	for _, s := range e.Steps {
		source = append(source, s[0])
		if s[1] == "" {
			continue
		}
		nb.Cells = append(nb.Cells, &Cell{Type: "code", Source: strings.Join(source, "\n"), Outputs: []Output{{Type: StreamOutput, Name: "stdout", Text: s[1] + "\n"}}})
		source = nil
	}
	return nb
}

// outcome runs an example: same, different or left to you, with what is wrong. Pages write the same numbers with other
// blanks, so these do not count.
func (e example) outcome() (PortVerdict, string) {
	cells, err := portAside(context.Background(), e.notebook(), time.Minute)
	if err != nil {
		return PortLeft, err.Error()
	}
	plain := func(s string) string { return strings.Join(strings.Fields(s), "") }
	for _, c := range cells {
		switch {
		case c.Verdict == PortLeft:
			return PortLeft, strings.Join(c.Reasons, "; ")
		case c.Verdict == PortDifferent && plain(c.Recorded) != plain(c.Shown):
			return PortDifferent, fmt.Sprintf("want %s, got %s", plain(c.Recorded), plain(c.Shown))
		}
	}
	return PortSame, ""
}

// TestCoverage runs the documented examples of MindSpore's names, which are kept outside, prints how many give what is
// documented, and fails where a group has fewer than the file of floors says.
func TestCoverage(t *testing.T) {
	if testing.Short() {
		t.Skip("runs hundreds of sessions")
	}
	text, err := os.ReadFile(*examplesFile)
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	var examples []example
	if err := json.Unmarshal(text, &examples); err != nil {
		t.Fatal(err)
	}
	counts, order := map[string]map[PortVerdict]int{}, []string{}
	for _, e := range examples {
		g := e.group()
		if g == "" || len(e.notebook().Cells) == 0 {
			continue
		}
		if counts[g] == nil {
			counts[g], order = map[PortVerdict]int{}, append(order, g)
		}
		verdict, why := e.outcome()
		counts[g][verdict]++
		if verdict != PortSame {
			t.Logf("%s %s: %s: %s", g, e.API, verdict, why)
		}
	}
	reportCoverage(t, counts, order)
}

func reportCoverage(t *testing.T, counts map[string]map[PortVerdict]int, order []string) {
	t.Helper()
	floors, file := map[string]int{}, coverageFloorsFile
	if text, err := os.ReadFile(file); err == nil {
		for line := range strings.Lines(string(text)) {
			var g string
			var n int
			fmt.Sscan(line, &g, &n)
			floors[g] = n
		}
	}
	var lines strings.Builder
	fmt.Printf("%-14s %8s %6s %9s %6s\n", "documented", "examples", "same", "different", "left")
	for _, g := range order {
		c := counts[g]
		fmt.Printf("%-14s %8d %6d %9d %6d\n", g, c[PortSame]+c[PortDifferent]+c[PortLeft], c[PortSame], c[PortDifferent], c[PortLeft])
		fmt.Fprintf(&lines, "%s %d\n", g, c[PortSame])
		if !*coverageFloors && c[PortSame] < floors[g] {
			t.Errorf("%s: %d examples give what is documented, the floor is %d", g, c[PortSame], floors[g])
		}
	}
	if *coverageFloors {
		if err := os.WriteFile(file, []byte(lines.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
