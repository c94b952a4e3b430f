package ops_test

import (
	"maps"
	"path/filepath"
	"testing"

	"github.com/msrepl/msrepl/internal/errtable"
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// Misuse raises what the tables say, word by word.
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
		t.Run(filepath.Base(file), func(t *testing.T) { errtable.Run(t, file, env) })
	}
}
