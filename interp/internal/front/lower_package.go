package front

import (
	"go/ast"
	"go/token"
	"go/types"
)

// A cell that declares func main is a program: its variables belong to the package, may be used before
// they are declared, and are initialized in the order of their dependencies.

// isProgram says whether func main is declared at the top level of a text.
func isProgram(l []lexeme) bool {
	depth := 0
	for i, x := range l {
		depth += nesting(x.tok)
		if depth == 0 && x.tok == token.FUNC && i+2 < len(l) && l[i+1].lit == "main" && l[i+2].tok == token.LPAREN {
			return true
		}
	}
	return false
}

// initializers lowers the values of package variables to assignments, as statements of the unit out; their
// nodes go to inits, because others must come first.
func (l *lowerer) initializers(out, inits *Unit, w *walker) {
	var list []ast.Stmt
	l.funcs = append(l.funcs, &funcScope{name: ""})
	out.FirstStep = l.f.steps
	for _, in := range l.info.InitOrder {
		pos := in.Rhs.Pos()
		as := &ast.AssignStmt{TokPos: pos, Tok: token.ASSIGN, Rhs: []ast.Expr{in.Rhs}}
		for _, v := range in.Lhs {
			id := ident(pos, v.Name())
			if v.Name() != "_" {
				l.info.Uses[id] = v
			}
			as.Lhs = append(as.Lhs, id)
			out.stepOf[v] = len(out.Steps)
		}
		list = append(list, l.step(pos, l.f.steps))
		l.f.steps++
		out.Steps = append(out.Steps, l.f.Position(pos))
		list = append(list, w.stmts(as)...)
	}
	l.funcs = l.funcs[:len(l.funcs)-1]
	if len(list) > 0 {
		inits.Nodes = []ast.Node{file(run(list[0].Pos(), list))}
	}
}

// hasVars says whether a unit of declarations declares variables.
func (u *unit) hasVars() bool {
	for _, o := range u.defs {
		if _, ok := o.(*types.Var); ok {
			return true
		}
	}
	return false
}
