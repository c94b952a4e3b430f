package port

import (
	"fmt"
	"go/types"
	"strings"

	"github.com/msrepl/msrepl/internal/text/python"
)

// PyTorch's lines of migration guides: its layers are MindSpore's with other defaults. Texts of its tensors are not
// made: what prints them differs, and says so.

// torchPlain are layers that mean the same, without arguments or with the same ones.
var torchPlain = map[string]bool{"ReLU": true, "Sigmoid": true, "Tanh": true, "MSELoss": true, "L1Loss": true, "Identity": true, "ELU": true, "GELU": true, "ReLU6": true}

func (t *Translator) torchLayer(e *python.Call, name string) val {
	if torchPlain[name] {
		return t.layerCall(e, name)
	}
	a := t.arguments(e)
	integer := types.Typ[types.Int]
	switch name {
	case "Sequential":
		return t.cellsOf(e, "SequentialCell")
	case "Linear":
		code := fmt.Sprintf("nn.NewDense(%s, %s", t.as(a.need(0, "in_features"), integer), t.as(a.need(1, "out_features"), integer))
		if x := a.get(2, "bias"); x != nil {
			code += ", nn.HasBias(" + t.as(x, types.Typ[types.Bool]) + ")"
		}
		a.done()
		return atom(code+")", t.lib.named("nn", "Dense"))
	case "Conv2d":
		code := fmt.Sprintf("nn.NewConv2d(%s, %s, %s", t.as(a.need(0, "in_channels"), integer), t.as(a.need(1, "out_channels"), integer), t.asAny(a.need(2, "kernel_size")))
		if x := a.get(3, "stride"); x != nil {
			code += ", nn.Stride(" + strings.Join(t.values(x, integer), ", ") + ")"
		}
		code += `, nn.PadMode("pad")`
		if x := a.get(4, "padding"); x != nil {
			code += ", nn.Padding(" + t.as(x, integer) + ")"
		}
		bias := "true"
		if x := a.get(7, "bias"); x != nil {
			bias = t.as(x, types.Typ[types.Bool])
		}
		a.done()
		return atom(code+", nn.HasBias("+bias+"))", t.lib.named("nn", "Conv2d"))
	case "MaxPool2d":
		k := t.asAny(a.need(0, "kernel_size"))
		stride := k
		if x := a.get(1, "stride"); x != nil {
			stride = t.asAny(x)
		}
		a.done()
		return atom(fmt.Sprintf("nn.NewMaxPool2d(%s, nn.Stride(%s))", k, stride), t.lib.named("nn", "MaxPool2d"))
	case "CrossEntropyLoss", "Flatten":
		return t.layerCall(e, name)
	}
	leave(e, "torch.nn.%s has no counterpart", name)
	return val{}
}

// torchCall is a function of torch.
func (t *Translator) torchCall(e *python.Call, name string) val {
	a := t.arguments(e)
	switch name {
	case "from_numpy":
		v := t.expr(a.need(0))
		a.done()
		if !t.isArray(v) {
			leave(e, "torch.from_numpy of such a value")
		}
		return atom(t.arrayOf(v).code, tArray)
	case "tensor":
		x, d := a.need(0, "data"), a.get(-1, "dtype")
		a.done()
		v := t.newTensor(x, d, false)
		v.t = tArray
		return v
	case "clamp":
		x, lo, hi := t.asTensor(a.need(0, "input")), "nil", "nil"
		if y := a.get(1, "min"); y != nil {
			lo = t.asAny(y)
		}
		if y := a.get(2, "max"); y != nil {
			hi = t.asAny(y)
		}
		a.done()
		return atom(fmt.Sprintf("ops.Clamp(%s, %s, %s)", x, lo, hi), tArray)
	case "abs", "exp", "log", "sqrt", "sin", "cos", "tanh", "sigmoid", "relu", "matmul", "add", "mul", "sub", "div", "sum", "mean", "topk", "zeros_like", "ones_like", "stack", "cat":
		if s := specials["mindspore.ops."+name]; s != nil {
			return s(t, e)
		}
		return t.opCall(e, name)
	case "ones", "zeros":
		return specials["mindspore.ops."+name](t, e)
	case "manual_seed":
		return seed("tensor.SetSeed")(t, e)
	}
	leave(e, "torch.%s has no counterpart", name)
	return val{}
}

// torchInit is torch.nn.init.constant_(parameter, value) and the like.
func torchInit(init string) special {
	return func(t *Translator, e *python.Call) val {
		a := t.arguments(e)
		p := t.expr(a.need(0, "tensor"))
		x := init
		if init == "" {
			x = t.asAny(a.need(1, "val"))
		}
		a.done()
		if p.t.named() != "nn.Parameter" {
			leave(e, "an initializer of such a value")
		}
		return atom(fmt.Sprintf("%s.SetData(initializer.New(%s, %s.Shape(), %s.DType()))", p.at(7), x, p.at(7), p.at(7)), p.t)
	}
}

// torchMethod calls a method of a module of torch; ok is false for those that MindSpore has as well.
func (t *Translator) torchMethod(e *python.Call, v val, name string) (out val, ok bool) {
	if v.t.kind != instance || !v.t.class.torch {
		return val{}, false
	}
	switch name {
	case "parameters":
		t.arguments(e).done()
		u := *t.lib.parameter()
		u.name = "torch"
		return atom("[]*nn.Parameter("+v.at(7)+".GetParameters().List())", listOf(&u)), true
	case "modules":
		t.arguments(e).done()
		cell := *tLayer
		cell.name = "cell"
		return atom(v.at(7)+".CellsAndNames()", listOf(&cell)), true
	case "eval":
		t.arguments(e).done()
		return atom(v.at(7)+".SetTrain(false)", tNone), true
	}
	return val{}, false
}
