package safetensors

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/tensor"
)

// file puts together a file by the format's description: length, header, data.
func file(header string, data ...byte) []byte {
	f := []byte{byte(len(header)), byte(len(header) >> 8), 0, 0, 0, 0, 0, 0}
	return append(append(f, header...), data...)
}

// one is the file of a single tensor.
func one(dtype, shape string, data ...byte) []byte {
	return file(fmt.Sprintf(`{"x":{"dtype":"%s","shape":%s,"data_offsets":[0,%d]}}`, dtype, shape, len(data)), data...)
}

func words32(v ...float32) (b []byte) {
	for _, x := range v {
		bits := math.Float32bits(x)
		b = append(b, byte(bits), byte(bits>>8), byte(bits>>16), byte(bits>>24))
	}
	return b
}

// dtypes has each type of the format with its bytes written by hand, and the tensor that they are.
var dtypes = []struct {
	name string
	data []byte
	want *tensor.Tensor
}{
	{"BOOL", []byte{1, 0}, tensor.New([]bool{true, false})},
	{"U8", []byte{255, 1}, tensor.New([]uint8{255, 1})},
	{"I8", []byte{255, 1}, tensor.New([]int8{-1, 1})},
	{"I16", []byte{0xfe, 0xff, 1, 2}, tensor.New([]int16{-2, 513})},
	{"U16", []byte{0xfe, 0xff, 1, 2}, tensor.New([]uint16{65534, 513})},
	{"F16", []byte{0x00, 0x3c, 0x00, 0xc1}, tensor.New([]float32{1, -2.5}, tensor.Float16)},
	{"BF16", []byte{0x80, 0x3f, 0x20, 0xc0}, tensor.New([]float32{1, -2.5}, tensor.BFloat16)},
	{"I32", []byte{0xff, 0xff, 0xff, 0xff, 0, 1, 0, 0}, tensor.New([]int32{-1, 256})},
	{"U32", []byte{0xff, 0xff, 0xff, 0xff, 0, 1, 0, 0}, tensor.New([]uint32{math.MaxUint32, 256})},
	{"F32", []byte{0, 0, 0x80, 0x3f, 0, 0, 0x20, 0xc0}, tensor.New([]float32{1, -2.5})},
	{"F64", []byte{0, 0, 0, 0, 0, 0, 0xf0, 0x3f, 0, 0, 0, 0, 0, 0, 4, 0xc0}, tensor.New([]float64{1, -2.5})},
	{"I64", []byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 1, 0, 0, 0, 0, 0, 0}, tensor.New([]int64{-1, 256})},
	{"U64", []byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 1, 0, 0, 0, 0, 0, 0}, tensor.New([]uint64{math.MaxUint64, 256})},
	{"C64", words32(1, 2, 0, -1), tensor.New([]complex64{1 + 2i, -1i})},
}

func TestDTypes(t *testing.T) {
	for _, c := range dtypes {
		f := one(c.name, "[2]", c.data...)
		got, _, err := Read(bytes.NewReader(f), int64(len(f)))
		if err != nil || got["x"].Repr() != c.want.Repr() {
			t.Errorf("%s reads as %v, %v", c.name, got["x"], err)
		}
		var out bytes.Buffer
		if err := Write(&out, map[string]*tensor.Tensor{"x": c.want}); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		n := binary.LittleEndian.Uint64(out.Bytes())
		header := strings.TrimRight(string(out.Bytes()[8:8+n]), " ")
		if want := string(f[8 : len(f)-len(c.data)]); n%8 != 0 || header != want || !bytes.Equal(out.Bytes()[8+n:], c.data) {
			t.Errorf("%s is written as %q", c.name, out.Bytes())
		}
	}
	if len(dtypes) != len(names) {
		t.Errorf("%d of %d types are tested", len(dtypes), len(names))
	}
}

// TestReadOrder reads a header whose keys are in another order than the data, with blanks behind it, as others
// write them.
func TestReadOrder(t *testing.T) {
	f := file(`{"b": {"shape": [], "data_offsets": [4, 8], "dtype": "F32"}, "__metadata__": {"format": "pt"},`+
		` "none": {"dtype":"I64","shape":[3,0],"data_offsets":[4,4]},"a":{"dtype":"F32","shape":[1,1],"data_offsets":[0,4]}}   `,
		words32(1.5, -2)...)
	got, meta, err := Read(bytes.NewReader(f), int64(len(f)))
	if err != nil || !reflect.DeepEqual(meta, map[string]string{"format": "pt"}) {
		t.Fatalf("metadata %v, error %v", meta, err)
	}
	for name, want := range map[string]string{
		"a": "Tensor(shape=[1, 1], dtype=Float32, value=\n[[ 1.50000000e+00]])",
		"b": "Tensor(shape=[], dtype=Float32, value= -2)",
	} {
		if got[name].Repr() != want {
			t.Errorf("%s = %s, want %s", name, got[name].Repr(), want)
		}
	}
	if x := got["none"]; x.DType() != tensor.Int64 || !slices.Equal(x.Shape(), []int{3, 0}) {
		t.Errorf("none has dtype %v, shape %v", x.DType(), x.Shape())
	}
}

// refused lists files that violate the format, with a part of the error.
var refused = []struct {
	file []byte
	want string
}{
	{nil, "too short for a header"},
	{[]byte{1, 2, 3}, "too short for a header"},
	{[]byte{255, 255, 255, 255, 255, 255, 255, 255}, "longer than the 100000000 allowed"},
	{[]byte{0, 0, 0, 5, 0, 0, 0, 0, '{', '}'}, "does not fit in the file of 10"},
	{file(""), "does not start with '{'"},
	{file(" {}"), "does not start with '{'"},
	{file("{"), "header: unexpected EOF"},
	{file(`{"x"`), "header: unexpected EOF"},
	{file(`{"x":`), "header: unexpected EOF"},
	{file(`{1:2}`), "header: "},
	{file(`{}{}`), "goes on after"},
	{file(`{"x":3}`), "cannot unmarshal number"},
	{file(`{"x":null}`), `dtype ""`},
	{file(`{"__metadata__":{"a":1}}`), "cannot unmarshal number"},
	{file(`{"__metadata__":{},"__metadata__":{}}`), `"__metadata__" twice`},
	{file(`{"x":{"dtype":"U8","shape":[0],"data_offsets":[0,0]},"x":{"dtype":"U8","shape":[0],"data_offsets":[0,0]}}`), `"x" twice`},
	{one("F8_E4M3", "[1]", 1), `dtype "F8_E4M3", which is not supported`},
	{one("U8", "[2]", 1), "2 bytes has data_offsets [0 1]"},
	{one("U8", "[-1]", 1), "impossible shape"},
	{one("U8", "[1.5]", 1), "cannot unmarshal number 1.5"},
	{one("F32", "[4611686018427387904,4]"), "impossible shape"},
	{one("F32", "[281474976710656]"), "impossible shape"},
	{one("U8", "[140737488355328]"), "140737488355328 bytes has data_offsets [0 0]"},
	{file(`{"x":{"dtype":"U8","shape":[1],"data_offsets":[1,2]}}`, 1, 2), "where [0 1] is expected"},
	{file(`{"x":{"dtype":"U8","shape":[1],"data_offsets":[-1,0]}}`, 1), "where [0 1] is expected"},
	{file(`{"x":{"dtype":"U8","shape":[1],"data_offsets":[0]}}`, 1), "where [0 1] is expected"},
	{file(`{"x":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},"y":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}}`, 1), "where [1 2] is expected"},
	{append(one("U8", "[1]", 1), 2), "take 1 bytes, but the file holds 2"},
	{file(`{"x":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}}`, 1), "take 2 bytes, but the file holds 1"},
	{file("{" + strings.Repeat(`"x":[`, 10001)), "header: "},
}

func TestRefusedFiles(t *testing.T) {
	for _, c := range refused {
		_, _, err := Read(bytes.NewReader(c.file), int64(len(c.file)))
		if err == nil || !strings.HasPrefix(err.Error(), "safetensors: ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.60q: error %v, want … %s", c.file, err, c.want)
		}
	}
}

// TestDamagedFile flips every byte of a file in turn and cuts the file everywhere: an error or tensors, never a
// crash.
func TestDamagedFile(t *testing.T) {
	var b bytes.Buffer
	if err := Write(&b, map[string]*tensor.Tensor{"a": tensor.New([]float32{1, -2.5}), "bc": tensor.Arange(3)}); err != nil {
		t.Fatal(err)
	}
	for i := range b.Bytes() {
		bad := bytes.Clone(b.Bytes())
		bad[i] ^= 0xff
		if got, _, err := Read(bytes.NewReader(bad), int64(len(bad))); err == nil && (i < 8 || len(got) != 2) {
			t.Errorf("byte %d damaged gives %v", i, got)
		}
		if got, _, err := Read(bytes.NewReader(b.Bytes()[:i]), int64(i)); err == nil {
			t.Errorf("the first %d bytes give %v", i, got)
		}
	}
}

func TestRefusedTensors(t *testing.T) {
	x := tensor.Ones(2)
	for want, in := range map[string]map[string]*tensor.Tensor{
		`safetensors: tensor "c": the format has no Complex128; save the real and imaginary parts`: {"c": tensor.New([]complex128{1i})},
		`safetensors: tensor "n" is nil`:                         {"n": nil, "x": x},
		`safetensors: a tensor may not be called "__metadata__"`: {"__metadata__": x},
	} {
		if err := Write(&bytes.Buffer{}, in); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if err := Write(&bytes.Buffer{}, nil, nil, nil); err == nil {
		t.Error("two maps of metadata were taken")
	}
}

func TestSaveLoad(t *testing.T) {
	path := filepath.Join(t.TempDir(), "net.safetensors")
	in := map[string]*tensor.Tensor{
		"conv.weight": tensor.Arange(24).Reshape(2, 3, 4).Transpose(2, 0, 1),
		"step":        tensor.New(int32(7), tensor.Int32),
		"mask \"é\"":  tensor.New([]bool{true, false, true}),
	}
	for range 2 { // the second time over the first file
		if err := Save(path, in, map[string]string{"a": "1 < 2"}); err != nil {
			t.Fatal(err)
		}
	}
	got, meta, err := LoadMetadata(path)
	if err != nil || meta["a"] != "1 < 2" || len(got) != len(in) {
		t.Fatalf("%v, %v, %v", got, meta, err)
	}
	for name, x := range in {
		if got[name].Repr() != x.Repr() {
			t.Errorf("%s = %s, want %s", name, got[name].Repr(), x.Repr())
		}
	}
	bad := in["step"]
	in["c"] = tensor.New(complex128(1), tensor.Complex128)
	if err := Save(path, in); err == nil {
		t.Error("a Complex128 was saved")
	}
	if got, err := Load(path); err != nil || got["step"].Repr() != bad.Repr() {
		t.Errorf("a failed Save left %v, %v", got, err)
	}
	if _, err := Load(filepath.Join(t.TempDir(), "none")); !os.IsNotExist(err) {
		t.Errorf("a missing file gives %v", err)
	}
}

func FuzzRead(f *testing.F) {
	for _, c := range dtypes {
		f.Add(one(c.name, "[2]", c.data...))
	}
	for _, c := range refused {
		f.Add(c.file)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		got, meta, err := Read(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return
		}
		var out bytes.Buffer
		if err := Write(&out, got, meta); err != nil {
			t.Fatalf("what was read cannot be written: %v", err)
		}
		again, _, err := Read(&out, int64(out.Len()))
		if err != nil || len(again) != len(got) {
			t.Fatalf("what was written cannot be read: %v", err)
		}
		for name, x := range got {
			if again[name].Repr() != x.Repr() {
				t.Errorf("%s = %v, then %v", name, x, again[name])
			}
		}
	})
}
