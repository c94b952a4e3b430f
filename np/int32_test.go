package np

import (
	"testing"

	"github.com/msrepl/msrepl/tensor"
)

// TestIntsAreInt32 compares dtypes with those that mindspore.numpy's reference records, as texts of its results.
// Numbers beyond Int32 and Go's types of a given size keep what they need.
func TestIntsAreInt32(t *testing.T) {
	type row struct {
		x    any
		want string
	}
	for name, r := range map[string]row{
		"triu_indices(3)": {TriuIndices(3), "(Tensor(shape=[6], dtype=Int32, value= [0, 0, 0, 1, 1, 2]), Tensor(shape=[6], dtype=Int32, value= [0, 1, 2, 1, 2, 2]))"},
		"tril_indices(3)": {TrilIndices(3), "(Tensor(shape=[6], dtype=Int32, value= [0, 1, 1, 2, 2, 2]), Tensor(shape=[6], dtype=Int32, value= [0, 0, 1, 0, 1, 2]))"},
		"setdiff1d":       {SetDiff1D([]int{1, 2, 3, 2, 4, 1}, []int{3, 4, 5, 6}), "Tensor(shape=[2], dtype=Int32, value= [1, 2])"},
		"indices((2, 3))": {Indices(2, 3), "[Tensor(shape=[2, 3], dtype=Int32, value=\n[[0, 0, 0],\n [1, 1, 1]]), Tensor(shape=[2, 3], dtype=Int32, value=\n[[0, 1, 2],\n [0, 1, 2]])]"},
		"indices(())":     {Indices(), "[]"},
		"broadcast_arrays": {
			BroadcastArrays([][]int{{1, 2, 3}}, [][]int{{4}, {5}}),
			"[Tensor(shape=[2, 3], dtype=Int32, value=\n[[1, 2, 3],\n [1, 2, 3]]), Tensor(shape=[2, 3], dtype=Int32, value=\n[[4, 4, 4],\n [5, 5, 5]])]",
		},
		"meshgrid":           {Meshgrid([]int{1, 2}, []int{3}), "(Tensor(shape=[1, 2], dtype=Int32, value=\n[[1, 2]]), Tensor(shape=[1, 2], dtype=Int32, value=\n[[3, 3]]))"},
		"array of ints":      {Array([]int{1, 2}), "Tensor(shape=[2], dtype=Int32, value= [1, 2])"},
		"array of arrays":    {Array([2][1]int{{1}, {2}}), "Tensor(shape=[2, 1], dtype=Int32, value=\n[[1],\n [2]])"},
		"list of any":        {Array([]any{1, 2}), "Tensor(shape=[2], dtype=Int32, value= [1, 2])"},
		"lists in a list":    {Array([]any{[]int{1}, []any{2}}), "Tensor(shape=[2, 1], dtype=Int32, value=\n[[1],\n [2]])"},
		"an int":             {Array(3), "Tensor(shape=[], dtype=Int32, value= 3)"},
		"asarray":            {AsArray([]int{1}), "Tensor(shape=[1], dtype=Int32, value= [1])"},
		"full":               {Full([]int{2}, 7), "Tensor(shape=[2], dtype=Int32, value= [7, 7])"},
		"least Int32":        {Array([]int{-1 << 31}), "Tensor(shape=[1], dtype=Int32, value= [-2147483648])"},
		"beyond Int32":       {Array([]int{1, 1 << 31}), "Tensor(shape=[2], dtype=Int64, value= [         1, 2147483648])"},
		"an int64 in a list": {Array([]any{1, int64(2)}), "Tensor(shape=[2], dtype=Int64, value= [1, 2])"},
		"int64s":             {Array([]int64{1, 2}), "Tensor(shape=[2], dtype=Int64, value= [1, 2])"},
		"a dtype":            {Array([]int{1}, tensor.Int64), "Tensor(shape=[1], dtype=Int64, value= [1])"},
		"a tensor":           {Array(tensor.New([]int{1})), "Tensor(shape=[1], dtype=Int64, value= [1])"},
		"arange":             {Arange(2), "Tensor(shape=[2], dtype=Int64, value= [0, 1])"},
	} {
		if got := tensor.Repr(r.x); got != r.want {
			t.Errorf("%s: got %s, want %s", name, got, r.want)
		}
	}
}
