package heapprofile

import (
	"runtime"
	"testing"
)

func TestOff(t *testing.T) {
	was := runtime.MemProfileRate
	defer func() { runtime.MemProfileRate = was }()
	runtime.MemProfileRate = 1 << 19
	Off()
	Off()
	for _, step := range []struct {
		used []string
		want int
	}{
		{nil, 0},
		{[]string{"fmt", "runtime/debug"}, 0},
		{[]string{"fmt", "runtime/pprof"}, 1 << 19},
	} {
		if Used(step.used); runtime.MemProfileRate != step.want {
			t.Errorf("a cell with %q: the rate is %d, want %d", step.used, runtime.MemProfileRate, step.want)
		}
	}
	runtime.MemProfileRate = 1 // as a cell does
	if Used([]string{"runtime"}); runtime.MemProfileRate != 1 {
		t.Errorf("the rate that a cell has set becomes %d", runtime.MemProfileRate)
	}
}
