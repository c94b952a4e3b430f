package vm

import (
	"reflect"
	"slices"
	"unsafe"

	"github.com/msrepl/msrepl/interp/internal/goabi"
)

// ChanType is how channels of one type are used.
type ChanType struct {
	typ   reflect.Type
	elem  kept
	whole bool // a register or two are what is received, all of it
	plain bool // elements hold no pointers
}

// NewChanType describes channels of type t.
func NewChanType(t reflect.Type) *ChanType {
	x := &ChanType{typ: t, elem: keptOf(t.Elem())}
	l := x.elem.leaves
	x.whole = x.elem.as && (l[0].Kind == Pointer || !l[0].Kind.narrow())
	x.plain = !slices.ContainsFunc(l, func(l Leaf) bool { return l.Kind.Pointer() })
	return x
}

func (x *ChanType) value(p unsafe.Pointer) reflect.Value {
	return reflect.NewAt(x.both(), unsafe.Pointer(&p)).Elem()
}

// both is the type of a channel of both directions: those of one direction are the same in memory.
func (x *ChanType) both() reflect.Type {
	if x.typ.ChanDir() == reflect.BothDir {
		return x.typ
	}
	return reflect.ChanOf(reflect.BothDir, x.typ.Elem())
}

// trySend sends what is in registers if that is possible at once.
func (x *ChanType) trySend(ch, fp unsafe.Pointer, from []uint32) bool {
	var s scratch
	return goabi.TrySend(ch, x.elem.at(fp, from, &s))
}

// tryReceive receives into registers if that is possible at once; none means that nobody wants the value.
func (x *ChanType) tryReceive(ch, fp unsafe.Pointer, to []uint32) (done, ok bool) {
	switch {
	case len(to) < len(x.elem.leaves) || len(to) == 0:
		return goabi.TryRecv(ch, nil)
	case x.whole:
		return goabi.TryRecv(ch, unsafe.Add(fp, uintptr(to[0])))
	case x.plain && x.elem.small:
		return x.receiveCopy(ch, fp, to)
	}
	p := goabi.New(x.elem.word)
	if done, ok = goabi.TryRecv(ch, p); done {
		Load(fp, to, p, x.elem.leaves)
	}
	return done, ok
}

func (x *ChanType) receiveCopy(ch, fp unsafe.Pointer, to []uint32) (done, ok bool) {
	var s scratch
	if done, ok = goabi.TryRecv(ch, unsafe.Pointer(&s)); done {
		Load(fp, to, unsafe.Pointer(&s), x.elem.leaves)
	}
	return done, ok
}

// sending is the case of a send of what is in registers, receiving that of a receive, for those that wait.
func (x *ChanType) sending(ch, fp unsafe.Pointer, from []uint32) reflect.SelectCase {
	p := goabi.New(x.elem.word)
	Store(p, fp, from, x.elem.leaves)
	return reflect.SelectCase{Dir: reflect.SelectSend, Chan: x.value(ch), Send: reflect.NewAt(x.typ.Elem(), p).Elem()}
}

func (x *ChanType) receiving(ch unsafe.Pointer) reflect.SelectCase {
	return reflect.SelectCase{Dir: reflect.SelectRecv, Chan: x.value(ch)}
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
			m.selectOne([]reflect.SelectCase{x.sending(c, fp, from)})
		}
	}}
}

// Receive returns the helper that receives; with ok the last register says whether the value was sent.
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
			var v reflect.Value
			_, v, sent = m.selectOne([]reflect.SelectCase{x.receiving(c)})
			if len(to) >= n {
				Load(fp, values, memory(v), x.elem.leaves)
			}
		}
		if ok {
			*num(fp, to[n]) = b2i(sent)
		}
	}}
}

// selectOne waits for one of the cases, or for the end of the run.
func (m *Machine) selectOne(cases []reflect.SelectCase) (int, reflect.Value, bool) {
	if f := m.host.Select; f != nil {
		return f(true, cases)
	}
	i, v, ok := reflect.Select(append(cases, reflect.SelectCase{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(m.thread.period.ended)}))
	if i == len(cases) {
		m.interrupt()
	}
	return i, v, ok
}

// Close returns the helper that closes a channel.
func (x *ChanType) Close(ch uint32) *Helper {
	return &Helper{"close", func(_ *Machine, fp unsafe.Pointer) { close(*(*chan struct{})(unsafe.Pointer(ptr(fp, ch)))) }}
}

// Len returns the helper that counts what waits in a channel.
func (x *ChanType) Len(to, ch uint32) *Helper {
	return &Helper{"length of a channel", func(_ *Machine, fp unsafe.Pointer) {
		*num(fp, to) = int64(len(*(*chan struct{})(unsafe.Pointer(ptr(fp, ch)))))
	}}
}

// Cap returns the helper for its capacity.
func (x *ChanType) Cap(to, ch uint32) *Helper {
	return &Helper{"capacity of a channel", func(_ *Machine, fp unsafe.Pointer) {
		*num(fp, to) = int64(cap(*(*chan struct{})(unsafe.Pointer(ptr(fp, ch)))))
	}}
}
