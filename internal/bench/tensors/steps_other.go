//go:build !linux || !amd64

package tensors

import "github.com/msrepl/msrepl/internal/compute/isa"

// countSteps would count; the table of what is allowed is for one instruction set.
func countSteps(workload, isa.Set) (float64, error) { return 0, errNoTrace }

// stepAlong is never asked for here.
func stepAlong(string) {}
