package safetensors_test

import (
	"bytes"
	"fmt"

	"github.com/msrepl/msrepl/safetensors"
	"github.com/msrepl/msrepl/tensor"
)

func Example() {
	var file bytes.Buffer
	weights := map[string]*tensor.Tensor{"fc.weight": tensor.Ones(2, 3), "fc.bias": tensor.Zeros(2)}
	if err := safetensors.Write(&file, weights, map[string]string{"format": "pt"}); err != nil {
		panic(err)
	}
	tensors, metadata, err := safetensors.Read(&file, int64(file.Len()))
	if err != nil {
		panic(err)
	}
	fmt.Println(tensors["fc.weight"].Shape(), tensors["fc.bias"], metadata)
	// Output: (2, 3) [0. 0.] map[format:pt]
}
