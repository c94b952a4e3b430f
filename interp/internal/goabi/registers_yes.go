//go:build amd64 || arm64

package goabi

// registers reports whether calls by shape have been tested on this kind of processor.
const registers = true
