//go:build !amd64 || noasm

package main

// multiplyAdd knows no multiply-adds on this machine.
func multiplyAdd(int) float64 { return 0 }
