// Package maker converts types of go/types to types of reflect. Types that exist in the program are looked up, others
// are made by package realtype: named types with their fields and methods, in groups that refer to each other, types
// declared in functions, instances of generic types, unnamed structs with embedded fields.
//
// Identical types are converted to the same reflect.Type, however they are written: types declared once are
// identified by their declaration and type arguments, others by their components.
//
// # Sessions
//
// In a session, declarations come in cells, one after the other, and types change. This is what a session calls, and
// when:
//
//   - A cell adds a method to a type of an earlier cell (types.Named.AddMethod): Renew, after all methods of the cell
//     have been added and before Type is called for anything of the cell. If the type has not been made, nothing is
//     needed. If the methods are removed again, as the cell does not compile after all, Renew again. Code that was
//     compiled earlier makes values of the old types: what mentions a Renewed type is compiled again.
//   - A cell runs again and keeps the *types.TypeName, as its text is the same: nothing. SetBody sets bodies.
//   - After Renew, variables whose types mention a Renewed one are accessed as the type that Type now returns:
//     reflect.NewAt, as the layout is the same. Values in interfaces keep the old type.
//   - A cell fails, or a type is redeclared with a new *types.TypeName, and nothing refers to the old declaration:
//     Forget. Without it, a declaration stays in memory with its package.
//   - Made is called for every new type, including renewed ones. Their methods keep their earlier bodies.
package maker

import (
	"fmt"
	"go/types"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"weak"

	"github.com/msrepl/msrepl/interp/internal/realtype"
)

// Maker makes types and caches them. Its methods may be called from several goroutines.
type Maker struct {
	// Made, if not nil, is called for each new type, when all types of a conversion are complete. It may call the
	// Maker.
	Made func(t types.Type, r reflect.Type)
	// Later, if not nil, supplies the bodies of promoted methods; see realtype.Method.
	Later func(owner reflect.Type, name string, pointer bool) (realtype.Body, bool)

	compiled func(*types.Named) (reflect.Type, error)

	mu      sync.Mutex
	named   map[key]*entry
	structs map[string]*entry             // unnamed structs, by their fields
	before  map[reflect.Type]reflect.Type // the type that a type replaced

	locals    map[weak.Pointer[types.TypeName]]*local // types declared in functions
	serials   map[string]int                          // number of types declared in functions, by package
	instances map[key]*types.TypeName                 // types declared in generic functions, by the type arguments

	serial int
	batch  []*entry // types made by the current call
	keys   []func() // functions that remove the entries of batch
}

// key identifies a named type.
type key struct {
	declared *types.TypeName
	args     string
}

// entry is a type that was made or looked up.
type entry struct {
	typ      reflect.Type
	serial   int
	key      key        // of a named type
	fields   string     // key of an unnamed struct
	source   types.Type // *types.Named or *types.Struct
	made     bool
	complete bool
	list     []selected
	methods  []realtype.Method // without bodies
	old      reflect.Type      // the type that it replaces
}

// New returns a Maker. compiled returns the type of the program for a named type, or nil if there is none and it is
// to be made; an error refuses the type. It must not call the Maker.
func New(compiled func(*types.Named) (reflect.Type, error)) *Maker {
	return &Maker{
		compiled: compiled, named: map[key]*entry{}, structs: map[string]*entry{},
		before: map[reflect.Type]reflect.Type{}, locals: map[weak.Pointer[types.TypeName]]*local{},
		serials: map[string]int{}, instances: map[key]*types.TypeName{},
	}
}

// fault is an error that is panicked with to leave the conversion.
type fault struct{ error }

func failf(format string, args ...any) { panic(fault{fmt.Errorf(format, args...)}) }

func check(err error) {
	if err != nil {
		panic(fault{err})
	}
}

// Type returns the reflect type of t. Named types in it that are new are made with all types that they refer to: t
// must be complete, with the methods of all named types in it. Their methods have no bodies yet. On an error nothing
// is recorded; type parameters, type sets and types too large for reflect are errors.
func (m *Maker) Type(t types.Type) (typ reflect.Type, err error) {
	err = m.do(func() { typ = m.convert(t) })
	return typ, err
}

// do runs a conversion, completes the types that it has begun, and calls Made for them.
func (m *Maker) do(f func()) error {
	made, err := m.convertAll(f)
	if m.Made != nil {
		for _, e := range made {
			m.Made(e.source, e.typ)
		}
	}
	return err
}

// convertAll runs a conversion and completes the types that it has begun, or forgets all of them.
func (m *Maker) convertAll(f func()) (made []*entry, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.batch, m.keys = nil, nil
	defer func() {
		r := recover()
		if r != nil {
			m.undo()
		}
		m.batch, m.keys = nil, nil
		switch r := r.(type) {
		case nil:
		case fault:
			err = r.error
		case runtime.Error:
			panic(r)
		default: // a panic of reflect
			err = fmt.Errorf("%v", r)
		}
	}()
	f()
	m.finish()
	return m.batch, nil
}

// finish completes the types that were begun: first the structure of all types, which their methods depend on, then
// the methods.
func (m *Maker) finish() {
	structured, withMethods := 0, 0
	for withMethods < len(m.batch) {
		for ; structured < len(m.batch); structured++ {
			m.complete(m.batch[structured])
		}
		e := m.batch[withMethods]
		withMethods++
		e.list = m.methodsOf(e.source)
		for _, s := range e.list {
			e.methods = append(e.methods, m.describe(s))
		}
		for ; structured < len(m.batch); structured++ { // methods may mention new types
			m.complete(m.batch[structured])
		}
		switch {
		case len(e.list) == 0:
		case e.old != nil:
			check(realtype.Succeed(e.typ, e.old, m.bodies(e)))
		default:
			check(realtype.SetMethods(e.typ, m.bodies(e)))
		}
	}
}

// undo forgets what the current call has made, in reverse order.
func (m *Maker) undo() {
	for i := len(m.keys) - 1; i >= 0; i-- {
		m.keys[i]()
	}
	m.batch, m.keys = nil, nil
}

// add records a type.
func (m *Maker) add(e *entry, forget func()) {
	m.serial++
	e.serial = m.serial
	if e.made {
		m.batch = append(m.batch, e)
	}
	m.keys = append(m.keys, forget)
}

// convert returns the reflect type of t; types that it begins are added to m.batch.
func (m *Maker) convert(t types.Type) reflect.Type {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		return Basic(t)
	case *types.Named:
		return m.convertNamed(t)
	case *types.Pointer:
		return reflect.PointerTo(m.convert(t.Elem()))
	case *types.Slice:
		return reflect.SliceOf(m.convert(t.Elem()))
	case *types.Array:
		return reflect.ArrayOf(length(t), m.convert(t.Elem()))
	case *types.Map:
		return reflect.MapOf(m.convert(t.Key()), m.convert(t.Elem()))
	case *types.Chan:
		dir := map[types.ChanDir]reflect.ChanDir{types.SendRecv: reflect.BothDir, types.SendOnly: reflect.SendDir, types.RecvOnly: reflect.RecvDir}
		return reflect.ChanOf(dir[t.Dir()], m.convert(t.Elem()))
	case *types.Signature:
		return m.function(t)
	case *types.Struct:
		return m.convertStruct(t)
	case *types.Interface:
		it, err := realtype.Interface(m.interfaceMethods(t))
		check(err)
		return it
	}
	failf("%v is no type of a value", t)
	return nil
}

var kinds = map[types.BasicKind]reflect.Type{
	types.Bool: reflect.TypeFor[bool](), types.String: reflect.TypeFor[string](),
	types.Int: reflect.TypeFor[int](), types.Int8: reflect.TypeFor[int8](), types.Int16: reflect.TypeFor[int16](),
	types.Int32: reflect.TypeFor[int32](), types.Int64: reflect.TypeFor[int64](),
	types.Uint: reflect.TypeFor[uint](), types.Uint8: reflect.TypeFor[uint8](), types.Uint16: reflect.TypeFor[uint16](),
	types.Uint32: reflect.TypeFor[uint32](), types.Uint64: reflect.TypeFor[uint64](), types.Uintptr: reflect.TypeFor[uintptr](),
	types.Float32: reflect.TypeFor[float32](), types.Float64: reflect.TypeFor[float64](),
	types.Complex64: reflect.TypeFor[complex64](), types.Complex128: reflect.TypeFor[complex128](),
	types.UnsafePointer: layoutPointer,
}

// Basic returns the reflect type of a basic type; untyped ones are converted to their default types.
func Basic(t *types.Basic) reflect.Type {
	if d, ok := types.Default(t).(*types.Basic); ok && kinds[d.Kind()] != nil {
		return kinds[d.Kind()]
	}
	failf("%v is no type of a value", t)
	return nil
}

func length(t *types.Array) int {
	if n := t.Len(); n >= 0 && n == int64(int(n)) {
		return int(n)
	}
	failf("%v has no length", t)
	return 0
}

// function returns a function type without its receiver.
func (m *Maker) function(t *types.Signature) reflect.Type {
	if t.TypeParams().Len() > 0 {
		failf("%v is generic", t)
	}
	list := func(tuple *types.Tuple) (ts []reflect.Type) {
		for v := range tuple.Variables() {
			ts = append(ts, m.convert(v.Type()))
		}
		return ts
	}
	return reflect.FuncOf(list(t.Params()), list(t.Results()), t.Variadic())
}

// interfaceMethods returns the methods of an interface, embedded ones included.
func (m *Maker) interfaceMethods(t *types.Interface) []reflect.Method {
	if !t.IsMethodSet() {
		failf("%v is a set of types and no type of a value", t)
	}
	ms := make([]reflect.Method, 0, t.NumMethods())
	for f := range t.Methods() {
		ms = append(ms, reflect.Method{Name: f.Name(), PkgPath: pathOf(f), Type: m.function(f.Signature())})
	}
	return ms
}

// pathOf returns the path of the package that an unexported name belongs to, and "" for an exported one.
func pathOf(o types.Object) string {
	if o.Exported() || o.Pkg() == nil {
		return ""
	}
	return o.Pkg().Path()
}

// fields returns the fields of a struct.
func (m *Maker) fields(t *types.Struct) []reflect.StructField {
	fs := make([]reflect.StructField, t.NumFields())
	for i := range fs {
		v := t.Field(i)
		fs[i] = reflect.StructField{
			Name: v.Name(), PkgPath: pathOf(v), Type: m.convert(v.Type()), Tag: reflect.StructTag(t.Tag(i)),
			Anonymous: v.Embedded(),
		}
	}
	return fs
}

// keyOf returns the key of a named type.
func (m *Maker) keyOf(t *types.Named) key {
	k := key{declared: t.Origin().Obj()}
	if l := m.localOf(k.declared); l != nil && l.first != nil {
		k.declared = l.first
	}
	var args strings.Builder
	for a := range t.TypeArgs().Types() {
		fmt.Fprintf(&args, "%x;", address(m.convert(a)))
	}
	k.args = args.String()
	return k
}

// address identifies a type of reflect.
func address(t reflect.Type) uintptr { return reflect.ValueOf(t).Pointer() }

// convertNamed finds a named type or begins to make it.
func (m *Maker) convertNamed(t *types.Named) reflect.Type {
	if t.Obj().Pkg() == nil && t.Obj().Name() == "error" {
		return reflect.TypeFor[error]()
	}
	k := m.keyOf(t)
	if e := m.named[k]; e != nil {
		return e.typ
	}
	e := &entry{key: k, source: t}
	var err error
	e.typ, err = m.compiled(t)
	check(err)
	if e.typ == nil {
		e.made = true
		e.typ = m.begin(t)
	}
	m.named[k] = e
	m.add(e, func() { delete(m.named, k) })
	return e.typ
}

// begin makes a named type with its layout only.
func (m *Maker) begin(t *types.Named) reflect.Type {
	if t.TypeParams().Len() > 0 && t.TypeArgs().Len() == 0 {
		failf("%v is generic", t)
	}
	if t.Obj().Pkg() == nil {
		failf("%v is no type of a value", t)
	}
	list := m.methodsOf(t)
	pkg := realtype.Package{Path: t.Obj().Pkg().Path(), Name: t.Obj().Pkg().Name()}
	typ, err := realtype.New(pkg, m.instanceName(t), m.topLayout(t.Underlying()), countOfT(list), len(list))
	check(err)
	return typ
}

// complete sets the structure of a type.
func (m *Maker) complete(e *entry) {
	named, ok := e.source.(*types.Named)
	if !ok || e.complete {
		return
	}
	e.complete = true
	switch u := named.Underlying().(type) {
	case *types.Struct:
		check(realtype.CompleteStruct(e.typ, m.fields(u)))
	case *types.Interface:
		check(realtype.CompleteInterface(e.typ, m.interfaceMethods(u)))
	default:
		check(realtype.Complete(e.typ, m.convert(u)))
	}
}

// convertStruct finds an unnamed struct type or makes it.
func (m *Maker) convertStruct(t *types.Struct) reflect.Type {
	fs := m.fields(t)
	var k strings.Builder
	for _, f := range fs {
		fmt.Fprintf(&k, "%s %s %x %t %q;", f.PkgPath, f.Name, address(f.Type), f.Anonymous, f.Tag)
	}
	if e := m.structs[k.String()]; e != nil {
		return e.typ
	}
	list := m.methodsOf(t)
	typ, err := realtype.Struct(fs, countOfT(list), len(list))
	check(err)
	e := &entry{typ: typ, fields: k.String(), source: t, made: realtype.IsMade(typ)}
	if e.made {
		m.structs[k.String()] = e
		m.add(e, func() { delete(m.structs, k.String()) })
	}
	return typ
}
