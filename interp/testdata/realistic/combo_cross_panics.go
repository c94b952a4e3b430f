package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"os"
	"regexp"
	"runtime"
	"slices"
	"sort"
	"strings"
	"sync"
	"text/template"
	"time"
)

type bomb struct{ n int }

func (b bomb) String() string                { panic(fmt.Sprint("string ", b.n)) }
func (b *bomb) MarshalJSON() ([]byte, error) { panic(errBomb{b.n}) }
func (b bomb) Less(i, j int) bool            { panic(errBomb{i + j}) }
func (b bomb) Len() int                      { return b.n }
func (b bomb) Swap(i, j int)                 {}
func (b bomb) Read(p []byte) (int, error)    { panic("read") }
func (b bomb) Method(i int) (int, error) {
	if i > 1 {
		return 0, errBomb{i}
	}
	panic(errBomb{i})
}

type errBomb struct{ n int }

func (e errBomb) Error() string { return fmt.Sprint("bomb ", e.n) }

func try(name string, f func()) {
	defer func() {
		r := recover()
		e, ok := r.(error)
		var re runtime.Error
		fmt.Printf("%s: %v | %v %v\n", name, r, ok, ok && errors.As(e, &re))
	}()
	defer fmt.Print("(deferred) ")
	f()
}

func goexit(name string, f func()) {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		defer func() { fmt.Println(name, "exit", recover()) }()
		f()
		fmt.Println(name, "went on")
	}()
	wg.Wait()
}

func main() {
	try("sort", func() { sort.Sort(bomb{3}) })
	try("slice", func() { sort.Slice([]int{2, 1}, func(i, j int) bool { var m map[int]int; m[i] = j; return true }) })
	try("slices", func() { slices.SortFunc([]int{2, 1}, func(a, b int) int { return a / (b - b) }) })
	try("fmt", func() { fmt.Print(bomb{1}, &bomb{2}, []bomb{{3}}, " ") })
	try("json", func() { json.Marshal([]any{&bomb{4}}) })
	try("once", func() {
		o := sync.OnceFunc(func() { panic(errBomb{5}) })
		try("once1", o)
		o()
	})
	try("values", func() {
		f := sync.OnceValue(func() []int { return []int{1}[:2:2] })
		try("inner", func() { f() })
		fmt.Print(len(f()))
	})
	libraries()
	exits()
}

func libraries() {
	try("map", func() { strings.Map(func(r rune) rune { return []rune("ab")[r] }, "x") })
	try("regexp",
		func() {
			regexp.MustCompile("a").ReplaceAllStringFunc("banana", func(s string) string { return s[1:][:1] })
		})
	try("must", func() { regexp.MustCompile("(") })
	try("tmpl", func() {
		t := template.Must(template.New("t").Parse("{{.Method 2}}\n"))
		fmt.Print(t.Execute(os.Stdout, bomb{1}), " ")
		t = template.Must(template.New("t").Parse("{{.Method 1}}\n"))
		fmt.Print(t.Execute(os.Stdout, bomb{1}), " ")
		template.Must(template.New("u").Parse("{{"))
	})
	try("pull", func() {
		next, stop := iter.Pull(func(y func(int) bool) { y(1); panic(errBomb{6}) })
		defer stop()
		fmt.Print(next())
		next()
	})
	try("pullstop", func() {
		next, stop := iter.Pull(func(y func(int) bool) { defer func() { panic("at stop") }(); y(1); y(2) })
		fmt.Print(next())
		stop()
	})
	try("collect", func() { slices.Collect(func(y func(int) bool) { y(1); var p *bomb; y(p.n) }) })
	try("scan", func() { fmt.Fscan(bomb{1}, new(int)) })
	try("cmp", func() { slices.Index([]any{[]int{1}}, any([]int{1})) })
	try("insert", func() { slices.Insert([]int{1}, 5, 2) })
	try("repeat", func() { strings.Repeat("ab", -2) })
	try("nested", func() {
		defer func() {
			r := recover()
			sort.Slice([]int{2, 1}, func(i, j int) bool { panic(fmt.Sprint("second after ", r)) })
		}()
		sort.Sort(bomb{2})
	})
}

func exits() {
	goexit("sort", func() { sort.Slice([]int{2, 1}, func(i, j int) bool { runtime.Goexit(); return true }) })
	goexit("once", func() { new(sync.Once).Do(runtime.Goexit) })
	goexit("pull", func() {
		next, stop := iter.Pull(func(y func(int) bool) { defer fmt.Print("it "); y(1); runtime.Goexit() })
		defer stop()
		fmt.Print(next())
		next()
	})
	goexit("fmt", func() { fmt.Println(exiting{}) })
	goexit("defers", func() {
		defer fmt.Print("a ")
		defer func() { defer fmt.Print("b "); recover() }()
		slices.SortFunc([]int{1, 2}, func(a, b int) int { defer runtime.Goexit(); panic("x") })
	})
	done := make(chan any)
	time.AfterFunc(0, func() {
		defer func() { done <- recover() }()
		_ = []int{}[len(os.Args)*7]
	})
	fmt.Println(<-done)
}

type exiting struct{}

func (exiting) String() string { runtime.Goexit(); return "" }
