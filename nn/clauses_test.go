package nn_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// lister has lists of parameters, which do not belong to it.
type lister struct {
	nn.Cell
	list  []*nn.Parameter
	own   nn.ParameterTuple
	other nn.ParameterList
	w     *nn.Parameter
}

// TestClauses checks facts about nn.Cell and Parameter, clause by clause as nn/cell.py and common/parameter.py of
// MindSpore 2.6 have them.
func TestClauses(t *testing.T) {
	const dense = "Dense<input_channels=1, output_channels=1, has_bias=True>"
	one := func() *nn.Dense { return nn.NewDense(1, 1) }
	for _, c := range []struct {
		name string
		got  func() any
		want string
	}{
		// names
		{"items of lists are named", func() any {
			l := initialized(&lister{list: []*nn.Parameter{nn.NewParameter(1.0), param("p", 1), nn.NewParameter(2.0)}, other: nn.ParameterList{nn.NewParameter(3.0)}})
			return all(l.list[0].Name(), l.list[1].Name(), l.list[2].Name(), l.other[0].Name(), len(l.TrainableParams()))
		}, "Parameter$1 p Parameter$2 Parameter$3 0"},
		{"names in a list differ", func() any { return initialized(&lister{list: []*nn.Parameter{param("p", 1), param("p", 1)}}) }, "ValueError: The value [Parameter (name=p, " +
			"shape=(1,), dtype=Float32, requires_grad=True), Parameter (name=p, shape=(1,), dtype=Float32, requires_grad=True)] , its name 'p' already exists. " +
			"Please set a unique name for the parameter."},
		{"the same parameter twice in a list", func() any { p := param("p", 1); return len(initialized(&lister{list: []*nn.Parameter{p, p}}).list) }, "2"},
		{"items of a tuple belong to the cell", func() any {
			return names(initialized(&lister{own: nn.NewParameterTuple(param("p", 1), param("q", 1)), w: nn.NewParameter(1.0)}).TrainableParams())
		}, "p q w"},
		{"clone of a tuple", func() any {
			return nn.NewParameterTuple(param("net.weight", 1)).Clone("moments")[0].Name()
		}, "moments.net.weight"},
		{"clone keeps the name", func() any { return param("w", 1).Clone().Name() + param("v", 1).Copy().Name() }, "wv"},
		{"names after a prefix", func() any { d := one(); d.UpdateParametersName("net."); return names(d.TrainableParams()) }, "net.weight net.bias"},
		{"wrappers leave names alone", func() any {
			return names(nn.NewWithLossCell(one(), nn.NewMSELoss()).TrainableParams())
		}, "weight bias"},
		// queries
		{"own parameters only", func() any { b := newBlock(); return names(b.GetParameters(false).List()) }, "Scale offset"},
		{"own trainable parameters only", func() any {
			b := newBlock()
			b.Scale.SetRequiresGrad(false)
			return all(names(b.TrainableParams(false)), names(b.UntrainableParams(false)), b.ParametersDict(false).Keys())
		}, "offset Scale odict_keys(['Scale', 'offset'])"},
		{"a prefix of paths", func() any { return paths(newBlock().ParametersAndNames("net")) }, "net.Scale net.shift net.fc.weight net.fc.bias"},
		{"a prefix of cells", func() any { return cellPaths(newBlock().CellsAndNames("net")) }, "net:block net.fc:Dense net.relu:ReLU"},
		{"parameters come one by one", func() any {
			for p := range newBlock().GetParameters() {
				return p.Name()
			}
			return nil
		}, "Scale"},
		{"a generator", func() any {
			return regexp.MustCompile("0x[0-9a-f]+").ReplaceAllString(fmt.Sprint(one().GetParameters()), "0x…")
		}, "<generator object Cell.get_parameters at 0x…>"},
		// what is inserted
		{"a child is replaced", func() any {
			d := nn.NewReLU()
			d.InsertChildToCell("x", one())
			d.InsertChildToCell("x", nn.NewTanh())
			return d
		}, "ReLU<\n  (x): Tanh<>\n  >"},
		{"a parameter is replaced", func() any {
			b := newBlock()
			b.InsertParamToCell("extra", param("a", 1))
			b.InsertParamToCell("extra", param("b", 1))
			b.InsertParamToCell("Scale", nn.NewParameter(vec(7)))
			return all(names(b.TrainableParams(false)), b.Scale.Value())
		}, "Scale offset b [7.]"},
		{"a name with a dot, allowed", func() any {
			d := one()
			d.InsertParamToCell("a.b", nn.NewParameter(1.0), false)
			return names(d.TrainableParams())
		}, "weight bias a.b"},
		{"the name of a number", func() any { newTower().InsertParamToCell("count", param("x", 1)); return nil }, "KeyError: For 'insert_param_to_cell', the count parameter " +
			"already exists in the network.Cannot insert another parameter with the same name."},
		{"a child with the name of a number", func() any { newTower().InsertChildToCell("count", one()); return nil }, "KeyError: For 'insert_child_to_cell', the count child cell"},
		// settings return the cell
		{"set_train", func() any { return one().SetTrain() }, dense},
		{"set_grad", func() any { return one().SetGrad() }, dense},
		{"to_float", func() any { return one().ToFloat(tensor.Float16) }, dense},
		{"apply", func() any { return one().Apply(func(nn.Layer) {}) }, dense},
		{"phase", func() any { d := one(); return all(d.Phase(), d.SetTrain(false).Phase(), d.SetTrain().Phase()) }, "train predict train"},
		{"training", func() any {
			d := one()
			return all(d.Training(), d.SetTrain().Training(), d.SetTrain(false).Training())
		}, "false true false"},
		{"flags", func() any {
			b := newBlock()
			b.AddFlagsRecursive(map[string]any{"sink_mode": true})
			b.fc.AddFlags(map[string]any{"level": 2})
			return all(b.GetFlags(), b.fc.GetFlags())
		}, "map[sink_mode:true] map[level:2 sink_mode:true]"},
		{"recompute", func() any { one().Recompute(nn.HasBias(true)); return nil }, "ValueError: For 'recompute', keyword 'has_bias' is not recognized! " +
			"the key kwargs must be 'mp_comm_recompute', 'parallel_optimizer_comm_recompute', 'recompute_slice_activation'"},
		// values
		{"assign casts", func() any {
			p := nn.NewParameter(vec(1, 2, 3))
			ops.Assign(p.Tensor, tensor.New([]int{7, 8, 9}))
			return p.Value()
		}, "[7. 8. 9.]"},
		{"a number of a parameter", func() any { return nn.NewParameter(vec(1, 2)).Mul(tensor.Scalar(1)) }, "[1. 2.]"},
		{"a float", func() any { return nn.NewParameter(2.0) }, "Parameter (name=Parameter, shape=(), dtype=Float32, requires_grad=True)"},
		{"a list", func() any { return nn.NewParameter([]any{1, 2.5}, "w") }, "Parameter (name=w, shape=(2,), dtype=Float32, requires_grad=True)"},
	} {
		if got := shown(c.got); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %s\nwant %s", c.name, got, c.want)
		}
	}
}
