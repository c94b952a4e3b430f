package interp

import (
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// A runaway recursion would end the process: Go cannot recover from a full stack. The watch sees
// the stacks grow and stops the cell long before that; lowered code pays nothing for it.
type stackWatch struct {
	timer  *time.Ticker
	sample []metrics.Sample
	start  uint64
}

const (
	watchEvery = 5 * time.Millisecond
	stackLimit = 192 << 20 // by which the stacks may grow; a level of recursion takes about a kilobyte
	stackMax   = 4 << 30   // room to notice; the default of 1 GB is filled in half a second
)

func init() { debug.SetMaxStack(stackMax) }

func newStackWatch() *stackWatch {
	w := &stackWatch{
		timer:  time.NewTicker(watchEvery),
		sample: []metrics.Sample{{Name: "/memory/classes/heap/stacks:bytes"}},
	}
	w.start = w.read()
	return w
}

func (w *stackWatch) tick() <-chan time.Time { return w.timer.C }

func (w *stackWatch) stop() { w.timer.Stop() }

func (w *stackWatch) read() uint64 {
	metrics.Read(w.sample)
	return w.sample[0].Value.Uint64()
}

// overflow says whether the stacks have grown beyond all reason since the cell began.
func (w *stackWatch) overflow() bool {
	now := w.read()
	w.start = min(w.start, now)
	return now-w.start > stackLimit
}
