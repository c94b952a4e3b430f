package front

import (
	"go/printer"
	"go/token"
	"go/types"
	"strings"

	"github.com/msrepl/msrepl/interp/internal/schedule"
	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// Unit is a part of a cell that is ready to run.
type Unit struct {
	Steps []token.Position // where its statements are
	Echo  bool             // the last statement is a value that is shown
	Code  *Code            // what is compiled

	unit   *unit
	missed bool                 // it has ended before the value that it shows
	made   []types.Object       // what Commit makes part of the session
	stepOf map[types.Object]int // the statement that defines an object
	funcs  []*function          // what Commit records
}

// Miss says that the unit has ended before its last expression: there is nothing to show.
func (u *Unit) Miss() { u.Echo, u.missed = false, true }

// Text returns the Go that is compiled.
func (u *Unit) Text() string {
	var b strings.Builder
	for _, f := range u.Code.Files {
		for _, d := range f.Decls {
			// Printing to a builder does not fail.
			_ = printer.Fprint(&b, token.NewFileSet(), d)
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// Mark is a place in a cell.
type Mark struct {
	token.Position
	Func string // the function that holds it, "" for the cell itself
}

// unit is a part of a cell on its way through the checker.
type unit struct {
	*schedule.Unit
	relink bool // older functions that are compiled again
	last   bool // the last one of its cell
	cycle
	checked
}

// cellAt returns the cell that holds pos: relinked functions come from older ones.
func (u *unit) cellAt(a *analysis, pos token.Pos) *syntax.Cell {
	for _, p := range u.Pieces {
		if p.File.FileStart <= pos && pos <= p.File.FileEnd {
			return p.Cell
		}
	}
	return a.cell
}
