//go:build !amd64 && !arm64

// An empty file of assembler lets the linked function of this package have no body.
