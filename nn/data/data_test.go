package data_test

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
	"github.com/msrepl/msrepl/nn/data"
	"github.com/msrepl/msrepl/nn/data/transforms"
	"github.com/msrepl/msrepl/py"
	"github.com/msrepl/msrepl/tensor"
)

// numbers has the rows (i, i²).
func numbers(n int) *data.Dataset {
	return data.FromFunc(n, func(i int) (int, int) { return i, i * i }, "i", "square")
}

// show writes the first column of all rows.
func show(ds *data.Dataset) string {
	var b []string
	for _, row := range ds.Batches() {
		b = append(b, strings.Join(strings.Fields(row[0].String()), " "))
	}
	return strings.Join(b, " ")
}

type squares struct{ n int }

func (s squares) Len() int                    { return s.n }
func (s squares) At(i int) (x int, y float32) { return i * i, 1 }
func push(yield func(tensor.Tuple) bool) {
	_ = yield(tensor.Tuple{tensor.New(7)}) && yield(tensor.Tuple{tensor.New(8)})
}
func double(x *tensor.Tensor) *tensor.Tensor         { return x.Mul(tensor.Scalar(2)) }
func swap(x, y *tensor.Tensor) (a, b *tensor.Tensor) { return y, x }

func TestSteps(t *testing.T) {
	for _, c := range []struct {
		name, want string
		size       int
		ds         *data.Dataset
	}{
		{"slices", "1 2 3", 3, data.Slices([]int{1, 2, 3}, tensor.Ones(3, 2))},
		{"slices of a tuple", "1 2 3", 3, data.Slices(tensor.Tuple{tensor.New([]int{1, 2, 3}), tensor.Ones(3, 2)})},
		{"slices of a dict", "1 2 3", 3, data.Slices(py.NewDict("y", []int{7, 8, 9}, "x", []int{1, 2, 3})).Project("x")},
		{"indexed", "0 1 4", 3, data.Generator(squares{3}, "x", "y")},
		{"rows", "5 6", 2, data.Generator([]tensor.Tuple{{tensor.New(5)}, {tensor.New(6)}}, "x")},
		{"pushed", "7 8", 2, data.Generator(push, "x")},
		{"pushed twice", "7 8 7 8", 4, data.Generator(push, "x").Repeat(2)},
		{"batch", "[0 1] [2 3] [4]", 3, numbers(5).Batch(2)},
		{"batch, dropped", "[0 1] [2 3]", 2, numbers(5).Batch(2, true)},
		{"batch of batches", "[[0 1] [2 3]] [[4 5] [6 7]]", 2, numbers(8).Batch(2).Batch(2)},
		{"take", "0 1", 2, numbers(5).Take(2)},
		{"take all", "0 1 2", 3, numbers(3).Take(-1)},
		{"take too many", "0 1 2", 3, numbers(3).Take(9)},
		{"skip", "3 4", 2, numbers(5).Skip(3)},
		{"skip all", "", 0, numbers(5).Skip(6)},
		{"repeat", "0 1 0 1 0 1", 6, numbers(2).Repeat(3)},
		{"repeat nothing", "", -1, numbers(0).Repeat(-1)},
		{"take of no end", "0 1 0 1 0", 5, numbers(2).Repeat(-1).Take(5)},
		{"filter by a column", "0", 1, numbers(5).Rename("n", "half").Filter(func(half *tensor.Tensor) bool {
			return half.Float() < 0.5
		}, "half")},
		{"filter by a tensor", "3 4", 2, numbers(5).Rename("n", "half").Filter(func(i *tensor.Tensor) *tensor.Tensor {
			return i.Greater(tensor.Scalar(2))
		}, "n")},
		{"filter", "0 2 4", 3, numbers(5).Filter(func(i, _ *tensor.Tensor) bool { return i.Int()%2 == 0 })},
		{"map the first", "0 2 4", 3, numbers(3).Map(double)},
		{"map both", "0 1 4", 3, numbers(3).Map(swap)},
		{"map by name", "0 1 2", 3, numbers(3).Map(double, "square")},
		{"map to numbers", "1.5 1.5", 2, numbers(2).Map(func(*tensor.Tensor) float64 { return 1.5 })},
		{"map in parallel", "0 2 4 6 8", 5, numbers(5).MapParallel(3, double)},
		{"prefetch", "0 1 2 3 4", 5, numbers(5).Prefetch(2)},
		{"batch what is computed ahead", "[0 1] [2 3] [4]", 3, numbers(5).Prefetch(2).Batch(2)},
		{"batch what is mapped in parallel", "[0 2] [4]", 2, numbers(3).MapParallel(2, double).Map(swap).Map(swap).Batch(2)},
		{"all together", "[2] [10]", 2, numbers(7).Skip(1).MapParallel(2, double).Prefetch(1).Filter(func(i, _ *tensor.Tensor) bool {
			return i.Int()%8 == 2 || i.Int() > 12
		}).Take(2).Repeat(1).Batch(1)},
	} {
		if got := show(c.ds); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
		if got := c.ds.Size(); got != c.size {
			t.Errorf("%s: size %d, want %d", c.name, got, c.size)
		}
	}
}

// TestShuffle asks for a permutation of the rows that the seed decides, another one in each pass, and within a
// buffer.
func TestShuffle(t *testing.T) {
	ds := numbers(50).Shuffle(50)
	tensor.SetSeed(3)
	first, second := show(ds), show(ds)
	tensor.SetSeed(3)
	if again := show(ds); again != first {
		t.Errorf("the seed gives %s, then %s", first, again)
	}
	if first == second || first == show(numbers(50)) {
		t.Error("the passes have one order")
	}
	seen := map[int]bool{}
	for i, row := range numbers(50).Shuffle(5).All() {
		x := row[0].Int()
		seen[x] = true
		if x > i+4 {
			t.Errorf("row %d comes at %d, out of a buffer of 5", x, i)
		}
	}
	if len(seen) != 50 {
		t.Errorf("%d different rows of 50", len(seen))
	}
}

func TestIterator(t *testing.T) {
	it := numbers(3).Iterator()
	for want := 0; it.Next(); want++ {
		if it.At(0).Int() != want || it.Get("square").Int() != want*want {
			t.Errorf("row %v", it.Row())
		}
	}
	if it.Err() != nil || it.Next() || it.Row() != nil {
		t.Error("the end is not the end")
	}
	if s := numbers(1).Rename("a", "b").String(); s != "Dataset<a, b>" {
		t.Error(s)
	}
}

// TestErrors checks that what goes wrong in a user's function arrives at the consumer, and ends the pass.
func TestErrors(t *testing.T) {
	bad := errors.New("bad row")
	failing := func(x *tensor.Tensor) (*tensor.Tensor, error) {
		if x.Int() == 2 {
			return nil, bad
		}
		return x, nil
	}
	for name, ds := range map[string]*data.Dataset{
		"map": numbers(5).Map(failing), "parallel": numbers(5).MapParallel(2, failing), "prefetch": numbers(5).Map(failing).Prefetch(3),
		"batch": numbers(5).Map(failing).Batch(2), "shuffle": numbers(5).Map(failing).Shuffle(4),
		"source": data.FromFunc(5, func(i int) (int, error) {
			if i == 2 {
				return 0, bad
			}
			return i, nil
		}, "x"),
	} {
		it := ds.Iterator()
		for it.Next() {
		}
		if !errors.Is(it.Err(), bad) {
			t.Errorf("%s: %v", name, it.Err())
		}
		if err := tensor.Try(func() { ds.Batches() }); err == nil || err.Error() != "RuntimeError: bad row" {
			t.Errorf("%s: Batches raises %v", name, err)
		}
	}
	panicking := numbers(5).MapParallel(2, func(x *tensor.Tensor) *tensor.Tensor { return x.At(0, 0) })
	if err := tensor.Try(func() { panicking.Batches() }); err == nil || !strings.Contains(err.Error(), "IndexError") {
		t.Errorf("a panic arrives as %v", err)
	}
	left := numbers(5).MapParallel(2, func(x *tensor.Tensor) *tensor.Tensor { runtime.Goexit(); return x }).Iterator()
	if left.Next() || left.Err() == nil {
		t.Error("a function that ends its goroutine is not noticed")
	}
}

func TestMisuse(t *testing.T) {
	ds := numbers(4)
	for _, c := range []struct {
		want string
		call func()
	}{
		{"ValueError: For 'Slices', at least one", func() { data.Slices() }},
		{"ValueError: For 'Slices', column 0 is a 0-d", func() { data.Slices(3) }},
		{"ValueError: For 'Slices', the columns must have the same length, but column 0 has 2 rows and column 1 has 3", func() { data.Slices([]int{1, 2}, []int{1, 2, 3}) }},
		{"TypeError: For 'GeneratorDataset', the source must have the methods", func() { data.Generator(3, "x") }},
		{"ValueError: For 'GeneratorDataset', the columns", func() { data.Generator(push) }},
		{"RuntimeError: Invalid python function, the 'source'", func() { data.Generator(push, "x", "y").Batches() }},
		{"ValueError: For 'batch', the 'batch_size' must be int and must > 0, but got '0'", func() { ds.Batch(0) }},
		{"RuntimeError: Inconsistent batch type, batch operation expects same type for each data row, but got inconsistent " +
			"type in column 0, expected type for this column is:Int64, got type:Float32", func() {
			data.Generator([]tensor.Tuple{{tensor.New(1)}, {tensor.New(float32(0.5))}}, "x").Batch(2).Batches()
		}},
		{"RuntimeError: Inconsistent batch shapes, batch operation expects same shape for each data row, but got inconsistent shape in column 0, expected shape for this column is:(0,), got shape:(1,)", func() {
			ds.Map(func(i *tensor.Tensor) *tensor.Tensor { return tensor.Zeros(i.Int()) }).Batch(2).Batches()
		}},
		{"ValueError: Input buffer_size", func() { ds.Shuffle(1) }},
		{"ValueError: For 'take'", func() { ds.Take(0) }},
		{"ValueError: For 'skip'", func() { ds.Skip(-1) }},
		{"ValueError: For 'repeat'", func() { ds.Repeat(0) }},
		{"ValueError: For 'prefetch'", func() { ds.Prefetch(0) }},
		{"ValueError: For 'map', the 'num_parallel_workers'", func() { ds.MapParallel(0, double) }},
		{"TypeError: For 'map', the operation", func() { ds.Map(3) }},
		{"KeyError: For 'map', there is no column 'x'; the columns are i, square", func() { ds.Map(double, "x") }},
		{"TypeError: For 'map', the function takes 1 column, but is given 2 of 2", func() { ds.Map(double, "i", "square") }},
		{"TypeError: For 'map', the function takes 1 column and must return as many, but returned 2", func() {
			ds.Map(func(x *tensor.Tensor) (a, b *tensor.Tensor) { return x, x }).Batches()
		}},
		{"TypeError: For 'map', the function must return 3 columns, one for each of output_columns, but returned 2", func() {
			ds.MapTo(transforms.NewDuplicate(), []string{"i"}, []string{"a", "b", "c"}).Batches()
		}},
		{"ValueError: For 'map', two columns would have the name 'square'", func() {
			ds.MapTo(double, []string{"i"}, []string{"square"})
		}},
		{"TypeError: For 'map', the function takes 1 column, but is given 2 of 2", func() {
			ds.MapTo(double, []string{"i", "square"}, []string{"y"})
		}},
		{"KeyError: For 'map', there is no column 'x'; the columns are i, square", func() {
			ds.MapTo(double, []string{"x"}, []string{"y"})
		}},
		{"TypeError: For 'map', the function must return values for columns, but result 1 of 1 is nil", func() {
			ds.Map(func(*tensor.Tensor) *tensor.Tensor { return nil }).Batches()
		}},
		{"TypeError: For 'map', the function must return values for columns, but result 2 of 2 is nil", func() {
			ds.MapParallel(2, func(x *tensor.Tensor) (a, b *tensor.Tensor) { return x, nil }).Batches()
		}},
		{"TypeError: For 'map', the function must return values for columns, but result 1 of 1 is nil", func() {
			ds.Map(func(*tensor.Tensor) any { return nil }).Batches()
		}},
		{"TypeError: For 'FromFunc', the function must return values for columns, but result 1 of 1 is nil", func() {
			data.FromFunc(3, func(int) *tensor.Tensor { return nil }, "x").Batches()
		}},
		{"IndexError: the row has 1 column, but column 1", func() {
			it := data.FromFunc(3, func(i int) *tensor.Tensor { return tensor.New(i) }, "x").Iterator()
			it.Next()
			it.At(1)
		}},
		{"TypeError: For 'filter'", func() { ds.Filter(3) }},
		{"TypeError: For 'filter', the function takes 1 column, but is given 2 of 2.", func() {
			ds.Filter(func(*tensor.Tensor) bool { return true })
		}},
		{"TypeError: For 'map', the function must take *tensor.Tensor, but argument 0 is int", func() {
			ds.Map(func(i int) int { return i }, "i")
		}},
		{"TypeError: For 'map', the function must take *tensor.Tensor, but argument 1 is []float64", func() {
			ds.MapTo(func(x *tensor.Tensor, y ...[]float64) int { return 0 }, []string{"i", "square"}, []string{"z"})
		}},
		{"TypeError: For 'filter', the function must take *tensor.Tensor, but argument 1 is bool", func() {
			ds.Filter(func(any, bool) bool { return true })
		}},
		{"KeyError: For 'filter', there is no column 'z'", func() {
			ds.Filter(func(x *tensor.Tensor) bool { return true }, "z")
		}},
		{"ValueError: For 'rename', the names must differ, but 'x' is given twice in ['x', 'x'].", func() { ds.Rename("x", "x") }},
		{"ValueError: For 'Batches', the dataset is repeated endlessly", func() {
			ds.Repeat(-1).Skip(1).Batch(2).Batches()
		}},
		{"ValueError: For 'rename'", func() { ds.Rename("x") }},
		{"ValueError: Input usage is not within", func() { _, _ = data.MNIST(".", "half") }},
		{"IndexError", func() { it := ds.Iterator(); it.Next(); it.At(2) }},
	} {
		if err := tensor.Try(c.call); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}

// TestNoLeak leaves loops early, in every way, and waits for the goroutines to end.
func TestNoLeak(t *testing.T) {
	before := runtime.NumGoroutine()
	ds := numbers(1000).MapParallel(4, double).Prefetch(8)
	for range ds.All() {
		break
	}
	it := ds.Iterator()
	it.Next()
	it.Close()
	it.Close()
	func() { ds.Iterator().Next() }() // forgotten
	func() { data.Generator(push, "x").Iterator().Next() }()
	if !testenv.Wait(func() bool { runtime.GC(); return runtime.NumGoroutine() <= before }) {
		t.Errorf("%d goroutines are left of %d", runtime.NumGoroutine(), before)
	}
}

// TestWorkers counts how many calls run at once and how far a pass works ahead.
func TestWorkers(t *testing.T) {
	var running, most, started atomic.Int64
	slow := func(x *tensor.Tensor) *tensor.Tensor {
		started.Add(1)
		now := running.Add(1)
		for m := most.Load(); now > m && !most.CompareAndSwap(m, now); m = most.Load() {
		}
		time.Sleep(time.Duration(10-x.Int()%10) * 200 * time.Microsecond)
		running.Add(-1)
		return x
	}
	if got, want := show(numbers(30).MapParallel(3, slow)), show(numbers(30)); got != want {
		t.Errorf("the order is %s", got)
	}
	if most.Load() > 4 || most.Load() < 2 {
		t.Errorf("%d calls at once, want about 3", most.Load())
	}
	started.Store(0)
	it := numbers(30).Map(slow).Prefetch(4).Iterator()
	defer it.Close()
	it.Next()
	testenv.Wait(func() bool { return started.Load() >= 3 })
	time.Sleep(100 * time.Millisecond) // in which it could go too far ahead
	if n := started.Load(); n < 3 || n > 7 {
		t.Errorf("%d rows were computed ahead of one, want about 5", n)
	}
}

func ExampleDataset() {
	images, labels := tensor.Arange(12).Reshape(6, 2), tensor.Arange(6)
	ds := data.Slices(images, labels).Rename("image", "label").Batch(4)
	for it := ds.Iterator(); it.Next(); {
		fmt.Println(it.Get("image").Shape(), it.Get("label"))
	}
	// Output:
	// (4, 2) [0 1 2 3]
	// (2, 2) [4 5]
}

func ExampleGenerator() {
	ds := data.Generator(squares{3}, "x", "y").Map(double, "x")
	for _, row := range ds.Batches() {
		fmt.Println(row[0], row[1])
	}
	// Output:
	// 0 1.0
	// 2 1.0
	// 8 1.0
}

// TestDigits asks for all ten digits, none like another, and for the same ones again after the same seed.
func TestDigits(t *testing.T) {
	tensor.SetSeed(1)
	rows := data.Digits(100, 16).Batches()
	tensor.SetSeed(1)
	again := data.Digits(100, 16).Batches()
	seen := map[int]bool{}
	for i, row := range rows {
		seen[row[1].Int()] = true
		if !row[0].Equal(again[i][0]).All().Bool() || !row[1].Equal(again[i][1]).Bool() {
			t.Fatalf("image %d is another one", i)
		}
		ink := row[0].Mean().Float()
		if ink < 0.05 || ink > 0.5 || row[0].Max().Float() > 1 || row[0].Min().Float() < 0 {
			t.Errorf("image %d: mean %v", i, ink)
		}
	}
	if len(seen) != 10 || rows[0][0].Equal(rows[1][0]).All().Bool() {
		t.Errorf("%d digits", len(seen))
	}
}

// TestMapTo maps into other columns. The figures of Unique are those of MindSpore's test.
func TestMapTo(t *testing.T) {
	ds := data.Slices([][]int{{0, 1, 2, 1, 2, 3}}, []int{7}).Rename("x", "label")
	sum := func(x, label *tensor.Tensor) *tensor.Tensor { return x.Sum().Add(label) }
	for _, c := range []struct {
		name string
		ds   *data.Dataset
		want string
	}{
		{
			"Unique", ds.MapTo(transforms.NewUnique(), []string{"x"}, []string{"x", "y", "z"}),
			"x=[0 1 2 3] y=[0 1 2 1 2 3] z=[1 2 2 1] label=7 ",
		},
		{"Duplicate", ds.MapTo(transforms.NewDuplicate(), []string{"label"}, []string{"a", "b"}), "a=7 b=7 x=[0 1 2 1 2 3] "},
		{"fewer", ds.MapTo(sum, []string{"x", "label"}, []string{"sum"}), "sum=16 "},
		{"as many", ds.MapTo(transforms.NewSlice(0), []string{"x"}, []string{"first"}), "first=[0] label=7 "},
		{
			"a list", ds.MapTo([]any{transforms.NewDuplicate(), sum}, []string{"label"}, []string{"twice"}),
			"x=[0 1 2 1 2 3] twice=14 ",
		},
	} {
		got := ""
		for _, row := range c.ds.Dicts() {
			for _, k := range row.Keys() {
				got += fmt.Sprintf("%v=%v ", k, row.Get(k))
			}
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
