package ckpt

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// lines is a log handler that keeps the messages.
type lines struct{ *bytes.Buffer }

func (lines) Enabled(context.Context, slog.Level) bool { return true }
func (l lines) WithAttrs([]slog.Attr) slog.Handler     { return l }
func (l lines) WithGroup(string) slog.Handler          { return l }
func (l lines) Handle(_ context.Context, r slog.Record) error {
	_, err := l.WriteString(r.Message + "\n")
	return err
}

// captured returns a function that returns what was logged since.
func captured(t *testing.T) func() string {
	before := slog.Default()
	t.Cleanup(func() { slog.SetDefault(before) })
	l := lines{&bytes.Buffer{}}
	slog.SetDefault(slog.New(l))
	return l.String
}

func newDense() *nn.Dense { return nn.NewDense(2, 1, nn.WeightInit("zeros"), nn.BiasInit("zeros")) }

func row(v ...float32) *tensor.Tensor { return tensor.New([][]float32{v}) }

func TestLoadInto(t *testing.T) {
	const missing = "For 'load_param_into_net', 1 parameters in the 'net' are not loaded, because they are not in the 'parameter_dict', " +
		"please check whether the network structure is consistent when training and loading checkpoint.\n"
	for _, c := range []struct {
		name   string
		params *ParamDict
		opts   []Option
		want   string // what is returned and the values
		log    string
	}{
		{"all", dict(param("weight", row(1, 2)), param("bias", tensor.Ones(1))), nil, "[] [] [[1. 2.]] [1.]", ""},
		{"more", dict(param("weight", row(1, 2)), param("x", tensor.Ones(1)), param("bias", tensor.Ones(1)), "s", "text"), nil, "[] ['x', 's'] [[1. 2.]] [1.]", ""},
		{"less", dict(param("bias", tensor.Ones(1))), nil, "['weight'] [] [[0. 0.]] [1.]", missing + "['weight'] are not loaded.\n"},
		{"a string of that name", dict(param("weight", row(1, 2)), "bias", "b"), nil, "[] ['bias'] [[1. 2.]] [0.]", ""},
		{
			"prefix", dict(param("net.weight", row(1, 2)), param("net.bias", tensor.Ones(1))), nil, "[] ['net.weight', 'net.bias'] [[1. 2.]] [1.]",
			"For 'load_param_into_net', remove parameter prefix name: net., continue to load.\n",
		},
		{
			"prefixes", dict(param("a.weight", row(1, 2)), param("b.bias", tensor.Ones(1))), nil, "[] ['a.weight', 'b.bias'] [[1. 2.]] [1.]",
			"For 'load_param_into_net', remove parameter prefix name: a., continue to load.\nFor 'load_param_into_net', remove parameter prefix name: b., continue to load.\n",
		},
		{
			"strict leaves prefixes", dict(param("weight", row(1, 2)), param("net.bias", tensor.Ones(1))),
			[]Option{StrictLoad(true)},
			"['bias'] ['net.bias'] [[1. 2.]] [0.]", missing + "['bias'] are not loaded.\n",
		},
		{
			"other float", dict(param("weight", row(1, 2).AsType(tensor.Float16)), param("bias", tensor.New([]float64{0.5}))), nil, "[] [] [[1. 2.]] [0.5]",
			"The type of weight:Float16 in 'parameter_dict' is different from the type of it in 'net':Float32, then the type convert from Float16 to Float32 in the network. " +
				"May consume additional memory and time\n" +
				"The type of bias:Float64 in 'parameter_dict' is different from the type of it in 'net':Float32, then the type convert from Float64 to Float32 in the network. " +
				"May consume additional memory and time\n",
		},
		{"ones behind", dict(param("weight", row(1, 2).Reshape(1, 2, 1, 1)), param("bias", tensor.Ones(1, 1))), nil, "[] [] [[1. 2.]] [1.]", ""},
	} {
		log := captured(t)
		net := newDense()
		weight := net.Weight.Tensor
		notLoaded, notUsed := LoadInto(net, c.params, c.opts...)
		got := strings.Join([]string{notLoaded.String(), notUsed.String(), net.Weight.Value().String(), net.Bias.Value().String()}, " ")
		if got != c.want || log() != c.log {
			t.Errorf("%s: %s\nwant %s\nlog %s\nwant %s", c.name, got, c.want, log(), c.log)
		}
		if net.Weight.Tensor != weight {
			t.Errorf("%s: the parameter holds another tensor", c.name)
		}
	}
}

func TestLoadIntoErrors(t *testing.T) {
	for _, c := range []struct {
		params *ParamDict
		opts   []Option
		want   string
	}{
		{
			dict(param("weight", row(1, 2, 3))), nil, "RuntimeError: For 'load_param_into_net', weight in the argument 'net' should have the same shape as weight in the argument 'parameter_dict'. " +
				"But got its shape (1, 2) in the argument 'net' and shape (1, 3) in the argument 'parameter_dict'.May you need to check whether the checkpoint you loaded is correct " +
				"or the batch size and so on in the 'net' and 'parameter_dict' are same.",
		},
		{dict(param("weight", tensor.Ones(2))), nil, "RuntimeError: For 'load_param_into_net', weight in the argument 'net' should have the same shape"},
		{dict(param("weight", tensor.Ones(1, 2, 2))), nil, "RuntimeError: For 'load_param_into_net'"},
		{
			dict(param("weight", row(1, 2).AsType(tensor.Int32))), nil, "RuntimeError: For 'load_param_into_net', weight in the argument 'net' should have the same type as weight in the argument 'parameter_dict'. " +
				"but got its type Float32 in the argument 'net' and type Int32 in the argument 'parameter_dict'.May you need to check whether the checkpoint you loaded is correct.",
		},
		{dict(param("weight", row(1, 2).AsType(tensor.Float16))), []Option{StrictLoad(true)}, "RuntimeError: For 'load_param_into_net', weight in the argument 'net' should have the same type"},
		{nil, nil, "TypeError: For 'load_param_into_net', the argument 'parameter_dict' should be a 'dict', but got None: nothing was loaded, and the error that Load returned says why."},
		{
			dict(param("weight", row(1, 2))),
			[]Option{CRCCheck(true)},
			"TypeError: For 'load_param_into_net', got an unexpected option ckpt.CRCCheck; its options are ckpt.StrictLoad.",
		},
	} {
		err := tensor.Try(func() { LoadInto(newDense(), c.params, c.opts...) })
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("error %v\nwant %s", err, c.want)
		}
	}
}

func TestParamDict(t *testing.T) {
	d := dict(param("b", tensor.Ones(2)), param("a", tensor.Ones(1)), "s", "text")
	d.Set("b", "other")
	if got := d.String(); got != "{'b': 'other', 'a': Parameter (name=a, shape=(1,), dtype=Float32, requires_grad=True), 's': 'text'}" || d.Repr() != got {
		t.Errorf("dict %s", got)
	}
	d.Delete("b")
	if got := strings.Join(d.Keys(), " "); got != "a s" || d.Len() != 2 || d.Has("b") || d.Text("s") != "text" || len(d.Params()) != 1 {
		t.Errorf("keys %s", got)
	}
	for _, c := range []struct {
		f    func()
		want string
	}{
		{func() { (*ParamDict)(nil).Get("b") }, "TypeError: the ParamDict is nil: nothing was loaded, and the error that Load returned says why."},
		{func() { (*ParamDict)(nil).Keys() }, "TypeError: the ParamDict is nil: nothing was loaded, and the error that Load returned says why."},
		{func() { d.Get("b") }, "KeyError: 'b'"},
		{func() { d.Get("s") }, "TypeError: 's' is a string: use Text."},
		{func() { d.Text("a") }, "KeyError: 'a'"},
		{func() { d.Set("x", 3) }, "TypeError: For 'parameter_dict', the element in the argument 'parameter_dict' should be a 'str' and 'Parameter' , but got str and int."},
	} {
		if err := tensor.Try(c.f); err == nil || err.Error() != c.want {
			t.Errorf("error %v, want %s", err, c.want)
		}
	}
}
