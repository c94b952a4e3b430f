package evalorder

import (
	"go/ast"
	"go/token"
	"go/types"
)

// kept finds local variables that compiled Go keeps in memory: those whose address is taken, including captures by
// function literals that are not inlined. Values of other variables are copied before conversion to an interface.
type kept struct {
	root  ast.Node
	known map[types.Object]bool
}

// unplaced reports whether an operand whose address is used is copied first.
func (o *order) unplaced(e ast.Expr) bool {
	if !addressable(o, e) {
		return true
	}
	v := o.outer(e)
	if v == nil || o.kept == nil || o.global(v) || !inRegisters(v.Type()) {
		return false
	}
	if o.lit != nil && (v.Pos() < o.lit.Pos() || v.Pos() > o.lit.End()) {
		return false
	}
	o.findKept()
	return !o.kept.known[v]
}

// global reports whether a variable is a package-level variable or one of the session. The latter may be local to the
// function that runs the statements of a cell.
func (o *order) global(v *types.Var) bool {
	return v.Pkg() != o.pkg || v.Parent() == o.pkg.Scope() || o.held.Holds(v)
}

// findKept finds the variables of the enclosing function declaration that are kept in memory.
func (o *order) findKept() {
	if o.kept.known == nil {
		o.kept.known = map[types.Object]bool{}
		o.keptIn(o.kept.root)
	}
}

// outer returns the variable that contains e.
func (o *order) outer(e ast.Expr) *types.Var {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		v, _ := o.info.Uses[e].(*types.Var)
		return v
	case *ast.SelectorExpr:
		if s := o.info.Selections[e]; s != nil && !s.Indirect() {
			return o.outer(e.X)
		}
	case *ast.IndexExpr:
		if _, ok := o.typeOf(e.X).Underlying().(*types.Array); ok {
			return o.outer(e.X)
		}
	}
	return nil
}

// inRegisters reports whether compiled Go may keep a variable of type t in registers.
func inRegisters(t types.Type) bool {
	if !hasSize(t) || sizes.Sizeof(t) > 4*sizes.Sizeof(types.Typ[types.Uintptr]) {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Array:
		return u.Len() == 0 || u.Len() == 1 && inRegisters(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if !inRegisters(f.Type()) {
				return false
			}
		}
		return u.NumFields() <= 4
	}
	return true
}

func (o *order) keptIn(root ast.Node) {
	expanded := o.expanded(root)
	take := func(e ast.Expr) {
		if v := o.outer(e); v != nil {
			o.kept.known[v] = true
		}
	}
	ast.Inspect(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				take(n.X)
			}
		case *ast.SliceExpr:
			if _, ok := o.typeOf(n.X).Underlying().(*types.Array); ok {
				take(n.X)
			}
		case *ast.SelectorExpr:
			if s := o.info.Selections[n]; s != nil && s.Kind() == types.MethodVal && o.selected(n)[0].place {
				take(n.X)
			}
		case *ast.FuncLit:
			if !expanded[n] {
				o.captured(n)
			}
		}
		return true
	})
}

// captured marks the variables that a function literal captures.
func (o *order) captured(lit *ast.FuncLit) {
	ast.Inspect(lit.Body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if v, ok := o.info.Uses[id].(*types.Var); ok && (v.Pos() < lit.Pos() || v.Pos() > lit.End()) {
				o.kept.known[v] = true
			}
		}
		return true
	})
}

// expanded finds function literals that are short, have a name, and are only called: compiled Go inlines them.
func (o *order) expanded(root ast.Node) map[*ast.FuncLit]bool {
	lits, called, used := map[types.Object]*ast.FuncLit{}, map[types.Object]int{}, map[types.Object]int{}
	ast.Inspect(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, l := range n.Lhs {
				id, ok := l.(*ast.Ident)
				if !ok || len(n.Rhs) != len(n.Lhs) {
					continue
				}
				if lit, ok := n.Rhs[i].(*ast.FuncLit); ok && n.Tok == token.DEFINE && o.short(lit) {
					lits[o.info.Defs[id]] = lit
				}
			}
		case *ast.CallExpr:
			if id, ok := n.Fun.(*ast.Ident); ok {
				called[o.info.Uses[id]]++
			}
		case *ast.Ident:
			used[o.info.Uses[n]]++
		}
		return true
	})
	found := map[*ast.FuncLit]bool{}
	for v, lit := range lits {
		if called[v] == used[v] {
			found[lit] = true
		}
	}
	return found
}

// Mark is the function without a body whose calls are marks for a debugger: they change nothing.
var Mark = func() *types.Func {
	pkg := types.NewPackage("msrepl.local/debug", "debug")
	fn := types.NewFunc(token.NoPos, pkg, "Mark", types.NewSignatureType(nil, nil, nil, nil, nil, false))
	pkg.Scope().Insert(fn)
	pkg.MarkComplete()
	return fn
}()

// The inlining cost of a function literal, computed as compiled Go does.
const (
	maxExpanded    = 80
	costOfCall     = 57
	costOfAnything = 1
)

// short reports whether compiled Go inlines a function literal.
func (o *order) short(lit *ast.FuncLit) bool {
	cost := 0
	ast.Inspect(lit.Body, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok {
			if id, ok := c.Fun.(*ast.Ident); ok && o.info.Uses[id] == Mark {
				return false
			}
		}
		switch n := n.(type) {
		case nil, *ast.ParenExpr, *ast.BlockStmt, *ast.ExprStmt:
			return true
		case *ast.DeferStmt, *ast.GoStmt, *ast.SelectStmt, *ast.FuncLit:
			cost += maxExpanded
		case *ast.CallExpr:
			if tv := o.info.Types[n.Fun]; !tv.IsType() && !tv.IsBuiltin() {
				cost += costOfCall
			}
		}
		cost += costOfAnything
		return true
	})
	return cost <= maxExpanded
}
