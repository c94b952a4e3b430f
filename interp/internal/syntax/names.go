package syntax

import (
	"go/ast"
	"go/token"
)

// Receivers returns the names of the types that a piece declares methods of.
func Receivers(file *ast.File) (names []string) {
	for _, d := range file.Decls {
		if fd, ok := d.(*ast.FuncDecl); ok {
			if r := ReceiverOf(fd); r.Name != nil {
				names = append(names, r.Name.Name)
			}
		}
	}
	return names
}

// CollectFree adds the names that file uses without declaring them, and "X.Sel" if X is one of these.
func CollectFree(file *ast.File, free map[string]bool) {
	set := map[*ast.Ident]bool{}
	for _, id := range file.Unresolved { // scheduling precedes type checking
		set[id] = true
		free[id.Name] = true
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if id, ok := n.X.(*ast.Ident); ok && set[id] {
				free[id.Name+"."+n.Sel.Name] = true
			}
		case *ast.KeyValueExpr: // the parser cannot distinguish keys of maps from fields
			if id, ok := n.Key.(*ast.Ident); ok {
				free[id.Name] = true
			}
		case *ast.AssignStmt: // x[0] := 1 is an error reported by the checker
			for _, l := range n.Lhs {
				if _, isName := l.(*ast.Ident); !isName && n.Tok == token.DEFINE {
					usedIn(l, free)
				}
			}
		}
		return true
	})
}

// usedIn adds the names used in an expression.
func usedIn(e ast.Expr, free map[string]bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			free[id.Name] = true
		}
		return true
	})
}

// Declared returns the package-level names that a piece of declarations introduces.
func Declared(file *ast.File) (names []string) {
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					names = append(names, s.Name.Name)
				case *ast.ValueSpec:
					for _, n := range s.Names {
						names = append(names, n.Name)
					}
				}
			}
		case *ast.FuncDecl:
			if d.Recv == nil {
				names = append(names, d.Name.Name)
			}
		}
	}
	return names
}

// Defines returns the names that a top-level statement declares.
func Defines(s ast.Stmt) (names []string) {
	for _, id := range DefinedIdents(s) {
		if id.Name != "_" {
			names = append(names, id.Name)
		}
	}
	return names
}

func DefinedIdents(s ast.Stmt) (ids []*ast.Ident) {
	switch s := s.(type) {
	case *ast.AssignStmt:
		if s.Tok != token.DEFINE {
			return nil
		}
		for _, e := range s.Lhs {
			if id, ok := e.(*ast.Ident); ok {
				ids = append(ids, id)
			}
		}
	case *ast.DeclStmt:
		if gd, ok := s.Decl.(*ast.GenDecl); ok {
			for _, spec := range gd.Specs {
				if vs, ok := spec.(*ast.ValueSpec); ok {
					ids = append(ids, vs.Names...)
				}
			}
		}
	case *ast.LabeledStmt:
		return DefinedIdents(s.Stmt)
	}
	return ids
}

// Receiver is the parsed receiver of a method declaration.
type Receiver struct {
	Name    *ast.Ident // of the type
	Pointer bool
	Params  []ast.Expr // type parameters
}

// ReceiverOf parses the receiver of a method; that of a function is empty.
func ReceiverOf(fd *ast.FuncDecl) (r Receiver) {
	if fd.Recv == nil || len(fd.Recv.List) != 1 {
		return r
	}
	t := ast.Unparen(fd.Recv.List[0].Type)
	if star, ok := t.(*ast.StarExpr); ok {
		r.Pointer, t = true, ast.Unparen(star.X)
	}
	switch x := t.(type) {
	case *ast.IndexExpr:
		r.Params, t = []ast.Expr{x.Index}, x.X
	case *ast.IndexListExpr:
		r.Params, t = x.Indices, x.X
	}
	r.Name, _ = t.(*ast.Ident)
	return r
}
