package goabi

import (
	"maps"
	"slices"
)

// Shapes returns the words of the results that there are callers for.
func Shapes() []string { return slices.Sorted(maps.Keys(callers)) }
