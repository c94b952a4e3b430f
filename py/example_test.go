package py_test

import (
	"github.com/msrepl/msrepl/py"
	"github.com/msrepl/msrepl/tensor"
)

func ExamplePrint() {
	py.Print("x is", tensor.New([]float32{1, 2}), tensor.Ones(2, 3).Shape(), true, nil, []any{1.0, "a"})
	// Output: x is [1. 2.] (2, 3) True None [1.0, 'a']
}

func ExampleFormat() {
	py.Print(py.Format(3.14159, ".2f"), py.Format("left", "<6")+"|", py.Format(255, "#x"))
	// Output: 3.14 left  | 0xff
}

func ExampleDict() {
	d := py.NewDict("b", 1, "a", []int{2, 3})
	d.Set("c", nil)
	py.Print(d, d.Has("a"), py.Keys{"b", "a"})
	// Output: {'b': 1, 'a': [2, 3], 'c': None} True odict_keys(['b', 'a'])
}
