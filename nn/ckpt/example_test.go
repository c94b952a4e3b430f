package ckpt_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/nn/ckpt"
	"github.com/msrepl/msrepl/tensor"
)

// Save a network, and load ones in the place of its parameters.
func Example() {
	dir, err := os.MkdirTemp("", "ckpt")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "dense.ckpt")

	net := nn.NewDense(2, 1, nn.WeightInit("zeros"))
	if err := ckpt.Save(net, file); err != nil {
		log.Fatal(err)
	}
	params, err := ckpt.Load(file)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(params)
	ones := ckpt.NewParamDict()
	for _, name := range params.Keys() {
		ones.Set(name, nn.NewParameter(tensor.OnesLike(params.Get(name).Value()), name))
	}
	notLoaded, _ := ckpt.LoadInto(net, ones)
	fmt.Println(notLoaded, net.Weight.Value(), net.Bias.Value())
	// Output:
	// {'weight': Parameter (name=weight, shape=(1, 2), dtype=Float32, requires_grad=True), 'bias': Parameter (name=bias, shape=(1,), dtype=Float32, requires_grad=True)}
	// [] [[1. 1.]] [1.]
}

func ExampleParamDict_All() {
	params := ckpt.NewParamDict()
	params.Set("epoch", "3")
	params.Set("bias", nn.NewParameter(tensor.New([]float32{0.5}), "bias"))
	params.Set("scale", nn.NewParameter(tensor.New([]float32{2}), "scale"))
	for name, p := range params.All() {
		fmt.Println(name, p.Value())
	}
	// Output:
	// bias [0.5]
	// scale [2.]
}
