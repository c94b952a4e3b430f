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
	Steps []token.Position // positions of its statements
	Echo  bool             // the last statement is a value to show
	Code  *Code            // what is compiled

	unit   *unit
	missed bool                 // it has ended before the value to show
	made   []types.Object       // definitions for Commit
	stepOf map[types.Object]int // the statement that defines an object
	funcs  []*function          // records for Commit
}

// Miss records that the unit has ended before its last expression: there is nothing to show.
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

// Mark is a position in a cell.
type Mark struct {
	token.Position
	Func string // the enclosing function, "" for the cell itself
}

// unit is a part of a cell during checking.
type unit struct {
	*schedule.Unit
	relink bool // older functions that are compiled again
	last   bool // the last one of its cell
	cycle
	checked
}

// cellAt returns the cell that contains pos: relinked functions come from older cells.
func (u *unit) cellAt(a *analysis, pos token.Pos) *syntax.Cell {
	for _, p := range u.Pieces {
		if p.File.FileStart <= pos && pos <= p.File.FileEnd {
			return p.Cell
		}
	}
	return a.cell
}
