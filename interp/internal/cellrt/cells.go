package cellrt

import "github.com/msrepl/msrepl/nn"

// Bind sets the address of the cell inside the struct that ptr points to.
func Bind(ptr any) {
	if l, ok := ptr.(nn.Layer); ok {
		nn.Bind(l)
	}
}
