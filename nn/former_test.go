package nn

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/msrepl/msrepl/tensor"
)

// TestFormer has options under names of an earlier release do what they did.
func TestFormer(t *testing.T) {
	w, norm := tensor.New([]float32{1, 2}), NewLayerNorm([]int{4})
	for _, c := range [][2]Option{
		{W(0.5), WeightInit(0.5)},
		{Full(true), FullTerm(true)},
		{Swap(true), DistanceSwap(true)},
		{Size(3, 4), OutputSize(3, 4)},
		{Norm(norm), FinalNorm(norm)},
		{Delta(2), LinearFrom(2)},
		{Bias(2), Offset(2)},
		{Weights(w), Weight(w)},
		{Epsilon(0.1), Eps(0.1)},
		{Group(2), Groups(2)},
		{IgnoreIndiex(1), IgnoreIndex(1)},
	} {
		if !reflect.DeepEqual(c[0], c[1]) {
			t.Errorf("got %v, want %v", c[0], c[1])
		}
	}
	for _, c := range []struct{ got, want any }{
		{NewDropout(P(0.3)).p, 0.3},
		{NewTripletMarginLoss(P(3)).p, 3.0},
		{NewPad([][]int{{1, 1}}, Mode("REFLECT")).mode, "REFLECT"},
		{NewUpsample(Size(2), Mode("linear")).options, NewUpsample(OutputSize(2), Interpolation("linear")).options},
		{NewSmoothL1Loss(Beta(2)).beta, 2.0},
		{NewSoftplus(Beta(2)).beta, 2.0},
		{NewLRN(Beta(2)).beta, 2.0},
	} {
		if !reflect.DeepEqual(c.got, c.want) {
			t.Errorf("got %v, want %v", c.got, c.want)
		}
	}
	const want = "TypeError: For 'ReLU', got an unexpected option nn.DropProb or nn.NormDegree; its options are none."
	if err := tensor.Try(func() { NewReLU(P(1)) }); fmt.Sprint(err) != want {
		t.Error(err)
	}
}
