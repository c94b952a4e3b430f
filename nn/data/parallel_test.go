package data_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/nn/data"
	"github.com/msrepl/msrepl/nn/data/transforms"
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// TestWorkAheadDraws has rows that are computed ahead: after a seed they do not depend on what else is drawn at random
// meanwhile.
func TestWorkAheadDraws(t *testing.T) {
	ten := data.Slices(tensor.Arange(10)).Shuffle(10)
	for name, ds := range map[string]*data.Dataset{
		"repeated": ten.Repeat(3).Prefetch(1),
		"joined":   ten.Concat(ten).Prefetch(1),
		"mapped":   ten.Repeat(3).MapParallel(2, func(x *tensor.Tensor) *tensor.Tensor { return x }),
	} {
		rows := func(drawing bool) (text string) {
			tensor.SetSeed(1)
			for _, row := range ds.All() {
				text += row[0].String() + " "
				if drawing {
					ops.Dropout(tensor.Ones(2), 0.5, ops.Training(true))
				}
			}
			return text
		}
		if quiet, drawing := rows(false), rows(true); quiet != drawing {
			t.Errorf("%s: rows are %s, and while something else is drawn %s", name, quiet, drawing)
		}
	}
}

// TestParallelDraws has a random function whose first two rows take turns in both orders.
func TestParallelDraws(t *testing.T) {
	rows := func(first int) (text string) {
		tensor.SetSeed(1)
		draw, drawn := transforms.NewDraw(), make(chan bool)
		f := func(x *tensor.Tensor) *tensor.Tensor {
			i := x.Int()
			if i < 2 && i != first {
				<-drawn
			}
			y := tensor.New([]float64{draw.Float64(), float64(draw.IntN(1000)), ops.Rand(1).Float()})
			if i == first {
				close(drawn)
			}
			return y
		}
		for _, row := range data.Slices(tensor.Arange(4)).MapParallel(2, f).All() {
			text += fmt.Sprint(row[0])
		}
		return text
	}
	if a, b := rows(0), rows(1); a != b {
		t.Errorf("rows are %s, and in the other order %s", a, b)
	}
}

// TestRowsAreCopies has functions that write into rows that they get, or that make all rows in one tensor. Each pass
// and each row is as if they did not.
func TestRowsAreCopies(t *testing.T) {
	source := tensor.Arange(4).Reshape(2, 2)
	add := func(x *tensor.Tensor) *tensor.Tensor {
		x.SetAt(x.At(0).Add(tensor.Scalar(10)), 0)
		return x
	}
	same := tensor.Zeros(1)
	refill := func(i int) *tensor.Tensor {
		same.SetAt(tensor.Scalar(i), 0)
		return same
	}
	pushing := func(yield func(tensor.Tuple) bool) {
		for i := range 3 {
			if !yield(tensor.Tuple{refill(i)}) {
				return
			}
		}
	}
	tuples := []tensor.Tuple{{source.At(0)}, {source.At(1)}}
	all := func(*tensor.Tensor) bool { return true }
	again := func(x *tensor.Tensor) *tensor.Tensor { return refill(x.Int()) }
	for _, c := range []struct {
		name, want string
		ds         *data.Dataset
	}{
		{"slices", "[10  1] [12  3]", data.Slices(source).Map(add)},
		{"tuples", "[10  1] [12  3]", data.Generator(tuples, "x").Map(add)},
		{"parts", "[10  1]", data.Slices(source).Filter(all).Split([]int{1, 1}, false)[0].Map(add)},
		{"parallel", "[10  1] [12  3]", data.Slices(source).MapParallel(2, add)},
		{"one tensor for all rows", "[[0.]\n [1.]\n [2.]]", data.FromFunc(3, refill, "x").Batch(3)},
		{"one tensor that is passed", "[[0.]\n [1.]\n [2.]]", data.Generator(pushing, "x").Batch(3)},
		{"one tensor that is returned", "[[0.]\n [1.]]", data.Slices(tensor.Arange(2)).Map(again).Batch(2)},
	} {
		for range 2 {
			var got []string
			for _, row := range c.ds.All() {
				got = append(got, row[0].String())
			}
			if text := strings.Join(got, " "); text != c.want {
				t.Errorf("%s: %q, want %q", c.name, text, c.want)
			}
		}
	}
	if got := source.String(); got != "[[0 1]\n [2 3]]" {
		t.Errorf("the source is %s", got)
	}
}
