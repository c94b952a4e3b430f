package data_test

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/nn/data"
	"github.com/msrepl/msrepl/tensor"
)

// idx writes a file as the format's description says: zero, zero, type, number of axes, lengths, elements, high byte
// first.
func idx(t *testing.T, dir, name string, kind byte, dims []uint32, elements any) string {
	t.Helper()
	var b bytes.Buffer
	b.Write([]byte{0, 0, kind, byte(len(dims))})
	for _, v := range []any{dims, elements} {
		if err := binary.Write(&b, binary.BigEndian, v); err != nil {
			t.Fatal(err)
		}
	}
	body := b.Bytes()
	if strings.HasSuffix(name, ".gz") {
		var z bytes.Buffer
		w := gzip.NewWriter(&z)
		_, _ = w.Write(body)
		_ = w.Close()
		body = z.Bytes()
	}
	file := filepath.Join(dir, name)
	if err := os.WriteFile(file, body, 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestReadIDX(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		kind     byte
		elements any
		want     string
	}{
		{8, []uint8{1, 255}, "Tensor(shape=[2], dtype=UInt8, value= [  1, 255])"},
		{9, []int8{1, -1}, "Tensor(shape=[2], dtype=Int8, value= [ 1, -1])"},
		{11, []int16{300, -2}, "Tensor(shape=[2], dtype=Int16, value= [300,  -2])"},
		{12, []int32{70000, -2}, "Tensor(shape=[2], dtype=Int32, value= [70000,    -2])"},
		{13, []float32{0.5, -2}, "Tensor(shape=[2], dtype=Float32, value= [ 5.00000000e-01, -2.00000000e+00])"},
		{14, []float64{0.5, -2}, "Tensor(shape=[2], dtype=Float64, value= [ 5.00000000e-01, -2.00000000e+00])"},
	} {
		for _, name := range []string{"x", "x.gz"} {
			x, err := data.ReadIDX(idx(t, dir, name, c.kind, []uint32{2}, c.elements))
			if err != nil || tensor.Repr(x) != c.want {
				t.Errorf("%s, type %d: %v %v, want %s", name, c.kind, x, err, c.want)
			}
		}
	}
}

// TestHostileIDX reads files that no program wrote. The sizes in the headers are up to 2³²-1 in each of 255 axes.
func TestHostileIDX(t *testing.T) {
	dir := t.TempDir()
	huge := []uint32{1<<32 - 1, 1<<32 - 1, 1<<32 - 1}
	for _, c := range []struct{ file, want string }{
		{"absent", "no such file"},
		{idx(t, dir, "huge", 8, huge, []uint8{1}), "the header promises more than the file holds"},
		{idx(t, dir, "huge.gz", 14, huge, []uint8{1}), "the header promises more than the file holds"},
		{idx(t, dir, "short", 8, []uint32{5}, []uint8{1, 2, 3}), "the file is truncated: it has 3 of 5 bytes"},
		{idx(t, dir, "short.gz", 8, []uint32{20}, []uint8{1}), "the file is truncated: it has 1 of 20 bytes"},
		{idx(t, dir, "long", 8, []uint32{1}, []uint8{1, 2}), "the file has more than the 1 bytes that shape (1,)"},
		{idx(t, dir, "type", 7, []uint32{1}, []uint8{1}), "not an idx file, it begins with 00 00 07 01"},
		{write(t, dir, "empty", ""), "it ends in the header"},
		{write(t, dir, "head", "\x00\x00\x08\x03\x00\x00"), "the file ends in the header"},
		{write(t, dir, "text", "hello world"), "not an idx file, it begins with 68 65 6c 6c"},
		{write(t, dir, "gz", "\x1f\x8b\x08hello"), "a damaged gzip file"},
	} {
		x, err := data.ReadIDX(c.file)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v %v, want %s", c.file, x, err, c.want)
		}
	}
}

func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	file := filepath.Join(dir, name)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestMNIST(t *testing.T) {
	dir := t.TempDir()
	pixels := make([]uint8, 2*28*28)
	pixels[28*28] = 9
	idx(t, dir, "train-images-idx3-ubyte.gz", 8, []uint32{2, 28, 28}, pixels)
	idx(t, dir, "train-labels-idx1-ubyte", 8, []uint32{2}, []uint8{3, 4})
	if _, err := data.MNIST(dir, "all"); err == nil {
		t.Error("there are no test images")
	}
	idx(t, dir, "t10k-images-idx3-ubyte", 8, []uint32{1, 28, 28}, pixels[:28*28])
	idx(t, dir, "t10k-labels-idx1-ubyte", 8, []uint32{2}, []uint8{3, 4})
	if _, err := data.MNIST(dir, "test"); err == nil || !strings.Contains(err.Error(), "there are 1 t10k images, but 2 labels") {
		t.Error(err)
	}
	idx(t, dir, "t10k-labels-idx1-ubyte", 8, []uint32{1}, []uint8{5})
	ds, err := data.MNIST(dir, "all")
	if err != nil {
		t.Fatal(err)
	}
	rows := ds.Batches()
	if got := tensor.Repr(rows[1][1]); ds.Size() != 3 || got != "Tensor(shape=[], dtype=UInt32, value= 4)" {
		t.Error(ds.Size(), got)
	}
	if x := rows[1][0]; x.DType() != tensor.UInt8 || x.NDim() != 3 || x.At(0, 0, 0).Int() != 9 {
		t.Errorf("image %v %v", x.DType(), x.Shape())
	}
	idx(t, dir, "t10k-images-idx3-ubyte", 8, []uint32{784}, pixels[:784])
	if _, err := data.MNIST(dir, "test"); err == nil || !strings.Contains(err.Error(), "there should be bytes of 3 axes") {
		t.Error(err)
	}
}
