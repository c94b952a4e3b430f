package port

import (
	"fmt"
	"go/types"
	"strings"
)

// classCalls make functions of classes of mindspore.ops whose calls have other arguments than ours.
var classCalls map[string]func(t *Translator, a *arguments) val

func init() {
	classCalls = map[string]func(t *Translator, a *arguments) val{
		"Bincount": func(t *Translator, _ *arguments) val {
			const n = "size.Int()"
			return t.tensorFunc("Bincount", "ops.Bincount(x, weights, "+n+").Narrow(0, 0, "+n+")", "x, size, weights")
		},
		"ApplyAdagradV2":       adagradClass,
		"ApplyAdamWithAmsgrad": amsgradClass,
		"ApplyAdamWithAmsgradV2": func(t *Translator, a *arguments) val {
			a.get(0, "use_locking")
			return atom("ops.ApplyAdamWithAmsgrad", t.lib.funcOf("ApplyAdamWithAmsgrad"))
		},
		"Bucketize": func(t *Translator, a *arguments) val {
			// A boundary belongs to what is above it, unlike in the function.
			boundaries := t.as(a.need(0, "boundaries"), types.NewSlice(types.Typ[types.Float64]))
			return t.tensorFunc("Bucketize", "ops.Bucketize(x, "+boundaries+", true)", "x")
		},
		"FractionalMaxPoolWithFixedKsize": func(t *Translator, a *arguments) val {
			kernel, size := t.asAny(a.need(0, "ksize")), t.asAny(a.need(1, "output_shape"))
			if f := t.setting(a, 2, "data_format", types.Typ[types.String], `"NCHW"`); f != `"NCHW"` {
				leave(a.call, "the argument data_format of this call")
			}
			code := fmt.Sprintf("ops.FractionalMaxPool2D(x, %s, %s, ops.RandomSamples(samples))", kernel, size)
			return t.tensorFunc("FractionalMaxPool2D", code, "x, samples")
		},
		"InvertPermutation": invertClass,
		"MatrixSetDiagV3": func(t *Translator, a *arguments) val {
			align := t.setting(a, 0, "align", types.Typ[types.String], `"RIGHT_LEFT"`)
			code := "ops.MatrixSetDiag(x, diagonal, k.Min().Int(), k.Max().Int(), " + align + ")"
			return t.tensorFunc("MatrixSetDiag", code, "x, diagonal, k")
		},
		"Median": medianClass,
		"MultinomialWithReplacement": func(t *Translator, a *arguments) val {
			n := t.setting(a, 0, "numsamples", types.Typ[types.Int], "1")
			again := t.setting(a, 1, "replacement", types.Typ[types.Bool], "false")
			code := fmt.Sprintf("ops.Multinomial(x, %s, %s, ops.Seed(seed.Int()+offset.Int()))", n, again)
			return t.tensorFunc("Multinomial", code, "x, seed, offset")
		},
		"MirrorPad": func(t *Translator, a *arguments) val {
			mode := t.setting(a, 0, "mode", types.Typ[types.String], `"REFLECT"`)
			return t.tensorFunc("MirrorPad", "ops.MirrorPad(x, py.IntRows(paddings), "+mode+")", "x, paddings")
		},
		"RaggedRange": func(t *Translator, a *arguments) val {
			body := "splits, values := ops.RaggedRange(starts, limits, deltas); return splits.AsType(" +
				t.dtypeSetting(a, 0, "Tsplits", "tensor.Int64") + "), values"
			return t.tensorBody("RaggedRange", body, "starts, limits, deltas")
		},
		"ResizeV2": resizeClass,
		"SparseSoftmaxCrossEntropyWithLogits": func(t *Translator, a *arguments) val {
			const name, args = "SparseSoftmaxCrossEntropyWithLogits", "logits, labels"
			if a.flag(0, "is_grad") {
				return t.tensorFunc(name, "(logits.Softmax(-1) - labels.OneHot(logits.Dim(1))) / logits.Dim(0)", args)
			}
			return t.tensorFunc(name, "ops."+name+"("+args+")", args)
		},
		"STFT": stftClass,
		"UpperBound": func(t *Translator, a *arguments) val {
			d := t.dtypeSetting(a, 0, "out_type", "tensor.Int32")
			return t.tensorFunc("UpperBound", "ops.UpperBound(x, values).AsType("+d+")", "x, values")
		},
	}
}

// adagradClass is ApplyAdagradV2(epsilon, update_slots).
func adagradClass(t *Translator, a *arguments) val {
	options := fmt.Sprintf("ops.Epsilon(%s)", t.setting(a, 0, "epsilon", types.Typ[types.Float64], "0"))
	if slots := t.setting(a, 1, "update_slots", types.Typ[types.Bool], "true"); slots != "true" {
		options += ", ops.UpdateSlots(" + slots + ")"
	}
	const args = "variable, accumulation, lr, gradient"
	return t.tensorFunc("ApplyAdagrad", "ops.ApplyAdagrad("+args+", "+options+")", args)
}

// amsgradClass is ApplyAdamWithAmsgrad(beta1, beta2, epsilon), whose calls have the gradient only.
func amsgradClass(t *Translator, a *arguments) val {
	var rates []string
	for i, name := range []string{"beta1", "beta2", "epsilon"} {
		otherwise := []string{"0.9", "0.999", "1e-08"}[i]
		rate := t.setting(a, i, name, types.Typ[types.Float64], otherwise)
		rates = append(rates, "tensor.Scalar("+rate+")")
	}
	a.get(3, "use_locking")
	const args = "variable, m, v, vHat, beta1Power, beta2Power, lr, "
	code := "ops.ApplyAdamWithAmsgrad(" + args + strings.Join(rates, ", ") + ", gradient)"
	return t.tensorFunc("ApplyAdamWithAmsgrad", code, args+"gradient")
}

// invertClass is InvertPermutation(), of tuples of whole numbers.
func invertClass(t *Translator, _ *arguments) val {
	x := types.NewVar(0, nil, "x", intsType)
	shape := t.lib.pkgs["tensor"].Scope().Lookup("Shape").Type()
	out := types.NewTuple(types.NewVar(0, nil, "", shape))
	u := types.NewSignatureType(nil, nil, nil, types.NewTuple(x), out, false)
	const head = "func(x []int) tensor.Shape { "
	return atom(head+"return py.Ints(ops.InvertPermutation(tensor.New(x))) }", &typ{kind: golang, goes: u})
}

// medianClass is Median(global_median, axis, keep_dims).
func medianClass(t *Translator, a *arguments) val {
	all := a.flag(0, "global_median")
	axis := t.setting(a, 1, "axis", types.Typ[types.Int], "0")
	keep := t.setting(a, 2, "keep_dims", types.Typ[types.Bool], "false")
	if all {
		return t.tensorFunc("Median", "x.MedianAll(), tensor.New(0)", "x")
	}
	return t.tensorFunc("Median", "ops.Median(x, "+axis+", "+keep+")", "x")
}

// resizeClass is ResizeV2(coordinate_transformation_mode, mode).
func resizeClass(t *Translator, a *arguments) val {
	corners := t.setting(a, 0, "coordinate_transformation_mode", types.Typ[types.String], `"half_pixel"`)
	mode := t.setting(a, 1, "mode", types.Typ[types.String], `"nearest"`)
	code := fmt.Sprintf("ops.ResizeV2(x, py.Ints(sizes), ops.Mode(%s), ops.AlignCorners(%s == \"align_corners\"), "+
		"ops.HalfPixelCenters(%s == \"half_pixel\"))", mode, corners, corners)
	return t.tensorFunc("ResizeV2", code, "x, roi, scales, sizes")
}

// stftClass is STFT(n_fft, hop_length, win_length, normalized, onesided, return_complex).
func stftClass(t *Translator, a *arguments) val {
	code := "ops.STFT(x, " + t.as(a.need(0, "n_fft"), types.Typ[types.Int])
	for i, name := range []string{"hop_length", "win_length"} {
		code += ", ops." + []string{"HopLength", "WinLength"}[i] + "(" + t.as(a.need(i+1, name), types.Typ[types.Int]) + ")"
	}
	code += ", ops.Window(window), ops.Center(false)"
	for i, name := range []string{"normalized", "onesided", "return_complex"} {
		option := []string{"Normalized", "OneSided", "ReturnComplex"}[i]
		code += ", ops." + option + "(" + t.as(a.need(i+3, name), types.Typ[types.Bool]) + ")"
	}
	return t.tensorFunc("STFT", code+")", "x, window")
}

// setting is an argument of a class as Go, or what the class has without it.
func (t *Translator) setting(a *arguments, at int, name string, want types.Type, otherwise string) string {
	if x := a.get(at, name); x != nil {
		return t.as(x, want)
	}
	return otherwise
}

// dtypeSetting is an argument of a class that is an element type.
func (t *Translator) dtypeSetting(a *arguments, at int, name, otherwise string) string {
	if x := a.get(at, name); x != nil {
		return t.asDType(x)
	}
	return otherwise
}

// tensorFunc is a function literal of tensors that returns the results of an op.
func (t *Translator) tensorFunc(op, code, params string) val {
	return t.tensorBody(op, "return "+code, params)
}

// tensorBody is such a function with more than one statement.
func (t *Translator) tensorBody(op, body, params string) val {
	var vars []*types.Var
	for name := range strings.SplitSeq(params, ", ") {
		vars = append(vars, types.NewVar(0, nil, name, t.lib.tensor))
	}
	results := t.goResults(t.lib.funcOf(op).goes.(*types.Signature))
	return t.opFunc(op, "func("+params+" *Tensor)"+results+" { "+body+" }", vars...)
}
