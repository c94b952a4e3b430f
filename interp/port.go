package interp

import (
	"github.com/msrepl/msrepl/interp/internal/port"
	"github.com/msrepl/msrepl/interp/internal/symbols"
)

// Ported is a cell of Python as a cell of Go.
type Ported struct {
	Go     string // the cell; what was not understood is in it as comments
	Left   []Left // what was not understood
	Random bool   // what it shows depends on random numbers
}

// Left is a Python statement that could not be translated.
type Left struct {
	Line   int    // of the cell, from 1
	Reason string // the construct or name
}

// Port translates the cells of a page in Python, MindSpore's mostly, to cells of Go. All of them are read first,
// because the types of parameters come from calls.
func Port(cells []string) ([]Ported, error) {
	world, err := symbols.NewWorld()
	if err != nil {
		return nil, err
	}
	t, err := port.New(world)
	if err != nil {
		return nil, err
	}
	var out []Ported
	for _, c := range t.Page(cells) {
		p := Ported{Go: c.Go, Random: c.Random}
		for _, l := range c.Left {
			p.Left = append(p.Left, Left(l))
		}
		out = append(out, p)
	}
	return out, nil
}
