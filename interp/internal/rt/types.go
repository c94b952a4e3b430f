package rt

import (
	"go/ast"
	"go/parser"
	"go/types"
	"reflect"
	"sync"

	"github.com/msrepl/msrepl/internal/bridge"
)

// What is known of the types of sessions, by the interpreter's spelling: "[]Celsius", "map[string]Celsiusꞏ2".
var (
	known   = map[string]*bridge.Type{}
	knownMu sync.Mutex
)

// typeOf returns what is known of a type, nil when that is nothing.
func typeOf(spelling string) *bridge.Type {
	knownMu.Lock()
	defer knownMu.Unlock()
	return lookup(spelling)
}

func lookup(spelling string) *bridge.Type {
	if t, ok := known[spelling]; ok {
		return t
	}
	x, err := parser.ParseExpr(spelling)
	if err != nil {
		return nil
	}
	t := composed(x)
	known[spelling] = t
	return t
}

// composed makes the type that an expression spells, of what is known of its parts.
func composed(x ast.Expr) *bridge.Type {
	switch x := x.(type) {
	case *ast.Ident:
		if types.Universe.Lookup(x.Name) == nil {
			return declared(x.Name)
		}
	case *ast.ParenExpr:
		return composed(x.X)
	case *ast.StarExpr:
		return ofParts(composed(x.X), nil, nil)
	case *ast.ArrayType:
		return ofParts(composed(x.Elt), nil, nil)
	case *ast.Ellipsis:
		return ofParts(composed(x.Elt), nil, nil)
	case *ast.MapType:
		return ofParts(composed(x.Value), composed(x.Key), nil)
	case *ast.ChanType:
		return ofParts(composed(x.Value), nil, nil)
	case *ast.FuncType:
		return ofParts(nil, nil, append(fieldTypes(x.Params), fieldTypes(x.Results)...))
	case *ast.StructType:
		return ofParts(nil, nil, fieldTypes(x.Fields))
	}
	return nil
}

// fieldTypes returns a type for each name of a list.
func fieldTypes(l *ast.FieldList) (all []*bridge.Type) {
	if l == nil {
		return nil
	}
	for _, f := range l.List {
		for range max(1, len(f.Names)) {
			all = append(all, composed(f.Type))
		}
	}
	return all
}

// ofParts returns a type without a name, nil when nothing is known of any part of it.
func ofParts(elem, key *bridge.Type, parts []*bridge.Type) *bridge.Type {
	nothing := elem == nil && key == nil
	for _, p := range parts {
		nothing = nothing && p == nil
	}
	if nothing {
		return nil
	}
	return &bridge.Type{Elem: elem, Key: key, Parts: parts}
}

// Declare notes a type that a cell declares: the interpreter's spelling, the user's name, the spelling of its underlying type,
// "" if it is a struct, and those of the methods that compiled code asks for: functions that take a value, or a pointer, first.
func (r *Runtime) Declare(spelling, name, under string, methods, ofPointers map[string]any) {
	knownMu.Lock()
	defer knownMu.Unlock()
	t := declared(spelling)
	t.Name, t.Methods, t.PtrMethods = name, values(methods), values(ofPointers)
	if under != "" {
		t.Under = lookup(under)
	}
	mine := t.Methods
	r.keep(t, func() { forget(t, mine) })
}

// declared returns the type with the given name; it may have been mentioned before its declaration.
func declared(name string) *bridge.Type {
	t := known[name]
	if t == nil {
		t = &bridge.Type{}
		known[name] = t
	}
	return t
}

func values(methods map[string]any) map[string]reflect.Value {
	out := make(map[string]reflect.Value, len(methods))
	for n, m := range methods {
		out[n] = reflect.ValueOf(m)
	}
	return out
}

// forget drops the methods of a type, unless another session has declared it since.
func forget(t *bridge.Type, methods map[string]reflect.Value) {
	knownMu.Lock()
	defer knownMu.Unlock()
	if reflect.ValueOf(t.Methods).Pointer() == reflect.ValueOf(methods).Pointer() {
		t.Methods, t.PtrMethods = nil, nil
	}
}

// keep notes what is to be done about a type at the end of the session's definitions, in place of what was to be done about it before.
func (r *Runtime) keep(typ any, forget func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.kept[typ] = forget
}

// Forget takes back what compiled code has been told of the types of the session. Their methods hold on to all of the interpreter.
func (r *Runtime) Forget() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, forget := range r.kept {
		forget()
	}
	clear(r.kept)
}
