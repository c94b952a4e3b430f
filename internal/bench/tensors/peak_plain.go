//go:build !amd64 || noasm

package tensors

import "github.com/msrepl/msrepl/internal/compute/isa"

// multiplyAdd returns 0: it is not implemented for this machine.
func multiplyAdd(isa.Set, int) float64 { return 0 }
