package symbolgen

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/printer"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"
)

// Source is a package that has been checked from its text.
type Source struct {
	Types *types.Package
	Info  *types.Info // with Defs, Uses and Selections
	Fset  *token.FileSet
	Files []*ast.File
}

// part is a generic declaration of a package: a function, a constraint, or a type with its methods.
type part struct {
	obj   types.Object
	nodes []ast.Node
	why   string // why it cannot be copied into other packages, "" if it can
}

// GenericText returns the generic part of a package as text that sessions copy, and the exported names that it had to
// leave out, with reasons. Copies are outside of the package, so they can use only what it exports and other generic
// declarations. known reports whether sessions have a package.
func GenericText(s Source, known func(path string) bool) (text string, left []string) {
	parts := s.parts()
	for _, p := range parts {
		s.judge(p, parts, known)
	}
	for changed := true; changed; { // leave out what uses something that is left out
		changed = false
		for _, p := range parts {
			if p.why != "" {
				continue
			}
			if o := s.lost(p, parts); o != nil {
				p.why, changed = "uses "+o.Name(), true
			}
		}
	}
	var kept []*part
	for _, o := range slices.SortedFunc(maps.Keys(parts), func(a, b types.Object) int { return int(a.Pos() - b.Pos()) }) {
		switch p := parts[o]; {
		case p.why == "":
			kept = append(kept, p)
		case o.Exported():
			left = append(left, fmt.Sprintf("%s.%s: %s", s.Types.Name(), o.Name(), p.why))
		}
	}
	if len(kept) == 0 {
		return "", left
	}
	return s.print(kept), left
}

// parts finds the generic declarations.
func (s Source) parts() map[types.Object]*part {
	parts := map[types.Object]*part{}
	add := func(o types.Object, n ast.Node) {
		if parts[o] == nil {
			parts[o] = &part{obj: o}
		}
		parts[o].nodes = append(parts[o].nodes, n)
	}
	for _, f := range s.Files {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				fn := s.Info.Defs[d.Name].(*types.Func)
				if base := receiverBase(fn); base != nil && Generic(base) {
					add(base, d)
				} else if fn.Signature().TypeParams().Len() > 0 {
					add(fn, d)
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					if ts, ok := spec.(*ast.TypeSpec); ok {
						if o := s.Info.Defs[ts.Name].(*types.TypeName); Generic(o) {
							add(o, ts)
						}
					}
				}
			}
		}
	}
	return parts
}

// receiverBase returns the type that a method belongs to, nil for a function.
func receiverBase(fn *types.Func) *types.TypeName {
	recv := fn.Signature().Recv()
	if recv == nil {
		return nil
	}
	t := recv.Type()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := t.(*types.Named); ok {
		return n.Origin().Obj()
	}
	return nil
}

// judge sets p.why if a declaration cannot be copied.
func (s Source) judge(p *part, parts map[types.Object]*part, known func(string) bool) {
	own := fieldsOf(parts)
	for _, n := range p.nodes {
		if fn, ok := n.(*ast.FuncDecl); ok && fn.Body == nil {
			p.why = "has no body in Go"
		}
		ast.Inspect(n, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok || p.why != "" {
				return p.why == ""
			}
			p.why = s.obstacle(s.Info.Uses[id], parts, own, known)
			return true
		})
	}
}

// obstacle returns why copies cannot use o, or "" if they can.
func (s Source) obstacle(o types.Object, parts map[types.Object]*part, own map[types.Object]bool, known func(string) bool) string {
	if o == nil || o.Pkg() == nil {
		return ""
	}
	if pkg, ok := o.(*types.PkgName); ok {
		switch path := pkg.Imported().Path(); {
		case !known(path):
			return "uses package " + path
		case pkg.Name() != pkg.Imported().Name():
			return "imports " + path + " as " + pkg.Name()
		}
		return ""
	}
	if o.Pkg() != s.Types || o.Exported() {
		return ""
	}
	switch origin := origin(o); {
	case parts[origin] != nil, own[origin]:
		return ""
	case o.Parent() == s.Types.Scope(), o.Parent() == nil: // of the package, or a field or method
		return "uses " + o.Name() + ", which is unexported"
	}
	return ""
}

// origin returns the generic object of an instantiated one.
func origin(o types.Object) types.Object {
	switch o := o.(type) {
	case *types.Func:
		return o.Origin()
	case *types.Var:
		return o.Origin()
	}
	return o
}

// fieldsOf returns the fields and methods of generic types, and the names of embedded fields.
func fieldsOf(parts map[types.Object]*part) map[types.Object]bool {
	own := map[types.Object]bool{}
	for o := range parts {
		t, ok := o.Type().(*types.Named)
		if !ok {
			continue
		}
		for m := range t.Methods() {
			own[m] = true
		}
		if st, ok := t.Underlying().(*types.Struct); ok {
			for f := range st.Fields() {
				own[f] = true
			}
		}
	}
	return own
}

// lost returns a declaration that p uses and that is left out.
func (s Source) lost(p *part, parts map[types.Object]*part) (lost types.Object) {
	for _, n := range p.nodes {
		ast.Inspect(n, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				if used := parts[origin(s.Info.Uses[id])]; used != nil && used.why != "" {
					lost = used.obj
				}
			}
			return lost == nil
		})
	}
	return lost
}

// print writes declarations as a file with the imports that they use.
func (s Source) print(parts []*part) string {
	imports := map[string]bool{}
	var body bytes.Buffer
	for _, p := range parts {
		for _, n := range p.nodes {
			ast.Inspect(n, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok {
					if pkg, ok := s.Info.Uses[id].(*types.PkgName); ok {
						imports[pkg.Imported().Path()] = true
					}
				}
				return true
			})
			switch n := n.(type) {
			case *ast.FuncDecl:
				plain := *n
				plain.Doc = nil
				s.write(&body, "", &plain)
			case *ast.TypeSpec:
				plain := *n
				plain.Doc, plain.Comment = nil, nil
				s.write(&body, "type ", &plain)
			}
		}
	}
	var head bytes.Buffer
	fmt.Fprintf(&head, "package %s\n\nimport (\n", s.Types.Name())
	for _, path := range slices.Sorted(maps.Keys(imports)) {
		fmt.Fprintf(&head, "\t%s\n", strconv.Quote(path))
	}
	return head.String() + ")\n" + body.String()
}

func (s Source) write(b *bytes.Buffer, keyword string, n ast.Node) {
	b.WriteString("\n" + keyword)
	if err := printer.Fprint(b, s.Fset, n); err != nil {
		panic(err) // a parsed declaration can be printed
	}
	b.WriteByte('\n')
}
