package realtype

import (
	"cmp"
	"fmt"
	"go/token"
	"reflect"
	"slices"
	"strings"
	"sync"
	"unsafe"
)

// byName compares methods in the runtime's order: exported ones first, then by name and package.
func byName(aName, aPkg, bName, bPkg string) int {
	if a, b := token.IsExported(aName), token.IsExported(bName); a != b {
		if a {
			return -1
		}
		return 1
	}
	return cmp.Or(strings.Compare(aName, bName), strings.Compare(aPkg, bPkg))
}

// sortMethods returns methods in the runtime's order. Exported ones lose their package path.
func sortMethods(ms []reflect.Method) ([]reflect.Method, error) {
	ms = slices.Clone(ms)
	for i := range ms {
		if token.IsExported(ms[i].Name) {
			ms[i].PkgPath = ""
		} else if ms[i].PkgPath == "" {
			return nil, fmt.Errorf("private method %s needs the path of its package", ms[i].Name)
		}
		if ms[i].Type == nil || ms[i].Type.Kind() != reflect.Func {
			return nil, fmt.Errorf("method %s has no function type", ms[i].Name)
		}
	}
	slices.SortFunc(ms, func(a, b reflect.Method) int { return byName(a.Name, a.PkgPath, b.Name, b.PkgPath) })
	for i := range len(ms) - 1 {
		if ms[i].Name == ms[i+1].Name && ms[i].PkgPath == ms[i+1].PkgPath {
			return nil, fmt.Errorf("method %s is there twice", ms[i].Name)
		}
	}
	return ms, nil
}

// CompleteInterface sets the methods of an interface type from New, including those of embedded interfaces. Of each
// method it uses Name, PkgPath (of unexported ones) and Type, without a receiver.
func CompleteInterface(t reflect.Type, methods []reflect.Method) error {
	m := madeOf(t)
	if m == nil || !m.named || t.Kind() != reflect.Interface {
		return fmt.Errorf("%v is no named interface made at run time", t)
	}
	if (len(methods) > 0) != (m.layout.NumMethod() > 0) {
		return fmt.Errorf("%v: interfaces with and without methods differ in layout", t)
	}
	ms, err := sortMethods(methods)
	if err != nil {
		return fmt.Errorf("%v: %w", t, err)
	}
	(*ifaceType)(unsafe.Pointer(m.typ)).setMethods(ms)
	return nil
}

func (t *ifaceType) setMethods(ms []reflect.Method) {
	t.Methods = make([]ifaceEntry, len(ms))
	for i, m := range ms {
		t.Methods[i] = ifaceEntry{methodOffset(m.Name, m.PkgPath), typeOffset(rtypeOf(m.Type))}
	}
}

var (
	interfaceMu sync.Mutex
	interfaces  = map[string]reflect.Type{} // unnamed interfaces, by their methods
)

// interfaceKey returns the key of an unnamed interface; the methods are sorted.
func interfaceKey(ms []reflect.Method) string {
	var key strings.Builder
	for _, m := range ms {
		fmt.Fprintf(&key, "%s %s %p;", m.Name, m.PkgPath, rtypeOf(m.Type))
	}
	return key.String()
}

// Interface returns the unnamed interface type with the given methods; equal calls return the same type. It differs
// from a compiled type with these methods: values can be assigned between both, but functions, slices and pointers of
// them are different types.
func Interface(methods []reflect.Method) (reflect.Type, error) {
	if len(methods) == 0 {
		return reflect.TypeFor[any](), nil
	}
	if err := known(); err != nil {
		return nil, err
	}
	ms, err := sortMethods(methods)
	if err != nil {
		return nil, err
	}
	parts := make([]string, len(ms))
	pkg := ""
	for i, m := range ms {
		parts[i] = m.Name + strings.TrimPrefix(m.Type.String(), "func")
		if m.PkgPath != "" {
			pkg = m.PkgPath
			parts[i] = pkg[strings.LastIndexByte(pkg, '/')+1:] + "." + parts[i]
		}
	}
	key := interfaceKey(ms)
	interfaceMu.Lock()
	defer interfaceMu.Unlock()
	if t, ok := interfaces[key]; ok {
		return t, nil
	}
	m := &made{pkg: Package{Path: pkg}, layout: reflect.TypeFor[error]()}
	m.describe(m.layout, "interface { "+strings.Join(parts, "; ")+" }")
	r := (*ifaceType)(unsafe.Pointer(m.typ))
	if pkg != "" {
		r.PkgPath = encode(pkg, "", 0, 0)
	}
	r.setMethods(ms)
	interfaces[key] = m.register()
	return interfaces[key], nil
}
