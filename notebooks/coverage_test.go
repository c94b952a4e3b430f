package notebooks

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"
)

var (
	examplesFile   = flag.String("examples", "../../shared/spec/doc_examples.json", "the examples of MindSpore's reference that TestCoverage runs")
	coverageFloors = flag.Bool("coverage-floors", false, "write the floors of TestCoverage anew")
)

const (
	coverageFloorsFile = "testdata/coverage.floors"
	coverageMarksFile  = "testdata/coverage.marks"
)

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
from mindspore import Tensor, Parameter, ParameterTuple, mint, ops
from mindspore import dtype as mstype
from mindspore.ops import operations as P`

// notebook has a cell for the statements up to each output. In the source of a docstring a line that ends in a
// backslash goes on in the next one, and <BLANKLINE> is an empty one.
func (e example) notebook() *Notebook {
	nb := &Notebook{}
	source := []string{given}
	for _, s := range e.Steps {
		source = append(source, s[0])
		if s[1] == "" {
			continue
		}
		text := strings.NewReplacer("\\\n", "", "<BLANKLINE>", "").Replace(s[1]) + "\n"
		nb.Cells = append(nb.Cells, &Cell{
			Type: "code", Source: strings.Join(source, "\n"),
			Outputs: []Output{{Type: StreamOutput, Name: "stdout", Text: text}},
		})
		source = nil
	}
	return nb
}

// outcome runs an example: same, different or not ported, with what is wrong. Pages write the same numbers with other
// blanks and lines, so these do not count, nor does what a device rounds in its own way.
func (e example) outcome() (PortVerdict, string) {
	cells, err := portAside(context.Background(), e.notebook(), time.Minute)
	if err != nil {
		return PortLeft, err.Error()
	}
	plain := func(s string) string { return strings.Join(strings.Fields(s), "") }
	line := func(s string) string {
		return beforeBracket.ReplaceAllString(strings.Join(strings.Fields(s), " "), "$1")
	}
	for _, c := range cells {
		switch {
		case c.Verdict == PortLeft:
			return PortLeft, strings.Join(c.Reasons, "; ")
		case c.Verdict == PortDifferent && plain(c.Recorded) != plain(c.Shown) &&
			!rounded(line(c.Recorded), line(c.Shown)):
			return PortDifferent, fmt.Sprintf("want %s, got %s", plain(c.Recorded), plain(c.Shown))
		}
	}
	return PortSame, ""
}

var beforeBracket = regexp.MustCompile(` ?([\[\](),]) ?`)

// coverageMarks are the reasons why examples are not counted, by file and name.
func coverageMarks(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile(coverageMarksFile)
	if err != nil {
		t.Fatal(err)
	}
	marks := map[string]string{}
	for line := range strings.Lines(string(text)) {
		file, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		api, reason, _ := strings.Cut(rest, " ")
		switch {
		case file == "" || file == "#":
		case reason == "" || marks[file+" "+api] != "":
			t.Errorf("%s: a mark without a reason, or a second one: %s", coverageMarksFile, line)
		default:
			marks[file+" "+api] = reason
		}
	}
	return marks
}

// coverageCount is what came of the examples of one group.
type coverageCount struct {
	verdicts map[PortVerdict]int
	marked   int // examples that cannot give what is documented, which do not count
}

// base is how many examples count.
func (c *coverageCount) base() int {
	return c.verdicts[PortSame] + c.verdicts[PortDifferent] + c.verdicts[PortLeft]
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
	counts, order, marks := map[string]*coverageCount{}, []string{}, coverageMarks(t)
	for _, e := range examples {
		g := e.group()
		if g == "" || len(e.notebook().Cells) == 0 {
			continue
		}
		if counts[g] == nil {
			counts[g], order = &coverageCount{verdicts: map[PortVerdict]int{}}, append(order, g)
		}
		verdict, why := e.outcome()
		switch mark := marks[e.File+" "+e.API]; {
		case mark == "":
			counts[g].verdicts[verdict]++
		case verdict == PortSame:
			t.Errorf("%s %s gives what is documented, so it needs no mark", g, e.API)
		default:
			counts[g].marked++
			continue
		}
		if verdict != PortSame {
			t.Logf("%s %s: %s: %s", g, e.API, verdict, why)
		}
	}
	reportCoverage(t, counts, order)
}

func reportCoverage(t *testing.T, counts map[string]*coverageCount, order []string) {
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
	fmt.Printf(
		"%-14s %8s %6s %9s %6s %7s %7s\n",
		"documented",
		"examples",
		"same",
		"different",
		"left",
		"marked",
		"share",
	)
	for _, g := range order {
		c := counts[g].verdicts
		fmt.Printf(
			"%-14s %8d %6d %9d %6d %7d %6.1f%%\n",
			g,
			counts[g].base(),
			c[PortSame],
			c[PortDifferent],
			c[PortLeft],
			counts[g].marked,
			100*float64(c[PortSame])/float64(max(counts[g].base(), 1)),
		)
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
