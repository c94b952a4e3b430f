package port

import (
	"fmt"
	"strings"

	"github.com/msrepl/msrepl/internal/text/python"
)

// Methods that Python gives a class by itself are added to its definition, which then is translated as any other.

// complete adds them to a class once, in the first pass.
func (t *Translator) complete(s *python.ClassDef) {
	if !t.first {
		return
	}
	t.noneAtFirst(s)
	for i, d := range s.DecoratorList {
		c, ok := d.(*python.Call)
		if ok && len(c.Args)+len(c.Keywords) == 0 {
			d = c.Func
		}
		if t.pathOf(d) == "dataclasses.dataclass" && len(s.Bases) == 0 {
			t.completeDataclass(s)
			s.DecoratorList = append(s.DecoratorList[:i:i], s.DecoratorList[i+1:]...)
			return
		}
	}
}

// methodsOf parses methods, one a line, which have the position of a node.
func methodsOf(n python.Node, lines ...string) (methods []*python.FunctionDef) {
	for _, line := range lines {
		m, err := python.Parse(strings.Repeat("\n", n.At().Line-1) + line + "\n")
		if err != nil {
			panic(fmt.Sprintf("%s: %v", line, err))
		}
		methods = append(methods, m.Body[0].(*python.FunctionDef))
	}
	return methods
}

// ownMethod is the method that a class defines, nil where it does not.
func ownMethod(s *python.ClassDef, name string) *python.FunctionDef {
	for _, b := range s.Body {
		if f, ok := b.(*python.FunctionDef); ok && f.Name == name {
			return f
		}
	}
	return nil
}

// noneAtFirst makes attributes of the class that are None attributes that __init__ sets, as objects only have others.
func (t *Translator) noneAtFirst(s *python.ClassDef) {
	init := ownMethod(s, "__init__")
	plain := len(s.Bases) == 0 || len(s.Bases) == 1 && t.pathOf(s.Bases[0]) == "builtins.object"
	if init == nil && !plain || len(s.DecoratorList) > 0 {
		return
	}
	var body, none []python.Stmt
	for _, b := range s.Body {
		a, ok := b.(*python.Assign)
		name := ""
		if ok && len(a.Targets) == 1 && a.Value != nil && isNone(a.Value) {
			name = nameOf(a.Targets[0])
		}
		if name == "" || t.changesClass(name) || t.written(`\b`+s.Name+`\.`+name+`\b`) {
			body = append(body, b)
			continue
		}
		none = append(none, methodsOf(s, "def none(self): self."+name+" = None")[0].Body...)
	}
	switch {
	case len(none) == 0:
		return
	case init == nil:
		init = methodsOf(s, "def __init__(self): pass")[0]
		init.Body = none
		body = append(body, init)
	default:
		init.Body = append(none, init.Body...)
	}
	s.Body = body
}

// completeDataclass adds the methods of a dataclass.
func (t *Translator) completeDataclass(s *python.ClassDef) {
	var body []python.Stmt
	var names []string
	var defaults []python.Expr
	store, plain := "", true
	for _, b := range s.Body {
		a, ok := b.(*python.AnnAssign)
		name := ""
		if ok {
			name = nameOf(a.Target)
		}
		if name == "" {
			body = append(body, b)
			continue
		}
		names = append(names, name)
		plain = plain && isIn(nameOf(a.Annotation), "int", "float", "str", "bool")
		if a.Value != nil {
			value, made := t.factoryOf(a.Value)
			if defaults = append(defaults, value); made != "" {
				store += fmt.Sprintf("self.%s = %s if %s is None else %s; ", name, made, name, name)
				continue
			}
		}
		store += fmt.Sprintf("self.%s = %s; ", name, name)
	}
	var shown, equal []string
	for _, n := range names {
		shown = append(shown, fmt.Sprintf("%s={self.%s!r}", n, n))
		equal = append(equal, fmt.Sprintf("self.%s == other.%s", n, n))
	}
	if len(names) == 0 || ownMethod(s, "__post_init__") != nil {
		leave(s, "this form of a dataclass")
	}
	methods := []string{
		"def __init__(self, " + strings.Join(names, ", ") + "): " + strings.TrimSuffix(store, "; "),
		"def __repr__(self): return f\"" + s.Name + "(" + strings.Join(shown, ", ") + ")\"",
	}
	if plain {
		methods = append(methods, "def __eq__(self, other): return "+strings.Join(equal, " and "))
	}
	for _, f := range methodsOf(s, methods...) {
		if f.Name == "__init__" {
			f.Args.Defaults = defaults
		}
		if f.Name == "__init__" || ownMethod(s, f.Name) == nil {
			body = append(body, f)
		}
	}
	s.Body = body
}

// factoryOf is the default of an attribute of a dataclass, and the code of a new value of field(default_factory=list).
func (t *Translator) factoryOf(e python.Expr) (value python.Expr, made string) {
	c, ok := e.(*python.Call)
	if !ok {
		return e, ""
	}
	if t.pathOf(c.Func) == "dataclasses.field" && len(c.Args) == 0 && len(c.Keywords) == 1 {
		switch k := c.Keywords[0]; {
		case k.Arg == "default":
			return k.Value, ""
		case k.Arg == "default_factory" && t.pathOf(k.Value) == "builtins.list":
			return &python.Constant{}, "[]"
		case k.Arg == "default_factory" && t.pathOf(k.Value) == "builtins.dict":
			return &python.Constant{}, "{}"
		}
	}
	leave(e, "this default of an attribute of a dataclass")
	return nil, ""
}
