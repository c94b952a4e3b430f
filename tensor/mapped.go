package tensor

import (
	"runtime"
	"slices"
	"sync/atomic"
	"unsafe"

	"github.com/msrepl/msrepl/internal/session/gls"
	"github.com/msrepl/msrepl/internal/session/opwatch"
)

// This file applies a function to all slices of its arguments at once. The function gets tensors with the shape of
// one slice, whose storage refers to the tensor of all slices, stacked along axis 0. An op on such tensors is
// applied to those of all slices, by a rule in maprules.go or slice by slice. Gradient rules are composed of ops and
// are therefore mapped too. The tensors belong to different tapes: the slice to tapes started while the function
// runs, the tensor of all slices to those around it.
//
// Elements of a slice cannot be read. Reading them, changing a tensor in place, or any other operation that must
// happen once per slice ends the attempt with a panic, and the caller calls the function slice by slice instead.

// mapping is one attempt to map a function.
type mapping struct {
	seq    uint64 // greater for inner mappings
	n      int    // number of slices
	all    int    // times those of the enclosing mappings
	failed atomic.Bool
	over   atomic.Bool
}

// sliced is the storage of a tensor that has the shape of one slice.
type sliced struct {
	storage
	all   *Tensor // the tensor of all slices
	of    *mapping
	lay   *layout
	dtype DType
}

// inAll is the length of a storage that is the first field of a sliced one; its room is later.
const inAll = -2

// mappings is the innermost mapping on a goroutine.
var mappings gls.Var[*mapping]

// unmappable is the panic value that ends an attempt.
type unmappable struct{ m *mapping }

func (m *mapping) fail() {
	m.failed.Store(true)
	panic(unmappable{m})
}

// mapOver calls f with two functions: slice converts a tensor of n slices to one with the shape of a slice, and back
// converts it back, returning nil for a tensor that is the same for every slice. mapOver returns false if f cannot
// be computed for all slices at once; the results of f are then meaningless.
func mapOver(n int, f func(slice, back func(x *Tensor) *Tensor)) (ok bool) {
	if n < 1 || watching() {
		return false
	}
	m := &mapping{seq: sequence.Add(1), n: n, all: n * mappedSlices()}
	observers.Add(1)
	defer observers.Add(-1)
	defer m.over.Store(true)
	defer func() {
		switch v := recover().(type) {
		case nil:
		case unmappable:
			if v.m != m {
				panic(v)
			}
		case *Error, runtime.Error: // if it is f's own, calling f slice by slice raises it again
			m.failed.Store(true)
		default:
			panic(v)
		}
		ok = !m.failed.Load()
	}()
	mappings.With(m, func() { f(m.slice, m.back) })
	return
}

// mappedSlices returns the number of slices computed at once on this goroutine, 1 outside mappings.
func mappedSlices() int {
	if m, ok := mappings.Get(); ok {
		return m.all
	}
	return 1
}

// watching reports whether single ops are observed.
func watching() bool {
	s, _ := sights.Get()
	return s != nil || anomalies.Load() != NoAnomaly || opwatch.Get() != nil
}

// slice returns the tensor that represents each slice of all.
func (m *mapping) slice(all *Tensor) *Tensor {
	s := all.sliced()
	if s != nil && s.of.seq >= m.seq || all.weak || len(all.lay.shape) == 0 || all.lay.shape[0] != m.n {
		m.fail()
	}
	s = &sliced{all: all, of: m, lay: newLayout(all.lay.shape[1:]), dtype: all.dtype}
	s.n, s.room = inAll, later
	return &Tensor{store: &s.storage, lay: s.lay, dtype: s.dtype}
}

func (m *mapping) back(x *Tensor) *Tensor {
	if s := x.sliced(); s != nil && s.of == m {
		return s.all
	}
	return nil
}

func (s *storage) sliced() *sliced {
	if s == nil || s.room != later || s.n != inAll {
		return nil
	}
	return (*sliced)(unsafe.Pointer(s))
}

// sliced returns the sliced storage that contains t's storage, nil for an ordinary storage. It panics for a tensor
// that no op has derived from a slice.
func (t *Tensor) sliced() *sliced {
	if t == nil {
		return nil
	}
	s := t.store.sliced()
	if s == nil {
		return nil
	}
	if s.of.over.Load() || t.off != 0 || t.dtype != s.dtype || !t.lay.contig ||
		!slices.Equal(t.lay.shape, s.lay.shape) {
		s.refuse()
	}
	return s
}

// refuse ends the attempt because elements of a slice were requested.
func (s *sliced) refuse() {
	if s.of.over.Load() {
		Throw("Vmap", RuntimeError, "For 'Vmap', a tensor of shape %s is used after the mapped function in which "+
			"it was made has returned. Return it from the function.", tupleText(s.lay.shape))
	}
	s.of.fail()
}

// again returns a tensor like t, whose storage is s, over all.
func (s *sliced) again(all *Tensor) *Tensor { return s.of.slice(all) }

// innermostOf returns the innermost mapping whose slices are among in.
func innermostOf(in []*Tensor) *mapping {
	var m *mapping
	for _, x := range in {
		if s := x.sliced(); s != nil && (m == nil || s.of.seq > m.seq) {
			m = s.of
		}
	}
	return m
}

// onceEach ends the attempt on this goroutine, if any, before an action that must happen once per slice.
func onceEach() {
	if m, ok := mappings.Get(); ok && !m.over.Load() {
		m.fail()
	}
}

// onceEachOf ends the attempt if list, which is about to be exposed, contains slices.
func onceEachOf(list []*Tensor) {
	if observers.Load() != 0 {
		if m := innermostOf(list); m != nil {
			m.fail()
		}
	}
}

// apply is Apply for slices.
func (m *mapping) apply(op Op, in []*Tensor) []*Tensor {
	if watching() {
		m.fail()
	}
	out := m.forward(op, in)
	if activeTapes.Load() != 0 {
		recordLean(op, in, out)
	}
	return out
}
