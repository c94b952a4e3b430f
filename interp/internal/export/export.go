// Package export writes the cells of a session as one plain Go program for go build.
package export

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"io"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/gofumpt/format"

	"github.com/msrepl/msrepl/interp/internal/front"
	"github.com/msrepl/msrepl/interp/internal/sugar"
	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// Paths of packages that programs need.
const (
	displayPath = "github.com/msrepl/msrepl/display"
	nnPath      = "github.com/msrepl/msrepl/nn"
	tensorPath  = "github.com/msrepl/msrepl/tensor"
)

// Write writes cells as one plain Go program: sugar as method calls, explicit imports, declarations at package level
// and statements in main, in order. A redeclared name is renamed; among types, the newest one keeps the name, as
// programs print it. The front end must be new; it cannot be used afterwards.
//
// The front end knows the names of a cell when the next one is requested. Parts of a cell that run one after the
// other are cells with the same number, of which the last one shows its value.
func Write(f *front.Front, cells iter.Seq[*syntax.Cell], w io.Writer) error {
	x := &program{
		f: f, names: newNames(f), global: map[types.Object]bool{}, read: map[types.Object]bool{},
		comments: map[*syntax.Cell][]comment{}, variants: map[methodKey]*variants{}, declared: map[types.Object]bool{},
	}
	x.labels = &names{of: map[types.Object]string{}, taken: map[string]int{}, words: x.words}
	var (
		parts [][]*front.Source
		last  []int // the last part of each cell, by number
	)
	for c := range cells {
		list, err := f.Sources(c)
		if err != nil {
			return err
		}
		last = append(last, make([]int, max(0, c.N+1-len(last)))...)
		last[c.N] = len(parts)
		parts = append(parts, list)
		x.reserve(c, list)
	}
	x.nameTypes(parts)
	cell := 0
	for i, list := range parts {
		for _, s := range list {
			x.units = append(x.units, x.newUnit(s, s.Cell.N != cell, last[s.Cell.N] == i))
			cell = s.Cell.N
		}
	}
	return x.write(w)
}

// program collects the units of all cells, because the declaration of a variable depends on later uses.
type program struct {
	*names
	f      *front.Front
	units  []*unit
	global map[types.Object]bool // variables used by functions
	read   map[types.Object]bool // variables whose value is used
	decls  []*declaration

	declared map[types.Object]bool // variables of whole programs, which are in decls
	labels   *names                // labels of statements in main, where a label must be unique

	comments map[*syntax.Cell][]comment
	variants map[methodKey]*variants
	again    map[types.Object]types.Object // redeclared functions that values still refer to → the first declaration
	repeats  map[types.Object]bool         // functions compiled again because of a change elsewhere, otherwise the same
	start    string                        // statements at the start of main
	pending  string                        // statements that follow a unit of declarations
	show     string                        // name of the function that prints values of cells that may end early, or ""
	bind     string                        // name of the helper for networks, "" if it is not needed
}

// declaration is a declaration with the objects that it declares and uses.
type declaration struct {
	obj  types.Object // the type, for a method
	name string       // "T.m" for a method
	decl ast.Decl
	uses map[types.Object]bool
	doc  string // the comment above it
	note string // the comment after its end
	cell *syntax.Cell
	text string // the text to print, if not decl
}

// write renames everything and prints the program.
func (x *program) write(w io.Writer) error {
	x.analyse()
	x.continued()
	var main bytes.Buffer
	for _, e := range x.units {
		if e.first {
			fmt.Fprintf(&main, "\n// %s\n", e.Cell.Name)
		}
		if e.Body == nil {
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
		fmt.Fprintf(&decls, bindHelper, x.bind, x.imports[nnPath])
	}
	body := main.String()
	if strings.Contains(body, front.FmtName) { // error checks
		body = strings.NewReplacer(front.FmtName, x.importName("fmt"), front.OSName, x.importName("os")).Replace(body)
	}
	var src bytes.Buffer
	src.WriteString("package main\n\n")
	x.writeImports(&src, decls.String()+body)
	src.Write(decls.Bytes())
	src.WriteString("func main() {\n" + x.start + body + "}\n")
	text := strings.ReplaceAll(src.String(), sugar.PackageName, x.imports[tensorPath])
	out, err := format.Source([]byte(clean(text)), format.Options{LangVersion: "go1.22"})
	if err != nil {
		return fmt.Errorf("format the program: %w", err)
	}
	_, err = w.Write(out)
	return err
}

// clean replaces the mark in generated names.
func clean(src string) string { return strings.ReplaceAll(src, syntax.Mark, "") }

// analyse finds the variables that functions use and those that are never read.
func (x *program) analyse() {
	x.locals = map[string]bool{}
	for _, e := range x.units {
		for id, o := range e.Info.Defs {
			if v, ok := o.(*types.Var); ok && !v.IsField() {
				x.locals[id.Name] = true
			}
		}
		if e.Body != nil {
			x.noteUses(e, e.Body)
			for _, s := range e.Body.List {
				for _, check := range e.Checks[s] {
					x.noteUses(e, check)
				}
			}
		}
		if e.Keeps != nil {
			x.noteUses(e, e.Keeps)
		}
		for _, d := range e.Decls {
			x.noteUses(e, d)
		}
	}
}

// noteUses records the variables of the session that a node uses.
func (x *program) noteUses(e *unit, n ast.Node) {
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
			v, ok := e.Info.Uses[n].(*types.Var)
			if !ok || !e.session(v) {
				return true
			}
			o := e.Kept(v)
			if e.Body == nil {
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
func (x *program) takeDecls(e *unit) {
	w := x.namesOnly(e)
	for _, d := range e.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			x.takeFunc(e, d, w)
		case *ast.GenDecl:
			if d.Tok == token.VAR {
				x.takeVars(e, d)
				continue
			}
			uses := map[types.Object]bool{}
			e.collectUses(d, uses)
			var obj types.Object
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					obj = e.Info.Defs[s.Name]
					e.rename(s.Name)
					keepClass(s, obj)
				case *ast.ValueSpec:
					for _, n := range s.Names {
						obj = e.Info.Defs[n]
						e.rename(n)
					}
				}
			}
			doc := x.above(e.Cell, x.f.Offset(e.Cell, d.Pos()))
			w.Decl(d)
			note := x.beside(e.Cell, x.f.Offset(e.Cell, d.End()))
			x.decls = append(x.decls, &declaration{obj: obj, decl: d, uses: uses, doc: doc, note: note, cell: e.Cell})
		}
	}
	for _, init := range e.Info.InitOrder {
		var left []string
		for _, v := range init.Lhs {
			left = append(left, x.varName(e, v))
		}
		x.pending += fmt.Sprintf("%s = %s\n", strings.Join(left, ", "), x.text(w.Visit(init.Rhs)))
	}
}

// keepClass adds a tag with the original name to a renamed struct type, which package nn prints.
func keepClass(s *ast.TypeSpec, obj types.Object) {
	st, ok := s.Type.(*ast.StructType)
	if !ok || obj == nil || obj.Name() == clean(s.Name.Name) || len(st.Fields.List) == 0 || st.Fields.List[0].Tag != nil {
		return
	}
	f := st.Fields.List[0]
	f.Tag = &ast.BasicLit{ValuePos: f.End(), Kind: token.STRING, Value: "`class:" + strconv.Quote(obj.Name()) + "`"}
}

func (x *program) takeFunc(e *unit, d *ast.FuncDecl, w *syntax.Walker) {
	if x.repeats[e.Info.Defs[d.Name]] {
		return
	}
	ed := &declaration{obj: e.Info.Defs[d.Name], decl: d, uses: map[types.Object]bool{}, cell: e.Cell}
	ed.doc = x.above(e.Cell, x.f.Offset(e.Cell, d.Pos()))
	ed.note = x.beside(e.Cell, x.f.Offset(e.Cell, d.End()))
	e.collectUses(d, ed.uses)
	continues := false
	if d.Recv == nil {
		if first := x.again[ed.obj]; first != nil {
			ed.obj, continues = first, true
		}
		e.rename(d.Name)
	} else if r := syntax.ReceiverOf(d); r.Name != nil {
		ed.obj = e.Info.ObjectOf(r.Name)
		ed.name = d.Name.Name
		if front.Synthesized(d) && x.promotedCallWorks(d, e) {
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
	if d.Recv != nil && x.late(e, ed) {
		ed.doc += fmt.Sprintf("// In a session, cells before %s run without this method.\n", e.Cell.Name)
	}
	x.decls = append(x.decls, ed)
}

// promotedCallWorks reports whether nn.Cell's own Call can replace a synthesized one of its signature.
func (x *program) promotedCallWorks(d *ast.FuncDecl, e *unit) bool {
	tensors := func(l *ast.FieldList) bool {
		if l == nil {
			return true
		}
		return !slices.ContainsFunc(l.List, func(f *ast.Field) bool {
			return !types.Identical(e.typeOf(f.Type), x.f.Tensor())
		})
	}
	r := d.Type.Results
	return r != nil && len(r.List) == 1 && tensors(r) && tensors(d.Type.Params)
}

// namesOnly returns the walker that renames, and gives networks their own address.
func (x *program) namesOnly(e *unit) *syntax.Walker {
	return &syntax.Walker{Types: true, Expr: x.binding(e)}
}

// writeDecls prints the variables used by functions and the declarations that are needed.
func (x *program) writeDecls(b *bytes.Buffer) error {
	for _, e := range x.units {
		for _, o := range e.Defs {
			if _, isVar := o.(*types.Var); !isVar || !x.global[o] || x.declared[o] || e.Reuse[o] != nil {
				continue
			}
			if err := x.writeVar(b, e, o); err != nil {
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
		b.WriteString(d.note + "\n\n")
	}
	return nil
}

// needed returns the objects used by statements, those that the names of the session finally denote, and the objects
// that these use.
func (x *program) needed() map[types.Object]bool {
	set := map[types.Object]bool{}
	for _, o := range x.f.Env() {
		set[o] = true
	}
	for _, e := range x.units {
		if e.Body != nil {
			for _, o := range e.Info.Uses {
				set[o] = true
			}
		}
	}
	for o, first := range x.again {
		set[first] = set[first] || set[o]
	}
	for m := range x.variants { // main determines which of them is current
		set[m.typ] = true
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

func (x *program) writeImports(b *bytes.Buffer, text string) {
	names := map[string]string{} // the packages that the program names, and _ for those imported for their effects
	for _, path := range x.f.Blank() {
		names[path] = "_"
	}
	for path, n := range x.imports {
		if strings.Contains(text, n+".") || path == tensorPath && strings.Contains(text, sugar.PackageName) {
			names[path] = n
		}
	}
	b.WriteString("import (\n")
	for _, path := range slices.Sorted(maps.Keys(names)) {
		n := names[path]
		if n == x.world.Name(path) {
			n = ""
		}
		fmt.Fprintf(b, "%s %s\n", n, strconv.Quote(path))
	}
	b.WriteString(")\n\n")
}
