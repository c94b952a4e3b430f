package ckpt

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/nn/optim"
	"github.com/msrepl/msrepl/tensor"
)

func load(b []byte, opts ...Option) (*ParamDict, error) {
	return read(bytes.NewReader(b), int64(len(b)), loadOptions(opts))
}

func TestDTypes(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x.ckpt")
	for _, c := range samples {
		want := val("x", c.name, c.data, 2)
		d, err := load(want)
		if err != nil || values(d) != "x="+c.want.Repr()+"\n" {
			t.Errorf("%s reads as %v, %v", c.name, d, err)
		}
		if err := Save(dict(param("x", c.want)), file); err != nil {
			t.Error(err)
		}
		if got, err := os.ReadFile(file); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is written as %x, want %x", c.name, got, want)
		}
	}
	if len(samples) != len(dtypes) {
		t.Errorf("%d of %d types are tested", len(samples), len(dtypes))
	}
}

// written lists what is saved and the file that MindSpore would make of it.
var written = []struct {
	name string
	obj  any
	opts []Option
	want []byte
}{
	{
		"cell", nn.NewDense(2, 1, nn.WeightInit("ones"), nn.BiasInit("zeros")), nil,
		cat(val("weight", "Float32", f32(1, 1), 1, 2), val("bias", "Float32", f32(0), 1)),
	},
	{"list", nn.ParameterList{param("a", tensor.Ones(1)), param("b", tensor.Ones(1))}, nil, cat(val("a", "Float32", f32(1), 1), val("b", "Float32", f32(1), 1))},
	{"transposed", dict(param("a", tensor.New([][]float32{{1, 2}, {3, 4}}).T())), nil, val("a", "Float32", f32(1, 3, 2, 4), 2, 2)},
	{"scalar", dict(param("s", tensor.New(2.0))), nil, val("s", "Float32", f32(2), 0)},
	{"empty", dict(param("e", tensor.Zeros(3, 0))), nil, val("e", "Float32", nil, 3, 0)},
	{"nothing", NewParamDict(), nil, nil},
	{"string", dict("s", "é1"), nil, val("s", "str", []byte{0xe9, 0, 0, 0, '1', 0, 0, 0}, 0)},
	{"empty string", dict("s", ""), nil, val("s", "str", []byte{0, 0, 0, 0}, 0)},
	{
		"slices", dict(param("a", tensor.Arange(5).AsType(tensor.Float32)), param("b", tensor.Ones(2))),
		[]Option{SliceSize(8)},
		cat(val("a", "Float32", f32(0, 1), 5), val("a", "Float32", f32(2, 3), 5), val("a", "Float32", f32(4), 5), val("b", "Float32", f32(1, 1), 2)),
	},
	{
		"checksum", dict(param("a", tensor.Ones(1))),
		[]Option{CRCCheck(true)},
		cat(val("a", "Float32", f32(1), 1), crc(val("a", "Float32", f32(1), 1))),
	},
	{
		"choice", nn.NewDense(2, 1, nn.WeightInit("ones")),
		[]Option{ChoiceFunc(func(name string) bool { return name == "weight" })},
		val("weight", "Float32", f32(1, 1), 1, 2),
	},
	{
		"append", dict(param("w", tensor.Ones(1))),
		[]Option{AppendDict(map[string]any{"lr": 0.5, "epoch": 3, "on": true, "net": "x", "t": tensor.Ones(1), "p": param("q", tensor.Ones(1))})},
		cat(val("w", "Float32", f32(1), 1), val("epoch", "Int64", []byte{3, 0, 0, 0, 0, 0, 0, 0}, 0), val("lr", "Float32", f32(0.5), 0),
			val("net", "str", []byte{'x', 0, 0, 0}, 0), val("on", "Bool", []byte{1}, 0), val("p", "Float32", f32(1), 1), val("t", "Float32", f32(1), 1)),
	},
}

func TestSave(t *testing.T) {
	for _, c := range written {
		file := filepath.Join(t.TempDir(), "net")
		for range 2 { // the second time over the first file, which is read-only
			if err := Save(c.obj, file, c.opts...); err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
		}
		got, err := os.ReadFile(file + ".ckpt")
		if err != nil || !bytes.Equal(got, c.want) {
			t.Errorf("%s: %q, %v\nwant %q", c.name, got, err, c.want)
		}
		if info, err := os.Stat(file + ".ckpt"); err != nil || info.Mode().Perm() != 0o400 {
			t.Errorf("%s: mode %v, %v", c.name, info.Mode(), err)
		}
	}
}

// unknown has a field of every wire type that the schema does not have.
var unknown = cat(num(9, 300), cat(varint(9*8+1), make([]byte, 8)), sub(9, []byte("later")), cat(varint(9*8+5), make([]byte, 4)))

// readings lists files, as MindSpore or another protobuf encoder may write them, and what they hold.
var readings = []struct {
	name string
	file []byte
	want string
}{
	{
		"two values", cat(val("b", "Float32", f32(1), 1), val("a", "Float32", f32(2, 3), 1, 2)),
		"b=Tensor(shape=[1], dtype=Float32, value= [ 1.00000000e+00])\na=Tensor(shape=[1, 2], dtype=Float32, value=\n[[ 2.00000000e+00,  3.00000000e+00]])\n",
	},
	{"scalar", val("s", "Int32", []byte{7, 0, 0, 0}, 0), "s=Tensor(shape=[], dtype=Int32, value= 7)\n"},
	{"scalar without dims", val("s", "Int32", []byte{7, 0, 0, 0}), "s=Tensor(shape=[], dtype=Int32, value= 7)\n"},
	{"no elements", val("e", "Int32", nil, 0), "e=Tensor(shape=[0], dtype=Int32, value= )\n"},
	{"string", val("s", "str", []byte{'h', 0, 0, 0, 0xe9, 0, 0, 0, 0, 0, 0, 0}, 0), "s='hé'\n"},
	{"slices cut within an element", cat(val("a", "UInt16", []byte{1, 0, 2}, 2), val("a", "UInt16", []byte{0}, 2)), "a=Tensor(shape=[2], dtype=UInt16, value= [1, 2])\n"},
	{
		"twice, the last one counts", cat(val("a", "Bool", []byte{0}, 1), val("b", "Bool", []byte{0}, 1), val("a", "Bool", []byte{1}, 1)),
		"a=Tensor(shape=[1], dtype=Bool, value= [ True])\nb=Tensor(shape=[1], dtype=Bool, value= [False])\n",
	},
	{
		"unknown fields and another order",
		cat(unknown, sub(1, unknown, sub(2, sub(3, []byte{1, 0}), unknown, sub(2, []byte("Bool")), num(1, 2)), sub(1, []byte("m")))),
		"m=Tensor(shape=[2], dtype=Bool, value= [ True, False])\n",
	},
	{
		"packed dims", sub(1, sub(1, []byte("m")), sub(2, sub(1, varint(1), varint(2)), sub(2, []byte("Bool")), sub(3, []byte{1, 0}))),
		"m=Tensor(shape=[1, 2], dtype=Bool, value=\n[[ True, False]])\n",
	},
	{
		"state of random ops", cat(val("random_op", "random_op", []byte("seed"), 0), val("b", "Bool", []byte{0}, 1)),
		"b=Tensor(shape=[1], dtype=Bool, value= [False])\n",
	},
	{"checksum that nobody asks for", cat(val("b", "Bool", []byte{0}, 1), []byte("crc_num"), make([]byte, 10)), "b=Tensor(shape=[1], dtype=Bool, value= [False])\n"},
}

func TestRead(t *testing.T) {
	for _, c := range readings {
		d, err := load(c.file)
		if err != nil || values(d) != c.want {
			t.Errorf("%s: %v\n%swant %s", c.name, err, values(d), c.want)
		}
	}
}

// refused lists files that violate the format, with a part of the error.
var refused = []struct {
	name string
	file []byte
	want string
}{
	{"text", []byte("hello, this is no checkpoint"), "no protobuf field"},
	{"cut in a length", []byte{0x0a, 0x80}, "the file ends within a field"},
	{"cut in a message", val("a", "Bool", []byte{1}, 1)[:9], "does not fit in the"},
	{"field 0", []byte{0x02, 0x00}, "no protobuf field"},
	{"group", []byte{0x0b, 0x0c}, "no protobuf field"},
	{"endless number", bytes.Repeat([]byte{0xff}, 11), "no protobuf field"},
	{"fixed beyond the end", []byte{9*8 + 5, 1, 2}, "ends within a field"},
	{"inner beyond outer", sub(1, sub(1, []byte("a")), []byte{2*8 + 2, 100}), "a field of 100 bytes does not fit in the 0 that are left"},
	{"number beyond its message", cat(sub(1, []byte{0x80}), []byte{0x01}), "ends within a field"},
	{"huge length", cat([]byte{0x0a}, varint(1<<40)), "a field of 1099511627776 bytes does not fit in the 0 that are left"},
	{"length of all bits", cat([]byte{0x0a}, varint(1<<64-1)), "does not fit"},
	{"no tensor", sub(1, sub(1, []byte("a"))), "a value has no tag or no tensor"},
	{"no tag", sub(1, sub(2, sub(2, []byte("Bool")), sub(3, []byte{1}))), "a value has no tag or no tensor"},
	{"map", sub(1, sub(1, []byte("m")), sub(3)), `parameter "m" is a MapParameter, which is not supported`},
	{"type", val("a", "Int4", []byte{1}, 1), `parameter "a" has type "Int4", which is not supported`},
	{"no type", val("a", "", []byte{1}, 1), `parameter "a" has type "", which is not supported`},
	{"types of slices", cat(val("a", "Int8", []byte{1}, 2), val("a", "Bool", []byte{1}, 2)), `slices of parameter "a" are of types "Int8" and "Bool"`},
	{"too short", val("a", "Float32", f32(1), 2), `parameter "a" of type Float32 and shape [2] takes 8 bytes, but the file holds 4`},
	{"too long", val("a", "Float32", f32(1, 2), 1), "takes 4 bytes, but the file holds 8"},
	{"negative", val("a", "Float32", nil, 1<<64-1), "impossible shape [-1]"},
	{"huge", val("a", "Float32", nil, 1<<40, 1<<40), "impossible shape"},
	{"huge but possible", val("a", "Float32", f32(1), 1<<40), "takes 4398046511104 bytes, but the file holds 4"},
	{"axes", val("a", "Bool", []byte{1}, make([]uint64, 65)...), "more than 64 axes"},
}

func TestRefused(t *testing.T) {
	for _, c := range refused {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := load(c.file)
		runtime.ReadMemStats(&after)
		if err == nil || !strings.HasPrefix(err.Error(), "The file may be corrupted, and the content cannot be parsed: ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want … %s", c.name, err, c.want)
		}
		if n := after.TotalAlloc - before.TotalAlloc; n > 1<<20 {
			t.Errorf("%s: %d bytes were allocated for %d", c.name, n, len(c.file))
		}
	}
}

// TestCut cuts a file at every place.
func TestCut(t *testing.T) {
	whole := cat(val("weight", "Float32", f32(1, 2), 1, 2), val("bias", "Float32", f32(0), 1))
	first := len(val("weight", "Float32", f32(1, 2), 1, 2))
	for n := range whole {
		if d, err := load(whole[:n]); (err == nil) != (n == 0 || n == first) {
			t.Errorf("cut at %d: %v, %v", n, d, err)
		}
	}
}

func TestCheck(t *testing.T) {
	good := cat(val("a", "Float32", f32(1), 1), crc(val("a", "Float32", f32(1), 1)))
	if _, err := load(good, CRCCheck(true)); err != nil {
		t.Error(err)
	}
	bad := bytes.Clone(good)
	bad[len(bad)-crcSize-1]++
	if _, err := load(bad, CRCCheck(true)); err == nil || err.Error() != "For 'load_checkpoint', the crc check is failed, please check whether the ckpt file is damaged." {
		t.Errorf("error %v", err)
	}
	log := captured(t)
	if _, err := load(val("a", "Float32", f32(1), 1), CRCCheck(true)); err != nil || log() != "For 'load_checkpoint', the ckpt file do not contain the crc code, please check the file.\n" {
		t.Errorf("error %v, log %q", err, log())
	}
}

// TestSaveState saves and loads the state of a cell, with its buffers: the documented example of
// Cell.load_state_dict.
func TestSaveState(t *testing.T) {
	cell := func(values ...int) *nn.Dense {
		d := nn.NewDense(2, 1, nn.HasBias(false), nn.WeightInit("zeros"))
		d.RegisterBuffer("buffer_a", tensor.New(values))
		return d
	}
	from, to := cell(4, 5, 6), cell(0, 0, 0)
	from.Weight.SetData(row(1, 2))
	file := filepath.Join(t.TempDir(), "model_state_dict_ckpt")
	if err := Save(from.StateDict(), file); err != nil {
		t.Fatal(err)
	}
	d, err := Load(file)
	if err != nil {
		t.Fatal(err)
	}
	if r := to.LoadStateDict(d); r.String() != "<All keys matched successfully>" {
		t.Errorf("loading says %v", r)
	}
	if got := fmt.Sprint(to.Weight.Value(), to.GetBuffer("buffer_a")); got != "[[1. 2.]] [4 5 6]" {
		t.Errorf("loaded %s", got)
	}
}

func TestLoadErrors(t *testing.T) {
	dir := t.TempDir()
	_, err := Load(filepath.Join(dir, "none.ckpt"))
	if !errors.Is(err, fs.ErrNotExist) || !strings.HasPrefix(err.Error(), "For 'load_checkpoint', the checkpoint file: "+dir) {
		t.Errorf("error %v", err)
	}
	empty := filepath.Join(dir, "empty.ckpt")
	if err := Save(NewParamDict(), empty); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(empty); err != errEmpty {
		t.Errorf("error %v", err)
	}
	text := filepath.Join(dir, "text.ckpt")
	if err := os.WriteFile(text, []byte("hello"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(text); err == nil || !strings.HasPrefix(err.Error(), "Failed to read the checkpoint file "+text+": The file may be corrupted") {
		t.Errorf("error %v", err)
	}
	if _, err := Load(text, Format("onnx")); err == nil || err.Error() != "ckpt: the format must be ckpt, safetensors or pt, but got onnx" {
		t.Errorf("error %v", err)
	}
	const want = "TypeError: For 'load_checkpoint', got an unexpected option ckpt.SliceSize; " +
		"its options are ckpt.ChoiceFunc, ckpt.CRCCheck"
	if err := tensor.Try(func() { Load(text, SliceSize(3)) }); err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("error %v", err)
	}
}

func TestSaveErrors(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		err  error
		want string
	}{
		{Save(dict(param("c", tensor.New([]complex128{1i}))), filepath.Join(dir, "c")), `ckpt: parameter "c": the format has no Complex128; save the real and imaginary parts`},
		{Save(dict("s", "text"), filepath.Join(dir, "s.safetensors")), `ckpt: "s" is a string, which safetensors files do not hold`},
		{Save(dict(param("w", tensor.Ones(1))), filepath.Join(dir, "w.pt")), `ckpt: files of format "pt" can be loaded, but not saved`},
		{Save(dict(param("w", tensor.Ones(1))), filepath.Join(dir, "no", "w")), "no such file"},
		{Save(dict(param("w", tensor.Ones(1))), ""), "must be a file name, but got ''."},
		{tensor.Try(func() { Save(3, "x") }), "TypeError: For 'save_checkpoint', the parameter 'save_obj' must be nn.Cell, list or dict, but got int."},
		{
			tensor.Try(func() { Save(NewParamDict(), "x", AppendDict(map[string]any{"a": []int{1}})) }),
			"TypeError: For 'save_checkpoint', the type of dict 'append_info' must be key: string, value: int, float or bool, but got key: str, value: []int",
		},
	} {
		if c.err == nil || !strings.Contains(c.err.Error(), c.want) {
			t.Errorf("error %v, want %s", c.err, c.want)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("files left behind: %v, %v", left, err)
	}
}

// TestRoundTrip saves an optimizer with its network in both formats and loads it into another.
func TestRoundTrip(t *testing.T) {
	for _, name := range []string{"opt.ckpt", "opt.safetensors"} {
		train := func() *optim.Adam {
			net := nn.NewDense(3, 2)
			opt := optim.NewAdam(net.TrainableParams(), 0.1)
			opt.Call(tensor.Tuple{tensor.Ones(2, 3), tensor.Ones(2)})
			return opt
		}
		a, b := train(), train()
		file := filepath.Join(t.TempDir(), name)
		if err := Save(a, file, CRCCheck(true)); err != nil {
			t.Fatal(err)
		}
		d, err := Load(file, CRCCheck(true))
		if err != nil {
			t.Fatal(err)
		}
		notLoaded, notUsed := LoadInto(b, d)
		if len(notLoaded)+len(notUsed) > 0 {
			t.Errorf("%s: not loaded %s, not used %s", name, notLoaded, notUsed)
		}
		for i, p := range a.GetParameters().List() {
			if q := b.GetParameters().List()[i]; p.Value().Repr() != q.Value().Repr() {
				t.Errorf("%s: %s = %s, want %s", name, q.Name(), q.Value(), p.Value())
			}
		}
	}
}

// TestSafetensors has MindSpore's metadata, its checksum and the default names of the parameters.
func TestSafetensors(t *testing.T) {
	file := filepath.Join(t.TempDir(), "net.safetensors")
	if err := Save(dict(param("w", tensor.Ones(1))), file, CRCCheck(true)); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(file)
	if err != nil || !bytes.Contains(b, []byte(`"format":"ms"`)) {
		t.Errorf("file %q, %v", b, err)
	}
	d, err := Load(file)
	if err != nil || d.String() != "{'w': Parameter (name=Parameter, shape=(1,), dtype=Float32, requires_grad=True)}" {
		t.Errorf("%s, %v", d, err)
	}
	b[len(b)-1]++
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, b, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(file, CRCCheck(true)); !errors.Is(err, errDamaged) {
		t.Errorf("error %v", err)
	}
}

func FuzzRead(f *testing.F) {
	for _, c := range readings {
		f.Add(c.file)
	}
	for _, c := range refused {
		f.Add(c.file)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		d, err := load(b)
		if err != nil || d.Len() == 0 {
			return
		}
		file := filepath.Join(t.TempDir(), "x.ckpt")
		if err := Save(d, file, SliceSize(7)); err != nil {
			t.Fatal(err)
		}
		again, err := Load(file)
		if err != nil || values(again) != values(d) {
			t.Errorf("%s%v\nwas %s", values(again), err, values(d))
		}
	})
}
