// Package elements evaluates short functions of cells on two elements of a slice: functions that compare words of the
// elements, or exchange them. Sorting calls such a function repeatedly; evaluating its form takes a fifth of the time
// of running it.
package elements

import (
	"slices"
	"unsafe"

	"github.com/msrepl/msrepl/interp/internal/vm/layout"
)

// A Form describes what a function does with two elements. Evaluation gives up where the code would fail, so that the
// code runs and fails itself.
type Form struct {
	Size  uintptr // of an element
	Nodes []Node  // of a comparison, beginning with the first; none for an exchange
	Swaps []Word  // of an exchange
	Marks []Mark  // stores of indices in elements by an exchange
	Ways  []Word  // pointers and interfaces that the code dereferences
	short short
}

// A Word is a word of one of the two elements, or of what a pointer or an interface in it refers to.
type Word struct {
	Second bool // of the second element
	Text   bool
	Kind   layout.Kind
	Deep   bool       // at offset At[1] behind the pointer at At[0]
	Method *Method    // the result of a method of the interface at At[0], or at offset At[1] of that
	Term   *Term      // it is computed
	At     [2]uintptr // offsets
}

// A Mark is a store of an index in a word of an element, before the exchange.
type Mark struct {
	To     Word
	Second bool // the index that is stored
}

// where returns the address of a word of the elements x and y, or nil if a pointer on the way is nil.
func (w *Word) where(x, y unsafe.Pointer) unsafe.Pointer {
	if w.Second {
		x = y
	}
	x = unsafe.Add(x, w.At[0])
	switch {
	case w.Method != nil:
		inner, data := w.Method.of(x)
		if inner == nil || inner.Term != nil {
			return nil
		}
		return unsafe.Add(inner.where(data, nil), w.At[1])
	case w.Deep:
		if x = *(*unsafe.Pointer)(x); x == nil {
			return nil
		}
		return unsafe.Add(x, w.At[1])
	}
	return x
}

// number returns the value of a word that is a number.
func (w *Word) number(x, y unsafe.Pointer) (v int64, ok bool) {
	if w.Term != nil {
		return w.Term.value(x, y)
	}
	if w.Second {
		x = y
	}
	x = unsafe.Add(x, w.At[0])
	switch {
	case w.Method != nil:
		inner, data := w.Method.of(x)
		switch {
		case inner == nil:
			return 0, false
		case w.At[1] == 0:
			return inner.number(data, nil)
		}
		x = unsafe.Add(inner.where(data, nil), w.At[1])
	case w.Deep:
		if x = *(*unsafe.Pointer)(x); x == nil {
			return 0, false
		}
		x = unsafe.Add(x, w.At[1])
	}
	if w.Kind.Narrow() {
		return layout.LoadNumber(w.Kind, x), true
	}
	return *(*int64)(x), true
}

// begins reports whether the way to w is a part of the way to o.
func (w *Word) begins(o *Word) bool {
	return w.Second == o.Second && w.At[0] == o.At[0] && w.Method == o.Method && (o.Deep || o.Method != nil)
}

// Follow records that the code dereferences w.
func (f *Form) Follow(w Word) {
	if !slices.Contains(f.Ways, w) {
		f.Ways = append(f.Ways, w)
	}
}

// Complete completes the form.
func (f *Form) Complete() {
	if len(f.Nodes) > 0 { // the first node itself dereferences some of them
		n := &f.Nodes[0]
		f.Ways = slices.DeleteFunc(f.Ways, func(w Word) bool { return n.Op < Constant && (w.begins(&n.A) || w.begins(&n.B)) })
	}
	for i := range f.Nodes {
		n := &f.Nodes[i]
		n.near = n.Op < Constant && !n.A.far() && !n.B.far()
	}
	f.short = f.shorten()
}

// open reports whether all pointers and interfaces that the code dereferences are valid.
func (f *Form) open(x, y unsafe.Pointer) bool {
	for i := range f.Ways {
		if w := &f.Ways[i]; !w.leads(x, y) {
			return false
		}
	}
	return true
}

func (w *Word) leads(x, y unsafe.Pointer) bool {
	if w.Method == nil {
		return w.where(x, y) != nil
	}
	if w.Second {
		x = y
	}
	inner, _ := w.Method.of(unsafe.Add(x, w.At[0]))
	return inner != nil
}

// At evaluates the form for the elements i and j of n at data. It returns false, without any effect, if the code has
// to run.
func (f *Form) At(data unsafe.Pointer, n, i, j int) (v int64, ok bool) {
	if uint(i) >= uint(n) || uint(j) >= uint(n) {
		return 0, false
	}
	x, y := unsafe.Add(data, uintptr(i)*f.Size), unsafe.Add(data, uintptr(j)*f.Size)
	s := &f.short
	if s.how == long {
		return f.do(x, y, n, i, j)
	}
	if s.back {
		x, y = y, x
	}
	x, y = unsafe.Add(x, s.at[0]), unsafe.Add(y, s.at[1])
	switch s.how {
	case lessNumber:
		return number(*(*int64)(x) < *(*int64)(y)), true
	case lessBehind:
		p, q := *(*unsafe.Pointer)(x), *(*unsafe.Pointer)(y)
		if p == nil || q == nil {
			return 0, false
		}
		return number(*(*int64)(unsafe.Add(p, s.deep[0])) < *(*int64)(unsafe.Add(q, s.deep[1]))), true
	case lessText:
		return number(*(*string)(x) < *(*string)(y)), true
	case swapNumber:
		p, q := (*int64)(x), (*int64)(y)
		*p, *q = *q, *p
	case swapPointer:
		p, q := (*unsafe.Pointer)(x), (*unsafe.Pointer)(y)
		*p, *q = *q, *p
	case swapText:
		p, q := (*string)(x), (*string)(y)
		*p, *q = *q, *p
	}
	return 0, true
}

// do is At for forms that are not short.
func (f *Form) do(x, y unsafe.Pointer, n, i, j int) (v int64, ok bool) {
	if len(f.Nodes) > 0 {
		return f.Result(x, y, n)
	}
	return 0, f.exchange(x, y, i, j)
}

// exchange exchanges the elements x and y, whose indices are i and j, if the words that store the indices are
// accessible.
func (f *Form) exchange(x, y unsafe.Pointer, i, j int) bool {
	if !f.open(x, y) {
		return false
	}
	for k := range f.Marks {
		n := i
		if f.Marks[k].Second {
			n = j
		}
		*(*int)(f.Marks[k].To.where(x, y)) = n
	}
	for k := range f.Swaps {
		f.Swaps[k].swap(unsafe.Add(x, f.Swaps[k].At[0]), unsafe.Add(y, f.Swaps[k].At[0]))
	}
	return true
}

// Whole reports whether an exchange is of whole elements, and stores no index in them.
func (f *Form) Whole() bool {
	size := uintptr(0)
	for i := range f.Swaps {
		size += f.Swaps[i].size()
	}
	return size == f.Size && len(f.Marks) == 0
}

// size returns the size of the word in bytes.
func (w *Word) size() uintptr {
	if w.Text {
		return 16
	}
	return w.Kind.Size()
}

// swap exchanges two words of the kind of w.
func (w *Word) swap(p, q unsafe.Pointer) {
	switch {
	case w.Text:
		s, t := (*string)(p), (*string)(q)
		*s, *t = *t, *s
	case w.Kind == layout.Pointer:
		s, t := (*unsafe.Pointer)(p), (*unsafe.Pointer)(q)
		*s, *t = *t, *s
	case w.Kind == layout.U8:
		s, t := (*uint8)(p), (*uint8)(q)
		*s, *t = *t, *s
	case w.Kind == layout.U16:
		s, t := (*uint16)(p), (*uint16)(q)
		*s, *t = *t, *s
	case w.Kind == layout.U32:
		s, t := (*uint32)(p), (*uint32)(q)
		*s, *t = *t, *s
	default:
		s, t := (*uint64)(p), (*uint64)(q)
		*s, *t = *t, *s
	}
}

// short is a form that only compares, or only exchanges, one word of each element.
type short struct {
	how  uint8
	back bool // the first operand is of the second element
	at   [2]uintptr
	deep [2]uintptr // offsets behind the pointers at at
}

// Operations of short forms.
const (
	long       = iota // not a short form
	lessNumber        // integers that fill a register
	lessBehind        // the same, behind pointers
	lessText
	swapNumber // of eight bytes
	swapPointer
	swapText
)

// shorten returns the short form of f.
func (f *Form) shorten() (s short) {
	switch {
	case len(f.Nodes) == 1:
		n := &f.Nodes[0]
		s.at, s.back = [2]uintptr{n.A.At[0], n.B.At[0]}, n.A.Second
		switch {
		case n.Three || n.A.Second == n.B.Second || len(f.Ways) > 0:
		case n.Op == Less && n.A.behind() && n.B.behind():
			s.how, s.deep = lessBehind, [2]uintptr{n.A.At[1], n.B.At[1]}
		case n.A.far() || n.B.far():
		case n.Op == Less && n.A.Wide() && n.B.Wide():
			s.how = lessNumber
		case n.Op == TextLess:
			s.how = lessText
		}
	case len(f.Swaps) == 1 && len(f.Marks) == 0:
		w := &f.Swaps[0]
		s.at = [2]uintptr{w.At[0], w.At[0]}
		switch {
		case w.Text:
			s.how = swapText
		case w.Kind == layout.Pointer:
			s.how = swapPointer
		case w.Wide():
			s.how = swapNumber
		}
	}
	return s
}

// behind reports whether a word is a number that fills a register, behind a pointer.
func (w *Word) behind() bool { return w.Deep && w.Method == nil && w.Term == nil && w.Wide() }

func (w *Word) far() bool { return w.Deep || w.Method != nil || w.Term != nil }

func number(b bool) int64 {
	var v int64
	if b {
		v = 1
	}
	return v
}
