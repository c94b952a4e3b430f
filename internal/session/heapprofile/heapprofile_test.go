package heapprofile

import (
	"runtime"
	"slices"
	"testing"
)

// cell is the packages that one uses.
type cell []string

func (c cell) Uses(path string) bool { return slices.Contains(c, path) }

func TestOff(t *testing.T) {
	was := runtime.MemProfileRate
	defer func() { runtime.MemProfileRate = was }()
	runtime.MemProfileRate = 1 << 19
	Off()
	Off()
	for _, step := range []struct {
		used cell
		want int
	}{
		{nil, 0},
		{cell{"fmt", "runtime/debug"}, 0},
		{cell{"fmt", "runtime/pprof"}, 1 << 19},
	} {
		if Used(step.used); runtime.MemProfileRate != step.want {
			t.Errorf("a cell with %q: the rate is %d, want %d", step.used, runtime.MemProfileRate, step.want)
		}
	}
	runtime.MemProfileRate = 1 // as a cell does
	if Used(cell{"runtime"}); runtime.MemProfileRate != 1 {
		t.Errorf("the rate that a cell has set becomes %d", runtime.MemProfileRate)
	}
}
