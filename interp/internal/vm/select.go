package vm

import (
	"math/rand/v2"
	"reflect"
	"unsafe"

	"github.com/msrepl/msrepl/interp/internal/goabi"
	"github.com/msrepl/msrepl/interp/internal/vm/layout"
)

// SelectCase is a case of a select statement.
type SelectCase struct {
	Type *ChanType
	Chan uint32
	Send []uint32 // nil for a receive
	To   []uint32 // registers of the received value
}

// selection is a select statement.
type selection struct {
	cases     []SelectCase
	blocking  bool
	index, ok uint32 // receive the number of the case, -1 for the default, and whether a value was sent
}

// Select returns the helper of a select statement: index receives the number of the case, -1 for the default, and ok
// whether a value was sent.
func Select(cases []SelectCase, blocking bool, index, ok uint32) *Helper {
	x := &selection{cases, blocking, index, ok}
	return &Helper{"select", func(m *Machine, fp unsafe.Pointer) {
		k, sent := x.poll(fp)
		switch {
		case k >= 0:
		case blocking:
			k, sent = x.wait(m, fp)
		case len(cases) > 1: // one may have become ready after its poll, before another one ceased to be
			k, sent = x.choose(fp, goabi.NewCase(reflect.SelectDefault, nil, nil))
		}
		for i, c := range cases {
			if c.To != nil && i != k {
				layout.Zero(fp, c.To, c.Type.elem.leaves)
			}
		}
		*num(fp, index) = int64(k)
		if ok != None {
			*num(fp, ok) = b2i(sent)
		}
	}}
}

// poll tries the cases in random order. It returns -1 if none is ready.
func (x *selection) poll(fp unsafe.Pointer) (chosen int, sent bool) {
	var few [8]int
	order := few[:0]
	for i := range x.cases {
		order = append(order, i)
	}
	for n := len(order); n > 0; n-- {
		at := 0
		if n > 1 {
			at = rand.IntN(n)
		}
		k := order[at]
		order[at] = order[n-1]
		c := &x.cases[k]
		ch := *ptr(fp, c.Chan)
		if c.Send != nil {
			if c.Type.trySend(ch, fp, c.Send) {
				return k, false
			}
		} else if done, ok := c.Type.tryReceive(ch, fp, c.To); done {
			return k, ok
		}
	}
	return -1, false
}

// choose selects among all cases and last, another receive. It returns -1 for last.
func (x *selection) choose(fp unsafe.Pointer, last goabi.Case) (chosen int, sent bool) {
	list := make([]goabi.Case, len(x.cases), len(x.cases)+1)
	elems := make([]unsafe.Pointer, len(x.cases))
	for i, c := range x.cases {
		elems[i] = goabi.New(c.Type.elem.word)
		dir := reflect.SelectRecv
		if c.Send != nil {
			dir = reflect.SelectSend
			layout.Store(elems[i], fp, c.Send, c.Type.elem.leaves)
		}
		list[i] = goabi.NewCase(dir, *ptr(fp, c.Chan), elems[i])
	}
	k, sent := goabi.Select(append(list, last))
	if k == len(x.cases) {
		return -1, false
	}
	if c := x.cases[k]; c.To != nil {
		layout.Load(fp, c.To, elems[k], c.Type.elem.leaves)
	}
	return k, sent
}

// wait blocks until one of the cases is done or the run is halted.
func (x *selection) wait(m *Machine, fp unsafe.Pointer) (chosen int, sent bool) {
	defer x.waits(m, fp).end(m)
	if chosen, sent = x.choose(fp, goabi.EndCase(m.thread.period.ended)); chosen < 0 {
		m.interrupt()
	}
	return chosen, sent
}

// waits reports to the host that the goroutine waits for the channels.
func (x *selection) waits(m *Machine, fp unsafe.Pointer) waiting {
	f := m.host.Waits
	if f == nil {
		return own
	}
	w := own
	for _, c := range x.cases {
		if ch := *ptr(fp, c.Chan); ch != nil && ch != m.thread.own && !m.host.Made(ch) {
			w = foreign
		}
	}
	f(1, int(w))
	return w
}
