//go:build race

package kernel

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// sharesNotes skips a test whose cells run goroutines or callbacks beside each other: the interpreter keeps what
// they share, such as the note of the line that runs, in memory that the race detector cannot tell from the cells'
// own.
func sharesNotes(t *testing.T) {
	t.Helper()
	t.Skip("runs without the race detector")
}

// heapKB returns how much memory the heap of a process takes, in kB, without what the race detector keeps for itself:
// shadow memory, and tables for threads and goroutines, which grow by megabytes with what happens to run at the same
// time. Go's heap begins at 0xc000000000 on every system that the detector runs on.
func heapKB(t testing.TB, pid int) int {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps", pid))
	if err != nil {
		t.Skip("no /proc here: ", err)
	}
	total, inHeap := 0, false
	for line := range strings.Lines(string(text)) {
		var begin, end uint64
		if n, _ := fmt.Sscanf(line, "%x-%x ", &begin, &end); n == 2 {
			inHeap = begin>>32 == 0xc0
		}
		var kb int
		if n, _ := fmt.Sscanf(line, "Anonymous: %d kB", &kb); n == 1 && inHeap {
			total += kb
		}
	}
	if total == 0 {
		t.Error("no heap of Go found in smaps")
	}
	return total
}
