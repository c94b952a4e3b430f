package gctune

import (
	"math"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
)

// The effects of the package last as long as the process, so each case runs in its own process.
var cases = map[string]func(t *testing.T){
	"program": func(t *testing.T) {
		Start()
		grows(t, reserve, goGrowth)
	},
	"session": func(t *testing.T) {
		Relax()
		grows(t, 0, relaxedGrowth)
		Start()
		grows(t, reserve, goGrowth)
	},
	"kernel": func(t *testing.T) {
		Relax()
		Spare()
		grows(t, 0, spareGrowth)
		Start()
		grows(t, reserve, goGrowth)
		Spare()
		grows(t, reserve, goGrowth)
	},
	"session that is collected": func(t *testing.T) {
		Relax()
		runtime.GC()
		if !testenv.Wait(func() bool { return Reserve() > 0 }) {
			t.Error("no reserve after a collection")
		}
		grows(t, reserve, goGrowth)
	},
	"kernel that is collected": func(t *testing.T) {
		Relax()
		Spare()
		runtime.GC()
		runtime.GC()
		grows(t, 0, spareGrowth)
	},
	"long text": func(t *testing.T) {
		Relax()
		outer := Tight()
		inner := Tight()
		grows(t, 0, tightGrowth)
		inner()
		inner()
		grows(t, 0, tightGrowth)
		outer()
		grows(t, 0, relaxedGrowth)
	},
	"set by the program before": func(t *testing.T) {
		debug.SetGCPercent(250)
		Relax()
		Start()
		grows(t, 0, 250)
	},
	"set by the program later": func(t *testing.T) {
		Start()
		debug.SetGCPercent(250)
		defer Tight()()
		grows(t, reserve, 250)
	},
	"GOGC": func(t *testing.T) {
		t.Setenv("GOGC", "100")
		Relax()
		Start()
		grows(t, 0, 100)
	},
	"limit": func(t *testing.T) {
		limits := func(want int64) {
			t.Helper()
			if got := debug.SetMemoryLimit(-1); got != want {
				t.Errorf("the limit is %d, not %d", got, want)
			}
		}
		Limit(1 << 30)
		limits(1 << 30)
		Start()
		limits(1<<30 + reserve)
		Limit(1 << 29)
		limits(1<<29 + reserve)
		Limit(math.MaxInt64)
		limits(math.MaxInt64)
	},
	"limit of somebody else": func(t *testing.T) {
		debug.SetMemoryLimit(1 << 30)
		Start()
		if got := debug.SetMemoryLimit(-1); got != 1<<30+reserve {
			t.Errorf("the limit is %d", got)
		}
	},
	"heap": func(t *testing.T) {
		Start()
		big := make([]byte, 48<<20)
		runtime.GC()
		var m runtime.MemStats
		ReadMemStats(&m)
		runtime.KeepAlive(big)
		if goal := m.NextGC; goal < 160<<20 || goal > 176<<20 {
			t.Errorf("48 MB may grow to %d MB, not to 64 MB and twice that", goal>>20)
		}
		for _, n := range []uint64{m.Alloc, m.HeapAlloc, m.HeapInuse, m.TotalAlloc} {
			if n < 48<<20 || n > 56<<20 {
				t.Errorf("48 MB are counted as %d MB", n>>20)
			}
		}
	},
}

func grows(t *testing.T, kept int64, percent int) {
	t.Helper()
	now := debug.SetGCPercent(goGrowth)
	debug.SetGCPercent(now)
	if Reserve() != kept || now != percent {
		t.Errorf("the reserve is %d MB, the growth %d percent, not %d and %d", Reserve()>>20, now, kept>>20, percent)
	}
}

const which = "GCTUNE_CASE"

func TestCases(t *testing.T) {
	if name := os.Getenv(which); name != "" {
		cases[name](t)
		return
	}
	for name := range cases {
		t.Run(name, func(t *testing.T) {
			c := exec.Command(os.Args[0], "-test.run", "^TestCases$")
			for _, v := range os.Environ() {
				if !strings.HasPrefix(v, "GOGC=") && !strings.HasPrefix(v, "GOMEMLIMIT=") {
					c.Env = append(c.Env, v)
				}
			}
			c.Env = append(c.Env, which+"="+name)
			if out, err := c.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}
