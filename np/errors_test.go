package np

import (
	"testing"

	"github.com/msrepl/msrepl/internal/testkit/misuse"
)

// TestErrorTexts compares messages word for word: numpy's if only numpy has the function, otherwise those of the op.
func TestErrorTexts(t *testing.T) {
	misuse.Run(t, "testdata/errors.txt", map[string]any{
		"Array": Array, "Full": Full, "Arange": Arange, "Linspace": Linspace, "Reshape": Reshape, "Transpose": Transpose, "Squeeze": Squeeze,
		"ExpandDims": ExpandDims, "MoveAxis": MoveAxis, "SwapAxes": SwapAxes, "Concatenate": Concatenate, "Stack": Stack, "HStack": HStack,
		"VStack": VStack, "DStack": DStack, "Split": Split, "ArraySplit": ArraySplit, "HSplit": HSplit, "VSplit": VSplit, "DSplit": DSplit,
		"BroadcastTo": BroadcastTo, "Flip": Flip, "Roll": Roll, "Rot90": Rot90, "Tile": Tile, "Repeat": Repeat, "Sum": Sum, "Mean": Mean,
		"Max": Max, "Min": Min, "ArgMax": ArgMax, "Take": Take, "Add": Add, "Dot": Dot,
		"Inner": Inner, "MatMul": MatMul, "TensorDot": TensorDot, "Cross": Cross, "Convolve": Convolve, "Correlate": Correlate,
		"Trace": Trace, "Diagonal": Diagonal, "UnravelIndex": UnravelIndex, "BinCount": BinCount, "GCD": GCD, "LCM": LCM, "Cov": Cov,
		"BitwiseAnd": BitwiseAnd, "NewRandomState": NewRandomState, "Where": Where,
	})
}
