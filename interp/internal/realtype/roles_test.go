package realtype

import (
	"bytes"
	"container/heap"
	"database/sql"
	"database/sql/driver"
	"encoding/csv"
	"encoding/gob"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	htmltemplate "html/template"
	"image"
	"image/color"
	"image/png"
	"io"
	"io/fs"
	"log/slog"
	"math/rand"
	"net/http"
	"net/http/httptest"
	"reflect"
	"sort"
	"strings"
	"testing"
	"testing/fstest"
	"testing/quick"
	"text/template"
)

// mirror makes a type with the name, structure and methods of a compiled one. Its methods call those of the
// compiled type, on the same memory, so what packages do with both has to be the same.
func mirror(t testing.TB, like reflect.Type) reflect.Type {
	t.Helper()
	typ := begin(t, home, like.Name(), topLayout(like), like.NumMethod(), reflect.PointerTo(like).NumMethod())
	if like.Kind() == reflect.Struct {
		fs := make([]reflect.StructField, like.NumField())
		for i := range fs {
			fs[i] = like.Field(i)
		}
		must(t, CompleteStruct(typ, fs))
	} else {
		must(t, Complete(typ, topLayout(like)))
	}
	ptr := reflect.PointerTo(like)
	var ms []Method
	for i := range ptr.NumMethod() {
		m := ptr.Method(i)
		var in, out []reflect.Type
		for j := 1; j < m.Type.NumIn(); j++ {
			in = append(in, m.Type.In(j))
		}
		for j := range m.Type.NumOut() {
			out = append(out, m.Type.Out(j))
		}
		_, ofT := like.MethodByName(m.Name)
		ms = append(ms, Method{Name: m.Name, Pointer: !ofT, Type: reflect.FuncOf(in, out, m.Type.IsVariadic()), Body: Body{Func: func(a []reflect.Value) []reflect.Value {
			p := a[0]
			if ofT {
				p = p.Addr()
			}
			f := reflect.NewAt(like, p.UnsafePointer()).Method(i)
			if m.Type.IsVariadic() {
				return f.CallSlice(a[1:])
			}
			return f.Call(a[1:])
		}}})
	}
	must(t, SetMethods(typ, ms))
	return typ
}

type verbose struct {
	Name string
	age  int
}

func (v verbose) String() string   { return "V(" + v.Name + ")" }
func (v verbose) GoString() string { return "verbose!" + v.Name }
func (v *verbose) Older(n int) int { v.age += n; return v.age }
func (v verbose) Greet(s string, x ...any) string {
	return fmt.Sprint(append([]any{s, v.Name}, x...)...)
}

type formatter struct{ A, B int }

func (f formatter) Format(s fmt.State, verb rune) {
	w, ok := s.Width()
	fmt.Fprint(s, string(verb), w, ok, f.A)
}

type failure struct{ Code int }

func (f *failure) Error() string        { return fmt.Sprint("failure ", f.Code) }
func (f *failure) Is(err error) bool    { return err == io.ErrNoProgress }
func (f *failure) Unwrap() []error      { return []error{io.EOF, fs.ErrExist} }
func (f *failure) Timeout() bool        { return f.Code > 3 }
func (f *failure) LogValue() slog.Value { return slog.GroupValue(slog.Int("code", f.Code)) }

type coded struct {
	Name string
	n    int
}

func (c coded) MarshalJSON() ([]byte, error)  { return json.Marshal([]any{c.Name, c.n}) }
func (c *coded) UnmarshalJSON(b []byte) error { return json.Unmarshal(b, &[]any{&c.Name, &c.n}) }
func (c coded) MarshalXML(e *xml.Encoder, start xml.StartElement) error {
	return e.EncodeElement(c.Name, start)
}

func (c *coded) UnmarshalXML(d *xml.Decoder, start xml.StartElement) error {
	return d.DecodeElement(&c.Name, &start)
}
func (c coded) GobEncode() ([]byte, error)   { return []byte(c.Name), nil }
func (c *coded) GobDecode(b []byte) error    { c.Name = "gob " + string(b); return nil }
func (c coded) Value() (driver.Value, error) { return c.Name, nil }
func (c *coded) Scan(x any) error            { c.Name = fmt.Sprint("scanned ", x); return nil }

type texts string

func (s texts) MarshalText() ([]byte, error)  { return []byte("<" + string(s) + ">"), nil }
func (s *texts) UnmarshalText(b []byte) error { *s = texts("un" + string(b)); return nil }
func (s *texts) Set(x string) error           { *s = texts(x); return nil }
func (s texts) String() string                { return string(s) }
func (s *texts) Get() any                     { return string(*s) }
func (s texts) IsBoolFlag() bool              { return true }

type queue []int

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i] < q[j] }
func (q queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)        { *q = append(*q, x.(int)) }
func (q *queue) Pop() any          { old := *q; x := old[len(old)-1]; *q = old[:len(old)-1]; return x }

type stream struct {
	Data []byte
	Log  []string
}

func (s *stream) note(x string) { s.Log = append(s.Log, x) }
func (s *stream) Read(p []byte) (int, error) {
	s.note("Read")
	if len(s.Data) == 0 {
		return 0, io.EOF
	}
	n := copy(p, s.Data)
	s.Data = s.Data[n:]
	return n, nil
}

func (s *stream) Write(p []byte) (int, error) {
	s.note("Write")
	s.Data = append(s.Data, p...)
	return len(p), nil
}

func (s *stream) WriteString(p string) (int, error) {
	s.note("WriteString")
	s.Data = append(s.Data, p...)
	return len(p), nil
}

func (s *stream) ReadFrom(r io.Reader) (int64, error) {
	s.note("ReadFrom")
	b, err := io.ReadAll(r)
	s.Data = append(s.Data, b...)
	return int64(len(b)), err
}

func (s *stream) WriteTo(w io.Writer) (int64, error) {
	s.note("WriteTo")
	n, err := w.Write(s.Data)
	return int64(n), err
}

func (s *stream) ReadByte() (byte, error) {
	s.note("ReadByte")
	b := s.Data[0]
	s.Data = s.Data[1:]
	return b, nil
}
func (s *stream) Close() error { s.note("Close"); return nil }
func (s *stream) ReadAt(p []byte, off int64) (int, error) {
	s.note("ReadAt")
	return copy(p, s.Data[off:]), io.EOF
}

func (s *stream) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	fmt.Fprint(w, "served ", r.URL.Path)
}

func (s *stream) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: 299, Body: http.NoBody, Request: r}, nil
}
func (s *stream) Handle(pattern string) string { return pattern }

type picture struct{ W, H int }

func (p picture) ColorModel() color.Model   { return color.GrayModel }
func (p picture) Bounds() image.Rectangle   { return image.Rect(0, 0, p.W, p.H) }
func (p picture) At(x, y int) color.Color   { return color.Gray{uint8(x*16 + y)} }
func (p picture) RGBA() (r, g, b, a uint32) { return 1, 2, 3, 0xffff }

type dice struct{ N int64 }

func (d *dice) Int63() int64   { d.N = d.N*6364136223846793005 + 1; return d.N & (1<<63 - 1) }
func (d *dice) Seed(n int64)   { d.N = n }
func (d *dice) Uint64() uint64 { d.N++; return uint64(d.N) }
func (d *dice) Open(name string) (fs.File, error) {
	return fstest.MapFS{"a": {Data: []byte(name)}}.Open("a")
}

// roles are uses of a pointer to a value of a type; they return what shows.
var roles = []struct {
	name string
	like any
	use  func(p any, t reflect.Type) string
}{
	{"fmt", verbose{"n", 3}, func(p any, t reflect.Type) string {
		v := reflect.ValueOf(p).Elem().Interface()
		s := fmt.Sprintf("%v %+v %#v %s %q %x", v, p, v, []any{v}, v, v)
		return s + fmt.Sprint(v.(interface{ Greet(string, ...any) string }).Greet("hi", 1, nil), p.(interface{ Older(int) int }).Older(4))
	}},
	{"format", formatter{1, 2}, func(p any, t reflect.Type) string {
		return fmt.Sprintf("%5v %d %s", reflect.ValueOf(p).Elem().Interface(), p, []any{p})
	}},
	{"errors", failure{4}, func(p any, t reflect.Type) string {
		err := fmt.Errorf("wrapped: %w", p.(error))
		var late interface{ Timeout() bool }
		target := reflect.New(reflect.PointerTo(t))
		var b bytes.Buffer
		slog.New(slog.NewTextHandler(&b, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == "time" {
				return slog.Attr{}
			}
			return a
		}})).Info("m", "k", p)
		return fmt.Sprint(err, errors.Is(err, io.EOF), errors.Is(err, fs.ErrExist), errors.Is(err, io.ErrNoProgress), errors.Is(err, io.ErrShortWrite),
			errors.As(err, &late), late.Timeout(), errors.As(err, target.Interface()), target.Elem().Pointer() == reflect.ValueOf(p).Pointer(), b.String())
	}},
	{"encodings", coded{"c", 9}, func(p any, t reflect.Type) string {
		v := reflect.ValueOf(p).Elem()
		j, err := json.Marshal(map[string]any{"v": v.Interface(), "p": p})
		back := reflect.New(t)
		err2 := json.Unmarshal([]byte(`["x",5]`), back.Interface())
		x, err3 := xml.Marshal(p)
		err4 := xml.Unmarshal([]byte("<a>y</a>"), back.Interface())
		var b bytes.Buffer
		err5 := gob.NewEncoder(&b).EncodeValue(v)
		got := reflect.New(t)
		err6 := gob.NewDecoder(&b).DecodeValue(got)
		d, err7 := driver.DefaultParameterConverter.ConvertValue(v.Interface())
		var null sql.Null[string]
		err8 := p.(sql.Scanner).Scan(3)
		return fmt.Sprintf("%s %v %v %v %s %v %v %v %v %v %v %v %v %v", j, err, err2, back.Elem(), x, err3, err4, err5, err6, got.Elem(), d, err7, null, err8)
	}},
	{"text", texts("t"), func(p any, t reflect.Type) string {
		v := reflect.ValueOf(p).Elem().Interface()
		j, err := json.Marshal(map[string]any{"v": v})
		m := reflect.New(reflect.MapOf(t, reflect.TypeFor[int]()))
		err2 := json.Unmarshal([]byte(`{"k":1}`), m.Interface())
		fset := flag.NewFlagSet("f", flag.ContinueOnError)
		fset.Var(p.(flag.Value), "w", "usage")
		err3 := fset.Parse([]string{"-w", "rest"})
		x, err4 := xml.Marshal(struct {
			A any `xml:",attr"`
		}{v})
		return fmt.Sprintf("%s %v %v %v %v %v %s %v", j, err, m.Elem(), err2, err3, p, x, err4)
	}},
	{"order", queue{5, 1, 4}, func(p any, t reflect.Type) string {
		h := p.(heap.Interface)
		heap.Init(h)
		heap.Push(h, 0)
		least := heap.Pop(h)
		sort.Sort(sort.Reverse(reflect.ValueOf(p).Elem().Interface().(sort.Interface)))
		return fmt.Sprint(least, sort.IsSorted(h), p)
	}},
	{"streams", stream{Data: []byte("data")}, func(p any, t reflect.Type) string {
		var b bytes.Buffer
		n, err := io.Copy(&b, p.(io.Reader))
		io.WriteString(p.(io.Writer), "more")
		io.Copy(p.(io.Writer), strings.NewReader("x"))
		c, _ := p.(io.ByteReader).ReadByte()
		section, _ := io.ReadAll(io.NewSectionReader(p.(io.ReaderAt), 1, 2))
		p.(io.Closer).Close()
		w := csv.NewWriter(p.(io.Writer))
		w.Write([]string{"a", "b"})
		w.Flush()
		rec := httptest.NewRecorder()
		p.(http.Handler).ServeHTTP(rec, httptest.NewRequest("GET", "/x", nil))
		client := http.Client{Transport: p.(http.RoundTripper)}
		resp, err2 := client.Get("http://none.invalid/")
		return fmt.Sprint(b.String(), n, err, c, string(section), rec.Body, resp.StatusCode, err2, p)
	}},
	{"templates", verbose{"<b>", 1}, func(p any, t reflect.Type) string {
		var b bytes.Buffer
		const text = `{{.Name}} {{.String}} {{.}} {{.Older 2}} {{.Greet "x" 1 2}} {{printf "%d" .}}`
		err := template.Must(template.New("t").Parse(text)).Execute(&b, p)
		err2 := htmltemplate.Must(htmltemplate.New("t").Parse(text)).Execute(&b, p)
		return fmt.Sprint(b.String(), err, err2)
	}},
	{"images", picture{3, 2}, func(p any, t reflect.Type) string {
		var b bytes.Buffer
		err := png.Encode(&b, p.(image.Image))
		return fmt.Sprintf("%x %v %v", b.Bytes(), err, color.NRGBAModel.Convert(p.(color.Color)))
	}},
	{"random", dice{1}, func(p any, t reflect.Type) string {
		r := rand.New(p.(rand.Source))
		data, err := fs.ReadFile(p.(fs.FS), "name")
		return fmt.Sprint(r.Perm(8), r.Uint64(), r.Float64(), string(data), err, p)
	}},
}

// TestRoles compares what the standard library does with values of made types and of compiled ones.
func TestRoles(t *testing.T) {
	for _, r := range roles {
		t.Run(r.name, func(t *testing.T) {
			like := reflect.TypeOf(r.like)
			made := mirror(t, like)
			run := func(typ reflect.Type) string {
				p := reflect.New(like)
				p.Elem().Set(reflect.ValueOf(r.like))
				return strings.ReplaceAll(r.use(reflect.NewAt(typ, p.UnsafePointer()).Interface(), typ), "realtype.", "main.")
			}
			got, want := run(made), run(like)
			is(t, r.name, got, want)
		})
	}
}

// TestQuick lets testing/quick make values of types, with and without a generator.
func TestQuick(t *testing.T) {
	own := begin(t, home, "own", ty[int](), 1, 1)
	must(t, SetMethods(own, []Method{meth("Generate", false, (func(*rand.Rand, int) reflect.Value)(nil), func([]reflect.Value) []reflect.Value {
		return vals(reflect.ValueOf(7).Convert(own))
	})}))
	for _, typ := range []reflect.Type{mirror(t, ty[queue]()), mirror(t, ty[formatter]()), own} {
		n := 0
		f := reflect.MakeFunc(reflect.FuncOf([]reflect.Type{typ, reflect.SliceOf(typ)}, []reflect.Type{ty[bool]()}, false), func(a []reflect.Value) []reflect.Value {
			n++
			return vals(a[0].Type() == typ && a[1].Type().Elem() == typ && (typ != own || a[0].Int() == 7))
		})
		is(t, typ.Name(), fmt.Sprint(quick.Check(f.Interface(), nil), n > 50), "<nil> true")
	}
}
