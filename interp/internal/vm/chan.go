package vm

import (
	"reflect"
	"slices"
	"unsafe"

	"github.com/msrepl/msrepl/interp/internal/goabi"
	"github.com/msrepl/msrepl/interp/internal/vm/layout"
)

// ChanType describes how to use channels of one type.
type ChanType struct {
	typ        reflect.Type
	elem       copier
	shape      goabi.Shape
	whole      bool // elements are exactly one or two registers
	noPointers bool // elements contain no pointers
}

// NewChanType describes channels of type t.
func NewChanType(t reflect.Type) *ChanType {
	x := &ChanType{typ: t, elem: copierOf(t.Elem()), shape: goabi.ShapeOf(t.Elem())}
	l := x.elem.leaves
	x.whole = x.elem.whole && (l[0].Kind == layout.Pointer || !l[0].Kind.Narrow())
	x.noPointers = !slices.ContainsFunc(l, func(l layout.Leaf) bool { return l.Kind.Pointer() })
	return x
}

// both returns the bidirectional channel type: directional channels have the same representation.
func (x *ChanType) both() reflect.Type {
	if x.typ.ChanDir() == reflect.BothDir {
		return x.typ
	}
	return reflect.ChanOf(reflect.BothDir, x.typ.Elem())
}

// trySend sends the value in registers from without blocking, and reports whether it has.
func (x *ChanType) trySend(ch, fp unsafe.Pointer, from []uint32) bool {
	var s scratch
	return goabi.TrySend(ch, x.elem.at(fp, from, &s))
}

// tryReceive receives into registers without blocking. If to is none, the value is dropped.
func (x *ChanType) tryReceive(ch, fp unsafe.Pointer, to []uint32) (done, ok bool) {
	switch {
	case len(to) < len(x.elem.leaves) || len(to) == 0:
		return goabi.TryRecv(ch, nil)
	case x.whole:
		return goabi.TryRecv(ch, unsafe.Add(fp, uintptr(to[0])))
	case x.noPointers && x.elem.small:
		return x.receiveCopy(ch, fp, to)
	}
	p := goabi.New(x.elem.word)
	if done, ok = goabi.TryRecv(ch, p); done {
		layout.Load(fp, to, p, x.elem.leaves)
	}
	return done, ok
}

func (x *ChanType) receiveCopy(ch, fp unsafe.Pointer, to []uint32) (done, ok bool) {
	var s scratch
	if done, ok = goabi.TryRecv(ch, unsafe.Pointer(&s)); done {
		layout.Load(fp, to, unsafe.Pointer(&s), x.elem.leaves)
	}
	return done, ok
}

// send sends the value in registers from. It blocks until that is done or the run is halted.
func (x *ChanType) send(m *Machine, ch, fp unsafe.Pointer, from []uint32) {
	defer m.waits(ch).end(m)
	var s scratch
	elem := unsafe.Pointer(nil)
	if x.shape == goabi.Other {
		elem = goabi.New(x.elem.word)
		layout.Store(elem, fp, from, x.elem.leaves)
	} else {
		elem = x.elem.at(fp, from, &s)
	}
	if !goabi.Send(ch, elem, x.shape, m.thread.period.ended) {
		m.interrupt()
	}
}

// receive receives into registers. It blocks until that is done or the run is halted. If to is none, the value is
// dropped.
func (x *ChanType) receive(m *Machine, ch, fp unsafe.Pointer, to []uint32) (ok bool) {
	defer m.waits(ch).end(m)
	var number scratch
	var pair goabi.Words
	elem, load := unsafe.Pointer(nil), len(to) > 0 && len(to) >= len(x.elem.leaves)
	switch {
	case load && x.whole && x.shape != goabi.Other:
		elem, load = unsafe.Add(fp, uintptr(to[0])), false
	case x.shape == goabi.Number:
		elem = unsafe.Pointer(&number)
	case x.shape != goabi.Other:
		elem = unsafe.Pointer(&pair)
	case load:
		elem = goabi.New(x.elem.word)
	}
	done, ok := goabi.Receive(ch, elem, x.shape, m.thread.period.ended)
	if !done {
		m.interrupt()
	}
	if load {
		layout.Load(fp, to, elem, x.elem.leaves)
	}
	return ok
}

// waiting is the kind of channels that a goroutine waits for.
type waiting uint8

const (
	own     waiting = iota // channels made by code
	foreign                // at least one channel made by compiled Go
)

// waits reports to the host that the goroutine waits for a channel. The caller must call end on the result.
func (m *Machine) waits(ch unsafe.Pointer) waiting {
	f := m.host.Waits
	if f == nil {
		return own
	}
	w := own
	if t := m.thread; ch != nil && ch != t.own {
		if m.host.Made(ch) {
			t.own = ch
		} else {
			w = foreign
		}
	}
	f(1, int(w))
	return w
}

// end reports to the host that the goroutine no longer waits.
func (w waiting) end(m *Machine) {
	if f := m.host.Waits; f != nil {
		f(-1, -int(w))
	}
}

// Make returns the helper that makes a channel.
func (x *ChanType) Make(to, size uint32) *Helper {
	t := x.both()
	return &Helper{"make a channel", func(m *Machine, fp unsafe.Pointer) {
		n := *num(fp, size)
		if n < 0 || n > 1<<40 {
			_ = make(chan byte, minusOne)
		}
		m.host.room(n, t.Elem().Size())
		ch := reflect.MakeChan(t, int(n))
		if f := m.host.MadeChan; f != nil {
			f(ch)
		}
		*ptr(fp, to) = ch.UnsafePointer()
	}}
}

// Send returns the helper that sends.
func (x *ChanType) Send(ch uint32, from []uint32) *Helper {
	return &Helper{"send", func(m *Machine, fp unsafe.Pointer) {
		if c := *ptr(fp, ch); !x.trySend(c, fp, from) {
			x.send(m, c, fp, from)
		}
	}}
}

// Receive returns the helper that receives; with ok, the last register of to reports whether the value was sent.
func (x *ChanType) Receive(to []uint32, ch uint32, ok bool) *Helper {
	n := len(x.elem.leaves)
	values := to
	if len(to) >= n {
		values = to[:n]
	}
	return &Helper{"receive", func(m *Machine, fp unsafe.Pointer) {
		c := *ptr(fp, ch)
		done, sent := x.tryReceive(c, fp, values)
		if !done {
			sent = x.receive(m, c, fp, values)
		}
		if ok {
			*num(fp, to[n]) = b2i(sent)
		}
	}}
}

// Close returns the helper that closes a channel.
func (x *ChanType) Close(ch uint32) *Helper {
	return &Helper{"close", func(_ *Machine, fp unsafe.Pointer) { close(*(*chan struct{})(unsafe.Pointer(ptr(fp, ch)))) }}
}

// Len returns the helper for the length of a channel.
func (x *ChanType) Len(to, ch uint32) *Helper {
	return &Helper{"length of a channel", func(_ *Machine, fp unsafe.Pointer) {
		*num(fp, to) = int64(len(*(*chan struct{})(unsafe.Pointer(ptr(fp, ch)))))
	}}
}

// Cap returns the helper for the capacity of a channel.
func (x *ChanType) Cap(to, ch uint32) *Helper {
	return &Helper{"capacity of a channel", func(_ *Machine, fp unsafe.Pointer) {
		*num(fp, to) = int64(cap(*(*chan struct{})(unsafe.Pointer(ptr(fp, ch)))))
	}}
}
