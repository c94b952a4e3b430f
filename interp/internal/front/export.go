package front

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/printer"
	"go/token"
	"go/types"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/gofumpt/format"

	"github.com/msrepl/msrepl/interp/internal/sugar"
	"github.com/msrepl/msrepl/interp/internal/syntax"
)

const displayPath = "github.com/msrepl/msrepl/display"

// Export writes cells as one plain Go program: sugar as method calls, imports spelled out,
// declarations at package level and statements in main, in order. A name that is declared anew
// becomes another name. The front end must be new; it is used up.
func (f *Front) Export(cells []*syntax.Cell, w io.Writer) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.load()
	f.plain = true
	x := &exporter{f: f, global: map[types.Object]bool{}, read: map[types.Object]bool{}, comments: map[*syntax.Cell][]comment{}, variants: map[methodKey]*variants{}}
	f.words = map[string]bool{}
	for _, c := range cells {
		for _, l := range syntax.Lex(c.Src) {
			if l.Tok == token.IDENT {
				f.words[l.Lit] = true
			}
		}
	}
	for _, c := range cells {
		if err := x.add(c); err != nil {
			return err
		}
	}
	return x.write(w)
}

// exporter collects the units of all cells, because how a variable is declared depends on who uses it
// later.
type exporter struct {
	f      *Front
	units  []*exportUnit
	global map[types.Object]bool // variables that functions use
	read   map[types.Object]bool // variables whose value is used
	decls  []*exportDecl

	comments map[*syntax.Cell][]comment
	variants map[methodKey]*variants
	again    map[types.Object]types.Object // functions declared anew whose values are around → the first declaration
	start    string                        // statements at the start of main
	pending  string                        // statements that follow a unit of declarations
	bind     string                        // the name of the helper for networks, "" when nothing asks for it
}

type exportUnit struct {
	*namer
	shows bool            // the last expression is printed
	keeps *ast.AssignStmt // assigns it to variables; nil for the expression nil
	first bool            // of its cell
}

// exportDecl is a declaration with the objects it declares and uses.
type exportDecl struct {
	obj  types.Object // the type, for a method
	name string       // "T.m" for a method
	decl ast.Decl
	uses map[types.Object]bool
	doc  string // the comment above it
	cell *syntax.Cell
	text string // what is printed, when it is not decl
}

// add checks a cell and takes its units in.
func (x *exporter) add(c *syntax.Cell) error {
	a, err := x.f.analyse(c)
	if err != nil {
		return err
	}
	x.f.commitNames(a)
	for i, u := range a.units {
		e := &exportUnit{namer: a.newNamer(u), first: i == 0}
		echoes := u.Body != nil && u.last && e.echoes()
		x.units = append(x.units, e)
		for _, o := range u.defs {
			x.f.env[o.Name()] = u.kept(o)
		}
		if name := outName(a.cell); echoes && x.f.env[name] != nil { // one value, not several
			x.f.lastOut = name
		}
		x.f.commitTypes(u)
		x.noteFunctions(e)
	}
	return nil
}

// echoes takes the last expression out, whose value is printed.
func (e *exportUnit) echoes() bool {
	v, ok := e.lastValue()
	if !ok {
		return false
	}
	e.shows, e.keeps = true, v.keeps
	return true
}

// noteFunctions records functions for later cells, which may have to compile them again.
func (x *exporter) noteFunctions(e *exportUnit) {
	for _, d := range e.u.decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			fn := e.newFunction(d)
			if d.Recv != nil {
				fn.key = fn.name
			}
			e.collectUses(d, fn.uses)
			x.f.addFunction(fn)
		case *ast.GenDecl:
			for _, s := range d.Specs {
				if ts, ok := s.(*ast.TypeSpec); ok {
					fn := e.newType(ts)
					e.collectUses(ts, fn.uses)
					delete(fn.uses, fn.obj)
					x.f.addFunction(fn)
				}
			}
		}
	}
}

// collectUses adds the session objects that a node uses.
func (l *namer) collectUses(n ast.Node, uses map[types.Object]bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if o := l.info.Uses[id]; l.session(o) {
				uses[l.u.kept(o)] = true
			}
		}
		return true
	})
}

// write renames everything and prints the program.
func (x *exporter) write(w io.Writer) error {
	x.analyse()
	x.continued()
	var main bytes.Buffer
	for _, e := range x.units {
		if e.first {
			fmt.Fprintf(&main, "\n// %s\n", e.u.Cell.Name)
		}
		if e.u.Body == nil {
			x.takeDecls(e)
			main.WriteString(x.pending)
			x.pending = ""
			continue
		}
		if err := x.writeStmts(&main, e); err != nil {
			return err
		}
	}
	var decls bytes.Buffer
	if err := x.writeDecls(&decls); err != nil {
		return err
	}
	if x.bind != "" {
		fmt.Fprintf(&decls, bindHelper, x.bind, x.f.imports[nnPath])
	}
	body := main.String()
	if strings.Contains(body, fmtID) { // checks of errors
		body = strings.NewReplacer(fmtID, x.units[0].importName("fmt"), osID, x.units[0].importName("os")).Replace(body)
	}
	var src bytes.Buffer
	src.WriteString("package main\n\n")
	x.writeImports(&src, decls.String()+body)
	src.Write(decls.Bytes())
	src.WriteString("func main() {\n" + x.start + body + "}\n")
	text := strings.ReplaceAll(src.String(), sugar.PackageName, x.f.imports[tensorPath])
	out, err := format.Source([]byte(clean(text)), format.Options{LangVersion: "go1.22"})
	if err != nil {
		return fmt.Errorf("format the program: %w", err)
	}
	_, err = w.Write(out)
	return err
}

// clean gives names that hold the mark a plain spelling.
func clean(src string) string { return strings.ReplaceAll(src, syntax.Mark, "") }

// analyse finds out which variables functions use and which are never read.
func (x *exporter) analyse() {
	x.f.locals = map[string]bool{}
	for _, e := range x.units {
		for id, o := range e.info.Defs {
			if v, ok := o.(*types.Var); ok && !v.IsField() {
				x.f.locals[id.Name] = true
			}
		}
		if e.u.Body != nil {
			x.noteUses(e, e.u.Body)
			for _, s := range e.u.Body.List {
				for _, check := range e.a.unread[s] {
					x.noteUses(e, check)
				}
			}
		}
		if e.keeps != nil {
			x.noteUses(e, e.keeps)
		}
		for _, d := range e.u.decls {
			x.noteUses(e, d)
		}
	}
}

// noteUses notes the variables of the session that a node uses.
func (x *exporter) noteUses(e *exportUnit, n ast.Node) {
	written := map[*ast.Ident]bool{}
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				if id, ok := l.(*ast.Ident); ok {
					written[id] = true
				}
			}
		case *ast.Ident:
			v, ok := e.info.Uses[n].(*types.Var)
			if !ok || !e.session(v) {
				return true
			}
			o := e.u.kept(v)
			if e.u.Body == nil {
				x.global[o] = true
			}
			if !written[n] {
				x.read[o] = true
			}
		}
		return true
	})
}

// takeDecls renames the declarations of a unit.
func (x *exporter) takeDecls(e *exportUnit) {
	w := x.namesOnly(e)
	for _, d := range e.u.decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			x.takeFunc(e, d, w)
		case *ast.GenDecl:
			uses := map[types.Object]bool{}
			e.collectUses(d, uses)
			var obj types.Object
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					obj = e.info.Defs[s.Name]
					e.rename(s.Name)
					keepClass(s, obj)
				case *ast.ValueSpec:
					for _, n := range s.Names {
						obj = e.info.Defs[n]
						e.rename(n)
					}
				}
			}
			doc := x.above(e.u.Cell, e.f.offset(e.u.Cell, d.Pos()))
			w.Decl(d)
			x.decls = append(x.decls, &exportDecl{obj: obj, decl: d, uses: uses, doc: doc, cell: e.u.Cell})
		}
	}
}

// keepClass gives a struct type that got another name a tag with the user's, which package nn prints.
func keepClass(s *ast.TypeSpec, obj types.Object) {
	st, ok := s.Type.(*ast.StructType)
	if !ok || obj == nil || obj.Name() == clean(s.Name.Name) || len(st.Fields.List) == 0 || st.Fields.List[0].Tag != nil {
		return
	}
	f := st.Fields.List[0]
	f.Tag = &ast.BasicLit{ValuePos: f.End(), Kind: token.STRING, Value: "`class:" + strconv.Quote(obj.Name()) + "`"}
}

func (x *exporter) takeFunc(e *exportUnit, d *ast.FuncDecl, w *syntax.Walker) {
	ed := &exportDecl{obj: e.info.Defs[d.Name], decl: d, uses: map[types.Object]bool{}, cell: e.u.Cell}
	ed.doc = x.above(e.u.Cell, e.f.offset(e.u.Cell, d.Pos()))
	e.collectUses(d, ed.uses)
	continues := false
	if d.Recv == nil {
		if first := x.again[ed.obj]; first != nil {
			ed.obj, continues = first, true
		}
		e.rename(d.Name)
	} else if r := syntax.ReceiverOf(d); r.Name != nil {
		ed.obj = e.info.ObjectOf(r.Name)
		ed.name = d.Name.Name
		if synthesized(d) && x.promotedCallWorks(d, e) {
			return
		}
	}
	w.Decl(d)
	for i, old := range x.decls {
		if d.Recv == nil && !continues || old.obj != ed.obj || old.name != ed.name {
			continue
		}
		if ed.name == "Call" { // both call Construct
			x.decls[i] = ed
		} else {
			x.redeclare(old, ed)
		}
		return
	}
	x.decls = append(x.decls, ed)
}

// promotedCallWorks says whether a synthesized Call has a signature that nn.Cell's own serves.
func (x *exporter) promotedCallWorks(d *ast.FuncDecl, e *exportUnit) bool {
	tensors := func(l *ast.FieldList) bool {
		if l == nil {
			return true
		}
		for _, f := range l.List {
			if !types.Identical(e.typeOf(f.Type), x.f.tensor) {
				return false
			}
		}
		return true
	}
	r := d.Type.Results
	return r != nil && len(r.List) == 1 && tensors(r) && tensors(d.Type.Params)
}

// namesOnly is the walker that renames, and makes networks known to themselves.
func (x *exporter) namesOnly(e *exportUnit) *syntax.Walker {
	return &syntax.Walker{Types: true, Expr: x.binding(e)}
}

// writeDecls prints the variables that functions use and the declarations that something leads to.
func (x *exporter) writeDecls(b *bytes.Buffer) error {
	for _, e := range x.units {
		for _, o := range e.u.defs {
			if _, isVar := o.(*types.Var); !isVar || !x.global[o] || e.u.reuse[o] != nil {
				continue
			}
			fmt.Fprintf(b, "var %s ", x.f.name(o))
			if err := printer.Fprint(b, token.NewFileSet(), e.mustType(o.Type(), token.NoPos)); err != nil {
				return err
			}
			b.WriteString("\n\n")
		}
	}
	needed := x.needed()
	for _, d := range x.decls {
		if d.obj != nil && !needed[d.obj] {
			continue
		}
		b.WriteString(d.doc + d.text)
		if d.text != "" {
			b.WriteString("\n\n")
			continue
		}
		if err := x.printCommented(b, d.decl, d.cell.Comments); err != nil {
			return err
		}
		b.WriteString("\n\n")
	}
	return nil
}

// needed returns the objects that statements use, those that the names of the session mean in the
// end, and what these use.
func (x *exporter) needed() map[types.Object]bool {
	set := map[types.Object]bool{}
	for _, o := range x.f.env {
		set[o] = true
	}
	for _, e := range x.units {
		if e.u.Body != nil {
			for _, o := range e.info.Uses {
				set[o] = true
			}
		}
	}
	for o, first := range x.again {
		set[first] = set[first] || set[o]
	}
	for again := true; again; {
		again = false
		for _, d := range x.decls {
			if d.obj != nil && !set[d.obj] {
				continue
			}
			for o := range d.uses {
				if first := x.again[o]; first != nil {
					o = first
				}
				again = again || !set[o]
				set[o] = true
			}
		}
	}
	return set
}

func (x *exporter) writeImports(b *bytes.Buffer, text string) {
	names := x.f.imports
	b.WriteString("import (\n")
	for _, path := range slices.Sorted(maps.Keys(names)) {
		n := names[path]
		if path == runtimePkg || !strings.Contains(text, n+".") && !(path == tensorPath && strings.Contains(text, sugar.PackageName)) {
			continue
		}
		if n == x.f.world.Name(path) {
			n = ""
		}
		fmt.Fprintf(b, "%s %s\n", n, strconv.Quote(path))
	}
	b.WriteString(")\n\n")
}
