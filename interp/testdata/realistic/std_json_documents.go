package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
)

type Base struct {
	ID      int       `json:"id"`
	Created time.Time `json:"created,omitzero"`
}

type Tags map[string]struct{}

func (t Tags) MarshalJSON() ([]byte, error) {
	keys := make([]string, 0, len(t))
	for k := range t {
		keys = append(keys, k)
	}
	// sort by hand
	for i := range keys {
		for j := i; j > 0 && keys[j] < keys[j-1]; j-- {
			keys[j], keys[j-1] = keys[j-1], keys[j]
		}
	}
	return json.Marshal(keys)
}

func (t *Tags) UnmarshalJSON(b []byte) error {
	var l []string
	if err := json.Unmarshal(b, &l); err != nil {
		return fmt.Errorf("tags: %w", err)
	}
	*t = Tags{}
	for _, k := range l {
		(*t)[k] = struct{}{}
	}
	return nil
}

type Level uint8

const (
	Low Level = iota + 1
	_
	High
)

func (l Level) MarshalText() ([]byte, error) {
	switch l {
	case Low:
		return []byte("low"), nil
	case High:
		return []byte("high"), nil
	}
	return nil, fmt.Errorf("level %d", uint8(l))
}

func (l *Level) UnmarshalText(b []byte) error {
	switch string(b) {
	case "low":
		*l = Low
	case "high":
		*l = High
	default:
		return errors.New("no level " + string(b))
	}
	return nil
}

type Zero struct{ n int }

func (z Zero) IsZero() bool { return z.n == 7 }

type Doc struct {
	Base
	*Extra
	Name   string          `json:"name"`
	Tags   Tags            `json:"tags,omitempty"`
	Level  Level           `json:"level"`
	ByLvl  map[Level]int   `json:"by_level,omitempty"`
	Raw    json.RawMessage `json:"raw,omitempty"`
	Any    any             `json:"any"`
	Z      Zero            `json:"z,omitzero"`
	Num    json.Number     `json:"num,omitempty"`
	Str    int64           `json:"str,string"`
	Ptr    **int           `json:"ptr"`
	Arr    [3]byte         `json:"arr"`
	Bytes  []byte          `json:"bytes"`
	hidden int
	Fn     func()            `json:"-"`
	Dash   int               `json:"-,"`
	M      map[string][]Base `json:"m,omitempty"`
}

type Extra struct {
	ID   string `json:"id"` // conflicts: same depth -> both dropped
	Note string
}

func main() {
	n := 3
	pn := &n
	d := Doc{Base: Base{ID: 4}, Extra: &Extra{"x", "note"}, Name: "a<b>&\u2028", Tags: Tags{"z": {}, "a": {}},
		Level: High,
		ByLvl: map[Level]int{High: 1, Low: 2}, Raw: json.RawMessage(`{"k": [1, 2]}`), Any: []any{1, 2.5, nil, "s"},
		Num: "12.50",
		Str: -5, Ptr: &pn, Bytes: []byte("hi"), Dash: 9, M: map[string][]Base{"q": {{ID: 1}}}}
	b, err := json.Marshal(d)
	fmt.Println(string(b), err)
	d.Z = Zero{7}
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	enc.SetIndent(">", "  ")
	fmt.Println(enc.Encode(&d))
	fmt.Print(buf.String())
	var back Doc
	err = json.Unmarshal(b, &back)
	fmt.Printf("%v %+v %v\n", err, back.Base, back.Extra)
	fmt.Printf("%v %v %v %s %v %v\n", back.Tags, back.Level, back.ByLvl, back.Raw, back.Any, **back.Ptr)
	d.Level = 2
	_, err = json.Marshal(d)
	fmt.Println(err)
	var me *json.MarshalerError
	fmt.Println(errors.As(err, &me), me != nil && me.Type.String() == "main.Level")
	stream(`{"id":1,"name":"one","level":"low"} {"id":"x"} `)
	stream(`{"id":1,"level":"mid"}`)
	stream(`{"id":1,"tags":[1]}`)
	stream(`{"id":1,"unknown":[1]}`)
	stream(`{"id":1,`)
	stream(`[1]`)
	tokens(`{"a":[1,2.50,{"b":null}],"c":true}`)
}

func stream(s string) {
	dec := json.NewDecoder(strings.NewReader(s))
	dec.DisallowUnknownFields()
	for {
		var d Doc
		err := dec.Decode(&d)
		if err == io.EOF {
			fmt.Println("end", dec.InputOffset())
			return
		}
		var te *json.UnmarshalTypeError
		var se *json.SyntaxError
		switch {
		case errors.As(err, &te):
			fmt.Println("type", te.Value, te.Type, te.Offset, te.Struct, te.Field, err)
			return
		case errors.As(err, &se):
			fmt.Println("syntax", se.Offset, se)
			return
		case err != nil:
			fmt.Println("err", err, errors.Is(err, io.ErrUnexpectedEOF))
			return
		}
		fmt.Println("doc", d.Base.ID, d.Name, d.Level)
	}
}

func tokens(s string) {
	dec := json.NewDecoder(strings.NewReader(s))
	dec.UseNumber()
	for {
		t, err := dec.Token()
		if err != nil {
			fmt.Println(err)
			break
		}
		fmt.Printf("%T:%v more=%t; ", t, t, dec.More())
	}
}
