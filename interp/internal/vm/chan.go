package vm

import (
	"reflect"
	"unsafe"

	"github.com/msrepl/msrepl/interp/internal/goabi"
)

// ChanType is how channels of one type are used.
type ChanType struct {
	typ  reflect.Type
	elem []Leaf
	word unsafe.Pointer // type word of the elements
}

// NewChanType describes channels of type t.
func NewChanType(t reflect.Type) *ChanType {
	return &ChanType{t, Leaves(t.Elem()), goabi.TypeWord(t.Elem())}
}

func (x *ChanType) value(p unsafe.Pointer) reflect.Value {
	return reflect.NewAt(x.both(), unsafe.Pointer(&p)).Elem()
}

// both is the type of a channel of both directions: those of one direction are the same in memory.
func (x *ChanType) both() reflect.Type { return reflect.ChanOf(reflect.BothDir, x.typ.Elem()) }

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
		p, c := goabi.New(x.word), *ptr(fp, ch)
		Store(p, fp, from, x.elem)
		if goabi.TrySend(c, p) {
			return
		}
		cases := []reflect.SelectCase{{Dir: reflect.SelectSend, Chan: x.value(c), Send: reflect.NewAt(x.typ.Elem(), p).Elem()}}
		m.selectOne(cases)
	}}
}

// Receive returns the helper that receives; with ok the last register says whether the value was sent.
func (x *ChanType) Receive(to []uint32, ch uint32, ok bool) *Helper {
	n := len(x.elem)
	return &Helper{"receive", func(m *Machine, fp unsafe.Pointer) {
		p, c := goabi.New(x.word), *ptr(fp, ch)
		done, sent := goabi.TryRecv(c, p)
		if !done {
			var v reflect.Value
			_, v, sent = m.selectOne([]reflect.SelectCase{{Dir: reflect.SelectRecv, Chan: x.value(c)}})
			p = memory(v)
		}
		if len(to) >= n {
			Load(fp, to[:n], p, x.elem)
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

// SelectCase is a case of a select statement.
type SelectCase struct {
	Type *ChanType
	Chan uint32
	Send []uint32 // nil: receives
	To   []uint32 // of a received value
}

// Select returns the helper of a select statement: index gets the number of the case, -1 for the default, and ok
// whether a value was sent.
func Select(cases []SelectCase, blocking bool, index, ok uint32) *Helper {
	return &Helper{"select", func(m *Machine, fp unsafe.Pointer) {
		list := make([]reflect.SelectCase, len(cases), len(cases)+2)
		for i, c := range cases {
			list[i] = reflect.SelectCase{Dir: reflect.SelectRecv, Chan: c.Type.value(*ptr(fp, c.Chan))}
			if c.Send != nil {
				p := goabi.New(c.Type.word)
				Store(p, fp, c.Send, c.Type.elem)
				list[i].Dir, list[i].Send = reflect.SelectSend, reflect.NewAt(c.Type.typ.Elem(), p).Elem()
			}
		}
		var k int
		var v reflect.Value
		var sent bool
		if blocking && m.host.Select == nil {
			k, v, sent = m.selectOne(list)
		} else if k, v, sent = reflect.Select(append(list, reflect.SelectCase{Dir: reflect.SelectDefault})); blocking && k == len(cases) {
			k, v, sent = m.selectOne(list)
		}
		for i, c := range cases {
			if c.To != nil {
				Zero(fp, c.To, c.Type.elem)
				if i == k {
					Load(fp, c.To, memory(v), c.Type.elem)
				}
			}
		}
		if k == len(cases) {
			k = -1
		}
		*num(fp, index) = int64(k)
		if ok != None {
			*num(fp, ok) = b2i(sent)
		}
	}}
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
