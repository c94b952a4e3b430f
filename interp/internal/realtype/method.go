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

// Func is the body of a method. The first argument is the receiver: the pointer for methods with a pointer
// receiver, otherwise a copy of the value that has an address. Of a variadic method the last argument is a
// slice.
type Func func(args []reflect.Value) []reflect.Value

// Body is what a method runs: one of the three. Code is a function with the receiver as first parameter: of type *T,
// or unsafe.Pointer, for a pointer receiver, and of type T for a value receiver. It is called without
// reflection where the receiver comes in that form, which takes 3 ns instead of 200 or more.
//
// Closure is Code without its type: the pointer that a func variable holds. A type of functions that mentions T
// stays for ever, and this needs none; its parameters and results are not checked.
//
// Through is, with Func or Closure, the closure of a method with a value receiver that takes a pointer to the receiver
// in its place, and panics when that is nil, with NilReceiver if it is no promoted method; nil when there is none, and
// such calls are made by reflection.
type Body struct {
	Func    Func
	Code    reflect.Value
	Closure unsafe.Pointer
	Through unsafe.Pointer
}

// Method is a method of a type. A call of one without a body panics; SetBody gives it one.
type Method struct {
	Name    string
	PkgPath string       // of a private method
	Pointer bool         // whether only *T has it
	Type    reflect.Type // without the receiver
	Body    Body
	// Later, if not nil, is asked for the body of a promoted method when that is first called. The method of an
	// embedded field is called by reflection where there is none.
	Later func(owner reflect.Type, name string, pointer bool) (Body, bool)

	promoted bool
	shared   string // what methods promoted from compiled types are known by that may share entry points
}

// cell is a method that was given to a type. Types that succeed it share the cell (Succeed).
type cell struct {
	methodName
	first          *rtype // the method's type as it was first given, which the closures have
	byPtr, byValue int32  // the slots that take a pointer to the receiver and, for a value receiver, itself
	pointer        bool
	promoted       bool
	shared         bool // by all types that have the method from the same compiled type
	body           atomic.Pointer[typedBody]
	mu             sync.Mutex      // of those that set the body
	via            *lookingClosure // nil until they are needed
}

// lookingClosure are closures that look for the body.
type lookingClosure struct{ ptr, val unsafe.Pointer }

// member is a method of one type.
type member struct {
	*cell
	owner *made
	typ   reflect.Type
}

// given is a member of a type that is known.
type given struct {
	cell *cell
	typ  *rtype
}

// typedBody is a body and the types that it was written for.
type typedBody struct {
	slow    *slowBody // nil before a closure is called by reflection
	closure unsafe.Pointer
	owner   *made
	typ     *rtype
}

// slowBody is a body for calls by reflection.
type slowBody struct {
	fn   Func
	code reflect.Value // of a closure, with the receiver's layout as first parameter
}

// SetMethods gives a type all its methods, once, before there is a value of it. With an error the type has
// none; ErrSlots is one.
func SetMethods(t reflect.Type, methods []Method) error { return giveMethods(t, nil, methods) }

// Succeed is SetMethods for a type that takes the place of an older one of the same layout. A method with the
// receiver, parameters and results that a method of that name had shares its entry points: it needs none of its
// own, keeps the body unless it is given one, and SetBody, with either type, acts on the values of both.
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
	list := make([]given, len(cells))
	for i, c := range cells {
		list[i] = given{c.cell, rtypeOf(c.typ)}
	}
	registryMu.Lock()
	m.methods = list
	registryMu.Unlock()
	return nil
}

// kept returns the methods that are those of before, the others empty, and how many slots the others need.
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

// existing returns the cell that a method has already: that of all types which promote it, or that of the type whose
// place m takes.
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

// check reports why a body is not one of a method.
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

func (c *cell) lookers() *lookingClosure {
	if c.via == nil {
		c.via = &lookingClosure{}
	}
	return c.via
}

// throughPtr returns the function that calls the body with a pointer to the receiver.
func (c member) throughPtr() unsafe.Pointer {
	v := c.lookers()
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

// throughValue returns the function that calls the body with the receiver itself. Code needs none, and it has a type
// that stays for ever.
func (c member) throughValue() unsafe.Pointer {
	v := c.lookers()
	if first := toType(c.first); v.val == nil && !c.pointer {
		v.val = closureOf(
			reflect.MakeFunc(withReceiver(c.receiver(c.owner), first), func(a []reflect.Value) []reflect.Value {
				p := reflect.New(a[0].Type())
				p.Elem().Set(a[0])
				b := c.now()
				a[0] = pointerValue(b.owner.ptr, p.UnsafePointer()).Elem()
				return c.run(b, a, first)
			}),
		)
	}
	return v.val
}

// receiver is the first parameter of functions that serve receivers of one layout.
func (c *cell) receiver(owner *made) reflect.Type {
	if c.pointer {
		return reflect.TypeFor[unsafe.Pointer]()
	}
	return Layout(toType(owner.typ))
}

// serves reports whether the entry points of c serve a method of a type of the same layout as well.
func (c *cell) serves(x Method) bool {
	return c.pointer == x.Pointer && SameLayout(toType(c.first), x.Type) == nil
}

// withReceiver returns the type of a method as a function of its receiver too.
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

// entries returns the method as T and *T have it.
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

// set gives the method a body. Code goes into the slot itself, but for the race detector, which cannot see that
// the slot was read.
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
		ptr = closureOf(reflect.ValueOf(func() { c.missing(c.owner) })) // it uses no arguments
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

// missing is the body of a method that has none.
func (c *cell) missing(owner *made) {
	panic(fmt.Sprintf("method %s of %v has no body yet", c.name, toType(owner.typ)))
}

// SetBody gives a method another body, at once for all values and interfaces that there are, also of types that
// share the method (Succeed): calls that begin from now on run it.
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

// Empty takes the bodies of all methods of a type, which lives for ever, so that it keeps nothing of what they have
// been. Calls panic with what it is called with. The methods cannot get bodies again.
func Empty(t reflect.Type, with any) {
	m := madeOf(t)
	if m == nil {
		return
	}
	registryMu.Lock()
	list := m.methods
	if list != nil {
		m.methods = []given{}
	}
	registryMu.Unlock()
	b := &typedBody{closure: closureOf(reflect.ValueOf(func() { panic(with) }))} // it uses no arguments
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
	c.via = nil
	code := b.closure
	fill(int(c.byPtr), code)
	if c.byValue >= 0 {
		fill(int(c.byValue), code)
	}
}

// now returns the body that a call runs which has found it missing from the slot.
func (c *cell) now() *typedBody {
	b := c.body.Load()
	if b.owner == nil { // it has been taken in between
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

// NilReceiver returns what a value method of t panics with when it is called with a nil pointer.
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

// callAt calls the method of the T at p; args has room for the receiver in front. The arguments are those of a
// method of type typ, and so are the results.
func (c *cell) callAt(p unsafe.Pointer, args []reflect.Value, typ reflect.Type) []reflect.Value {
	b := c.now()
	recv := pointerValue(b.owner.ptr, p)
	if !c.pointer {
		if p == nil && !c.promoted {
			panic(NilReceiver(toType(b.owner.typ), c.name))
		}
		_ = *(*byte)(p)                  // for a promoted method it is the way to the field that panics
		q := reflect.New(b.owner.layout) // a copy, as the value in an interface never changes
		box := pointerValue(b.owner.ptr, q.UnsafePointer()).Elem()
		box.Set(recv.Elem())
		recv = box
	}
	args[0] = recv
	return c.run(b, args, typ)
}

// run runs a body, which may be one for another type of the same layout.
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

// under returns v as a value of a type of the same layout.
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
	case !c.pointer && recv != args[0].Type(): // its layout
		args[0] = reflect.NewAt(recv, args[0].Addr().UnsafePointer()).Elem()
	}
	if toType(c.first).IsVariadic() {
		return slow.code.CallSlice(args)
	}
	return slow.code.Call(args)
}
