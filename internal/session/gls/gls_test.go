package gls

import (
	"context"
	"runtime/pprof"
	"sync"
	"testing"
)

func TestScopes(t *testing.T) {
	var name Var[string]
	var depth Var[int]
	want := func(what, n string, d int) {
		t.Helper()
		if gotN, _ := name.Get(); gotN != n {
			t.Errorf("%s: name = %q, want %q", what, gotN, n)
		}
		if gotD, _ := depth.Get(); gotD != d {
			t.Errorf("%s: depth = %d, want %d", what, gotD, d)
		}
	}
	want("outside", "", 0)
	name.With("a", func() {
		want("inside", "a", 0)
		depth.With(1, func() {
			want("both", "a", 1)
			name.With("b", func() { want("innermost", "b", 1) })
			want("after the innermost", "a", 1)
		})
		func() {
			defer func() { _ = recover() }()
			depth.With(2, func() { panic("leaves the scope") })
		}()
		want("after a panic", "a", 0)
	})
	want("after all", "", 0)
}

// TestGoroutines: a goroutine started inside a scope belongs to it while the scope lasts; others do not.
func TestGoroutines(t *testing.T) {
	var v Var[int]
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for range 100 {
				v.With(i, func() {
					done := make(chan int)
					go func() { got, _ := v.Get(); done <- got }()
					if got := <-done; got != i {
						t.Errorf("a goroutine started in scope %d got %d", i, got)
					}
				})
				if _, ok := v.Get(); ok {
					t.Error("in a scope after its end")
				}
			}
		})
	}
	wg.Wait()
	late := make(chan bool)
	over := make(chan struct{})
	v.With(1, func() { go func() { <-over; _, ok := v.Get(); late <- ok }() })
	close(over)
	v.With(2, func() {
		if <-late {
			t.Error("a scope that ended is in force on a goroutine that it started")
		}
	})
}

// TestOutlives: when enclosing scopes end, the scope of a goroutine keeps its own settings and loses theirs.
func TestOutlives(t *testing.T) {
	var outer, own Var[int]
	over, done := make(chan struct{}), make(chan struct{})
	outer.With(1, func() {
		inside := make(chan struct{})
		go own.With(2, func() {
			defer close(done)
			if got, _ := outer.Get(); got != 1 {
				t.Errorf("the outer scope says %d while it lasts", got)
			}
			close(inside)
			<-over
			if _, ok := outer.Get(); ok {
				t.Error("the outer scope is in force after its end")
			}
			if got, _ := own.Get(); got != 2 {
				t.Errorf("the goroutine's own scope says %d", got)
			}
		})
		<-inside
	})
	close(over)
	<-done
}

// TestLabelsRestored checks that the labels of a program that is being profiled are there again afterwards.
func TestLabelsRestored(t *testing.T) {
	var v Var[int]
	pprof.Do(context.Background(), pprof.Labels("k", "v"), func(context.Context) {
		before := labels()
		v.With(1, func() {})
		if labels() != before {
			t.Error("the labels before the scope are lost")
		}
	})
}

// TestOtherLabels checks that other labels, set for a while or for good, change nothing for the goroutine that opened
// a scope, nor for those that it starts after it has looked.
func TestOtherLabels(t *testing.T) {
	var v, w Var[int]
	ctx := context.Background()
	want := func(what string, n, m int) {
		t.Helper()
		if got, _ := v.Get(); got != n {
			t.Errorf("%s: %d, want %d", what, got, n)
		}
		if got, _ := w.Get(); got != m {
			t.Errorf("%s: the inner one %d, want %d", what, got, m)
		}
	}
	started := func(what string, n, m int) {
		t.Helper()
		done := make(chan struct{})
		go func() { defer close(done); want(what, n, m) }()
		<-done
	}
	common := pprof.WithLabels(ctx, pprof.Labels("k", "shared"))
	v.With(1, func() {
		pprof.Do(ctx, pprof.Labels("a", "b"), func(ctx context.Context) {
			want("inside Do", 1, 0)
			started("started inside Do", 1, 0)
			w.With(2, func() { want("a scope inside Do", 1, 2) })
			want("after it", 1, 0)
			pprof.Do(ctx, pprof.Labels("c", "d"), func(context.Context) { want("Do inside Do", 1, 0) })
		})
		want("after Do", 1, 0)
		started("started after Do", 1, 0)
		pprof.SetGoroutineLabels(common)
		want("set", 1, 0)
		w.With(2, func() {
			pprof.SetGoroutineLabels(common)
			want("set again", 1, 2)
		})
		pprof.SetGoroutineLabels(ctx)
		want("taken off", 1, 0)
	})
	pprof.Do(common, pprof.Labels(), func(context.Context) { want("outside", 0, 0) })
	over := make(chan struct{})
	pprof.SetGoroutineLabels(common)
	go v.With(3, func() {
		pprof.SetGoroutineLabels(common)
		want("another goroutine", 3, 0)
		over <- struct{}{}
		over <- struct{}{}
	})
	<-over
	want("this one, with labels that the other one set", 0, 0)
	<-over
	pprof.SetGoroutineLabels(ctx)
}

func BenchmarkGet(b *testing.B) {
	var v Var[int]
	b.Run("outside", func(b *testing.B) {
		for b.Loop() {
			v.Get()
		}
	})
	b.Run("inside", func(b *testing.B) {
		v.With(1, func() {
			for b.Loop() {
				v.Get()
			}
		})
	})
}
