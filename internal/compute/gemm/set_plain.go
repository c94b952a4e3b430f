//go:build (!amd64 && !arm64) || noasm

package gemm

var (
	sets32 = []*set[float32]{plain[float32]()}
	sets64 = []*set[float64]{plain[float64]()}
)
