package nn

import (
	"fmt"
	"strings"

	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// pool has the settings of a pool.
type pool struct {
	kernel  any
	text    string
	options []ops.Option
}

var maxPoolKeywords = []string{"stride", "pad_mode", "padding", "dilation", "ceil_mode"}

// newPool reads the options of a pool over as many axes.
func newPool(layer string, kernelSize any, axes int, opts []Option, keywords ...string) pool {
	o := readOptions(layer, opts, keywords...)
	kernel, stride := perAxis(layer, "kernel_size", kernelSize, axes), o.window(layer, "stride", axes, 1)
	mode := strings.ToLower(option(o, "pad_mode", "valid"))
	oneOf(layer, "pad_mode", mode, "valid", "same", "pad")
	p := pool{kernel: kernel, options: []ops.Option{ops.Stride(stride...), ops.PadMode(mode)}}
	given, hasStride := passed[[]int](o, "stride")
	if !hasStride {
		given = []int{1}
	}
	p.text = fmt.Sprintf("kernel_size=%s, stride=%s, pad_mode=%s",
		pyInts(intList(layer, "kernel_size", kernelSize)), pyInts(given), strings.ToUpper(mode))
	if padding, ok := passed[[]int](o, "padding"); ok {
		if mode != "pad" && strings.Trim(fmt.Sprint(padding), "[0 ]") != "" {
			tensor.Throw(layer, tensor.ValueError, "For '%s', the padding must be zero when pad_mode is not \"pad\", but got padding = %s and pad_mode = \"%s\".",
				layer, pyInts(padding), mode)
		}
		if mode == "pad" {
			p.options = append(p.options, ops.Padding(padding...))
		}
	}
	if n, ok := passed[[]int](o, "dilation"); ok {
		p.options = append(p.options, ops.Dilation(n...))
	}
	if on, ok := passed[bool](o, "ceil_mode"); ok {
		p.options = append(p.options, ops.CeilMode(on))
	}
	if on, ok := passed[bool](o, "count_include_pad"); ok {
		p.options = append(p.options, ops.CountIncludePad(on))
	}
	if n, ok := passed[int](o, "divisor_override"); ok {
		p.options = append(p.options, ops.DivisorOverride(n))
	}
	return p
}
