//go:build !amd64 && !arm64

package goabi

const registers = false
