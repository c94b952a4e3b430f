package interp

import (
	"go/token"
	"io"

	"github.com/msrepl/msrepl/interp/internal/export"
	"github.com/msrepl/msrepl/interp/internal/front"
	"github.com/msrepl/msrepl/interp/internal/port"
	"github.com/msrepl/msrepl/interp/internal/symbols"
	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// Export writes the cells as one plain Go program for go build: operators on tensors become method calls, imports are
// explicit, declarations are at package level and statements in main, in order. A value that a cell would echo is
// printed. Commands are omitted, but not the Go code that they run. An error names the cell and the line of code that
// does not compile.
func Export(cells []string, w io.Writer) error {
	world, err := symbols.NewWorld()
	if err != nil {
		return err
	}
	f, err := front.New(world, token.NewFileSet(), nil, port.Defaults)
	if err != nil {
		return err
	}
	list := func(yield func(*syntax.Cell) bool) {
		for i, src := range cells { // whether a line is a command depends on names declared by earlier cells
			for _, p := range parts(src, shellIn(f)) {
				c := syntax.NewCell(i+1, p.golang())
				if c.Whole = src; !yield(c) {
					return
				}
			}
		}
	}
	return export.Write(f, list, w)
}
