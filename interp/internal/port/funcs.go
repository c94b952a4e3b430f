package port

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/internal/text/python"
)

// fn is a function, a method or a lambda of the page.
type fn struct {
	name     string // its Go name; of a lambda the code
	node     python.Node
	args     *python.Arguments
	body     []python.Stmt
	value    python.Expr // of a lambda
	params   []*param
	outer    *scope
	class    *classInfo // of a method
	origin   *classInfo // the class that defines it: class, or one that it extends
	inits    bool       // __init__ of a class that class extends
	self     string     // the Python name of the receiver
	ret      *typ       // nil before it is known
	busy     bool
	failed   *left
	globals  map[string]bool
	property bool
	static   bool // without a receiver
	yields   *typ // what a generator yields
	rows     string
	memo     map[string]*typ
}

// param is a parameter.
type param struct {
	name  string
	goes  string
	t     *typ
	def   python.Expr
	parts []val // of a tuple that comes as several parameters
	rest  bool  // *args, a tuple of tensors
}

func (t *Translator) newFn(name string, node python.Node, args *python.Arguments, isMethod bool) *fn {
	f := &fn{name: name, node: node, args: args, outer: t.scope, globals: map[string]bool{}, memo: map[string]*typ{}}
	list := append(args.Posonlyargs[:len(args.Posonlyargs):len(args.Posonlyargs)], args.Args...)
	if isMethod {
		if len(list) == 0 {
			leave(node, "a method without self")
		}
		f.self, list = list[0].Arg, list[1:]
	}
	if args.Kwarg != nil { // an empty dict: a call that gives it something is left
		walk(node, func(n any) {
			if c, ok := n.(*python.Call); ok {
				c.Keywords = slices.DeleteFunc(c.Keywords, func(k *python.Keyword) bool {
					return k.Arg == "" && nameOf(k.Value) == args.Kwarg.Arg
				})
			}
		})
	}
	for i, a := range list {
		p := &param{name: a.Arg, goes: free(goCase(a.Arg, false), "Value")}
		if j := i - (len(list) - len(args.Defaults)); j >= 0 {
			p.def = args.Defaults[j]
		}
		f.params = append(f.params, p)
	}
	for i, a := range args.Kwonlyargs {
		f.params = append(f.params, &param{name: a.Arg, goes: free(goCase(a.Arg, false), "Value"), def: args.KwDefaults[i]})
	}
	if args.Vararg != nil {
		if len(args.Kwonlyargs) > 0 || len(args.Defaults) > 0 {
			leave(node, "a * parameter with these other parameters")
		}
		name := args.Vararg.Arg
		f.params = append(f.params, &param{name: name, goes: goCase(name, false), t: tGrads, rest: true})
	}
	known := t.before.params[args]
	for i, p := range f.params {
		if i < len(known) && known[i] != nil && !p.rest {
			p.t = known[i]
		}
		if p.t != nil && p.t.kind == class { // of this pass
			if v := t.scope.find(p.t.class.def.Name); v != nil && v.t != nil && v.t.kind == class {
				p.t = v.t
			}
		}
		if p.t != nil && p.t.kind == instance && p.t.class.isCell() && t.inLaterCell(p.t.class) {
			p.t = tLayer
		}
	}
	return f
}

// inLaterCell says whether the class is in a cell below the one that is translated, which knows no such type.
func (t *Translator) inLaterCell(c *classInfo) bool {
	return t.at < len(t.cells) && slices.ContainsFunc(t.cells[t.at+1:], func(below *cell) bool {
		return below.module != nil && slices.Contains(below.module.Body, python.Stmt(c.def))
	})
}

// listName is the parameter of Go that holds what the tuple of a * parameter is made of.
func (p *param) listName() string { return p.goes + "List" }

// learn takes note of the types of the arguments of a call.
func (t *Translator) learn(f *fn, types []*typ) {
	known := t.params[f.args]
	if known == nil {
		known = make([]*typ, len(f.params))
		t.params[f.args] = known
	}
	for i, u := range types {
		if i >= len(known) || u == nil || u.kind == unknown || u.kind == none {
			continue
		}
		if t.guessing > 0 { // what a guess calls shows nothing
			f.params[i].t = cmp.Or(f.params[i].t, u)
			continue
		}
		if j := join(known[i], u); j != nil {
			known[i] = j
		} else if several := join(t.asValue(val{t: known[i]}).t, t.asValue(val{t: u}).t); several != nil {
			known[i] = several
		} else if known[i].kind != anything && !known[i].fixed() {
			known[i] = tAny
		}
		if f.params[i].t == nil || t.before.params[f.args] == nil {
			f.params[i].t = known[i]
		}
	}
}

// quietly evaluates something without leaving a trace; a failure gives the zero value.
func (t *Translator) quietly(do func() val) (v val) {
	lines, open := t.lines, slices.Clone(t.open)
	defer func() {
		t.lines, t.open = lines, open
		if e := recover(); e != nil {
			if _, ok := e.(left); !ok {
				panic(e)
			}
			v = val{}
		}
	}()
	return do()
}

// peek translates an expression without leaving a trace; one that is not understood has no known type.
func (t *Translator) peek(x python.Expr) val {
	return known(t.quietly(func() val { return t.expr(x) }))
}

func (t *Translator) peekValue(x python.Expr) val {
	return known(t.quietly(func() val { return t.value(x) }))
}

func known(v val) val {
	v.t = orUnknown(v.t)
	return v
}

// analyse finds out what a function returns.
func (t *Translator) analyse(f *fn) *typ {
	key := ""
	for _, p := range f.params {
		if p.t != nil {
			key += p.t.goText() + p.t.dtype + ","
		}
	}
	if r, ok := f.memo[key]; ok {
		return r
	}
	if f.busy {
		if f.ret != nil {
			return f.ret
		}
		if r := t.before.rets[f.args]; r != nil {
			return r
		}
		return tUnknown
	}
	t.translated(f)
	f.memo[key] = f.ret
	t.rets[f.args] = f.ret
	return f.ret
}

// translated returns the lines of the body of a function.
func (t *Translator) translated(f *fn) []string {
	lines, open, sc, inExpr, inTest := t.lines, t.open, t.scope, t.inExpr, t.inTest
	defer func() {
		t.lines, t.open, t.scope, t.inExpr, t.inTest, f.busy = lines, open, sc, inExpr, inTest, false
	}()
	t.open = nil
	if t.guess(f) {
		t.guessing++
		defer func() { t.guessing-- }()
	}
	f.optional()
	s := newScope(f.outer, f)
	if f.value != nil {
		mentions([]python.Expr{f.value}, s.reads, s.last)
	} else {
		mentions(f.body, s.reads, s.last)
	}
	if t.memory[f.args] == nil {
		t.memory[f.args] = map[string]*typ{}
	}
	s.types, s.known = t.memory[f.args], t.before.memory[f.args]
	t.scope, t.lines, t.inExpr, t.inTest, f.busy = s, nil, 0, 0, true
	if f.self != "" {
		r := receiverName(f.class.name)
		s.goes[r] = f.self
		s.declare(f.self, r, &typ{kind: instance, class: f.class})
	}
	for _, p := range f.params {
		s.goes[p.goes] = p.name
		v := s.declare(p.name, p.goes, t.inAllRounds(p.name, p.t))
		v.param, v.parts = true, p.parts
		if p.t.fixed() {
			v.goes = ""
		}
	}
	if k := f.args.Kwarg; k != nil && s.reads[k.Arg] > 0 {
		v := s.declare(k.Arg, s.goFor(k.Arg), &typ{kind: dict, elem: tUnknown})
		t.emit("%s := py.NewDict()", v.goes)
	}
	f.ret, f.yields = nil, nil
	if n := len(f.params); n > 0 && f.params[n-1].rest && s.reads[f.params[n-1].name] > 0 {
		t.spreadRest(f, f.params[n-1])
	}
	if f.value != nil {
		t.lambdaBody(f)
		return t.resolve(t.lines)
	}
	if hasYield(f.body) {
		return t.generator(f)
	}
	t.body(f.body)
	if f.ret = cmp.Or(f.ret, tNone); f.ret.kind != none && t.fallsOff(f.body) {
		t.returnNone(f.node)
	}
	if f.class != nil && f.class.metric && f.name == "Eval" {
		f.ret = tAny
	}
	return t.resolve(t.lines)
}

// lambdaBody returns the value of a lambda, of a tuple its parts.
func (t *Translator) lambdaBody(f *fn) {
	t.alone = f.value
	v := t.expr(f.value)
	if v.parts == nil || !several(v.t) {
		v = t.single(v)
	}
	f.ret = v.t
	switch {
	case v.parts != nil:
		t.emit("return %s", strings.Join(t.typedParts(v, v.t), ", "))
	case v.t.kind == none:
		f.ret = nil
		t.emit("%s", v.code)
	default:
		t.emit("return %s", v.code)
	}
}

// spreadRest makes a tuple of what a * parameter takes; that of a metric takes anything.
func (t *Translator) spreadRest(f *fn, p *param) {
	if f.class == nil || !f.class.metric || f.name != "Update" {
		t.emit("%s := Tuple(%s)", p.goes, p.listName())
		return
	}
	t.emit("%s := Tuple{}", p.goes)
	t.emit("for _, input := range %s {", p.listName())
	t.emit("%s = append(%s, input.(*Tensor))", p.goes, p.goes)
	t.emit("}")
}

func receiverName(class string) string {
	r := strings.ToLower(class[:1])
	if r == "_" || r[0] > 'z' {
		r = "n"
	}
	return r
}

// generator is a function that yields: here one that returns all it yields.
func (t *Translator) generator(f *fn) []string {
	walk(f.body, func(n any) {
		if w, ok := n.(*python.While); ok {
			if c, ok := w.Test.(*python.Constant); ok && c.Value == true {
				leave(w, "a generator that may not end")
			}
		}
	})
	f.rows = t.scope.temp("rows")
	t.body(f.body)
	if f.yields == nil || f.yields.goText() == "" {
		leave(f.node, "the type that this generator yields")
	}
	f.ret = listOf(f.yields)
	out := []string{"var " + f.rows + " []" + f.yields.goText()}
	return append(append(out, t.resolve(t.lines)...), "return "+f.rows)
}

func (t *Translator) yield(e *python.Yield) {
	f := t.scope.fn
	if f == nil || f.rows == "" || e.Value == nil {
		leave(e, "yield in this context")
	}
	v := t.value(e.Value)
	f.yields = join(f.yields, v.t)
	if f.yields == nil {
		leave(e, "a generator that yields several types")
	}
	t.emit("%s = append(%s, %s)", f.rows, f.rows, v.code)
}

// defineFunction translates def.
func (t *Translator) defineFunction(s *python.FunctionDef) {
	if t.registered(s) || t.decorate(s) {
		return
	}
	if d := t.decoratorOf(s); d != nil {
		t.scope.declare(s.Name, "", &typ{kind: unknown}).decorator = d
		t.emit("// %s is part of the functions that it decorates.", s.Name)
		return
	}
	for _, d := range s.DecoratorList {
		if !t.harmless(d) {
			leave(d, "the decorator of the function %s", s.Name)
		}
	}
	f := t.declareFunction(s)
	if t.first && len(f.params) > 0 && t.scope.fn == nil {
		return
	}
	defer func() {
		if e := recover(); e != nil {
			if l, ok := e.(left); ok {
				f.failed = &l
			}
			panic(e)
		}
	}()
	body := t.translated(f)
	if t.onPage() {
		t.emit("func %s(%s)%s {", f.name, t.paramList(f), results(f.ret))
	} else {
		t.emit("%s := func(%s)%s {", f.name, t.paramList(f), results(f.ret))
	}
	t.lines = append(t.lines, body...)
	t.emit("}")
}

// declareFunction makes the function of a def known, unless a function before it has called it.
func (t *Translator) declareFunction(s *python.FunctionDef) *fn {
	if v := t.scope.vars[s.Name]; v != nil && v.t != nil && v.t.kind == function && v.t.fn.node == s {
		return v.t.fn
	}
	f := t.newFn("", s, s.Args, false)
	f.body = s.Body
	t.findGlobals(f)
	f.name = t.scope.goFor(s.Name)
	t.scope.declare(s.Name, f.name, &typ{kind: function, fn: f})
	return f
}

// functionBelow is the function of the cell that a function calls which is above it, nil for none.
func (t *Translator) functionBelow(name string) *fn {
	if t.scope.fn == nil || t.top.depth > 0 {
		return nil
	}
	for _, s := range t.cells[t.at].module.Body {
		if d, ok := s.(*python.FunctionDef); ok && d.Name == name && len(d.DecoratorList) == 0 {
			defer func(sc *scope) { t.scope = sc }(t.scope)
			t.scope = t.top
			return t.declareFunction(d)
		}
	}
	return nil
}

func (t *Translator) findGlobals(f *fn) {
	walk(f.body, func(n any) {
		switch n := n.(type) {
		case *python.Global:
			for _, name := range n.Names {
				f.globals[name] = true
			}
		case *python.Nonlocal:
			for _, name := range n.Names {
				f.globals[name] = true
			}
		}
	})
}

// harmless says whether a decorator changes nothing here: those of graph mode.
func (t *Translator) harmless(d python.Expr) bool {
	if c, ok := d.(*python.Call); ok {
		d = c.Func
	}
	return isIn(
		t.pathOf(d),
		"mindspore.jit",
		"mindspore.ms_function",
		"mindspore.ops.constexpr",
		"mindspore.jit_class",
		"mindspore.ms_class",
		"mindspore.ops._primexpr",
	)
}

func (t *Translator) lambda(e *python.Lambda, takes ...*typ) val {
	f := t.newFn("", e, e.Args, false)
	f.value = e.Body
	for i, u := range takes[:min(len(takes), len(f.params))] {
		f.params[i].t = u
	}
	v := val{t: &typ{kind: function, fn: f}, prec: 7, node: e}
	body := t.translated(f)
	v.code = fmt.Sprintf("func(%s)%s { %s }", t.paramList(f), results(f.ret), strings.Join(body, "; "))
	f.name = v.code
	return v
}

// namedLambda is name = lambda ….
func (t *Translator) namedLambda(target *python.Name, e *python.Lambda) {
	v := t.lambda(e)
	g := t.scope.goFor(target.ID)
	v.t.fn.name = g
	t.scope.declare(target.ID, g, v.t)
	t.emit("%s := %s", g, v.code)
}

// callFn calls a function of the page.
func (t *Translator) callFn(e *python.Call, f *fn, callee string) val {
	vals := t.fnArguments(e, f)
	var codes []string
	for i, v := range vals {
		p := f.params[i]
		p.t = cmp.Or(p.t, v.t)
		if mixed(p.t, v.t) && f.shows(p.name) {
			leave(e, "the parameter %s is an integer in some calls only", p.name)
		}
		codes = t.appendArgument(codes, v, p)
	}
	if f.failed != nil {
		leave(e, "%s, which is not ported", callee)
	}
	r := t.analyse(f)
	out := atom(callee+"("+strings.Join(codes, ", ")+")", r)
	if r == nil {
		out.t = tNone
	}
	out.multi = several(r)
	if r != nil && r.opt && e != t.alone {
		if t.inExpr > 0 {
			leave(e, "a call that may return None in this context")
		}
		v := t.held(out, "value")
		return pointed(v.code, r)
	}
	return out
}

// fnArguments binds the arguments of a call to the parameters of a function and learns their types.
func (t *Translator) fnArguments(e *python.Call, f *fn) []val {
	if n := len(f.params); n == 0 || !f.params[n-1].rest {
		call := *e
		call.Args = t.takenApart(e.Args)
		e = &call
	}
	a := t.arguments(e)
	var vals []val
	var types []*typ
	for i, p := range f.params {
		if p.rest {
			vals, types = append(vals, t.restOf(a, i)), append(types, p.t)
			continue
		}
		x := a.get(i, p.name)
		if x == nil || isNone(x) && isNone(p.def) {
			x = cmp.Or(t.standard(f, p), x)
			if x != nil && !t.stable(x) {
				leave(e, "a default of %s that Python evaluates only once", p.name)
			}
		}
		if x == nil {
			leave(e, "a call without the argument %s", p.name)
		}
		v := t.expr(x)
		if v.parts != nil || v.multi || v.t.kind == result {
			v = t.returned(t.single(v))
		}
		vals, types = append(vals, v), append(types, v.t)
	}
	a.done()
	t.learn(f, types)
	f.optional()
	return vals
}

// restOf are the arguments of a call from a place on, for a * parameter.
func (t *Translator) restOf(a *arguments, from int) val {
	var codes []string
	for i := from; i < len(a.pos); i++ {
		v := t.value(a.get(i))
		if len(a.pos) == from+1 && t.spreads(a.call) && (v.t.kind == result || v.t.goText() == "Tuple") {
			return atom(t.convert(v, tGrads).code, tGrads) // whose Call gives them one by one
		}
		if !t.isArray(v) || v.t.named() == "nn.Parameter" { // which prints otherwise
			leave(a.call, "a value of this type for a * parameter")
		}
		codes = append(codes, t.arrayVal(v).code)
	}
	return atom(strings.Join(codes, ", "), tGrads)
}

// spreads says whether a call is one of an optimizer of the page.
func (t *Translator) spreads(e *python.Call) bool {
	v := t.peek(e.Func)
	return v.t.kind == instance && goName(v.t.class.base) == "optim.Optimizer"
}

// stable says whether a default means the same at every call.
func (t *Translator) stable(e python.Expr) bool {
	switch e := e.(type) {
	case *python.Constant:
		return true
	case *python.UnaryOp:
		return t.stable(e.Operand)
	case *python.Tuple, *python.List:
		elts, _ := elements(e)
		return !slices.ContainsFunc(elts, func(x python.Expr) bool { return !t.stable(x) })
	}
	return t.peek(e).t.fixed() || t.pathOf(e) != ""
}

// appendArgument adds an argument for a parameter, nothing for one that is the same class in all calls.
func (t *Translator) appendArgument(codes []string, v val, p *param) []string {
	if !p.t.fixed() {
		if p.t == tMaker || p.t == tUnary {
			v = t.asValue(v)
		}
		return append(codes, t.argument(v, p.t))
	}
	if join(p.t, v.t) != p.t {
		leave(v.node, "the parameter %s is a different class in another call", p.name)
	}
	return codes
}

// argument is a value as an argument of type u.
func (t *Translator) argument(v val, u *typ) string {
	noneFor(v, u)
	switch {
	case u.opt:
		return t.pointer(v, u)
	case v.t.kind == none:
		return "nil"
	case u.kind == array && v.t.number():
		return t.typed(v)
	case u.kind == array && v.t.named() == "nn.Parameter":
		return v.code
	case u.kind == golang && goName(u.goes) == "nn.Layer", u.same(v.t):
		return v.code
	case v.t.is(member, class, method):
		leave(v.node, "a value of this type as an argument")
	}
	return t.convert(v, u).code
}
