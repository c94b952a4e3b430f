package data_test

import (
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/nn/data"
	"github.com/msrepl/msrepl/nn/data/transforms"
	"github.com/msrepl/msrepl/nn/data/vision"
	"github.com/msrepl/msrepl/tensor"
)

func named(n, from int, column string) *data.Dataset {
	return data.FromFunc(n, func(i int) int { return from + i }, column)
}

// combineCases have the rows of combined datasets, by arithmetic.
var combineCases = []struct {
	name string
	ds   *data.Dataset
	want string
	size int
}{
	{"concat", named(2, 0, "x").Concat(named(2, 5, "x"), named(1, 9, "x")), "0 1 5 6 9", 5},
	{"concat batched", named(3, 0, "x").Batch(2).Concat(named(2, 5, "x").Batch(2)), "[0 1] [2] [5 6]", 3},
	{"concat repeated", named(1, 0, "x").Concat(named(1, 5, "x")).Repeat(2), "0 5 0 5", 4},
	{"project", numbers(3).Project("square"), "0 1 4", 3},
	{"project order", numbers(3).Project("square", "i"), "0 1 4", 3},
	{"zip", data.Zip(named(4, 1, "a"), named(2, 7, "b")).Project("b"), "7 8", 2},
	{"zip method", named(2, 1, "a").Zip(named(4, 7, "b")), "1 2", 2},
	{"zip endless", data.Zip(named(2, 1, "a").Repeat(-1), named(3, 7, "b")), "1 2 1", 3},
	{"sequential", numbers(5).UseSampler(data.SequentialSampler(1, 3)), "1 2 3", 3},
	{"sequential, the rest", numbers(5).UseSampler(data.SequentialSampler(3, 0)), "3 4", 2},
	{"subset", numbers(5).UseSampler(data.SubsetSampler(4, 0, 4)), "4 0 4", 3},
	{"shard", numbers(5).UseSampler(data.DistributedSampler(2, 1, false, 0)), "1 3 0", 3},
	{"own sampler", numbers(5).UseSampler(evens{}), "0 2 4", 3},
	{"apply", numbers(3).Apply(func(ds *data.Dataset) *data.Dataset { return ds.Skip(1) }), "1 2", 2},
	{"list of functions", numbers(3).Map([]transforms.Op{double, double}, "i"), "0 4 8", 3},
	{"list of any", numbers(3).Map([]any{double, func(x *tensor.Tensor) int { return x.Int() + 1 }}, "square"), "0 1 2", 3},
	{"list in parallel", numbers(3).MapParallel(2, []any{swap, swap, swap}, "i", "square"), "0 1 4", 3},
}

type evens struct{}

func (evens) Indices(n int) (list []int) {
	for i := 0; i < n; i += 2 {
		list = append(list, i)
	}
	return list
}

func TestCombine(t *testing.T) {
	for _, c := range combineCases {
		if got := show(c.ds); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
		if got := show(c.ds); got != c.want {
			t.Errorf("%s: the second pass has %s, want %s", c.name, got, c.want)
		}
		if got := c.ds.Size(); got != c.size {
			t.Errorf("%s: size %d, want %d", c.name, got, c.size)
		}
	}
}

// sorted has the first column of all rows in order, and whether they were in order.
func sorted(ds *data.Dataset) (string, bool) {
	got := strings.Fields(show(ds))
	order := slices.IsSorted(got)
	slices.Sort(got)
	return strings.Join(got, " "), order
}

func TestRandomSamplers(t *testing.T) {
	tensor.SetSeed(3)
	ten := "0 1 2 3 4 5 6 7 8 9"
	for name, ds := range map[string]*data.Dataset{
		"random": numbers(10).UseSampler(data.RandomSampler(false, 0)),
		"subset": numbers(10).UseSampler(data.SubsetRandomSampler(0, 1, 2, 3, 4, 5, 6, 7, 8, 9)),
		"shards": numbers(10).UseSampler(data.DistributedSampler(1, 0, true, 4)),
	} {
		first, second := show(ds), show(ds)
		if got, order := sorted(ds); got != ten || order {
			t.Errorf("%s: rows %s, in order %t", name, got, order)
		}
		if first == second {
			t.Errorf("%s: two passes have one order, %s", name, first)
		}
	}
	if n := len(numbers(10).UseSampler(data.RandomSampler(true, 25)).Batches()); n != 25 {
		t.Errorf("%d rows with replacement, want 25", n)
	}
	counts := map[string]int{}
	for _, v := range strings.Fields(show(numbers(3).UseSampler(data.WeightedRandomSampler([]float64{1, 0, 3}, 400)))) {
		counts[v]++
	}
	if counts["1"] != 0 || counts["0"] < 60 || counts["0"] > 140 {
		t.Errorf("weights 1, 0, 3 of 400 rows gave %v", counts)
	}
}

func TestSplit(t *testing.T) {
	tensor.SetSeed(5)
	for name, ds := range map[string]*data.Dataset{"rows": numbers(10), "passes": data.Generator(push, "x").Repeat(5)} {
		parts := ds.Split([]float64{0.75, 0.25}) // 7.5 and 2.5 round to 8 and 2
		first := show(parts[0])
		all := strings.Fields(first + " " + show(parts[1]))
		if again := show(parts[0]); len(parts[0].Batches()) != 8 || len(all) != 10 || first != again {
			t.Errorf("%s: parts %s and %s", name, show(parts[0]), show(parts[1]))
		}
		if slices.Sort(all); name == "rows" && strings.Join(all, " ") != "0 1 2 3 4 5 6 7 8 9" {
			t.Errorf("the parts have %s together", all)
		}
	}
	parts := numbers(7).Split([]int{3, 4}, false)
	if show(parts[0]) != "0 1 2" || show(parts[1]) != "3 4 5 6" {
		t.Errorf("parts %s and %s", show(parts[0]), show(parts[1]))
	}
	if parts = numbers(6).Batch(2).Split([]int{1, 2}, false); parts[1].BatchSize() != 2 {
		t.Errorf("the parts of batches have batches of %d", parts[1].BatchSize())
	}
}

func TestPaddedBatch(t *testing.T) {
	ragged := data.FromFunc(3, func(i int) (*tensor.Tensor, int) { return tensor.Arange(i + 1).Add(tensor.Scalar(1)), i }, "x", "n")
	for want, ds := range map[string]*data.Dataset{
		"[[1 0 0] [1 2 0] [1 2 3]]":    ragged.PaddedBatch(3, nil),
		"[[1 0] [1 2]] [[1 2 3]]":      ragged.PaddedBatch(2, map[string]data.PadTo{"x": {}}),
		"[[1 0] [1 2] [1 2]]":          ragged.PaddedBatch(3, map[string]data.PadTo{"x": {Shape: []int{2}}}),
		"[[ 1 -1 -1 -1] [ 1 2 -1 -1]]": ragged.PaddedBatch(2, map[string]data.PadTo{"x": {Shape: []int{4}, Value: -1}}, true),
	} {
		if show(ds) != want {
			t.Errorf("got %s, want %s", show(ds), want)
		}
	}
	ds := numbers(5).Batch(2)
	for name, joined := range map[string]*data.Dataset{"concat": ds.Concat(ds), "zip": ds.Zip(ds.Rename("x", "y"))} {
		if n := joined.BatchSize(); n != 2 {
			t.Errorf("%s: batch size %d, want 2", name, n)
		}
	}
	if ds.BatchSize() != 2 || ds.Skip(1).BatchSize() != 2 || numbers(5).BatchSize() != 1 {
		t.Errorf("batch sizes %d, %d, %d", ds.BatchSize(), ds.Skip(1).BatchSize(), numbers(5).BatchSize())
	}
	ds = numbers(5).Map(transforms.NewTypeCast(tensor.Float16), "i").Batch(2)
	if shapes, types := ds.OutputShapes(), ds.OutputTypes(); shapes[0].String() != "(2,)" || types[0] != tensor.Float16 || types[1] != tensor.Int64 {
		t.Errorf("shapes %v, types %v", shapes, types)
	}
}

func TestImageFolder(t *testing.T) {
	dir := t.TempDir()
	for class, shade := range map[string]uint8{"cats": 10, "dogs": 200} {
		if err := os.Mkdir(filepath.Join(dir, class), 0o755); err != nil {
			t.Fatal(err)
		}
		img := image.NewRGBA(image.Rect(0, 0, 3, 2))
		for i := range 6 {
			img.Set(i%3, i/3, color.RGBA{shade, uint8(i), 0, 255})
		}
		f, err := os.Create(filepath.Join(dir, class, "a.PNG"))
		if err == nil {
			err = png.Encode(f, img)
			f.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	os.WriteFile(filepath.Join(dir, "dogs", "notes.txt"), nil, 0o644)
	ds, err := data.ImageFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	rows := ds.Map([]vision.Op{vision.NewDecode(), vision.NewHWC2CHW()}, "image").Batches()
	if len(rows) != 2 || rows[1][1].String() != "1" || rows[1][1].DType() != tensor.Int32 {
		t.Fatalf("rows %v", rows)
	}
	if got := rows[1][0].String(); got != "[[[200 200 200]\n  [200 200 200]]\n\n [[  0   1   2]\n  [  3   4   5]]\n\n [[  0   0   0]\n  [  0   0   0]]]" {
		t.Errorf("the picture is %s", got)
	}
	if _, err := data.ImageFolder(t.TempDir()); err == nil {
		t.Error("an empty folder is no error")
	}
}

func TestCifar(t *testing.T) {
	dir := t.TempDir()
	record := append([]byte{7}, make([]byte, 3072)...)
	record[1+5], record[1+1024+5], record[1+2048+32] = 11, 22, 33 // red and green of pixel (0, 5), blue of (1, 0)
	os.WriteFile(filepath.Join(dir, "test_batch.bin"), append(record, record...), 0o644)
	ds, err := data.Cifar10(dir, "test")
	if err != nil || ds.Size() != 2 {
		t.Fatal(err)
	}
	row := ds.Batches()[1]
	if x := row[0]; x.At(0, 5).String() != "[11 22  0]" || x.At(1, 0).String() != "[ 0  0 33]" || x.Shape().String() != "(32, 32, 3)" || row[1].String() != "7" {
		t.Errorf("image %s, label %s", x.At(0, 5), row[1])
	}
	if _, err := data.Cifar10(dir, "train"); err == nil {
		t.Error("missing files are no error")
	}
	os.WriteFile(filepath.Join(dir, "test.bin"), record, 0o644)
	if _, err := data.Cifar100(dir, "test"); err == nil || !strings.Contains(err.Error(), "3073 bytes, which is not a whole number of records of 3074 bytes") {
		t.Errorf("a record too short: %v", err)
	}
}

func TestCSV(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.csv")
	write := func(s string) string {
		os.WriteFile(file, []byte(s), 0o644)
		return file
	}
	ds, err := data.CSV([]string{write("x,n\n1.5,2\n-3, 4\n")})
	if err != nil || ds.ColumnNames().String() != "['x', 'n']" {
		t.Fatal(ds, err)
	}
	row := ds.Batches()[1]
	if row[0].String() != "-3.0" || row[0].DType() != tensor.Float32 || row[1].String() != "4" || row[1].DType() != tensor.Int32 {
		t.Errorf("row %v", row)
	}
	// as Python's csv module reads it with the encoding utf-8-sig; float does not mind blanks
	for _, text := range []string{"\ufeffx,n\r\n3,4\r\n", "\ufeff\"x\",\"n\"\n\" 3 \",4 \n", " x , n\n3 , 4\n"} {
		ds, err := data.CSV([]string{write(text)})
		if err != nil || ds.ColumnNames().String() != "['x', 'n']" || show(ds.Project("x"))+show(ds.Project("n")) != "34" {
			t.Errorf("%q: %v %v", text, ds, err)
		}
	}
	// more than Int32 holds, and than Float32 has digits for
	ids, err := data.CSV([]string{write("id\n1\n3000000001\n")})
	if err != nil || show(ids) != "1 3000000001" || ids.OutputTypes()[0] != tensor.Int64 {
		t.Errorf("large numbers: %v %v %v", show(ids), ids.OutputTypes(), err)
	}
	if ds, err = data.CSV([]string{write("1,2\n"), file}, "a", "b"); err != nil || show(ds.Project("b")) != "2 2" {
		t.Error(err)
	}
	for text, want := range map[string]string{
		"x,y\n1,two\n": `column y: row 1: "two" is no number`, "x\n": "no rows", "": "no rows", "a,b\n1\n": "wrong number of fields",
		"a,b,a\n1,2,3\n": "two columns of the files are called a",
		"x\n-1e40\n":     `column x: row 1: "-1e40" is too large for Float32`,
	} {
		if _, err := data.CSV([]string{write(text)}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	other := filepath.Join(t.TempDir(), "b.csv")
	os.WriteFile(other, []byte("y,x\n1,2\n"), 0o644)
	if _, err := data.CSV([]string{write("x,y\n1,2\n"), other}); err == nil || !strings.Contains(err.Error(),
		"b.csv has the columns ['y', 'x'], but the files before it have ['x', 'y']") {
		t.Errorf("columns in another order: %v", err)
	}
	if _, err := data.CSV([]string{write("1,2\n")}, "a"); err == nil || !strings.Contains(err.Error(), "row 1 has 2 numbers for 1 column") {
		t.Errorf("too few names: %v", err)
	}
}

func TestCombineErrors(t *testing.T) {
	for want, f := range map[string]func(){
		"For 'zip', two datasets have a column 'i'":                        func() { data.Zip(numbers(1), numbers(1)) },
		"For 'concat', the datasets must have the same columns":            func() { numbers(1).Concat(named(1, 0, "x")) },
		"For 'project', there is no column 'z'; the columns are i, square": func() { numbers(1).Project("z") },
		"For 'split', the shares must add up to 1":                         func() { numbers(4).Split([]float64{0.5, 0.4}) },
		"For 'split', sizes [3 2] do not fit a dataset of 4 rows":          func() { numbers(4).Split([]int{3, 2}) },
		"For 'split', sizes [3 1] do not fit a dataset of 5 rows":          func() { numbers(5).Split([]int{3, 1}) },
		"For 'split', the sizes must be []int or []float64":                func() { numbers(4).Split(3) },
		"For 'use_sampler', the rows of the dataset can only be read":      func() { numbers(4).Batch(2).UseSampler(evens{}) },
		"the sampler has chosen row 9 of a dataset of 4 rows":              func() { numbers(4).UseSampler(data.SubsetSampler(9)).Batches() },
		"For 'WeightedRandomSampler', a weight must be above 0":            func() { data.WeightedRandomSampler([]float64{0}, 1) },
		"For 'DistributedSampler', the shard must be within [0, 2)":        func() { data.DistributedSampler(2, 2, false, 0) },
		"For 'padded_batch', there is no column 'z'":                       func() { numbers(4).PaddedBatch(2, map[string]data.PadTo{"z": {}}) },
		"For 'map', the operation must be a function of tensors or a list of them, but got int": func() {
			numbers(1).Map(3)
		},
	} {
		if err := tensor.Try(f); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
