//go:build !race

package kernel

import "testing"

// sharesNotes marks a test that cannot run under the race detector.
func sharesNotes(*testing.T) {}

// heapKB returns how much memory a process takes that is no file's, in kB.
func heapKB(t testing.TB, pid int) int {
	t.Helper()
	return statusKB(t, pid, "RssAnon:")
}
