package port

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/msrepl/msrepl/internal/text/python"
)

func (t *Translator) block(body []python.Stmt) {
	t.scope.push()
	defer t.scope.pop()
	t.body(body)
}

func (t *Translator) body(body []python.Stmt) {
	for _, s := range body {
		ends := t.ends(s)
		if t.statement(s); ends {
			break
		}
	}
}

// ends says whether the types decide that nothing behind an if runs.
func (t *Translator) ends(s python.Stmt) bool {
	i, ok := s.(*python.If)
	if !ok {
		return false
	}
	var branch []python.Stmt
	t.quietly(func() val {
		if yes, ok := t.settled(i.Test); ok && yes {
			branch = i.Body
		} else if ok {
			branch = i.Orelse
		}
		return val{}
	})
	if len(branch) == 0 {
		return false
	}
	_, ok = branch[len(branch)-1].(*python.Return)
	return ok
}

func (t *Translator) statement(s python.Stmt) {
	switch s := s.(type) {
	case *python.Import, *python.ImportFrom:
		t.imports(s)
	case *python.ExprStmt:
		t.exprStatement(s)
	case *python.Assign:
		t.assign(s)
	case *python.AugAssign:
		t.augment(s)
	case *python.AnnAssign:
		if s.Value != nil {
			t.store(s.Target, s.Value)
		}
	case *python.If:
		t.ifStmt(s)
	case *python.For:
		s = t.keepTargets(s)
		t.hoist(s, s.Body)
		t.withElse(s.Body, s.Orelse, func() { t.forStmt(s) })
	case *python.While:
		t.withElse(s.Body, s.Orelse, func() { t.whileStmt(s) })
	case *python.Return:
		t.returnStmt(s)
	case *python.FunctionDef:
		t.defineFunction(s)
	case *python.ClassDef:
		t.defineClass(s)
	case *python.Pass, *python.Global, *python.Nonlocal:
	case *python.Break:
		if n := len(t.broke); n > 0 && t.broke[n-1] != "" {
			t.emit("%s = true", t.broke[n-1])
		}
		t.emit("break")
	case *python.Continue:
		t.emit("continue")
	case *python.With:
		t.with(s)
	case *python.Raise:
		t.raise(s)
	case *python.Try:
		t.try(s)
	case *python.Assert:
		t.emit("if %s {", t.not(s.Test))
		t.emit("panic(%s)", t.assertion(s.Msg))
		t.emit("}")
	case *python.Magic:
		t.magic(s)
	case *python.Delete:
		t.deleteStmt(s)
	default:
		leave(s, "%s is not translated", nodeName(s))
	}
}

// assertion is what an assert statement that fails says.
func (t *Translator) assertion(msg python.Expr) string {
	if msg == nil {
		return strconv.Quote("assertion failed")
	}
	return strCall(t, &python.Call{Args: []python.Expr{msg}}).code
}

func (t *Translator) exprStatement(s *python.ExprStmt) {
	switch e := s.Value.(type) {
	case *python.Constant:
		if _, ok := e.Value.(string); ok && (t.scope.fn != nil || !t.lastOfCell(s)) {
			return // a doc string
		}
	case *python.IfExp:
		if c, ok := e.Orelse.(*python.Constant); ok && c.Value == nil {
			t.emit("if %s {", t.test(e.Test))
			t.block([]python.Stmt{&python.ExprStmt{Value: e.Body}})
			t.emit("}")
			return
		}
	case *python.Call:
		if t.statementCall(e) {
			return
		}
	case *python.Yield:
		t.yield(e)
		return
	}
	t.alone = s.Value
	v := t.expr(s.Value)
	if v.code == "" && v.parts == nil {
		return
	}
	if _, call := s.Value.(*python.Call); call && strings.Trim(v.code, identifier) == "" &&
		(v.t.layer() || !t.lastOfCell(s)) {
		if n := len(t.lines); t.lastOfCell(s) && n > 0 {
			t.lines[n-1] = "_ = " + t.lines[n-1] // a method that returns the cell itself
		}
		return
	}
	if t.onPage() && t.lastOfCell(s) {
		t.echo(v)
		return
	}
	if _, call := s.Value.(*python.Call); call {
		t.emit("%s", v.code)
		return
	}
	if v.multi {
		t.emit("%s", v.code)
	} else {
		t.emit("_ = %s", t.single(v).code)
	}
}

const identifier = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_."

// lastOfCell says whether a statement is the last of the cell, whose value is shown.
func (t *Translator) lastOfCell(s python.Stmt) bool {
	body := t.cells[t.at].module.Body
	return len(body) > 0 && body[len(body)-1] == s
}

// echo shows the value of the last line.
func (t *Translator) echo(v val) {
	if v.t.kind == none || v.multi {
		t.emit("%s", v.code)
		return
	}
	v = t.single(v)
	if v.t.isDeque() {
		t.emit("fmt.Println(%s)", t.shown(v))
		return
	}
	numpy, _ := v.t.arrays()
	if numpy || v.t.is(boolean, float, text, list, tuple, anything) && v.t.goText() != "Tuple" {
		t.emit("fmt.Println(py.Repr(%s))", t.withArrays(t.boxed(v), v))
		return
	}
	t.emit("%s", v.code)
}

func (t *Translator) assign(s *python.Assign) {
	if len(s.Targets) == 1 {
		t.store(s.Targets[0], s.Value)
		return
	}
	v := t.value(s.Value)
	for i := len(s.Targets) - 1; i >= 0; i-- {
		t.put(s.Targets[i], v)
		if n, ok := s.Targets[i].(*python.Name); ok {
			v = t.expr(load(n.ID))
		}
	}
}

// store assigns an expression to a target.
func (t *Translator) store(target, value python.Expr) {
	if name, ok := target.(*python.Name); ok {
		switch e := value.(type) {
		case *python.ListComp:
			reads := map[string]int{}
			// or the list that it reads is gone
			if mentions([]python.Expr{e}, reads, map[string]int{}); reads[name.ID] == 0 {
				t.comprehension(e, name.ID)
				return
			}
		case *python.IfExp:
			if t.peek(e.Body).t.fixed() && t.peek(e.Orelse).t.fixed() {
				break
			}
			t.conditional(name, e)
			return
		case *python.Lambda:
			t.namedLambda(name, e)
			return
		case *python.BinOp:
			if t.accumulates(name.ID, e) {
				t.augmenting = true
				defer func() { t.augmenting = false }()
			}
		}
	}
	if _, ok := elements(target); ok {
		value = t.unpacked(target, value)
	}
	if name, ok := target.(*python.Name); ok && t.onPage() {
		t.wanted = name.ID
	}
	t.alone = value
	v := t.performed(value, t.expr(value))
	t.wanted = ""
	t.checkAlias(target, value, v)
	t.put(target, t.stored(value, v))
	if name, ok := target.(*python.Name); ok && v.t.kind == list {
		if x := t.scope.find(name.ID); x != nil {
			x.shared = shared(value, v)
		}
	}
}

// accumulates says whether name = e is like name += x: e reads the name, and nothing above it does.
func (t *Translator) accumulates(name string, e *python.BinOp) bool {
	if t.scope.fn == nil {
		return false
	}
	from, reads := e.At().Off, 0
	above := has(t.scope.fn.body, func(n any) bool {
		x, ok := n.(*python.Name)
		if !ok || x.ID != name || x.Ctx != python.Load {
			return false
		}
		reads++
		return x.Off < from
	})
	return reads > 0 && !above
}

// checkAlias refuses a second name for a list that is changed somewhere: lists of Go are copied in part.
func (t *Translator) checkAlias(target, value python.Expr, v val) {
	from, ok := value.(*python.Name)
	if !ok || v.t.kind != list || v.parts != nil {
		return
	}
	names := from.ID
	if to, ok := target.(*python.Name); ok {
		names += "|" + to.ID
	}
	change := regexp.MustCompile(
		`\b(` + names + `)(\.(` + strings.Join(listMethods, "|") + `)\(|\[[^]]*\] *[-+*/]?=[^=]| *\+=)`,
	)
	for _, c := range t.cells {
		if change.MatchString(c.src) {
			leave(value, "two names for one list")
		}
	}
}

// conditional is x = a if test else b.
func (t *Translator) conditional(name *python.Name, e *python.IfExp) {
	s := &python.If{
		Test: e.Test,
		Body: []python.Stmt{
			&python.Assign{Targets: []python.Expr{name}, Value: e.Body},
		}, Orelse: []python.Stmt{&python.Assign{Targets: []python.Expr{name}, Value: e.Orelse}},
	}
	if t.scope.vars[name.ID] == nil || t.scope.fn == nil {
		v := t.scope.declare(name.ID, t.scope.goFor(name.ID), nil)
		v.hoist = true
		line := placeholder + "c" + strings.Repeat("i", len(t.hoists))
		t.hoists[line] = v
		t.emit("%s", line)
	}
	t.ifStmt(s)
}

// put assigns a value to a target.
func (t *Translator) put(target python.Expr, v val) {
	switch x := target.(type) {
	case *python.Name:
		t.setName(x.ID, v)
	case *python.Tuple:
		t.unpack(x.Elts, v)
	case *python.List:
		t.unpack(x.Elts, v)
	case *python.Attribute:
		t.setAttribute(x, v)
	case *python.Subscript:
		t.setItem(x, v)
	default:
		leave(target, "an assignment to %s", nodeName(target))
	}
}

// setName assigns a value to a name.
func (t *Translator) setName(name string, v val) {
	if v.t.is(member, class, method) || v.t.kind == function && t.scope.fn == nil && v.t.fn.name == v.code {
		t.scope.declare(name, v.code, v.t)
		return
	}
	if v.parts != nil || v.multi || v.t.kind == result && v.t.elts == nil {
		v = t.single(v)
	}
	if v.t == tSum && t.measured(name) {
		v.t = tFloat
	}
	if v.t.kind == unknown || v.t.goText() == "" && v.t.kind != none {
		leave(nil, "the value of %s, whose type is unknown", name)
	}
	old := t.scope.vars[name]
	if old == nil && t.scope.fn != nil && t.isGlobal(name) {
		old = t.scope.find(name)
	}
	switch {
	case old != nil && old.t != nil && old.t.kind == unknown && !old.hoist:
		old = nil
	case old != nil && old.hoist && old.t == nil:
		if v.t.empty() {
			v = t.widened(name, v)
		}
		old.t = v.t
		if v.t.kind == none {
			old.t = nil
			return
		}
	}
	if v.t.kind == none && (old == nil || old.t == nil) {
		t.declareNone(name)
		return
	}
	if old != nil && old.goes == "" && old.t.kind == none && old.binder == t.scope && t.scope.depth > old.depth {
		t.remember(name, v.t) // of the variable outside of this block, in the next pass
		leave(nil, "the type of %s, which is None at first", name)
	}
	if old != nil && old.goes == "" && old.t.kind == none && old.binder != t.scope { // global, of the page
		types, key := old.binder.types, old.key(name)
		if j := join(types[key], v.t); j != nil {
			types[key] = j
		}
		leave(nil, "the type of %s, which is None at first", name)
	}
	if old == nil || old.goes == "" {
		t.declareVariable(name, t.withNone(v))
		return
	}
	if t.undeclared(name, old) {
		t.emit("_ = %s", v.code)
		return
	}
	t.reassign(name, old, v)
}

// withNone is the first value of a variable: what may be None is a pointer there, too.
func (t *Translator) withNone(v val) val {
	if _, isCall := v.node.(*python.Call); v.pointer == "" || !isCall && !t.mayBeNone(v.node) {
		return v
	}
	return val{code: v.pointer, prec: 7, t: v.t.orNone(), node: v.node}
}

// undeclared says whether a variable of a function is none in Go, as nothing reads it.
func (t *Translator) undeclared(name string, v *variable) bool {
	return t.scope.fn != nil && v.binder == t.scope && !v.param && !v.hoist && !t.read(name)
}

func (t *Translator) declareVariable(name string, v val) {
	g := t.scope.goFor(name)
	v = t.widened(name, v)
	t.scope.declare(name, g, v.t)
	if v.declared {
		return
	}
	if !t.onPage() {
		t.remember(name, v.t)
	}
	if !t.read(name) {
		t.emit("_ = %s", v.code)
		return
	}
	t.emit("%s := %s", g, t.typed(v))
}

// widened is the first value of a variable in the type that later assignments ask for.
func (t *Translator) widened(name string, v val) val {
	v.t = t.inAllRounds(name, v.t)
	if want := t.scope.known[t.typeKey(name, t.at)]; want != nil && !want.same(v.t) &&
		want.same(orUnknown(join(want, v.t))) {
		if v.t.kind == list && v.t.elem.kind == unknown { // nothing else says so in this pass
			t.scope.types[t.typeKey(name, t.at)] = want
		}
		if want.named() == "nn.Layer" { // the variable of several kinds of layers
			return atom("nn.Layer("+v.code+")", want)
		}
		return t.convert(v, want)
	} else if want != nil && want.kind == dict && v.t.kind == dict && want.elem.kind == list &&
		v.t.elem.kind == list && v.t.elem.elem.kind == unknown { // a dict of lists that are filled later
		t.scope.types[t.typeKey(name, t.at)] = want
		return atom(strings.ReplaceAll(v.code, "[]any{}", want.elem.goText()+"{}"), want)
	}
	return v
}

func orUnknown(t *typ) *typ {
	if t == nil {
		return tUnknown
	}
	return t
}

// typed is the code of a value as the first value of a variable.
func (t *Translator) typed(v val) string {
	if v.t.kind == float && v.konst != nil && !strings.ContainsAny(v.code, ".eEmx(") {
		return v.code + ".0"
	}
	return v.code
}

func (t *Translator) reassign(name string, old *variable, v val) {
	if old.t.opt {
		t.emit("%s = %s", old.goes, t.pointer(v, old.t))
		return
	}
	if old.t.kind == none && old.goes == "" {
		t.remember(name, v.t)
		leave(nil, "the type of %s, which is None at first", name)
	}
	inner := t.scope.depth > old.depth || old.binder != t.scope
	old.count = false
	if mixed(old.t, v.t) && !t.augmenting && (inner || t.scope.fn != nil) && !t.measured(name) {
		leave(nil, "%s is sometimes an integer and sometimes a float", name)
	}
	if t.onPage() && (old.cell != t.at || v.t.kind == instance) && v.t.kind != none {
		v = t.widened(name, v)
		old.t, old.cell = v.t, t.at // memory of another cell may be of a type that was declared again
		if !v.declared {
			t.emit("%s := %s", old.goes, t.typed(v))
		}
		return
	}
	switch {
	case old.t.same(v.t):
		old.t = merged(old.t, v.t, inner)
		if inner && v.t.kind == array { // what the loop reads in its next round
			t.remember(name, old.t)
		}
		t.emit("%s = %s", old.goes, v.code)
	case v.t.kind == none:
		if nilable(old.t) == nil {
			leave(nil, "%s is sometimes None", name)
		}
		t.emit("%s = nil", old.goes)
	case !inner && t.scope.fn == nil:
		v = t.widened(name, v)
		old.t = v.t
		t.emit("%s := %s", old.goes, t.typed(v))
	case !inner && !old.param && !old.hoist && join(old.t, v.t) == nil,
		!inner && old.param && join(old.t, v.t) != old.t:
		g := t.scope.temp(strings.TrimRight(old.goes, "0123456789") + "2")
		t.scope.declare(name, g, v.t)
		t.emit("%s := %s", g, t.typed(v))
	default:
		j := join(old.t, v.t)
		if j == nil {
			leave(nil, "%s changes its type", name)
		}
		t.remember(name, j)
		if j != old.t && t.final && !j.same(old.t) {
			leave(nil, "%s changes its type", name)
		}
		t.emit("%s = %s", old.goes, t.convert(v, j).code)
	}
}

// mixed says whether one of two types is of whole numbers and the other of floats: Python shows 2 and 2.0.
func mixed(a, b *typ) bool {
	return a != nil && b != nil && (a.kind == integer && b.kind == float || a.kind == float && b.kind == integer)
}

// merged is the type of a variable that keeps its Go type, of either value where an assignment may not happen.
func merged(old, t *typ, may bool) *typ {
	if j := join(old, t); may && j != nil {
		return j
	}
	return t
}

// augment is target op= value.
func (t *Translator) augment(s *python.AugAssign) {
	s = &python.AugAssign{Target: t.indexedOnce(s.Target), Op: s.Op, Value: s.Value}
	load := loaded(s.Target)
	if sub, ok := s.Target.(*python.Subscript); ok {
		base := t.expr(sub.Value)
		if o := goOperators[s.Op]; o != "" && t.isArray(base) && isIn(s.Op, "Add", "Sub", "Mult", "Div") {
			t.emit("%s[%s] %s= %s", t.arrayOf(base).at(7), t.index(sub.Slice), o, t.operand(t.expr(s.Value)).code)
			return
		}
	}
	if s.Op == "Add" {
		if old := t.peek(load); old.t.kind == list && !old.t.words {
			extend := &python.Attribute{Value: load, Attr: "extend", Ctx: python.Load}
			call := &python.Call{Func: extend, Args: []python.Expr{s.Value}}
			if t.statementCall(call) {
				return
			}
		}
	}
	if n, ok := s.Target.(*python.Name); ok && t.scope.vars[n.ID] != nil && t.undeclared(n.ID, t.scope.vars[n.ID]) {
		t.emit("_ = %s", t.single(t.expr(s.Value)).code)
		return
	}
	mark := len(t.lines)
	v := t.expr(&python.BinOp{Left: load, Op: s.Op, Right: s.Value})
	if n, ok := s.Target.(*python.Name); ok {
		if old := t.scope.vars[n.ID]; old != nil && old.t != nil && old.goes != "" {
			if j := join(old.t, v.t); j != nil && (!t.onPage()) {
				t.remember(n.ID, j)
			}
			if o := goOperators[s.Op]; o != "" && isIn(s.Op, "Add", "Sub", "Mult") && old.t.same(v.t) &&
				old.t.is(integer, float, text) {
				t.lines = t.lines[:mark]
				right := t.expr(s.Value)
				t.emit("%s %s= %s", old.goes, o, t.convert(right, old.t).code)
				return
			}
		}
	}
	if old := t.quietly(func() val { return t.expr(load) }); old.t != nil && v.t.numpy && old.t.kind == array &&
		old.t.numpy && t.shared(s.Target) {
		v = atom("py.InPlace("+old.code+", "+v.code+")", v.t)
	}
	t.augmenting = true
	defer func() { t.augmenting = false }()
	t.put(s.Target, v)
}

// loaded is a target as a value.
func loaded(e python.Expr) python.Expr {
	switch e := e.(type) {
	case *python.Name:
		return load(e.ID)
	case *python.Attribute:
		return &python.Attribute{Value: e.Value, Attr: e.Attr, Ctx: python.Load}
	case *python.Subscript:
		return &python.Subscript{Value: e.Value, Slice: e.Slice, Ctx: python.Load}
	}
	return e
}

// with translates the blocks that have a counterpart.
func (t *Translator) with(s *python.With) {
	if len(s.Items) == 1 {
		item := s.Items[0]
		if t.isBar(item.ContextExpr) && item.OptionalVars != nil {
			t.store(item.OptionalVars, item.ContextExpr)
			t.body(s.Body)
			return
		}
		if c, ok := item.ContextExpr.(*python.Call); ok && item.OptionalVars == nil {
			if f := t.pathOf(c.Func); isIn(f, "mindspore._no_grad", "mindspore.no_grad", "mindspore.ops._no_grad") {
				t.hoist(s, s.Body)
				t.emit("grad.NoGrad(func() {")
				t.block(s.Body)
				t.emit("})")
				return
			}
		}
	}
	leave(s, "a with block other than no_grad() and a progress bar")
}

// isIn says whether a value is one of several.
func isIn[T comparable](x T, l ...T) bool { return slices.Contains(l, x) }
