package main

import (
	"fmt"
	"io"
	"os"
	"strings"
)

type Column struct {
	Title  string
	Format string
	Right  bool
	width  int
}

type Table struct {
	cols []Column
	rows [][]string
	err  error
}

type RowError struct{ Got, Want int }

func (e RowError) Error() string { return fmt.Sprintf("row has %d cells, want %d", e.Got, e.Want) }

func NewTable(cols ...Column) *Table {
	t := &Table{cols: cols}
	for i := range t.cols {
		c := &t.cols[i]
		c.width = len(c.Title)
		if c.Format == "" {
			c.Format = "%v"
		}
	}
	return t
}

func (t *Table) Row(cells ...any) *Table {
	if t.err != nil {
		return t
	}
	if len(cells) != len(t.cols) {
		t.err = RowError{len(cells), len(t.cols)}
		return t
	}
	row := make([]string, len(cells))
	for i, c := range cells {
		row[i] = fmt.Sprintf(t.cols[i].Format, c)
		t.cols[i].width = max(t.cols[i].width, len(row[i]))
	}
	t.rows = append(t.rows, row)
	return t
}

func (t *Table) WriteTo(w io.Writer) (n int64, err error) {
	if t.err != nil {
		return 0, t.err
	}
	put := func(format string, args ...any) {
		if err != nil {
			return
		}
		var k int
		k, err = fmt.Fprintf(w, format, args...)
		n += int64(k)
	}
	line := func(cell func(i int) string) {
		for i, c := range t.cols {
			if i > 0 {
				put(" | ")
			}
			if c.Right {
				put("%*s", c.width, cell(i))
			} else {
				put("%-*s", c.width, cell(i))
			}
		}
		put("\n")
	}
	line(func(i int) string { return t.cols[i].Title })
	line(func(i int) string { return strings.Repeat("-", t.cols[i].width) })
	for _, r := range t.rows {
		line(func(i int) string { return r[i] })
	}
	return n, err
}

type limited struct {
	w    io.Writer
	left int
}

func (l *limited) Write(p []byte) (int, error) {
	if l.left < len(p) {
		return 0, io.ErrShortWrite
	}
	l.left -= len(p)
	return l.w.Write(p)
}

type temp float64

func (t temp) String() string { return fmt.Sprintf("%.1f°", float64(t)) }

func main() {
	t := NewTable(Column{Title: "city"}, Column{Title: "temp", Right: true}, Column{Title: "rain", Format: "%5.2f", Right: true}, Column{Title: "raw", Format: "%#v"})
	t.Row("Oslo", temp(-3.25), 1.5, []int{1}).
		Row("Reykjavik", temp(0), 12.125, nil).
		Row("Rome", temp(21), 0.0, "x\ty")
	n, err := t.WriteTo(os.Stdout)
	fmt.Println(n, err)
	n, err = t.WriteTo(&limited{io.Discard, 50})
	fmt.Println(n, err)
	var w io.WriterTo = NewTable(Column{Title: "a"}).Row(1).Row(1, 2).Row(3)
	_, err = w.WriteTo(os.Stdout)
	switch e := err.(type) {
	case RowError:
		fmt.Println(e.Got-e.Want, "too many:", e)
	default:
		fmt.Println("no error?", e)
	}
}
