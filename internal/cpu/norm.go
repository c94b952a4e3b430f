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
	sumSquares func(x []float32, m float32) float32
	sumNormal  func(a, x []float32, m, r float32) float32
	standard   func(y, x, w, b []float32, m, r float32)
	standardBy func(y, x []float32, m, r, w, b float32)
	gather     func(y, u, v, g, w, x []float32, m, r float32)
	slope      func(y, a, x []float32, m, r, s, p, q float32)
}{sumSquaresLoop, sumNormalLoop, standardLoop, standardByLoop, gatherLoop, slopeLoop}

// sumSquaresLoop adds (x-m)² in the order of sum.
func sumSquaresLoop(x []float32, m float32) float32 {
	if len(x) > 128 {
		half := len(x) / 16 * 8
		return sumSquaresLoop(x[:half], m) + sumSquaresLoop(x[half:], m)
	}
	var terms [128]float32
	for i, v := range x {
		terms[i] = (v - m) * (v - m)
	}
	return sum(terms[:len(x)])
}

// sumNormalLoop adds a·(x-m)·r in the order of sum.
func sumNormalLoop(a, x []float32, m, r float32) float32 {
	if len(x) > 128 {
		half := len(x) / 16 * 8
		return sumNormalLoop(a[:half], x[:half], m, r) + sumNormalLoop(a[half:], x[half:], m, r)
	}
	var terms [128]float32
	for i, v := range x {
		terms[i] = a[i] * float32((v-m)*r)
	}
	return sum(terms[:len(x)])
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

// gatherLoop adds g·(x-m)·r to u and g to v, and writes g·w to y.
func gatherLoop(y, u, v, g, w, x []float32, m, r float32) {
	for i, d := range g {
		u[i] += float32(d * float32((x[i]-m)*r))
		v[i] += d
		y[i] = d * w[i]
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
			r := 1 / float32(math.Sqrt(float64(passes.sumSquares(row, m)/float32(o.Size)+o.Eps)))
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
		weighed := make([]float32, o.Size)
		for k := lo; k < hi; k++ {
			dw, db := sums[2*k*o.Size:][:o.Size], sums[(2*k+1)*o.Size:][:o.Size]
			for i := k * blockRows; i < min(o.Images, (k+1)*blockRows); i++ {
				row, grad, m, r := o.row(x, i, 0), o.row(g, i, 0), mean[i], scale[i]
				passes.gather(weighed, dw, db, grad, o.Weight, row, m, r)
				n := float32(o.Size)
				passes.slope(o.row(dx, i, 0), weighed, row, m, r, r, Sum.F32(weighed)/n, passes.sumNormal(weighed, row, m, r)/n)
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
				squares += passes.sumSquares(o.row(x, n, c), m)
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
				grad := o.row(g, n, c)
				dw[c] += passes.sumNormal(grad, o.row(x, n, c), m, r)
				db[c] += Sum.F32(grad)
			}
			for n := range o.Images {
				passes.slope(o.row(dx, n, c), o.row(g, n, c), o.row(x, n, c), m, r, o.Weight[c]*r, db[c]/o.count(), dw[c]/o.count())
			}
		}
	})
}
