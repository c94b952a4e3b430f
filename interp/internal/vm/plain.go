package vm

import (
	"cmp"
	"math"
	"slices"
	"unsafe"

	"github.com/msrepl/msrepl/interp/internal/goabi"
	"github.com/msrepl/msrepl/interp/internal/vm/layout"
)

// A plain is what a short function does that sorting calls again and again, where its code only compares words of two
// elements, or exchanges them: sorting does that itself, in a fifth of the time of a run. It gives up where the code
// would fail, and the run that follows fails as it does.
type plain struct {
	entry *Ins // of the code
	slice sliceAt
	size  uintptr     // of an element
	nodes []plainNode // of a comparison, the first one is where it begins; none when the code does something else
	swaps []plainWord // of an exchange
	marks []plainMark // and what it notes in elements
	deep  []plainWord // pointers that the code follows
	short bool        // the only node compares integers of the elements that fill a register
}

// sliceAt is where the slice is whose elements are compared.
type sliceAt struct {
	how  uint8
	data int64          // captured: the place of its address, or of its pointer
	n    int64          // the offset of the slice there, or the place of its length
	of   unsafe.Pointer // a variable outside of functions
}

// The places of slices.
const (
	noSlice    = iota // elements are arguments
	ofMethod          // of the receiver
	byAddress         // of a variable that is captured
	byWords           // captured as it is
	ofVariable        // of a variable outside of functions
)

// plainWord is a word of one of the two elements, or of what a pointer in it points to.
type plainWord struct {
	second bool
	text   bool
	kind   layout.Kind
	deep   bool       // at[1] is behind the pointer at at[0]
	at     [2]uintptr // offsets
}

// plainNode compares words. It goes on at another node, or gives the result.
type plainNode struct {
	op      Op // LT, LE, EQ, NE and their likes; SUB; LDI for a constant; MOVN for the length of the slice
	branch  bool
	three   bool // the result is negative, 0 or positive
	a, b    plainWord
	imm     int64
	yes, no int
}

// plainMark stores an index in a word of an element, before the exchange.
type plainMark struct {
	to     plainWord
	second bool // which index
}

// where returns the address of a word of the elements x and y.
func (w *plainWord) where(x, y unsafe.Pointer) unsafe.Pointer {
	if w.second {
		x = y
	}
	x = unsafe.Add(x, w.at[0])
	if w.deep {
		x = unsafe.Add(*(*unsafe.Pointer)(x), w.at[1])
	}
	return x
}

// reachable says whether the pointers are there that the code follows.
func (f *plain) reachable(x, y unsafe.Pointer) bool {
	for i := range f.deep {
		if *(*unsafe.Pointer)(f.deep[i].where(x, y)) == nil {
			return false
		}
	}
	return true
}

// result returns what the code returns for the elements x and y of a slice of n.
func (f *plain) result(x, y unsafe.Pointer, n int) int64 {
	if f.short {
		node := &f.nodes[0]
		return b2i(*(*int64)(node.a.where(x, y)) < *(*int64)(node.b.where(x, y)))
	}
	for at := 0; ; {
		node := &f.nodes[at]
		switch node.op {
		case LDI:
			return node.imm
		case MOVN:
			return int64(n)
		}
		v := node.value(node.a.where(x, y), node.b.where(x, y))
		switch {
		case !node.branch:
			return v
		case v != 0:
			at = node.yes
		default:
			at = node.no
		}
	}
}

// value compares the words at p and q.
func (n *plainNode) value(p, q unsafe.Pointer) int64 {
	if n.a.text {
		return n.texts(*(*string)(p), *(*string)(q))
	}
	var v, w int64
	if n.a.kind.Narrow() {
		v, w = layout.LoadNumber(n.a.kind, p), layout.LoadNumber(n.b.kind, q)
	} else {
		v, w = *(*int64)(p), *(*int64)(q)
	}
	switch n.op {
	case LT, LTU:
		if n.op == LTU {
			v, w = v^math.MinInt64, w^math.MinInt64
		}
		if n.three {
			return int64(cmp.Compare(v, w))
		}
		return b2i(v < w)
	case LE:
		return b2i(v <= w)
	case LEU:
		return b2i(uint64(v) <= uint64(w))
	case EQ:
		return b2i(v == w)
	case NE:
		return b2i(v != w)
	case SUB:
		return v - w
	case LTF:
		if n.three {
			return int64(cmp.Compare(math.Float64frombits(uint64(v)), math.Float64frombits(uint64(w))))
		}
		return b2i(math.Float64frombits(uint64(v)) < math.Float64frombits(uint64(w)))
	case LEF:
		return b2i(math.Float64frombits(uint64(v)) <= math.Float64frombits(uint64(w)))
	case EQF:
		return b2i(math.Float64frombits(uint64(v)) == math.Float64frombits(uint64(w)))
	}
	return b2i(math.Float64frombits(uint64(v)) != math.Float64frombits(uint64(w)))
}

func (n *plainNode) texts(s, t string) int64 {
	switch {
	case n.three:
		return int64(cmp.Compare(s, t))
	case n.op == LTS:
		return b2i(s < t)
	case n.op == LES:
		return b2i(s <= t)
	}
	return b2i((s == t) == (n.op == EQS))
}

// exchange exchanges the elements x and y, whose indices are i and j.
func (f *plain) exchange(x, y unsafe.Pointer, i, j int) {
	for k := range f.marks {
		n := i
		if f.marks[k].second {
			n = j
		}
		*(*int)(f.marks[k].to.where(x, y)) = n
	}
	for k := range f.swaps {
		w := &f.swaps[k]
		p, q := unsafe.Add(x, w.at[0]), unsafe.Add(y, w.at[0])
		switch {
		case w.text:
			s, t := (*string)(p), (*string)(q)
			*s, *t = *t, *s
		case w.kind == layout.Pointer:
			s, t := (*unsafe.Pointer)(p), (*unsafe.Pointer)(q)
			*s, *t = *t, *s
		case w.kind == layout.U8:
			s, t := (*uint8)(p), (*uint8)(q)
			*s, *t = *t, *s
		case w.kind == layout.U16:
			s, t := (*uint16)(p), (*uint16)(q)
			*s, *t = *t, *s
		case w.kind == layout.U32:
			s, t := (*uint32)(p), (*uint32)(q)
			*s, *t = *t, *s
		default:
			s, t := (*uint64)(p), (*uint64)(q)
			*s, *t = *t, *s
		}
	}
}

// elements returns the slice whose elements c compares, recv being the address of that of a method.
func (f *plain) elements(c *Closure, recv unsafe.Pointer) (data unsafe.Pointer, n int) {
	switch f.slice.how {
	case ofMethod:
		s := (*goabi.Slice)(recv)
		return s.Data, s.Len
	case byAddress:
		v := *(*unsafe.Pointer)(unsafe.Add(unsafe.Pointer(c.free), f.slice.data))
		s := (*goabi.Slice)(unsafe.Add(v, f.slice.n))
		return s.Data, s.Len
	case ofVariable:
		s := (*goabi.Slice)(unsafe.Add(f.slice.of, f.slice.n))
		return s.Data, s.Len
	}
	free := unsafe.Pointer(c.free)
	return *(*unsafe.Pointer)(unsafe.Add(free, f.slice.data)), *(*int)(unsafe.Add(free, f.slice.n))
}

// plainForm returns what the function of r does, nil where that is more than a plain can do, or the run is to end;
// begin says where its arguments are.
func (r *repeat) plainForm(begin func(*seer)) *plain {
	if entry := r.c.fn.entry.Load(); entry != r.entry {
		r.entry, r.plain = entry, r.c.fn.plainOf(entry, begin)
	}
	if r.m.stop.Load() || r.method && r.recv == nil {
		return nil
	}
	return r.plain
}

// plainly does what a call with two indices does, if it can.
func (r *repeat) plainly(i, j int) (v int64, ok bool) {
	f := r.plainForm(r.indices)
	if f == nil || f.slice.how == noSlice { // code that looks at no element
		return 0, false
	}
	data, n := f.elements(r.c, r.recv)
	if uint(i) >= uint(n) || uint(j) >= uint(n) {
		return 0, false
	}
	x, y := unsafe.Add(data, uintptr(i)*f.size), unsafe.Add(data, uintptr(j)*f.size)
	if len(f.deep) > 0 && !f.reachable(x, y) {
		return 0, false
	}
	if len(f.nodes) > 0 {
		return f.result(x, y, n), true
	}
	f.exchange(x, y, i, j)
	return 0, true
}

// length returns the length that a call without arguments returns, if that is all it does.
func (r *repeat) length() (n int, ok bool) {
	f := r.plainForm(r.indices)
	if f == nil || f.slice.how == noSlice || len(f.nodes) != 1 || f.nodes[0].op != MOVN {
		return 0, false
	}
	_, n = f.elements(r.c, r.recv)
	return n, true
}

// indices says where a call by two indices has its arguments.
func (r *repeat) indices(s *seer) {
	if r.slice {
		at := r.c.fn.Sig.RecvAt
		s.plain.slice = sliceAt{how: ofMethod}
		s.regs[at[0]], s.regs[at[1]] = sight{what: data}, sight{what: length}
	}
	if r.j != r.i {
		s.regs[r.i], s.regs[r.j] = sight{what: anIndex}, sight{what: anIndex, second: true}
	}
}

// plainOf returns what the code at entry does, nil where that is more than a plain can do; begin says where the
// arguments are.
func (f *Func) plainOf(entry *Ins, begin func(*seer)) *plain {
	if headOf(entry).Op != alone {
		return nil
	}
	if p := f.plain.Load(); p != nil && p.entry == entry {
		return p.known()
	}
	p := &plain{entry: entry}
	s := &seer{plain: p, regs: map[uint32]sight{}}
	begin(s)
	if s.look(entry); s.failed {
		p.nodes, p.swaps = nil, nil
	}
	p.short = len(p.nodes) == 1 && p.nodes[0].op == LT && p.nodes[0].a.wide() && !p.nodes[0].three
	f.plain.Store(p)
	return p.known()
}

func (f *plain) known() *plain {
	if len(f.nodes) == 0 && len(f.swaps) == 0 {
		return nil
	}
	return f
}

// sameWord says whether two words are the same ones of the two elements.
func sameWord(a, b plainWord) bool {
	return a.second != b.second && a.text == b.text && a.kind == b.kind && a.deep == b.deep && a.at == b.at
}

// exchanges checks that stores exchange words, and keeps those.
func (f *plain) exchanges(stores []plainStore) bool {
	for _, s := range stores {
		if !sameWord(s.to, s.from) || s.to.deep ||
			!slices.ContainsFunc(stores, func(o plainStore) bool { return o.to == s.from && o.from == s.to }) {
			return false
		}
		if !s.to.second {
			f.swaps = append(f.swaps, s.to)
		}
	}
	return len(stores) > 0
}

// plainStore is a store of a word of one element in the other.
type plainStore struct{ to, from plainWord }
