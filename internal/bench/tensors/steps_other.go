//go:build !linux || !amd64

package tensors

import "github.com/msrepl/msrepl/internal/compute/isa"

// countSteps is not supported: the limits are for linux/amd64.
func countSteps(workload, isa.Set) (float64, error) { return 0, errNoTrace }

// stepAlong is never called here.
func stepAlong(string) {}
