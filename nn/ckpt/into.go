package ckpt

import (
	"log/slog"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/py"
	"github.com/msrepl/msrepl/tensor"
)

// LoadInto sets the parameters of net to those of the same name in params and returns the names in net that were not
// found, and the names in params that were not used: mindspore.load_param_into_net. It logs a warning about the
// former.
//
// A parameter of a different shape raises RuntimeError, except that trailing axes of length 1 are dropped. Dtypes are
// converted between floats and between ints, with a warning; any other difference of dtype raises RuntimeError. If
// names are missing, parameters with a common prefix before these names are loaded instead. The option [StrictLoad]
// disables the last two.
func LoadInto(net nn.Layer, params *ParamDict, opts ...Option) (notLoaded, notUsed py.Names) {
	o := readOptions("load_param_into_net", opts, "StrictLoad")
	if params == nil {
		tensor.Throw("load_param_into_net", tensor.TypeError, "For 'load_param_into_net', the argument 'parameter_dict' should be a 'dict', but got "+
			"None: nothing was loaded, and the error that Load returned says why.")
	}
	params, from := params.forNet(net)
	l := loader{params: params, strict: o.strict}
	notLoaded, notUsed = py.Names{}, py.Names(params.Keys())
	all := net.CellBase().GetParameters().List()
	for _, p := range all {
		switch v := params.values[p.Name()].(type) {
		case *nn.Parameter:
			l.update(p, v)
			notUsed = slices.DeleteFunc(notUsed, func(n string) bool { return n == p.Name() })
		case nil:
			if !strings.HasPrefix(p.Name(), "accu_grads") {
				notLoaded = append(notLoaded, p.Name())
			}
		}
	}
	for i, name := range notUsed {
		notUsed[i] = from[name]
	}
	if !l.strict {
		notLoaded = l.loadPrefixed(all, notLoaded)
	}
	if len(notLoaded) > 0 {
		slog.Warn("For 'load_param_into_net', " + tensor.Repr(len(notLoaded)) + " parameters in the 'net' are not loaded, because they are not " +
			"in the 'parameter_dict', please check whether the network structure is consistent when training and loading checkpoint.")
		slog.Warn(notLoaded.String() + " are not loaded.")
	}
	return notLoaded, notUsed
}

type loader struct {
	params *ParamDict
	strict bool
}

// loadPrefixed loads the missing parameters that params has under prefixed names, one prefix after another, and
// returns the names still missing (_load_dismatch_prefix_params).
func (l loader) loadPrefixed(all nn.ParameterList, missing py.Names) py.Names {
	for {
		prefix, ok := l.prefix(missing)
		if !ok {
			return missing
		}
		slog.Warn("For 'load_param_into_net', remove parameter prefix name: " + prefix + ", continue to load.")
		for _, p := range all {
			i := slices.Index(missing, p.Name())
			v, ok := l.params.values[prefix+p.Name()].(*nn.Parameter)
			if i >= 0 && ok {
				l.update(p, v)
				missing = slices.Delete(missing, i, i+1)
			}
		}
	}
}

// prefix returns the prefix of the first name in params that ends in a missing name.
func (l loader) prefix(missing py.Names) (string, bool) {
	for _, m := range missing {
		for _, name := range l.params.names {
			_, isParam := l.params.values[name].(*nn.Parameter)
			if prefix, ok := strings.CutSuffix(name, m); ok && isParam {
				return prefix, true
			}
		}
	}
	return "", false
}

// update sets p to the value of v.
func (l loader) update(p, v *nn.Parameter) {
	x := v.Value()
	if dims := p.Shape(); !slices.Equal(dims, x.Shape()) {
		if !onesBehind(x.Shape(), dims) {
			tensor.Throw("load_param_into_net", tensor.RuntimeError, "For 'load_param_into_net', %s in the argument 'net' should have the same shape "+
				"as %s in the argument 'parameter_dict'. But got its shape %s in the argument 'net' and shape %s in the argument 'parameter_dict'."+
				"May you need to check whether the checkpoint you loaded is correct or the batch size and so on in the 'net' and "+
				"'parameter_dict' are same.", p.Name(), p.Name(), shape.Tuple(dims), shape.Tuple(x.Shape()))
		}
		x = x.Reshape(dims...)
	}
	if p.DType() != x.DType() {
		if l.strict || !converts(p.DType(), x.DType()) {
			tensor.Throw("load_param_into_net", tensor.RuntimeError, "For 'load_param_into_net', %s in the argument 'net' should have the same type as "+
				"%s in the argument 'parameter_dict'. but got its type %s in the argument 'net' and type %s in the argument 'parameter_dict'."+
				"May you need to check whether the checkpoint you loaded is correct.", p.Name(), p.Name(), p.DType(), x.DType())
		}
		slog.Warn("The type of " + v.Name() + ":" + x.DType().String() + " in 'parameter_dict' is different from the type of it in 'net':" +
			p.DType().String() + ", then the type convert from " + x.DType().String() + " to " + p.DType().String() +
			" in the network. May consume additional memory and time")
	}
	p.Assign(x.Detach())
}

// onesBehind reports whether long is dims followed by axes of length 1.
func onesBehind(long, dims []int) bool {
	if len(long) <= len(dims) || !slices.Equal(long[:len(dims)], dims) {
		return false
	}
	return !slices.ContainsFunc(long[len(dims):], func(n int) bool { return n != 1 })
}

// kinds lists the groups of dtypes within which parameters are converted (_type_convert).
var kinds = [][]tensor.DType{
	{tensor.Float16, tensor.Float32, tensor.Float64, tensor.BFloat16},
	{tensor.Int8, tensor.Int16, tensor.Int32, tensor.Int64},
}

func converts(a, b tensor.DType) bool {
	return slices.ContainsFunc(kinds, func(k []tensor.DType) bool { return slices.Contains(k, a) && slices.Contains(k, b) })
}
