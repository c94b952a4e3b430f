package main

import (
	"bytes"
	"encoding"
	"encoding/binary"
	"encoding/gob"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"os"
	"strings"
	"text/template"
	"time"
)

type Color uint8

const (
	Red Color = iota + 1
	Green
)

var names = map[Color]string{Red: "red", Green: "green"}

func (c Color) MarshalText() ([]byte, error) {
	if n, ok := names[c]; ok {
		return []byte(n), nil
	}
	return nil, fmt.Errorf("bad color %d", uint8(c))
}

func (c *Color) UnmarshalText(b []byte) error {
	for k, n := range names {
		if n == string(b) {
			*c = k
			return nil
		}
	}
	return fmt.Errorf("no color %q", b)
}

type Money int64

func (m Money) MarshalJSON() ([]byte, error) { return fmt.Appendf(nil, `"%d.%02d"`, m/100, m%100), nil }
func (m *Money) UnmarshalJSON(b []byte) error {
	var s string
	if err := json.Unmarshal(b, &s); err != nil {
		return err
	}
	var a, c int64
	if _, err := fmt.Sscanf(s, "%d.%d", &a, &c); err != nil {
		return fmt.Errorf("money %s: %w", s, err)
	}
	*m = Money(a*100 + c)
	return nil
}

type Base struct {
	ID   int `json:"id" xml:"id,attr"`
	note string
}

func (b Base) Describe(pre string) string { return pre + fmt.Sprint(b.ID) }

type Opt[T any] struct {
	v  T
	ok bool
}

func Some[T any](v T) Opt[T] { return Opt[T]{v, true} }
func (o Opt[T]) MarshalJSON() ([]byte, error) {
	if !o.ok {
		return []byte("null"), nil
	}
	return json.Marshal(o.v)
}
func (o *Opt[T]) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		*o = Opt[T]{}
		return nil
	}
	o.ok = true
	return json.Unmarshal(b, &o.v)
}
func (o Opt[T]) IsZero() bool { return !o.ok }

type Item struct {
	Base
	*Extra  `json:",omitempty"`
	Color   Color                `json:"color" xml:"color"`
	Price   Money                `json:"price" xml:"price"`
	Tags    []string             `json:"tags,omitempty" xml:"tags>tag"`
	ByColor map[Color]Money      `json:"by_color" xml:"-"`
	When    time.Time            `json:"when,omitzero" xml:"when"`
	O       Opt[int]             `json:"o,omitzero" xml:"-"`
	P       *Opt[string]         `json:"p" xml:"-"`
	Raw     json.RawMessage      `json:"raw,omitempty" xml:"-"`
	Any     any                  `json:"any" xml:"-"`
	Sub     []struct{ A, B int } `json:"sub" xml:"sub"`
	Str     int                  `json:",string" xml:"-"`
	skipped int
	Skip    int    `json:"-" xml:"-"`
	Fn      func() `json:"-" xml:"-"`
}

type Extra struct {
	Size float32 `json:"size"`
}

var (
	_ encoding.TextMarshaler   = Color(0)
	_ encoding.TextUnmarshaler = (*Color)(nil)
)

type Temp float64

func (t Temp) MarshalXMLAttr(n xml.Name) (xml.Attr, error) {
	return xml.Attr{Name: n, Value: fmt.Sprintf("%.1fC", float64(t))}, nil
}

type XDoc struct {
	XMLName xml.Name `xml:"doc"`
	T       Temp     `xml:"t,attr"`
	Items   []Item   `xml:"item"`
	C       string   `xml:",comment"`
	Inner   string   `xml:",chardata"`
}

type Shape interface{ Area() float64 }
type Sq struct{ S float64 }
type Ci struct{ R float64 }

func (s Sq) Area() float64  { return s.S * s.S }
func (c *Ci) Area() float64 { return c.R * 3 }

type G struct {
	private int
	X       int
}

func (g G) GobEncode() ([]byte, error) { return []byte{byte(g.private), byte(g.X)}, nil }
func (g *G) GobDecode(b []byte) error {
	if len(b) != 2 {
		return errors.New("short")
	}
	g.private, g.X = int(b[0]), int(b[1])
	return nil
}

type Msg struct {
	S  []Shape
	G  map[string]G
	P  *Msg
	A  [3]int16
	C  Color
	In any
}

const itemText = `{"id":9,"ID":10,"size":1.5,"color":"red","price":"3.07",` +
	`"by_color":{"green":"1.00"},"o":5,"p":"str","raw":[1, 2],"an` +
	`y":1.0,"sub":[{"A":1},{"b":2}],"Str":"77","when":"2024-01-02T03:04:05Z"}`

func main() {
	it := Item{Base: Base{ID: 7, note: "n"}, Color: Green, Price: 1234,
		ByColor: map[Color]Money{Red: 5, Green: 100}, O: Some(3), Any: map[string]any{"z": 1,
			"a": []Color{Red}}, Sub: []struct{ A, B int }{{1, 2}}, Str: 5}
	b, err := json.Marshal(it)
	fmt.Println(string(b), err)
	var back Item
	err = json.Unmarshal([]byte(itemText), &back)
	fmt.Printf("%v %+v %v %v %v %s %v %v %d %v\n", err, back.Base, back.Extra.Size, back.Color, back.ByColor,
		back.Raw, back.Sub, back.O, back.Str, back.When)
	fmt.Println(*back.P, back.Any)
	for _, s := range []string{`{"color":"blue"}`, `{"price":5}`, `{"price":"x"}`, `{"id":"x"}`,
		`{"sub":[{"A":1.5}]}`, `{"by_color":{"no":"1.00"}}`, `[`, `{"o":"s"}`, `{"Str":7}`} {
		var x Item
		err := json.Unmarshal([]byte(s), &x)
		var ute *json.UnmarshalTypeError
		fmt.Println(err, errors.As(err, &ute))
		if ute != nil {
			fmt.Println(ute.Field, ute.Type, ute.Struct, ute.Offset)
		}
	}
	_, err = json.Marshal(Item{Color: 9})
	var me *json.MarshalerError
	fmt.Println(err, errors.As(err, &me) && me.Type.String() == "main.Color")
	d := json.NewDecoder(strings.NewReader(`{"id":1,"bogus":2}`))
	d.DisallowUnknownFields()
	fmt.Println(d.Decode(&back))
	x, err := xml.MarshalIndent(XDoc{T: 36.6, Items: []Item{{Color: Red, Tags: []string{"a", "b"}}}, C: " c ",
		Inner: "<&>"}, "", " ")
	fmt.Println(string(x), err)
	var xd XDoc
	err = xml.Unmarshal([]byte(`<doc>`+
		`<item id="4"><color>green</color><price>250</price>`+
		`<tags><tag>x</tag><tag>y</tag></tags></item>text</doc>`), &xd)
	fmt.Println(err, xd.Items[0].ID, xd.Items[0].Color, xd.Items[0].Price, xd.Items[0].Tags, xd.Inner)
	gobs()
	tm := template.Must(template.New("t").Funcs(template.FuncMap{"up": strings.ToUpper,
		"add": func(a ...int) (n int) {
			for _, x := range a {
				n += x
			}
			return
		}, "bad": func() (int, error) { return 0, errors.New("bad!") }}).Parse(
		`{{define "row"}}[{{.A}}-{{.B}}]{{end}}{{.Describe "d" | up}} {{with .O}}{{.IsZero}}{{end}} ` +
			`{{range $i, $s := .Sub}}{{$i}}{{template "row" $s}}{{else}}none{{end}} ` +
			`{{add 1 2 .ID}} {{printf "%v" .Color}} {{index .ByColor 1}} {{if and .Skip (gt .ID 3)}}y{{else}}n{{end}} {{len .Tags}} {{.Base.ID}}
`))
	fmt.Println(tm.Execute(os.Stdout, it))
	fmt.Println(tm.Execute(os.Stdout, &it))
	u := template.Must(template.Must(tm.Clone()).New("u").Parse(`{{.Nope}}{{bad}}`))
	fmt.Println(u.Execute(os.Stdout, it))
	var buf bytes.Buffer
	binary.Write(&buf, binary.BigEndian, struct {
		A Color
		B [2]int16
		C float32
	}{1, [2]int16{-1, 2}, 1.5})
	fmt.Printf("% x\n", buf.Bytes())
}

func gobs() {
	gob.Register(Sq{})
	gob.Register(&Ci{})
	var buf bytes.Buffer
	err := gob.NewEncoder(&buf).Encode(Msg{S: []Shape{Sq{2}, &Ci{1}}, G: map[string]G{"a": {1, 2}},
		P: &Msg{A: [3]int16{1, 2, 3}}, C: Green, In: Sq{9}})
	fmt.Println(err)
	var m Msg
	err = gob.NewDecoder(&buf).Decode(&m)
	fmt.Println(err, m.S[0].Area(), m.S[1].Area(), m.G, m.P.A, m.C, m.In)
}
