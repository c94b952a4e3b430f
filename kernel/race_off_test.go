//go:build !race

package kernel

import "testing"

// sharesNotes marks a test that cannot run under the race detector.
func sharesNotes(*testing.T) {}
