package compose

import (
	_ "embed"
	"go/types"
	"slices"
	"strings"
)

// Row is a combination of pieces in one function that is known to fail, with the reason.
type Row struct {
	Pieces []string
	Reason string
}

//go:embed known.txt
var knownText string

// Known returns the combinations of pieces that are known to fail in sessions. Programs do not use them.
func Known() (rows []Row) {
	for line := range strings.Lines(knownText) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		names, reason, _ := strings.Cut(line, ": ")
		rows = append(rows, Row{strings.Fields(names), reason})
	}
	return rows
}

// function is a function whose body is being generated.
type function struct {
	outer    *function
	sig      *types.Signature
	results  []*entity // named ones
	recovers bool
	effect   effect
	times    int // how often the current statement runs in one call
	pieces   map[string]bool
	loops    []*loop
	labels   int
}

func newFunction(outer *function, sig *types.Signature) *function {
	return &function{outer: outer, sig: sig, pieces: map[string]bool{}, times: 1}
}

// noArgs is the type of a function without parameters and results.
var noArgs = types.NewSignatureType(nil, nil, nil, nil, nil, false)

// param is a parameter or a result without a name.
func param(t types.Type) *types.Var { return types.NewParam(0, nil, "", t) }

// loop is a statement that jumps can leave.
type loop struct {
	label string
	used  bool // a jump names the label
}

// allowed reports whether the function may use another piece with those that it has.
func (g *gen) allowed(name string) bool {
	for _, row := range g.excluded {
		if slices.Contains(row.Pieces, name) &&
			!slices.ContainsFunc(row.Pieces, func(p string) bool { return p != name && !g.has(p) }) {
			return false
		}
	}
	return true
}

// has reports whether the function or an enclosing one uses a piece.
func (g *gen) has(name string) bool {
	for f := g.fn; f != nil; f = f.outer {
		if f.pieces[name] {
			return true
		}
	}
	return false
}

// note records that the function, and so the enclosing ones, use a piece.
func (g *gen) note(name string) {
	g.pieces[name] = true
	for f := g.fn; f != nil; f = f.outer {
		f.pieces[name] = true
	}
}

// may records a piece if the function may use it. It reports whether it may.
func (g *gen) may(name string) bool {
	if !g.allowed(name) {
		return false
	}
	g.note(name)
	return true
}
