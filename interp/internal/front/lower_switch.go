package front

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// typeSwitch turns a type switch into assertions and an expression switch. The interpreter's own
// misses errors, types without methods, interpreted values in []any and lists of types.
//
//	switch v := x.(type) { case A: … ; case B, nil: … }
//
// becomes
//
//	s := x
//	var v1 A; var ok1 bool; var ok2 bool
//	if s != nil { v1, ok1 = s.(A); _, ok2 = s.(B) }
//	switch { case ok1: v := v1; … ; case ok2 || s == nil: v := s; … }
func typeSwitch(l *lowerer, s ast.Stmt) []ast.Stmt {
	x, ok := s.(*ast.TypeSwitchStmt)
	if !ok {
		return nil
	}
	subject, bound := subjectOf(x)
	pos := x.Switch
	name := l.temp("s")
	var out []ast.Stmt
	if x.Init != nil {
		out = append(out, x.Init)
	}
	keep := define(pos, name, subject)
	out = append(out, keep)
	test := quote(pos, "if "+name+" != nil {}")[0].(*ast.IfStmt)
	sw := &ast.SwitchStmt{Switch: pos, Body: &ast.BlockStmt{Lbrace: x.Body.Lbrace, Rbrace: x.Body.Rbrace}}
	for _, c := range x.Body.List {
		t := &typeCase{l: l, clause: c.(*ast.CaseClause), subject: name, subjectType: l.typeOf(subject)}
		t.tests()
		t.bind(bound)
		out = append(out, t.vars...)
		test.Body.List = append(test.Body.List, t.assigns...)
		t.conds = anyOf(t.conds)
		sw.Body.List = append(sw.Body.List, &ast.CaseClause{Case: t.clause.Case, List: t.conds, Colon: t.clause.Colon, Body: t.clause.Body})
	}
	if len(test.Body.List) > 0 {
		out = append(out, test)
	}
	return []ast.Stmt{l.block(append(out, sw))}
}

func subjectOf(x *ast.TypeSwitchStmt) (subject ast.Expr, bound *ast.Ident) {
	switch a := x.Assign.(type) {
	case *ast.ExprStmt:
		return ast.Unparen(a.X).(*ast.TypeAssertExpr).X, nil
	case *ast.AssignStmt:
		return ast.Unparen(a.Rhs[0]).(*ast.TypeAssertExpr).X, a.Lhs[0].(*ast.Ident)
	}
	return nil, nil
}

// typeCase is one clause on its way.
type typeCase struct {
	l           *lowerer
	clause      *ast.CaseClause
	subject     string
	subjectType types.Type
	vars        []ast.Stmt // declarations of results
	assigns     []ast.Stmt // the assertions
	conds       []ast.Expr
	value       string // the asserted value of a clause with one type
}

func (t *typeCase) tests() {
	single := len(t.clause.List) == 1
	for _, e := range t.clause.List {
		pos := e.Pos()
		if t.l.value(e).IsNil() {
			t.conds = append(t.conds, quoteExpr(pos, t.subject+" == nil"))
			continue
		}
		ok, v := t.l.temp("ok"), "_"
		t.vars = append(t.vars, quote(pos, "var "+ok+" bool")...)
		if single {
			v = t.l.temp("v")
			t.value = v
			t.vars = append(t.vars, quote(pos, "var "+v+" Q0", e)...)
		}
		if st, isStruct := t.l.typeOf(e).Underlying().(*types.Struct); isStruct && st.NumFields() == 0 && !t.l.boxes(t.l.typeOf(e)) {
			t.assigns = append(t.assigns, quote(pos, ok+" = rtꞏ.Holds("+t.subject+", Q0{})", e)...)
		} else {
			t.assigns = append(t.assigns, t.l.assertTo(ident(pos, t.subject), t.subjectType, e, v, ok)...)
		}
		t.conds = append(t.conds, ident(pos, ok))
	}
}

// bind declares the variable of the switch in the clause, if the clause uses it.
func (t *typeCase) bind(bound *ast.Ident) {
	o := t.l.info.Implicits[t.clause]
	if bound == nil || o == nil || !t.l.mentions(t.clause.Body, o) {
		return
	}
	value := t.value
	if value == "" {
		value = t.subject
	}
	pos := t.clause.Colon
	t.clause.Body = append([]ast.Stmt{define(pos, bound.Name, ident(pos, value))}, t.clause.Body...)
}

// mentions says whether a list of statements uses an object.
func (l *lowerer) mentions(list []ast.Stmt, o types.Object) bool {
	found := false
	for _, s := range list {
		ast.Inspect(s, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && l.info.Uses[id] == o {
				found = true
			}
			return !found
		})
	}
	return found
}

// switchInterfaces turns a switch that compares interfaces into conditions, which compiled code compares, and others that the
// interpreter gets wrong into conditions that it gets right.
func switchInterfaces(l *lowerer, s ast.Stmt) []ast.Stmt {
	x, ok := s.(*ast.SwitchStmt)
	if ok && x.Tag == nil {
		l.truthCases(x)
	}
	if !ok || x.Tag == nil || l.value(x.Tag).Value != nil || !l.byConditions(x) {
		return nil
	}
	pos := x.Switch
	name := l.temp("s")
	tag := ident(pos, name)
	l.made[tag] = l.typeOf(x.Tag)
	var out []ast.Stmt
	if b, ok := x.Init.(*ast.BlockStmt); ok && l.loose[b] { // what became several
		out = append(out, b.List...)
	} else if x.Init != nil {
		out = append(out, x.Init)
	}
	out = append(out, define(pos, name, x.Tag))
	x.Init, x.Tag = nil, nil
	for _, c := range x.Body.List {
		cc := c.(*ast.CaseClause)
		for i, e := range cc.List {
			if l.value(e).IsNil() {
				cc.List[i] = quoteExpr(e.Pos(), name+" == nil")
				continue
			}
			if !types.IsInterface(l.typeOf(tag)) && !types.IsInterface(l.typeOf(e)) {
				cc.List[i] = mixedEqual(l, &ast.BinaryExpr{X: tag, OpPos: e.Pos(), Op: token.EQL, Y: e})
				continue
			}
			cc.List[i] = callRT(e.Pos(), "Equal", l.identified(tag), l.identified(e))
		}
		if len(cc.List) > 1 { // the interpreter forgets what the calls of a condition return
			cc.List = []ast.Expr{oneTrue(cc.List)}
		}
	}
	return []ast.Stmt{l.block(append(out, x))}
}

// oneTrue asks conditions in order until one is true.
func oneTrue(conds []ast.Expr) ast.Expr {
	pos := conds[0].Pos()
	var body []ast.Stmt
	for _, c := range conds {
		body = append(body, quote(c.Pos(), "if Q0 { return 1 == 1 }", c)...)
	}
	return quoteExpr(pos, "func() bool { Q0; return 1 == 0 }()", body)
}

// truthCases compares interfaces among the conditions of a switch without a tag with true.
func (l *lowerer) truthCases(x *ast.SwitchStmt) {
	for _, c := range x.Body.List {
		cc := c.(*ast.CaseClause)
		for i, e := range cc.List {
			if types.IsInterface(l.typeOf(e)) {
				cc.List[i] = callRT(e.Pos(), "Equal", e, quoteExpr(e.Pos(), "1 == 1"))
			}
		}
	}
}

// byConditions says whether the interpreter gets a switch wrong that compares its tag: with interfaces or nil, with values of other
// types, or with what a call returns among several in a clause.
func (l *lowerer) byConditions(x *ast.SwitchStmt) bool {
	t := l.typeOf(x.Tag)
	if types.IsInterface(t) {
		return true
	}
	for _, c := range x.Body.List {
		list := c.(*ast.CaseClause).List
		for _, e := range list {
			_, isCall := ast.Unparen(e).(*ast.CallExpr)
			v := l.value(e).Value
			isCall = isCall && len(list) > 1 && (v == nil || !fits(v)) // constants are spelled as conversions
			other := v == nil && !types.Identical(l.typeOf(e), t)
			if types.IsInterface(l.typeOf(e)) || l.value(e).IsNil() || other || isCall {
				return true
			}
		}
	}
	return false
}

// defaultFalls moves the default clause to the end, as the interpreter runs it last, wherever it is, and has it
// change places with the last one. The next clause is copied into one that falls through, if one of the two is
// the default.
func defaultFalls(_ *lowerer, s ast.Stmt) []ast.Stmt {
	x, ok := s.(*ast.SwitchStmt)
	if !ok {
		return nil
	}
	list := x.Body.List
	at := slices.IndexFunc(list, func(c ast.Stmt) bool { return c.(*ast.CaseClause).List == nil })
	if at < 0 || at == len(list)-1 {
		return nil
	}
	for i := at; i >= max(0, at-1); i-- {
		list[i].(*ast.CaseClause).Body = withNext(list, i)
	}
	x.Body.List = slices.Concat(list[:at], list[at+1:], list[at:at+1])
	return nil
}

// withNext returns the body of a clause, and for a fallthrough at its end that of the next one.
func withNext(clauses []ast.Stmt, i int) []ast.Stmt {
	body := clauses[i].(*ast.CaseClause).Body
	if len(body) == 0 {
		return body
	}
	last := len(body) - 1
	if b, ok := body[last].(*ast.BranchStmt); !ok || b.Tok != token.FALLTHROUGH {
		return body
	}
	next := withNext(clauses, i+1)
	block := &ast.BlockStmt{Lbrace: body[last].Pos(), List: next, Rbrace: body[last].End()}
	return append(body[:last:last], block)
}

// switchLists joins the conditions of a clause in a switch without a tag: the interpreter looks at
// the first one only.
func switchLists(l *lowerer, s ast.Stmt) []ast.Stmt {
	if x, ok := s.(*ast.SwitchStmt); ok && x.Tag == nil {
		for _, c := range x.Body.List {
			cc := c.(*ast.CaseClause)
			cc.List = anyOf(cc.List)
		}
	}
	return nil
}

// anyOf joins conditions by ||.
func anyOf(conds []ast.Expr) []ast.Expr {
	if len(conds) < 2 {
		return conds
	}
	x := conds[0]
	for _, c := range conds[1:] {
		x = &ast.BinaryExpr{X: x, OpPos: c.Pos(), Op: token.LOR, Y: c}
	}
	return []ast.Expr{x}
}

// switchInits puts the init statement of a switch with a tag before the switch: the interpreter runs it after
// it has looked at the tag.
//
//	switch n := f(); n % 2 { … } → { n := f(); switch n % 2 { … } }
func switchInits(l *lowerer, s ast.Stmt) []ast.Stmt {
	x, ok := s.(*ast.SwitchStmt)
	if !ok || x.Init == nil || x.Tag == nil {
		return nil
	}
	list := []ast.Stmt{x.Init}
	if b, several := x.Init.(*ast.BlockStmt); several && l.loose[b] {
		list = b.List
	}
	x.Init = nil
	return []ast.Stmt{l.block(append(list, x))}
}
