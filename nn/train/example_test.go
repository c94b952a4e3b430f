package train_test

import (
	"fmt"
	"strings"

	"github.com/msrepl/msrepl/nn/train"
)

func ExampleBleuScore() {
	m := train.NewBleuScore()
	m.Update(
		[][]string{strings.Fields("i have a pen on my desk")},
		[][][]string{{strings.Fields("i have a pen in my desk"), strings.Fields("there is a pen on the desk")}},
	)
	fmt.Printf("%.4f\n", m.Eval())
	// Output: 0.5946
}

func ExampleROC() {
	m := train.NewROC()
	m.Update([]float32{0.9, 0.8, 0.6, 0.1}, []int{1, 0, 1, 0})
	fpr, tpr, thresholds := m.Curve()
	fmt.Println(fpr, tpr, thresholds)
	fmt.Println(train.AUC(fpr, tpr))
	// Output:
	// [0.  0.  0.5 0.5 1. ] [0.  0.5 0.5 1.  1. ] [1.9 0.9 0.8 0.6 0.1]
	// 0.75
}

func ExampleHausdorffDistance() {
	m := train.NewHausdorffDistance("taxicab")
	m.Update([][]int{{1, 1, 0}, {1, 1, 0}}, [][]int{{0, 0, 0}, {0, 1, 1}}, 1)
	fmt.Println(m.Eval())
	// Output: 2
}

func ExamplePerplexity() {
	m := train.NewPerplexity()
	m.Update([][]float64{{0.5, 0.5}, {0.25, 0.75}}, []int{1, 0})
	fmt.Printf("%.4f\n", m.Eval())
	// Output: 2.8284
}
