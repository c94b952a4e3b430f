package tensors

import (
	"fmt"
	"io"

	"github.com/msrepl/msrepl/tensor"
)

// freshCell is a function of fresh.cell, the number of results that it makes per iteration, and the same function
// compiled.
type freshCell struct {
	call string
	ops  int
	f    func() *tensor.Tensor
}

func freshCells() []freshCell {
	x, y := fill(1, 3, 1e5), fill(2, 3, 1e5)
	rows, bias := fill(3, 1, 64, 512), fill(4, 1, 512)
	whole, turned := tensor.Arange(100000).AsType(tensor.Int32), fill(5, 1, 320, 320).T()
	z := x
	return []freshCell{
		{"add", 1, func() *tensor.Tensor { return x.Add(y) }},
		{"mul", 1, func() *tensor.Tensor { return x.Mul(y) }},
		{"relu", 1, func() *tensor.Tensor { return x.ReLU() }},
		{"addBias", 1, func() *tensor.Tensor { return rows.Add(bias) }},
		{"addInt32", 1, func() *tensor.Tensor { return whole.Add(whole) }},
		{"negView", 1, func() *tensor.Tensor { return turned.Neg() }},
		{"chain", 3, func() *tensor.Tensor { return x.Mul(y).Add(x).Sub(y) }},
		{"own", 3, func() *tensor.Tensor { z = z.Mul(y).Add(x).Sub(y); return z }},
	}
}

// compareFresh prints the time of a result of 100,000 elements that is dropped immediately: in compiled Go, in a
// Scope of compiled Go, and in a cell.
func compareFresh(out io.Writer) error {
	session, err := sessionOf("fresh")
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "\n%-10s %12s %12s %12s\n", "result", "compiled", "in a scope", "from a cell")
	for _, c := range freshCells() {
		scoped := func() {
			tensor.Scope(func() *tensor.Tensor {
				if y := c.f(); c.call == "own" { // the next iteration begins with it
					return y
				}
				return nil
			})
		}
		n := calibrate(func() { c.f() })
		var plain, scope, typed []float64
		for range roundsOf() {
			plain = append(plain, perStep(n, func() { times(func() { c.f() }, n) }))
			scope = append(scope, perStep(n, func() { times(scoped, n) }))
			typed = append(typed, perStep(n, func() { session.Eval(fmt.Sprintf("%s(%d)", c.call, n)) }))
		}
		each := 1e6 / float64(c.ops)
		fmt.Fprintf(out, "%-10s %9.1f µs %9.1f µs %9.1f µs\n",
			c.call, each*median(plain), each*median(scope), each*median(typed))
	}
	return session.Close()
}
