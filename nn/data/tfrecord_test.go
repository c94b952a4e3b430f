package data_test

import (
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/nn/data"
	"github.com/msrepl/msrepl/tensor"
)

// Records that a few lines of Python have written from the description of the format, with a checksum bit by bit: the
// first has packed numbers, the second single ones and two byte strings.
const (
	packedRecord = "3800000000000000a3797d570a360a110a0166120c120a0a080000c03f000000c00a140a0169120f1a0d0a0b01ffffffffff" +
		"ffffffff010a0b0a017312060a040a0261627f1abc3a"
	singleRecord = "2e00000000000000c5cb57fa0a2c0a0c0a0166120712050d0000003f0a0b0a016912061a04080708080a0f0a0173120a0a08" +
		"0a0261620a0263642c370671"
)

func recordFile(t *testing.T, text string, edit func([]byte) []byte) string {
	t.Helper()
	b, err := hex.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	if edit != nil {
		b = edit(b)
	}
	file := filepath.Join(t.TempDir(), "a.tfrecord")
	if err := os.WriteFile(file, b, 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestTFRecord(t *testing.T) {
	ds, err := data.TFRecord([]string{recordFile(t, packedRecord, nil), recordFile(t, packedRecord+singleRecord, nil)})
	if err != nil || ds.ColumnNames().String() != "['f', 'i', 's']" || ds.Size() != 3 {
		t.Fatal(ds, err)
	}
	rows := ds.Batches()
	for i, r := range rows[:2] {
		if got := fmt.Sprint(r[0], r[1], r[2]); got != "[ 1.5 -2. ] [ 1 -1] [97 98]" {
			t.Errorf("record %d: %s", i, got)
		}
	}
	last := rows[2]
	if last[0].String() != "[0.5]" || last[1].String() != "[7 8]" ||
		fmt.Sprint(last[2].Shape()) != "(2, 2)" || last[2].At(1, 0).Int() != 99 {
		t.Errorf("record 2: %v", last)
	}
	for i, want := range []tensor.DType{tensor.Float32, tensor.Int64, tensor.UInt8} {
		if got := last[i].DType(); got != want {
			t.Errorf("column %d is %v, want %v", i, got, want)
		}
	}
	ds, err = data.TFRecord([]string{recordFile(t, packedRecord+singleRecord, nil)}, "i")
	if err != nil || show(ds.Shuffle(2).Batch(2)) == "" || show(ds) != "[ 1 -1] [7 8]" {
		t.Error(err, show(ds))
	}
}

// TestSaveTFRecord: SaveTFRecord writes the same bytes as Python.
func TestSaveTFRecord(t *testing.T) {
	row := tensor.Tuple{tensor.New([]float32{1.5, -2}), tensor.New([]int64{1, -1}), tensor.New([]uint8("ab"))}
	ds := data.Generator([]tensor.Tuple{row}, "f", "i", "s")
	file := filepath.Join(t.TempDir(), "b.tfrecord")
	if err := ds.SaveTFRecord(file); err != nil {
		t.Fatal(err)
	}
	b, _ := os.ReadFile(file)
	if got := hex.EncodeToString(b); got != packedRecord {
		t.Errorf("wrote %s, want %s", got, packedRecord)
	}
	many := data.Slices(tensor.Arange(20).AsType(tensor.Int8).Reshape(5, 2, 2), tensor.New([]bool{true, false, true, true, false}),
		tensor.Ones(5).AsType(tensor.Float64))
	if err := many.SaveTFRecord(file); err != nil {
		t.Fatal(err)
	}
	back, err := data.TFRecord([]string{file})
	if err != nil || back.Size() != 5 || show(back) != "[0 1 2 3] [4 5 6 7] [ 8 9 10 11] [12 13 14 15] [16 17 18 19]" {
		t.Errorf("%v, %v", err, show(back))
	}
	if got := back.Batches()[2]; got[1].String() != "[1]" || got[2].String() != "[1.]" {
		t.Errorf("row 2 is %v", got)
	}
	failing := data.FromFunc(3, func(i int) (int, error) {
		if i == 1 {
			return 0, errors.New("no more")
		}
		return i, nil
	}, "x")
	if err := failing.SaveTFRecord(file); err == nil || !strings.Contains(err.Error(), "no more") {
		t.Errorf("a dataset that fails: %v", err)
	}
	if again, err := data.TFRecord([]string{file}); err != nil || again.Size() != 5 {
		t.Errorf("the old file is gone: %v", err)
	}
}

func TestTFRecordErrors(t *testing.T) {
	cut := func(n int) func([]byte) []byte { return func(b []byte) []byte { return b[:len(b)-n] } }
	flip := func(at int) func([]byte) []byte { return func(b []byte) []byte { b[at] ^= 1; return b } }
	for _, c := range []struct {
		name    string
		file    string
		columns []string
		want    string
	}{
		{"no file", "nothing.tfrecord", nil, "no such file"},
		{"empty", recordFile(t, "", nil), nil, "the files have no records"},
		{"cut in the length", recordFile(t, packedRecord, cut(65)), nil, "the file is truncated in record 0"},
		{"cut", recordFile(t, packedRecord, cut(1)), nil, "the file is truncated in record 0"},
		{"another length", recordFile(t, packedRecord, flip(0)), nil, "the length of record 0 does not match its checksum"},
		{"another byte", recordFile(t, packedRecord, flip(20)), nil, "record 0: it is damaged"},
	} {
		if _, err := data.TFRecord([]string{c.file}, c.columns...); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
	ds, err := data.TFRecord([]string{recordFile(t, packedRecord, nil)}, "i", "z")
	if err != nil {
		t.Fatal(err)
	}
	it := ds.Iterator()
	if it.Next() || it.Err() == nil || !strings.Contains(it.Err().Error(), `record 0: there is no feature "z"`) {
		t.Errorf("a column that is not there: %v", it.Err())
	}
}
