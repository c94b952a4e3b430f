package np_test

import (
	"fmt"

	"github.com/msrepl/msrepl/np"
	"github.com/msrepl/msrepl/tensor"
)

func ExamplePiecewise() {
	x := np.Linspace(-2.5, 2.5, 6)
	fmt.Println(np.Piecewise(x, []any{np.Less(x, 0), np.GreaterEqual(x, 0)}, []any{-1, 1}))
	fmt.Println(np.Piecewise(x, []any{np.Less(x, 0)}, []any{(*tensor.Tensor).Neg, 0.5}))
	// Output:
	// [-1 -1 -1  1  1  1]
	// [2.5 1.5 0.5 0.5 0.5 0.5]
}

func ExampleRepeat() {
	fmt.Println(np.Repeat([][]int{{1, 2}, {3, 4}}, []int{1, 2}, 0))
	// Output:
	// [[1 2]
	//  [3 4]
	//  [3 4]]
}
