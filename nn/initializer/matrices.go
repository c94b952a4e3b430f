package initializer

import (
	"math"
	"math/rand/v2"

	"github.com/msrepl/msrepl/internal/compute/linalg"
	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/internal/session/engine"
	"github.com/msrepl/msrepl/tensor"
)

// Identity sets a matrix to the identity; another number of dimensions raises ValueError.
type Identity struct{}

// Fill implements Initializer.
func (Identity) Fill(out []float32, dims []int) {
	needDims("Identity", dims, 2, 2)
	clear(out)
	for i := range min(dims[0], dims[1]) {
		out[i*dims[1]+i] = 1
	}
}

// Dirac fills the weight of a convolution so that it preserves its input channels: a one at the centre of the kernel
// from input channel i to output channel i of each group. Groups is 1 by default. The tensor must have three to five
// dimensions, and Groups must divide the output channels; otherwise it raises ValueError.
type Dirac struct{ Groups int }

// Fill implements Initializer.
func (d Dirac) Fill(out []float32, dims []int) {
	needDims("Dirac", dims, 3, 5)
	groups := max(1, d.Groups)
	if dims[0]%groups != 0 {
		tensor.Throw("Dirac", tensor.ValueError, "For 'Dirac', the first of dimensions must be divisible by groups, but got %d and %d.", dims[0], groups)
	}
	clear(out)
	kernel, middle := shape.Size(dims[2:]), 0
	for _, k := range dims[2:] {
		middle = middle*k + k/2
	}
	each := dims[0] / groups
	for g := range groups {
		for i := range min(each, dims[1]) {
			out[((g*each+i)*dims[1]+i)*kernel+middle] = 1
		}
	}
}

// Orthogonal fills the tensor, viewed as a matrix with all axes but the first flattened, with orthonormal rows, or
// orthonormal columns if there are more rows than columns, times Gain; a zero gain means 1. Fewer than two dimensions
// raise ValueError.
type Orthogonal struct{ Gain float64 }

// Fill implements Initializer.
func (o Orthogonal) Fill(out []float32, dims []int) {
	needDims("Orthogonal", dims, 2, math.MaxInt)
	rows, cols := dims[0], shape.Size(dims[1:])
	long, short := max(rows, cols), min(rows, cols)
	stream().Normal(out, 0, 1)
	a, q, r := engine.Slice[float64](long, short), engine.Slice[float64](long, short), engine.Slice[float64](short, short)
	for i, v := range out {
		a[i] = float64(v)
	}
	linalg.QR(q, r, a, long, short, short)
	for i := range long {
		for k := range short {
			v := float32(or(o.Gain, 1) * math.Copysign(q[i*short+k], q[i*short+k]*r[k*short+k]))
			if rows < cols {
				out[k*cols+i] = v
			} else {
				out[i*cols+k] = v
			}
		}
	}
}

// Sparse draws from N(0, Sigma²) and sets the fraction Sparsity of every column, rounded up, to zero; a zero sigma
// means MindSpore's 0.01. The tensor must be a matrix, otherwise it raises ValueError.
type Sparse struct{ Sparsity, Sigma float64 }

// Fill implements Initializer.
func (s Sparse) Fill(out []float32, dims []int) {
	needDims("Sparse", dims, 2, 2)
	rows, cols := dims[0], dims[1]
	random := stream()
	random.Normal(out, 0, or(s.Sigma, 0.01))
	order := rand.New(rand.NewPCG(uint64(random.Uint32()), uint64(random.Uint32())))
	zeros := min(rows, int(math.Ceil(float64(rows)*s.Sparsity)))
	for c := range cols {
		for _, r := range order.Perm(rows)[:zeros] {
			out[r*cols+c] = 0
		}
	}
}

func needDims(op string, dims []int, least, most int) {
	if n := len(dims); n < least || n > most {
		tensor.Throw(op, tensor.ValueError, "For '%s', the dimension of the tensor must be in range [%d, %d], but got %d.", op, least, min(most, 8), n)
	}
}
