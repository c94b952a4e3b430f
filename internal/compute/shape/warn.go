package shape

import (
	"log/slog"
	"slices"
	"sync"
)

// lossWarnings holds the warnings already issued; each is issued once.
var lossWarnings sync.Map

// WarnLoss warns if the two inputs of a loss have different shapes and therefore broadcast: predictions (N, 1)
// against labels (N,) make N² pairs. A single number may be compared with all.
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
