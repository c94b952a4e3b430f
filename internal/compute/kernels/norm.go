package kernels

import (
	"math"

	"github.com/msrepl/msrepl/internal/compute/par"
)

// Norm is a normalization of float32: of rows, each with weights and biases of its elements (layer), or of channels
// that are spread over images, each with one weight and bias (batch). Every sum has one order on any number of
// processors, that of Sum.
type Norm struct {
	Images, Channels, Size int     // a layer norm has as many images as rows, and one channel
	Eps                    float32 // added to variances
	Weight, Bias           []float32
}

// passes are the loops that norms are made of, which vector code replaces; m is a mean and r one over a standard
// deviation.
var passes = struct {
	sumSquares func(x []float32, m float32) float32
	sumNormal  func(a, x []float32, m, r float32) float32
	standard   func(y, x, w, b []float32, m, r float32)
	standardBy func(y, x []float32, m, r, w, b float32)
	gather     func(u, v, g, w, x []float32, m, r float32) (s, t float32)
	slope      func(y, a, x []float32, m, r, s, p, q float32)
	slopeBy    func(y, g, w, x []float32, m, r, s, p, q float32)

	// The same for results in memory that no cache holds, nil where there are none; these are there after fence.
	standardByPast func(y, x []float32, m, r, w, b float32)
	slopePast      func(y, a, x []float32, m, r, s, p, q float32)
	fence          func()
}{
	sumSquares: sumSquaresLoop, sumNormal: sumNormalLoop, standard: standardLoop, standardBy: standardByLoop, gather: gatherLoop,
	slope: slopeLoop, slopeBy: slopeByLoop,
}

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

// gatherLoop adds g·(x-m)·r to u and g to v, and returns the sums of g·w and of g·w·(x-m)·r. Element i belongs to
// partial sum i mod 32, and these are added by halves.
func gatherLoop(u, v, g, w, x []float32, m, r float32) (s, t float32) {
	var sums, products [32]float32
	for i, d := range g {
		normal, weighed := float32((x[i]-m)*r), float32(d*w[i])
		u[i] += float32(d * normal)
		v[i] += d
		sums[i%32] += weighed
		products[i%32] += float32(weighed * normal)
	}
	for n := 16; n > 0; n /= 2 {
		for i := range n {
			sums[i] += sums[i+n]
			products[i] += products[i+n]
		}
	}
	return sums[0], products[0]
}

func slopeLoop(y, a, x []float32, m, r, s, p, q float32) {
	for i, v := range x {
		y[i] = s * (a[i] - p - float32(float32((v-m)*r)*q))
	}
}

func slopeByLoop(y, g, w, x []float32, m, r, s, p, q float32) {
	for i, v := range x {
		y[i] = s * (float32(g[i]*w[i]) - p - float32(float32((v-m)*r)*q))
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

// Layer normalizes each row of x, and returns their means and reciprocal standard deviations. Some rows are taken
// through one pass before the next: it does not wait for what the sums of a row end with.
func (o *Norm) Layer(y, x, mean, scale []float32) {
	rows := atOnce(o.Size)
	par.Range(o.Images, 1+sharedNorm/o.Size, func(lo, hi int) {
		for at := lo; at < hi; at += rows {
			end := min(hi, at+rows)
			o.moments(mean[at:end], scale[at:end], x[at*o.Size:end*o.Size])
			for i := at; i < end; i++ {
				passes.standard(o.row(y, i, 0), o.row(x, i, 0), o.Weight, o.Bias, mean[i], scale[i])
			}
		}
	})
}

// moments returns the means and reciprocal standard deviations of rows.
func (o *Norm) moments(mean, scale, x []float32) {
	for i := range mean {
		mean[i] = Sum.F32(o.row(x, i, 0)) / float32(o.Size)
	}
	for i, m := range mean {
		scale[i] = passes.sumSquares(o.row(x, i, 0), m)
	}
	for i, squares := range scale {
		scale[i] = 1 / float32(math.Sqrt(float64(squares/float32(o.Size)+o.Eps)))
	}
}

// LayerBack writes the gradients of x, weights and biases, given that of the result. Rows are added to dw and db in
// blocks.
func (o *Norm) LayerBack(dx, dw, db, g, x, mean, scale []float32) {
	blocks := (o.Images + blockRows - 1) / blockRows
	sums := make([]float32, 2*blocks*o.Size)
	par.Range(blocks, 1+sharedNorm/(o.Size*blockRows), func(lo, hi int) {
		for k := lo; k < hi; k++ {
			dw, db := sums[2*k*o.Size:][:o.Size], sums[(2*k+1)*o.Size:][:o.Size]
			for i := k * blockRows; i < min(o.Images, (k+1)*blockRows); i++ {
				row, grad, m, r := o.row(x, i, 0), o.row(g, i, 0), mean[i], scale[i]
				s, t := o.gather(dw, db, grad, row, m, r)
				passes.slopeBy(o.row(dx, i, 0), grad, o.Weight, row, m, r, r, s, t)
			}
		}
	})
	for k := range blocks {
		Add.F32(dw, dw, sums[2*k*o.Size:][:o.Size])
		Add.F32(db, db, sums[(2*k+1)*o.Size:][:o.Size])
	}
}

// gatherMost is how many elements are added to 32 partial sums: the error grows with their number.
const gatherMost = 2048

// gather adds the gradients that row x gives to weights and biases to dw and db, and returns the means of g·w and of
// g·w·(x-m)·r.
func (o *Norm) gather(dw, db, g, x []float32, m, r float32) (s, t float32) {
	var sum, product float64
	for at := 0; at < o.Size; at += gatherMost {
		to := min(o.Size, at+gatherMost)
		s, t := passes.gather(dw[at:to], db[at:to], g[at:to], o.Weight[at:to], x[at:to], m, r)
		sum, product = sum+float64(s), product+float64(t)
	}
	return float32(sum / float64(o.Size)), float32(product / float64(o.Size))
}

// count is how many elements a channel has.
func (o *Norm) count() float32 { return float32(o.Images * o.Size) }

// channelRun is how many elements channels that are gone through together have in each image: memory is read much
// faster in long runs.
const channelRun = 6 << 10

// channels calls f for groups of channels, on all processors.
func (o *Norm) channels(f func(first, end int)) {
	group := max(1, min(channelRun/o.Size, o.Channels/(2*par.Workers())))
	par.Range((o.Channels+group-1)/group, 1+sharedNorm/(group*o.Images*o.Size), func(lo, hi int) {
		for k := lo; k < hi; k++ {
			f(k*group, min(o.Channels, (k+1)*group))
		}
	})
}

// each calls f for the channels from first to end in each image.
func (o *Norm) each(first, end int, f func(n, c int)) {
	for n := range o.Images {
		for c := first; c < end; c++ {
			f(n, c)
		}
	}
}

// Batch normalizes each channel of x, and returns their means, variances and reciprocal standard deviations.
func (o *Norm) Batch(y, x, mean, variance, scale []float32) {
	standardBy, finish := passes.standardBy, func() {}
	if len(y) >= pastFrom && passes.standardByPast != nil {
		standardBy, finish = passes.standardByPast, passes.fence
	}
	o.channels(func(first, end int) {
		clear(mean[first:end])
		clear(variance[first:end])
		o.each(first, end, func(n, c int) { mean[c] += Sum.F32(o.row(x, n, c)) })
		for c := first; c < end; c++ {
			mean[c] /= o.count()
		}
		o.each(first, end, func(n, c int) { variance[c] += passes.sumSquares(o.row(x, n, c), mean[c]) })
		for c := first; c < end; c++ {
			variance[c] /= o.count()
			scale[c] = 1 / float32(math.Sqrt(float64(variance[c]+o.Eps)))
		}
		o.each(first, end, func(n, c int) {
			standardBy(o.row(y, n, c), o.row(x, n, c), mean[c], scale[c], o.Weight[c], o.Bias[c])
		})
		finish()
	})
}

// BatchBack writes the gradients of x, weights and biases, given that of the result.
func (o *Norm) BatchBack(dx, dw, db, g, x, mean, scale []float32) {
	slope, finish := passes.slope, func() {}
	if len(dx) >= pastFrom && passes.slopePast != nil {
		slope, finish = passes.slopePast, passes.fence
	}
	o.channels(func(first, end int) {
		o.each(first, end, func(n, c int) {
			grad := o.row(g, n, c)
			dw[c] += passes.sumNormal(grad, o.row(x, n, c), mean[c], scale[c])
			db[c] += Sum.F32(grad)
		})
		o.each(first, end, func(n, c int) {
			r := scale[c]
			slope(o.row(dx, n, c), o.row(g, n, c), o.row(x, n, c), mean[c], r, o.Weight[c]*r, db[c]/o.count(), dw[c]/o.count())
		})
		finish()
	})
}
