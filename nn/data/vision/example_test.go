package vision_test

import (
	"fmt"

	"github.com/msrepl/msrepl/nn/data"
	"github.com/msrepl/msrepl/nn/data/vision"
	"github.com/msrepl/msrepl/tensor"
)

// Two images of 1×2 pixels with three channels become Float32, with the channels first.
func Example() {
	images := tensor.New([][][][]uint8{{{{0, 64, 128}, {128, 64, 0}}}, {{{0, 0, 0}, {64, 64, 64}}}})
	ds := data.Slices(images, []int{0, 1}).Rename("image", "label").
		Map([]vision.Op{vision.NewRescale(1.0/256, 0), vision.NewHWC2CHW()}, "image")
	for it := ds.Iterator(); it.Next(); {
		fmt.Println(it.Get("label"), it.Get("image").Shape(), it.Get("image").Reshape(3, 2))
	}
	// Output:
	// 0 (3, 1, 2) [[0.   0.5 ]
	//  [0.25 0.25]
	//  [0.5  0.  ]]
	// 1 (3, 1, 2) [[0.   0.25]
	//  [0.   0.25]
	//  [0.   0.25]]
}
