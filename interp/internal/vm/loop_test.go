package vm

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// TestFastCallsNothing looks into this binary: the loop keeps its state in registers only as long as it calls
// nothing that returns. What does not return (failed checks) and what saves all registers itself (the write barrier)
// is allowed.
func TestFastCallsNothing(t *testing.T) {
	out, err := exec.Command("go", "tool", "objdump", "-s", `internal/vm\.\(\*Machine\)\.fast$`, os.Args[0]).Output()
	if err != nil {
		t.Skip("needs the go command: ", err)
	}
	calls := 0
	for line := range strings.Lines(string(out)) {
		if !strings.Contains(line, "CALL") {
			continue
		}
		calls++
		if !regexp.MustCompile(`runtime\.(gcWriteBarrier\d|panic\w+|morestack\w*)`).MatchString(line) {
			t.Error(strings.TrimSpace(line))
		}
	}
	if calls == 0 {
		t.Error("the loop was not found")
	}
}
