//go:build !linux

package gctune

// giveBack would give memory back that nobody looks at; here the system finds that by itself.
func giveBack([]byte) {}
