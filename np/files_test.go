package np

import (
	"archive/zip"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/internal/compute/lebytes"
	"github.com/msrepl/msrepl/tensor"
)

// numpyArrays are the arrays that numpy wrote to testdata: see make.py there.
func numpyArrays(t *testing.T) map[string]struct {
	DType string
	Shape []int
	Bytes string
} {
	t.Helper()
	text, err := os.ReadFile("testdata/golden.json")
	if err != nil {
		t.Fatal(err)
	}
	var golden map[string]struct {
		DType string
		Shape []int
		Bytes string
	}
	if err := json.Unmarshal(text, &golden); err != nil {
		t.Fatal(err)
	}
	return golden
}

func TestLoad(t *testing.T) {
	for name, want := range numpyArrays(t) {
		x, err := Load(filepath.Join("testdata", name+".npy"))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got := hex.EncodeToString(lebytes.Bytes(x.Values()))
		if x.DType().NumpyName() != want.DType || got != want.Bytes || !slices.Equal(x.Shape(), want.Shape) {
			t.Errorf("%s: %v %v %s, want %+v", name, x.DType(), x.Shape(), got, want)
		}
	}
}

// TestSave expects the very bytes of numpy, except where numpy's file has another order or version.
func TestSave(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.npy")
	for name := range numpyArrays(t) {
		in := filepath.Join("testdata", name+".npy")
		x, err := Load(in)
		if err != nil {
			t.Fatal(err)
		}
		if err := Save(strings.TrimSuffix(path, ".npy"), x); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		again, err := Load(path)
		if err != nil || again.Repr() != x.Repr() {
			t.Errorf("%s: saved and loaded: %v, %v", name, again, err)
		}
		if strings.HasPrefix(name, "big_") || strings.HasPrefix(name, "version") || name == "fortran" {
			continue
		}
		got, _ := os.ReadFile(path)
		want, _ := os.ReadFile(in)
		if !bytes.Equal(got, want) {
			t.Errorf("%s is written as %q, numpy writes %q", name, got, want)
		}
	}
	if err := Save(path, []float64{1, 2}); err != nil {
		t.Error(err)
	}
	if err := Save(path, tensor.New([]float32{1}, tensor.BFloat16)); err == nil || !strings.Contains(err.Error(), "numpy has no BFloat16") {
		t.Errorf("a BFloat16 gives %v", err)
	}
	if x, err := Load(path); err != nil || x.String() != "[1. 2.]" {
		t.Errorf("a failed Save left %v, %v", x, err)
	}
}

func TestLoadz(t *testing.T) {
	stored, err := Loadz("testdata/stored.npz")
	if err != nil || stored["a"].DType() != tensor.Float32 || stored["b"].At(1, 2, 3).Int() != 23 || len(stored) != 2 {
		t.Errorf("stored: %v, %v", stored, err)
	}
	deflated, err := Loadz("testdata/deflated.npz")
	if err != nil || deflated["arr_0"].At(999).Int() != 999 || deflated["mask"].DType() != tensor.Bool {
		t.Errorf("deflated: %v, %v", deflated, err)
	}
	for _, save := range []func(string, map[string]*tensor.Tensor) error{Savez, SavezCompressed} {
		path := filepath.Join(t.TempDir(), "x")
		if err := save(path, stored); err != nil {
			t.Fatal(err)
		}
		got, err := Loadz(path + ".npz")
		if err != nil || got["a"].Repr() != stored["a"].Repr() || got["b"].Repr() != stored["b"].Repr() {
			t.Errorf("saved and loaded: %v, %v", got, err)
		}
	}
}

// npy puts together a file of version 1 by the format's description.
func npy(header, data string) string {
	return "\x93NUMPY\x01\x00" + string([]byte{byte(len(header)), byte(len(header) >> 8)}) + header + data
}

// header returns a header with one of its values replaced.
func header(descr, fortran, shape string) string {
	return "{'descr': " + descr + ", 'fortran_order': " + fortran + ", 'shape': " + shape + ", }\n"
}

// TestOtherWriters reads what other programs than numpy write, and numpy reads.
func TestOtherWriters(t *testing.T) {
	for file, want := range map[string]string{
		npy(header("'f4'", "False", "(1,)"), "\x00\x00\x80\x3f"): "" +
			"Tensor(shape=[1], dtype=Float32, value= [ 1.00000000e+00])",
		npy(header("'b1'", "False", "(2,)"), "\x01\x00"): "Tensor(shape=[2], dtype=Bool, value= [ True, False])",
		npy(strings.ReplaceAll(header("'|u1'", "True", "(2,)"), "'", `"`), "\x07\x08"): "" +
			"Tensor(shape=[2], dtype=UInt8, value= [7, 8])",
	} {
		path := filepath.Join(t.TempDir(), "x.npy")
		if err := os.WriteFile(path, []byte(file), 0o600); err != nil {
			t.Fatal(err)
		}
		if x, err := Load(path); err != nil || x.Repr() != want {
			t.Errorf("%q: %v, %v, want %s", file, x, err, want)
		}
	}
}

// refusedFiles lists files that are not npy files of numbers, with a part of the error.
var refusedFiles = map[string]string{
	"":                                     "not an npy file",
	"\x93NUMPX\x01\x00":                    "not an npy file",
	"\x93NUMPY\x09\x01":                    "version 9.1",
	"\x93NUMPY\x01\x00\x05":                "unexpected EOF",
	"\x93NUMPY\x02\x00\xff\xff\xff\xff":    "longer than the 10000 allowed",
	"\x93NUMPY\x01\x00\x05\x00{}":          "unexpected EOF",
	npy("{}", ""):                          "unsupported header",
	npy("{'descr': '<f4'}", ""):            "unsupported header",
	npy("{'a': '', 'a': '', 'a': ''}", ""): `unknown entry "a"`,
	npy("{'descr': '<f4', 'descr': '<f4', 'shape': ()}", ""):                        "an entry twice",
	npy(header("'<f4'", "False", "(2,)"), "\x00\x00\x80\x3f"):                       "ends before its 2 elements",
	npy(header("'<f4'", "False", "(1000000000000,)"), ""):                           "ends before its 1000000000000 elements",
	npy(header("'<f4'", "False", "(9223372036854775807, 9223372036854775807)"), ""): "impossible shape (9223372036854775807, 9223372036854775807)",
	npy(header("'<f4'", "False", "(99999999999999999999,)"), ""):                    "impossible shape (99999999999999999999,)",
	npy(header("'<f4'", "False", "(-1,)"), ""):                                      "unsupported header",
	npy(header("'<f3'", "False", "()"), ""):                                         `dtype "<f3" is not supported`,
	npy(header("'<<f4'", "False", "()"), ""):                                        `dtype "<<f4" is not supported`,
	npy(header("''", "False", "()"), ""):                                            `dtype "" is not supported`,
	npy(header("'<f4'", "Maybe", "()"), ""):                                         "unsupported header",
}

func TestRefusedFiles(t *testing.T) {
	for file, want := range refusedFiles {
		x, err := readArray(strings.NewReader(file), int64(len(file)))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60q: %v, error %v, want … %s", file, x, err, want)
		}
	}
	_, missing := os.Open("testdata/none.npy") // whose text is the system's
	for name, want := range map[string]string{
		"text.npy":   `testdata/text.npy: numpy's dtype "<U2" is not supported`,
		"record.npy": "records, strings and objects cannot be read",
		"stored.npz": "use np.Loadz",
		"none.npy":   missing.Error(),
	} {
		if _, err := Load(filepath.Join("testdata", name)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", name, err, want)
		}
	}
}

// TestDamagedNpz flips every byte of a file in turn: an error or the same arrays, never a crash.
func TestDamagedNpz(t *testing.T) {
	good, err := os.ReadFile("testdata/stored.npz")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "x.npz")
	for i := range good {
		bad := bytes.Clone(good)
		bad[i] ^= 0xff
		if err := os.WriteFile(path, bad, 0o644); err != nil {
			t.Fatal(err)
		}
		if arrays, err := Loadz(path); err == nil && arrays["a"] != nil && arrays["a"].At(1, 1).Float() != -25 {
			t.Errorf("byte %d damaged gives %v", i, arrays["a"])
		}
	}
}

// TestLoadzTwice refuses an archive in which a name is twice.
func TestLoadzTwice(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.npz")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(f)
	for range 2 {
		w, err := z.Create("a.npy")
		if err != nil {
			t.Fatal(err)
		}
		if err := writeArray(w, Ones(1)); err != nil {
			t.Fatal(err)
		}
	}
	if z.Close() != nil || f.Close() != nil {
		t.Fatal("cannot write the archive")
	}
	if _, err := Loadz(path); err == nil || !strings.Contains(err.Error(), `array "a" twice`) {
		t.Errorf("error %v", err)
	}
}

func FuzzReadArray(f *testing.F) {
	for file := range refusedFiles {
		f.Add([]byte(file))
	}
	f.Add([]byte(npy(header("'>i2'", "True", "(1, 2)"), "\x00\x01\x00\x02")))
	f.Fuzz(func(t *testing.T, data []byte) {
		x, err := readArray(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return
		}
		var out bytes.Buffer
		if err := writeArray(&out, x); err != nil {
			t.Fatalf("what was read cannot be written: %v", err)
		}
		if again, err := readArray(&out, 0); err != nil || again.Repr() != x.Repr() {
			t.Errorf("%v, then %v (%v)", x, again, err)
		}
	})
}
