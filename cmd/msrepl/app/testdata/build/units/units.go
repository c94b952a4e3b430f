// Package units is what package shapes is measured in.
package units

// Metre is a length.
type Metre float64
