package exchange_test

import (
	"fmt"
	"image"
	"image/color"

	"gonum.org/v1/gonum/mat"

	"github.com/msrepl/msrepl/exchange"
	"github.com/msrepl/msrepl/tensor"
)

// A tensor goes to gonum for what gonum does best, and back.
func ExampleToMat() {
	x := tensor.New([][]float64{{2, 0}, {1, 4}})
	var product mat.Dense
	product.Mul(exchange.ToMat(x), exchange.ToMat(x))
	fmt.Println(exchange.FromMat(&product))
	// Output:
	// [[ 4.  0.]
	//  [ 6. 16.]]
}

func ExampleFromImage() {
	picture := image.NewGray(image.Rect(0, 0, 3, 2))
	picture.SetGray(2, 1, color.Gray{Y: 255})
	x := exchange.FromImage(picture, 1)
	fmt.Println(x.Shape(), x.DType())
	fmt.Println(x.Sum())
	// Output:
	// (2, 3, 1) UInt8
	// 255
}
