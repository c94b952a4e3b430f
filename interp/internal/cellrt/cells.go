package cellrt

import "github.com/msrepl/msrepl/nn"

// Bind gives the cell inside the struct that ptr points to its place.
func Bind(ptr any) {
	if l, ok := ptr.(nn.Layer); ok {
		nn.Bind(l)
	}
}
