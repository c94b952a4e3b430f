package realtype

import (
	"fmt"
	"go/token"
	"math"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"
)

// Func is the body of a method. The first argument is the receiver: the pointer for methods with a pointer receiver,
// otherwise an addressable copy of the value. The last argument of a variadic method is a slice.
type Func func(args []reflect.Value) []reflect.Value

// Body is the body of a method, in one of three forms. Code is a function with the receiver as first parameter: of
// type *T, or unsafe.Pointer, for a pointer receiver, and of type T for a value receiver. It is called without
// reflection if the receiver is passed in that form, which takes 3 ns instead of 200 or more.
//
// Closure is Code without its type: the pointer in a func variable. A function type that mentions T lives forever,
// and Closure needs none; its parameters and results are not checked.
//
// Through may be set with Func or Closure. It is the closure of a method with a value receiver that takes a pointer
// to the receiver instead, and panics if that is nil, with NilReceiver if the method is not promoted. If it is nil,
// such calls use reflection.
type Body struct {
	Func    Func
	Code    reflect.Value
	Closure unsafe.Pointer
	Through unsafe.Pointer
}

// Method is a method of a type. A call of one without a body panics; SetBody sets it.
type Method struct {
	Name    string
	PkgPath string       // of an unexported method
	Pointer bool         // whether only *T has it
	Type    reflect.Type // without the receiver
	Body    Body
	// Later, if not nil, is called for the body of a promoted method at its first call. If it returns none, the
	// method of the embedded field is called by reflection.
	Later func(owner reflect.Type, name string, pointer bool) (Body, bool)

	promoted bool
	shared   string // key of methods promoted from compiled types that may share entry points
}

// cell is a method of a type. Types that succeed it share the cell (Succeed).
type cell struct {
	methodName
	first          *rtype // the method's first type, which the closures have
	byPtr, byValue int32  // slots that take a pointer to the receiver and, for a value receiver, the value
	pointer        bool
	promoted       bool
	shared         bool // by all types that promote the method from the same compiled type
	body           atomic.Pointer[typedBody]
	mu             sync.Mutex      // held while the body is set
	lookups        *lookupClosures // nil until needed
}

// lookupClosures holds closures that look up the body.
type lookupClosures struct{ ptr, val unsafe.Pointer }

// member is a method of one type.
type member struct {
	*cell
	owner *made
	typ   reflect.Type
}

// ownedMethod is a method of a known type.
type ownedMethod struct {
	cell *cell
	typ  *rtype
}

// typedBody is a body and the types that it was written for.
type typedBody struct {
	slow    *slowBody // nil until a closure is called by reflection
	closure unsafe.Pointer
	owner   *made
	typ     *rtype
}

// slowBody is a body for calls by reflection.
type slowBody struct {
	fn   Func
	code reflect.Value // for a closure, with the receiver's layout as first parameter
}

// SetMethods sets all methods of a type, once, before there is a value of it. On an error, such as ErrSlots, the type
// has no methods.
func SetMethods(t reflect.Type, methods []Method) error { return giveMethods(t, nil, methods) }

// Succeed is SetMethods for a type that replaces an older one of the same layout. A method with the same name,
// receiver, parameters and results as a method of old shares its entry points: it needs none of its own, keeps the
// body unless it has a new one, and SetBody, with either type, applies to the values of both.
func Succeed(t, old reflect.Type, methods []Method) error {
	before := madeOf(old)
	if before == nil {
		return fmt.Errorf("%v is no type made at run time", old)
	}
	if err := SameLayout(old, t); err != nil {
		return err
	}
	return giveMethods(t, before, methods)
}

func giveMethods(t reflect.Type, before *made, methods []Method) error {
	m := madeOf(t)
	if m == nil || t.Kind() == reflect.Interface {
		return fmt.Errorf("%v is no type made at run time that may have methods", t)
	}
	if m.methods != nil {
		return fmt.Errorf("%v has its methods already", t)
	}
	sorted, err := m.prepare(t, methods)
	if err != nil {
		return err
	}
	cells, slots := m.kept(before, sorted)
	first, err := reserve(slots)
	if err != nil {
		return fmt.Errorf("%v: %w", t, err)
	}
	entries := [2][]entry{}
	exported := [2]uint16{}
	for i, x := range sorted {
		exists := cells[i].cell != nil
		if !exists {
			cells[i] = m.newMember(x, &first)
		}
		if !exists || !x.Body.none() && x.shared == "" {
			cells[i].set(x.Body)
		}
		ofT, ofPtr := cells[i].entries()
		entries[1] = append(entries[1], ofPtr)
		if !x.Pointer {
			entries[0] = append(entries[0], ofT)
		}
		if x.PkgPath == "" {
			exported[1]++
			if !x.Pointer {
				exported[0]++
			}
		}
	}
	for i, r := range []*rtype{m.typ, m.ptr} {
		copy(r.entries(len(entries[i])), entries[i])
		u := r.uncommon()
		u.Methods, u.Exported = uint16(len(entries[i])), exported[i]
	}
	list := make([]ownedMethod, len(cells))
	for i, c := range cells {
		list[i] = ownedMethod{c.cell, rtypeOf(c.typ)}
	}
	registryMu.Lock()
	m.methods = list
	registryMu.Unlock()
	return nil
}

// kept returns the methods that are kept from before, with empty entries for the others, and the number of slots that
// those need.
func (m *made) kept(before *made, sorted []Method) (cells []member, slots int) {
	cells = make([]member, len(sorted))
	for i, x := range sorted {
		if c := m.existing(before, x); c != nil {
			cells[i] = member{c, m, x.Type}
			continue
		}
		slots++
		if !x.Pointer {
			slots++
		}
	}
	return cells, slots
}

var (
	sharedMu sync.Mutex
	sharing  = map[string]*cell{} // methods promoted from compiled types
)

// existing returns the cell that a method already has: that of all types that promote it, or that of the type that m
// replaces.
func (m *made) existing(before *made, x Method) *cell {
	if x.shared != "" {
		sharedMu.Lock()
		defer sharedMu.Unlock()
		return sharing[x.shared]
	}
	if c := cellOf(before, x.Name, x.PkgPath); c.cell != nil && !c.shared && c.serves(x) {
		return c.cell
	}
	return nil
}

// prepare sorts and checks methods.
func (m *made) prepare(t reflect.Type, methods []Method) ([]Method, error) {
	sorted := slices.Clone(methods)
	list := make([]reflect.Method, len(sorted))
	ofT := 0
	for i := range sorted {
		x := &sorted[i]
		if token.IsExported(x.Name) {
			x.PkgPath = ""
		}
		list[i] = reflect.Method{Name: x.Name, PkgPath: x.PkgPath, Type: x.Type}
		if !x.Pointer {
			ofT++
		}
	}
	if _, err := sortMethods(list); err != nil {
		return nil, fmt.Errorf("%v: %w", t, err)
	}
	for _, x := range sorted {
		if n := x.Type.NumIn() + x.Type.NumOut(); n > 127 {
			return nil, fmt.Errorf("%v.%s has %d parameters and results; a method made at run time may have 127", t, x.Name, n)
		}
		if err := x.Body.check(t, x.Pointer, x.Type); err != nil {
			return nil, fmt.Errorf("%v.%s: %w", t, x.Name, err)
		}
	}
	if ofT > int(m.room[0]) || len(sorted) > int(m.room[1]) || len(sorted) > math.MaxUint16 {
		return nil, fmt.Errorf("%v was made with room for %d methods, %d of pointers included, not for %d and %d", t, m.room[0], m.room[1], ofT, len(sorted))
	}
	slices.SortFunc(sorted, func(a, b Method) int { return byName(a.Name, a.PkgPath, b.Name, b.PkgPath) })
	return sorted, nil
}

func (b Body) none() bool { return b.Func == nil && !b.Code.IsValid() && b.Closure == nil }

// check returns the reason why a body does not fit a method.
func (b Body) check(t reflect.Type, pointer bool, typ reflect.Type) error {
	if b.Func != nil && b.Code.IsValid() || b.Closure != nil && (b.Func != nil || b.Code.IsValid()) {
		return fmt.Errorf("a body is a Func, Code or a Closure, one of them")
	}
	if !b.Code.IsValid() {
		return nil
	}
	ct := b.Code.Type()
	ok := ct.Kind() == reflect.Func && !b.Code.IsNil() && ct.NumIn() == typ.NumIn()+1 && ct.NumOut() == typ.NumOut() && ct.IsVariadic() == typ.IsVariadic()
	if ok && pointer {
		ok = ct.In(0) == reflect.PointerTo(t) || ct.In(0).Kind() == reflect.UnsafePointer
	} else if ok {
		ok = ct.In(0) == t
	}
	for i := 0; ok && i < typ.NumIn(); i++ {
		ok = ct.In(i+1) == typ.In(i)
	}
	for i := 0; ok && i < typ.NumOut(); i++ {
		ok = ct.Out(i) == typ.Out(i)
	}
	if !ok {
		return fmt.Errorf("code of type %v is none of a method of type %v", ct, typ)
	}
	return nil
}

func (m *made) newMember(x Method, slot *int) member {
	c := &cell{
		methodName: methodName{x.Name, x.PkgPath},
		first:      rtypeOf(x.Type),
		pointer:    x.Pointer,
		promoted:   x.promoted,
		byPtr:      int32(*slot),
		byValue:    -1,
	}
	*slot++
	if !x.Pointer {
		c.byValue = int32(*slot)
		*slot++
	}
	if x.shared != "" {
		c.shared = true
		sharedMu.Lock()
		defer sharedMu.Unlock()
		sharing[x.shared] = c
	}
	return member{c, m, x.Type}
}

func (c *cell) lookupClosures() *lookupClosures {
	if c.lookups == nil {
		c.lookups = &lookupClosures{}
	}
	return c.lookups
}

// throughPtr returns the function that calls the body with a pointer to the receiver.
func (c member) throughPtr() unsafe.Pointer {
	v := c.lookupClosures()
	if first := toType(c.first); v.ptr == nil {
		v.ptr = closureOf(
			reflect.MakeFunc(
				withReceiver(reflect.TypeFor[unsafe.Pointer](), first),
				func(a []reflect.Value) []reflect.Value {
					return c.callAt(a[0].UnsafePointer(), a, first)
				},
			),
		)
	}
	return v.ptr
}

// throughValue returns the function that calls the body with the receiver itself. It is not used for Code, as its
// function type lives forever.
func (c member) throughValue() unsafe.Pointer {
	v := c.lookupClosures()
	if first := toType(c.first); v.val == nil && !c.pointer {
		v.val = closureOf(
			reflect.MakeFunc(withReceiver(c.receiver(c.owner), first), func(a []reflect.Value) []reflect.Value {
				p := reflect.New(a[0].Type())
				p.Elem().Set(a[0])
				b := c.currentBody()
				a[0] = pointerValue(b.owner.ptr, p.UnsafePointer()).Elem()
				return c.run(b, a, first)
			}),
		)
	}
	return v.val
}

// receiver returns the first parameter type of functions for receivers of one layout.
func (c *cell) receiver(owner *made) reflect.Type {
	if c.pointer {
		return reflect.TypeFor[unsafe.Pointer]()
	}
	return Layout(toType(owner.typ))
}

// serves reports whether the entry points of c also work for a method of a type of the same layout.
func (c *cell) serves(x Method) bool {
	return c.pointer == x.Pointer && SameLayout(toType(c.first), x.Type) == nil
}

// withReceiver returns the type of a method expression.
func withReceiver(recv, method reflect.Type) reflect.Type {
	in := []reflect.Type{recv}
	for i := range method.NumIn() {
		in = append(in, method.In(i))
	}
	var out []reflect.Type
	for i := range method.NumOut() {
		out = append(out, method.Out(i))
	}
	return reflect.FuncOf(in, out, method.IsVariadic())
}

// entries returns the method table entries for T and *T.
func (c member) entries() (ofT, ofPtr entry) {
	ptr := addReflectOff(entryPoint(int(c.byPtr)))
	ofPtr = entry{methodOffset(c.name, c.pkg), typeOffset(rtypeOf(c.typ)), ptr, ptr}
	if c.pointer {
		return entry{}, ofPtr
	}
	ofT = ofPtr
	ofT.Func = addReflectOff(entryPoint(int(c.byValue)))
	if c.owner.typ.TFlag&flagDirect != 0 {
		ofT.Iface = ofT.Func
	}
	return ofT, ofPtr
}

// set sets the body of a method. Code is stored in the slot itself, except under the race detector, which cannot see
// reads of the slot.
func (c member) set(b Body) {
	c.mu.Lock()
	defer c.mu.Unlock()
	closure := b.Closure
	if b.Code.IsValid() {
		closure = closureOf(b.Code)
	}
	body := &typedBody{closure: closure, owner: c.owner, typ: rtypeOf(c.typ)}
	if b.Func != nil || b.Code.IsValid() {
		body.slow = &slowBody{b.Func, b.Code}
	}
	c.body.Store(body)
	ptr, val := b.Through, closure
	if c.pointer {
		ptr = closure
	}
	if b.none() {
		ptr = closureOf(reflect.ValueOf(func() { c.missing(c.owner) })) // it ignores the arguments
		val = ptr
	}
	if ptr == nil || underRace {
		ptr = c.throughPtr()
	}
	if val == nil || underRace {
		val = c.throughValue()
	}
	fill(int(c.byPtr), ptr)
	if c.byValue >= 0 {
		fill(int(c.byValue), val)
	}
}

// missing is the body of a method without one.
func (c *cell) missing(owner *made) {
	panic(fmt.Sprintf("method %s of %v has no body yet", c.name, toType(owner.typ)))
}

// SetBody sets the body of a method, atomically for all existing values and interfaces, including those of types that
// share the method (Succeed). It applies to calls that begin afterwards.
func SetBody(t reflect.Type, name, pkgPath string, b Body) error {
	c := cellOf(madeOf(t), name, pkgPath)
	if c.cell == nil || c.shared {
		return fmt.Errorf("%v has no method %s made at run time", t, name)
	}
	if err := b.check(t, c.pointer, c.typ); err != nil {
		return fmt.Errorf("%v.%s: %w", t, name, err)
	}
	c.set(b)
	return nil
}

// Empty removes the bodies of all methods of a type, which lives forever, to free what they refer to. Calls panic
// with the value with. The methods cannot get bodies again.
func Empty(t reflect.Type, with any) {
	m := madeOf(t)
	if m == nil {
		return
	}
	registryMu.Lock()
	list := m.methods
	if list != nil {
		m.methods = []ownedMethod{}
	}
	registryMu.Unlock()
	b := &typedBody{closure: closureOf(reflect.ValueOf(func() { panic(with) }))} // it ignores the arguments
	for _, x := range list {
		if !x.cell.shared {
			x.cell.empty(b)
		}
	}
}

func (c *cell) empty(b *typedBody) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.body.Store(b)
	c.lookups = nil
	code := b.closure
	fill(int(c.byPtr), code)
	if c.byValue >= 0 {
		fill(int(c.byValue), code)
	}
}

// currentBody returns the current body for a call that has found none in the slot.
func (c *cell) currentBody() *typedBody {
	b := c.body.Load()
	if b.owner == nil { // it has been removed in between
		call := unsafe.Pointer(&b.closure)
		(*(*func())(call))()
	}
	return b
}

func cellOf(m *made, name, pkgPath string) member {
	if m == nil {
		return member{}
	}
	if token.IsExported(name) {
		pkgPath = ""
	}
	registryMu.RLock()
	defer registryMu.RUnlock()
	for _, x := range m.methods {
		if c := x.cell; c.name == name && c.pkg == pkgPath {
			return member{c, m, toType(x.typ)}
		}
	}
	return member{}
}

// NilReceiver returns the panic value of a call of a value method of t with a nil pointer.
func NilReceiver(t reflect.Type, method string) error { return &nilReceiver{rtypeOf(t), method} }

type nilReceiver struct {
	typ    *rtype
	method string
}

func (e *nilReceiver) Error() string {
	t := toType(e.typ)
	return fmt.Sprintf("value method %v.%s called using nil *%s pointer", t, e.method, t.Name())
}

func (*nilReceiver) RuntimeError() {}

// callAt calls the method of the T at p; args has room for the receiver at the front. Arguments and results have the
// types of a method of type typ.
func (c *cell) callAt(p unsafe.Pointer, args []reflect.Value, typ reflect.Type) []reflect.Value {
	b := c.currentBody()
	recv := pointerValue(b.owner.ptr, p)
	if !c.pointer {
		if p == nil && !c.promoted {
			panic(NilReceiver(toType(b.owner.typ), c.name))
		}
		_ = *(*byte)(p)                  // for promoted methods, the path to the field panics
		q := reflect.New(b.owner.layout) // a copy, as a value in an interface never changes
		box := pointerValue(b.owner.ptr, q.UnsafePointer()).Elem()
		box.Set(recv.Elem())
		recv = box
	}
	args[0] = recv
	return c.run(b, args, typ)
}

// run calls a body, which may be for another type of the same layout.
func (c *cell) run(b *typedBody, args []reflect.Value, typ reflect.Type) []reflect.Value {
	own := toType(b.typ)
	if own == typ {
		return c.runBody(b, args)
	}
	for i := range own.NumIn() {
		args[i+1] = under(own.In(i), args[i+1])
	}
	results := c.runBody(b, args)
	for i, r := range results {
		if r.Type() == own.Out(i) {
			results[i] = under(typ.Out(i), r)
		}
	}
	return results
}

// under converts v to a type of the same layout.
func under(t reflect.Type, v reflect.Value) reflect.Value {
	if v.Type() == t {
		return v
	}
	p := reflect.New(v.Type())
	p.Elem().Set(v)
	return reflect.NewAt(t, p.UnsafePointer()).Elem()
}

func (c *cell) runBody(b *typedBody, args []reflect.Value) []reflect.Value {
	slow := b.slow
	switch {
	case slow != nil && slow.fn != nil:
		return slow.fn(args)
	case slow == nil && b.closure == nil:
		c.missing(b.owner)
	case slow == nil:
		slow = &slowBody{code: funcValue(withReceiver(c.receiver(b.owner), toType(b.typ)), b.closure)}
		c.body.CompareAndSwap(b, &typedBody{slow, b.closure, b.owner, b.typ})
	}
	switch recv := slow.code.Type().In(0); {
	case c.pointer && recv.Kind() == reflect.UnsafePointer:
		args[0] = reflect.ValueOf(args[0].UnsafePointer())
	case !c.pointer && recv != args[0].Type(): // the layout of the receiver
		args[0] = reflect.NewAt(recv, args[0].Addr().UnsafePointer()).Elem()
	}
	if toType(c.first).IsVariadic() {
		return slow.code.CallSlice(args)
	}
	return slow.code.Call(args)
}
