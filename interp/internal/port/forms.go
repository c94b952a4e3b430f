package port

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/parser"
	"go/types"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/msrepl/msrepl/internal/text/python"
)

//go:embed forms.txt
var formText string

// form is a call whose Go is a template of forms.txt, which has the grammar.
type form struct {
	name, goes string // of Python and of Go
	sg         *signature
	same       string // the function that it is another name of
	ways       []way
}

// way is a template with the condition under which it is taken: one of several lists of parameters, all of which are
// given and not what they are by default.
type way struct {
	when         [][]string
	code, result string
}

// forms are those of forms.txt, under "section.name". It is read when a page first calls a function.
var forms = sync.OnceValue(func() map[string]*form {
	all := map[string]*form{}
	var sections []string
	var rows []*form
	for line := range strings.SplitSeq(joinedLines(formText), "\n") {
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '[':
			sections = strings.Fields(strings.Trim(line, "[]"))
		case line[0] == ' ':
			for _, f := range rows {
				f.addWay(strings.TrimSpace(line), rows[0].ways[0].result)
			}
		default:
			rows = newForms(line)
			for _, f := range rows {
				for _, section := range sections {
					all[section+"."+f.name] = f
				}
			}
		}
	}
	for _, f := range all {
		if len(f.ways) > 1 && f.ways[0].code == "" { // it has the result for the others only
			f.ways = f.ways[1:]
		}
	}
	return all
})

// joinedLines puts lines of the table together that a row goes on in: those that begin with a blank and are no ways.
func joinedLines(text string) string {
	var out []string
	for line := range strings.SplitSeq(text, "\n") {
		if strings.HasPrefix(line, " ") && !strings.Contains(line, "=> ") {
			out[len(out)-1] += " " + strings.TrimSpace(line)
		} else {
			out = append(out, line)
		}
	}
	return strings.Join(out, "\n")
}

// newForms reads a row: one form for each name.
func newForms(row string) (rows []*form) {
	head, code, _ := strings.Cut(row, "=> ")
	names, rest, isCall := strings.Cut(head, "(")
	params, result, _ := strings.Cut(rest, ") -> ")
	params = strings.TrimSuffix(strings.TrimSpace(params), ")")
	module, err := python.Parse("def form(" + params + "): pass")
	if err != nil {
		panic(fmt.Sprintf("forms.txt: %s: %v", row, err))
	}
	for _, name := range strings.Fields(names) {
		name, goes, renamed := strings.Cut(name, "=")
		if !renamed {
			goes = goCase(name, true)
		}
		f := &form{name: name, goes: goes, sg: newSignature(module.Body[0].(*python.FunctionDef))}
		if !isCall {
			f.same = f.named(code)
		}
		f.ways = []way{{code: f.named(code), result: f.named(strings.TrimSpace(result))}}
		rows = append(rows, f)
	}
	return rows
}

// addWay adds a template with its condition.
func (f *form) addWay(line, result string) {
	when, code, _ := strings.Cut(line, "=> ")
	w := way{code: f.named(code), result: result}
	if code, own, ok := strings.Cut(w.code, " -> "); ok {
		w.code, w.result = code, own
	}
	for all := range strings.SplitSeq(when, ",") {
		if names := strings.Fields(all); len(names) > 0 {
			w.when = append(w.when, names)
		}
	}
	f.ways = append(f.ways, w)
}

// named puts the names of the function into a template.
func (f *form) named(code string) string {
	return strings.NewReplacer("${Name}", f.goes, "$Name", f.goes, "$name", strings.ToLower(f.name)).Replace(code)
}

// mentions says whether a template or a condition has a parameter.
func (f *form) mentions(name string) bool {
	return slices.ContainsFunc(f.ways, func(w way) bool {
		return slices.Contains(parametersIn(w.code), name) ||
			slices.ContainsFunc(w.when, func(all []string) bool { return slices.Contains(all, name) })
	})
}

// parameter is where a template has an argument.
var parameter = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\$(\w+)(\.\.\.)?`) })

func parametersIn(code string) (names []string) {
	for _, m := range parameter().FindAllStringSubmatch(code, -1) {
		names = append(names, m[1])
	}
	return names
}

// callForm is a call by a form of the table; ok is false where it has none, or none that fits. recv is the receiver of
// a method, nil for functions.
func (t *Translator) callForm(key string, e *python.Call, recv *val) (v val, ok bool) {
	f := forms()[key]
	switch {
	case f == nil:
		return val{}, false
	case f.same == "nothing":
		if has(e, func(n any) bool { x, ok := n.(python.Expr); return ok && t.changes(x) }) {
			leave(e, "an argument with side effects in a call that msrepl ignores")
		}
		return val{t: tNone, prec: 7}, true
	case strings.HasPrefix(f.same, "mindspore."):
		v = t.libraryCall(e, f.same)
		if strings.HasPrefix(key, "numpy.") {
			v = ofNumpy(v)
		}
		return v, true
	case f.same != "":
		pkg, name, _ := strings.Cut(f.same, ".")
		goes := t.lib.pkgs[pkg].Scope().Lookup(name).(*types.Func)
		return t.callFunc(e, pkg, goes, nil), true
	}
	if f.sg.list != "" {
		e = t.dtypeNamed(e)
	}
	a := t.arguments(e)
	c := &formCall{t: t, form: f, call: e, codes: map[string]val{}, given: map[string]bool{}}
	c.numpy, c.narrow = strings.HasPrefix(key, "numpy."), strings.HasPrefix(key, "mindspore.numpy.")
	sg := f.sg
	if recv != nil {
		first := sg.params[0]
		c.codes[first.name], c.first = *recv, recv.t
		sg = &signature{params: sg.params[1:], rest: sg.rest, list: sg.list}
	}
	c.exprs = sg.bound(a)
	if !c.applies(sg) {
		return val{}, false
	}
	narrow := t.narrow
	t.narrow = c.narrow
	defer func() { t.narrow = narrow }()
	for i, p := range sg.params {
		c.take(p, c.exprs[i])
	}
	if sg.list != "" {
		c.takeRest(a, sg)
	}
	a.done()
	return c.result(), true
}

// dtypeNamed gives an element type behind sizes, as in ones(2, 3, ms.int32), the name of its parameter.
func (t *Translator) dtypeNamed(e *python.Call) *python.Call {
	last := len(e.Args) - 1
	if last < 1 || dtypeOf(t.pathOf(e.Args[last])) == "" {
		return e
	}
	call := *e
	call.Args = e.Args[:last]
	call.Keywords = append(slices.Clip(e.Keywords), &python.Keyword{Arg: "dtype", Value: e.Args[last]})
	return &call
}

// formCall is a call that a form translates.
type formCall struct {
	t             *Translator
	form          *form
	call          *python.Call
	exprs         []python.Expr
	codes         map[string]val  // by parameter
	given         map[string]bool // the parameters that are not what they are by default
	first         *typ            // of the receiver, or of the first argument
	numpy, narrow bool            // a function of numpy, of mindspore.numpy
}

// applies says whether a way is for the call, as far as its text shows.
func (c *formCall) applies(sg *signature) bool {
	return slices.ContainsFunc(c.form.ways, func(w way) bool {
		return len(w.when) == 0 || slices.ContainsFunc(w.when, func(all []string) bool {
			for i, p := range sg.params {
				if slices.Contains(all, p.first()) && c.exprs[i] != nil {
					return true
				}
			}
			return false
		})
	})
}

// take translates the argument for a parameter, or what the function has without it.
func (c *formCall) take(p pythonParam, x python.Expr) {
	t, name := c.t, p.first()
	switch {
	case x == nil && p.def == nil:
		leave(c.call, "a call without the argument %s", name)
	case p.to == "_":
		c.given[name] = x != nil
		return
	case x != nil && !c.form.mentions(name):
		if !t.isDefault(x, p.def) {
			leave(x, "the argument %s of this call", p.name)
		}
		return
	case isNone(x) && !isIn(p.to, "ints", "axis", "mask"):
		x = nil
	}
	absent := atom(map[bool]string{true: "", false: "nil"}[p.to == "dims"], tNone)
	if !isNone(p.def) {
		absent = c.argument(p.to, p.def)
	}
	v := absent
	if x != nil {
		v = c.argument(p.to, x)
		c.given[name] = v.code != absent.code
	}
	c.codes[name] = v
	if c.first == nil {
		c.first = v.t
	}
}

// takeRest translates the arguments for a * parameter.
func (c *formCall) takeRest(a *arguments, sg *signature) {
	var codes []string
	for i := range a.pos {
		x := a.get(i)
		if sg.rest == "int" {
			codes = append(codes, c.t.values(x, types.Typ[types.Int])...)
		} else {
			codes = append(codes, c.argument(sg.rest, x).code)
		}
	}
	c.codes[sg.list] = atom(strings.Join(codes, ", "), tAny)
}

// argument translates an argument of a kind.
func (c *formCall) argument(kind string, x python.Expr) val {
	if f := argumentKinds[kind]; f != nil {
		return f(c, x)
	}
	v := c.t.single(c.t.expr(x))
	if v.t.named() != kind {
		leave(c.call, "%s of a value of this type", c.form.name)
	}
	return v
}

// argumentKinds are the kinds of parameters of forms. Others are types of ours. init fills it, as they translate calls.
var argumentKinds map[string]func(c *formCall, x python.Expr) val

func init() {
	as := func(want types.Type) func(c *formCall, x python.Expr) val {
		return func(c *formCall, x python.Expr) val { return atom(c.t.as(x, want), tAny) }
	}
	argumentKinds = map[string]func(c *formCall, x python.Expr) val{
		"int": as(types.Typ[types.Int]), "float": as(types.Typ[types.Float64]), "text": as(types.Typ[types.String]),
		"ints": as(intsType), "pairs": as(types.NewSlice(intsType)), "floats": as(types.NewSlice(types.Typ[types.Float64])),
		"axis": func(c *formCall, x python.Expr) val {
			if isNone(x) {
				return atom("nil", tNone)
			}
			return atom(c.t.as(x, types.Typ[types.Int]), tInt)
		},
		"bool":    func(c *formCall, x python.Expr) val { return atom(c.t.test(x), tBool) },
		"flag":    func(c *formCall, x python.Expr) val { return atom(fmt.Sprint(flagOf(x)), tBool) },
		"any":     func(c *formCall, x python.Expr) val { return atom(c.t.asAny(x), tAny) },
		"dtype":   func(c *formCall, x python.Expr) val { return atom(c.t.asDType(x), c.t.lib.dtype) },
		"tensor":  func(c *formCall, x python.Expr) val { return atom(c.t.asTensor(x), tArray) },
		"tensors": func(c *formCall, x python.Expr) val { return atom(c.t.as(x, types.NewSlice(c.t.lib.tensor)), tAny) },
		"dims": func(c *formCall, x python.Expr) val {
			return atom(strings.Join(c.t.values(x, types.Typ[types.Int]), ", "), tAny)
		},
		"each": func(c *formCall, x python.Expr) val {
			if elts, ok := elements(x); ok {
				return atom(strings.Join(c.t.eachCode(elts), ", "), tAny)
			}
			return c.t.single(c.t.expr(x))
		},
		"code": (*formCall).code,
		"boxed": func(c *formCall, x python.Expr) val {
			v := c.t.value(x)
			return atom(c.t.withArrays(c.t.boxed(v), v), tAny)
		},
		"list":    func(c *formCall, x python.Expr) val { return c.t.iterable(x) },
		"array":   func(c *formCall, x python.Expr) val { return c.t.arrayOf(c.array(x)) },
		"value":   func(c *formCall, x python.Expr) val { return c.t.arrayVal(c.array(x)) },
		"ndarray": func(c *formCall, x python.Expr) val { return c.t.arrayArg(x, c.numpy) },
		"operand": func(c *formCall, x python.Expr) val { return c.t.operand(c.t.single(c.t.expr(x))) },
		"made": func(c *formCall, x python.Expr) val {
			v := c.t.value(x)
			if c.t.isArray(v) {
				return c.t.arrayOf(v)
			}
			return c.t.arrayVal(v)
		},
		"span": func(c *formCall, x python.Expr) val {
			lo, hi := c.t.diagonals(x)
			return atom(lo+", "+hi, tAny)
		},
		"word": func(c *formCall, x python.Expr) val {
			if v := c.t.value(x); v.pointer != "" { // "" for None
				x = &python.BoolOp{Op: "Or", Values: []python.Expr{x, &python.Constant{Value: ""}}}
			}
			return atom(c.t.as(x, types.Typ[types.String]), tText)
		},
		"mask": (*formCall).mask, "percents": (*formCall).percents, "texts": (*formCall).texts,
		"widths": (*formCall).widths, "order": (*formCall).order,
	}
}

// array is an argument that must be a tensor.
func (c *formCall) array(x python.Expr) val {
	v := c.t.value(x)
	if !c.t.isArray(v) {
		leave(c.call, "%s of a value of this type", c.form.name)
	}
	return v
}

// code is a value of any type that Go has.
func (c *formCall) code(x python.Expr) val {
	v := c.t.single(c.t.expr(x))
	if v.code == "" {
		leave(c.call, "%s of a value of this type", c.form.name)
	}
	return v
}

// texts is a list of texts.
func (c *formCall) texts(x python.Expr) val {
	v := c.t.iterable(x)
	if v.t.kind != list || v.t.elem.kind != text {
		leave(x, "the method %s of a string", c.form.name)
	}
	return v
}

// result is the value of the call.
func (c *formCall) result() val {
	t := c.t
	for _, w := range c.form.ways {
		if !c.holds(w) {
			continue
		}
		if reason, ok := strings.CutPrefix(w.code, "! "); ok {
			leave(c.call, "%s", reason)
		}
		if w.result == "parts" {
			return c.parts(w.code)
		}
		code := c.fill(w.code)
		switch {
		case w.result == "statement":
			t.emit("%s", code)
			return val{t: tNone, prec: 7}
		case strings.HasPrefix(code, "func("):
			return t.functionLiteral(code)
		case strings.HasPrefix(code, "mindspore."):
			return val{t: &typ{kind: member, path: code}}
		case w.result == "number":
			return t.itemOf(code, c.first.dtype)
		case w.result == "":
			return atom(code, t.lib.funcOf(strings.TrimPrefix(code, "ops.")))
		case strings.Contains(w.result, "."):
			return c.resultOf(code, w.result)
		}
		return val{code: code, prec: precedence(code), t: c.resultType(w.result)}
	}
	return leave(c.call, "these arguments of %s", c.form.name)
}

// holds says whether the condition of a way does.
func (c *formCall) holds(w way) bool {
	return len(w.when) == 0 || slices.ContainsFunc(w.when, func(all []string) bool {
		return !slices.ContainsFunc(all, func(name string) bool {
			name, code, is := strings.Cut(name, "=")
			return is && c.codes[name].code != code || !is && !c.given[name]
		})
	})
}

// optional is a part of a template that is there only for what is given.
var optional = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`<<(.*?)>>`) })

// fill puts the arguments into a template.
func (c *formCall) fill(code string) string {
	code = optional().ReplaceAllStringFunc(code, func(part string) string {
		part = part[2 : len(part)-2]
		for _, name := range parametersIn(part) {
			if !c.given[name] {
				return ""
			}
		}
		return part
	})
	times := map[string]int{}
	for _, name := range parametersIn(code) {
		if times[name]++; times[name] == 2 {
			c.codes[name] = c.t.again(c.call, c.codes[name])
		}
	}
	var b strings.Builder
	last := 0
	for _, m := range parameter().FindAllStringSubmatchIndex(code, -1) {
		v := c.codes[code[m[2]:m[3]]]
		text := v.code
		switch end := m[1]; {
		case m[4] >= 0: // $list...
			text = c.elementsOf(code[m[2]:m[3]])
		case end < len(code) && (code[end] == '.' || code[end] == '['):
			text = v.at(7)
		case precedence(text) < 6 && operand().MatchString(code[:m[0]]+"$"+code[end:]):
			text = "(" + text + ")"
		}
		before := code[last:m[0]]
		if text == "" {
			before = strings.TrimSuffix(before, ", ")
		}
		b.WriteString(before + text)
		last = m[1]
	}
	return b.String() + code[last:]
}

// operand matches a template where the parameter that is "$" alone is an operand.
var operand = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[-+*/%] ?\$(\W|$)|\$ ?[-+*/%]`) })

// elementsOf are the elements of a list that is an argument.
func (c *formCall) elementsOf(name string) string {
	for i, p := range c.form.sg.params {
		at := i - (len(c.form.sg.params) - len(c.exprs))
		if p.first() == name && at >= 0 && !isNone(c.exprs[at]) {
			return strings.Join(c.t.values(c.exprs[at], types.Typ[types.Int]), ", ")
		}
	}
	return ""
}

// resultOf is the value of a call that returns what a function or a method of tensors does, or a value of a type.
func (c *formCall) resultOf(code, name string) val {
	t := c.t
	pkg, short, _ := strings.Cut(name, ".")
	o := t.lib.pkgs[pkg].Scope().Lookup(short)
	if o == nil {
		o, _, _ = types.LookupFieldOrMethod(t.lib.tensor, true, nil, short)
	}
	f, ok := o.(*types.Func)
	if !ok {
		return atom(code, t.lib.named(pkg, short))
	}
	v := t.resultOf(code, f.Signature())
	if c.numpy {
		return ofNumpy(v)
	}
	return v
}

// resultType is the type that a word of the table means.
func (c *formCall) resultType(word string) *typ {
	switch word {
	case "array":
		return &typ{kind: array, numpy: c.numpy}
	case "like":
		return &typ{kind: array, numpy: c.first.numpy}
	case "same":
		return c.first
	case "item":
		return c.first.elem
	case "dtype":
		u := *c.t.lib.dtype
		u.numpy = c.first != nil && c.first.numpy
		return &u
	}
	if u := resultKinds[word]; u != nil {
		return u
	}
	panic("forms.txt: no result " + word)
}

var resultKinds = map[string]*typ{
	"int": tInt, "float": tFloat, "bool": tBool, "text": tText, "any": tAny,
	"none": tNone, "tensor": tArray,
	"numpy": tNumpy, "shape": tShape, "texts": listOf(tText), "arrays": {kind: tuple, elem: tNumpy},
	"tensors": {kind: tuple, elem: tArray},
}

// precedence is that of the operator on top of code.
func precedence(code string) int {
	switch e, _ := parser.ParseExpr(code); e := e.(type) {
	case *ast.BinaryExpr:
		return goPrec[e.Op.String()]
	case *ast.UnaryExpr, *ast.StarExpr:
		return 6
	}
	return 7
}

// flagOf is an argument that is True or False.
func flagOf(x python.Expr) bool {
	if c, ok := x.(*python.Constant); ok {
		if b, isBool := c.Value.(bool); isBool {
			return b
		}
	}
	leave(x, "a flag that is not a literal")
	return false
}

// literalHead is the head of a function literal: its parameters and its results.
var literalHead = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^func\(.*?\) ?([^{]*?) ?\{`) })

// functionLiteral is a function written out. What it returns is a type, or what an op of a name returns.
func (t *Translator) functionLiteral(code string) val {
	m := literalHead().FindStringSubmatchIndex(code)
	name := code[m[2]:m[3]]
	var results *types.Tuple
	switch f, _ := t.lib.pkgs["ops"].Scope().Lookup(name).(*types.Func); {
	case f != nil:
		results = f.Signature().Results()
		code = strings.TrimSuffix(code[:m[2]], " ") + t.goResults(f.Signature()) + " " + code[m[3]+1:]
	case name != "":
		results = types.NewTuple(types.NewVar(0, nil, "", t.goType(name)))
	}
	head, err := parser.ParseExpr(code[:strings.IndexByte(code, '{')] + "{}")
	if err != nil {
		panic(fmt.Sprintf("forms.txt: %s: %v", code, err))
	}
	var params []*types.Var
	variadic := false
	for _, field := range head.(*ast.FuncLit).Type.Params.List {
		u := field.Type
		if list, ok := u.(*ast.Ellipsis); ok {
			variadic, u = true, &ast.ArrayType{Elt: list.Elt}
		}
		for _, id := range field.Names {
			params = append(params, types.NewParam(0, nil, id.Name, t.goType(types.ExprString(u))))
		}
	}
	sig := types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), results, variadic)
	return atom(code, &typ{kind: golang, goes: sig})
}

// goType is a type of a function literal.
func (t *Translator) goType(text string) types.Type {
	switch {
	case strings.HasPrefix(text, "[]"):
		return types.NewSlice(t.goType(text[2:]))
	case text == "*Tensor":
		return t.lib.tensor
	case strings.HasPrefix(text, "tensor."):
		return t.lib.pkgs["tensor"].Scope().Lookup(text[len("tensor."):]).Type()
	}
	return types.Universe.Lookup(text).Type()
}
