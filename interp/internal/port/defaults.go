package port

import (
	"fmt"
	"go/types"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/msrepl/msrepl/internal/text/python"
	"github.com/msrepl/msrepl/tensor"
)

// Defaults are the arguments that a call of an op with the first ones leaves out, as Go: those that MindSpore's
// function has by default, or its class where there is no function. The op is a function of package ops or a method of
// tensors, whose first argument is the tensor. They are nil where one of them has no default, and for what is no op.
func Defaults(f *types.Func, given int) []string {
	sig := f.Signature()
	n := sig.Params().Len()
	if sig.Variadic() {
		n--
	}
	var params []*types.Var
	if recv := sig.Recv(); recv != nil {
		params = append(params, types.NewParam(0, nil, "x", recv.Type()))
		given++
		n++
	}
	pkg := f.Pkg()
	switch {
	case pkg == nil, given == 0, given >= n:
		return nil
	case sig.Recv() == nil && pkg.Path() != ours+"ops", sig.Recv() != nil && goName(sig.Recv().Type()) != "tensor.Tensor":
		return nil
	}
	for p := range sig.Params().Variables() {
		params = append(params, p)
	}
	sg, settings := opSignature(f.Name())
	if sg == nil {
		return nil
	}
	return sg.left(types.NewTuple(params...), sg.match(types.NewTuple(params...), !settings), given, n)
}

// left are the defaults of the parameters of Go from a place to another.
func (sg *signature) left(params *types.Tuple, at []int, from, to int) (codes []string) {
	for i := from; i < to; i++ {
		p := params.At(i)
		code := goDefaults[p.Name()]
		if at[i] >= 0 && sg.params[at[i]].def != nil {
			code = literal(sg.params[at[i]].def, p.Type())
		}
		if code == "" {
			return nil
		}
		codes = append(codes, code)
	}
	return codes
}

// opSignature is the signature of MindSpore's function for an op of ours, or the settings of its class; nil where it
// is that of Go.
func opSignature(op string) (sg *signature, settings bool) {
	all := signatures()
	for _, o := range tensor.Ops() {
		if o.Name != op {
			continue
		}
		for _, name := range strings.Split(o.Func, ",") {
			if sg := all["ops."+strings.TrimSpace(name)]; sg != nil && (sg.goes == "" || sg.goes == op) {
				return sg, false
			}
		}
		for _, name := range strings.Split(o.Class, ",") {
			if sg := all["classes."+strings.TrimSpace(name)]; sg != nil && o.Func == "" {
				return sg, true
			}
		}
	}
	for name, sg := range all {
		if n, ok := strings.CutPrefix(name, "ops."); ok && (sg.goes == op || sg.goes == "" && fold(n) == fold(op)) {
			return sg, false
		}
	}
	return nil, false
}

// literal is a constant of Python as Go for a parameter, "" where that takes no such thing.
func literal(x python.Expr, want types.Type) string {
	switch x := x.(type) {
	case *python.UnaryOp:
		if code := literal(x.Operand, want); code != "" && x.Op == "USub" {
			return "-" + code
		}
	case *python.BinOp:
		a, aInt := intConst(x.Left)
		b, bInt := intConst(x.Right)
		if aInt && bInt && b != 0 && x.Op == "Div" {
			return constantOf(float64(a)/float64(b), want)
		}
	case *python.Tuple:
		s, ok := want.Underlying().(interface{ Elem() types.Type }) // a slice or an array
		if !ok {
			return ""
		}
		return goText(want) + "{" + commas(x.Elts, func(e python.Expr) string { return literal(e, s.Elem()) }) + "}"
	case *python.Constant:
		return constantOf(x.Value, want)
	}
	return ""
}

func constantOf(v any, want types.Type) string {
	b, basic := want.Underlying().(*types.Basic)
	is := func(info types.BasicInfo) bool { return types.IsInterface(want) || basic && b.Info()&info != 0 }
	switch v := v.(type) {
	case nil:
		if !basic {
			return "nil"
		}
	case bool:
		if is(types.IsBoolean) {
			return strconv.FormatBool(v)
		}
	case string:
		if is(types.IsString) {
			return strconv.Quote(v)
		}
	case *big.Int:
		if is(types.IsNumeric) {
			return v.String()
		}
	case float64:
		code := fmt.Sprint(v)
		if v == math.Trunc(v) && !strings.Contains(code, "e") {
			code += ".0"
		}
		if is(types.IsFloat) {
			return code
		}
	}
	return ""
}
