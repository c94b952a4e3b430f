package ops_test

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/msrepl/msrepl/internal/testkit/optest"
	"github.com/msrepl/msrepl/ops"
	. "github.com/msrepl/msrepl/tensor"
)

// interpolation reads how to interpolate from attributes and from a Ref such as "bilinear align_corners=True (5,7)"
// or "nearest x2".
func interpolation(c *optest.Case, x tensors) *Tensor {
	mode, size, factor := c.Text("mode"), c.Ints("size"), c.Float("scale_factor", 0)
	corners := c.Flag("align_corners") || strings.Contains(c.Ref, "align_corners=True")
	for _, word := range strings.Fields(c.Ref) {
		switch {
		case word[0] == '(' && size == nil:
			if err := json.Unmarshal([]byte("["+strings.Trim(word, "(,)")+"]"), &size); err != nil {
				panic(err)
			}
		case word[0] == 'x' && factor == 0 && size == nil:
			factor, _ = strconv.ParseFloat(word[1:], 64)
		case mode == "":
			mode = word
		}
	}
	opts := []ops.Option{ops.Interpolation(mode)}
	if size != nil {
		opts = append(opts, ops.OutputSize(size...))
	} else {
		opts = append(opts, ops.ScaleFactor(factor))
	}
	if corners {
		opts = append(opts, ops.AlignCorners(true))
	}
	return ops.Interpolate(x[0], opts...)
}

// imageGoldens are interpolation, embedding and recurrent cells.
var imageGoldens = map[string]optest.Func{
	"embedding": with(func(c *optest.Case, x tensors) *Tensor {
		if c.Attr("padding_idx") != nil {
			return ops.Embedding(x[1], x[0], ops.PaddingIdx(c.Int("padding_idx", 0)))
		}
		return ops.Embedding(x[1], x[0])
	}),
	"interpolate":   with(interpolation),
	"RNNCell(tanh)": with(func(_ *optest.Case, x tensors) *Tensor { return ops.RNNCell(x[0], x[1], x[2], x[3], x[4], x[5]) }),
	"GRUCell":       with(func(_ *optest.Case, x tensors) *Tensor { return ops.GRUCell(x[0], x[1], x[2], x[3], x[4], x[5]) }),
	"LSTMCell": func(_ *optest.Case, x tensors) tensors {
		return two(ops.LSTMCell(x[0], x[1], x[2], x[3], x[4], x[5], x[6]))
	},
}
