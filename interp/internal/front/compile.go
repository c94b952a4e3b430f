package front

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// Program is a cell that is checked and written as plain Go. Its units run in order; each is committed when it has
// finished, and what follows a failure is given up with Abort.
type Program struct {
	Units  []*Unit
	Extent Extent
	a      *analysis
}

// Compile checks a cell and writes it as plain Go. The error is of type Diags; nothing of a cell with an error
// stays behind.
func (f *Front) Compile(cell *syntax.Cell) (p *Program, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	defer func() {
		if r := recover(); r != nil { // a defect here or in go/types must not end the session
			p, err = nil, Diags{{Pos: token.Position{Filename: cell.Name, Line: 1, Column: 1}, Msg: fmt.Sprintf("the front end failed: %v", r)}}
		}
	}()
	defer syntax.ForgetLong()
	f.texts[cell.Name] = cmp.Or(cell.Whole, cell.Src)
	f.bury()
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
	}
	a.forgetReused()
	if len(a.units) == 0 {
		f.commitNames(a)
	}
	return p, nil
}

// forgetReused lets go of the variables that continue older ones: each would keep the scopes of its cell.
func (a *analysis) forgetReused() {
	for _, u := range a.units {
		for o := range u.reuse {
			delete(a.named, o)
		}
	}
}

// Commit makes what unit i defines part of the session. When a statement has failed, steps is its
// index and only what the statements before it define is kept; otherwise steps is negative.
func (f *Front) Commit(p *Program, i, steps int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	u := p.Units[i]
	f.commitNames(p.a)
	for _, o := range u.unit.defs {
		if k, ok := u.stepOf[o]; steps >= 0 && (!ok || k >= steps) {
			f.unnamed(u.unit, o)
			continue
		}
		f.env[o.Name()] = u.unit.kept(o)
		f.origin[u.unit.kept(o)] = definition{p.a.cell.Name, f.Position(o.Pos()).Line}
		f.replaced(u.unit.shadow[o], u.unit.kept(o))
	}
	if steps >= 0 {
		return
	}
	f.commitTypes(u.unit)
	for _, fn := range u.funcs {
		f.addFunction(fn)
	}
	if u.Echo {
		if name := outName(p.a.cell); f.env[name] != nil {
			f.lastOut = name
		}
	}
	for fn, why := range p.a.stales {
		if fn.key == "" {
			f.stale[fn.obj] = why
		}
	}
}

// unnamed has the compiler forget what a unit was to define, which has failed.
func (f *Front) unnamed(u *unit, o types.Object) {
	if !f.plain && u.reuse[o] == nil {
		f.gone = append(f.gone, o)
		delete(f.named, o)
	}
}

// replaced forgets a function or variable that nothing leads to any more: what uses it has been compiled again.
// Closures that still hold it need no names.
func (f *Front) replaced(old, by types.Object) {
	delete(f.stale, old)
	if v, ok := old.(*types.Var); ok && !f.plain && old != by && old.Pkg() == f.pkg {
		f.gone = append(f.gone, v)
		delete(f.named, v)
		delete(f.origin, v)
		f.retireSoon = true
	}
	if tn, ok := old.(*types.TypeName); ok && !f.plain && old != by && old.Pkg() == f.pkg {
		f.retire(tn)
	}
	fn, ok := old.(*types.Func)
	if !ok || old == by || old.Pkg() != f.pkg || fn.Signature().TypeParams() != nil {
		return
	}
	f.gone = append(f.gone, old)
	delete(f.named, old)
	delete(f.origin, old)
	f.retireSoon = true
}

// Gone returns the functions, variables and types that will not be named again, each once.
func (f *Front) Gone() []types.Object {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.bid()
	gone := f.gone
	f.gone = nil
	return gone
}

// commitNames keeps the imports of a cell.
func (f *Front) commitNames(a *analysis) {
	for n, o := range a.overlay {
		if o.Pkg() != f.pkg {
			f.env[n] = o
		} else if _, ok := o.(*types.PkgName); ok {
			f.env[n] = o
		}
	}
}

func (f *Front) commitTypes(u *unit) { maps.Copy(f.types, u.types) }

// addFunction records a function, in place of an older one of the same name.
func (f *Front) addFunction(fn *function) {
	if i := slices.IndexFunc(f.functions, func(old *function) bool { return old.name == fn.name && (fn.key == "" || old.obj == fn.obj) }); i >= 0 {
		f.functions = slices.Delete(f.functions, i, i+1)
	}
	f.functions = append(f.functions, fn)
}

// Abort takes back what units from i on have changed in the session's types.
func (f *Front) Abort(p *Program, i int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if i < len(p.Units) {
		p.a.rollback(p.Units[i].unit.saved)
	}
}
