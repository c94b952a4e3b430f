package grad_test

import (
	"fmt"

	"github.com/msrepl/msrepl/grad"
	"github.com/msrepl/msrepl/tensor"
)

func ExampleGrad() {
	cube := func(x *tensor.Tensor) *tensor.Tensor { return x.Mul(x).Mul(x) }
	x := tensor.New([]float32{1, 2, 3})
	fmt.Println(grad.Grad(cube)(x))
	fmt.Println(grad.Grad(grad.Grad(cube))(x))
	// Output:
	// [ 3. 12. 27.]
	// [ 6. 12. 18.]
}

func ExampleNew() {
	f := func(x, y *tensor.Tensor) (*tensor.Tensor, *tensor.Tensor) { return x.Mul(y), x.Add(y) }
	x, y := tensor.New(2.0), tensor.New(5.0)
	fmt.Println(grad.New(f, grad.Position(0, 1), grad.HasAux())(x, y))
	// Output:
	// ((Tensor(shape=[], dtype=Float32, value= 5), Tensor(shape=[], dtype=Float32, value= 2)), (Tensor(shape=[], dtype=Float32, value= 7),))
}

func ExampleGradOperation() {
	f := func(x, y *tensor.Tensor) *tensor.Tensor { return x.Mul(y) }
	g := grad.GradOperation{GetAll: true, SensParam: true}.Of(f)
	fmt.Println(g(tensor.New(2.0), tensor.New(5.0), tensor.New(10.0)))
	// Output:
	// (Tensor(shape=[], dtype=Float32, value= 50), Tensor(shape=[], dtype=Float32, value= 20))
}

func ExampleJacRev() {
	f := func(x *tensor.Tensor) *tensor.Tensor { return x.Mul(x) }
	fmt.Println(grad.JacRev(f)(tensor.New([]float32{1, 2})))
	// Output:
	// [[2. 0.]
	//  [0. 4.]]
}
