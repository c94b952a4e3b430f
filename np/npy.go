package np

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/msrepl/msrepl/internal/compute/lebytes"
	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/tensor"
)

// The npy format: a magic word, two version bytes, the length of the header, the header (a Python dict), the
// elements.

const (
	magic     = "\x93NUMPY"
	maxHeader = 10_000 // bytes, numpy's own limit
	alignment = 64     // the data starts at a multiple of this
	growth    = 21     // digits for which numpy reserves space in the first length
)

// kinds are numpy's type codes; bfloat16 has none.
var kinds = map[string]tensor.DType{
	"b1": tensor.Bool,
	"i1": tensor.Int8, "i2": tensor.Int16, "i4": tensor.Int32, "i8": tensor.Int64,
	"u1": tensor.UInt8, "u2": tensor.UInt16, "u4": tensor.UInt32, "u8": tensor.UInt64,
	"f2": tensor.Float16, "f4": tensor.Float32, "f8": tensor.Float64,
	"c8": tensor.Complex64, "c16": tensor.Complex128,
}

// kindOf returns the code of dt with its byte order.
func kindOf(dt tensor.DType) (string, error) {
	for code, d := range kinds {
		switch {
		case d == dt && dt.Size() == 1:
			return "|" + code, nil
		case d == dt:
			return "<" + code, nil
		}
	}
	return "", fmt.Errorf("numpy has no %v; convert with AsType(tensor.Float32) first", dt)
}

// writeArray writes x as an npy file, with the same bytes as numpy.
func writeArray(w io.Writer, x *tensor.Tensor) error {
	code, err := kindOf(x.DType())
	if err != nil {
		return err
	}
	dict := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': %s, }", code, x.Shape())
	if x.NDim() > 0 {
		dict += strings.Repeat(" ", growth-len(strconv.Itoa(x.Len())))
	}
	start := len(magic) + 4
	dict += strings.Repeat(" ", alignment-(start+len(dict)+1)%alignment) + "\n"
	head := binary.LittleEndian.AppendUint16([]byte(magic+"\x01\x00"), uint16(len(dict)))
	if _, err := w.Write(append(head, dict...)); err != nil {
		return err
	}
	_, err = w.Write(lebytes.Bytes(x.Values()))
	return err
}

// npyHeader describes the data of an npy file.
type npyHeader struct {
	dtype   tensor.DType
	order   binary.ByteOrder
	fortran bool
	shape   []int
}

// readArray reads an npy file; sure is the number of bytes that it is known to have.
func readArray(r io.Reader, sure int64) (*tensor.Tensor, error) {
	text, err := readDict(r)
	if err != nil {
		return nil, err
	}
	h, err := parseDict(text)
	if err != nil {
		return nil, err
	}
	n, ok := lebytes.Count(h.dtype, h.shape)
	if !ok {
		return nil, fmt.Errorf("impossible shape %s", shape.Tuple(h.shape))
	}
	v, err := lebytes.Read(r, h.dtype, n, h.order, sure)
	if err != nil {
		return nil, fmt.Errorf("the file ends before its %d elements: %w", n, err)
	}
	x := tensor.Share(v)
	if h.fortran { // the first axis varies fastest
		slices.Reverse(h.shape)
		return x.Reshape(h.shape...).T().Contiguous(), nil
	}
	return x.Reshape(h.shape...), nil
}

// readDict returns the text of the header.
func readDict(r io.Reader) (string, error) {
	var head [12]byte
	if _, err := io.ReadFull(r, head[:8]); err != nil || string(head[:6]) != magic {
		return "", errors.New("not an npy file")
	}
	width := 4
	switch head[6] {
	case 1:
		width = 2
	case 2, 3:
	default:
		return "", fmt.Errorf("version %d.%d of the format is not known", head[6], head[7])
	}
	if _, err := io.ReadFull(r, head[8:8+width]); err != nil {
		return "", fmt.Errorf("header: %w", io.ErrUnexpectedEOF)
	}
	n := binary.LittleEndian.Uint32(head[8:]) // with a two-byte length the upper half is zero
	if n > maxHeader {
		return "", fmt.Errorf("a header of %d bytes is longer than the %d allowed", n, maxHeader)
	}
	text := make([]byte, n)
	if _, err := io.ReadFull(r, text); err != nil {
		return "", fmt.Errorf("header: %w", io.ErrUnexpectedEOF)
	}
	return string(bytes.TrimSpace(text)), nil
}

// The three entries of the dict may be in any order, with either kind of quotes; nothing else is allowed.
var (
	dictForm = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^\{\s*((?:['"]\w+['"]\s*:\s*(?:['"][^'"]*['"]|True|False|\([\d\s,L]*\))\s*,?\s*){3})\}$`)
	})
	entryForm = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`['"](\w+)['"]\s*:\s*(?:['"]([^'"]*)['"]|(True|False)|\(([\d\s,L]*)\))`)
	})
)

func parseDict(text string) (h npyHeader, err error) {
	m := dictForm().FindStringSubmatch(text)
	if m == nil {
		return h, fmt.Errorf("unsupported header %.80q: records, strings and objects cannot be read", text)
	}
	seen := map[string]bool{}
	for _, e := range entryForm().FindAllStringSubmatch(m[1], -1) {
		seen[e[1]] = true
		switch e[1] {
		case "descr":
			h.dtype, h.order, err = parseDescr(e[2])
		case "fortran_order":
			h.fortran = e[3] == "True"
		case "shape":
			h.shape, err = parseShape(e[4])
		default:
			err = fmt.Errorf("the header has an unknown entry %q", e[1])
		}
		if err != nil {
			return h, err
		}
	}
	if len(seen) != 3 {
		return h, fmt.Errorf("the header %.80q has an entry twice", text)
	}
	return h, nil
}

// parseDescr parses a code with its byte order; without one, it is the machine's own.
func parseDescr(s string) (tensor.DType, binary.ByteOrder, error) {
	var order binary.ByteOrder = binary.LittleEndian
	code := strings.TrimLeft(s, "<>|=")
	if strings.HasPrefix(s, ">") {
		order = binary.BigEndian
	}
	dt, ok := kinds[code]
	if !ok || len(s)-len(code) > 1 {
		return dt, order, fmt.Errorf("numpy's dtype %q is not supported", s)
	}
	return dt, order, nil
}

// parseShape parses the inside of a tuple; Python 2 wrote long integers as 3L.
func parseShape(s string) ([]int, error) {
	shape := []int{}
	for _, f := range strings.Split(s, ",") {
		f = strings.TrimSuffix(strings.TrimSpace(f), "L")
		if f == "" {
			continue
		}
		n, err := strconv.Atoi(f)
		if err != nil {
			return nil, fmt.Errorf("impossible shape (%s)", s)
		}
		shape = append(shape, n)
	}
	return shape, nil
}
