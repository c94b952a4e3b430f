package tensor

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/msrepl/msrepl/internal/compute/dtype"
	"github.com/msrepl/msrepl/internal/compute/lebytes"
)

// MarshalJSON writes the elements as nested lists, a 0-d tensor as a number: like json.Marshal(x.ToList()), except
// that floating-point numbers always have a point or an exponent, so that Float32, Int64 and Bool keep their dtype,
// see [Tensor.UnmarshalJSON]. JSON has no complex numbers (TypeError), NaN or infinities (ValueError): encode those
// with encoding/gob. The lengths of axes after one of length zero are lost.
func (t *Tensor) MarshalJSON() ([]byte, error) {
	if t == nil || t.lay == nil {
		return nil, unset("MarshalJSON")
	}
	x := t
	if isHalf(t.dtype) {
		x = t.cast(Float32)
	}
	w := jsonWriter{elements: reflect.ValueOf(x.Values()), bits: x.dtype.Size() * 8}
	if x.dtype.IsComplex() {
		return nil, &Error{"MarshalJSON", TypeError, "For 'MarshalJSON', a tensor of shape " + tupleText(t.lay.shape) + " and dtype " +
			t.dtype.String() + " cannot be written, as JSON has no complex numbers. Write its Real and Imag, or use encoding/gob."}
	}
	w.list(t.lay.shape)
	return w.out, w.err
}

// jsonWriter writes elements in row-major order.
type jsonWriter struct {
	out      []byte
	elements reflect.Value
	bits     int
	next     int
	err      error
}

func (w *jsonWriter) list(dims []int) {
	if len(dims) == 0 {
		w.element(w.elements.Index(w.next))
		w.next++
		return
	}
	w.out = append(w.out, '[')
	for i := range dims[0] {
		if i > 0 {
			w.out = append(w.out, ',')
		}
		w.list(dims[1:])
	}
	w.out = append(w.out, ']')
}

func (w *jsonWriter) element(v reflect.Value) {
	switch {
	case v.Kind() == reflect.Bool:
		w.out = strconv.AppendBool(w.out, v.Bool())
	case v.CanInt():
		w.out = strconv.AppendInt(w.out, v.Int(), 10)
	case v.CanUint():
		w.out = strconv.AppendUint(w.out, v.Uint(), 10)
	default:
		w.float(v.Float())
	}
}

func (w *jsonWriter) float(v float64) {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		if w.err == nil {
			w.err = &Error{"MarshalJSON", ValueError, "For 'MarshalJSON', element " + strconv.Itoa(w.next) + " in row-major order is " +
				strconv.FormatFloat(v, 'g', -1, 64) + ", which JSON cannot hold. Replace it, see NanToNum, or use encoding/gob."}
		}
		return
	}
	format, size := byte('f'), math.Abs(v)
	if size != 0 && (size < 1e-6 || size >= 1e21) {
		format = 'e'
	}
	from := len(w.out)
	w.out = strconv.AppendFloat(w.out, v, format, -1, w.bits)
	if !bytes.ContainsAny(w.out[from:], ".e") {
		w.out = append(w.out, ".0"...)
	}
}

// unset is the error for the zero Tensor.
func unset(op string) error {
	return &Error{op, ValueError, "For '" + op + "', the tensor has no value: it is the zero Tensor."}
}

// UnmarshalJSON reads nested lists of numbers or booleans, or a single one. A tensor with a value keeps its dtype,
// and a parameter also its shape (ValueError); a new tensor gets the dtype of [New] for []any: Int64 for integers,
// Float32 if any number has a point or an exponent, so that Float64 loses digits, and Bool. A number that the dtype
// cannot represent and lists of different lengths are a ValueError, other values a TypeError. null changes nothing.
func (t *Tensor) UnmarshalJSON(data []byte) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil || v == nil {
		return err
	}
	r := jsonReader{}
	r.measure(v)
	if r.walk(v, 0, ""); r.err != nil {
		return r.err
	}
	dt := t.dtype
	if t.lay == nil {
		dt = r.natural()
	}
	x := r.tensor(dt)
	if r.err != nil {
		return r.err
	}
	return t.take("UnmarshalJSON", x.Reshape(r.shape...))
}

// take sets t to x, a new tensor.
func (t *Tensor) take(op string, x *Tensor) error {
	if t.lay == nil || !t.isParam() {
		*t = *x
		return nil
	}
	if !slices.Equal(x.lay.shape, t.lay.shape) {
		return &Error{op, ValueError, "For '" + op + "', the parameter has shape " + tupleText(t.lay.shape) + ", but the data have " +
			tupleText(x.lay.shape) + "."}
	}
	t.Assign(x)
	return nil
}

// jsonReader collects the elements of nested lists.
type jsonReader struct {
	shape   []int
	numbers []string
	truths  []bool
	err     error
}

// measure finds the shape from the first elements.
func (r *jsonReader) measure(v any) {
	for list, ok := v.([]any); ok; list, ok = v.([]any) {
		r.shape = append(r.shape, len(list))
		if v = nil; len(list) > 0 {
			v = list[0]
		}
	}
}

func (r *jsonReader) fail(kind Kind, at, what string) {
	if r.err == nil {
		r.err = &Error{"UnmarshalJSON", kind, "For 'UnmarshalJSON', element " + at + " is " + what + "."}
	}
}

func (r *jsonReader) walk(v any, depth int, at string) {
	list, ok := v.([]any)
	switch {
	case ok && (depth == len(r.shape) || len(list) != r.shape[depth]):
		r.fail(ValueError, at, "a list of length "+strconv.Itoa(len(list))+", but others at its place are not")
	case ok:
		for i, e := range list {
			r.walk(e, depth+1, at+"["+strconv.Itoa(i)+"]")
		}
	case depth != len(r.shape):
		r.fail(ValueError, at, "no list, but others at its place are")
	default:
		r.leaf(v, at)
	}
}

func (r *jsonReader) leaf(v any, at string) {
	switch v := v.(type) {
	case json.Number:
		r.numbers = append(r.numbers, v.String())
	case bool:
		r.truths = append(r.truths, v)
	default:
		r.fail(TypeError, at, "neither a number nor true or false")
	}
	if len(r.numbers) > 0 && len(r.truths) > 0 {
		r.fail(TypeError, at, "a number among true and false, or the other way round")
	}
}

// natural returns the dtype that a Python list of these elements would have.
func (r *jsonReader) natural() DType {
	switch {
	case len(r.truths) > 0:
		return Bool
	case len(r.numbers) == 0 || slices.ContainsFunc(r.numbers, func(s string) bool { return strings.ContainsAny(s, ".eE") }):
		return Float32
	}
	return Int64
}

// tensor returns the elements as dt.
func (r *jsonReader) tensor(dt DType) *Tensor {
	if dt == Bool || len(r.truths) > 0 {
		if len(r.numbers) > 0 || dt != Bool {
			r.wrong(dt)
		}
		return New(r.truths)
	}
	if dt.IsComplex() {
		r.wrong(dt)
		return nil
	}
	y := alloc(dt, newLayout([]int{len(r.numbers)}))
	to := reflect.ValueOf(y.elements())
	var wide []float64 // for half types
	for i, s := range r.numbers {
		var err error
		switch {
		case dt.IsUint():
			var v uint64
			v, err = strconv.ParseUint(s, 10, dt.Size()*8)
			to.Index(i).SetUint(v)
		case dt.IsInt():
			var v int64
			v, err = strconv.ParseInt(s, 10, dt.Size()*8)
			to.Index(i).SetInt(v)
		case isHalf(dt):
			var v float64
			v, err = strconv.ParseFloat(s, 64)
			wide = append(wide, v)
		default:
			var v float64
			v, err = strconv.ParseFloat(s, dt.Size()*8)
			to.Index(i).SetFloat(v)
		}
		if err != nil {
			r.fail(ValueError, "number "+strconv.Itoa(i), s+", which "+dt.String()+" cannot hold")
		}
	}
	if wide != nil {
		return New(wide).cast(dt)
	}
	return y
}

func (r *jsonReader) wrong(dt DType) {
	what := "numbers"
	if len(r.truths) > 0 {
		what = "true and false"
	}
	if r.err == nil {
		r.err = &Error{"UnmarshalJSON", TypeError, "For 'UnmarshalJSON', the tensor has dtype " + dt.String() + ", but the data are " + what + "."}
	}
}

// magic is the prefix that MarshalBinary writes; the last byte is the format version.
const magic = "MST\x01"

// MarshalBinary encodes the tensor for [Tensor.UnmarshalBinary] and for encoding/gob, which uses both: dtype, shape
// and elements in little-endian order, bit for bit; of a view only its own elements. It does not include the history
// on a tape.
func (t *Tensor) MarshalBinary() ([]byte, error) {
	if t == nil || t.lay == nil {
		return nil, unset("MarshalBinary")
	}
	name := t.dtype.String()
	b := append([]byte(magic), byte(len(name)))
	b = append(b, name...)
	b = append(b, 0)
	if t.weak {
		b[len(b)-1] = 1
	}
	b = binary.AppendUvarint(b, uint64(len(t.lay.shape)))
	for _, d := range t.lay.shape {
		b = binary.AppendUvarint(b, uint64(d))
	}
	return append(b, lebytes.Bytes(t.Values())...), nil
}

// UnmarshalBinary sets t to the tensor that [Tensor.MarshalBinary] encoded. A parameter keeps its shape and dtype:
// others are a ValueError, and so is invalid data.
func (t *Tensor) UnmarshalBinary(data []byte) error {
	wrong := &Error{"UnmarshalBinary", ValueError, "For 'UnmarshalBinary', the data are not those of a tensor, or not all of them."}
	rest, ok := bytes.CutPrefix(data, []byte(magic))
	if !ok || len(rest) == 0 || len(rest) < int(rest[0])+2 {
		return wrong
	}
	n := int(rest[0])
	dt, known := dtype.Parse(string(rest[1 : 1+n]))
	weak := rest[1+n] == 1
	rest = rest[2+n:]
	axes, read := binary.Uvarint(rest)
	if !known || read <= 0 || axes > uint64(len(rest)) {
		return wrong
	}
	rest = rest[read:]
	dims := make([]int, axes)
	for i := range dims {
		d, read := binary.Uvarint(rest)
		if read <= 0 {
			return wrong
		}
		dims[i], rest = int(d), rest[read:]
	}
	size, ok := lebytes.Count(dt, dims)
	if !ok || size*dt.Size() != len(rest) {
		return wrong
	}
	v, err := lebytes.Read(bytes.NewReader(rest), dt, size, binary.LittleEndian, int64(len(rest)))
	if err != nil {
		return wrong
	}
	x := Share(v)
	x.lay = newLayout(dims)
	if x.weak = weak; t.lay != nil && t.isParam() && x.dtype != t.dtype {
		return &Error{"UnmarshalBinary", ValueError, "For 'UnmarshalBinary', the parameter has dtype " + t.dtype.String() +
			", but the data have " + x.dtype.String() + "."}
	}
	return t.take("UnmarshalBinary", x)
}
