package main

import (
	"fmt"
	"io"
	"strings"
)

func main() {
	input := "id,name,notes\n" +
		"1,\"Smith, John\",\"said \"\"hi\"\"\"\n" +
		"2,Jane,\n" +
		"3,\"multi\nline\",x\n" +
		"4,bad\"quote,y\n"
	r := NewReader(strings.NewReader(input))
	header, err := r.Read()
	if err != nil {
		fmt.Println("header:", err)
		return
	}
	fmt.Printf("columns: %q\n", header)
	for row := 1; ; row++ {
		rec, err := r.Read()
		if err == io.EOF {
			fmt.Println("rows read:", row-1)
			break
		}
		if err != nil {
			fmt.Printf("row %d: %v\n", row, err)
			continue
		}
		m := zip(header, rec)
		fmt.Printf("row %d: name=%q notes=%q fields=%d\n", row, m["name"], m["notes"], len(rec))
	}
}

func zip(keys, values []string) map[string]string {
	m := make(map[string]string, len(keys))
	for i, k := range keys {
		if i < len(values) {
			m[k] = values[i]
		}
	}
	return m
}

type Reader struct {
	src  io.ByteScanner
	line int
}

func NewReader(src io.ByteScanner) *Reader { return &Reader{src: src, line: 1} }

type state int

const (
	fieldStart state = iota
	plain
	quoted
	quoteSeen
)

// ParseError is where a record is not what it should be.
type ParseError struct {
	Line  int
	State state
	Char  byte
}

func (e ParseError) Error() string {
	return fmt.Sprintf("line %d: %q in state %d", e.Line, e.Char, e.State)
}

func (r *Reader) Read() (rec []string, err error) {
	var field []byte
	st := fieldStart
	emit := func() {
		rec = append(rec, string(field))
		field = field[:0]
		st = fieldStart
	}
	for {
		c, err := r.src.ReadByte()
		if err == io.EOF {
			if st == quoted {
				return nil, io.ErrUnexpectedEOF
			}
			if rec == nil && len(field) == 0 {
				return nil, io.EOF
			}
			emit()
			return rec, nil
		}
		if c == '\n' {
			r.line++
		}
		switch st {
		case quoted:
			if c == '"' {
				st = quoteSeen
			} else {
				field = append(field, c)
			}
			continue
		case quoteSeen:
			if c == '"' {
				field = append(field, c)
				st = quoted
				continue
			}
		case fieldStart:
			if c == '"' {
				st = quoted
				continue
			}
		}
		switch c {
		case ',':
			emit()
		case '\n':
			emit()
			return rec, nil
		case '"':
			bad := ParseError{r.line, st, c}
			r.skipLine()
			return nil, bad
		default:
			field = append(field, c)
			st = plain
		}
	}
}

func (r *Reader) skipLine() {
	for {
		if c, err := r.src.ReadByte(); err != nil || c == '\n' {
			r.line++
			return
		}
	}
}
