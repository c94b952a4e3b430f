package nn_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// convBNReLU and blocks are the cells of the tutorial on building networks.
type convBNReLU struct {
	nn.Cell
	conv *nn.Conv2d
	bn   *nn.BatchNorm2d
	relu *nn.ReLU
}

func newConvBNReLU() *convBNReLU {
	return initialized(&convBNReLU{conv: nn.NewConv2d(3, 64, 3), bn: nn.NewBatchNorm2d(64), relu: nn.NewReLU()})
}

func (n *convBNReLU) Construct(x T) T { return n.relu.Call(n.bn.Call(n.conv.Call(x))) }

type blocks struct {
	nn.Cell
	block nn.Layer `ms:"build_block"`
}

func listNet(early bool) *blocks {
	list := nn.NewCellList([]nn.Layer{newConvBNReLU()})
	n := &blocks{block: list}
	if early {
		n.Init(n)
	}
	list.Append(nn.NewConv2d(64, 4, 4))
	list.Append(nn.NewReLU())
	list.Insert(-1, nn.NewBatchNorm2d(4))
	n.Init(n)
	return n
}

// The page's text of the network, which its list, sequence and named sequence share but for names.
func blocksText(class string, keys [4]string) string {
	bn := func(n int, path string) string {
		s := fmt.Sprintf("(%d,)", n)
		return fmt.Sprintf("BatchNorm2d<num_features=%d, eps=1e-05, momentum=0.09999999999999998, gamma=%s, beta=%s, moving_mean=%s, moving_variance=%s>",
			n, paramText(path+".gamma", s, true), paramText(path+".beta", s, true), paramText(path+".moving_mean", s, false), paramText(path+".moving_variance", s, false))
	}
	return "blocks<\n  (build_block): " + class + "<\n    (" + keys[0] + "): convBNReLU<\n      (conv): Conv2d<" + convText + ">\n      (bn): " +
		bn(64, "build_block."+keys[0]+".bn") + "\n      (relu): ReLU<>\n      >\n    (" + keys[1] + "): Conv2d<input_channels=64, output_channels=4, " +
		"kernel_size=(4, 4), stride=(1, 1), pad_mode=same, padding=0, dilation=(1, 1), group=1, has_bias=False, weight_init=normal, bias_init=zeros, " +
		"format=NCHW>\n    (" + keys[2] + "): " + bn(4, "build_block."+keys[2]) + "\n    (" + keys[3] + "): ReLU<>\n    >\n  >"
}

func TestContainerText(t *testing.T) {
	numbers := [4]string{"0", "1", "2", "3"}
	for _, c := range []struct {
		name string
		net  *blocks
		want string
	}{
		{"CellList", listNet(false), blocksText("CellList", numbers)},
		{"CellList, appended after Init", listNet(true), blocksText("CellList", numbers)},
		{
			"SequentialCell", initialized(&blocks{block: nn.NewSequentialCell([]nn.Layer{
				newConvBNReLU(), nn.NewConv2d(64, 4, 4), nn.NewBatchNorm2d(4), nn.NewReLU(),
			})}), blocksText("SequentialCell", numbers),
		},
		{
			"named SequentialCell", initialized(&blocks{block: nn.NewSequentialCellNamed(
				nn.Named{Name: "ConvBNReLU", Cell: newConvBNReLU()}, nn.Named{Name: "conv", Cell: nn.NewConv2d(64, 4, 4)},
				nn.Named{Name: "norm", Cell: nn.NewBatchNorm2d(4)}, nn.Named{Name: "relu", Cell: nn.NewReLU()},
			)}), blocksText("SequentialCell", [4]string{"ConvBNReLU", "conv", "norm", "relu"}),
		},
	} {
		same(t, c.name, c.net.String(), c.want)
	}
	x := tensor.Ones(1, 3, 64, 32)
	for _, l := range listNet(false).block.(*nn.CellList).All() {
		x = l.CellBase().Call(x)
	}
	same(t, "shape", fmt.Sprint(x.Shape()), "(1, 4, 64, 32)")
}

// TestContainerChanges checks that changing a container names the parameters anew.
func TestContainerChanges(t *testing.T) {
	dense := func(out int) *nn.Dense { return nn.NewDense(out, out, nn.HasBias(false)) }
	shapes := func(l nn.Layer) string {
		var s []string
		for _, p := range l.CellBase().GetParameters().List() {
			s = append(s, fmt.Sprint(p.Name(), p.Dim(0)))
		}
		return strings.Join(s, " ")
	}
	list := func() *nn.CellList { return nn.NewCellList(dense(1), dense(2), dense(3)) }
	seq := func() *nn.SequentialCell { return nn.NewSequentialCell(dense(1), dense(2), dense(3)) }
	named := func() *nn.SequentialCell {
		return nn.NewSequentialCellNamed(nn.Named{Name: "a", Cell: dense(1)}, nn.Named{Name: "b", Cell: dense(2)})
	}
	for _, c := range []struct {
		name string
		f    func() string
		want string
	}{
		{"insert", func() string { l := list(); l.Insert(1, dense(9)); return shapes(l) }, "0.weight1 1.weight9 2.weight2 3.weight3"},
		{"insert at the end", func() string { s := seq(); s.Insert(3, dense(9)); return shapes(s) }, "0.weight1 1.weight2 2.weight3 3.weight9"},
		{"delete", func() string { s := seq(); s.Delete(0); return shapes(s) }, "0.weight2 1.weight3"},
		{"delete the last", func() string { l := list(); l.Delete(-1); return shapes(l) }, "0.weight1 1.weight2"},
		{"delete a named one", func() string { s := named(); s.Delete(0); return shapes(s) }, "b.weight2"},
		{"set", func() string { s := seq(); s.Set(1, dense(9)); return shapes(s) }, "0.weight1 1.weight9 2.weight3"},
		{"slice", func() string { return shapes(seq().Slice(1, 3)) }, "0.weight2 1.weight3"},
		{"slice from the end", func() string { return shapes(list().Slice(-2, 99)) }, "0.weight2 1.weight3"},
		{"slice of named ones", func() string { return shapes(named().Slice(1, 2)) }, "b.weight2"},
		{"extend", func() string { l := list(); l.Extend([]*nn.Dense{dense(4)}); return shapes(l) }, "0.weight1 1.weight2 2.weight3 3.weight4"},
		{"inside", func() string {
			l := list()
			n := inside(l)
			l.Insert(0, dense(9))
			return shapes(n)
		}, "bn.0.weight9 bn.1.weight1 bn.2.weight2 bn.3.weight3"},
	} {
		same(t, c.name, c.f(), c.want)
	}
}

// TestCellDict runs the example of CellDict in MindSpore's reference.
func TestCellDict(t *testing.T) {
	pool := func(n int) nn.Layer { return nn.NewMaxPool2d(n, nn.Stride(n)) }
	d := nn.NewCellDict(nn.Named{Name: "conv", Cell: nn.NewConv2d(10, 6, 5)}, nn.Named{Name: "relu", Cell: nn.NewReLU()}, nn.Named{Name: "max_pool2d", Cell: pool(4)})
	same(t, "length", fmt.Sprint(d.Len()), "3")
	d.Clear()
	same(t, "length, cleared", fmt.Sprint(d.Len()), "0")
	d.Update(nn.Named{Name: "conv", Cell: nn.NewConv2d(10, 6, 5, nn.PadMode("valid"))}, nn.Named{Name: "relu", Cell: nn.NewReLU()}, nn.Named{Name: "max_pool2d", Cell: pool(2)})
	x := tensor.Ones(1, 10, 6, 10)
	for _, l := range d.Values() {
		x = l.CellBase().Call(x)
	}
	same(t, "shape", fmt.Sprint(x.Shape()), "(1, 6, 1, 3)")
	same(t, "keys", fmt.Sprint(d.Keys()), "odict_keys(['conv', 'relu', 'max_pool2d'])")
	same(t, "parameters", names(d.GetParameters().List()), "conv.weight")
	same(t, "popped", fmt.Sprint(d.Pop("conv").CellBase().Call(tensor.Ones(1, 10, 6, 5)).Shape(), d.Len()), "(1, 6, 2, 1) 2")
}

func TestContainerErrors(t *testing.T) {
	for _, c := range []struct {
		name string
		f    func()
		want string
	}{
		{"no cell", func() { nn.NewCellList(3) }, "TypeError: For 'CellList', the elements of 'cells' must be Cell, but got int."},
		{"index", func() { nn.NewCellList(nn.NewReLU()).At(1) }, "IndexError: For 'CellList', the value of 'index' must be a number in range [-1, 1), but got 1."},
		{"insert", func() { nn.NewSequentialCell().Insert(1, nn.NewReLU()) }, "IndexError: For 'SequentialCell', the value of 'index'"},
		{"key", func() { nn.NewCellDict().Get("a") }, "KeyError: 'a'"},
		{"dotted key", func() { nn.NewCellDict(nn.Named{Name: "a.b", Cell: nn.NewReLU()}) }, "KeyError: For 'CellDict', the key can not be empty"},
		{"a list is not run", func() { nn.NewCellList().Call(vec(1)) }, "AttributeError: For 'Cell', the method 'construct' is not defined."},
	} {
		err := tensor.Try(c.f)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: error %q, want %q", c.name, err, c.want)
		}
	}
}

// stack is a container with another field.
type stack struct {
	nn.SequentialCell
	head *nn.Dense
}

func TestEmbeddedContainer(t *testing.T) {
	s := &stack{SequentialCell: *nn.NewSequentialCell(nn.NewReLU(), nn.NewDense(2, 1, nn.HasBias(false))), head: nn.NewDense(1, 1, nn.HasBias(false))}
	s.Init(s)
	if got := fmt.Sprint(s.TrainableParams().ParamNames()); got != "[1.weight head.weight]" {
		t.Errorf("the parameters are %s", got)
	}
}

// TestSequentialNamesTheLayer has an error in a layer of a network, and in one of a part of it.
func TestSequentialNamesTheLayer(t *testing.T) {
	part := nn.NewSequentialCellNamed(nn.Named{Name: "fc", Cell: nn.NewDense(5, 6)}, nn.Named{Name: "act", Cell: nn.NewReLU()})
	for _, c := range []struct {
		net  nn.Layer
		want string
	}{
		{nn.NewSequentialCell(nn.NewDense(3, 4), nn.NewReLU(), nn.NewDense(7, 2)), " In cell '2' of SequentialCell, a Dense."},
		{nn.NewSequentialCell(nn.NewDense(3, 4), nn.NewConv2d(1, 2, 3)), " In cell '1' of SequentialCell, a Conv2d."},
		{nn.NewSequentialCell(nn.NewDense(3, 4), part), " In cell 'fc' of SequentialCell, a Dense. In cell '1' of SequentialCell, a SequentialCell."},
	} {
		err := tensor.Try(func() { c.net.CellBase().Call(tensor.Ones(2, 3)) })
		if err == nil || !strings.HasSuffix(err.Error(), c.want) {
			t.Errorf("got %v, want …%s", err, c.want)
		}
	}
}
