package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

type Weekday int

const (
	Mon Weekday = iota
	Tue
	Wed
)

var days = [...]string{"mon", "tue", "wed"}

func (d Weekday) MarshalJSON() ([]byte, error) {
	if d < Mon || int(d) >= len(days) {
		return nil, fmt.Errorf("no weekday %d", int(d))
	}
	return json.Marshal(days[d])
}

type Date struct{ time.Time }

const layout = "2006-01-02"

func (d Date) MarshalJSON() ([]byte, error) { return []byte(`"` + d.Format(layout) + `"`), nil }

func (d *Date) UnmarshalJSON(b []byte) (err error) {
	d.Time, err = time.Parse(layout, strings.Trim(string(b), `"`))
	return err
}

type Amount struct {
	units    int64
	currency string
}

func (a Amount) MarshalText() ([]byte, error) {
	return fmt.Appendf(nil, "%d.%02d %s", a.units/100, a.units%100, a.currency), nil
}

func (a *Amount) UnmarshalText(text []byte) error {
	var whole, cents int64
	if _, err := fmt.Sscanf(string(text), "%d.%d %s", &whole, &cents, &a.currency); err != nil {
		return fmt.Errorf("amount %q: %w", text, err)
	}
	a.units = whole*100 + cents
	return nil
}

type Order struct {
	ID     int               `json:"id"`
	On     Date              `json:"on"`
	Total  Amount            `json:"total"`
	Parts  map[string]Amount `json:"parts,omitempty"`
	Days   []Weekday         `json:"days"`
	Parent *Order            `json:"parent,omitempty"`
	secret string
	Skip   string `json:"-"`
	Quoted int    `json:",string"`
}

func main() {
	o := Order{
		ID:     7,
		On:     Date{time.Date(2024, 2, 29, 0, 0, 0, 0, time.UTC)},
		Total:  Amount{12345, "EUR"},
		Parts:  map[string]Amount{"b": {5, "EUR"}, "a": {100, "EUR"}},
		Days:   []Weekday{Wed, Mon},
		secret: "s", Skip: "k", Quoted: 42,
	}
	child := o
	child.ID, child.Parent, child.Parts, child.Days = 8, &o, nil, nil
	b, err := json.MarshalIndent(child, "", " ")
	fmt.Println(string(b), err)

	_, err = json.Marshal(Order{Days: []Weekday{5}})
	var me *json.MarshalerError
	fmt.Println(err, errors.As(err, &me))
	for _, in := range []string{
		`{"id": 1, "on": "2024-03-01", "total": "9.50 USD"}`,
		`{"id": 1, "on": "2024-13-01"}`,
		`{"total": "lots"}`,
		`{"id": "x"}`,
	} {
		var back Order
		err := json.Unmarshal([]byte(in), &back)
		var te *json.UnmarshalTypeError
		if errors.As(err, &te) {
			fmt.Println("type error in", te.Field, "got", te.Value)
			continue
		}
		fmt.Println(back.ID, back.On.Format("Jan 2"), back.Total, err)
	}
}
