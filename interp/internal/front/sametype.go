package front

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// typeDecl is the record of a type declaration.
type typeDecl struct {
	src     string                  // its text, normalized
	uses    map[string]types.Object // the session objects that it names
	methods map[string]string       // parameters and results of methods declared in the same unit
	params  []constraint
}

// keepSameTypes drops declarations of types that are identical to the current ones, as when a cell is run again:
// older values keep their type and get the new methods. The methods in the unit of a declaration belong to it: if one
// is removed or its parameters change, the type is a different one. Dropped types are removed from names.
func (a *analysis) keepSameTypes(u *unit, names map[string]bool) {
	same := a.sameTypes(u, names)
	if len(same) == 0 {
		return
	}
	for _, p := range u.Pieces {
		var decls []ast.Decl
		for _, d := range p.File.Decls {
			if gd, ok := d.(*ast.GenDecl); ok && gd.Tok == token.TYPE {
				gd.Specs = without(gd.Specs, same)
				if len(gd.Specs) == 0 {
					continue
				}
			}
			decls = append(decls, d)
		}
		p.File.Decls = decls
	}
	for n := range same {
		u.Free[n] = true
		delete(names, n)
		tn := a.get(n).(*types.TypeName)
		old := a.declared[tn]
		u.again[tn] = &typeDecl{src: old.src, uses: old.uses, methods: a.methodsBeside(u, n), params: old.params}
	}
}

// sameTypes returns the names of the unit's types whose text has not changed and still has the same meaning, which is
// not the case if a type that it names is redeclared.
func (a *analysis) sameTypes(u *unit, names map[string]bool) map[string]*ast.TypeSpec {
	same := map[string]*ast.TypeSpec{}
	for _, p := range u.Pieces {
		for _, ts := range typeSpecs(p.File) {
			tn, ok := a.get(ts.Name.Name).(*types.TypeName)
			if ok && a.declared[tn] != nil && !u.relink && !(a.plain && a.changesInExport(u, tn)) &&
				a.declared[tn].src == a.normalized(p.Cell, ts) &&
				a.declared[tn].keeps(a.methodsBeside(u, tn.Name())) && a.sameReceivers(u, tn) {
				same[ts.Name.Name] = ts
			}
		}
	}
	anew := func(name string) bool { return names[name] && same[name] == nil }
	for again := true; again; {
		again = false
		for n := range same {
			if !a.meansTheSame(a.get(n).(*types.TypeName), anew) {
				delete(same, n)
				again = true
			}
		}
	}
	return same
}

// changesInExport reports whether a type with methods that is declared again becomes another one in an exported
// program. There, methods of generic types cannot change at run time, and a type has all its methods from the start:
// what earlier cells do must not depend on a new one, such as Bprop of a layer.
func (a *analysis) changesInExport(u *unit, tn *types.TypeName) bool {
	n, ok := tn.Type().(*types.Named)
	if !ok || n.NumMethods() == 0 {
		return false
	}
	if n.TypeParams() != nil {
		return true
	}
	for name := range a.methodsBeside(u, tn.Name()) {
		o, index, _ := types.LookupFieldOrMethod(types.NewPointer(n), true, a.pkg, name)
		if _, ok := o.(*types.Func); !ok || len(index) != 1 {
			return true
		}
	}
	return false
}

// meansTheSame reports whether a type is unchanged when the given names are redeclared: its text, and its methods,
// may refer to them.
func (a *analysis) meansTheSame(tn *types.TypeName, anew func(name string) bool) bool {
	for use, o := range a.declared[tn].uses {
		if use != tn.Name() && (anew(use) || !sameMeaning(a.get(use), o)) {
			return false
		}
	}
	for o := range namedByMethods(tn) {
		if anew(o.Name()) && a.get(o.Name()) == o {
			return false
		}
	}
	return true
}

// sameMeaning reports whether two objects are the same, or the same package imported twice.
func sameMeaning(o, p types.Object) bool {
	pkg, ok := o.(*types.PkgName)
	other, too := p.(*types.PkgName)
	return o == p || ok && too && pkg.Imported() == other.Imported()
}

// sameReceivers reports whether the methods that a unit declares with a type have the same kind of receiver, pointer
// or value, as the current methods of these names.
func (a *analysis) sameReceivers(u *unit, tn *types.TypeName) bool {
	for _, p := range u.Pieces {
		for _, d := range p.File.Decls {
			fd, ok := d.(*ast.FuncDecl)
			if !ok || fd.Recv == nil {
				continue
			}
			if r := syntax.ReceiverOf(fd); r.Name != nil && r.Name.Name == tn.Name() && a.changesReceiver(tn, fd.Name.Name, r.Pointer) {
				return false
			}
		}
	}
	return true
}

// changesReceiver reports whether a method of a type has the other kind of receiver.
func (a *analysis) changesReceiver(tn *types.TypeName, method string, pointer bool) bool {
	o, index, _ := types.LookupFieldOrMethod(types.NewPointer(tn.Type()), true, a.pkg, method)
	fn, ok := o.(*types.Func)
	return ok && len(index) == 1 && fn.Signature().Recv() != nil && isPointer(fn.Signature().Recv().Type()) != pointer
}

// keeps reports whether all methods declared with the type are among the given ones, unchanged.
func (d *typeDecl) keeps(methods map[string]string) bool {
	for name, sig := range d.methods {
		if methods[name] != sig {
			return false
		}
	}
	return true
}

// methodsBeside returns the methods of a type declared in its unit, with the types of their receivers, parameters and
// results.
func (a *analysis) methodsBeside(u *unit, name string) map[string]string {
	methods := map[string]string{}
	for _, p := range u.Pieces {
		for _, d := range p.File.Decls {
			if fd, ok := d.(*ast.FuncDecl); ok && fd.Recv != nil && !Synthesized(fd) {
				if r := syntax.ReceiverOf(fd); r.Name != nil && r.Name.Name == name {
					methods[fd.Name.Name] = typesOf(fd.Recv) + typesOf(fd.Type.Params) + typesOf(fd.Type.Results)
				}
			}
		}
	}
	return methods
}

// typesOf prints the types of a list of fields, one for each name.
func typesOf(l *ast.FieldList) string {
	var b strings.Builder
	b.WriteByte('(')
	if l != nil {
		for _, f := range l.List {
			b.WriteString(strings.Repeat(types.ExprString(f.Type)+";", max(1, len(f.Names))))
		}
	}
	b.WriteByte(')')
	return b.String()
}

func typeSpecs(file *ast.File) (specs []*ast.TypeSpec) {
	for _, d := range file.Decls {
		if gd, ok := d.(*ast.GenDecl); ok && gd.Tok == token.TYPE {
			for _, s := range gd.Specs {
				specs = append(specs, s.(*ast.TypeSpec))
			}
		}
	}
	return specs
}

func without(specs []ast.Spec, drop map[string]*ast.TypeSpec) (keep []ast.Spec) {
	for _, s := range specs {
		if ts := s.(*ast.TypeSpec); drop[ts.Name.Name] == nil {
			keep = append(keep, s)
		}
	}
	return keep
}

// normalized returns the text of a node with normalized white space.
func (f *Front) normalized(cell *syntax.Cell, n ast.Node) string {
	return strings.Join(strings.Fields(f.text(cell, n.Pos(), n.End())), " ")
}

// text returns the text between two positions of a cell, or "" if they are not in the cell.
func (f *Front) text(cell *syntax.Cell, from, to token.Pos) string {
	a, b := f.offset(cell, from), f.offset(cell, to)
	if a < 0 || b > len(cell.Src) || a >= b {
		return ""
	}
	return cell.Src[a:b]
}

// offset returns the byte offset of a position in its cell, or -1.
func (f *Front) offset(cell *syntax.Cell, pos token.Pos) int {
	p := f.Position(pos)
	if p.Filename != cell.Name {
		return -1
	}
	return min(cell.Offset(p.Line, p.Column), len(cell.Src))
}

// usesOf returns the session objects named in a type declaration, including those of its own cell, which are not yet
// in the session.
func (a *analysis) usesOf(u *unit, ts *ast.TypeSpec) map[string]types.Object {
	uses := map[string]types.Object{}
	ast.Inspect(ts, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if o := u.info.Uses[id]; o != nil && o.Pkg() == a.pkg && (a.get(id.Name) == o || o.Parent() == a.pkg.Scope()) {
				uses[id.Name] = o
			}
		}
		return true
	})
	return uses
}
