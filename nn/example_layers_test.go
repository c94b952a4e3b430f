package nn_test

import (
	"fmt"

	"github.com/msrepl/msrepl/grad"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

func ExampleConv2d() {
	conv := nn.NewConv2d(1, 1, 2, nn.PadMode("valid"), nn.WeightInit("ones"))
	x := tensor.New([][][][]float32{{{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}}})
	fmt.Println(conv.Call(x))
	// Output:
	// [[[[12. 16.]
	//    [24. 28.]]]]
}

func ExampleBatchNorm1d() {
	bn := nn.NewBatchNorm1d(1)
	x := tensor.New([][]float32{{1}, {3}})
	bn.SetTrain()
	bn.Call(x)
	fmt.Println(bn.MovingMean.Value(), bn.MovingVariance.Value())
	for _, p := range bn.TrainableParams() {
		fmt.Println(p)
	}
	// Output:
	// [0.2] [1.1]
	// Parameter (name=gamma, shape=(1,), dtype=Float32, requires_grad=True)
	// Parameter (name=beta, shape=(1,), dtype=Float32, requires_grad=True)
}

func ExampleSequentialCell() {
	net := nn.NewSequentialCell(nn.NewFlatten(), nn.NewDense(4, 2, nn.WeightInit("ones"), nn.HasBias(false)), nn.NewReLU())
	fmt.Println(net)
	fmt.Println(net.Call(tensor.Ones(1, 2, 2)))
	// Output:
	// SequentialCell<
	//   (0): Flatten<>
	//   (1): Dense<input_channels=4, output_channels=2>
	//   (2): ReLU<>
	//   >
	// [[4. 4.]]
}

func ExampleLSTM() {
	lstm := nn.NewLSTM(10, 16, nn.NumLayers(2), nn.BatchFirst(true))
	output, hn, cn := lstm.Call(tensor.Ones(3, 5, 10))
	fmt.Println(output.Shape(), hn.Shape(), cn.Shape())
	// Output: (3, 5, 16) (2, 3, 16) (2, 3, 16)
}

func ExampleMSELoss() {
	loss := nn.NewMSELoss()
	logits, labels := tensor.New([]float32{1, 2, 4}), tensor.New([]float32{1, 2, 1})
	fmt.Println(loss.Call(logits, labels))
	fmt.Println(grad.Grad(loss)(logits, labels))
	// Output:
	// 3.0
	// [0. 0. 2.]
}

func ExampleTransformerEncoderLayer() {
	layer := nn.NewTransformerEncoderLayer(512, 8, nn.DimFeedforward(64))
	fmt.Println(layer.Call(tensor.Ones(10, 2, 512)).Shape())
	// Output: (10, 2, 512)
}

func ExampleCellList() {
	layers := nn.NewCellList(nn.NewReLU(), nn.NewTanh())
	layers.Insert(1, nn.NewSigmoid())
	x := tensor.New([]float32{-1})
	for _, l := range layers.All() {
		x = l.CellBase().Call(x)
	}
	fmt.Println(layers.Len(), x)
	// Output: 3 [0.46211717]
}

func ExampleDense() {
	dense := nn.NewDense(3, 2, nn.WeightInit("ones"), nn.BiasInit(0.5))
	fmt.Println(dense.Call(tensor.New([][]float32{{1, 2, 3}})))
	fmt.Println(dense.TrainableParams())
	// Output:
	// [[6.5 6.5]]
	// [Parameter (name=weight, shape=(2, 3), dtype=Float32, requires_grad=True), Parameter (name=bias, shape=(2,), dtype=Float32, requires_grad=True)]
}

func ExampleEmbedding() {
	table := tensor.New([][]float32{{0, 1}, {2, 3}, {4, 5}})
	embedding := nn.NewEmbedding(3, 2, nn.EmbeddingTable(table))
	fmt.Println(embedding.Call(tensor.New([]int32{2, 0})))
	// Output:
	// [[4. 5.]
	//  [0. 1.]]
}

func ExampleLayerNorm() {
	fmt.Println(nn.NewLayerNorm([]int{2}).Call(tensor.New([][]float32{{1, 3}, {2, 8}})))
	// Output:
	// [[-1.  1.]
	//  [-1.  1.]]
}

func ExampleMaxPool2d() {
	pool := nn.NewMaxPool2d(2, nn.Stride(2))
	fmt.Println(pool.Call(tensor.Arange(16.0).Reshape(1, 1, 4, 4)))
	// Output:
	// [[[[ 5.  7.]
	//    [13. 15.]]]]
}
