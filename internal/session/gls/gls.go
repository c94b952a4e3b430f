// Package gls holds what is in force while a function runs, on the goroutine that runs it and on those that it
// starts: recording switched off, mixed precision, the random streams of a recomputation.
//
// Go has no goroutine-local storage; the one thing that the runtime keeps per goroutine and passes on to new ones is
// the profiler's labels. A scope sets labels of its own and is found again by their identity. The goroutine that
// opened the scope is also known by its address, so that the scope survives other labels, which pprof.Do or
// pprof.SetGoroutineLabels set; Get then puts the scope's labels back, for goroutines to come. A goroutine that is
// started under other labels before the first Get is in no scope. Nobody pays for this outside of scopes, where Get
// is one atomic load.
package gls

import (
	"context"
	"runtime/pprof"
	"sync"
	"sync/atomic"
	"unsafe"
)

// Var is something that a scope may set. The zero Var is ready for use; it must not be copied.
type Var[T any] struct{ scopes atomic.Int64 }

// frame is one scope that runs, or has run: a scope that a goroutine has opened may outlive those around it.
type frame struct {
	outer  *frame
	key    any // the *Var
	value  any
	group  string // that of its goroutines in profiles
	labels unsafe.Pointer
	over   atomic.Bool
}

var (
	frames  sync.Map // labels of a goroutine → *frame
	openers sync.Map // a goroutine that has opened scopes → the *frame of the innermost
)

// innermost returns the innermost scope around the caller, nil outside of all.
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

// noGroup is the group of goroutines in scopes outside of all groups.
const noGroup = "scope"

// With calls run with v set to value.
func (v *Var[T]) With(value T, run func()) {
	outer, group := innermost(), noGroup
	if outer != nil {
		group = outer.group
	}
	v.with(outer, group, value, run)
}

// WithGroup is With for what begins a group of goroutines: the calling one, and those that it and they start before
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

// Any says whether a scope that sets v runs on any goroutine.
func (v *Var[T]) Any() bool { return v.scopes.Load() != 0 }

// Get returns what the innermost scope around the caller set v to, and whether there is one.
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

// Place is a goroutine's place among scopes, to take another goroutine there.
type Place struct{ labels unsafe.Pointer }

// Here returns the place of the calling goroutine.
func Here() Place {
	innermost() // which puts its labels back
	return Place{labels()}
}

// Enter takes the calling goroutine, which has opened no scope itself, to a place. The scopes of the place must not
// end before the goroutine has left it.
func (p Place) Enter() { setLabels(p.labels) }

// Go starts a goroutine that is in no scope, wherever the caller is: one that serves the whole process.
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
