package ckpt

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// TestTorchFiles reads tensors that PyTorch saved.
func TestTorchFiles(t *testing.T) {
	for file, want := range map[string]string{
		"float32_proto2":  "Float32[ 1.2 -3.4  5.6 -7.8]",
		"bfloat16_proto4": "BFloat16[ 1.203125 -3.40625   5.59375  -7.8125  ]",
		"int64_proto2":    "Int64[ 1 -2  3 -4]",
		"bool_proto2":     "Bool[ True False  True False]",
	} {
		b, err := os.ReadFile(filepath.Join("testdata", file+".pt"))
		if err != nil {
			t.Fatal(err)
		}
		obj, err := unpickle(bytes.NewReader(b), int64(len(b)))
		if x, ok := obj.(*tensor.Tensor); !ok || x.DType().String()+x.String() != want {
			t.Errorf("%s: %v, %v", file, obj, err)
		}
		if _, err := readTorch(bytes.NewReader(b), int64(len(b)), options{}); err == nil || !strings.Contains(err.Error(), "holds no state dict") {
			t.Errorf("%s: error %v", file, err)
		}
	}
}

// The pickles here are put together from Python's description of the opcodes, as torch.save writes them.

func str(s string) string {
	return "X" + string(binary.LittleEndian.AppendUint32(nil, uint32(len(s)))) + s
}

func integer(n int) string { return "J" + string(binary.LittleEndian.AppendUint32(nil, uint32(n))) }

func tuple(n ...int) string {
	s := "("
	for _, v := range n {
		s += integer(v)
	}
	return s + "t"
}

// torchTensor is a tensor with n elements of a storage key of Float32.
func torchTensor(key string, n, offset int, dims, strides []int) string {
	return "ctorch._utils\n_rebuild_tensor_v2\n(" +
		"(" + str("storage") + "ctorch\nFloatStorage\n" + str(key) + str("cpu") + integer(n) + "tQ" +
		integer(offset) + tuple(dims...) + tuple(strides...) + "\x89ccollections\nOrderedDict\n)RtR"
}

func simple(key string, dims ...int) string {
	strides, n := make([]int, len(dims)), 1
	for i := len(dims) - 1; i >= 0; i-- {
		strides[i], n = n, n*dims[i]
	}
	return torchTensor(key, n, 0, dims, strides)
}

// state is the pickle of an OrderedDict of names and tensors in turn.
func state(entries ...string) string {
	s := "ccollections\nOrderedDict\n)R("
	for i := 0; i < len(entries); i += 2 {
		s += str(entries[i]) + entries[i+1]
	}
	return s + "u"
}

// torchFile is a .pt file with storages of 0, 1, 2, … elements of 0, 1, 2, …
func torchFile(t *testing.T, pickle string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	add := func(name string, data []byte) {
		w, err := z.CreateHeader(&zip.FileHeader{Name: "net/" + name, Method: zip.Store})
		if err == nil {
			_, err = w.Write(data)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	add("data.pkl", []byte("\x80\x02"+pickle+"."))
	for n := range 9 {
		var v []float32
		for i := range n {
			v = append(v, float32(i))
		}
		add(fmt.Sprintf("data/%d", n), f32(v...))
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestStateDict(t *testing.T) {
	like := nn.NewSequentialCellNamed(nn.Named{Name: "fc", Cell: nn.NewDense(1, 1)}, nn.Named{Name: "act", Cell: nn.NewReLU()})
	bn := []string{"bn.weight", simple("1", 1), "bn.bias", simple("1", 1), "bn.running_mean", simple("1", 1), "bn.running_var", simple("1", 1)}
	for _, c := range []struct {
		name, pickle string
		opts         options
		want         string
	}{
		{"shapes", state("fc.weight", simple("6", 2, 3), "fc.bias", simple("2", 2)), options{}, "fc.weight=[[0. 1. 2.]\n [3. 4. 5.]] fc.bias=[0. 1.]"},
		{"view", state("a", torchTensor("6", 6, 1, []int{2, 2}, []int{2, 1}), "b", torchTensor("6", 6, 1, []int{2, 2}, []int{1, 3})), options{}, "a=[[1. 2.]\n [3. 4.]] b=[[1. 4.]\n [2. 5.]]"},
		{"expanded", state("a", torchTensor("3", 3, 1, []int{3, 2}, []int{0, 1}), "b", torchTensor("1", 1, 0, []int{2, 2}, []int{0, 0})), options{}, "a=[[1. 2.]\n [1. 2.]\n [1. 2.]] b=[[0. 0.]\n [0. 0.]]"},
		{"windows", state("a", torchTensor("4", 4, 0, []int{3, 2}, []int{1, 1})), options{}, "a=[[0. 1.]\n [1. 2.]\n [2. 3.]]"},
		{"dicts in dicts", state("w", simple("1", 1), "sub", state("b", simple("2", 2), "deep", "}(K\x07"+simple("1", 1)+"u")), options{}, "w=[0.] sub.b=[0. 1.] sub.deep.7=[0.]"},
		{"two networks", state("d", state("w", simple("1", 1)), "g", state("w", simple("2", 2))), options{}, "d.w=[0.] g.w=[0. 1.]"},
		{"scalar", state("s", torchTensor("3", 3, 2, nil, nil)), options{}, "s=2.0"},
		{"batch norm", state(append(bn, "bn.num_batches_tracked", simple("1", 1))...), options{}, "bn.gamma=[0.] bn.beta=[0.] bn.moving_mean=[0.] bn.moving_variance=[0.]"},
		{"layer norm", state("weight", simple("2", 2), "bias", simple("2", 2)), options{}, "gamma=[0. 1.] beta=[0. 1.]"},
		{"by the layers", state("fc.weight", simple("1", 1), "fc.bias", simple("1", 1)), options{like: like}, "fc.weight=[0.] fc.bias=[0.]"},
		{"in a dict", "}(" + str("epoch") + "K\x05" + str("state_dict") + state("w", simple("1", 1)) + "u", options{}, "w=[0.]"},
		{"parameter", state("w", "ctorch._utils\n_rebuild_parameter\n("+simple("1", 1)+"\x88NtR"), options{}, "w=[0.]"},
		{"choice", state("a", simple("1", 1), "b", simple("1", 1)), options{choose: func(n string) bool { return n == "b" }}, "b=[0.]"},
	} {
		b := torchFile(t, c.pickle)
		d, err := readTorch(bytes.NewReader(b), int64(len(b)), c.opts)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var got []string
		for _, p := range d.Params() {
			got = append(got, p.Name()+"="+p.Value().String())
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: %s, want %s", c.name, s, c.want)
		}
	}
}

// TestTorchRest reads what a checkpoint of a training holds beside the network.
func TestTorchRest(t *testing.T) {
	real := func(v float64) string {
		return "G" + string(binary.BigEndian.AppendUint64(nil, math.Float64bits(v)))
	}
	group := "}(" + str("lr") + real(0.25) + str("betas") + real(0.5) + real(0.75) + "\x86" + str("amsgrad") + "\x89" + str("params") + "](K\x00K\x01eu"
	pickle := "}(" + str("epoch") + "K\x03" + str("model") + state("w", simple("1", 1), "sub", state("b", simple("2", 2))) + str("note") + str("best") +
		str("nothing") + "N" + str("optimizer") + "}(" + str("state") + "}(K\x00}(" + str("step") + "K\x09" + str("exp_avg") + simple("2", 2) + "uu" +
		str("param_groups") + "](" + group + "eu" + "u"
	b := torchFile(t, pickle)
	d, err := readTorch(bytes.NewReader(b), int64(len(b)), options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(d.Keys(), " "); got != "w sub.b" {
		t.Errorf("the network is %s", got)
	}
	var got []string
	for _, name := range d.Rest().Keys() {
		text := ""
		if name == "note" {
			text = d.Rest().Text(name)
		} else {
			text = d.Rest().Get(name).Value().String()
		}
		got = append(got, name+"="+text)
	}
	const want = "epoch=3 note=best optimizer.state.0.step=9 optimizer.state.0.exp_avg=[0. 1.] optimizer.param_groups.0.lr=0.25 " +
		"optimizer.param_groups.0.betas.0=0.5 optimizer.param_groups.0.betas.1=0.75 optimizer.param_groups.0.amsgrad=False " +
		"optimizer.param_groups.0.params.0=0 optimizer.param_groups.0.params.1=1"
	if s := strings.Join(got, " "); s != want {
		t.Errorf("the rest is %s\nwant %s", s, want)
	}
	if n := NewParamDict().Rest().Len(); n != 0 {
		t.Errorf("a dict of no file has a rest of %d", n)
	}
}

// TestTorchBombs gives the unpickler millions of instructions that each make an object. Reading must not take many
// times the file.
func TestTorchBombs(t *testing.T) {
	for _, op := range []string{"(", "}", "]", ")", "N", "(}", ")\x85", "]\x94"} {
		b := torchFile(t, strings.Repeat(op, 3<<20/len(op)))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := readTorch(bytes.NewReader(b), int64(len(b)), options{})
		runtime.ReadMemStats(&after)
		if err == nil || !strings.Contains(err.Error(), "makes more objects than") {
			t.Errorf("%q: error %v", op, err)
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > 32<<20 {
			t.Errorf("%q: %d MB", op, used>>20)
		}
	}
	// Marks one in another, of a file that is small.
	b := torchFile(t, strings.Repeat("(", 1001))
	if _, err := readTorch(bytes.NewReader(b), int64(len(b)), options{}); err == nil || !strings.Contains(err.Error(), "makes more objects than") {
		t.Errorf("error %v", err)
	}
}

func TestTorchRefused(t *testing.T) {
	for _, c := range []struct{ name, pickle, want string }{
		{"no dict", "K\x01", "holds no state dict"},
		{"another class", "cos\nsystem\n(" + str("ls") + "tR", "holds an object of os.system"},
		{"whole network", "cnet\nNet\n)R", "holds an object of net.Net, not only a state dict"},
		{"instruction", "i", "instruction 0x69, which is not expected"},
		{"long string", "X\xff\xff\xff\x7f", "ends within an instruction"},
		{"long frame", "\x95\xff\xff\xff\xff\xff\xff\xff\xff", "ends within an instruction"},
		{"storage that is missing", state("a", simple("77", 1)), "lacks the 1 elements of storage 77"},
		{"storage that is short", state("a", simple("2", 3)), "lacks the 3 elements of storage 2"},
		{"beyond", state("a", torchTensor("4", 4, 2, []int{2, 2}, []int{2, 1})), "goes beyond its storage of 4"},
		{"far stride", state("a", torchTensor("4", 4, 0, []int{2, 2}, []int{1 << 30, 1})), "goes beyond"},
		{"expanded", state("a", torchTensor("1", 1, 0, []int{1 << 20, 1 << 20}, []int{0, 0})), "goes beyond"},
		{"negative", state("a", torchTensor("4", 4, -1, []int{2}, []int{1})), "goes beyond"},
		{"id", "(" + str("module") + "tQ", "persistent id"},
		{"dict in itself", "}q\x00(" + str("model") + "h\x00u", "holds no state dict"},
		{"odd items", "}(K\x01u", "not a valid pickle"},
		{"arguments", "ctorch._utils\n_rebuild_tensor_v2\n)R", "unexpected arguments"},
	} {
		b := torchFile(t, c.pickle)
		if _, err := readTorch(bytes.NewReader(b), int64(len(b)), options{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want … %s", c.name, err, c.want)
		}
	}
	if _, err := readTorch(strings.NewReader("old"), 3, options{}); err == nil || !strings.Contains(err.Error(), "not of PyTorch 1.6 or later") {
		t.Errorf("error %v", err)
	}
}

func FuzzTorch(f *testing.F) {
	for _, s := range []string{state("a", simple("1", 1)), "}(" + str("model") + state("w", simple("2", 2)) + "u", "]K\x01a", "(K\x01K\x02e", "N\x85Q", ")b"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, pickle []byte) {
		b := torchFile(t, string(pickle))
		d, err := readTorch(bytes.NewReader(b), int64(len(b)), options{})
		if err == nil && d.Len() == 0 {
			t.Error("neither parameters nor an error")
		}
	})
}
