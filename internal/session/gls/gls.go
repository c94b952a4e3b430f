// Package gls implements settings that apply while a function runs, on its goroutine and on those that it starts:
// recording switched off, mixed precision, the random streams of a recomputation.
//
// Go has no goroutine-local storage; the only data that the runtime keeps per goroutine and copies to new ones is the
// profiler's labels. A scope sets its own labels and is identified by their address. The goroutine that opened the
// scope is also identified by its own address, so that the scope survives other labels set by pprof.Do or
// pprof.SetGoroutineLabels; Get then restores the scope's labels for goroutines started later. A goroutine that is
// started under other labels before the first Get is in no scope. Outside of scopes, Get costs one atomic load.
package gls

import (
	"context"
	"runtime/pprof"
	"sync"
	"sync/atomic"
	"unsafe"
)

// Var is a variable that scopes set. The zero Var is ready for use. A Var must not be copied.
type Var[T any] struct{ scopes atomic.Int64 }

// frame is a scope that runs or has ended: a scope opened by a goroutine may outlive the enclosing ones.
type frame struct {
	outer  *frame
	key    any // the *Var
	value  any
	group  string // of its goroutines in profiles
	labels unsafe.Pointer
	over   atomic.Bool
}

var (
	frames  sync.Map // labels of a goroutine → *frame
	openers sync.Map // goroutine that has opened scopes → *frame of the innermost
)

// innermost returns the innermost scope around the caller, or nil outside of scopes.
func innermost() *frame {
	if g := goroutine(); g != nil {
		if f, ok := openers.Load(g); ok {
			f := f.(*frame)
			if labels() != f.labels {
				setLabels(f.labels)
			}
			return f
		}
	}
	f, _ := frames.Load(labels())
	o, _ := f.(*frame)
	return o
}

// noGroup is the group of goroutines in scopes without a group.
const noGroup = "scope"

// With calls run with v set to value.
func (v *Var[T]) With(value T, run func()) {
	outer, group := innermost(), noGroup
	if outer != nil {
		group = outer.group
	}
	v.with(outer, group, value, run)
}

// WithGroup is With, and also begins a group of goroutines: the calling one, and those that the group starts before
// run returns.
func (v *Var[T]) WithGroup(group string, value T, run func()) { v.with(innermost(), group, value, run) }

func (v *Var[T]) with(outer *frame, group string, value T, run func()) {
	before, g := labels(), goroutine()
	pprof.SetGoroutineLabels(pprof.WithLabels(context.Background(), pprof.Labels(key, group)))
	f := &frame{outer: outer, key: v, value: value, group: group, labels: labels()}
	frames.Store(f.labels, f)
	around, nested := openers.Load(g)
	if g != nil {
		openers.Store(g, f)
	}
	v.scopes.Add(1)
	defer func() {
		f.over.Store(true)
		v.scopes.Add(-1)
		frames.Delete(f.labels)
		if nested {
			openers.Store(g, around)
		} else {
			openers.Delete(g)
		}
		setLabels(before)
	}()
	run()
}

// Any reports whether a scope that sets v runs on any goroutine.
func (v *Var[T]) Any() bool { return v.scopes.Load() != 0 }

// Get returns the value that the innermost scope around the caller set v to, and whether there is one.
func (v *Var[T]) Get() (value T, ok bool) {
	if !v.Any() {
		return value, false
	}
	return v.find()
}

func (v *Var[T]) find() (value T, ok bool) {
	for f := innermost(); f != nil; f = f.outer {
		if f.key == v && !f.over.Load() {
			return f.value.(T), true
		}
	}
	return value, false
}

// Place identifies the scopes of a goroutine, so that another goroutine can enter them.
type Place struct{ labels unsafe.Pointer }

// Here returns the place of the calling goroutine.
func Here() Place {
	innermost() // innermost restores the labels of the scope
	return Place{labels()}
}

// Enter moves the calling goroutine, which must not have opened scopes, into the scopes of a place. They must not end
// before the goroutine has left them.
func (p Place) Enter() { setLabels(p.labels) }

// Go starts a goroutine outside of all scopes, for work that serves the whole process.
func Go(f func()) {
	before := labels()
	setLabels(nil)
	go f()
	setLabels(before)
}

// The runtime promises to keep both functions as they are for packages like this one (go.dev/issue/67401).

//go:linkname labels runtime/pprof.runtime_getProfLabel
func labels() unsafe.Pointer

//go:linkname setLabels runtime/pprof.runtime_setProfLabel
func setLabels(unsafe.Pointer)
