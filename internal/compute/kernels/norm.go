package kernels

import (
	"math"
	"slices"

	"github.com/msrepl/msrepl/internal/compute/par"
)

// Norm is a normalization of float32: of rows, with weights and biases per element (layer), of channels across
// images (batch), or of groups of channels of each image (group), with one weight and bias per channel. Every sum is
// added in the order of Sum, on any number of processors.
type Norm struct {
	Images, Channels, Size int     // a layer norm has one image per row, and one channel
	Groups                 int     // per image, for group
	Given                  bool    // whether a batch norm uses given means and variances
	Eps                    float32 // added to variances
	Weight, Bias           []float32
}

// passes are the loops of norms and squared errors, which vector code replaces; m is a mean and r the reciprocal of
// a standard deviation.
var passes = struct {
	sumSquares func(x []float32, m float32) float32
	sumApart   func(a, b []float32) float32
	sumNormal  func(a, x []float32, m, r float32) float32
	standard   func(y, x, w, b []float32, m, r float32)
	standardBy func(y, x []float32, m, r, w, b float32)
	gather     func(u, v, g, w, x []float32, m, r float32) (s, t float32)
	slope      func(y, a, x []float32, m, r, s, p, q float32)
	slopeBy    func(y, g, w, x []float32, m, r, s, p, q float32)

	// The same for results in memory that no cache holds, or nil. Their results are visible after fence.
	standardByPast func(y, x []float32, m, r, w, b float32)
	slopePast      func(y, a, x []float32, m, r, s, p, q float32)
	fence          func()
}{
	sumSquares: sumSquaresLoop, sumApart: sumApartLoop, sumNormal: sumNormalLoop, standard: standardLoop,
	standardBy: standardByLoop, gather: gatherLoop, slope: slopeLoop, slopeBy: slopeByLoop,
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

// gatherLoop adds g·(x-m)·r to u and g to v, and returns the sums of g·w and of g·w·(x-m)·r. Element i belongs
// to partial sum i mod 32; the partial sums are added by halves.
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

// sharedNorm is the minimum number of elements of a norm that is worth giving to another processor.
const sharedNorm = 8 << 10

// blockRows is the number of rows of a layer norm per partial sum of the gradients of weights and biases.
const blockRows = 64

// row returns image n of channel c in x.
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
	for i := range scale {
		scale[i] /= float32(o.Size)
	}
	o.reciprocals(scale, scale)
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

// gatherMost is the maximum number of elements added to 32 partial sums: the error grows with their number.
const gatherMost = 2048

// gather adds the gradients of weights and biases from row x to dw and db, and returns the means of g·w and of
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

// count returns the number of elements per channel.
func (o *Norm) count() float32 { return float32(o.Images * o.Size) }

// channelRun is the number of elements per image of channels processed together: memory is read much faster in long
// runs.
const channelRun = 6 << 10

// channels calls f for groups of channels, on all processors, with memory for two sums per channel: the results of
// other groups may share a cache line, which should not be written for every row.
func (o *Norm) channels(f func(first, end int, s, t []float32)) {
	group := max(1, min(channelRun/o.Size, o.Channels/(2*par.Workers())))
	par.Range((o.Channels+group-1)/group, 1+sharedNorm/(group*o.Images*o.Size), func(lo, hi int) {
		sums := make([]float32, 2*max(16, group))
		for k := lo; k < hi; k++ {
			first, end := k*group, min(o.Channels, (k+1)*group)
			clear(sums)
			f(first, end, sums[:end-first], sums[group:][:end-first])
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

// standardBy returns the last pass of norms of channels for n elements, and a function to call after a series of
// passes.
func standardBy(n int) (pass func(y, x []float32, m, r, w, b float32), finish func()) {
	if n >= pastFrom && passes.standardByPast != nil {
		return passes.standardByPast, passes.fence
	}
	return passes.standardBy, func() {}
}

// Batch normalizes each channel of x, and returns their means, variances, unless those are given, and reciprocal
// standard deviations.
func (o *Norm) Batch(y, x, mean, variance, scale []float32) {
	if o.Size == 1 {
		o.columns(y, x, mean, variance, scale)
		return
	}
	pass, finish := standardBy(len(y))
	o.channels(func(first, end int, s, t []float32) {
		if !o.Given {
			o.batchMoments(s, t, x, first, end)
			copy(mean[first:end], s)
			copy(variance[first:end], t)
		}
		o.reciprocals(scale[first:end], variance[first:end])
		o.each(first, end, func(n, c int) {
			pass(o.row(y, n, c), o.row(x, n, c), mean[c], scale[c], o.Weight[c], o.Bias[c])
		})
		finish()
	})
}

// batchMoments writes the means and variances of channels first to end to those slices, which must be zero.
func (o *Norm) batchMoments(mean, variance, x []float32, first, end int) {
	o.each(first, end, func(n, c int) { mean[c-first] += Sum.F32(o.row(x, n, c)) })
	for i := range mean {
		mean[i] /= o.count()
	}
	o.each(first, end, func(n, c int) { variance[c-first] += passes.sumSquares(o.row(x, n, c), mean[c-first]) })
	for i := range variance {
		variance[i] /= o.count()
	}
}

// reciprocals writes the reciprocals of the standard deviations to scale.
func (o *Norm) reciprocals(scale, variance []float32) {
	for c, v := range variance {
		scale[c] = 1 / float32(math.Sqrt(float64(v+o.Eps)))
	}
}

// BatchBack writes the gradients of x, weights and biases, given that of the result.
func (o *Norm) BatchBack(dx, dw, db, g, x, mean, scale []float32) {
	if o.Size == 1 {
		o.columnsBack(dx, dw, db, g, x, mean, scale)
		return
	}
	slope, finish := passes.slope, func() {}
	if len(dx) >= pastFrom && passes.slopePast != nil {
		slope, finish = passes.slopePast, passes.fence
	}
	o.channels(func(first, end int, s, t []float32) {
		o.each(first, end, func(n, c int) {
			grad := o.row(g, n, c)
			s[c-first] += passes.sumNormal(grad, o.row(x, n, c), mean[c], scale[c])
			t[c-first] += Sum.F32(grad)
		})
		copy(dw[first:end], s)
		copy(db[first:end], t)
		o.each(first, end, func(n, c int) {
			r := scale[c]
			if o.Given {
				Mul.F32(o.row(dx, n, c), o.row(g, n, c), []float32{o.Weight[c] * r})
				return
			}
			slope(o.row(dx, n, c), o.row(g, n, c), o.row(x, n, c), mean[c], r, o.Weight[c]*r, db[c]/o.count(), dw[c]/o.count())
		})
		finish()
	})
}

// groups returns the layer norm whose rows are the groups, and the number of channels per group.
func (o *Norm) groups() (rows *Norm, each int) {
	each = o.Channels / o.Groups
	return &Norm{Images: o.Images * o.Groups, Channels: 1, Size: each * o.Size, Eps: o.Eps}, each
}

// Group normalizes each group of channels of each image of x, and returns their means and reciprocal standard
// deviations.
func (o *Norm) Group(y, x, mean, scale []float32) {
	rows, each := o.groups()
	block := atOnce(rows.Size)
	pass, finish := standardBy(len(y))
	par.Range(rows.Images, 1+sharedNorm/rows.Size, func(lo, hi int) {
		for at := lo; at < hi; at += block {
			end := min(hi, at+block)
			rows.moments(mean[at:end], scale[at:end], x[at*rows.Size:end*rows.Size])
			for k := at * each; k < end*each; k++ {
				c, i := k%o.Channels, k/each
				pass(o.row(y, 0, k), o.row(x, 0, k), mean[i], scale[i], o.Weight[c], o.Bias[c])
			}
		}
		finish()
	})
}

// GroupBack writes the gradients of x, weights and biases, given that of the result.
func (o *Norm) GroupBack(dx, dw, db, g, x, mean, scale []float32) {
	rows, each := o.groups()
	sums, products := make([]float32, o.Images*o.Channels), make([]float32, o.Images*o.Channels)
	par.Range(rows.Images, 1+sharedNorm/rows.Size, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			m, r, n := mean[i], scale[i], float64(rows.Size)
			var sum, product float64
			for k := i * each; k < (i+1)*each; k++ {
				grad, w := o.row(g, 0, k), float64(o.Weight[k%o.Channels])
				sums[k], products[k] = Sum.F32(grad), passes.sumNormal(grad, o.row(x, 0, k), m, r)
				sum += float64(w * float64(sums[k]))
				product += float64(w * float64(products[k]))
			}
			for k := i * each; k < (i+1)*each; k++ {
				to, c := o.row(dx, 0, k), k%o.Channels
				Mul.F32(to, o.row(g, 0, k), o.Weight[c:c+1])
				passes.slope(to, to, o.row(x, 0, k), m, r, r, float32(sum/n), float32(product/n))
			}
		}
	})
	JoinRows(&Add, dw, products, o.Images, o.Channels, 1)
	JoinRows(&Add, db, sums, o.Images, o.Channels, 1)
}

// tileMost is the number of elements of rows processed at once, together with repeated vectors of channels: all fit
// in the first-level cache.
const tileMost = 1024

// tiles calls f for a few whole rows at a time, on all processors, if channels have one element. It repeats the
// vectors of channels accordingly.
func (o *Norm) tiles(f func(lo, hi int), channels ...*[]float32) {
	rows := max(1, min(o.Images, tileMost/o.Channels))
	step, size := rows*o.Channels, o.Images*o.Channels
	for _, v := range channels {
		*v = slices.Repeat(*v, rows)
	}
	par.Range((size+step-1)/step, 1+sharedNorm/step, func(lo, hi int) {
		for at := lo * step; at < min(hi*step, size); at += step {
			f(at, min(at+step, size))
		}
	})
}

// columns is Batch for channels with one element per image.
func (o *Norm) columns(y, x, mean, variance, scale []float32) {
	m, r, w, b := mean, scale, o.Weight, o.Bias
	if !o.Given {
		count := []float32{o.count()}
		clear(mean)
		JoinRows(&Add, mean, x, o.Images, o.Channels, 1)
		Div.F32(mean, mean, count)
		o.tiles(func(lo, hi int) {
			to := y[lo:hi]
			Sub.F32(to, x[lo:hi], m[:hi-lo])
			Mul.F32(to, to, to)
		}, &m)
		m = mean
		clear(variance)
		JoinRows(&Add, variance, y, o.Images, o.Channels, 1)
		Div.F32(variance, variance, count)
	}
	o.reciprocals(scale, variance)
	o.tiles(func(lo, hi int) {
		to, n := y[lo:hi], hi-lo
		Sub.F32(to, x[lo:hi], m[:n])
		Mul.F32(to, to, r[:n])
		Mul.F32(to, to, w[:n])
		Add.F32(to, to, b[:n])
	}, &m, &r, &w, &b)
}

// columnsBack is BatchBack for channels with one element per image.
func (o *Norm) columnsBack(dx, dw, db, g, x, mean, scale []float32) {
	m := mean
	o.tiles(func(lo, hi int) {
		to := dx[lo:hi]
		Sub.F32(to, x[lo:hi], m[:hi-lo])
		Mul.F32(to, to, g[lo:hi])
	}, &m)
	JoinRows(&Add, dw, dx, o.Images, o.Channels, 1)
	Mul.F32(dw, dw, scale)
	JoinRows(&Add, db, g, o.Images, o.Channels, 1)
	w, p, q := make([]float32, o.Channels), make([]float32, o.Channels), make([]float32, o.Channels)
	for c, r := range scale {
		w[c], p[c], q[c] = o.Weight[c]*r, db[c]/o.count(), r*dw[c]/o.count()
	}
	if o.Given {
		o.tiles(func(lo, hi int) { Mul.F32(dx[lo:hi], g[lo:hi], w[:hi-lo]) }, &w)
		return
	}
	m = mean
	o.tiles(func(lo, hi int) {
		to, n := dx[lo:hi], hi-lo
		Sub.F32(to, x[lo:hi], m[:n])
		Mul.F32(to, to, q[:n])
		Sub.F32(to, g[lo:hi], to)
		Sub.F32(to, to, p[:n])
		Mul.F32(to, to, w[:n])
	}, &m, &w, &p, &q)
}
