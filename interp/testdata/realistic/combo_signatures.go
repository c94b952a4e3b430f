package main

import (
	"bufio"
	"bytes"
	"errors"
	"flag"
	"fmt"
	"hash"
	"image"
	"image/color"
	"image/png"
	"io"
	"io/fs"
	"math/big"
	"math/rand/v2"
	"net/netip"
	"os"
	"path"
	"slices"
	"sort"
	"strings"
	"testing/fstest"
	"text/tabwriter"
	"time"
	"unicode"
)

type Checker struct{ w, h, n int }

func (c Checker) ColorModel() color.Model { return color.RGBAModel }
func (c Checker) Bounds() image.Rectangle { return image.Rect(0, 0, c.w*c.n, c.h*c.n) }
func (c Checker) At(x, y int) color.Color {
	if (x/c.n+y/c.n)%2 == 0 {
		return Gray3{uint8(x * y)}
	}
	return color.White
}

type Gray3 struct{ v uint8 }

func (g Gray3) RGBA() (r, gg, b, a uint32) { v := uint32(g.v) * 0x101; return v, v, v, 0xffff }

type Src struct{ s uint64 }

func (s *Src) Uint64() uint64 { s.s = s.s*6364136223846793005 + 1442695040888963407; return s.s }

type sum8 byte

func (s *sum8) Write(p []byte) (int, error) {
	for _, b := range p {
		*s += sum8(b)
	}
	return len(p), nil
}
func (s *sum8) Sum(b []byte) []byte { return append(b, byte(*s)) }
func (s *sum8) Reset()              { *s = 0 }
func (*sum8) Size() int             { return 1 }
func (*sum8) BlockSize() int        { return 1 }

type rot struct {
	io.Reader
	n int
}

func (r *rot) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p[:min(len(p), r.n)])
	for i, c := range p[:n] {
		switch {
		case unicode.IsLower(rune(c)):
			p[i] = 'a' + (c-'a'+13)%26
		case unicode.IsUpper(rune(c)):
			p[i] = 'A' + (c-'A'+13)%26
		}
	}
	return n, err
}

type list []string

func (l *list) String() string { return strings.Join(*l, "+") }
func (l *list) Set(s string) error {
	if s == "" {
		return errors.New("empty")
	}
	*l = append(*l, s)
	return nil
}

type memfs map[string]string

type mfile struct {
	*strings.Reader
	name string
	n    int64
}

func (m memfs) Open(name string) (fs.File, error) {
	s, ok := m[name]
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return &mfile{strings.NewReader(s), name, int64(len(s))}, nil
}
func (f *mfile) Stat() (fs.FileInfo, error) { return f, nil }
func (f *mfile) Close() error               { return nil }
func (f *mfile) Name() string               { return path.Base(f.name) }
func (f *mfile) Size() int64                { return f.n }
func (f *mfile) Mode() fs.FileMode          { return 0o644 }
func (f *mfile) ModTime() time.Time         { return time.Unix(0, 0).UTC() }
func (f *mfile) IsDir() bool                { return false }
func (f *mfile) Sys() any                   { return nil }

type rec struct {
	t time.Time
	d time.Duration
	a netip.Addr
	c complex128
	f float32
	n int8
}

func mk(i int8, f float32, c complex128, t time.Time, a netip.Addr, d time.Duration, fs ...float32) (rec,
	[2]float32, error, bool, complex64) {
	return rec{t, d, netip.Addr{}, c, f + float32(len(a.String())), i}, [2]float32{f,
		fs[len(fs)-1]}, io.EOF, i > 2, complex64(c)
}

type many struct {
	a int8
	b float32
	c uint16
	d float64
	e bool
}

func lots(a int8, b float32, c uint16, d float64, e bool, f string, g []int, h any, i error, j func() int,
	k many, l [1]int, m struct{}, n complex64, o rune, p *int) string {
	return fmt.Sprint(a, b, c, d, e, f, g, h, i, j(), k, l, m, n, o, *p)
}

func main() {
	var buf bytes.Buffer
	fmt.Println(png.Encode(&buf, Checker{3, 2, 2}))
	im, err := png.Decode(&buf)
	fmt.Println(im.Bounds(), im.At(5, 2), im.At(0, 2), err)
	r := rand.New(&Src{7})
	fmt.Println(r.IntN(100), r.Perm(5), r.Float64(), r.NormFloat64())
	var s sum8
	var h hash.Hash = &s
	io.Copy(h, &rot{strings.NewReader("Uryyb, Jbeyq!"), 3})
	fmt.Printf("%x\n", h.Sum(nil))
	sc := bufio.NewScanner(&rot{strings.NewReader("Uryyb Jbeyq sbb one"), 4})
	sc.Split(func(data []byte, eof bool) (int, []byte, error) {
		a, t, err := bufio.ScanWords(data, eof)
		if string(t) == "foo" {
			return a, t, bufio.ErrFinalToken
		}
		return a, t, err
	})
	for sc.Scan() {
		fmt.Print(sc.Text(), ";")
	}
	fmt.Println(sc.Err())
	var l list
	f := flag.NewFlagSet("x", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.Var(&l, "l", "list")
	d := f.Duration("d", time.Second, "dur")
	f.Func("n", "num", func(s string) error { _, err := fmt.Sscan(s, new(int)); return err })
	fmt.Println(f.Parse([]string{"-l", "a", "-l=b", "-d", "3ms", "rest"}), l, *d, f.Args(),
		f.Parse([]string{"-l="}), f.Parse([]string{"-n", "x"}))
	files()
	functions()
	libraries()
}

func files() {
	b, err := fs.ReadFile(memfs{"a/b.txt": "hello"}, "a/b.txt")
	_, err2 := fs.ReadFile(memfs{}, "q")
	fi, _ := fs.Stat(memfs{"z": "12345"}, "z")
	fmt.Println(string(b), err, err2, errors.Is(err2, os.ErrNotExist), fs.FormatFileInfo(fi))
	fs.WalkDir(fstest.MapFS{"a/x": {Data: []byte("1")}, "b": {}}, ".",
		func(p string, d fs.DirEntry, err error) error {
			fmt.Print(p, d.IsDir(), " ")
			if p == "a" {
				return fs.SkipDir
			}
			return nil
		})
	fmt.Println()
	t := time.Date(2024, 2, 29, 1, 2, 3, 4, time.UTC)
	fmt.Println(mk(3, 1.5, 1+2i, t, netip.MustParseAddr("1.2.3.4"), time.Minute, 1, 2.25))
}

func functions() {
	t := time.Date(2024, 2, 29, 1, 2, 3, 4, time.UTC)
	p := 9
	fn := lots
	fmt.Println(fn(-1, 1.5, 65535, 2.5, true, "s", []int{1}, t.Month(), io.EOF, func() int { return p },
		many{1, 2, 3, 4, true}, [1]int{5}, struct{}{}, 1i, 'x', &p))
	fmt.Println(sort.Find(5, func(i int) int { return 3 - i }))
	rs := []rec{{n: 3, t: t}, {n: 1, t: t.Add(1)}, {n: 2}}
	slices.SortStableFunc(rs, func(a, b rec) int { return a.t.Compare(b.t) })
	fmt.Println(rs[0].n, rs[1].n, rs[2].n, slices.MaxFunc(rs, func(a, b rec) int { return int(a.n) - int(b.n) }).n)
	i, ok := slices.BinarySearchFunc(rs, t, func(r rec, t time.Time) int { return r.t.Compare(t) })
	fmt.Println(i, ok, slices.IndexFunc(rs, func(r rec) bool { return r.n == 1 }))
}

func libraries() {
	x := new(big.Int).Exp(big.NewInt(3), big.NewInt(100), nil)
	fmt.Println(x, new(big.Rat).SetFrac64(6, -4), x.Cmp(big.NewInt(0)))
	tw := tabwriter.NewWriter(os.Stdout, 0, 8, 1, '.', tabwriter.AlignRight)
	fmt.Fprintf(tw, "a\tbbb\tc\n%v\t%v\t%v\n", time.Minute, many{}, list{"a", "b"})
	tw.Flush()
	fmt.Println(strings.FieldsFunc("a1b22c", unicode.IsDigit), strings.IndexFunc("abc1", unicode.IsDigit),
		strings.ContainsFunc("abc", func(r rune) bool { return r == 'c' }))
	for w := range strings.SplitSeq("a,b,c", ",") {
		fmt.Print(w, "|")
	}
	fmt.Println(slices.Collect(slices.Values(slices.Concat([]many{{a: 1}}, []many{{b: 2}}))))
	for c := range slices.Chunk([]int{1, 2, 3, 4, 5}, 2) {
		fmt.Print(c, cap(c))
	}
	fmt.Println()
}
