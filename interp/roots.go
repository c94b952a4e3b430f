package interp

import (
	"go/ast"
	"go/token"
	"reflect"
	"unsafe"

	yaegi "github.com/traefik/yaegi/interp"
)

// roots are the types of variables, one of each kind: the interpreter makes a type anew for each variable, and a type holds
// the tree in which it is spelled.
type roots map[plainType]reflect.Value

// plainType says what a type of the interpreter is that is compiled, or a pointer, slice or channel of one.
type plainType struct {
	category uint64
	elem     bool // the compiled type is the element's
	compiled reflect.Type
}

// forget lets go of the syntax trees of what has been compiled, 10 to 20 kB for each cell. The
// interpreter keeps them in four places: in its list of roots and as the scopes below that of the
// package, for a debugger that we do not have; by the symbols of variables, which it needs only to put
// declarations in order while these are executed; and by functions that have been declared anew. variables are those whose
// declaration has been executed. Should another version of the interpreter not have these fields, nothing is freed.
func (r roots) forget(i *yaegi.Interpreter, variables, functions []string) {
	v := reflect.ValueOf(i).Elem()
	clearField(v.FieldByName("roots"), reflect.Slice)
	scopes := v.FieldByName("scopes")
	if !scopes.IsValid() || scopes.Kind() != reflect.Map {
		return
	}
	main := scopes.MapIndex(reflect.ValueOf("main"))
	if !main.IsValid() || !isStruct(main) {
		return
	}
	clearField(main.Elem().FieldByName("child"), reflect.Slice)
	symbols := main.Elem().FieldByName("sym")
	if !symbols.IsValid() || symbols.Kind() != reflect.Map {
		return
	}
	for _, name := range variables {
		if s := symbols.MapIndex(reflect.ValueOf(name)); s.IsValid() && isStruct(s) {
			clearField(s.Elem().FieldByName("node"), reflect.Pointer)
			r.share(s.Elem().FieldByName("typ"))
		}
	}
	for _, name := range functions {
		opened(symbols).SetMapIndex(reflect.ValueOf(name), reflect.Value{})
	}
}

// share replaces the type of a variable by an equal one of an older variable, so that its own and its tree can go.
func (r roots) share(typ reflect.Value) {
	if !typ.IsValid() || !isStruct(typ) {
		return
	}
	p, ok := plainOf(typ.Elem())
	if !ok {
		uproot(typ)
		return
	}
	if old, known := r[p]; known {
		opened(typ).Set(old)
		return
	}
	uproot(typ)
	r[p] = reflect.ValueOf(opened(typ).Interface())
}

// plainOf returns what distinguishes a type, if that is little.
func plainOf(t reflect.Value) (p plainType, ok bool) {
	if !ofCompiled(t) || !t.FieldByName("name").IsZero() {
		return p, false
	}
	category, compiled, val := t.FieldByName("cat"), t.FieldByName("rtype"), t.FieldByName("val")
	if !category.CanUint() || !compiled.IsValid() {
		return p, false
	}
	p.category = category.Uint()
	if isStruct(val) && compiled.IsNil() {
		p.elem = true
		compiled = val.Elem().FieldByName("rtype")
	}
	p.compiled, ok = reflect.TypeAssert[reflect.Type](opened(compiled))
	return p, ok && p.compiled != nil
}

// ofCompiled says whether a type is made of compiled types only: one that a cell declares is more than what it is compiled to.
func ofCompiled(t reflect.Value) bool {
	for _, f := range []string{"path", "key", "length", "field", "arg", "ret", "incomplete", "isBinMethod"} {
		if v := t.FieldByName(f); !v.IsValid() || !v.IsZero() {
			return false
		}
	}
	val := t.FieldByName("val")
	return val.IsValid() && (val.IsZero() || isStruct(val) && ofCompiled(val.Elem()))
}

// uproot cuts the node that has spelled the type of a variable off the tree around it. Types with a name are looked up in their nodes.
func uproot(typ reflect.Value) {
	if !typ.IsValid() || !isStruct(typ) || !typ.Elem().FieldByName("name").IsValid() || !typ.Elem().FieldByName("name").IsZero() {
		return
	}
	t := typ.Elem()
	if node := t.FieldByName("node"); node.IsValid() && isStruct(node) {
		if above := node.Elem().FieldByName("anc"); above.IsValid() && isStruct(above) {
			opened(above).Set(reflect.New(above.Type().Elem())) // the interpreter asks of what kind it is
		}
	}
	uproot(t.FieldByName("val"))
	uproot(t.FieldByName("key"))
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
		opened(field).SetZero()
	}
}

// opened returns a field that reflection alone may not set as one that it may.
func opened(field reflect.Value) reflect.Value {
	return reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem()
}
