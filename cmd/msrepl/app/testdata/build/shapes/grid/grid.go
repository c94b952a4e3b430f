// Package grid counts cells.
package grid

// Cells returns how many cells a grid has.
func Cells(rows, columns int) int { return rows * columns }
