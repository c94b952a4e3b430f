// Package memlimit keeps the program's memory below a soft limit: code checks large allocations here first, because Go
// cannot recover from a failed allocation.
package memlimit

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/metrics"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/msrepl/msrepl/internal/session/gctune"
)

// limit is the soft limit in bytes, 0 for none.
var limit atomic.Int64

// SetLimit sets the soft limit in bytes for the whole program; 0 removes it. The garbage collector runs more often
// near it, unless GOMEMLIMIT has set its limit.
func SetLimit(bytes int64) {
	limit.Store(bytes)
	if os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	if bytes == 0 {
		bytes = 1<<63 - 1 // the runtime's value for no limit
	}
	gctune.Limit(bytes)
}

// Limit returns the soft limit in bytes, 0 for none.
func Limit() int64 { return limit.Load() }

// Live returns the bytes of the objects in the heap, including garbage that has not been collected yet.
func Live() int64 {
	sample := [1]metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample[:])
	return int64(sample[0].Value.Uint64()) - gctune.Reserve()
}

// Fits reports whether n more bytes stay below the limit. If they seem not to, it first runs the garbage collector.
func Fits(n int64) bool {
	most := Limit()
	if most == 0 || n <= most-Live() {
		return true
	}
	if n > most {
		return false
	}
	runtime.GC()
	return n <= most-Live()
}

// Physical returns the memory available to the program in bytes: that of the machine or of its container if the system
// reports it, else 64 GiB.
var Physical = sync.OnceValue(func() int64 { return physical("/") })

// physical reads Linux's memory information and the limits of the program's control groups. root is the directory of
// /proc and /sys.
func physical(root string) int64 {
	var most int64 = 64 << 30
	if text, err := os.ReadFile(filepath.Join(root, "proc/meminfo")); err == nil {
		for line := range strings.Lines(string(text)) {
			var kilobytes int64
			if n, _ := fmt.Sscanf(line, "MemTotal: %d kB", &kilobytes); n == 1 && kilobytes > 0 {
				most = kilobytes << 10
			}
		}
	}
	if n, ok := Container(root); ok {
		most = min(most, n)
	}
	return most
}

// units lists the suffixes of sizes.
var units = []struct {
	name  string
	bytes float64
}{{"tb", 1 << 40}, {"gb", 1 << 30}, {"mb", 1 << 20}, {"kb", 1 << 10}, {"t", 1 << 40}, {"g", 1 << 30}, {"m", 1 << 20}, {"k", 1 << 10}, {"b", 1}}

// Parse parses a limit: a size such as 512MB or 4GiB, a share of the physical memory such as 80%, or off.
func Parse(text string) (bytes int64, err error) {
	t := strings.ToLower(strings.TrimSpace(text))
	if t == "off" || t == "0" {
		return 0, nil
	}
	factor := 1.0
	if share, ok := strings.CutSuffix(t, "%"); ok {
		t, factor = share, float64(Physical())/100
	} else {
		t = strings.Replace(t, "ib", "b", 1)
		for _, u := range units {
			if rest, ok := strings.CutSuffix(t, u.name); ok {
				t, factor = rest, u.bytes
				break
			}
		}
	}
	n, err := strconv.ParseFloat(strings.TrimSpace(t), 64)
	if err != nil || n*factor < 1<<20 || n*factor > 1<<62 {
		return 0, fmt.Errorf(
			"%q is not a memory limit: want a size of at least 1MB, such as 512MB or 4GB, a share such as 80%%, or off", text,
		)
	}
	return int64(n * factor), nil
}

// Text formats a number of bytes for users.
func Text(bytes int64) string {
	for _, u := range units[:4] {
		if v := float64(bytes) / u.bytes; v >= 1 {
			return strconv.FormatFloat(v, 'g', 3, 64) + " " + strings.ToUpper(u.name)
		}
	}
	return fmt.Sprint(bytes, " bytes")
}
