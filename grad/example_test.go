package grad_test

import (
	"fmt"

	"github.com/msrepl/msrepl/grad"
	"github.com/msrepl/msrepl/nn"
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

func ExampleValueAndGradAt() {
	f := func(x, y, z *tensor.Tensor) *tensor.Tensor { return x.Mul(y).Mul(z) }
	x, y, z := tensor.New([]float32{1, 2}), tensor.New([]float32{-2, 3}), tensor.New([]float32{0, 3})
	fmt.Println(grad.ValueAndGradAt(f, 1)(x, y, z))
	// Output:
	// [-0. 18.] (Tensor(shape=[2], dtype=Float32, value= [ 0.00000000e+00,  6.00000000e+00]),)
}

// One step of training by hand.
func ExampleValueAndGrad() {
	w := nn.NewParameter(tensor.New([]float32{3}), "w")
	loss := func(x, label *tensor.Tensor) *tensor.Tensor { return w.Mul(x).Sub(label).Square().Sum() }
	value, grads := grad.ValueAndGrad(loss, w)(tensor.New([]float32{2}), tensor.New([]float32{1}))
	fmt.Println(value, grads[0])
	// Output: 25.0 [20.]
}

func ExampleJVP() {
	f := func(x, y *tensor.Tensor) *tensor.Tensor { return x.Pow(tensor.Scalar(3)).Add(y) }
	x, v := tensor.New([][]float32{{1, 2}, {3, 4}}), tensor.Ones(2, 2)
	output, jvp := grad.JVP(f, tensor.Tuple{x, x}, tensor.Tuple{v, v})
	fmt.Println(output)
	fmt.Println(jvp)
	// Output:
	// [[ 2. 10.]
	//  [30. 68.]]
	// [[ 4. 13.]
	//  [28. 49.]]
}

func ExampleVJP() {
	square := func(x *tensor.Tensor) *tensor.Tensor { return x.Mul(x) }
	output, vjp := grad.VJP(square, tensor.New([]float32{1, 2}))
	fmt.Println(output, vjp(tensor.New([]float32{1, 10}))[0])
	// Output: [1. 4.] [ 2. 40.]
}

// The gradients of a loss for each row of a batch.
func ExampleVmap() {
	w := tensor.New([]float32{1, 2})
	loss := func(w, x *tensor.Tensor) *tensor.Tensor { return w.Mul(x).Sum().Square() }
	x := tensor.New([][]float32{{1, 0}, {0, 1}, {1, 1}})
	fmt.Println(grad.Vmap(grad.Grad(loss), grad.InAxes([]any{nil, 0}))(w, x))
	// Output:
	// [[2. 0.]
	//  [0. 4.]
	//  [6. 6.]]
}

// A gradient that is clipped on its way back.
func ExampleCustom() {
	clipped := grad.Custom(
		func(x *tensor.Tensor) *tensor.Tensor { return x },
		func(x, out, dout *tensor.Tensor) *tensor.Tensor { return dout.Clamp(-1, 1) })
	f := func(x *tensor.Tensor) *tensor.Tensor { return clipped(x).Square() }
	fmt.Println(grad.Grad(f)(tensor.New([]float32{-3, 0.25, 3})))
	// Output: [-1.   0.5  1. ]
}

func ExampleStopGradient() {
	f := func(x *tensor.Tensor) *tensor.Tensor { return x.Mul(grad.StopGradient(x)) }
	fmt.Println(grad.Grad(f)(tensor.New([]float32{3})))
	// Output: [3.]
}

func ExampleCheck() {
	wrong := grad.Custom(
		func(x *tensor.Tensor) *tensor.Tensor { return x.Mul(x) },
		func(x, out, dout *tensor.Tensor) *tensor.Tensor { return dout.Mul(x) })
	right := func(x *tensor.Tensor) *tensor.Tensor { return x.Mul(x) }
	x := tensor.New([]float64{2, -3})
	fmt.Println(grad.Check(wrong, x).OK(), grad.Check(right, x).OK())
	// Output: false true
}
