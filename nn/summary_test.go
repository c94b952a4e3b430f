package nn_test

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

func lenet() *nn.SequentialCell {
	return nn.NewSequentialCell(
		nn.NewConv2d(1, 6, 5, nn.PadMode("valid")), nn.NewReLU(), nn.NewMaxPool2d(2, nn.Stride(2)),
		nn.NewConv2d(6, 16, 5, nn.PadMode("valid")), nn.NewReLU(), nn.NewMaxPool2d(2, nn.Stride(2)),
		nn.NewFlatten(), nn.NewDense(400, 120), nn.NewDense(120, 84), nn.NewDense(84, 10),
	)
}

// halfUsed calls one of its layers twice and the other never.
type halfUsed struct {
	nn.Cell
	a, b *nn.Dense
}

func (h *halfUsed) Construct(x T) T { return h.a.Call(h.a.Call(x)) }

// TestSummaryCounts checks the work of a layer, by the formulas of its kind: LeNet-5 is known for 416,520
// multiply-adds per image.
func TestSummaryCounts(t *testing.T) {
	frozen := nn.NewDense(3, 3, nn.HasBias(false))
	frozen.Weight.SetRequiresGrad(false)
	for _, c := range []struct {
		name              string
		net               nn.Layer
		in                []any
		params, trainable int
		macs, outputs     int64
	}{
		{"LeNet-5", lenet(), []any{tensor.Ones(1, 1, 32, 32)}, 61684, 61684, 416520, 4 * (2*4704 + 1176 + 2*1600 + 2*400 + 120 + 84 + 10)},
		{"LeNet-5, two images", lenet(), []any{tensor.Ones(2, 1, 32, 32)}, 61684, 61684, 2 * 416520, 8 * (2*4704 + 1176 + 2*1600 + 2*400 + 120 + 84 + 10)},
		{
			"convolution in groups", nn.NewConv2d(4, 8, 3, nn.Groups(2)),
			[]any{tensor.Ones(1, 4, 5, 5)},
			8 * 2 * 9, 8 * 2 * 9,
			8 * 25 * 2 * 9, 4 * 200,
		},
		{"transposed convolution", nn.NewConv2dTranspose(3, 5, 2, nn.Stride(2), nn.PadMode("valid")), []any{tensor.Ones(1, 3, 4, 4)}, 60, 60, 16 * 3 * 5 * 4, 4 * 5 * 64},
		{"LSTM", nn.NewLSTM(5, 7), []any{tensor.Ones(3, 2, 5)}, 4 * 7 * (5 + 7 + 2), 4 * 7 * (5 + 7 + 2), 3 * 2 * 4 * 7 * (5 + 7), 4 * (3*2*7 + 2*2*7)},
		{
			"attention", nn.NewMultiheadAttention(8, 2),
			[]any{tensor.Ones(3, 1, 8), tensor.Ones(3, 1, 8), tensor.Ones(3, 1, 8)},
			// the cell of the output's projection is the only one without children
			4 * (64 + 8), 4 * (64 + 8), 3*(3+1)*64 + 2*3*3*8, 4 * 24,
		},
		{"frozen", frozen, []any{tensor.Ones(2, 3)}, 9, 0, 18, 24},
		{"half of it", initialized(&halfUsed{a: nn.NewDense(2, 2), b: nn.NewDense(2, 2)}), []any{tensor.Ones(1, 2)}, 12, 12, 8, 16},
	} {
		s := nn.Summary(c.net, c.in...)
		got := fmt.Sprint(s.Params, s.Trainable, s.MACs, s.OutputBytes)
		if want := fmt.Sprint(c.params, c.trainable, c.macs, c.outputs); got != want {
			t.Errorf("%s: parameters, trainable, MACs, bytes %s, want %s", c.name, got, want)
		}
	}
}

// lent has its layer called by somebody else as well whenever it is called itself.
type lent struct {
	nn.Cell
	fc          *nn.Dense
	ask, called chan bool
}

func (s *lent) Construct(x T) T {
	s.ask <- true
	<-s.called
	return s.fc.Call(x)
}

// TestSummaryBesideCalls checks that a summary counts its own run, on all goroutines that it starts, and not what
// others call meanwhile.
func TestSummaryBesideCalls(t *testing.T) {
	net := initialized(&lent{fc: nn.NewDense(2, 3), ask: make(chan bool), called: make(chan bool)})
	go func() {
		for range net.ask {
			net.fc.Call(tensor.Ones(5, 2))
			net.called <- true
		}
	}()
	defer close(net.ask)
	for _, c := range []struct {
		name  string
		net   nn.Layer
		calls int
	}{{"calls beside", net, 1}, {"branches", initialized(&branches{fc: net.fc}), 8}} {
		s := nn.Summary(c.net, tensor.Ones(1, 2))
		l := s.Layers[1]
		if l.Calls != c.calls || s.MACs != int64(c.calls*6) || l.OutputBytes != int64(c.calls*12) {
			t.Errorf("%s: %d calls, %d MACs, %d bytes", c.name, l.Calls, s.MACs, l.OutputBytes)
		}
	}
}

// branches calls its layer on other goroutines.
type branches struct {
	nn.Cell
	fc *nn.Dense
}

func (b *branches) Construct(x T) T {
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() { b.fc.Call(x) })
	}
	all.Wait()
	return x
}

func TestSummaryText(t *testing.T) {
	s := nn.Summary(initialized(&halfUsed{a: nn.NewDense(2, 2), b: nn.NewDense(2, 2)}), tensor.Ones(1, 2))
	const want = `layer  class     output      parameters  trainable  memory  MACs
─
(all)  halfUsed  (1, 2)               0          0     8 B     0
a ×2   Dense     (1, 2)               6          6    16 B     8
b      Dense     not called           6          6
12 parameters (48 B), 12 of them trainable
8 MACs = 16 FLOPs per call, 16 B of outputs`
	if got := regexp.MustCompile(`─+`).ReplaceAllString(s.String(), "─"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	big := nn.Summary(lenet(), tensor.Ones(1, 1, 32, 32)).String()
	for _, part := range []string{"61,684 parameters (241.0 KiB)", "416,520 MACs = 833,040 FLOPs per call"} {
		if !strings.Contains(big, part) {
			t.Errorf("no %q in\n%s", part, big)
		}
	}
}
