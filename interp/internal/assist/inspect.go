package assist

import (
	"go/ast"
	"go/doc/comment"
	"go/token"
	"go/types"
	"html"
	"regexp"
	"strings"
	"sync"

	"github.com/charmbracelet/x/ansi"

	"github.com/msrepl/msrepl/interp/internal/front"
	"github.com/msrepl/msrepl/interp/internal/gotypes"
	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// Description describes the name at a cursor.
type Description struct {
	Decl string // its declaration, in Go
	Mark string // a line below Decl that underlines a parameter, may be empty
	Note string // its origin, may be empty
	Doc  string // in go/doc's form, may be empty
	Var  string // its name if it is a variable of the session, whose value the caller may know
	Cell string // the cell that defines it, may be empty
	Line int    // the line of the definition, from 1; 0 if unknown
	Path string // path of the declaring package, empty for definitions of cells

	Members []string // the methods of a type, the names of a package

	callable bool     // it is a function or a variable of function type
	params   []string // as in Decl
	variadic bool
}

// Inspect describes the name at the cursor, or otherwise the function whose argument list contains it.
func (e *Engine) Inspect(src string, at int) (Description, bool) {
	c := newCursor(src, at)
	if _, ok := c.quoted(); !ok && c.start < c.end {
		if d, ok := e.describe(c, false); ok {
			return d, true
		}
	}
	d, arg, ok := e.callee(c)
	if ok {
		d.mark(arg)
	}
	return d, ok
}

// callee describes the function of the call whose argument list contains the cursor, and returns the index of the
// argument.
func (e *Engine) callee(c *cursor) (d Description, arg int, ok bool) {
	for callee, arg := range c.calls {
		switch callee.tok {
		case token.IDENT:
			d, ok = e.describe(newCursor(c.src, callee.start), true)
			return d, arg, ok
		case token.RPAREN, token.RBRACK, token.RBRACE:
			if d, ok = e.value(c.src[:callee.end]); ok {
				return d, arg, true
			}
		}
	}
	return Description{}, 0, false
}

// value describes the function value of the expression at the end of a text, as in table["sum"](x).
func (e *Engine) value(src string) (d Description, ok bool) {
	c := newCursor(src+".", len(src)+1)
	e.Front.View(c.variants(mark+"()"), c.start, func(v *front.View) {
		sel, isSelector := v.Parent().(*ast.SelectorExpr)
		if !isSelector || v.TypeOf(sel.X) == nil || v.IsType(sel.X) {
			return
		}
		d = e.called(v, types.NewVar(token.NoPos, v.Home(), "", v.TypeOf(sel.X)))
		ok = d.callable
	})
	return d, ok
}

// mark underlines the parameter for an argument.
func (d *Description) mark(arg int) {
	if from, to := d.parameter(arg); from < to {
		d.Mark = strings.Repeat(" ", ansi.StringWidth(d.Decl[:from])) + strings.Repeat("^", ansi.StringWidth(d.Decl[from:to]))
	}
}

// parameter returns the position in the declaration of the parameter for an argument, or 0, 0.
func (d *Description) parameter(arg int) (from, to int) {
	if len(d.params) == 0 || arg >= len(d.params) && !d.variadic {
		return 0, 0
	}
	at := min(arg, len(d.params)-1)
	receiver := 0
	if strings.HasPrefix(d.Decl, "func (") {
		receiver = strings.Index(d.Decl, ") ")
	}
	list := strings.Index(d.Decl[receiver:], "("+strings.Join(d.params, ", ")+")")
	if list < 0 {
		return 0, 0
	}
	before := append(d.params[:at:at], "")
	from = receiver + list + len("(") + len(strings.Join(before, ", "))
	return from, from + len(d.params[at])
}

// Signature returns the declaration of the function whose argument list contains the cursor, and the position in it
// of the parameter for the argument; from equals to if there is none.
func (e *Engine) Signature(src string, at int) (decl string, from, to int, ok bool) {
	d, arg, ok := e.callee(newCursor(src, at))
	if !ok || !d.callable {
		return "", 0, 0, false
	}
	from, to = d.parameter(arg)
	return d.Decl, from, to, true
}

// describe describes the identifier around the cursor, or the function that a call of it calls.
func (e *Engine) describe(c *cursor, called bool) (d Description, ok bool) {
	name := c.src[c.start:c.end]
	if token.IsKeyword(name) && !c.afterDot() { // x.var is a Python method
		return Description{Decl: name, Note: "a keyword of Go"}, true
	}
	e.Front.View(c.variants(name), c.start, func(v *front.View) {
		if o := v.Object(); o != nil {
			if ok = true; called {
				d = e.called(v, o)
			} else {
				d = e.object(v, o)
			}
		}
	})
	if paths := e.World.PathsNamed(name); !ok && len(paths) > 0 && !c.afterDot() {
		return e.pkg(name, paths[0]), true
	}
	if !ok && !c.afterDot() {
		d, ok = results[name]
	}
	if !ok {
		return e.foreign(c)
	}
	return d, ok
}

// results describes the names of results and texts of cells, which are not objects.
var results = map[string]Description{
	"_":   {Decl: "_", Note: "in an expression the last value shown"},
	"Out": {Decl: "Out[n]", Note: "the value that cell n has shown"},
	"In":  {Decl: "In[n] string", Note: "the text of cell n"},
}

// chain matches a name with its modules.
var chain = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[A-Za-z_][\w.]*$`) })

// foreign describes the Go form of a name of MindSpore, numpy or PyTorch.
func (e *Engine) foreign(c *cursor) (Description, bool) {
	name := chain().FindString(c.src[:c.end])
	found, ok := e.Front.Python().Find(name)
	if !ok {
		return Description{}, false
	}
	d := Description{Decl: found.Goes}
	if found.Path != "" {
		d.Doc, d.Path = e.World.Doc(found.Path, found.Name), found.Path
		if pkg, err := e.World.Import(found.Path); err == nil {
			if o := pkg.Scope().Lookup(found.Name); o != nil {
				d.Decl = gotypes.Describe(o, nil)
			}
		}
	}
	d.Note = "for " + name
	return d, true
}

func (e *Engine) pkg(name, path string) Description {
	d := Description{Decl: "package " + name + " // import \"" + path + "\"", Doc: e.World.Doc(path, ""), Path: path}
	for _, m := range e.World.Members(path) {
		if token.IsExported(m) {
			d.Members = append(d.Members, m)
		}
	}
	return d
}

// object describes an object and finds its documentation.
func (e *Engine) object(v *front.View, o types.Object) Description {
	if p, ok := o.(*types.PkgName); ok {
		return e.pkg(p.Imported().Name(), p.Imported().Path())
	}
	o = written(o)
	d := Description{Decl: gotypes.Describe(o, v.Home())}
	switch o := o.(type) {
	case *types.TypeName:
		d.Members = methodsOf(o.Type())
	case *types.Builtin:
		d.Decl += builtins[o.Name()]
	}
	if sig, ok := o.Type().(*types.Signature); ok {
		d.takes(sig, v.Home())
	}
	switch {
	case o.Pkg() == nil:
		d.Doc = e.World.Doc("builtin", o.Name())
	case o.Pkg() != v.Home():
		d.Doc, d.Path = e.World.Doc(o.Pkg().Path(), docName(o)), o.Pkg().Path()
	default:
		if cell, line := v.Origin(o); cell != "" {
			d.Note, d.Cell, d.Line = "defined in "+cell, cell, line
			if x, ok := o.(*types.Var); ok && !x.IsField() {
				d.Var = o.Name()
			}
		}
	}
	return d
}

// takes records that the described object is a function.
func (d *Description) takes(sig *types.Signature, home *types.Package) {
	d.callable, d.params, d.variadic = true, gotypes.Params(sig, home), sig.Variadic()
}

// called describes the function that a call of an object calls. A variable is described with the parameters of its
// type.
func (e *Engine) called(v *front.View, o types.Object) Description {
	o = invoked(o)
	d := e.object(v, o)
	x, ok := o.(*types.Var)
	if !ok || x.Type() == nil {
		return d
	}
	if sig, ok := x.Type().Underlying().(*types.Signature); ok {
		d.takes(sig, v.Home())
		d.Decl = strings.TrimSuffix(d.Decl, gotypes.Text(x.Type(), v.Home())) + gotypes.Text(sig, v.Home())
		if x.Name() == "" {
			d.Decl = gotypes.Text(sig, v.Home())
		}
	}
	return d
}

// invoked returns the function that a call of an object calls: x(y) is x.Call(y) if x is a network or an optimizer.
func invoked(o types.Object) types.Object {
	v, ok := o.(*types.Var)
	if !ok || v.Type() == nil {
		return o
	}
	if _, ok := v.Type().Underlying().(*types.Signature); ok {
		return o
	}
	for _, name := range []string{"Construct", "Call"} { // Call does not have the user's parameter names
		if m, _, _ := types.LookupFieldOrMethod(v.Type(), true, v.Pkg(), name); m != nil {
			return m
		}
	}
	return o
}

// written returns the method in the text of the cell: Construct for a synthesized Call.
func written(o types.Object) types.Object {
	m, ok := o.(*types.Func)
	if !ok || m.Name() != "Call" {
		return o
	}
	recv := m.Signature().Recv()
	if recv == nil || !strings.Contains(recv.Name(), syntax.Mark) {
		return o
	}
	if construct, _, _ := types.LookupFieldOrMethod(recv.Type(), true, m.Pkg(), "Construct"); construct != nil {
		return construct
	}
	return o
}

// methodsOf lists the exported methods of a type and of pointers to it.
func methodsOf(t types.Type) (names []string) {
	if !types.IsInterface(t) {
		t = types.NewPointer(t)
	}
	set := types.NewMethodSet(t)
	for i := range set.Len() {
		if m := set.At(i).Obj(); m.Exported() {
			names = append(names, m.Name())
		}
	}
	return names
}

// docName returns the name under which an object is documented: "Name" or "Type.Name".
func docName(o types.Object) string {
	switch o := o.(type) {
	case *types.Func:
		if recv := o.Signature().Recv(); recv != nil {
			return typeName(recv.Type()) + "." + o.Name()
		}
	case *types.Var:
		if o.IsField() {
			return fieldOwner(o) + "." + o.Name()
		}
	}
	return o.Name()
}

func typeName(t types.Type) string {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok {
		return n.Obj().Name()
	}
	return ""
}

// fieldOwner returns the type that declares a field in its package, which the field itself does not contain.
func fieldOwner(f *types.Var) string {
	for _, name := range f.Pkg().Scope().Names() {
		tn, ok := f.Pkg().Scope().Lookup(name).(*types.TypeName)
		if !ok {
			continue
		}
		if s, ok := tn.Type().Underlying().(*types.Struct); ok {
			for g := range s.Fields() {
				if g == f {
					return name
				}
			}
		}
	}
	return ""
}

// Text returns the description for a terminal.
func (d Description) Text() string {
	parts := []string{d.Decl}
	if d.Note != "" {
		parts[0] += " // " + d.Note
	}
	if d.Mark != "" {
		parts[0] += "\n" + d.Mark
	}
	if d.Doc != "" {
		p := &comment.Printer{}
		parts = append(parts, strings.TrimSpace(string(p.Text(parse(d.Doc)))))
	}
	return strings.Join(parts, "\n\n")
}

// underlined returns the line with the mark.
func (d Description) underlined() string {
	if d.Mark == "" {
		return ""
	}
	return d.Mark + "\n"
}

// Markdown returns the description for a notebook.
func (d Description) Markdown() string {
	text := "```go\n" + d.Decl + "\n" + d.underlined() + "```"
	if d.Note != "" {
		text += "\n\n" + d.Note
	}
	if d.Doc != "" {
		p := &comment.Printer{HeadingLevel: 4}
		text += "\n\n" + strings.TrimSpace(string(p.Markdown(parse(d.Doc))))
	}
	return text
}

// HTML returns the description for front ends that do not support Markdown.
func (d Description) HTML() string {
	text := "<pre>" + html.EscapeString(strings.TrimSuffix(d.Decl+"\n"+d.underlined(), "\n")) + "</pre>\n"
	if d.Note != "" {
		text += "<p>" + html.EscapeString(d.Note) + "</p>\n"
	}
	if d.Doc != "" {
		p := &comment.Printer{HeadingLevel: 4}
		text += string(p.HTML(parse(d.Doc)))
	}
	return text
}

func parse(doc string) *comment.Doc {
	var p comment.Parser
	return p.Parse(doc)
}
