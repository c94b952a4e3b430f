package cellrt

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/msrepl/msrepl/internal/session/memlimit"
)

// large is the number of bytes from which on it is worth asking for room; the session watches what smaller pieces
// add up to.
const large = 1 << 24

// Room returns n, the length of something to be made of elements of a size, if there is memory for it. Go cannot
// recover from an allocation that fails.
func Room(n, size int) int {
	if n <= 0 || size <= 0 || n <= large/size {
		return n
	}
	if most := memlimit.Physical(); int64(n) > most/int64(size) || !memlimit.Fits(int64(n)*int64(size)) {
		if limit := memlimit.Limit(); limit > 0 {
			most = min(most, limit)
		}
		what := fmt.Sprintf("%d elements of %d bytes", n, size)
		if n == 1 {
			what = fmt.Sprintf("%d bytes", size)
		}
		panic(&Fault{Kind: "MemoryError", Msg: what + " do not fit: the memory limit is " + memlimit.Text(most)})
	}
	return n
}

// RepeatString is strings.Repeat.
func RepeatString(s string, n int) string { return strings.Repeat(s, Room(n, len(s))) }

// RepeatBytes is bytes.Repeat.
func RepeatBytes(b []byte, n int) []byte { return bytes.Repeat(b, Room(n, len(b))) }
