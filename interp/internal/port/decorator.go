package port

import (
	"regexp"

	"github.com/msrepl/msrepl/internal/text/python"
)

// decorator is a function of the page that returns a wrapper of its one argument. It is written into the functions
// that it decorates: their own bodies get another name, under which the wrapper calls them.
type decorator struct {
	param   string
	wrapper *python.FunctionDef
	body    string // the lines of the wrapper
}

// decoratorOf returns the decorator that a function of the page is; nil for other functions.
func (t *Translator) decoratorOf(s *python.FunctionDef) *decorator {
	a := s.Args
	if !t.onPage() || len(a.Args) != 1 || a.Vararg != nil || a.Kwarg != nil ||
		len(a.Kwonlyargs) > 0 {
		return nil
	}
	body := s.Body
	if len(body) == 3 { // a doc string
		if e, ok := body[0].(*python.ExprStmt); ok {
			if c, ok := e.Value.(*python.Constant); ok {
				if _, ok := c.Value.(string); ok {
					body = body[1:]
				}
			}
		}
	}
	if len(body) != 2 || len(s.DecoratorList) > 0 {
		return nil
	}
	wrapper, isDef := body[0].(*python.FunctionDef)
	returned, isReturn := body[1].(*python.Return)
	if !isDef || !isReturn || nameOf(returned.Value) != wrapper.Name || !t.decorates(s.Name) {
		return nil
	}
	src := t.cells[t.at].src
	first, last := wrapper.Body[0].At().Off, wrapper.Body[len(wrapper.Body)-1].At().End
	return &decorator{a.Args[0].Arg, wrapper, src[lineOf(src, first):last]}
}

// decorates says whether a function of the page is only used as a decorator.
func (t *Translator) decorates(name string) (yes bool) {
	for _, c := range t.cells {
		if c.module == nil {
			continue
		}
		uses := 0
		walk(c.module.Body, func(n any) {
			if f, ok := n.(*python.FunctionDef); ok {
				for _, d := range f.DecoratorList {
					if nameOf(d) == name {
						uses, yes = uses+1, true
					}
				}
			}
		})
		if c.reads[name] != uses {
			return false
		}
	}
	return yes
}

// decorated are the two functions that a decorated one becomes: its own under another name, and the wrapper under its
// name.
type decorated struct{ own, wrapper *python.FunctionDef }

// decorate translates a function with one decorator of the page; ok is false for others.
func (t *Translator) decorate(s *python.FunctionDef) (ok bool) {
	if len(s.DecoratorList) != 1 {
		return false
	}
	v := t.scope.find(nameOf(s.DecoratorList[0]))
	if v == nil || v.decorator == nil {
		return false
	}
	d := t.decorated[s]
	if d == nil {
		d = v.decorator.apply(s)
		t.decorated[s] = d
	}
	t.defineFunction(d.own)
	t.defineFunction(d.wrapper)
	return true
}

// apply writes the wrapper for one function.
func (d *decorator) apply(s *python.FunctionDef) *decorated {
	own, wrapper, args := *s, *s, *s.Args
	own.Name, own.DecoratorList = "own_"+s.Name, nil
	wrapper.Args, wrapper.DecoratorList = &args, nil
	call, w := own.Name+"(", d.wrapper.Args
	if w.Vararg != nil || w.Kwarg != nil { // all arguments
		if len(w.Args)+len(w.Kwonlyargs) > 0 || w.Vararg == nil || s.Args.Vararg != nil || s.Args.Kwarg != nil ||
			len(s.Args.Kwonlyargs) > 0 {
			leave(s, "a decorator whose wrapper has these parameters")
		}
		rest := `\*` + w.Vararg.Arg
		if w.Kwarg != nil {
			rest += `\s*,\s*\*\*` + w.Kwarg.Arg
		}
		call += commas(s.Args.Args, func(a *python.Arg) string { return a.Arg })
		body := regexp.MustCompile(`\b`+d.param+`\(\s*`+rest+`\s*\)`).ReplaceAllString(d.body, call+")")
		if regexp.MustCompile(`\b` + w.Vararg.Arg + `\b`).MatchString(body) {
			leave(s, "a decorator whose wrapper looks at its arguments")
		}
		return &decorated{&own, d.parsed(&wrapper, body)}
	}
	args = *w
	return &decorated{&own, d.parsed(&wrapper, regexp.MustCompile(`\b`+d.param+`\(`).ReplaceAllString(d.body, call))}
}

// parsed gives the wrapper its body, in which the function that it decorates is used for calls and its name only.
func (d *decorator) parsed(wrapper *python.FunctionDef, body string) *python.FunctionDef {
	body = regexp.MustCompile(`\b`+d.param+`\.__name__\b`).ReplaceAllString(body, `"`+wrapper.Name+`"`)
	m, err := python.Parse("def wrapper():\n" + body + "\n")
	if err != nil || regexp.MustCompile(`\b`+d.param+`\b`).MatchString(body) {
		leave(wrapper, "a decorator that does more than call the function")
	}
	wrapper.Body = m.Body[0].(*python.FunctionDef).Body
	return wrapper
}
