package front

import (
	"cmp"
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"slices"

	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// Program is a checked cell in the form of plain Go. Its units run in order; each is committed when it has finished,
// and those after a failure are discarded with Abort.
type Program struct {
	Units  []*Unit
	Extent Extent
	a      *analysis
	rest   []*syntax.Cell // the remaining pieces of a long cell
}

// ErrStopped is the error of a cell that was interrupted before it ran.
var ErrStopped = errors.New("the cell was interrupted")

// stopped reports whether the cell being compiled has been interrupted.
func (f *Front) stopped() bool { return f.stop != nil && f.stop() }

// Compile checks a cell and converts it to plain Go. The error is of type Diags; a cell with an error leaves nothing
// behind. It ends early, with ErrStopped, when stop, if not nil, returns true.
func (f *Front) Compile(cell *syntax.Cell, stop func() bool) (p *Program, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	defer func() {
		if r := recover(); r != nil { // a bug here or in go/types must not end the session
			p, err = nil, Diags{{Pos: token.Position{Filename: cell.Name, Line: 1, Column: 1}, Msg: fmt.Sprintf("the front end failed: %v", r)}}
		}
	}()
	defer syntax.ForgetLong()
	f.stop = stop
	defer func() { f.stop = nil }()
	f.texts[cell.Name] = cmp.Or(cell.Whole, cell.Src)
	pieces, err := f.cut(cell)
	if err != nil {
		return nil, err
	}
	if len(pieces) == 0 {
		return f.compile(cell)
	}
	if p, err = f.compile(pieces[0]); err == nil {
		p.rest = pieces[1:]
	}
	return p, err
}

// compile checks a cell, or a piece of a long one, and converts it to plain Go.
func (f *Front) compile(cell *syntax.Cell) (p *Program, err error) {
	f.dropScheduled()
	extent := f.begins()
	defer func() {
		if extent = f.ends(extent); p == nil || err != nil {
			f.drop(extent)
		} else {
			p.Extent = extent
		}
	}()
	a, err := f.analyse(cell)
	if err != nil {
		return nil, err
	}
	p = &Program{a: a}
	for _, u := range a.units {
		p.Units = append(p.Units, a.direct(u))
		if f.stopped() {
			f.loseLists()
			a.rollback(0)
			return nil, ErrStopped
		}
	}
	a.forgetReused()
	if len(a.units) == 0 {
		f.importNames(a)
	}
	return p, nil
}

// Uses reports whether the cell imports a package, or names one.
func (p *Program) Uses(path string) bool {
	return slices.Contains(p.a.imported, path) ||
		slices.ContainsFunc(p.Units, func(u *Unit) bool { return u.Code.Imports[path] })
}

// forgetReused drops variables that continue older ones: each would keep the scopes of its cell alive.
func (a *analysis) forgetReused() {
	for _, u := range a.units {
		for o := range u.reuse {
			a.forgetName(o)
		}
	}
}

// Commit makes the definitions of unit i part of the session. If a statement has failed, steps is its index and only
// definitions of earlier statements are kept; otherwise steps is negative.
func (f *Front) Commit(p *Program, i, steps int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.commit(p, i, steps)
}

// passing reports whether a variable made by the unit has no value to keep.
func (u *Unit) passing(o types.Object) bool {
	v, ok := o.(*types.Var)
	return ok && (v == u.Code.Reached || u.missed && slices.Contains(u.Code.Show, v))
}

func (f *Front) commit(p *Program, i, steps int) {
	u := p.Units[i]
	f.importNames(p.a)
	for _, o := range u.made {
		if u.passing(o) {
			f.lose(o)
			continue
		}
		kept := u.unit.kept(o)
		if k, ok := u.stepOf[o]; steps >= 0 && (!ok || k >= steps) {
			if kept == o {
				f.lose(o)
			}
			continue
		}
		f.define(kept, definition{p.a.cell.Name, f.Position(o.Pos()).Line})
		f.replace(u.unit.shadow[o], kept)
	}
	if steps >= 0 {
		return
	}
	f.declare(u.unit.types, u.funcs)
	if u.Echo {
		f.show(outName(p.a.cell))
	}
	f.outdate(p.a.stales)
}

// importNames adds the imports of a cell to the session.
func (f *Front) importNames(a *analysis) {
	for n, o := range a.overlay {
		if _, isPkg := o.(*types.PkgName); isPkg || o.Pkg() != f.pkg {
			f.mean(n, o)
		}
	}
}

// Gone returns the functions, variables and types that can no longer be named, each once.
func (f *Front) Gone() []types.Object {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.takeGone()
}

// Abort reverts the changes of units from i on to types of the session.
func (f *Front) Abort(p *Program, i int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.loseLists()
	if i < len(p.Units) {
		p.a.rollback(p.Units[i].unit.saved)
	}
}
