package vm

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
)

// fastLoop is the machine code of the loop for amd64, by lines. The binary that runs the tests has no symbols, and may
// be for another processor, so it makes one.
func fastLoop(t *testing.T) []string {
	t.Helper()
	t.Setenv("GOARCH", "amd64")
	file := filepath.Join(t.TempDir(), "vm.test")
	testenv.Go(t, "test", "-c", "-o", file, ".")
	lines := strings.Split(testenv.Go(t, "tool", "objdump", "-s", `internal/vm\.fast$`, file), "\n")
	if len(lines) < 100 {
		t.Fatal("the loop was not found")
	}
	return lines
}

// TestFastCallsNothing reads its machine code: the loop keeps its state in registers only as long as it calls
// nothing that returns. What does not return (failed checks) and what saves all registers itself (the write barrier)
// is allowed.
func TestFastCallsNothing(t *testing.T) {
	calls := 0
	for _, line := range fastLoop(t) {
		if !strings.Contains(line, "CALL") {
			continue
		}
		calls++
		if !regexp.MustCompile(`runtime\.(gcWriteBarrier\d|panic\w+|morestack\w*)`).MatchString(line) {
			t.Errorf("the loop calls a function; gen/ops.go adds such instructions by slow: %s", strings.TrimSpace(line))
		}
	}
	if calls == 0 {
		t.Error("no write barrier was found")
	}
}

// TestFastJumpsItself reads its machine code: where most instructions jump to when they are done is the code that
// picks the next one, not code that jumps there for all of them, which the processor cannot predict from.
func TestFastJumpsItself(t *testing.T) {
	lines := fastLoop(t)
	jump := regexp.MustCompile(`\tJMP 0x([0-9a-f]+)`)
	times, most := map[string]int{}, ""
	for _, line := range lines {
		if m := jump.FindStringSubmatch(line); m != nil {
			if times[m[1]]++; times[m[1]] > times[most] {
				most = m[1]
			}
		}
	}
	at := slices.IndexFunc(lines, func(line string) bool { return strings.Contains(line, "\t0x"+most+"\t") })
	if at < 0 {
		t.Fatalf("no code at %s", most)
	}
	end := slices.IndexFunc(lines[at:], func(line string) bool { return strings.Contains(line, "\tJMP ") })
	if code := lines[at : at+end+1]; jump.MatchString(code[end]) {
		t.Errorf("%d jumps lead to another one:\n%s", times[most], strings.Join(code, "\n"))
	}
}
