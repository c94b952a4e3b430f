package nn_test

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/msrepl/msrepl/grad"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// piece is a part of a deep network, with dropout inside.
type piece struct {
	nn.Cell
	fc *nn.Dense
}

func (p *piece) Construct(x T) T {
	return ops.Dropout(p.fc.Call(x).Tanh().Sigmoid(), 0.3).Mul(x).Add(x)
}

// deep is a stack of pieces, each of them recomputed or none.
func deep(depth, width int, recompute bool) *nn.SequentialCell {
	var pieces []any
	for range depth {
		p := initialized(&piece{fc: nn.NewDense(width, width, nn.WeightInit(tensor.Full([]int{width, width}, 0.01, tensor.Float32)), nn.BiasInit("zeros"))})
		if recompute {
			p.Recompute()
		}
		pieces = append(pieces, p)
	}
	return nn.NewSequentialCell(pieces...)
}

// TestCellRecompute checks that the gradients are the same to the last bit, dropout included.
func TestCellRecompute(t *testing.T) {
	gradients := func(recompute bool) string {
		net := deep(4, 3, recompute)
		tensor.SetSeed(7)
		out, g := grad.ValueAndGrad(net, net.TrainableParams())(tensor.New([][]float32{{0.1, 0.7, -0.4}}))
		return fmt.Sprint(out.ToList(), g)
	}
	if plain, again := gradients(false), gradients(true); plain != again {
		t.Errorf("recomputed:\n%s\nwant\n%s", again, plain)
	}
}

// held is the memory that is in use between the forward and the backward pass, in bytes.
func held(net nn.Layer, x T) int64 {
	var before, between runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	grad.Grad(func(x T) T {
		y := net.CellBase().Call(x)
		y.RegisterHook(func(T) { runtime.GC(); runtime.ReadMemStats(&between) })
		return y
	})(x)
	return int64(between.HeapAlloc) - int64(before.HeapAlloc)
}

func TestCellRecomputeFrees(t *testing.T) {
	x := tensor.Zeros(1024, 16)
	plain, recomputed := held(deep(32, 16, false), x), held(deep(32, 16, true), x)
	t.Logf("held for the gradient: %d KiB, recomputed %d KiB", plain>>10, recomputed>>10)
	if recomputed*3 > plain {
		t.Errorf("a recomputed network holds %d KiB, the same without it %d KiB", recomputed>>10, plain>>10)
	}
}

// peak is the most memory that is in use at the borders of the pieces of net, forward and backward, in bytes.
func peak(net *nn.SequentialCell, x T) (most int64) {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	before := int64(m.HeapAlloc)
	look := func() {
		runtime.GC()
		runtime.ReadMemStats(&m)
		most = max(most, int64(m.HeapAlloc)-before)
	}
	for _, p := range net.All() {
		p.CellBase().RegisterForwardHook(func(nn.Layer, tensor.Tuple, T) { look() })
		p.CellBase().RegisterBackwardPreHook(func(nn.Layer, tensor.Tuple) { look() })
		p.CellBase().RegisterFullBackwardHook(func(nn.Layer, tensor.Tuple, tensor.Tuple) { look() })
	}
	grad.GradBy(net, net.TrainableParams())(x)
	return most
}

// TestCellRecomputePeak: recomputation lowers the peak of memory. Besides the inputs of the parts, at most one part of
// the graph exists at any time.
func TestCellRecomputePeak(t *testing.T) {
	x := tensor.Zeros(1024, 16)
	plain, recomputed := peak(deep(32, 16, false), x), peak(deep(32, 16, true), x)
	t.Logf("at most: %d KiB, recomputed %d KiB", plain>>10, recomputed>>10)
	if recomputed*2 > plain {
		t.Errorf("a recomputed network needs %d KiB, the same without it %d KiB", recomputed>>10, plain>>10)
	}
}

// BenchmarkRecompute shows what a deep network holds between the passes, and what that costs.
func BenchmarkRecompute(b *testing.B) {
	for _, recompute := range []bool{false, true} {
		b.Run(fmt.Sprintf("recompute=%v", recompute), func(b *testing.B) {
			net, x := deep(32, 64, recompute), tensor.Zeros(256, 64)
			for b.Loop() {
				grad.Grad(net)(x)
			}
			b.ReportMetric(float64(held(net, x))/(1<<20), "MiB-held")
			b.ReportMetric(float64(peak(net, x))/(1<<20), "MiB-peak")
		})
	}
}

func TestRecomputeOptions(t *testing.T) {
	nn.NewReLU().Recompute(nn.MPCommRecompute(true), nn.ParallelOptimizerCommRecompute(true), nn.RecomputeSliceActivation(true))
	got := shown(func() any { nn.NewReLU().Recompute(nn.HasBias(true)); return nil })
	same(t, "unknown option", got, "ValueError: For 'recompute', keyword 'has_bias' is not recognized! the key kwargs must be "+
		"'mp_comm_recompute', 'parallel_optimizer_comm_recompute', 'recompute_slice_activation'")
}

// TestRecomputedForms recomputes cells that return several values, hooks around them and custom gradients.
func TestRecomputedForms(t *testing.T) {
	pair := initialized(&pairNet{})
	pair.Recompute()
	own := initialized(&cubic{})
	own.Recompute()
	fired := 0
	pair.RegisterFullBackwardHook(func(nn.Layer, tensor.Tuple, tensor.Tuple) { fired++ })
	same(t, "two results", all(pair.Invoke(vec(2), vec(5))...), "[10.] [7.]")
	same(t, "their gradient", grad.Grad(pair)(vec(2), vec(5)).String(), "[6.]")
	same(t, "hooks", fmt.Sprint(fired), "1")
	same(t, "custom gradient", grad.Grad(own)(vec(2)).String(), "[12.]")
}
