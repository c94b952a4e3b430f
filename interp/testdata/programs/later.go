package main

import (
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strings"
	"sync"
	"time"
)

type box[T any] struct{ v T }

func (b box[T]) each(f func(T) T) T { g := func() T { return f(b.v) }; return g() }
func run() string                   { f := func() string { return strings.Map(up, "run") }; return f() }
func main() {
	defer fmt.Println("end")
	fmt.Println(strings.Map(up, "abc"), run())
	srv := httptest.NewServer(http.HandlerFunc(hello))
	defer srv.Close()
	r, err := http.Get(srv.URL)
	if err != nil {
		panic(err)
	}
	b, _ := io.ReadAll(r.Body)
	fmt.Println(string(b))
	dir, _ := os.MkdirTemp("", "")
	defer os.RemoveAll(dir)
	os.WriteFile(dir+"/a.txt", nil, 0o600)
	filepath.WalkDir(dir, visit)
	fmt.Println(regexp.MustCompile("[a-z]+").ReplaceAllStringFunc("ab 1 cd", shout))
	ch := make(chan bool, 1)
	tick := func() { time.AfterFunc(time.Millisecond, tock(ch)); <-ch }
	tick()
	var once sync.Once
	func() { once.Do(setup) }()
	xs := []string{"ccc", "a", "bb"}
	func() { sort.Slice(xs, func(i, j int) bool { return less(xs[i], xs[j]) }); slices.SortFunc(xs, cmpLen) }()
	fmt.Println(xs)
	var wg sync.WaitGroup
	wg.Add(1)
	go func() { defer wg.Done(); fmt.Println(strings.FieldsFunc("a-b-c", isDash)) }()
	wg.Wait()
	m := map[string]func(...int) int{"sum": sum, "max": max2}
	fmt.Println(m["sum"](1, 2, 3), m["max"](4, 9, 2))
	fmt.Println(slices.IndexFunc([]int{1, 2, 3}, gtwo[int]))
	fmt.Println(box[int]{4}.each(double))
	fmt.Println(apply(double, 3), apply(ident[int], 8))
	var f func(int) int = fact
	fmt.Println(f(5), fact(4), T{}.go2(), hs[0]("x"), pick(true)("z"))
	fns := []func(rune) rune{up, down}
	func() { fmt.Println(strings.Map(fns[1], "ABC")) }()
	type op struct {
		name string
		f    func(rune) rune
	}
	for _, o := range []op{{"up", up}, {name: "down", f: down}} {
		fmt.Println(o.name, strings.Map(o.f, "Ab"))
	}
	func() { c := make(chan func(rune) rune, 1); c <- up; fmt.Println(strings.Map(<-c, "chan")) }()
	var a any = up
	func() { a = down }()
	fmt.Println(strings.Map(a.(func(rune) rune), "ANY"))
	fmt.Println(mid(3))
	func() { f, s := res(); fmt.Println(f != nil, s) }()
}

func res() (f func(rune) rune, s string) { defer func() {}(); f = up; return f, strings.Map(up, "q") }

var hs = []func(string) string{func(s string) string { return strings.Map(up, s) }, shout}

func pick(b bool) func(string) string {
	if b {
		return shout
	}
	return nil
}

type T struct{}

func (T) go2() string { g := func() string { return strings.Map(down, "METHOD") }; return g() }
func mid(n int) string {
	h := func() string {
		if n == 0 {
			return ""
		}
		return fmt.Sprint(n) + apply2(mid, n-1)
	}
	return h()
}
func apply2(f func(int) string, n int) string { return f(n) }
func apply(f func(int) int, n int) int        { g := func() int { return f(n) }; return g() }
func ident[V any](v V) V                      { return v }
func double(n int) int                        { return n * 2 }
func fact(n int) int {
	if n < 2 {
		return 1
	}
	return n * apply(fact, n-1)
}
func gtwo[V int | float64](v V) bool { return v > 2 }
func sum(xs ...int) (t int) {
	for _, x := range xs {
		t += x
	}
	return
}
func max2(xs ...int) int      { return slices.Max(xs) }
func isDash(r rune) bool      { return r == '-' }
func cmpLen(a, b string) int  { return len(b) - len(a) }
func less(a, b string) bool   { return len(a) < len(b) }
func setup()                  { fmt.Println("setup") }
func tock(c chan bool) func() { return func() { fmt.Println("tock"); c <- true } }
func shout(s string) string   { return strings.ToUpper(s) + "!" }
func visit(p string, d fs.DirEntry, err error) error {
	if !d.IsDir() {
		fmt.Println(d.Name())
	}
	return nil
}
func hello(w http.ResponseWriter, r *http.Request) { fmt.Fprintln(w, "hello", r.URL.Path) }
func up(r rune) rune                               { return r - 32 }
func down(r rune) rune                             { return r + 32 }
