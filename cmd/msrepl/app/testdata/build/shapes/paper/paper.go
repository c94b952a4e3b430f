// Package paper is a package of untyped constants alone.
package paper

// The size of A4, in millimetres.
const (
	Width  = 210
	Height = 297
)
