package vm

import (
	"container/heap"
	"math"
	"reflect"
	"sort"
	"sync/atomic"
	"unsafe"

	"github.com/msrepl/msrepl/interp/internal/goabi"
	"github.com/msrepl/msrepl/interp/internal/realtype"
	"github.com/msrepl/msrepl/interp/internal/vm/elements"
	"github.com/msrepl/msrepl/interp/internal/vm/layout"
)

// A repeat is a series of calls of a closure from a compiled function on one machine, which shares the setup of a
// call from Go. The arguments are a receiver, for methods, and two words or elements.
type repeat struct {
	m          *Machine
	c          *Closure
	at         uintptr // offset of the frame from the stack's base
	ret        uintptr
	method     bool
	recv       unsafe.Pointer // of a method
	recvAt     uint32         // its register, if it is a pointer
	slice      bool           // the receiver points to a slice
	i, j       uint32         // registers of the two words that follow
	entry      *Ins           // the code that recognized was found from
	recognized *recognized    // the form of the code, nil if it has to run
}

// repeats calls use, a compiled function that calls closures repeatedly on m.
func (m *Machine) repeats(use func()) {
	returned := false
	defer func() {
		if !returned { // the goroutine ends
			m.release()
		}
	}()
	p := m.catch(use)
	returned = true
	if p != nil {
		m.raised(p)
		m.propagate(p)
		return
	}
	m.release()
}

// prepare sets the registers of the arguments of calls of c: a receiver, for methods, and n parameters.
func (r *repeat) prepare(c *Closure, method bool, n int) {
	r.c, r.method, r.ret, r.entry = c, method, uintptr(unsafe.Pointer(c.fn.returnStub())), nil
	s := c.fn.Sig
	r.at = uintptr(s.stubs.back.code[0].B)
	first := 0
	if method {
		first = 1
		l, at := s.Recv, s.RecvAt
		r.slice = c.code == pointerCode && len(l) == 3 && l[0].Pair && l[2].Kind == layout.I64 &&
			l[2].Off == unsafe.Offsetof(goabi.Slice{}.Cap)
		if c.code != pointerCode && len(at) == 0 {
			at = s.At
		}
		if len(at) > 0 {
			r.recvAt = at[0]
		}
	}
	if n > 0 {
		r.i, _ = c.number(first)
		r.j, _ = c.number(first + 1)
	}
}

// begin begins a call.
func (r *repeat) begin() (*Ins, unsafe.Pointer) {
	m, c := r.m, r.c
	fp := unsafe.Add(m.base(), r.at)
	entry := c.fn.entry.Load()
	if need := frameOf(entry); uintptr(fp)+uintptr(need) > atomic.LoadUintptr(&m.limit) {
		fp = m.room(fp, need)
	}
	c.accept(r.recv)
	switch {
	case r.slice:
		at := c.fn.Sig.RecvAt
		s := (*goabi.Slice)(r.recv)
		*ptr(fp, r.recvAt), *num(fp, at[1]), *num(fp, at[2]) = s.Data, int64(s.Len), int64(s.Cap)
		c = c.fn.Static()
	case c.code == pointerCode:
		layout.Load(fp, c.fn.Sig.RecvAt, r.recv, c.fn.Sig.Recv)
		c = c.fn.Static()
	case r.method:
		*ptr(fp, r.recvAt) = r.recv
	}
	*(*unsafe.Pointer)(fp) = unsafe.Pointer(c)
	*(*uintptr)(unsafe.Add(fp, 8)) = r.ret
	m.fp = uintptr(fp)
	return entry, fp
}

// run runs the call that has begun, and returns its first result as a number.
func (r *repeat) run(in *Ins, fp unsafe.Pointer) int64 {
	m := r.m
	if headOf(in).Op != alone {
		if p := m.run(in, fp, r.at); p != nil {
			panic(p)
		}
	} else if in, fp = fast(in, fp, m); in.Op != HALT {
		m.loop(in, fp)
		if v := m.thrown; v != nil {
			m.thrown = nil
			panic(v)
		}
	}
	return *num(m.base(), slotSize+8)
}

func (r *repeat) call(i, j int) int64 {
	if v, ok := r.tryForm(i, j); ok {
		return v
	}
	in, fp := r.begin()
	*num(fp, r.i), *num(fp, r.j) = int64(i), int64(j)
	return r.run(in, fp)
}

// byIndex sorts the slice x, as sort.Slice or sort.SliceStable does; less compares elements by index.
func (h *Host) byIndex(x any, less func(i, j int) bool, stable bool) {
	slice, whole := sort.Slice, sort.Sort
	if stable {
		slice, whole = sort.SliceStable, sort.Stable
	}
	c := ClosureOf(*(*unsafe.Pointer)(unsafe.Pointer(&less)))
	if c == nil {
		slice(x, less)
		return
	}
	m := h.machine()
	r := &repeat{m: m}
	r.prepare(c, false, 2)
	m.repeats(func() {
		if v := reflect.ValueOf(x); v.Kind() == reflect.Slice {
			if keys := r.keys(v.UnsafePointer(), v.Len(), v.Type().Elem().Size()); keys != nil {
				whole(&keyedSlice{r, keys, v.Len(), reflect.Swapper(x)})
				return
			}
		}
		slice(x, func(i, j int) bool { return r.call(i, j) != 0 })
	})
}

// keys returns the sort keys of the n elements of size bytes at data, if the function of r compares nothing else.
func (r *repeat) keys(data unsafe.Pointer, n int, size uintptr) *elements.Keys {
	r.c.fn.compileOnce() // it will be called in any case
	if r.learn(r.indices); r.runs() || r.recognized.slice.how == noSlice || r.recognized.form.Size != size {
		return nil
	}
	if at, m := r.recognized.where(r.c, r.recv); at != data || m < n {
		return nil
	}
	return r.recognized.form.KeysOf(data, n, size)
}

// keyedSlice is a slice that is sorted by keys.
type keyedSlice struct {
	r    *repeat
	keys *elements.Keys
	n    int
	swap func(i, j int)
}

func (k *keyedSlice) Len() int { return k.n }
func (k *keyedSlice) Less(i, j int) bool {
	if k.r.runs() {
		return k.r.call(i, j) != 0
	}
	return k.keys.Compare(i, j) != 0
}

func (k *keyedSlice) Swap(i, j int) {
	k.keys.Swap(i, j)
	k.swap(i, j)
}

// sortBy sorts the slice x by compare, a function of two elements, as slices.SortFunc or slices.SortStableFunc does.
// It returns false if compare was made by compiled Go.
func sortBy(x, compare any, stable bool) bool {
	v := reflect.ValueOf(x)
	c := ClosureOf(goabi.FuncWord(compare))
	if c == nil {
		return false
	}
	m := c.fn.host.machine()
	leaves := layout.Leaves(v.Type().Elem())
	n := len(leaves)
	e := &sortedSlice{
		r: repeat{m: m}, leaves: leaves, a: c.fn.Sig.At[:n], b: c.fn.Sig.At[n : 2*n],
		data: v.UnsafePointer(), n: v.Len(), size: v.Type().Elem().Size(), swap: reflect.Swapper(x),
	}
	e.r.prepare(c, false, 0)
	m.repeats(func() {
		if e.apart() {
			defer e.arrange(goabi.TypeWord(v.Type().Elem())) // the order so far, if the function panics
		}
		if stable {
			sort.Stable(e)
		} else {
			sort.Sort(e)
		}
	})
	return true
}

// sortedSlice is a slice whose elements a closure compares.
type sortedSlice struct {
	r      repeat
	leaves []layout.Leaf
	a, b   []uint32 // registers of the two elements
	data   unsafe.Pointer
	n      int
	size   uintptr
	swap   func(i, j int)

	first, second unsafe.Pointer // boxes of the two elements to compare
	order         []int32        // the sorted order of elements, nil if the elements themselves are moved
	keys          *elements.Keys // nil if elements are compared directly
}

func (e *sortedSlice) Len() int { return e.n }
func (e *sortedSlice) Swap(i, j int) {
	if e.keys != nil {
		e.keys.Swap(i, j)
	}
	if e.order == nil {
		e.swap(i, j)
		return
	}
	e.order[i], e.order[j] = e.order[j], e.order[i]
}

// smallElement is the largest size of elements that are moved while sorting.
const smallElement = 16

// apart arranges to sort keys and an order, and to move large elements only at the end, if a comparison that need not
// run code is all that reads them. It reports whether that is so.
func (e *sortedSlice) apart() bool {
	if e.n < 2 || e.n > math.MaxInt32 {
		return false
	}
	e.r.c.fn.compileOnce() // it is called anyhow
	if e.r.learn(e.words); e.r.runs() || len(e.r.recognized.form.Nodes) == 0 {
		return false
	}
	e.keys = e.r.recognized.form.KeysOf(e.data, e.n, e.size)
	if e.size <= smallElement {
		return false
	}
	e.order = make([]int32, e.n)
	for i := range e.order {
		e.order[i] = int32(i)
	}
	return true
}

// arrange moves the elements, of type elem, into the sorted order.
func (e *sortedSlice) arrange(elem unsafe.Pointer) {
	kept := goabi.New(elem)
	for i := range e.order {
		if int(e.order[i]) == i {
			continue
		}
		goabi.Move(elem, kept, e.at(i))
		to := i
		for from := int(e.order[to]); from != i; from = int(e.order[to]) {
			goabi.Move(elem, e.at(to), e.at(from))
			e.order[to] = int32(to)
			to = from
		}
		goabi.Move(elem, e.at(to), kept)
		e.order[to] = int32(to)
	}
}

func (e *sortedSlice) at(i int) unsafe.Pointer { return unsafe.Add(e.data, uintptr(i)*e.size) }

func (e *sortedSlice) Less(i, j int) bool {
	if e.keys != nil && !e.r.runs() {
		return e.keys.Compare(i, j) < 0
	}
	if e.order != nil {
		i, j = int(e.order[i]), int(e.order[j])
	}
	p, q := e.at(i), e.at(j)
	if e.r.changed() {
		e.r.learn(e.words)
	}
	if !e.r.runs() && len(e.r.recognized.form.Nodes) > 0 {
		if v, ok := e.r.recognized.form.Result(p, q, 0); ok {
			return v < 0
		}
	}
	in, fp := e.r.begin()
	switch l := e.leaves; {
	case len(l) == 1 && !l[0].Kind.Pointer() && !l[0].Kind.Narrow():
		*num(fp, e.a[0]), *num(fp, e.b[0]) = *(*int64)(p), *(*int64)(q)
	case len(l) == 1 && l[0].Kind == layout.Pointer:
		*ptr(fp, e.a[0]), *ptr(fp, e.b[0]) = *(*unsafe.Pointer)(p), *(*unsafe.Pointer)(q)
	case len(l) == 1 && l[0].Kind == layout.Box: // a function copies a parameter that it keeps
		if e.first == nil {
			e.first, e.second = goabi.New(l[0].Type), goabi.New(l[0].Type)
		}
		goabi.Move(l[0].Type, e.first, p)
		goabi.Move(l[0].Type, e.second, q)
		*ptr(fp, e.a[0]), *ptr(fp, e.b[0]) = e.first, e.second
	default:
		layout.Load(fp, e.a, p, l)
		layout.Load(fp, e.b, q, l)
	}
	return e.r.run(in, fp) < 0
}

// words sets the registers that hold the words of the two elements.
func (e *sortedSlice) words(s *evaluator) {
	s.values(e.leaves, e.a, false)
	s.values(e.leaves, e.b, true)
}

// A sorter is a sort.Interface or heap.Interface whose methods are code. A machine keeps one for reuse.
type sorter struct {
	word                       unsafe.Pointer // first word of the interface
	changes                    uint64         // number of changes of methods and code when it was made
	len, less, pop, push, swap repeat
	keys                       *elements.Keys // of the slice being sorted, nil if there are none
}

func (s *sorter) Len() int {
	if n, ok := s.len.length(); ok {
		return n
	}
	return int(s.len.run(s.len.begin()))
}

func (s *sorter) Less(i, j int) bool {
	if s.keys != nil && !s.less.runs() {
		return s.keys.Compare(i, j) != 0
	}
	return s.less.call(i, j) != 0
}

func (s *sorter) Swap(i, j int) {
	s.swap.call(i, j)
	if s.keys != nil {
		s.keys.Swap(i, j)
	}
}

// findKeys finds the keys of the slice being sorted, if its methods compare and exchange whole elements.
func (s *sorter) findKeys() {
	n, ok := s.len.length()
	if s.swap.learn(s.swap.indices); !ok || s.swap.runs() || !s.swap.recognized.form.Whole() {
		return
	}
	if data, m := s.swap.recognized.where(s.swap.c, s.swap.recv); n == m {
		s.keys = s.less.keys(data, n, s.swap.recognized.form.Size)
	}
}

func (s *sorter) Push(x any) {
	in, fp := s.push.begin()
	t, p := goabi.Unpack(x)
	*num(fp, s.push.i), *ptr(fp, s.push.j) = int64(uintptr(t)), p
	s.push.run(in, fp)
}

func (s *sorter) Pop() any {
	s.pop.run(s.pop.begin())
	p := ptr(s.pop.m.base(), 2*slotSize)
	x := goabi.Any(goabi.Word(*num(s.pop.m.base(), slotSize+8)), *p)
	*p = nil
	return x
}

// methods returns the methods of the interface in their order.
func (s *sorter) methods(heap bool) []*repeat {
	if heap {
		return []*repeat{&s.len, &s.less, &s.pop, &s.push, &s.swap}
	}
	return []*repeat{&s.len, &s.less, &s.swap}
}

var sorterMethods = map[bool][]string{true: {"Len", "Less", "Pop", "Push", "Swap"}, false: {"Len", "Less", "Swap"}}

// find finds the code of the methods, and reports whether all have code.
func (s *sorter) find(m *Machine, word unsafe.Pointer, heap bool) bool {
	if changes := realtype.Changes() + codeChanges.Load(); s.word != word || s.changes != changes {
		*s = sorter{word: word, changes: changes}
		for i, r := range s.methods(heap) {
			c := entryOf(realtype.Called(*(*uintptr)(goabi.ItabMethod(word, i))))
			if c == nil && m.host.Promote != nil && m.host.Promote(goabi.TypeOf(goabi.ItabType(word)), sorterMethods[heap][i]) {
				c = entryOf(realtype.Called(*(*uintptr)(goabi.ItabMethod(word, i))))
			}
			if c == nil {
				s.len.c = nil
				return false
			}
			n := 2
			if r == &s.len || r == &s.pop {
				n = 0
			}
			r.prepare(c, true, n)
		}
	}
	return s.len.c != nil
}

// sorted calls use with data, or with a substitute that calls the methods of data at less cost if they are code.
func (h *Host) sorted(data sort.Interface, use func(sort.Interface)) {
	if !h.sort(*(*goabi.Words)(unsafe.Pointer(&data)), false, func(s *sorter) { use(s) }) {
		use(data)
	}
}

// heaped is sorted for package heap.
func (h *Host) heaped(data heap.Interface, use func(heap.Interface)) {
	if !h.sort(*(*goabi.Words)(unsafe.Pointer(&data)), true, func(s *sorter) { use(s) }) {
		use(data)
	}
}

// sort calls use with a sorter if the methods of the interface are code, and reports whether they are.
func (h *Host) sort(data goabi.Words, heap bool, use func(*sorter)) bool {
	if data[0] == nil {
		return false
	}
	m := h.machine()
	if m.sorter == nil {
		m.sorter = &sorter{}
	}
	s := m.sorter
	if !s.find(m, data[0], heap) {
		m.release()
		return false
	}
	for _, r := range s.methods(heap) {
		r.m, r.recv = m, data[1]
	}
	s.keys = nil
	if !heap {
		s.findKeys()
	}
	m.repeats(func() { use(s) })
	s.keys = nil // frees memory
	return true
}

// entryOf is ClosureOf for func values of methods in method tables, which may take a pointer to their receiver.
func entryOf(fn unsafe.Pointer) *Closure {
	if fn == nil || *(*uintptr)(fn) != pointerCode {
		return ClosureOf(fn)
	}
	return (*Closure)(fn)
}

// sorting lists the substitutes for functions that call code repeatedly, by name.
var sorting = map[string]substitute{
	"sort.Slice": {sort.Slice, func(h *Host) any {
		return func(x any, less func(i, j int) bool) { h.byIndex(x, less, false) }
	}},
	"sort.SliceStable": {sort.SliceStable, func(h *Host) any {
		return func(x any, less func(i, j int) bool) { h.byIndex(x, less, true) }
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
