//go:build !amd64 || noasm

package vec

// Sets returns the kernels that the processor can run: none.
func Sets() []*Set { return nil }
