package kernels

import (
	"math"

	"github.com/msrepl/msrepl/internal/compute/par"
)

// softmax writes exp(x)/sum(exp(x)) to dst. It subtracts the largest element first to prevent overflow.
//
//cpu:rows float
func softmax[T Float](dst, x []T) {
	m := amax(x)
	for i, v := range x {
		dst[i] = T(math.Exp(float64(v - m)))
	}
	s := sum(dst)
	for i := range dst {
		dst[i] /= s
	}
}

// logSoftmax writes the logarithm of softmax to dst without leaving the logarithmic scale. It subtracts the largest
// element before the logarithm of the sum, which would otherwise lose digits to it.
//
//cpu:rows float
func logSoftmax[T Float](dst, x []T) {
	m := amax(x)
	for i, v := range x {
		dst[i] = T(math.Exp(float64(v - m)))
	}
	log := T(math.Log(float64(sum(dst))))
	for i, v := range x {
		dst[i] = v - m - log
	}
}

func init() { Softmax.F32Rows, LogSoftmax.F32Rows = softmaxRows, logSoftmaxRows }

// exponentials writes e to the power of x - most[i] to dst for each row i of n elements; vector code replaces it.
var exponentials = exponentialLoop

func exponentialLoop(dst, x, most []float32, n int) {
	for i, m := range most {
		for j := i * n; j < (i+1)*n; j++ {
			dst[j] = float32(math.Exp(float64(x[j] - m)))
		}
	}
}

// exponential replaces y by e to the power of y, for rows or columns of n elements; vector code replaces it.
var exponential = func(y []float32, _ int) { expLoop(y, y) }

// Limits on the rows and elements processed together, so that they fit in the first-level cache.
const (
	rowsAtOnce     = 64
	elementsAtOnce = 4096
)

// atOnce returns the number of rows of n elements that are processed together.
func atOnce(n int) int { return min(rowsAtOnce, max(1, elementsAtOnce/n)) }

// exponentialSums writes exponentials of the elements of x, minus the maximum of their row of n, to dst, and returns
// the maxima and sums of rows in room.
func exponentialSums(room *[2][rowsAtOnce]float32, dst, x []float32, n int) (most, sums []float32) {
	rows := len(x) / n
	most, sums = room[0][:rows], room[1][:rows]
	for i := range most {
		if row := x[i*n : (i+1)*n]; n < shortRounded {
			most[i] = shortMost(row)
		} else {
			most[i] = Amax.F32(row)
		}
	}
	exponentials(dst, x, most, n)
	clear(sums)
	sumRows(sums, dst[:rows*n], n)
	return most, sums
}

// SoftmaxBack replaces gradients g of a softmax y over the rows of matrices of n rows of inner elements, by those of
// what it was taken of. It reports whether inner is one, or enough.
func SoftmaxBack(g, y []float32, n, inner int) bool {
	if inner > 1 {
		if inner >= shortColumns {
			eachBand(len(g), n, inner, func(at int, c columns) { softmaxBackColumns(g[at:], y[at:], c) })
		}
		return inner >= shortColumns
	}
	block := atOnce(n) * n
	par.Range((len(g)+block-1)/block, 1+sharedSums/block, func(lo, hi int) {
		scaled := make([]float32, block)
		var room [rowsAtOnce]float32
		for b := lo; b < hi; b++ {
			at, end := b*block, min((b+1)*block, len(g))
			softmaxBack(g[at:end], y[at:end], scaled, room[:(end-at)/n], n)
		}
	})
	return true
}

// softmaxBack is SoftmaxBack for a number of rows that fit in the first-level cache: g·y - y·sum(g·y).
func softmaxBack(g, y, scaled, sums []float32, n int) {
	Mul.F32(g, g, y)
	clear(sums)
	sumRows(sums, g, n)
	for i := range sums {
		Mul.F32(scaled[i*n:(i+1)*n], y[i*n:(i+1)*n], sums[i:i+1])
	}
	Sub.F32(g, g, scaled[:len(g)])
}

// shortMost is amax of float32 with one comparison per element.
func shortMost(x []float32) float32 {
	m := x[0]
	for _, v := range x[1:] {
		if !(v <= m) {
			if v != v || m != m {
				return v + m
			}
			m = v
		}
	}
	return m
}

func softmaxRows(dst, x []float32, n int) {
	var room [2][rowsAtOnce]float32
	for step := atOnce(n) * n; len(x) > 0; dst, x = dst[min(step, len(dst)):], x[min(step, len(x)):] {
		y := dst[:min(step, len(dst))]
		_, sums := exponentialSums(&room, y, x[:len(y)], n)
		for i := range sums {
			row := y[i*n : (i+1)*n]
			Div.F32(row, row, sums[i:i+1])
		}
	}
}

func logSoftmaxRows(dst, x []float32, n int) {
	var room [2][rowsAtOnce]float32
	for step := atOnce(n) * n; len(x) > 0; dst, x = dst[min(step, len(dst)):], x[min(step, len(x)):] {
		y := dst[:min(step, len(dst))]
		most, sums := exponentialSums(&room, y, x[:len(y)], n)
		Log.F32(sums, sums)
		for i := range most {
			row := y[i*n : (i+1)*n]
			Sub.F32(row, x[i*n:(i+1)*n], most[i:i+1])
			Sub.F32(row, row, sums[i:i+1])
		}
	}
}

// sharedEntropy is the minimum number of elements of rows that is worth giving to another processor.
const sharedEntropy = 16 << 10

// EntropyOf reports whether CrossEntropy takes matrices whose rows have inner elements.
func EntropyOf(inner int) bool { return inner == 1 || inner >= shortColumns }

// CrossEntropy writes, for each column of the matrices of x, of n rows of inner elements, the largest element to most,
// the sum of the exponentials of what is less than it to sums, and the negative logarithm of the softmax at its label
// to loss; a column whose label is ignored has the loss zero.
func CrossEntropy(loss, most, sums, x []float32, labels []int64, n, inner int, ignored int64) {
	if inner > 1 {
		eachBand(len(x), n, inner, func(at int, c columns) {
			i := c.index(at)
			sumsOfColumns(most[i:], sums[i:], x[at:], c)
			logSums(loss[i:], sums[i:i+c.width], n)
		})
	} else {
		sumsOfRows(loss, most, sums, x, n)
	}
	for first := 0; first < len(labels); first += inner { // a matrix
		for i, l := range labels[first : first+inner] {
			log := loss[first+i]
			loss[first+i] = 0
			if l != ignored {
				loss[first+i] = -(x[first*n+int(l)*inner+i] - most[first+i] - log)
			}
		}
	}
}

// sumsOfRows is exponentialSums of all rows of n elements of x. It writes the logarithms of the sums to logs.
func sumsOfRows(logs, most, sums, x []float32, n int) {
	step := atOnce(n)
	par.Range((len(sums)+step-1)/step, 1+sharedEntropy/(step*n), func(lo, hi int) {
		var room [2][rowsAtOnce]float32
		scratch := make([]float32, step*n)
		for at := lo * step; at < min(hi*step, len(sums)); at += step {
			end := min(at+step, len(sums))
			m, s := exponentialSums(&room, scratch[:(end-at)*n], x[at*n:end*n], n)
			copy(most[at:end], m)
			copy(sums[at:end], s)
			Log.F32(logs[at:end], s)
		}
	})
}

// CrossEntropyBack writes the gradient of x, given that of the sum of losses.
func CrossEntropyBack(dx, most, sums, x []float32, labels []int64, n, inner int, ignored int64, g float32) {
	if inner > 1 {
		eachBand(len(x), n, inner, func(at int, c columns) {
			i := c.index(at)
			entropyBackColumns(dx[at:], most[i:], sums[i:], x[at:], c, g)
		})
	} else {
		entropyBackRows(dx, most, sums, x, n, g)
	}
	for first := 0; first < len(labels); first += inner { // a matrix
		for i, l := range labels[first : first+inner] {
			column := dx[first*n+i:]
			if l != ignored {
				column[int(l)*inner] -= g
				continue
			}
			for k := range n {
				column[k*inner] = 0
			}
		}
	}
}

// entropyBackRows writes the softmax of the rows of n elements of x, times g, to dx.
func entropyBackRows(dx, most, sums, x []float32, n int, g float32) {
	step := atOnce(n)
	par.Range((len(sums)+step-1)/step, 1+sharedEntropy/(step*n), func(lo, hi int) {
		var scales [rowsAtOnce]float32
		for at := lo * step; at < min(hi*step, len(sums)); at += step {
			end := min(at+step, len(sums))
			exponentials(dx[at*n:end*n], x[at*n:end*n], most[at:end], n)
			for i := range end - at {
				scales[i] = g / sums[at+i]
				row := dx[(at+i)*n : (at+i+1)*n]
				Mul.F32(row, row, scales[i:i+1])
			}
		}
	})
}
