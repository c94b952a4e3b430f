package shape

import (
	"log/slog"
	"slices"
	"sync"
)

// lossWarnings are the warnings that were given; each is given once.
var lossWarnings sync.Map

// WarnLoss warns when a loss compares numbers of two shapes, which then broadcast: predictions (N, 1) against labels
// (N,) are N² pairs. One number may be compared with all.
func WarnLoss(op string, input, target []int) {
	if slices.Equal(input, target) || len(input) == 0 || len(target) == 0 {
		return
	}
	to, ok := Broadcast(input, target)
	if !ok {
		return
	}
	text := "For '" + op + "', the shape of the target, " + Tuple(target) + ", differs from that of the input, " + Tuple(input) +
		", so both are broadcast to " + Tuple(to) + ". This is likely wrong: reshape one of them."
	if _, given := lossWarnings.LoadOrStore(text, true); !given {
		slog.Warn(text)
	}
}
