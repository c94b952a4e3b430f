package debug

import (
	"cmp"
	"fmt"

	"github.com/msrepl/msrepl/interp/internal/vm"
)

// At is called by a goroutine at a mark that is on.
func (d *Debugger) At(s *vm.Stopped, k *vm.Mark) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.evaluating[s.Goroutine()] || !d.on || !d.await(s) {
		return
	}
	var e *Event
	if b := d.bound[k]; b != nil {
		e = d.hit(s, b)
	}
	if e == nil && d.stepped(s, k) {
		e = &Event{Reason: "step"}
	}
	if e == nil && d.pause {
		e = &Event{Reason: "pause"}
	}
	if e == nil || !d.await(s) { // others may stop while a condition is evaluated
		return
	}
	d.pause = false
	d.hold(s, *e)
}

// Break stops the calling goroutine for another reason, such as a panic, with related values, unless the debugger is
// off or the goroutine evaluates something for the debugger.
func (d *Debugger) Break(s *vm.Stopped, reason, text string, seen ...Child) {
	d.BreakAt(s, nil, reason, text, seen...)
}

// BreakAt is Break for a breakpoint without a line: it stops if its condition and its hit condition hold.
func (d *Debugger) BreakAt(s *vm.Stopped, b *Breakpoint, reason, text string, seen ...Child) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.evaluating[s.Goroutine()] || !d.on || !d.await(s) {
		return
	}
	e := &Event{Text: text}
	if b != nil {
		if e = d.hit(s, b); e == nil || !d.await(s) { // others may stop while a condition is evaluated
			return
		}
		e.Text = cmp.Or(e.Text, text)
	}
	d.hold(s, Event{Reason: reason, Text: e.Text}, seen...)
}

// await waits until no other goroutine is stopped. It returns false if this one must not stop: its run is halted, or
// the debugger is off. The caller holds the lock.
func (d *Debugger) await(s *vm.Stopped) bool {
	for d.stop != nil {
		w := &Stop{Thread: d.thread(s.Goroutine()), Calls: s.Calls(), on: s}
		d.waiting = append(d.waiting, w)
		release := d.release
		d.mu.Unlock()
		halted := false
		select {
		case <-release:
		case <-d.world.Halted():
			halted = true
		}
		d.mu.Lock()
		for i, o := range d.waiting {
			if o == w {
				d.waiting = append(d.waiting[:i:i], d.waiting[i+1:]...)
				break
			}
		}
		if halted {
			return false
		}
	}
	return d.on
}

// stepped reports whether a step ends at a mark.
func (d *Debugger) stepped(s *vm.Stopped, k *vm.Mark) bool {
	t := d.step
	if t == nil || t.goroutine != s.Goroutine() {
		return false
	}
	at := s.Depth()
	by, panics := s.Unwinds()
	switch t.how {
	case In:
		return true
	case Over:
		return at.Less(t.home) || at == t.depth && (t.in == nil || k.In == t.in) || t.reaches(s, k) ||
			panics && !t.home.Less(by)
	}
	return at.Less(t.home) || panics && by.Less(t.home) && at != t.home
}

// reaches reports whether a mark is in the call in which the step began, or, at another depth, in the body of a loop
// over a function in that call.
func (t *step) reaches(s *vm.Stopped, k *vm.Mark) bool {
	if t.in == nil || k.In == nil || k.In.Home != t.in.Home {
		return false
	}
	if !k.In.Body {
		return s.Depth() == t.home
	}
	return s.Calls()[0].Home().Depth() == t.home
}

// hit counts a hit of a breakpoint and returns the stop, or nil if it does not stop now.
func (d *Debugger) hit(s *vm.Stopped, b *Breakpoint) *Event {
	if b.Condition != "" {
		var is bool
		var err error
		d.quietly(s.Goroutine(), func() { is, err = d.world.Test(s, b.Condition) })
		if err != nil {
			return &Event{Reason: "breakpoint", Hit: []int{b.ID}, Text: fmt.Sprintf("condition %s: %v", b.Condition, err)}
		}
		if !is {
			return nil
		}
	}
	b.hits++
	if !counts(b.Hit, b.hits) {
		return nil
	}
	if b.Log != "" {
		thread := d.thread(s.Goroutine())
		d.quietly(s.Goroutine(), func() {
			d.world.Event(Event{Kind: "output", Text: d.world.Format(s, b.Log), Thread: thread})
		})
		return nil
	}
	return &Event{Reason: "breakpoint", Hit: []int{b.ID}}
}

// hold stops the goroutine until it is resumed or its run is halted. The caller holds the lock.
func (d *Debugger) hold(on *vm.Stopped, e Event, seen ...Child) {
	s := &Stop{
		Thread: d.thread(on.Goroutine()), Reason: e.Reason, Text: e.Text, Calls: on.Calls(), on: on,
		Seen: seen, work: make(chan func()), done: make(chan struct{}),
	}
	d.stop, d.step = s, nil
	d.arm()
	e.Kind, e.Thread = "stopped", s.Thread
	d.quietly(on.Goroutine(), func() {
		defer func() { // also if an evaluation has panicked
			d.mu.Lock()
			unasked := d.stop == s && d.resume(Continue)
			d.mu.Unlock()
			if unasked {
				d.world.Event(Event{Kind: "continued", Thread: s.Thread})
			}
		}()
		d.world.Event(e)
		s.serve(d.world.Halted())
	})
}

// serve runs requested functions until the goroutine is resumed, or its run is halted.
func (s *Stop) serve(halted <-chan struct{}) {
	for {
		select {
		case f := <-s.work:
			f()
		case <-s.done:
			return
		case <-halted:
			return
		}
	}
}
