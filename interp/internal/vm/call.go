package vm

import (
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/msrepl/msrepl/interp/internal/goabi"
	"github.com/msrepl/msrepl/interp/internal/vm/layout"
)

// FuncType describes how to call compiled functions of one type: by the registers that hold their words, or by
// reflection.
type FuncType struct {
	typ     reflect.Type
	caller  goabi.Caller // nil: call by reflection
	params  [][]layout.Leaf
	floats  []bool // by word of the parameters
	results []layout.Leaf
	outs    [][]layout.Leaf // the same, per result
	whole   bool            // no parameter is a float, and each result fills its register as it is
	narrow  bool            // some result does not
	short   goabi.Short     // for common types
}

// NewFuncType describes functions of type t.
func NewFuncType(t reflect.Type) *FuncType {
	x := &FuncType{typ: t}
	boxed := false
	for i := range t.NumIn() {
		leaves := layout.Leaves(t.In(i))
		x.params = append(x.params, leaves)
		for _, l := range leaves {
			x.floats = append(x.floats, l.Kind == layout.F32 || l.Kind == layout.F64)
			boxed = boxed || l.Kind == layout.Box
		}
	}
	for i := range t.NumOut() {
		leaves := layout.Leaves(t.Out(i))
		x.outs = append(x.outs, leaves)
		x.results = append(x.results, leaves...)
	}
	for _, l := range x.results {
		boxed = boxed || l.Kind == layout.Box
	}
	if call, params, results := goabi.CallerFor(t); !boxed && len(params) == len(x.floats) && len(results) == len(x.results) {
		x.caller = call
	}
	x.narrow = slices.ContainsFunc(x.results, func(l layout.Leaf) bool {
		return l.Kind != layout.Pointer && l.Kind.Narrow()
	})
	x.whole = !x.narrow && !slices.Contains(x.floats, true)
	if x.caller != nil {
		x.short = goabi.ShortFor(t)
	}
	return x
}

// call calls fn. The words of its arguments are in registers from of the frame at fp; the words of its results go to
// registers to of the frame at up.
func (x *FuncType) call(m *Machine, fn, fp unsafe.Pointer, from []uint32, up unsafe.Pointer, to []uint32) {
	if x.caller == nil {
		x.reflect(m, fn, fp, from, up, to)
		return
	}
	if x.whole {
		x.callWhole(m, fn, fp, from, up, to)
		return
	}
	ints, floats := 0, 0
	a := &m.args
	for i, at := range from {
		if x.floats[i] {
			a.Floats[floats] = *(*float64)(unsafe.Add(fp, uintptr(at)))
			floats++
		} else {
			a.Ints[ints] = *(*uintptr)(unsafe.Add(fp, uintptr(at)))
			ints++
		}
	}
	x.caller(fn, a, &m.out)
	m.back()
	for i, l := range x.results {
		if i >= len(to) {
			break
		}
		if l.Kind == layout.Pointer {
			*ptr(up, to[i]) = m.out.P[i]
			m.out.P[i] = nil
		} else {
			*num(up, to[i]) = l.Kind.Extend(m.out.N[i])
		}
	}
}

// callWhole is call for types where every word is copied as it is.
func (x *FuncType) callWhole(m *Machine, fn, fp unsafe.Pointer, from []uint32, up unsafe.Pointer, to []uint32) {
	a := &m.args
	for i, at := range from[:min(len(from), len(a.Ints))] {
		a.Ints[i] = *(*uintptr)(unsafe.Add(fp, uintptr(at)))
	}
	x.caller(fn, a, &m.out)
	m.back()
	for i := range x.results[:min(len(x.results), len(m.out.N))] {
		switch wanted := i < len(to); {
		case x.results[i].Kind == layout.Pointer:
			if wanted {
				*ptr(up, to[i]) = m.out.P[i]
			}
			m.out.P[i] = nil
		case wanted:
			*num(up, to[i]) = int64(m.out.N[i])
		}
	}
}

// back runs when a compiled function has returned.
func (m *Machine) back() {
	if m.thread.escaped.final {
		m.swallowed()
	}
	if m.stop.Load() {
		m.ended()
	}
}

// quit ends a run that has to stop where it would call a compiled function. Deferred calls still run, to clean up.
func (m *Machine) quit() {
	if m.panics == nil {
		m.interrupt()
	}
}

// ended ends the run if the program ended during a compiled function. An interrupted run continues to its next call
// or loop: it may have to release a lock it has just acquired.
func (m *Machine) ended() {
	if f := m.host.Exiting; f != nil && f() {
		m.interrupt()
	}
	m.host.mu.Lock() // blocks while another goroutine inspects this one
	defer m.host.mu.Unlock()
	if m.haltedCall == 0 {
		m.haltedCall, m.haltedFrame, m.haltedTrace = m.cur, m.fp, m.stack(0)
	}
}

// reflect calls fn by reflection.
func (x *FuncType) reflect(m *Machine, fn, fp unsafe.Pointer, from []uint32, up unsafe.Pointer, to []uint32) {
	in := x.arguments(fp, from)
	f := reflect.NewAt(x.typ, unsafe.Pointer(&fn)).Elem()
	var out []reflect.Value
	if x.typ.IsVariadic() {
		out = f.CallSlice(in)
	} else {
		out = f.Call(in)
	}
	m.back()
	for i, v := range out {
		leaves := x.outs[i]
		if len(to) < len(leaves) {
			return
		}
		layout.Load(up, to[:len(leaves)], memory(v), leaves)
		to = to[len(leaves):]
	}
}

// arguments returns the arguments of a call.
func (x *FuncType) arguments(fp unsafe.Pointer, from []uint32) []reflect.Value {
	in := make([]reflect.Value, len(x.params))
	for i, leaves := range x.params {
		p := reflect.New(x.typ.In(i))
		layout.Store(p.UnsafePointer(), fp, from[:len(leaves)], leaves)
		from = from[len(leaves):]
		in[i] = p.Elem()
	}
	return in
}

// Native is the operand of NATIVE: a call of a compiled function known at compile time.
type Native struct {
	Type *FuncType
	Fn   unsafe.Pointer // func value
	From []uint32
	To   []uint32 // nil if the results are not used
	Of   any      // identifies the function to the host

	Then func(fp unsafe.Pointer) // if not nil, runs after the function has returned

	Releases bool // call it even in a halted run: it unlocks or closes what code holds
}

func (x *Native) call(m *Machine, fp unsafe.Pointer) {
	t := x.Type
	if m.stop.Load() && !x.Releases {
		m.quit()
	}
	if t.short == nil {
		t.call(m, x.Fn, fp, x.From, fp, x.To)
	} else {
		t.short(x.Fn, fp, x.From, x.To)
		if m.thread.escaped.final || m.stop.Load() {
			m.back()
		}
		if t.narrow {
			x.extend(fp)
		}
	}
	if x.Then != nil {
		x.Then(fp)
	}
}

// extend extends results narrower than a register to fill it.
func (x *Native) extend(fp unsafe.Pointer) {
	for i, at := range x.To {
		if k := x.Type.results[i].Kind; k.Narrow() {
			*num(fp, at) = k.Extend(uint64(*num(fp, at)))
		}
	}
}

// Later returns a function that evaluates the arguments of a call and returns a function that makes it. Results are
// dropped.
func (x *Native) Later() func(*Machine, unsafe.Pointer) func(*Machine) {
	kept := make([]uint32, len(x.From)) // where the arguments are kept until then
	for i, at := range x.From {
		kept[i] = uint32(i)*slotSize + at%slotSize
	}
	return func(_ *Machine, fp unsafe.Pointer) func(*Machine) {
		base := unsafe.Pointer(unsafe.SliceData(make([]slot, max(len(kept), 1))))
		for i, at := range x.From {
			if at%slotSize == 0 {
				*ptr(base, kept[i]) = *ptr(fp, at)
			} else {
				*num(base, kept[i]) = *num(fp, at)
			}
		}
		return func(m *Machine) { x.Type.call(m, x.Fn, base, kept, nil, nil) }
	}
}

// CallSite is the operand of CALLC and CALLM: a call whose function is found at run time.
type CallSite struct {
	Type *FuncType // for compiled functions, without the receiver
	At   []uint32  // registers of the arguments in the frame of the call

	// For CALLM: how to find the method of a dynamic type, and which method of the interface it is. Recv is Type with
	// the data word as its first parameter.
	Find  func(word unsafe.Pointer) *Func
	Recv  *FuncType
	Index int
	Empty bool // the interface holds a type word rather than an itab
	Host  *Host
	Name  string
	// Method identifies the method of the interface: it is equal in all calls of that method and in no others.
	Method any

	Releases bool // as in Native

	hits [4]atomic.Pointer[methodHit] // the most recent ones, indexed by hitOf
	all  sync.Map                     // uintptr → *methodHit
}

// methodHit is a method of one dynamic type.
type methodHit struct {
	word uintptr
	fn   *Func          // nil: the method is compiled Go
	wait unsafe.Pointer // called in place of a compiled method that may block forever
	// How the receiver is passed. 0: in the data word, which also serves as its box, as values behind an interface
	// never change; 1: one number behind the data word; 2: several words behind it; 3: as a compiled method takes it;
	// 4: in the data word, an array; 5: whole words behind it.
	how   uint8
	at    uint32 // register of the receiver
	words []recvWord
}

// recvWord is one word of a receiver.
type recvWord struct {
	off uintptr
	at  uint32
	ptr bool
}

// hitOf returns the index into hits for a dynamic type.
func hitOf(word uintptr) uint32 { return uint32(word>>4) * 0x9e3779b1 >> 30 }

// callClosure handles the calls of func values that fast does not: compiled, nil, or without room on the stack.
func (m *Machine) callClosure(in *Ins, fp unsafe.Pointer) (*Ins, unsafe.Pointer) {
	fn := *ptr(fp, in.C)
	if c := ClosureOf(fn); c != nil {
		next, up := m.push(in, fp, c.fn)
		*(*unsafe.Pointer)(up) = unsafe.Pointer(c)
		return next, up
	}
	if fn == nil {
		m.checkNil(fn)
	}
	x := (*CallSite)(in.Aux)
	to, next := destination(in, x.Type)
	x.Type.call(m, fn, unsafe.Add(fp, uintptr(in.B)), x.At, fp, to)
	return next, fp
}

// destination returns the registers of the results of a call, and the instruction after it.
func destination(in *Ins, t *FuncType) ([]uint32, *Ins) {
	next := (*Ins)(unsafe.Add(unsafe.Pointer(in), insSize))
	switch len(t.results) {
	case 0:
		return nil, next
	case 1:
		return []uint32{in.A}, next
	}
	return (*Words)(next.Aux).At, (*Ins)(unsafe.Add(unsafe.Pointer(next), insSize))
}

func (m *Machine) callMethod(in *Ins, fp unsafe.Pointer) (*Ins, unsafe.Pointer) {
	x := (*CallSite)(in.Aux)
	w := uintptr(*num(fp, in.C))
	if w == 0 {
		m.checkNil(nil)
	}
	hit := x.hits[hitOf(w)].Load()
	if hit == nil || hit.word != w {
		hit = x.find(w)
	}
	data := *ptr(fp, uint32(in.Imm))
	if hit.how == 3 {
		if m.stop.Load() && !x.Releases {
			m.quit()
		}
		to, next := destination(in, x.Type)
		up := unsafe.Add(fp, uintptr(in.B))
		*(*unsafe.Pointer)(up) = data // in the place of the closure, as first argument
		from := append([]uint32{0}, x.At...)
		fn := hit.wait
		if fn == nil {
			fn = goabi.ItabMethod(goabi.Word(int64(w)), x.Index)
		}
		x.Recv.call(m, fn, up, from, fp, to)
		return next, fp
	}
	next, up := m.push(in, fp, hit.fn)
	*(*unsafe.Pointer)(up) = unsafe.Pointer(hit.fn) // its only reference once the type gets another method
	switch hit.how {
	case 0:
		*ptr(up, hit.at) = data
	case 4:
		layout.Load(up, hit.fn.Sig.RecvAt, unsafe.Pointer(&data), hit.fn.Sig.Recv)
	default:
		layout.Load(up, hit.fn.Sig.RecvAt, data, hit.fn.Sig.Recv)
	}
	return next, up
}

// find returns the method of the dynamic type of an interface.
func (x *CallSite) find(w uintptr) *methodHit {
	if h, ok := x.all.Load(w); ok {
		x.hits[hitOf(w)].Store(h.(*methodHit))
		return h.(*methodHit)
	}
	itab := goabi.Word(int64(w))
	typ := goabi.ItabType(itab)
	h := &methodHit{word: w, how: 3}
	if fn := x.Find(typ); fn != nil {
		h.fn, h.how = fn, 2
		if len(fn.Sig.RecvAt) > 0 {
			h.at = fn.Sig.RecvAt[0]
		}
		recv := fn.Sig.Recv
		switch {
		case goabi.Direct(goabi.TypeOf(typ)):
			h.how = 0
			if recv[0].Kind == layout.Box {
				h.how = 4
			}
		case len(recv) == 1 && recv[0].Kind == layout.Box:
			h.how = 0
		case len(recv) == 1 && (recv[0].Kind == layout.I64 || recv[0].Kind == layout.U64 || recv[0].Kind == layout.F64):
			h.how = 1
		case !slices.ContainsFunc(recv, func(l layout.Leaf) bool {
			return l.Kind == layout.Box || l.Kind != layout.Pointer && l.Kind.Narrow()
		}):
			h.how = 5
			for i, l := range recv {
				h.words = append(h.words, recvWord{l.Off, fn.Sig.RecvAt[i], l.Kind == layout.Pointer})
			}
		}
	} else {
		h.wait = x.Host.substituteMethod(goabi.TypeOf(typ), x.Name)
	}
	x.all.Store(w, h)
	x.hits[hitOf(w)].Store(h)
	return h
}

// goCall starts a goroutine for the call that x describes.
func (m *Machine) goCall(x *DeferInfo, fp unsafe.Pointer) {
	h := m.host
	if x.native(fp) {
		call := x.Native(m, fp)
		h.goroutine(func(m *Machine) *Panic { return m.catch(func() { call(m) }) })
		return
	}
	var c *Closure
	if x.Func != nil {
		c = x.Func.Static()
	} else {
		p := *ptr(fp, x.Target)
		if c = ClosureOf(p); c == nil {
			m.checkNil(p)
			h.goroutine(func(m *Machine) *Panic { return m.catch(*(*func())(unsafe.Pointer(&p))) })
			return
		}
	}
	args := append([]slot(nil), unsafe.Slice((*slot)(unsafe.Add(fp, uintptr(x.Out+slotSize))), x.Slots)...)
	h.goroutine(func(m *Machine) *Panic { return m.begin(c, args) })
}

// goroutine starts a goroutine that runs code.
func (h *Host) goroutine(run func(*Machine) *Panic) {
	h.running.Add(1) // counted now, so that this one is no longer taken for the only one; see guard
	if h.Go != nil {
		h.Go(func() { h.start(run) })
		return
	}
	go h.start(run)
}

// start is the body of a new goroutine: it calls run and reports a panic that code has not recovered to the host.
func (h *Host) start(run func(*Machine) *Panic) {
	m := h.machine()
	h.running.Add(-1)
	defer m.release()
	if p := run(m); p != nil {
		if h.Uncaught == nil {
			panic(p.Value)
		}
		h.Uncaught(m, p)
	}
}

// Go returns the helper that starts a goroutine for the call that x describes.
func Go(x *DeferInfo) *Helper {
	return &Helper{"go", func(m *Machine, fp unsafe.Pointer) { m.goCall(x, fp) }}
}
