//go:build race

package kernel

import "testing"

// sharesNotes skips a test whose cells run goroutines or callbacks beside each other: the interpreter keeps what
// they share, such as the note of the line that runs, in memory that the race detector cannot tell from the cells'
// own.
func sharesNotes(t *testing.T) {
	t.Helper()
	t.Skip("runs without the race detector")
}
