//go:build !amd64 || noasm

package tensors

// multiplyAdd knows no multiply-adds on this machine.
func multiplyAdd(int) float64 { return 0 }
