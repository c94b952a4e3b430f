package session

import (
	"runtime"
	"slices"

	"github.com/msrepl/msrepl/tensor"
)

// Networks as cells. step runs n training steps.
const (
	trained = `params := net.CellBase().TrainableParams()
opt := optim.NewSGD(params, 0.01, optim.MomentumFactor(momentum))
gradients := grad.ValueAndGrad(loss, params)
func step(n int) { for range n { _, g := gradients(); opt.Call(g) } }`
	leNetCells = `
conv := func(in, out int) *nn.Conv2d { return nn.NewConv2d(in, out, 5, nn.PadMode("valid"), nn.HasBias(true)) }
net := nn.NewSequentialCell(conv(1, 6), nn.NewReLU(), nn.NewMaxPool2d(2, nn.Stride(2)),
	conv(6, 16), nn.NewReLU(), nn.NewMaxPool2d(2, nn.Stride(2)), nn.NewFlatten(),
	nn.NewDense(400, 120), nn.NewReLU(), nn.NewDense(120, 84), nn.NewReLU(), nn.NewDense(84, 10))
x, y, momentum := ops.StandardNormal([]int{32, 1, 32, 32}), tensor.Zeros(32).AsType(tensor.Int32), 0.9
loss := func() *Tensor { return ops.CrossEntropy(net(x), y) }
` + trained
	encoderCells = `type Encoder struct {
	nn.Cell
	qkv, out, up, down *nn.Dense
	norm1, norm2       *nn.LayerNorm
}
func (e *Encoder) Construct(x *Tensor) *Tensor {
	x = e.norm1(x + e.attend(x))
	return e.norm2(x + e.down(e.up(x)))
}
func (e *Encoder) attend(x *Tensor) *Tensor {
	n, s := x.Dim(0), x.Dim(1)
	parts := e.qkv(x).Reshape(n, s, 3, 4, 64).Transpose(2, 0, 3, 1, 4)
	q, k, v := parts.At(0), parts.At(1), parts.At(2)
	mixed := (q.MatMul(k.Transpose(0, 1, 3, 2)) * 0.125).Softmax(-1).MatMul(v)
	return e.out(mixed.Transpose(0, 2, 1, 3).Reshape(n, s, 256))
}
eps := nn.Eps(1e-5)
net := &Encoder{qkv: nn.NewDense(256, 768), out: nn.NewDense(256, 256), up: nn.NewDense(256, 1024), down: nn.NewDense(1024, 256),
	norm1: nn.NewLayerNorm([]int{256}, eps), norm2: nn.NewLayerNorm([]int{256}, eps)}
net.up.Activation = nn.NewReLU()
x, target, momentum := ops.StandardNormal([]int{8, 128, 256}), ops.StandardNormal([]int{8, 128, 256}), 0.0
loss := func() *Tensor { return ops.MSELoss(net(x), target) }
` + trained
)

// compiledRows compares tensor code in a cell with the same code compiled, on one processor: with several, waiting
// for work adds noise.
func compiledRows() (rows []row) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	const muls = 100_000
	s := session("x, y := tensor.Ones(2, 3), tensor.Ones(2, 3)")
	x, y := tensor.Ones(2, 3), tensor.Ones(2, 3)
	rows = append(rows, row{"x.Mul(y) of small tensors in a loop of a cell, beside compiled", ratio(15,
		func() { run(s, "func() { for i := 0; i < 100_000; i++ { x.Mul(y) } }();") },
		func() {
			for range muls {
				x.Mul(y)
			}
		}), "×", 1.2, ""})
	s.Close()
	for _, n := range []struct {
		name, cells, train string
		compiled           func() func(n int)
		steps              int
	}{{"lenet", leNetCells, "step(100)", leNetCompiled, 100}, {"encoder", encoderCells, "step(4)", encoderCompiled, 4}} {
		s, step := session(n.cells), n.compiled()
		rows = append(rows, row{"training of " + n.name + " from a cell, beside compiled", ratio(15,
			func() { run(s, n.train) },
			func() { step(n.steps) }), "×", 1 / 0.98, ""})
		s.Close()
	}
	return rows
}

// ratio runs two functions alternately and returns the ratio of the time of the first to that of the second: the
// median of the ratios of adjacent runs, because the machine is not quiet for long. Each goes first equally often;
// the order makes a difference of up to 0.02.
func ratio(n int, f, g func()) float64 {
	f()
	g()
	var list []float64
	for i := range n {
		first := i % 2
		d := times(2, func(k int) { []func(){f, g}[(first+k)%2]() })
		list = append(list, float64(d[first])/float64(d[1-first]))
	}
	slices.Sort(list)
	return list[n/2]
}
