package vm

import (
	"container/heap"
	"reflect"
	"sort"
	"unsafe"

	"github.com/msrepl/msrepl/interp/internal/goabi"
	"github.com/msrepl/msrepl/interp/internal/realtype"
)

// A repeat calls a closure again and again from a compiled function, on one machine: what a call from Go sets up is
// set up once. Its arguments are a receiver, if it is a method, and two words or elements.
type repeat struct {
	m     *Machine
	c     *Closure
	recv  unsafe.Pointer // of a method
	at    uintptr        // where the frame is, from the stack's base
	ret   uintptr
	entry *Ins   // what follows is known of this code
	alone bool   // it calls nothing of code and defers nothing, so that a panic can go on in Go
	i, j  uint32 // where the arguments are, if they are numbers
}

// repeats calls use, a compiled function that repeats calls, the first of them of a closure of h.
func (h *Host) repeats(c *Closure, use func(m *Machine)) {
	m, _ := h.enter(c)
	returned := false
	defer func() {
		if !returned { // the goroutine ends
			m.release()
		}
	}()
	p := m.catch(func() { use(m) })
	returned = true
	if p != nil {
		m.raised(p)
		m.goesOn(p)
		return
	}
	m.release()
}

// repeat prepares calls of c, of which recv is the receiver if it is a method.
func (m *Machine) repeat(c *Closure, recv unsafe.Pointer) repeat {
	r := repeat{m: m, c: c, recv: recv, ret: uintptr(unsafe.Pointer(c.fn.returnStub()))}
	r.at = uintptr(c.fn.Sig.stubs.back.code[0].B)
	return r
}

// indexed says where two numbers are that come after the receiver.
func (r repeat) indexed() repeat {
	first := 0
	if r.c.code == pointerCode || r.recv != nil {
		first = 1
	}
	r.i, _ = r.c.number(first)
	r.j, _ = r.c.number(first + 1)
	return r
}

// begin begins a call.
func (r *repeat) begin() unsafe.Pointer {
	m, f := r.m, r.c.fn
	if m.stop.Load() {
		m.interrupt()
	}
	fp := unsafe.Add(m.base(), r.at)
	if e := f.entry.Load(); e != r.entry {
		f.compileOnce()
		r.entry = f.entry.Load()
		r.alone = f.alone()
		fp = m.fit(fp, frameOf(r.entry))
	}
	c := r.c
	if c.code == pointerCode {
		Load(fp, f.Sig.RecvAt, r.recv, f.Sig.Recv)
		c = f.Static()
	} else if r.recv != nil {
		c.setPointer(fp, 0, r.recv)
	}
	*(*unsafe.Pointer)(fp) = unsafe.Pointer(c)
	*(*uintptr)(unsafe.Add(fp, 8)) = r.ret
	m.fp = uintptr(fp)
	return fp
}

// run makes the call that has begun, and returns its first result as a number.
func (r *repeat) run(fp unsafe.Pointer) int64 {
	m, in := r.m, r.entry
	if !r.alone {
		if p := m.run(in, fp, r.at); p != nil {
			panic(p)
		}
	} else if in, fp = m.fast(in, fp); in.Op != HALT {
		m.loop(in, fp)
		if v := m.thrown; v != nil {
			m.thrown = nil
			panic(v)
		}
	}
	return *num(m.base(), slotSize+8)
}

func (r *repeat) call(i, j int) int64 {
	fp := r.begin()
	*num(fp, r.i), *num(fp, r.j) = int64(i), int64(j)
	return r.run(fp)
}

// alone says whether the code of f calls no other code and defers nothing.
func (f *Func) alone() bool {
	for _, in := range f.Code() {
		switch in.Op {
		case CALL, CALLC, CALLM, DEFER, RUNDEFERS, RECOVER, MARK:
			return false
		}
	}
	return true
}

// byIndex calls sort, a function of package sort, with what compares elements by their indices as fn does.
func (h *Host) byIndex(fn func(i, j int) bool, sort func(less func(i, j int) bool)) {
	c := ClosureOf(*(*unsafe.Pointer)(unsafe.Pointer(&fn)))
	if c == nil {
		sort(fn)
		return
	}
	h.repeats(c, func(m *Machine) {
		r := m.repeat(c, nil).indexed()
		sort(func(i, j int) bool { return r.call(i, j) != 0 })
	})
}

// sortBy sorts x, a slice, by compare, a function of two elements, as slices.SortFunc does, or slices.SortStableFunc.
// It returns false when compiled Go has made the function.
func sortBy(x, compare any, stable bool) bool {
	v := reflect.ValueOf(x)
	c := ClosureOf(goabi.FuncWord(compare))
	if c == nil {
		return false
	}
	c.fn.host.repeats(c, func(m *Machine) {
		leaves := Leaves(v.Type().Elem())
		n := len(leaves)
		e := &elements{
			r: m.repeat(c, nil), leaves: leaves, a: c.fn.Sig.At[:n], b: c.fn.Sig.At[n : 2*n],
			data: v.UnsafePointer(), n: v.Len(), size: v.Type().Elem().Size(), swap: reflect.Swapper(x),
		}
		if stable {
			sort.Stable(e)
		} else {
			sort.Sort(e)
		}
	})
	return true
}

// elements are those of a slice, compared by a closure.
type elements struct {
	r      repeat
	leaves []Leaf
	a, b   []uint32 // where the two go
	data   unsafe.Pointer
	n      int
	size   uintptr
	swap   func(i, j int)
}

func (e *elements) Len() int      { return e.n }
func (e *elements) Swap(i, j int) { e.swap(i, j) }

func (e *elements) Less(i, j int) bool {
	fp := e.r.begin()
	p, q := unsafe.Add(e.data, uintptr(i)*e.size), unsafe.Add(e.data, uintptr(j)*e.size)
	switch l := e.leaves; {
	case len(l) == 1 && !l[0].Kind.Pointer() && !l[0].Kind.narrow():
		*num(fp, e.a[0]), *num(fp, e.b[0]) = *(*int64)(p), *(*int64)(q)
	case len(l) == 1 && l[0].Kind == Pointer:
		*ptr(fp, e.a[0]), *ptr(fp, e.b[0]) = *(*unsafe.Pointer)(p), *(*unsafe.Pointer)(q)
	default:
		Load(fp, e.a, p, l)
		Load(fp, e.b, q, l)
	}
	return e.r.run(fp) < 0
}

// A sorter is a sort.Interface or heap.Interface whose methods are code.
type sorter[I sort.Interface] struct {
	of         I
	less, swap repeat
}

func (s *sorter[I]) Len() int           { return s.of.Len() }
func (s *sorter[I]) Less(i, j int) bool { return s.less.call(i, j) != 0 }
func (s *sorter[I]) Swap(i, j int)      { s.swap.call(i, j) }

type heaper struct{ sorter[heap.Interface] }

func (s *heaper) Push(x any) { s.of.Push(x) }
func (s *heaper) Pop() any   { return s.of.Pop() }

// sorted calls use with data, or with what calls its methods at less cost when they are code.
func (h *Host) sorted(data sort.Interface, use func(sort.Interface)) {
	s := sorter[sort.Interface]{of: data}
	if !s.repeats(h, 1, 2, func() { use(&s) }) {
		use(data)
	}
}

// heaped does so for package heap.
func (h *Host) heaped(data heap.Interface, use func(heap.Interface)) {
	s := heaper{sorter[heap.Interface]{of: data}}
	if !s.repeats(h, 1, 4, func() { use(&s) }) {
		use(data)
	}
}

// repeats calls use when s has been prepared, and says whether the methods with these numbers are code.
func (s *sorter[I]) repeats(h *Host, less, swap int, use func()) bool {
	w := *(*goabi.Words)(unsafe.Pointer(&s.of))
	if w[0] == nil {
		return false
	}
	method := func(i int) *Closure { return entryOf(realtype.Called(*(*uintptr)(goabi.ItabMethod(w[0], i)))) }
	l, e := method(less), method(swap)
	if l == nil || e == nil {
		return false
	}
	h.repeats(l, func(m *Machine) {
		s.less, s.swap = m.repeat(l, w[1]).indexed(), m.repeat(e, w[1]).indexed()
		use()
	})
	return true
}

// entryOf is ClosureOf for func values that methods of types have, which may take a pointer to their receiver.
func entryOf(fn unsafe.Pointer) *Closure {
	if fn == nil || *(*uintptr)(fn) != pointerCode {
		return ClosureOf(fn)
	}
	return (*Closure)(fn)
}

// sorting are the functions that call code again and again, by name. Package symbols has a function of no use where
// there is none to compare with.
var sorting = map[string]substitute{
	"sort.Slice": {sort.Slice, func(h *Host) any {
		return func(x any, less func(i, j int) bool) {
			h.byIndex(less, func(less func(i, j int) bool) { sort.Slice(x, less) })
		}
	}},
	"sort.SliceStable": {sort.SliceStable, func(h *Host) any {
		return func(x any, less func(i, j int) bool) {
			h.byIndex(less, func(less func(i, j int) bool) { sort.SliceStable(x, less) })
		}
	}},
	"msrepl.local/slices.SortBy": {nil, func(*Host) any { return sortBy }},

	"container/heap.Init": {heap.Init, func(h *Host) any { return func(x heap.Interface) { h.heaped(x, heap.Init) } }},
	"container/heap.Push": {heap.Push, func(h *Host) any {
		return func(x heap.Interface, v any) { h.heaped(x, func(x heap.Interface) { heap.Push(x, v) }) }
	}},
	"container/heap.Pop": {heap.Pop, func(h *Host) any {
		return func(x heap.Interface) (v any) {
			h.heaped(x, func(x heap.Interface) { v = heap.Pop(x) })
			return v
		}
	}},
	"container/heap.Remove": {heap.Remove, func(h *Host) any {
		return func(x heap.Interface, i int) (v any) {
			h.heaped(x, func(x heap.Interface) { v = heap.Remove(x, i) })
			return v
		}
	}},
	"container/heap.Fix": {heap.Fix, func(h *Host) any {
		return func(x heap.Interface, i int) { h.heaped(x, func(x heap.Interface) { heap.Fix(x, i) }) }
	}},
	"sort.Sort":   {sort.Sort, func(h *Host) any { return func(x sort.Interface) { h.sorted(x, sort.Sort) } }},
	"sort.Stable": {sort.Stable, func(h *Host) any { return func(x sort.Interface) { h.sorted(x, sort.Stable) } }},
}
