//go:build !amd64 || noasm

package tensors

import "github.com/msrepl/msrepl/internal/compute/isa"

// multiplyAdd knows no multiply-adds on this machine.
func multiplyAdd(isa.Set, int) float64 { return 0 }
