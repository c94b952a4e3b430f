package ops_test

import (
	"maps"
	"path/filepath"
	"testing"

	"github.com/msrepl/msrepl/internal/testkit/misuse"
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// TestErrorTexts checks that misuse raises what the tables say, word by word.
func TestErrorTexts(t *testing.T) {
	env := map[string]any{
		"New": tensor.New, "Scalar": tensor.Scalar, "Span": tensor.Span, "From": tensor.From, "To": tensor.To, "Slice": tensor.All,
		"Ellipsis": tensor.Ellipsis, "NewAxis": tensor.NewAxis, "SetSeed": tensor.SetSeed, "HammingWindow": ops.HammingWindow,
		"RNNCell": ops.RNNCell, "GRUCell": ops.GRUCell, "LSTMCell": ops.LSTMCell,
	}
	maps.Copy(env, calls)
	maps.Copy(env, keywords)
	files, err := filepath.Glob("testdata/errors/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no tables of errors", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) { misuse.Run(t, file, env) })
	}
}

// TestOptionTypes gives ops options of types that they do not have: none falls back to its default.
func TestOptionTypes(t *testing.T) {
	x := tensor.Ones(1, 1, 4, 4)
	for _, c := range []struct {
		f    func()
		want string
	}{
		{func() { ops.MSELoss(x, x, ops.Wrong("Reduction", 1)) }, "For 'mse_loss', the option ops.Reduction must be of type string, but got int."},
		{
			func() { ops.Interpolate(x, ops.Wrong("OutputSize", 3)) },
			"For 'interpolate', the option ops.OutputSize must be of type []int, but got int.",
		},
		{func() { ops.Unfold(x, 2, ops.Wrong("Padding", 1)) }, "For 'Unfold', the option ops.Padding must be of type []int, but got int."},
		{func() { ops.Dropout(x, 0.5, ops.Wrong("Seed", 1.5)) }, "For 'Dropout', the option ops.Seed must be of type int, but got float64."},
	} {
		err := tensor.Try(c.f)
		if err == nil || err.Error() != "TypeError: "+c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}
