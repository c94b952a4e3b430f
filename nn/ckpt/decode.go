package ckpt

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/msrepl/msrepl/internal/compute/lebytes"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// dtypes maps names in files to the element types that a file may hold.
var dtypes = func() map[string]tensor.DType {
	m := map[string]tensor.DType{}
	for _, dt := range []tensor.DType{
		tensor.Bool, tensor.Int8, tensor.UInt8, tensor.Int16, tensor.UInt16, tensor.Int32, tensor.UInt32,
		tensor.Int64, tensor.UInt64, tensor.Float16, tensor.BFloat16, tensor.Float32, tensor.Float64,
	} {
		m[dt.String()] = dt
	}
	return m
}()

const (
	maxAxes   = 64 // far more than any tensor has
	maxVarint = 10 // bytes
	randomOp  = "random_op"
)

// decoder reads fields one after another. It tracks the number of bytes left, so that every length is checked against
// it before use.
type decoder struct {
	r    *bufio.Reader
	left int64
}

func newDecoder(r io.Reader, size int64) *decoder {
	return &decoder{bufio.NewReaderSize(r, 1<<16), size}
}

var (
	errCut  = errors.New("the file ends within a field")
	errWire = errors.New("no protobuf field is where one is expected")
)

func (d *decoder) varint() (uint64, error) {
	b, err := d.r.Peek(int(min(maxVarint, d.left)))
	if err != nil && err != io.EOF {
		return 0, err
	}
	v, n := protowire.ConsumeVarint(b)
	if n < 0 {
		if len(b) < maxVarint {
			return 0, errCut
		}
		return 0, errWire
	}
	return v, d.skip(int64(n))
}

func (d *decoder) skip(n int64) error {
	d.left -= n
	for n > 0 { // the argument of Discard is an int
		step, err := d.r.Discard(int(min(n, 1<<30)))
		if err != nil {
			return errCut
		}
		n -= int64(step)
	}
	return nil
}

// length reads the length of what follows. A length beyond the end is an error.
func (d *decoder) length() (int64, error) {
	n, err := d.varint()
	if err != nil {
		return 0, err
	}
	if n > uint64(d.left) {
		return 0, fmt.Errorf("a field of %d bytes does not fit in the %d that are left", n, d.left)
	}
	return int64(n), nil
}

func (d *decoder) bytes() ([]byte, error) {
	n, err := d.length()
	if err != nil {
		return nil, err
	}
	b := make([]byte, n)
	d.left -= n
	if _, err := io.ReadFull(d.r, b); err != nil {
		return nil, errCut
	}
	return b, nil
}

// message calls field for the fields of a message of n bytes. field reads the value, or returns false without
// reading, and then the value is skipped.
func (d *decoder) message(n int64, field func(num protowire.Number, typ protowire.Type) (bool, error)) error {
	outer := d.left - n
	d.left = n
	for d.left > 0 {
		key, err := d.varint()
		if err != nil {
			return err
		}
		num, typ := protowire.DecodeTag(key)
		if !num.IsValid() {
			return errWire
		}
		read, err := field(num, typ)
		if err == nil && !read {
			err = d.skipField(typ)
		}
		if err != nil {
			return err
		}
	}
	d.left = outer
	return nil
}

func (d *decoder) skipField(typ protowire.Type) error {
	n := int64(0)
	switch typ {
	case protowire.VarintType:
		_, err := d.varint()
		return err
	case protowire.Fixed32Type:
		n = 4
	case protowire.Fixed64Type:
		n = 8
	case protowire.BytesType:
		var err error
		if n, err = d.length(); err != nil {
			return err
		}
	default:
		return errWire
	}
	if n > d.left {
		return errCut
	}
	return d.skip(n)
}

// checkpoint calls each for the values of the file, in order.
func (d *decoder) checkpoint(each func(v value) error) error {
	return d.message(d.left, func(num protowire.Number, typ protowire.Type) (bool, error) {
		if num != checkpointValue || typ != protowire.BytesType {
			return false, nil
		}
		n, err := d.length()
		if err != nil {
			return true, err
		}
		v, err := d.value(n)
		if err != nil {
			return true, err
		}
		return true, each(v)
	})
}

func (d *decoder) value(n int64) (v value, err error) {
	tagged, filled := false, false
	err = d.message(n, func(num protowire.Number, typ protowire.Type) (bool, error) {
		if typ != protowire.BytesType {
			return false, nil
		}
		switch num {
		case valueTag:
			tag, err := d.bytes()
			v.tag, tagged = string(tag), true
			return true, err
		case valueTensor:
			n, err := d.length()
			if err != nil {
				return true, err
			}
			filled = true
			return true, d.tensor(n, &v)
		case valueMapTensor:
			return true, fmt.Errorf("parameter %q is a MapParameter, which is not supported", v.tag)
		}
		return false, nil
	})
	if err == nil && !(tagged && filled) {
		err = errors.New("a value has no tag or no tensor")
	}
	return v, err
}

func (d *decoder) tensor(n int64, v *value) error {
	v.dims, v.typ, v.content = nil, "", nil
	err := d.message(n, func(num protowire.Number, typ protowire.Type) (read bool, err error) {
		switch {
		case num == tensorDims && typ == protowire.VarintType:
			return true, d.dim(v)
		case num == tensorDims && typ == protowire.BytesType: // packed
			n, err := d.length()
			if err != nil {
				return true, err
			}
			for end := d.left - n; d.left > end; {
				if err := d.dim(v); err != nil {
					return true, err
				}
			}
			return true, nil
		case num == tensorType && typ == protowire.BytesType:
			b, err := d.bytes()
			v.typ = string(b)
			return true, err
		case num == tensorContent && typ == protowire.BytesType:
			v.content, err = d.bytes()
			return true, err
		}
		return false, nil
	})
	if err != nil && v.tag != "" {
		err = fmt.Errorf("parameter %q: %w", v.tag, err)
	}
	return err
}

func (d *decoder) dim(v *value) error {
	n, err := d.varint()
	if err != nil {
		return err
	}
	if v.dims = append(v.dims, int(n)); len(v.dims) > maxAxes {
		return fmt.Errorf("more than %d axes", maxAxes)
	}
	return nil
}

// entry combines the values of one tag into a parameter named by the tag, a string, or nil for the state of a graph's
// random ops, which is not used.
func entry(parts []value) (any, error) {
	last := parts[len(parts)-1]
	size, readers := 0, []io.Reader{}
	for _, p := range parts {
		if p.typ != last.typ {
			return nil, fmt.Errorf("the slices of parameter %q are of types %q and %q", last.tag, p.typ, last.typ)
		}
		size += len(p.content)
		readers = append(readers, bytes.NewReader(p.content))
	}
	content := io.MultiReader(readers...)
	switch last.typ {
	case randomOp:
		return nil, nil
	case textType:
		return text(content)
	}
	dt, ok := dtypes[last.typ]
	if !ok {
		return nil, fmt.Errorf("parameter %q has type %q, which is not supported", last.tag, last.typ)
	}
	dims := last.dims
	if len(dims) == 1 && dims[0] == 0 && size > 0 {
		dims = nil // how a tensor without axes is written
	}
	n, ok := lebytes.Count(dt, dims)
	if !ok {
		return nil, fmt.Errorf("parameter %q has an impossible shape %v", last.tag, dims)
	}
	if n*dt.Size() != size {
		return nil, fmt.Errorf("parameter %q of type %s and shape %v takes %d bytes, but the file holds %d", last.tag, dt, dims, n*dt.Size(), size)
	}
	v, err := lebytes.Read(content, dt, n, binary.LittleEndian, int64(size))
	if err != nil {
		return nil, fmt.Errorf("parameter %q: %w", last.tag, err)
	}
	p := nn.NewParameter(0.0, last.tag)
	p.Tensor = tensor.Share(v).Reshape(dims...).AsParam()
	return p, nil
}

// text decodes a numpy string.
func text(r io.Reader) (string, error) {
	b, err := io.ReadAll(r)
	if err != nil {
		return "", err
	}
	var s strings.Builder
	for ; len(b) >= 4; b = b[4:] {
		s.WriteRune(rune(binary.LittleEndian.Uint32(b)))
	}
	return strings.TrimRight(s.String(), "\x00"), nil
}
