package front

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// The values of last expressions are kept in variables Outꞏ1, Outꞏ2, …, which Out[n] and _ refer to. In[n] is
// the text of a cell.
const outVar = "Out" + syntax.Mark

// lastValues resolves _ used as a value, Out[n] and In[n], before the cell is checked.
func (a *analysis) lastValues(p *syntax.Piece) {
	w := &syntax.Walker{Expr: a.lastValue}
	w.Before = func(s ast.Stmt) (ast.Stmt, bool) {
		switch s := s.(type) {
		case *ast.AssignStmt: // _ as a target is not changed
			w.Exprs(s.Rhs)
			for _, l := range s.Lhs {
				if _, isID := l.(*ast.Ident); !isID {
					w.Children(l)
				}
			}
			return s, true
		case *ast.RangeStmt:
			s.X = w.Visit(s.X)
			w.Block(s.Body)
			return s, true
		}
		return s, false
	}
	for _, d := range p.File.Decls {
		w.Decl(d)
	}
}

func (a *analysis) lastValue(e ast.Expr) ast.Expr {
	switch e := e.(type) {
	case *ast.Ident:
		if e.Name == "_" && a.lastOut != "" {
			return syntax.Ident(e.NamePos, a.lastOut)
		}
	case *ast.IndexExpr:
		id, isID := e.X.(*ast.Ident)
		n, isLit := e.Index.(*ast.BasicLit)
		if !isID || !isLit || a.get(id.Name) != nil {
			return e
		}
		if id.Name == "Out" && a.env[outVar+n.Value] != nil {
			return syntax.Ident(id.NamePos, outVar+n.Value)
		}
		if src, ok := a.texts["In["+n.Value+"]"]; ok && id.Name == "In" {
			return &ast.BasicLit{ValuePos: id.NamePos, Kind: token.STRING, Value: strconv.Quote(src)}
		}
	}
	return e
}

// useOuts makes the variables used by lastValues visible to the unit.
func useOuts(files []*ast.File, free map[string]bool) {
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && strings.HasPrefix(id.Name, outVar) {
				free[id.Name] = true
			}
			return true
		})
	}
}

// outName returns the name of the variable for the cell's last expression.
func outName(c *syntax.Cell) string { return outVar + strconv.Itoa(c.N) }

// lastValue is the last bare expression of a unit.
type lastValue struct {
	keeps   *ast.AssignStmt // assigns it to new variables of the session; nil for the expression nil
	vars    []*types.Var
	results bool // it is a call whose last result is an error
}

// lastValue removes the last bare expression from a unit; it reports whether there is one.
func (l *namer) lastValue() (v lastValue, ok bool) {
	list := l.u.Body.List
	if len(list) == 0 || l.u.Cell.Silent() {
		return v, false
	}
	last := list[len(list)-1]
	as, isList := last.(*ast.AssignStmt)
	es, isExpr := last.(*ast.ExprStmt)
	switch {
	case isList && l.a.tuple:
		var of []types.Type
		for _, x := range as.Rhs {
			of = append(of, types.Default(l.typeOf(x)))
		}
		v = l.keep(as.TokPos, of, as.Rhs...)
	case !isExpr || !l.shows(es.X):
		return v, false
	case l.value(es.X).IsNil():
	default:
		of := []types.Type{types.Default(l.typeOf(es.X))}
		if tuple, several := of[0].(*types.Tuple); several {
			of = nil
			for r := range tuple.Variables() {
				of = append(of, r.Type())
			}
		}
		v = l.keep(es.Pos(), of, es.X)
		v.results = mayFail(es.X, of[len(of)-1])
	}
	l.u.Body.List = list[:len(list)-1]
	return v, true
}

// keep assigns values to new variables of the session.
func (l *namer) keep(pos token.Pos, of []types.Type, values ...ast.Expr) lastValue {
	v := lastValue{keeps: &ast.AssignStmt{TokPos: pos, Tok: token.ASSIGN, Rhs: values}}
	for i, t := range of {
		name := outName(l.u.Cell)
		if len(of) > 1 || l.a.tuple {
			name += "_" + strconv.Itoa(i)
		}
		o := types.NewVar(token.NoPos, l.f.pkg, name, t)
		l.define(o)
		id := syntax.Ident(pos, name)
		l.info.Uses[id] = o
		v.keeps.Lhs, v.vars = append(v.keeps.Lhs, id), append(v.vars, o)
	}
	return v
}

// mayFail reports whether x is a call whose last result, of type t, is an error.
func mayFail(x ast.Expr, t types.Type) bool {
	_, isCall := ast.Unparen(x).(*ast.CallExpr)
	return isCall && types.Identical(t, types.Universe.Lookup("error").Type())
}

// shows reports whether an expression statement has a value to show. The results of fmt.Println and similar functions
// are not shown.
func (l *namer) shows(x ast.Expr) bool {
	tv := l.value(x)
	if tv.IsVoid() || tv.IsType() || tv.Type == nil {
		return false
	}
	if t, ok := tv.Type.(*types.Tuple); ok && t.Len() == 0 {
		return false
	}
	if b, ok := tv.Type.(*types.Basic); ok && b.Kind() == types.UntypedNil {
		return true
	}
	if c, ok := ast.Unparen(x).(*ast.CallExpr); ok {
		if sel, ok := c.Fun.(*ast.SelectorExpr); ok {
			o := l.info.Uses[sel.Sel]
			return o == nil || o.Pkg() == nil || o.Pkg().Path() != "fmt" || !strings.HasPrefix(o.Name(), "Print") && !strings.HasPrefix(o.Name(), "Fprint")
		}
	}
	return tv.Value == nil || tv.Value.Kind() != constant.Unknown
}
