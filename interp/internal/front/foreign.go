package front

import (
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/interp/internal/foreign"
	"github.com/msrepl/msrepl/interp/internal/hints"
)

// Python returns the table of names of MindSpore, numpy and PyTorch.
func (f *Front) Python() *foreign.Names {
	f.python.once.Do(func() { f.python.names = foreign.New(f.world) })
	return f.python.names
}

// hints returns the hints for a unit.
func (a *analysis) hints(u *unit) *hints.Hints {
	h := &hints.Hints{
		Files: u.Files, Info: u.info, Sugar: u.sugar, World: a.world, Home: a.pkg, Tensor: a.tensor, Quiet: a.quiet,
		Python: a.Python(), Imports: a.imports, Outlived: a.lostMethod, Unqualified: a.unqualified, Get: a.get,
	}
	h.Names = func() []string { return slices.AppendSeq(slices.Collect(maps.Keys(a.env)), maps.Keys(a.overlay)) }
	h.Ours = func(path string) bool { return strings.HasPrefix(path, ourPaths) }
	h.Own = func(name string) bool { return a.env[name] != nil }
	h.Text = func(lo, hi token.Pos) string { return a.text(u.cellAt(a, lo), lo, hi) }
	h.Source = func(pos token.Pos) (string, int) {
		cell := u.cellAt(a, pos)
		return cell.Src, a.offset(cell, pos)
	}
	return h
}

// lostMethod returns the cell that declared a method "T.M" for an earlier declaration of T.
func (a *analysis) lostMethod(name string) string {
	for _, fn := range a.functions { // those of the cell are not yet among them
		if fn.key != "" && fn.name == name {
			return fn.cell.Name
		}
	}
	return a.outlived[name]
}

// maxHinted is the largest number of errors of a cell with hints: finding them for thousands takes long.
const maxHinted = 10

// hint returns the hint to append to a message, or "".
func (a *analysis) hint(u *unit, e types.Error) string {
	if len(a.diags) >= maxHinted {
		return ""
	}
	return a.hints(u).Of(e)
}
