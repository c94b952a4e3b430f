package cellrt

import "github.com/msrepl/msrepl/nn"

// Bind tells the cell inside the struct that ptr points to where it lives.
func Bind(ptr any) {
	if l, ok := ptr.(nn.Layer); ok {
		nn.Bind(l)
	}
}
