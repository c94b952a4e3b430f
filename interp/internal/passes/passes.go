// Package passes lists what happens to a cell on its way from text to instructions: every rewrite and every pass, in
// order. The documentation and %help passes show the list; tests find each pass and its test in the sources, and fail
// for a pass that is not listed.
package passes

import (
	_ "embed"
	"fmt"
	"strings"
)

//go:generate go run ./gen

// Pass is one step on the way of a cell.
type Pass struct {
	Name  string
	Phase string
	Does  string // what it does, and what for
	Where string // package below interp/internal, and function: "front.callInits"
	Test  string // what fails without it: ".TestStale" of package interp, "internal/sugar.TestSugar", a transcript
}

//go:embed passes.txt
var table string

// List returns the passes in the order in which a cell meets them.
func List() (list []Pass) {
	phase := ""
	for line := range strings.Lines(table) {
		line = strings.TrimSuffix(line, "\n")
		row, isPass := strings.CutPrefix(line, "\t")
		switch p := strings.Split(row, " | "); {
		case isPass:
			list = append(list, Pass{Name: p[0], Phase: phase, Does: p[1], Where: p[2], Test: p[3]})
		case !strings.HasPrefix(line, "#"):
			phase = line
		}
	}
	return list
}

// Table returns the list as a table of Markdown, without the tests.
func Table() string {
	var b strings.Builder
	b.WriteString("| phase | pass | what it does | where |\n|---|---|---|---|\n")
	phase := ""
	for _, p := range List() {
		first := ""
		if p.Phase != phase {
			phase, first = p.Phase, p.Phase
		}
		fmt.Fprintf(&b, "| %s | %s | %s | `%s` |\n", first, p.Name, strings.ReplaceAll(p.Does, "_", "`_`"), p.Where)
	}
	return b.String()
}

// Lines returns the list as plain text, a line for each pass below its phase.
func Lines() string {
	var b strings.Builder
	phase := ""
	for _, p := range List() {
		if p.Phase != phase {
			phase = p.Phase
			b.WriteString(phase + "\n")
		}
		fmt.Fprintf(&b, "  %-22s %s\n", p.Name, p.Does)
	}
	return strings.TrimSuffix(b.String(), "\n")
}
