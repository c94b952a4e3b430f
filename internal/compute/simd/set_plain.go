//go:build (!amd64 && !arm64) || noasm

package simd

// Sets returns the kernels that may be used: none.
func Sets() []*Set { return nil }
