package export

import (
	"fmt"
	"go/ast"
	"go/types"
	"maps"
	"slices"

	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// continued finds functions that are redeclared while values, such as closures, refer to them. In a session such
// values call the newest one; in the program the function calls a function in a variable, as methods do. The same
// holds for a function that calls itself through others, which refer to the first declaration. Other redeclared
// functions are renamed, which reads better.
func (x *program) continued() {
	x.again, x.repeats = map[types.Object]types.Object{}, map[types.Object]bool{}
	calls := x.calls()
	held := x.held(calls)
	for _, e := range x.units {
		for _, o := range e.Defs {
			fn, ok := o.(*types.Func)
			old, wasFunc := e.Shadow[o].(*types.Func)
			if !ok || !wasFunc || fn.Signature().TypeParams() != nil || !types.Identical(fn.Type(), old.Type()) {
				continue
			}
			first := types.Object(old)
			if f := x.again[old]; f != nil {
				first = f
			}
			x.repeats[o] = e.Again && x.sameUses(calls[o], calls[old])
			if x.repeats[o] || held[old] || first != old || canReach(calls, o, old, map[types.Object]bool{}) {
				x.again[o] = first
				x.of[o] = x.name(first)
			}
		}
	}
}

// calls maps each function of the session to the functions that it uses.
func (x *program) calls() map[types.Object][]types.Object {
	calls := map[types.Object][]types.Object{}
	for _, e := range x.units {
		for _, d := range e.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && d.Recv == nil {
				uses := map[types.Object]bool{}
				e.collectUses(d, uses)
				calls[e.Info.Defs[d.Name]] = slices.Collect(maps.Keys(uses))
			}
		}
	}
	return calls
}

// sameUses reports whether two functions, one compiled again because of a change elsewhere, use the same objects in
// the program.
func (x *program) sameUses(a, b []types.Object) bool { return maps.Equal(x.firsts(a), x.firsts(b)) }

func (x *program) firsts(list []types.Object) map[types.Object]bool {
	set := map[types.Object]bool{}
	for _, o := range list {
		if first := x.again[o]; first != nil {
			o = first
		}
		set[o] = true
	}
	return set
}

// canReach reports whether a call of from may lead to one of to.
func canReach(calls map[types.Object][]types.Object, from, to types.Object, seen map[types.Object]bool) bool {
	if seen[from] {
		return false
	}
	seen[from] = true
	return slices.ContainsFunc(calls[from], func(o types.Object) bool { return o == to || canReach(calls, o, to, seen) })
}

// held returns the functions of the session that values refer to: those that are used other than by a call, or that
// closures use. Methods of generic types, and generic functions that values refer to, cannot change either, so
// everything that they use is held, too.
func (x *program) held(calls map[types.Object][]types.Object) map[types.Object]bool {
	set := map[types.Object]bool{}
	for _, e := range x.units {
		note := func(n ast.Node) {
			if n != nil {
				e.heldIn(n, false, set)
			}
		}
		if e.Body != nil {
			note(e.Body)
		}
		for _, d := range e.Decls {
			note(d)
			if fd, ok := d.(*ast.FuncDecl); ok && len(syntax.ReceiverOf(fd).Params) > 0 {
				e.collectUses(d, set)
			}
		}
	}
	for list := slices.Collect(maps.Keys(set)); len(list) > 0; {
		o := list[len(list)-1]
		list = list[:len(list)-1]
		if fn, ok := o.(*types.Func); !ok || fn.Signature().TypeParams() == nil {
			continue
		}
		for _, used := range calls[o] {
			if !set[used] {
				set[used] = true
				list = append(list, used)
			}
		}
	}
	return set
}

func (e *unit) heldIn(n ast.Node, closure bool, set map[types.Object]bool) {
	called := map[*ast.Ident]bool{}
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			if !closure {
				e.heldIn(n.Body, true, set)
				return false
			}
		case *ast.CallExpr:
			if id, ok := ast.Unparen(n.Fun).(*ast.Ident); ok {
				called[id] = !closure
			}
		case *ast.Ident:
			if o, ok := e.Info.Uses[n].(*types.Func); ok && !called[n] {
				set[o] = true
			}
		}
		return true
	})
}

// takeVars declares the package-level variables of a whole program in a cell. They are initialized where the cell
// runs: the initial values may print, or use the results of earlier cells.
func (x *program) takeVars(e *unit, d *ast.GenDecl) {
	doc := x.above(e.Cell, x.f.Offset(e.Cell, d.Pos()))
	for _, s := range d.Specs {
		vs := s.(*ast.ValueSpec)
		uses := map[types.Object]bool{}
		e.collectUses(vs, uses)
		for _, n := range vs.Names {
			o := e.Info.Defs[n]
			typ := ""
			if o != nil && n.Name != "_" {
				typ = x.text(e.mustType(o.Type(), n.Pos()))
			}
			switch {
			case typ == "":
			case e.Reuse[o] == nil:
				text := fmt.Sprintf("var %s %s", x.name(o), typ)
				x.decls, doc = append(x.decls, &declaration{text: text, uses: uses, doc: doc, cell: e.Cell}), ""
				x.declared[o] = true
			case len(vs.Values) == 0:
				x.pending += fmt.Sprintf("%s = *new(%s)\n", x.name(o), typ)
			}
		}
	}
}

// varName returns the name of a variable at its initialization.
func (x *program) varName(e *unit, v *types.Var) string {
	if v.Name() == "_" {
		return "_"
	}
	return x.name(e.Kept(v))
}
