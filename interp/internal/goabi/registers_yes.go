//go:build amd64 || arm64

package goabi

// registers reports whether calls by shape have been tested on this processor architecture.
const registers = true
