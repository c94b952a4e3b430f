package port

import (
	"cmp"
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/internal/text/python"
)

// classInfo is a class of the page.
type classInfo struct {
	name    string
	def     *python.ClassDef
	base    types.Type // of ours, embedded
	parent  *classInfo // of the page
	fields  []*fieldInfo
	init    *fn
	methods []*fn
	failed  *left
	torch   bool                   // a torch.nn.Module
	read    bool                   // __init__ has been translated
	events  bool                   // a mindspore.train.Callback
	metric  bool                   // a mindspore.train.Metric
	shared  map[string]python.Expr // attributes of the class
}

func (c *classInfo) isCell() bool { return c.base != nil }

// same says whether both are one class of the page, perhaps of different passes.
func (c *classInfo) same(d *classInfo) bool { return c == d || c != nil && d != nil && c.def == d.def }

func (c *classInfo) field(name string) *fieldInfo {
	for _, f := range c.fields {
		if f.name == name {
			return f
		}
	}
	return nil
}

// method returns the method of a Python name.
func (c *classInfo) method(name string) *fn {
	for _, m := range c.methods {
		d, ok := m.node.(*python.FunctionDef)
		if ok && (d.Name == name || c.torch && d.Name == "forward" && name == "construct") {
			return m
		}
	}
	return nil
}

// bases are the classes that a class of a page may extend, and what it embeds here.
var bases = map[string]string{
	"mindspore.nn.Cell":                 "Cell",
	"mindspore.nn.LearningRateSchedule": "Cell",
	"mindspore.nn.LossBase":             "LossBase",
	"mindspore.nn.Optimizer":            "Optimizer",
	"mindspore.nn.SequentialCell":       "SequentialCell",
	"torch.nn.Module":                   "Cell",

	"mindspore.experimental.optim.LRScheduler": "LRScheduler",
}

func (t *Translator) defineClass(s *python.ClassDef) {
	if !t.onPage() {
		leave(s, "a class inside a function")
	}
	c := &classInfo{name: goCase(s.Name, true), def: s}
	t.scope.declare(s.Name, c.name, &typ{kind: class, class: c})
	t.scope.goes[c.name] = s.Name
	defer func() {
		if e := recover(); e != nil {
			if l, ok := e.(left); ok {
				c.failed = &l
			}
			panic(e)
		}
	}()
	t.complete(s)
	for _, d := range s.DecoratorList {
		if !t.harmless(d) {
			leave(d, "the decorator of the class")
		}
	}
	t.classBase(c)
	t.classBody(c)
	if t.first && c.init != nil && len(c.init.params) > 0 {
		t.fieldsOf(c)
		return
	}
	t.translateInit(c)
	if t.first {
		return
	}
	t.fieldsOfMethods(c)
	lines := t.classText(c)
	for _, m := range slices.Backward(c.methods) { // calls in later methods show types of earlier ones
		if known := t.before.params[m.args]; known == nil || slices.Contains(known, nil) {
			t.quietly(func() val { return atom("", t.analyse(m)) })
		}
	}
	for _, m := range c.methods {
		lines = append(lines, t.methodText(c, m)...)
	}
	t.lines = append(t.lines, lines...)
}

func (t *Translator) classBase(c *classInfo) {
	s := c.def
	if len(s.Keywords) > 0 || len(s.Bases) > 1 {
		leave(s, "a class with several bases or a metaclass")
	}
	if len(s.Bases) == 0 {
		return
	}
	if n, ok := s.Bases[0].(*python.Name); ok {
		if v := t.scope.find(n.ID); v != nil && v.t != nil && v.t.kind == class {
			t.inherit(c, v.t.class)
			return
		}
	}
	path := t.pathOf(s.Bases[0])
	switch path {
	case "builtins.object":
		return
	case "mindspore.train.Callback":
		c.events = true
		return
	case "mindspore.train.Metric", "mindspore.nn.Metric":
		c.metric = true
		return
	}
	name := bases[path]
	if name == "" {
		leave(s, "a class that extends %s", cmp.Or(path, "an unknown class"))
	}
	c.torch = path == "torch.nn.Module"
	pkg := "nn"
	switch name {
	case "Optimizer":
		pkg = "optim"
	case "LRScheduler":
		pkg = "experimental"
	}
	c.base = types.NewPointer(t.lib.pkgs[pkg].Scope().Lookup(name).Type())
}

func (t *Translator) classBody(c *classInfo) {
	for _, b := range c.def.Body {
		switch b := b.(type) {
		case *python.FunctionDef:
			t.addMethod(c, c, b)
		case *python.ExprStmt:
			if _, ok := b.Value.(*python.Constant); !ok {
				leave(b, "a statement in a class")
			}
		case *python.Pass:
		case *python.Assign:
			t.classAttribute(c, b, b.Targets[0], b.Value, len(b.Targets) == 1)
		case *python.AnnAssign:
			if b.Value != nil {
				t.classAttribute(c, b, b.Target, b.Value, true)
			}
		default:
			leave(b, "%s in a class", nodeName(b))
		}
	}
	for from := c.parent; from != nil; from = from.parent {
		t.inheritMethods(c, from)
	}
}

// addMethod adds a method that origin, the class or one that it extends, defines.
func (t *Translator) addMethod(c, origin *classInfo, b *python.FunctionDef) {
	property, static := false, false
	for _, d := range b.DecoratorList {
		if t.pathOf(d) == "builtins.staticmethod" {
			static = true
			continue
		}
		if t.pathOf(d) == "builtins.property" {
			property = true
			continue
		}
		if !t.harmless(d) {
			leave(d, "the decorator of the method %s", b.Name)
		}
	}
	name := c.unlike(methodName(b.Name), b.Name, "It")
	if c.torch && b.Name == "forward" {
		name = "Construct"
	}
	switch {
	case static:
		name = goCase(c.name+"_"+b.Name, false)
	case goName(c.base) == "experimental.LRScheduler" && b.Name == "get_lr":
		name = "GetLR"
	case c.events && eventNames[b.Name] != "":
		name = eventNames[b.Name]
	case c.metric && isIn(b.Name, "clear", "update", "eval"):
		name = goCase(b.Name, true)
	}
	f := t.newFn(name, b, b.Args, !static)
	f.body, f.class, f.origin, f.property, f.static = b.Body, c, origin, property, static
	for _, p := range f.params {
		if p.goes == receiverName(c.name) && !static {
			p.goes += "Value"
		}
	}
	if c.events && eventNames[b.Name] != "" && len(f.params) == 1 {
		f.params[0].t = t.lib.named("train", "RunContext")
	}
	if c.metric && b.Name == "update" && (len(f.params) != 1 || !f.params[0].rest) {
		leave(b, "update of a metric without *")
	}
	t.findGlobals(f)
	if b.Name == "__init__" {
		c.init = f
		f.body = flagsAsNone(f.body, origin.def)
		return
	}
	if strings.HasPrefix(b.Name, "__") && fixedNames[b.Name] == "" {
		leave(b, "the method %s", b.Name)
	}
	if goName(c.base) == "optim.Optimizer" && name == "Construct" && len(f.params) == 1 { // the gradients, one by one
		f.params[0].rest, f.params[0].t = true, tGrads
	}
	c.methods = append(c.methods, f)
}

// eventNames are the methods of callbacks.
var eventNames = map[string]string{
	"on_train_begin": "Begin", "on_train_epoch_begin": "EpochBegin", "on_train_step_begin": "StepBegin",
	"on_train_step_end": "StepEnd", "on_train_epoch_end": "EpochEnd", "on_train_end": "End",
	"begin": "Begin", "epoch_begin": "EpochBegin", "step_begin": "StepBegin", "step_end": "StepEnd",
	"epoch_end": "EpochEnd", "end": "End",
}

// classAttribute is name = value in a class: a field that begins with the value, which nobody may change for all.
func (t *Translator) classAttribute(c *classInfo, b python.Node, target, value python.Expr, one bool) {
	n, ok := target.(*python.Name)
	_, isList := elements(value)
	if !ok || !one || !t.stable(value) || t.changesClass(n.ID) || isList && t.written(`\.`+n.ID+listChange) {
		leave(b, "this kind of attribute of a class")
	}
	if c.shared == nil {
		c.shared = map[string]python.Expr{}
	}
	c.shared[n.ID] = value
	if c.field(n.ID) == nil {
		v := t.value(value)
		f := &fieldInfo{name: n.ID, goes: goCase(n.ID, false), t: v.t}
		f.goes = free(f.goes, "Value")
		if v.t.goText() == "" {
			leave(b, "this kind of attribute of a class")
		}
		f.first = t.typed(v)
		c.fields = append(c.fields, f)
	}
}

// listChange matches what follows the name of a list that is changed.
const listChange = `\b((\[.*\])* *[-+*]?=[^=]|(\[.*\])*\.(append|extend|insert|pop|remove|clear|sort|reverse)\()`

// changesClass says whether the page assigns to an attribute of a class, or of the class of an object by cls.
func (t *Translator) changesClass(attr string) bool {
	return t.anywhere(func(n any) bool {
		a, ok := n.(*python.Attribute)
		return ok && a.Attr == attr && a.Ctx != python.Load && nameOf(a.Value) != "self"
	})
}

// fixedNames are the Go names of methods that packages nn and data or Python itself look for.
var fixedNames = map[string]string{
	"construct": "Construct", "bprop": "Bprop", "__call__": "Invoke", "__len__": "Len", "__getitem__": "At",
	"__str__": "String", "__repr__": "Repr", "__add__": "Plus", "__sub__": "Minus", "__mul__": "Times",
	"__truediv__": "DividedBy", "__matmul__": "MatMul", "__eq__": "EqualTo", "__lt__": "LessThan",
	"__gt__": "GreaterThan", "__le__": "AtMost", "__ge__": "AtLeast",
}

// methodName is the Go name of a method.
func methodName(name string) string {
	if s := fixedNames[name]; s != "" {
		return s
	}
	return free(goCase(name, false), "It")
}

// unlike is a Go name for an attribute or a method that no other of the class has: Python's x and _x are both x.
func (c *classInfo) unlike(goes, name, more string) string {
	for slices.ContainsFunc(c.methods, func(m *fn) bool { return m.name == goes && m.pythonName() != name }) ||
		slices.ContainsFunc(c.fields, func(f *fieldInfo) bool { return f.goes == goes && f.name != name }) {
		goes += more
	}
	return goes
}

// initLines are the lines of the constructor; t.translateInit fills them.
func (t *Translator) translateInit(c *classInfo) {
	if c.init == nil {
		return
	}
	t.fieldsOf(c)
	c.init.ret = tNone
	c.read = true
	for _, f := range c.fields {
		f.set = false
	}
	t.inits[c] = t.translated(c.init)
}

// classText writes the type and its constructor.
func (t *Translator) classText(c *classInfo) (l []string) {
	l = append(l, "type "+c.name+" struct {")
	if c.base != nil {
		l = append(l, goName(c.base))
	}
	for _, f := range c.fields {
		if f.t.fixed() {
			continue
		}
		if f.t.goText() == "" {
			leave(c.def, "the attribute %s", f.name)
		}
		line := f.goes + " " + f.t.goText()
		if f.goes != f.name && (f.t.layer() || f.t.named() == "nn.Parameter") {
			line += fmt.Sprintf(" `ms:%q`", f.name)
		}
		l = append(l, line)
	}
	r := receiverName(c.name)
	params := ""
	if c.init != nil {
		t.guess(c.init)
		params = t.paramList(c.init)
	}
	head := fmt.Sprintf("func New%s(%s) *%s {", c.name, params, c.name)
	l = append(l, "}", "", head, fmt.Sprintf("%s := &%s{}", r, c.name))
	for _, f := range c.fields {
		if f.first != "" {
			l = append(l, fmt.Sprintf("%s.%s = %s", r, f.goes, f.first))
		}
	}
	l = append(l, t.inits[c]...)
	if c.base != nil && goName(c.base) != "experimental.LRScheduler" {
		l = append(l, fmt.Sprintf("%s.Init(%s)", r, r))
	}
	return append(l, "return "+r, "}", "")
}

func (t *Translator) methodText(c *classInfo, m *fn) []string {
	if m.name == "Bprop" {
		t.bpropParams(c, m)
	}
	body := t.translated(m)
	r := receiverName(c.name)
	head := fmt.Sprintf("func (%s *%s) %s(%s)%s {", r, c.name, m.name, t.paramList(m), results(m.ret))
	if m.static {
		head = fmt.Sprintf("func %s(%s)%s {", m.name, t.paramList(m), results(m.ret))
	}
	l := append(append([]string{head}, body...), "}", "")
	if isIn(m.name, "String", "Repr") && (m.ret.kind != text || len(m.params) > 0) {
		leave(m.node, "this form of __str__ or __repr__")
	}
	if m.name == "Repr" && c.method("__str__") == nil {
		l = append(l, fmt.Sprintf("func (%s *%s) String() string {", r, c.name), "return "+r+".Repr()", "}", "")
	}
	return l
}

// bpropParams gives the parameters of bprop the types of construct: its inputs, its outputs, and their gradients.
func (t *Translator) bpropParams(c *classInfo, m *fn) {
	construct := c.method("construct")
	if len(m.params) == 1 && m.params[0].rest {
		return
	}
	if construct == nil || len(m.params) != len(construct.params)+2 {
		leave(m.node, "bprop with these parameters")
	}
	out := t.analyse(construct)
	for i, p := range construct.params {
		m.params[i].t = p.t
	}
	for _, p := range m.params[len(construct.params):] {
		p.t = out
		if !several(out) {
			continue
		}
		p.parts = nil
		for i, e := range out.elts {
			p.parts = append(p.parts, atom(fmt.Sprintf("%s%d", p.goes, i+1), e))
		}
	}
}

// construct calls the constructor of a class of the page.
func (t *Translator) construct(e *python.Call, c *classInfo) val {
	u := &typ{kind: instance, class: c}
	if c.init == nil {
		if len(e.Args)+len(e.Keywords) > 0 {
			leave(e, "arguments of a class without __init__")
		}
		if c.failed != nil {
			leave(e, "%s, which is not ported", c.def.Name)
		}
		return atom("New"+c.name+"()", u)
	}
	var codes []string
	for i, v := range t.fnArguments(e, c.init) {
		p := c.init.params[i]
		p.t = cmp.Or(p.t, v.t)
		codes = t.appendArgument(codes, v, p)
	}
	if c.failed != nil {
		leave(e, "%s, which is not ported", c.def.Name)
	}
	if !c.read {
		t.translateInit(c)
	}
	return atom("New"+c.name+"("+strings.Join(codes, ", ")+")", u)
}

// callInstance calls a cell of the page.
func (t *Translator) callInstance(e *python.Call, v val) val {
	m := v.t.class.method("construct")
	if m == nil && !v.t.class.isCell() {
		if m = v.t.class.method("__call__"); m != nil {
			return t.callFn(e, m, v.at(7)+".Invoke")
		}
	}
	if m == nil && goName(v.t.class.base) == "nn.SequentialCell" {
		return t.callValue(e, val{code: v.code, prec: v.prec, t: &typ{kind: golang, goes: v.t.class.base}})
	}
	if m == nil || !v.t.class.isCell() {
		leave(e, "a call of an object of %s", v.t.class.name)
	}
	return t.callFn(e, m, v.at(7))
}
