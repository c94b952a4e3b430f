package tensor_test

import (
	"math"
	"strings"
	"testing"

	. "github.com/msrepl/msrepl/tensor"
)

// TestTooLarge asks for tensors that no machine has room for.
func TestTooLarge(t *testing.T) {
	const ones = "MemoryError: Allocate memory failed: a tensor of shape (1048576, 1048576) and dtype Float32 takes 4 TB, beyond the machine's memory of"
	if err := Try(func() { Ones(1<<20, 1<<20) }); err == nil || !strings.HasPrefix(err.Error(), ones) {
		t.Errorf("got %v, want %s", err, ones)
	}
	for name, f := range map[string]func(){
		"zeros":    func() { Zeros(1<<40, 4) },
		"overflow": func() { Zeros(1<<32, 1<<32) },
		"tile":     func() { Zeros(1 << 10).Tile(1 << 40) },
		"views":    func() { Ones(1).BroadcastTo(1<<40, 1<<40) },
		"tiles":    func() { Ones(2, 2).Tile(1<<40, 1<<30) },
		"repeats":  func() { Ones(4).RepeatInterleave(1 << 62) },
		"resize":   func() { Ones(4).Resize(1<<32, 1<<32) },
		"linspace": func() { Linspace(0, 1, 1<<62) },
		"logspace": func() { Logspace(0, 1, 1<<62, 2) },
		"arange":   func() { Arange(0, math.Inf(1), 1) },
		"long":     func() { Arange(0, 1e300, 1) },
		"empty":    func() { Zeros(0).Reshape(1<<32, 1<<32) },
		"one_hot":  func() { New([]int{0}).OneHot(1 << 50) },
		"vander":   func() { Zeros(0).Vander(1 << 40) },
		"counts":   func() { Ones(2).RepeatInterleave([]int{1 << 62, 1 << 62}, 0) },
		"histc":    func() { Ones(2).Histc(1<<40, 0, 1) },
		"choices":  func() { Ones(100).Combinations(50, false) },
		"chosen":   func() { Ones(1).Combinations(1<<40, true) },
		"sections": func() { Ones(2).TensorSplit(1<<40, 0) },
		"triangle": func() { TrilIndices(1<<21, 1<<21, 0) },
	} {
		if err := Try(f); err == nil || !strings.Contains(err.Error(), "Allocate memory failed") {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// TestWideEmpty: a shape with a length of zero has no elements, whatever its others are.
func TestWideEmpty(t *testing.T) {
	if x := Zeros(1<<62, 4, 0); x.Size() != 0 {
		t.Error(x.Size())
	}
}

// TestTooLongForInt32: Int32 indices cannot address elements after the first 2³¹-1.
func TestTooLongForInt32(t *testing.T) {
	x := ZerosOf(Int8, 1<<31)
	const want = "an axis of 'x' has 2147483648 elements, but indices are Int32 and reach at most 2147483647."
	for _, f := range []func(){
		func() { x.TopK(1) },
		func() { x.ArgSort() },
		func() { x.CumMax(0) },
		func() { x.CumMin(0) },
		func() { x.KthValue(1, 0, false) },
		func() { x.Median(0, false) },
		func() { x.Unique() },
		func() { x.UniqueConsecutive() },
		func() { x.ListDiff(x) },
		func() { x.ExpandDims(0).LowerBound(New([][]int8{{1}})) },
		func() { x.ExpandDims(0).UpperBound(New([][]int8{{1}})) },
	} {
		wantError(t, ValueError, want, f)
	}
}
