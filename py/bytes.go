package py

import (
	"fmt"
	"strings"

	"github.com/msrepl/msrepl/internal/compute/lebytes"
	"github.com/msrepl/msrepl/tensor"
)

// Bytes prints as Python's bytes: b'\x01a'.
type Bytes []byte

// BytesOf returns the memory of the elements of x, row by row, little-endian: Tensor.get_bytes.
func BytesOf(x *tensor.Tensor) Bytes { return append(Bytes{}, lebytes.Bytes(x.Values())...) }

// String returns the text of the bytes.
func (b Bytes) String() string {
	quote := "'"
	if strings.ContainsRune(string(b), '\'') && !strings.ContainsRune(string(b), '"') {
		quote = `"`
	}
	var s strings.Builder
	for _, c := range b {
		switch {
		case c == '\n':
			s.WriteString(`\n`)
		case c == '\r':
			s.WriteString(`\r`)
		case c == '\t':
			s.WriteString(`\t`)
		case c == '\\', string(c) == quote:
			s.WriteString(`\` + string(c))
		case c < ' ' || c > '~':
			fmt.Fprintf(&s, `\x%02x`, c)
		default:
			s.WriteByte(c)
		}
	}
	return "b" + quote + s.String() + quote
}

// Repr is the same text as String.
func (b Bytes) Repr() string { return b.String() }
