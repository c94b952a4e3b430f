package port

import (
	"strings"

	"github.com/msrepl/msrepl/internal/text/python"
)

// Python evaluates every operand once, in the order of the text. Code that is written twice is evaluated twice, and
// lines before a statement come before all operands of it. Both matter for calls that may do something besides: calls
// of functions and objects of the page. They are kept as texts of Go, which the code of what contains them contains.

// changes says whether a call may do more than to return something.
func (t *Translator) changes(e python.Expr) bool {
	c, ok := e.(*python.Call)
	if !ok {
		return false
	}
	path := t.pathOf(c.Func)
	if path != "" {
		return strings.Contains("."+path, ".random.")
	}
	a, ok := c.Func.(*python.Attribute)
	if !ok {
		v := t.peek(c.Func)
		return v.t.kind != class && (v.t.kind != function || !t.pure(v.t.fn, map[*fn]bool{}))
	}
	v := t.peek(a.Value)
	if v.t.kind != instance {
		return false
	}
	m := v.t.class.method(a.Attr)
	return m != nil && !t.pure(m, map[*fn]bool{})
}

// pure says whether a function of the page only returns something, as far as its text shows: it prints nothing,
// assigns nothing but variables of its own, draws no random numbers, and calls pure functions.
func (t *Translator) pure(f *fn, seen map[*fn]bool) bool {
	if seen[f] {
		return true
	}
	seen[f] = true
	var body any = f.body
	if f.value != nil {
		body = []python.Expr{f.value}
	}
	own := map[string]bool{}
	for _, name := range assigned(f.body) {
		own[name] = true
	}
	yes := true
	walk(body, func(n any) {
		switch n := n.(type) {
		case *python.Global, *python.Nonlocal, *python.Delete, *python.Yield, *python.YieldFrom, *python.FunctionDef:
			yes = false
		case *python.Attribute:
			yes = yes && n.Ctx == python.Load
		case *python.Subscript:
			yes = yes && (n.Ctx == python.Load || own[nameOf(n.Value)])
		case *python.Call:
			yes = yes && (t.pureCall(n, own, seen) || t.constructs(n))
		}
	})
	return yes
}

// pureCall says so of a call in a function whose own variables are given.
func (t *Translator) pureCall(c *python.Call, own map[string]bool, seen map[*fn]bool) bool {
	if path := t.pathOf(c.Func); path != "" {
		module, _, _ := strings.Cut(path, ".")
		return isIn(module, "builtins", "math", "numpy") && !strings.Contains(path, "random") &&
			!isIn(path, "builtins.print", "builtins.open", "builtins.next")
	}
	if a, ok := c.Func.(*python.Attribute); ok {
		return isIn(a.Attr, pureMethods...) || isIn(a.Attr, listMethods...) && own[nameOf(a.Value)]
	}
	name := nameOf(c.Func)
	v := t.scope.page().vars[name]
	return name != "" && !own[name] && v != nil && v.t != nil && v.t.kind == function && t.pure(v.t.fn, seen)
}

// constructs says whether a call makes an object of a class of the page whose constructor only keeps what it is given.
func (t *Translator) constructs(c *python.Call) bool {
	v := t.scope.page().vars[nameOf(c.Func)]
	if v == nil || v.t == nil || v.t.kind != class || v.t.class.init == nil {
		return false
	}
	return !has(v.t.class.init.body, func(n any) bool {
		_, calls := n.(*python.Call)
		return calls
	})
}

// pureMethods are those of texts, dicts, lists and arrays that functions use.
var pureMethods = strings.Fields(`
	upper lower title strip lstrip rstrip split join format replace startswith endswith isdigit isalpha isspace
	count index find get keys values items copy sum mean max min argmax argmin astype reshape item tolist round`)

// effectful says whether code contains a call that may do more than to return something.
func (t *Translator) effectful(code string) bool {
	for effect := range t.effects {
		if strings.Contains(code, effect) {
			return true
		}
	}
	return false
}

// noteOperand notes an operand of the expression under translation whose code has no place yet.
func (t *Translator) noteOperand(code string) {
	if n := len(t.open); n > 0 && t.effectful(code) {
		t.open[n-1] = append(t.open[n-1][:len(t.open[n-1]):len(t.open[n-1])], code)
	}
}

// inOrder refuses a line before the statement that does something, when an operand before it does so, too.
func (t *Translator) inOrder(line string) {
	if len(t.open) == 0 || !t.effectful(line) {
		return
	}
	for i, operands := range t.open {
		var rest []string
		for _, code := range operands {
			if !strings.Contains(line, code) {
				rest = append(rest, code)
			}
		}
		if len(rest) > 0 {
			leave(nil, "calls in one expression whose order matters")
		}
		t.open[i] = nil
	}
}

// performed puts a call that gives None before the statement. What is left of it is None.
func (t *Translator) performed(e python.Expr, v val) val {
	if _, isCall := e.(*python.Call); !isCall || v.t == nil || v.t.kind != none || isIn(v.code, "", "nil") {
		return v
	}
	if t.inExpr > 0 {
		leave(e, "a call here that returns None")
	}
	t.emit("%s", v.code)
	return atom("nil", tNone)
}

// again is a value whose code is written more than once.
func (t *Translator) again(e python.Node, v val) val {
	if !t.effectful(v.code) {
		return v
	}
	if t.inExpr > 0 {
		leave(e, "a call here that is used twice")
	}
	return t.held(v, "value")
}

// held puts a value into a new variable.
func (t *Translator) held(v val, name string) val {
	name = t.scope.temp(name)
	t.emit("%s := %s", name, t.typed(v))
	return atom(name, v.t)
}

// simple puts a value into a new variable unless it is one, or a field.
func (t *Translator) simple(v val, name string) val {
	if v.prec == 7 && strings.Trim(v.code, identifier) == "" {
		return v
	}
	return t.held(v, name)
}

// indexedOnce is a target of op= whose index and holder are evaluated once.
func (t *Translator) indexedOnce(target python.Expr) python.Expr {
	x, ok := target.(*python.Subscript)
	if !ok {
		return target
	}
	if holder := t.expr(x.Value); t.effectful(holder.code) {
		leave(target, "an assignment to an element of what a call returns")
	}
	if _, ok := x.Slice.(*python.Slice); ok {
		return target
	}
	v := t.peekValue(x.Slice)
	if !t.effectful(v.code) {
		return target
	}
	v = t.again(target, t.value(x.Slice))
	t.scope.declare(v.code, v.code, v.t)
	return &python.Subscript{Value: x.Value, Slice: load(v.code), Ctx: x.Ctx}
}

// evaluated is for values of which only the type matters: a call is done all the same.
func (t *Translator) evaluated(e python.Node, v val) {
	if v.parts != nil || !t.effectful(v.code) {
		return
	}
	if t.inExpr > 0 || v.multi {
		leave(e, "the type of what a call returns")
	}
	t.emit("_ = %s", v.code)
}
