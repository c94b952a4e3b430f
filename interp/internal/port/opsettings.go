package port

import (
	"go/types"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/internal/text/python"
)

// settled is a class of ops whose calls take other arguments than the function of Go: the Go that is called, with
// $name for the settings of the class, and the names of its parameters, which are tensors.
type settled struct {
	settings []pythonParam // of Python, their Go types in to
	params   string
	results  int
	code     string
}

// setting is one that the class takes: its name, type of Go and default, "" for one that must be given.
func setting(name, goes, def string) pythonParam {
	p := pythonParam{name: name, to: goes}
	if def == "" {
		return p
	}
	module, err := python.Parse(def)
	if err != nil {
		panic("the default of " + name + ": " + err.Error())
	}
	p.def = module.Body[0].(*python.ExprStmt).Value
	return p
}

// classesSettled are these classes.
var classesSettled = map[string]settled{
	"UpperBound": {
		[]pythonParam{setting("out_type", "dtype", "'int32'")},
		"x, values", 1,
		"return ops.UpperBound(x, values).AsType($out_type)",
	},
	"RaggedRange": {
		[]pythonParam{setting("Tsplits", "dtype", "'int64'")},
		"starts, limits, deltas", 2,
		"splits, values := ops.RaggedRange(starts, limits, deltas); return splits.AsType($Tsplits), values",
	},
	"ResizeV2": {
		[]pythonParam{
			setting("coordinate_transformation_mode", "string", "'half_pixel'"), setting("mode", "string", "'nearest'"),
		},
		"x, roi, scales, sizes", 1,
		"return ops.ResizeV2(x, py.Ints(sizes), ops.Mode($mode), " +
			"ops.AlignCorners($coordinate_transformation_mode == \"align_corners\"), " +
			"ops.HalfPixelCenters($coordinate_transformation_mode == \"half_pixel\"))",
	},
	"SparseSoftmaxCrossEntropyWithLogits": {
		[]pythonParam{setting("is_grad", "bool", "False")},
		"logits, labels", 1,
		"if $is_grad { return (logits.Softmax(-1) - labels.OneHot(logits.Dim(1))) / logits.Dim(0) }; " +
			"return ops.SparseSoftmaxCrossEntropyWithLogits(logits, labels)",
	},
	"STFT": {
		[]pythonParam{
			setting("n_fft", "int", ""), setting("hop_length", "int", ""), setting("win_length", "int", ""),
			setting("normalized", "bool", ""), setting("onesided", "bool", ""),
			setting("return_complex", "bool", ""),
		},
		"x, window", 1,
		"return ops.STFT(x, $n_fft, ops.HopLength($hop_length), ops.WinLength($win_length), ops.Window(window), " +
			"ops.Center(false), ops.Normalized($normalized), ops.OneSided($onesided), " +
			"ops.ReturnComplex($return_complex))",
	},
}

// settledClass makes an op of such a class, a function literal.
func (t *Translator) settledClass(e *python.Call, name string) (val, bool) {
	c, ok := classesSettled[name]
	if !ok {
		return val{}, false
	}
	a := t.arguments(e)
	code := c.code
	for i, p := range c.settings {
		x := a.get(i, p.name)
		if x == nil {
			x = p.def
		}
		if x == nil {
			leave(e, "a call without the argument %s", p.name)
		}
		var set string
		switch p.to {
		case "dtype":
			set = t.asDType(x)
		default:
			set = t.as(x, types.Universe.Lookup(p.to).Type())
		}
		code = strings.ReplaceAll(code, "$"+p.name, set)
	}
	a.done()
	var params []*types.Var
	for name := range strings.SplitSeq(c.params, ", ") {
		params = append(params, types.NewParam(0, nil, name, t.lib.tensor))
	}
	results := slices.Repeat([]*types.Var{types.NewParam(0, nil, "", t.lib.tensor)}, c.results)
	sig := types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), types.NewTuple(results...), false)
	head := "func(" + c.params + " *Tensor)" + t.goResults(sig)
	return atom(head+" { "+code+" }", &typ{kind: golang, goes: sig}), true
}
