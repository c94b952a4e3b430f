package conform

import (
	"bufio"
	"cmp"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"
)

// classes are all classes in order.
var classes = []Class{Pass, Refused, Stopped, Failed, Wrong, Hang, Crash}

// Counts returns the number of outcomes of each class.
func Counts(list []Outcome) map[Class]int {
	n := map[Class]int{}
	for _, o := range list {
		n[o.Class]++
	}
	return n
}

// Summary returns the counts in one line.
func Summary(list []Outcome) string {
	n := Counts(list)
	parts := []string{fmt.Sprintf("%d programs", len(list))}
	for _, c := range classes {
		parts = append(parts, fmt.Sprintf("%d %s", n[c], c))
	}
	return strings.Join(parts, ", ")
}

// Reason returns the message of a program that did not pass, without position and quoted source.
func (o *Outcome) Reason() string {
	line, _, _ := strings.Cut(strings.TrimSpace(o.Got), "\n")
	switch o.Class {
	case Hang:
		return "does not end"
	case Wrong:
		return "another output"
	}
	if m := position.FindString(line); m != "" {
		line = line[len(m):]
	}
	return strings.TrimSuffix(strings.TrimPrefix(line, "LimitError: "), " "+Limit)
}

var position = regexp.MustCompile(`^\S+:\d+:\d+: `)

// Limits returns a page of the outcomes other than passes, grouped by reason.
func Limits(list []Outcome) string {
	groups := map[string][]string{}
	for _, o := range list {
		if o.Class != Pass {
			groups[o.Reason()] = append(groups[o.Reason()], o.Name)
		}
	}
	var reasons []string
	for r := range groups {
		reasons = append(reasons, r)
	}
	slices.SortFunc(reasons, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(groups[b]), len(groups[a])), cmp.Compare(a, b))
	})
	var b strings.Builder
	b.WriteString("# Limits: what Go programs a session refuses\n\n")
	b.WriteString("Written by `make conformance` from a run of the programs of Go's own test folder that are about the language; do not " +
		"edit. Programs about the machine, the runtime and the go tool are left out.\n\n")
	b.WriteString(Summary(list) + ".\n\n| message | programs |\n|---|---|\n")
	for _, r := range reasons {
		text := strings.ReplaceAll(r, "|", "\\|")
		fmt.Fprintf(&b, "| `%s` | %s |\n", strings.ReplaceAll(text, "`", "'"), strings.Join(groups[r], " "))
	}
	return b.String()
}

// Save writes the classes of the outcomes to a file, one per line.
func Save(file string, list []Outcome) error {
	var b strings.Builder
	for _, o := range list {
		fmt.Fprintf(&b, "%s %s", o.Class, o.Name)
		if o.Took > patience {
			b.WriteString(slow)
		}
		b.WriteByte('\n')
	}
	return os.WriteFile(file, []byte(b.String()), 0o644)
}

// patience is the time limit of programs that a test runs again.
const patience = 5 * time.Second

// slow marks the programs in a list that take longer.
const slow = " slow"

// Known is the entry of a program in a list.
type Known struct {
	Class Class
	Slow  bool // too slow for a test
}

// Load reads a file written by Save.
func Load(file string) (map[string]Known, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	known := map[string]Known{}
	for s := bufio.NewScanner(f); s.Scan(); {
		row, isSlow := strings.CutSuffix(s.Text(), slow)
		class, name, _ := strings.Cut(row, " ")
		known[name] = Known{Class(class), isSlow}
	}
	return known, nil
}
