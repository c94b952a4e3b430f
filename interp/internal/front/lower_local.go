package front

import (
	"go/ast"
	"go/token"
	"go/types"
)

// localTypes moves the types that functions declare to the package, under names of their own: copies of
// generic code must be able to name them, and two of them with equal fields must not be one type.
func localTypes(l *lowerer, s ast.Stmt) []ast.Stmt {
	ds, ok := s.(*ast.DeclStmt)
	if !ok {
		return nil
	}
	gd, ok := ds.Decl.(*ast.GenDecl)
	if !ok || gd.Tok != token.TYPE {
		return nil
	}
	for _, spec := range gd.Specs {
		ts := spec.(*ast.TypeSpec)
		o := l.info.Defs[ts.Name]
		if o == nil || ts.Name.Name == "_" {
			continue
		}
		if ts.TypeParams != nil {
			continue // only its copies are declared
		}
		if tn, isType := o.(*types.TypeName); isType {
			l.spellStruct(ts, tn)
		}
		ts.Name = ident(ts.Name.NamePos, l.f.name(o))
		l.tag(ts, ts.Name.Name)
		l.noteStruct(o.Type())
		l.decls = append(append(l.decls, typeDeclOf(ts)), l.binder(ts.Pos(), o.Type())...)
		if n := l.f.namedStruct(o.Type()); n != nil && !ts.Assign.IsValid() {
			l.assigns = append(l.assigns, l.register(ts.Pos(), n))
		}
	}
	return []ast.Stmt{&ast.EmptyStmt{Semicolon: s.Pos()}}
}

// nameLocals gives the types that functions declare their names before anything speaks of them.
func (l *lowerer) nameLocals(n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		ds, ok := n.(*ast.DeclStmt)
		if !ok {
			return true
		}
		if gd, ok := ds.Decl.(*ast.GenDecl); ok && gd.Tok == token.TYPE {
			for _, spec := range gd.Specs {
				if o, ok := l.info.Defs[spec.(*ast.TypeSpec).Name].(*types.TypeName); ok && o.Name() != "_" {
					if _, named := l.f.names[o]; !named {
						l.f.names[o] = l.localName(o)
						if spec.(*ast.TypeSpec).TypeParams != nil {
							l.f.templates[o] = &template{}
						}
					}
				}
			}
		}
		return true
	})
}

// localName is the name of a type that a function declares. In a program it stays where it is.
func (l *lowerer) localName(o *types.TypeName) string {
	if l.f.plain {
		return o.Name()
	}
	return l.f.fresh(o.Name() + mark)
}
