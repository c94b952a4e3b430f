package interp

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/msrepl/msrepl/internal/session/opwatch"
	"github.com/msrepl/msrepl/interp/internal/debug"
	"github.com/msrepl/msrepl/tensor"
)

// DebugWatch says at which ops of tensors a cell stops that a debugger is attached to.
type DebugWatch struct {
	NaN      bool     // one makes a NaN though no argument holds one
	Shape    bool     // the result has not the shape that the same op had at the same line before
	Gradient bool     // the gradient of one is about to be computed
	Ops      []string // one of these is applied, by MindSpore's names; upper and lower case are the same
}

// opWatcher stops where ops do what a DebugWatch names.
type opWatcher struct {
	DebugWatch
	m *machine

	mu     sync.Mutex
	shapes map[string]string // of the first results, by op and line
}

// Watch stops at ops from now on; the zero DebugWatch ends it.
func (d *Debugger) Watch(w DebugWatch) {
	d.watch = w
	if !w.NaN && !w.Shape && !w.Gradient && len(w.Ops) == 0 {
		opwatch.Set(nil)
		return
	}
	o := &opWatcher{DebugWatch: w, m: d.s.engine().machine, shapes: map[string]string{}}
	opwatch.Set(&opwatch.Watch{Forward: o.forward, Backward: o.backward})
}

// forward looks at an op that has been applied.
func (o *opWatcher) forward(op string, in, out []any) {
	at := o.m.host.Stopped()
	if at == nil || len(out) == 0 || o.m.debug.Busy(at.Goroutine()) {
		return
	}
	reason, text := "", ""
	switch was := o.shape(op, out); {
	case o.NaN && holdsNaN(out) && !holdsNaN(in):
		reason, text = "nan", op+" makes a NaN of arguments that hold none"
	case was != "":
		reason, text = "shape", fmt.Sprintf("%s gives the shape %s, which was %s before", op, shapesOf(out), was)
	case slices.ContainsFunc(o.Ops, func(name string) bool { return strings.EqualFold(name, op) }):
		reason, text = "op", op+" gives "+debug.Text(reflect.ValueOf(out[0]))
	default:
		return
	}
	o.m.debug.Break(at, reason, text, append(seen("in", in), seen("out", out)...)...)
}

// shape returns which shape an op had at this line before, "" if it is the same now or is not looked at.
func (o *opWatcher) shape(op string, out []any) (was string) {
	if !o.Shape {
		return ""
	}
	at, ok := o.m.here()
	if !ok {
		return ""
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	key, now := fmt.Sprintf("%s %s:%d:%d", op, at.Filename, at.Line, at.Column), shapesOf(out)
	if was = o.shapes[key]; was == now {
		was = ""
	}
	o.shapes[key] = now
	return was
}

// backward looks at a gradient that is about to be computed.
func (o *opWatcher) backward(op, line string, gradients []any) {
	nan := o.NaN && holdsNaN(gradients)
	at := o.m.host.Stopped()
	if at == nil || !o.Gradient && !nan {
		return
	}
	text := "the gradient of " + op
	if line != "" {
		text += ", which was applied at " + line
	}
	reason := "gradient"
	if nan && !o.Gradient {
		reason, text = "nan", "a NaN has come to "+text
	}
	o.m.debug.Break(at, reason, text, seen("gradient", gradients)...)
}

// seen names tensors: out, or out 0 and out 1.
func seen(name string, list []any) (all []debug.Child) {
	for i, x := range list {
		if t, ok := x.(*tensor.Tensor); !ok || t == nil {
			continue
		}
		c := debug.Child{Name: name, Value: reflect.ValueOf(x)}
		if len(list) > 1 {
			c.Name = fmt.Sprintf("%s %d", name, i)
		}
		all = append(all, c)
	}
	return all
}

func shapesOf(list []any) string {
	var parts []string
	for _, x := range list {
		if t, ok := x.(*tensor.Tensor); ok && t != nil {
			parts = append(parts, fmt.Sprint(t.Shape()))
		}
	}
	return strings.Join(parts, " ")
}

func holdsNaN(list []any) bool {
	return slices.ContainsFunc(list, func(x any) bool {
		t, ok := x.(*tensor.Tensor)
		return ok && t != nil && t.DType().IsFloat() && slices.ContainsFunc(t.Float64s(), func(v float64) bool { return v != v })
	})
}
