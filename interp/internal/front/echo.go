package front

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strconv"
	"strings"
)

// The values of last expressions live on in variables Outꞏ1, Outꞏ2, …; Out[n] and _ name them. In[n]
// is the text of a cell.
const outVar = "Out" + mark

// lastValues resolves _ used as a value, Out[n] and In[n], before the cell is checked.
func (a *analysis) lastValues(p *piece) {
	w := &walker{expr: a.lastValue}
	w.before = func(s ast.Stmt) (ast.Stmt, bool) {
		switch s := s.(type) {
		case *ast.AssignStmt: // _ as a target stays what it is
			w.exprs(s.Rhs)
			for _, l := range s.Lhs {
				if _, isID := l.(*ast.Ident); !isID {
					w.children(l)
				}
			}
			return s, true
		case *ast.RangeStmt:
			s.X = w.visit(s.X)
			w.block(s.Body)
			return s, true
		}
		return s, false
	}
	for _, d := range p.file.Decls {
		w.decl(d)
	}
}

func (a *analysis) lastValue(e ast.Expr) ast.Expr {
	switch e := e.(type) {
	case *ast.Ident:
		if e.Name == "_" && a.lastOut != "" {
			return ident(e.NamePos, a.lastOut)
		}
	case *ast.IndexExpr:
		id, isID := e.X.(*ast.Ident)
		n, isLit := e.Index.(*ast.BasicLit)
		if !isID || !isLit || a.get(id.Name) != nil {
			return e
		}
		if id.Name == "Out" && a.env[outVar+n.Value] != nil {
			return ident(id.NamePos, outVar+n.Value)
		}
		if src, ok := a.texts["In["+n.Value+"]"]; ok && id.Name == "In" {
			return &ast.BasicLit{ValuePos: id.NamePos, Kind: token.STRING, Value: strconv.Quote(src)}
		}
	}
	return e
}

// useOuts makes the variables that lastValues put in visible to the unit.
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

// outName is the variable that the cell's last expression fills.
func (c *Cell) outName() string { return outVar + strconv.Itoa(c.N) }

// echo replaces a last bare expression by code that keeps and shows its value; it reports whether
// there is one.
func (l *lowerer) echo() bool {
	list := l.u.body.List
	if len(list) == 0 || l.u.cell.silent() {
		return false
	}
	if as, ok := list[len(list)-1].(*ast.AssignStmt); ok && l.a.tuple {
		l.echoList(as)
		return true
	}
	es, ok := list[len(list)-1].(*ast.ExprStmt)
	if !ok || !l.shows(es.X) {
		return false
	}
	pos := es.X.Pos()
	t := l.typeOf(es.X)
	if tuple, ok := t.(*types.Tuple); ok {
		l.echoTuple(es, tuple)
		return true
	}
	if t = types.Default(t); l.value(es.X).IsNil() {
		es.X = callRT(pos, "ShowNil")
		return true
	}
	v := types.NewVar(token.NoPos, l.f.pkg, l.u.cell.outName(), t)
	l.define(v)
	out := ident(pos, v.Name())
	l.info.Uses[out] = v
	list[len(list)-1] = assign(pos, out, es.X)
	shown := ident(pos, v.Name())
	l.info.Uses[shown] = v
	l.made[shown] = t
	l.show(pos, showName(es.X, t), l.textOf(shown))
	return true
}

// showName is what shows the value of x, the last or only part of which is of type t. That a call did not fail is nothing
// to show: its nil error is left out.
func showName(x ast.Expr, t types.Type) string {
	if mayFail(x, t) {
		return "ShowResults"
	}
	return "Show"
}

// mayFail says whether x is a call whose last result, of type t, is an error.
func mayFail(x ast.Expr, t types.Type) bool {
	_, isCall := ast.Unparen(x).(*ast.CallExpr)
	return isCall && types.Identical(t, types.Universe.Lookup("error").Type())
}

// textOf keeps the text of a value of the session that is shown. The wrapper has names already, so it
// must not be renamed again.
func (l *lowerer) textOf(shown *ast.Ident) ast.Expr {
	if l.f.plain {
		return shown
	}
	if l.sessionType(l.typeOf(shown)) {
		if x := l.withMedia(shown); x != ast.Expr(shown) {
			return x
		}
	}
	return l.dressed(shown, types.Universe.Lookup("any").Type(), false)
}

// show ends the unit with a call of the function called name, which shows values and notes, as a step of its own would, that it runs.
func (l *lowerer) show(pos token.Pos, name string, values ...ast.Expr) {
	list := l.u.body.List
	call := callRT(pos, name, append([]ast.Expr{intLit(pos, l.f.steps+len(list))}, values...)...)
	l.made[call.Fun] = showType
	l.shown = &ast.ExprStmt{X: call}
	l.u.body.List = append(list, l.shown)
}

// showType is func(int, ...any).
var showType = types.NewSignatureType(nil, nil, nil, types.NewTuple(
	types.NewParam(token.NoPos, nil, "", types.Typ[types.Int]),
	types.NewParam(token.NoPos, nil, "", types.NewSlice(types.Universe.Lookup("any").Type()))), nil, true)

// echoTuple shows the results of a call that has several.
func (l *lowerer) echoTuple(es *ast.ExprStmt, tuple *types.Tuple) {
	var of []types.Type
	for i := range tuple.Len() {
		of = append(of, tuple.At(i).Type())
	}
	l.showAll(&ast.AssignStmt{TokPos: es.X.Pos(), Tok: token.ASSIGN, Rhs: []ast.Expr{es.X}}, of, showName(es.X, of[len(of)-1]))
}

// echoList shows a list of values, which stand in an assignment to nothing.
func (l *lowerer) echoList(as *ast.AssignStmt) {
	var of []types.Type
	for _, x := range as.Rhs {
		of = append(of, types.Default(l.typeOf(x)))
	}
	as.Lhs = nil
	l.showAll(as, of, "Show")
}

// showAll ends the unit with an assignment of values of the given types to variables, which the function called name shows.
func (l *lowerer) showAll(as *ast.AssignStmt, of []types.Type, name string) {
	pos := as.TokPos
	var values []ast.Expr
	for i, t := range of {
		v := types.NewVar(token.NoPos, l.f.pkg, l.u.cell.outName()+"_"+strconv.Itoa(i), t)
		l.define(v)
		out, shown := ident(pos, v.Name()), ident(pos, v.Name())
		l.info.Uses[out], l.info.Uses[shown] = v, v
		l.made[shown] = v.Type()
		as.Lhs = append(as.Lhs, out)
		values = append(values, l.textOf(shown))
	}
	list := l.u.body.List
	list[len(list)-1] = as
	l.show(pos, name, values...)
}

// define adds a variable to those of the unit.
func (l *lowerer) define(v *types.Var) {
	l.u.defs = append(l.u.defs, v)
	l.defs.add(v)
	l.f.name(v)
}

// silent says whether the cell ends in a semicolon.
func (c *Cell) silent() bool {
	last := token.ILLEGAL
	lexemes := lex(c.Src)
	for i, l := range lexemes {
		if l.tok == token.SEMICOLON && l.lit == "\n" || l.tok == token.EOF {
			continue
		}
		last = lexemes[i].tok
	}
	return last == token.SEMICOLON
}

// shows says whether an expression statement has a value to show. fmt.Println and its like return
// values that nobody wants to see.
func (l *lowerer) shows(x ast.Expr) bool {
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
