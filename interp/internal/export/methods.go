package export

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/printer"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// variants are the declarations of a method that a later cell redeclares. Such a method changes while the cells run,
// while Go's methods do not. In the program, the method calls a function in a variable, and each declaration is a
// separate method that its cell assigns to the variable:
//
//	func (n *Net) Construct(x *tensor.Tensor) *tensor.Tensor { return netConstruct(n, x) }
//
//	var netConstruct func(*Net, *tensor.Tensor) *tensor.Tensor
//
// and in main
//
//	netConstruct = (*Net).construct2
//
// The same is done for functions called by closures, see continued.
type variants struct {
	variable string
	count    int
}

// methodKey identifies a method of a type.
type methodKey struct {
	typ  types.Object
	name string
}

// redeclare adds another declaration of the method of old.
func (x *program) redeclare(old, again *declaration) {
	key := methodKey{again.obj, again.name}
	v := x.variants[key]
	if v == nil {
		first := old.decl.(*ast.FuncDecl)
		name := lowerFirst(again.obj.Name()) + again.name
		if first.Recv == nil {
			name = again.obj.Name() + "Now"
		}
		v = &variants{variable: x.fresh(name)}
		x.variants[key] = v
		x.dispatch(v, old, first)
		x.start += x.variant(v, first)
	}
	x.pending += x.variant(v, again.decl.(*ast.FuncDecl))
	x.decls = append(x.decls, again)
}

// variant renames a declaration and returns the statement that makes it the current one.
func (x *program) variant(v *variants, d *ast.FuncDecl) string {
	name := ""
	for name == "" || x.words[name] { // a field or a method of the cells may have this name
		v.count++
		name = fmt.Sprintf("%s%d", lowerFirst(d.Name.Name), v.count)
	}
	if d.Recv == nil {
		name = x.fresh(clean(d.Name.Name))
		d.Name = syntax.Ident(d.Name.Pos(), name)
		return fmt.Sprintf("%s = %s\n", v.variable, name)
	}
	d.Name = syntax.Ident(d.Name.Pos(), name)
	return fmt.Sprintf("%s = (%s).%s\n", v.variable, x.text(d.Recv.List[0].Type), name)
}

// dispatch declares the method that calls the function in the variable, and the variable.
func (x *program) dispatch(v *variants, old *declaration, d *ast.FuncDecl) {
	call := &ast.CallExpr{Fun: ast.NewIdent(v.variable)}
	holds := &ast.FuncType{Params: &ast.FieldList{}, Results: d.Type.Results}
	var recv *ast.FieldList
	if d.Recv != nil {
		typ := d.Recv.List[0].Type
		recv = &ast.FieldList{List: []*ast.Field{{Names: []*ast.Ident{ast.NewIdent("v")}, Type: typ}}}
		holds.Params.List = append(holds.Params.List, &ast.Field{Type: typ})
		call.Args = append(call.Args, ast.NewIdent("v"))
	}
	params := &ast.FieldList{}
	for _, f := range d.Type.Params.List {
		for range max(1, len(f.Names)) {
			name := ast.NewIdent(fmt.Sprintf("p%d", len(params.List)))
			params.List = append(params.List, &ast.Field{Names: []*ast.Ident{name}, Type: f.Type})
			holds.Params.List = append(holds.Params.List, &ast.Field{Type: f.Type})
			call.Args = append(call.Args, name)
			if _, variadic := f.Type.(*ast.Ellipsis); variadic {
				call.Ellipsis = 1
			}
		}
	}
	var body ast.Stmt = &ast.ExprStmt{X: call}
	if d.Type.Results != nil {
		body = &ast.ReturnStmt{Results: []ast.Expr{call}}
	}
	method := &ast.FuncDecl{
		Recv: recv, Name: ast.NewIdent(d.Name.Name), Type: &ast.FuncType{Params: params, Results: d.Type.Results},
		Body: &ast.BlockStmt{List: []ast.Stmt{body}},
	}
	variable := &ast.GenDecl{Tok: token.VAR, Specs: []ast.Spec{&ast.ValueSpec{Names: []*ast.Ident{ast.NewIdent(v.variable)}, Type: holds}}}
	for _, decl := range []ast.Decl{method, variable} {
		x.decls = append(x.decls, &declaration{obj: old.obj, decl: decl, cell: &syntax.Cell{}, text: x.text(decl)})
	}
}

// text prints a node, ignoring its positions.
func (x *program) text(n any) string {
	var b bytes.Buffer
	_ = printer.Fprint(&b, token.NewFileSet(), n) // writing to a buffer does not fail
	return b.String()
}

// late reports whether cells have used a type before a later one declares a method that is looked up dynamically, or
// that hides a method of an embedded type. In the program it exists from the start.
func (x *program) late(e *unit, method *declaration) bool {
	typ, ok := method.obj.(*types.TypeName)
	if !ok || !printMethods[method.name] && !hides(typ.Type(), method.name) {
		return false
	}
	declared := false
	for _, u := range x.units {
		switch {
		case u == e:
			return false
		case slices.Contains(u.Defs, types.Object(typ)):
			declared = true
		case declared && u.Body != nil && u.Cell != e.Cell:
			return true
		}
	}
	return false
}

// printMethods lists methods that printing values looks up.
var printMethods = map[string]bool{"String": true, "Error": true, "Format": true, "GoString": true, "Repr": true}

// hides reports whether a method of a type hides one of an embedded type, like Construct of networks.
func hides(t types.Type, name string) bool {
	st, ok := t.Underlying().(*types.Struct)
	if !ok || name == "Construct" || name == "Call" {
		return false
	}
	for f := range st.Fields() {
		if o, _, _ := types.LookupFieldOrMethod(f.Type(), true, f.Pkg(), name); f.Embedded() && o != nil {
			return true
		}
	}
	return false
}

func lowerFirst(s string) string { return strings.ToLower(s[:1]) + s[1:] }
