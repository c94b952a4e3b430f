package train

import (
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// halfAtO1 reports whether MindSpore computes a layer in half precision at level O1 (AMP_WHITE_LIST in train/amp.py).
// It compares types, not names.
func halfAtO1(l nn.Layer) bool {
	switch l.(type) {
	case *nn.Conv1d, *nn.Conv2d, *nn.Conv3d, *nn.Conv1dTranspose, *nn.Conv2dTranspose, *nn.Conv3dTranspose, *nn.Dense,
		*nn.LSTMCell, *nn.RNNCell, *nn.GRUCell:
		return true
	}
	return false
}

// fullAtO2 reports whether MindSpore keeps a layer in full precision at level O2 (AMP_BLACK_LIST).
func fullAtO2(l nn.Layer) bool {
	switch l.(type) {
	case *nn.BatchNorm1d, *nn.BatchNorm2d, *nn.BatchNorm3d, *nn.LayerNorm:
		return true
	}
	return false
}

// AutoMixedPrecision makes a network compute in dtype, Float16 by default: mindspore.amp.auto_mixed_precision.
// Parameters remain Float32, and so do the floating-point results of the network at every level. The levels are
//
//	O0  nothing changes
//	O1  convolutions, dense layers and recurrent cells compute in half precision and return Float32
//	O2  everything but batch and layer normalization computes in half precision
//	O3  everything does
//
// Any other level raises ValueError. It changes net itself and returns it; MindSpore returns a cell around net at O2
// and O3.
func AutoMixedPrecision(net nn.Layer, level string, dtype ...tensor.DType) nn.Layer {
	half := tensor.Float16
	if len(dtype) > 0 {
		half = dtype[0]
	}
	c := net.CellBase()
	switch level {
	case "O0":
	case "O1":
		convert(c, halfAtO1, half, tensor.Float32)
	case "O2":
		c.ToFloat(half)
		convert(c, fullAtO2, tensor.Float32, half)
		give(c, tensor.Float32)
	case "O3":
		c.ToFloat(half)
		give(c, tensor.Float32)
	default:
		tensor.Throw("auto_mixed_precision", tensor.ValueError, "The amp level %s is not supported", level)
	}
	return net
}

// convert makes the selected layers compute in dtype within and return their results in dtype out.
func convert(net *nn.Cell, which func(nn.Layer) bool, within, out tensor.DType) {
	for _, n := range net.CellsAndNames() {
		if which(n.Cell) {
			c := n.Cell.CellBase()
			c.ToFloat(within)
			give(c, out)
		}
	}
}

// give makes a cell return its floating-point results in dtype.
func give(c *nn.Cell, dtype tensor.DType) {
	c.RegisterForwardHook(func(_ nn.Layer, _, outputs tensor.Tuple) tensor.Tuple {
		for i, x := range outputs {
			if x.DType().IsFloat() {
				outputs[i] = x.AsType(dtype)
			}
		}
		return outputs
	})
}
