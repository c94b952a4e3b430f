package front

import (
	"go/ast"
	"go/token"
	"go/types"
)

// rangeTargets assigns to the targets of "for x, a[i] = range y" at the beginning of the body: the
// interpreter evaluates them once, or not at all.
func rangeTargets(l *lowerer, s ast.Stmt) []ast.Stmt {
	x, ok := s.(*ast.RangeStmt)
	if !ok || x.Tok != token.ASSIGN {
		return nil
	}
	set := &ast.AssignStmt{TokPos: x.TokPos, Tok: token.ASSIGN}
	for _, target := range []*ast.Expr{&x.Key, &x.Value} {
		if id, isID := (*target).(*ast.Ident); *target == nil || isID && id.Name == "_" {
			continue
		}
		name := l.temp("r")
		id := ident(x.TokPos, name)
		l.made[id] = l.typeOf(*target)
		set.Lhs, set.Rhs = append(set.Lhs, *target), append(set.Rhs, id)
		*target = ident(x.TokPos, name)
	}
	if len(set.Lhs) == 0 {
		return nil
	}
	x.Tok = token.DEFINE
	if x.Key == nil {
		x.Key = ident(x.TokPos, "_")
	}
	x.Body.List = append([]ast.Stmt{set}, x.Body.List...)
	return nil
}

// rangeStrings counts the bytes itself: the interpreter takes those of a broken character for the three of the one that stands in its
// place.
//
//	for i, c := range s { … } → at, list := rt.Runes(s); for k, r := range list { i := at[k]; c := r; … }
func rangeStrings(l *lowerer, s ast.Stmt) []ast.Stmt {
	x, ok := s.(*ast.RangeStmt)
	if !ok {
		return nil
	}
	b, isBasic := l.typeOf(x.X).Underlying().(*types.Basic)
	key, isID := x.Key.(*ast.Ident)
	if !isBasic || b.Info()&types.IsString == 0 || !isID || key.Name == "_" || x.Tok != token.DEFINE {
		return nil
	}
	pos, at, list, k := x.For, l.temp("at"), l.temp("l"), l.temp("i")
	out := quote(pos, at+", "+list+" := rtꞏ.Runes(string(Q0))", x.X)
	first := quote(pos, key.Name+" := "+at+"["+k+"]")
	if id, isID := x.Value.(*ast.Ident); isID && id.Name != "_" {
		r := l.temp("r")
		first = append(first, define(pos, id.Name, ident(pos, r)))
		x.Value = ident(pos, r)
	}
	x.Key, x.X = ident(pos, k), ident(pos, list)
	x.Body.List = append(first, x.Body.List...)
	return []ast.Stmt{l.block(append(out, x))}
}

// rangePlaces looks elements up itself where the interpreter would not find its way: it takes a variable for channels for a range over
// one, and of the elements behind a pointer to an array it keeps its notes where another variable lives.
//
//	for i, c := range chans { … } → l := chans; for k := range l { i := k; c := l[k]; … }
//	for i, v := range &a { … } → for i, v := range (&a)[:] { … }
func rangePlaces(l *lowerer, s ast.Stmt) []ast.Stmt {
	x, ok := s.(*ast.RangeStmt)
	if !ok || x.Tok != token.DEFINE {
		return nil
	}
	value, isID := x.Value.(*ast.Ident)
	if !isID || value.Name == "_" {
		return nil
	}
	t := l.typeOf(x.X)
	if p, isPointer := t.Underlying().(*types.Pointer); isPointer {
		slice := &ast.SliceExpr{X: x.X, Lbrack: x.X.Pos(), Rbrack: x.X.End()}
		t = types.NewSlice(p.Elem().Underlying().(*types.Array).Elem())
		l.made[slice], x.X = t, slice
	}
	elem := elementType(t)
	if elem == nil {
		return nil
	}
	if _, isChan := elem.Underlying().(*types.Chan); !isChan {
		return nil
	}
	pos, list, key := x.For, l.temp("l"), l.temp("i")
	first := value.Name + " := " + list + "[" + key + "]"
	if id, isID := x.Key.(*ast.Ident); isID && id.Name != "_" {
		first = id.Name + " := " + key + "; " + first // in each iteration a variable of its own
	}
	out := quote(pos, list+" := Q0", x.X)
	x.Body.List = append(quote(pos, first), x.Body.List...)
	x.Key, x.X, x.Value = ident(pos, key), ident(pos, list), nil
	l.made[x.X] = t
	return []ast.Stmt{l.block(append(out, x))}
}

// elementType returns what a slice, an array or a map holds, nil for other types.
func elementType(t types.Type) types.Type {
	switch t := t.Underlying().(type) {
	case *types.Slice:
		return t.Elem()
	case *types.Array:
		return t.Elem()
	case *types.Map:
		return t.Elem()
	}
	return nil
}

// rangeArrays counts where a range over an array, or a pointer to one, has no second variable: the array is not
// looked at then, so the pointer may be nil.
func rangeArrays(l *lowerer, s ast.Stmt) []ast.Stmt {
	x, ok := s.(*ast.RangeStmt)
	if !ok {
		return nil
	}
	if id, isID := x.Value.(*ast.Ident); x.Value != nil && !(isID && id.Name == "_") {
		return nil
	}
	t := l.typeOf(x.X).Underlying()
	if p, isPointer := t.(*types.Pointer); isPointer {
		t = p.Elem().Underlying()
	}
	a, ok := t.(*types.Array)
	if !ok {
		return nil
	}
	n := intLit(x.X.Pos(), int(a.Len()))
	l.made[n] = types.Typ[types.Int]
	operand := x.X
	x.X, x.Value = n, nil
	if !calls(operand) {
		return []ast.Stmt{x}
	}
	return []ast.Stmt{&ast.ExprStmt{X: callRT(x.For, "Same", operand)}, x}
}

// calls says whether an expression calls a function or receives from a channel.
func calls(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			found = true
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		}
		return !found
	})
	return found
}

// rangeFunc turns a range over a function into a call of it. The body becomes the function that is called
// with each element; what leaves the body in other ways than by its end is noted and done afterwards.
//
//	for k := range f { if k > 3 { break }; if g(k) { return k } }
//
// becomes
//
//	exit := 0; var r0 T
//	f(func(k T) bool { if k > 3 { return false }; if g(k) { exit = 1; r0 = k; return false }; return true })
//	if exit == 1 { return r0 }
func rangeFunc(l *lowerer, s ast.Stmt) []ast.Stmt {
	x, ok := s.(*ast.RangeStmt)
	if !ok {
		return nil
	}
	sig, ok := l.typeOf(x.X).Underlying().(*types.Signature)
	if !ok {
		return nil
	}
	yield := sig.Params().At(0).Type().Underlying().(*types.Signature)
	pos := x.For
	b := &funcBody{l: l, exit: l.temp("exit"), pos: pos, label: l.labels[x]}
	params := l.tupleFields(yield.Params(), false, pos)
	var first []ast.Stmt
	for i, target := range []ast.Expr{x.Key, x.Value} {
		if i >= len(params.List) {
			break
		}
		name := l.temp("y")
		params.List[i].Names = []*ast.Ident{ident(pos, name)}
		if id, isID := target.(*ast.Ident); target == nil || isID && id.Name == "_" {
			continue
		}
		first = append(first, &ast.AssignStmt{Lhs: []ast.Expr{target}, TokPos: pos, Tok: x.Tok, Rhs: []ast.Expr{ident(pos, name)}})
	}
	body := append(first, b.list(x.Body.List)...)
	lit := &ast.FuncLit{
		Type: &ast.FuncType{Func: pos, Params: params, Results: &ast.FieldList{List: []*ast.Field{{Type: ident(pos, "bool")}}}},
		Body: &ast.BlockStmt{Lbrace: pos, List: append(body, quote(pos, "return true")...), Rbrace: pos},
	}
	seq := ident(pos, l.temp("seq")) // the interpreter does not call what a call of a method returns
	out := append(quote(pos, "var "+seq.Name+" Q0", l.mustType(l.typeOf(x.X).Underlying(), pos)), assign(pos, seq, x.X))
	call := &ast.ExprStmt{X: &ast.CallExpr{Fun: ident(pos, seq.Name), Lparen: pos, Args: []ast.Expr{lit}, Rparen: pos}}
	if len(b.exits) == 0 {
		return []ast.Stmt{l.block(append(out, call))}
	}
	out = append(append(out, quote(pos, b.exit+" := 0")...), b.vars...)
	out = append(append(out, call), b.exits...)
	return []ast.Stmt{l.block(out)}
}

// funcBody is the body of a range over a function on its way.
type funcBody struct {
	l     *lowerer
	pos   token.Pos
	exit  string // the variable that says how the body was left
	label string // of the loop
	vars  []ast.Stmt
	exits []ast.Stmt // what is done after the call
}

// leave notes one way to leave the loop and returns what stands in the body in its place.
func (b *funcBody) leave(before []ast.Stmt, after ast.Stmt) []ast.Stmt {
	n := intLit(b.pos, len(b.exits)+1)
	test := quote(b.pos, "if "+b.exit+" == Q0 {}", n)[0].(*ast.IfStmt)
	test.Body.List = []ast.Stmt{after}
	b.exits = append(b.exits, test)
	out := append(before, assign(b.pos, ident(b.pos, b.exit), n))
	return append(out, quote(b.pos, "return false")...)
}

// list rewrites the statements of the body, those of inner loops and switches with them: a break without a
// label there is theirs.
func (b *funcBody) list(in []ast.Stmt) []ast.Stmt {
	loops, breakers := 0, 0
	own := map[string]bool{}
	w := &walker{}
	depth := 0
	w.enter = func(ast.Node) { depth++ }
	w.leave = func(ast.Node, *ast.BlockStmt) { depth-- }
	w.before = func(s ast.Stmt) (ast.Stmt, bool) {
		switch s := s.(type) {
		case *ast.LabeledStmt:
			own[s.Label.Name] = true
		case *ast.ForStmt, *ast.RangeStmt:
			loops++
			breakers++
		case *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
			breakers++
		}
		return s, false
	}
	w.after = func(s ast.Stmt) []ast.Stmt {
		switch s.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			loops--
			breakers--
		case *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
			breakers--
		}
		if depth > 0 {
			return []ast.Stmt{s}
		}
		switch s := s.(type) {
		case *ast.BranchStmt:
			return b.branch(s, loops > 0, breakers > 0, own)
		case *ast.ReturnStmt:
			return b.ret(s)
		}
		return []ast.Stmt{s}
	}
	return w.list(in)
}

func (b *funcBody) branch(s *ast.BranchStmt, inLoop, inBreaker bool, own map[string]bool) []ast.Stmt {
	label := ""
	if s.Label != nil {
		label = s.Label.Name
	}
	switch {
	case s.Tok == token.FALLTHROUGH, label != "" && own[label]:
		return []ast.Stmt{s}
	case label == b.label && label != "", label == "" && s.Tok == token.BREAK && !inBreaker, label == "" && s.Tok == token.CONTINUE && !inLoop:
		return quote(s.Pos(), map[token.Token]string{token.BREAK: "return false", token.CONTINUE: "return true"}[s.Tok])
	case label == "":
		return []ast.Stmt{s}
	}
	return b.leave(nil, s)
}

// ret keeps the results in variables until the loop is over.
func (b *funcBody) ret(s *ast.ReturnStmt) []ast.Stmt {
	sig := b.l.scope().sig
	if len(s.Results) == 0 || sig == nil {
		return b.leave(nil, &ast.ReturnStmt{Return: s.Return})
	}
	set := &ast.AssignStmt{TokPos: s.Return, Tok: token.ASSIGN, Rhs: s.Results}
	after := &ast.ReturnStmt{Return: s.Return}
	for i := range sig.Results().Len() {
		name := b.l.temp("ret")
		t := sig.Results().At(i).Type()
		b.vars = append(b.vars, quote(b.pos, "var "+name+" Q0", b.l.mustType(t, b.pos))...)
		id := ident(s.Return, name)
		b.l.made[id] = t
		set.Lhs = append(set.Lhs, id)
		after.Results = append(after.Results, ident(s.Return, name))
	}
	return b.leave(parallel(b.l, set), after)
}
