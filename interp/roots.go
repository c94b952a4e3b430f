package interp

import (
	"go/ast"
	"go/token"
	"reflect"
	"unsafe"

	yaegi "github.com/traefik/yaegi/interp"
)

// forgetTrees lets go of the syntax trees of what has been compiled, 10 to 20 kB for each cell. The
// interpreter keeps them three times: in its list of roots and as the scopes below that of the
// package, for a debugger that we do not have, and by the symbols of variables, which it needs only to put
// declarations in order while these are executed. names are variables whose declaration has been
// executed. Should another version of the interpreter not have these fields, nothing is freed.
func forgetTrees(i *yaegi.Interpreter, names []string) {
	v := reflect.ValueOf(i).Elem()
	clearField(v.FieldByName("roots"), reflect.Slice)
	scopes := v.FieldByName("scopes")
	if !scopes.IsValid() || scopes.Kind() != reflect.Map {
		return
	}
	main := scopes.MapIndex(reflect.ValueOf("main"))
	if !main.IsValid() || main.Kind() != reflect.Pointer || main.IsNil() {
		return
	}
	clearField(main.Elem().FieldByName("child"), reflect.Slice)
	symbols := main.Elem().FieldByName("sym")
	if !symbols.IsValid() || symbols.Kind() != reflect.Map {
		return
	}
	for _, name := range names {
		if s := symbols.MapIndex(reflect.ValueOf(name)); s.IsValid() && s.Kind() == reflect.Pointer && !s.IsNil() {
			clearField(s.Elem().FieldByName("node"), reflect.Pointer)
		}
	}
}

// variables returns the names that a file declares as variables.
func variables(n ast.Node) (names []string) {
	file, ok := n.(*ast.File)
	if !ok {
		return nil
	}
	for _, d := range file.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.VAR {
			for _, s := range g.Specs {
				for _, id := range s.(*ast.ValueSpec).Names {
					names = append(names, id.Name)
				}
			}
		}
	}
	return names
}

// clearField zeroes a field that reflection alone may not set.
func clearField(field reflect.Value, kind reflect.Kind) {
	if field.IsValid() && field.Kind() == kind && field.CanAddr() {
		reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem().SetZero()
	}
}
