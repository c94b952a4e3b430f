package cpu

import (
	"math"

	"github.com/msrepl/msrepl/internal/par"
)

// Norm is a normalization of float32: of rows, each with weights and biases of its elements (layer), or of channels that are
// spread over images, each with one weight and bias (batch). Every sum has one order on any number of processors, that of Sum.
type Norm struct {
	Images, Channels, Size int     // a layer norm has as many images as rows, and one channel
	Eps                    float32 // added to variances
	Weight, Bias           []float32
}

// passes are the loops that norms are made of, which vector code replaces; m is a mean and r one over a standard deviation.
var passes = struct {
	squares    func(y, x []float32, m float32)
	standard   func(y, x, w, b []float32, m, r float32)
	standardBy func(y, x []float32, m, r, w, b float32)
	weigh      func(y, a, x []float32, m, r float32)
	addWeighed func(y, a, x []float32, m, r float32)
	slope      func(y, a, x []float32, m, r, s, p, q float32)
}{squaresLoop, standardLoop, standardByLoop, weighLoop, addWeighedLoop, slopeLoop}

func squaresLoop(y, x []float32, m float32) {
	for i, v := range x {
		d := v - m
		y[i] = d * d
	}
}

func standardLoop(y, x, w, b []float32, m, r float32) {
	for i, v := range x {
		y[i] = float32(float32((v-m)*r)*w[i]) + b[i]
	}
}

func standardByLoop(y, x []float32, m, r, w, b float32) {
	for i, v := range x {
		y[i] = float32(float32((v-m)*r)*w) + b
	}
}

func weighLoop(y, a, x []float32, m, r float32) {
	for i, v := range x {
		y[i] = a[i] * float32((v-m)*r)
	}
}

func addWeighedLoop(y, a, x []float32, m, r float32) {
	for i, v := range x {
		y[i] += float32(a[i] * float32((v-m)*r))
	}
}

func slopeLoop(y, a, x []float32, m, r, s, p, q float32) {
	for i, v := range x {
		y[i] = s * (a[i] - p - float32(float32((v-m)*r)*q))
	}
}

// sharedNorm is how many elements of a norm are worth giving to another processor.
const sharedNorm = 8 << 10

// blockRows is how many rows of a layer norm add to one sum of the gradients of weights and biases.
const blockRows = 64

// row is image n of channel c in x.
func (o *Norm) row(x []float32, n, c int) []float32 {
	at := (n*o.Channels + c) * o.Size
	return x[at : at+o.Size]
}

// Layer normalizes each row of x, and returns their means and reciprocal standard deviations.
func (o *Norm) Layer(y, x, mean, scale []float32) {
	par.Range(o.Images, 1+sharedNorm/o.Size, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			row, to := o.row(x, i, 0), o.row(y, i, 0)
			m := Sum.F32(row) / float32(o.Size)
			passes.squares(to, row, m)
			r := 1 / float32(math.Sqrt(float64(Sum.F32(to)/float32(o.Size)+o.Eps)))
			passes.standard(to, row, o.Weight, o.Bias, m, r)
			mean[i], scale[i] = m, r
		}
	})
}

// LayerBack writes the gradients of x, weights and biases, given that of the result. Rows are added to dw and db in blocks.
func (o *Norm) LayerBack(dx, dw, db, g, x, mean, scale []float32) {
	blocks := (o.Images + blockRows - 1) / blockRows
	sums := make([]float32, 2*blocks*o.Size)
	par.Range(blocks, 1+sharedNorm/(o.Size*blockRows), func(lo, hi int) {
		weighed, normal := make([]float32, o.Size), make([]float32, o.Size)
		for k := lo; k < hi; k++ {
			dw, db := sums[2*k*o.Size:][:o.Size], sums[(2*k+1)*o.Size:][:o.Size]
			for i := k * blockRows; i < min(o.Images, (k+1)*blockRows); i++ {
				row, grad, m, r := o.row(x, i, 0), o.row(g, i, 0), mean[i], scale[i]
				Mul.F32(weighed, grad, o.Weight)
				passes.weigh(normal, weighed, row, m, r)
				n := float32(o.Size)
				passes.slope(o.row(dx, i, 0), weighed, row, m, r, r, Sum.F32(weighed)/n, Sum.F32(normal)/n)
				passes.addWeighed(dw, grad, row, m, r)
				Add.F32(db, db, grad)
			}
		}
	})
	for k := range blocks {
		Add.F32(dw, dw, sums[2*k*o.Size:][:o.Size])
		Add.F32(db, db, sums[(2*k+1)*o.Size:][:o.Size])
	}
}

// count is how many elements a channel has.
func (o *Norm) count() float32 { return float32(o.Images * o.Size) }

// Batch normalizes each channel of x, and returns their means, variances and reciprocal standard deviations.
func (o *Norm) Batch(y, x, mean, variance, scale []float32) {
	par.Range(o.Channels, 1+sharedNorm/(o.Images*o.Size), func(lo, hi int) {
		for c := lo; c < hi; c++ {
			var sum, squares float32
			for n := range o.Images {
				sum += Sum.F32(o.row(x, n, c))
			}
			m := sum / o.count()
			for n := range o.Images {
				to := o.row(y, n, c)
				passes.squares(to, o.row(x, n, c), m)
				squares += Sum.F32(to)
			}
			v := squares / o.count()
			r := 1 / float32(math.Sqrt(float64(v+o.Eps)))
			for n := range o.Images {
				passes.standardBy(o.row(y, n, c), o.row(x, n, c), m, r, o.Weight[c], o.Bias[c])
			}
			mean[c], variance[c], scale[c] = m, v, r
		}
	})
}

// BatchBack writes the gradients of x, weights and biases, given that of the result.
func (o *Norm) BatchBack(dx, dw, db, g, x, mean, scale []float32) {
	par.Range(o.Channels, 1+sharedNorm/(o.Images*o.Size), func(lo, hi int) {
		for c := lo; c < hi; c++ {
			m, r := mean[c], scale[c]
			for n := range o.Images {
				grad, to := o.row(g, n, c), o.row(dx, n, c)
				passes.weigh(to, grad, o.row(x, n, c), m, r)
				dw[c] += Sum.F32(to)
				db[c] += Sum.F32(grad)
			}
			for n := range o.Images {
				passes.slope(o.row(dx, n, c), o.row(g, n, c), o.row(x, n, c), m, r, o.Weight[c]*r, db[c]/o.count(), dw[c]/o.count())
			}
		}
	})
}
