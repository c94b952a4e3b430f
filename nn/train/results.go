package train

import (
	"cmp"
	"encoding/json"
	"html"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/internal/session/invoke"
	"github.com/msrepl/msrepl/internal/text/pyrepr"
	"github.com/msrepl/msrepl/py"
	"github.com/msrepl/msrepl/tensor"
)

// Results holds the metrics of an evaluation by name, in the order in which they were passed to the model. It prints
// as a Python dict.
type Results struct {
	names  []string
	values []any // float64 or *tensor.Tensor
}

func (r *Results) set(name string, value any) {
	r.names, r.values = append(r.names, name), append(r.values, value)
}

// Len returns the number of metrics.
func (r Results) Len() int { return len(r.names) }

// Keys returns the names in order.
func (r Results) Keys() py.DictKeys { return slices.Clone(r.names) }

// MarshalJSON writes an object of the metrics in their order.
func (r Results) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for i, name := range r.names {
		if i > 0 {
			b = append(b, ',')
		}
		key, err := json.Marshal(name)
		value, err2 := json.Marshal(r.values[i])
		if err := cmp.Or(err, err2); err != nil {
			return nil, err
		}
		b = append(append(append(b, key...), ':'), value...)
	}
	return append(b, '}'), nil
}

// Has reports whether there is a metric called name.
func (r Results) Has(name string) bool { return slices.Contains(r.names, name) }

// Get returns a metric, a float64 or a *tensor.Tensor. An unknown name raises KeyError.
func (r Results) Get(name string) any {
	i := slices.Index(r.names, name)
	if i < 0 {
		tensor.Throw("Results", tensor.KeyError, "'%s'", name)
	}
	return r.values[i]
}

// Float returns a metric that is a single number. An unknown name raises KeyError, a metric of several numbers
// ValueError.
func (r Results) Float(name string) float64 {
	v := r.Get(name)
	if f, ok := v.(float64); ok {
		return f
	}
	x, ok := invoke.AsTensor(v)
	if !ok {
		x = tensor.New(v)
	}
	return x.Float()
}

// String returns the text of a Python dict.
func (r Results) String() string { return pyrepr.Line(r) }

// Repr is the same text as String.
func (r Results) Repr() string { return pyrepr.Line(r) }

// ReprParts returns the brackets of a Python dict and its entries.
func (r Results) ReprParts() (open string, parts []any, end string) {
	for i, n := range r.names {
		parts = append(parts, entry{n, r.values[i]})
	}
	return "{", parts, "}"
}

// HTML returns a table of the metrics.
func (r Results) HTML() string {
	var b strings.Builder
	b.WriteString("<table><tr><th>metric</th><th>value</th></tr>")
	for i, n := range r.names {
		b.WriteString("<tr><td>" + html.EscapeString(n) + "</td><td>" + html.EscapeString(tensor.Repr(r.values[i])) + "</td></tr>")
	}
	return b.String() + "</table>"
}

// entry prints as an entry of a Python dict.
type entry struct {
	name  string
	value any
}

func (e entry) String() string { return tensor.Repr(e.name) + ": " + tensor.Repr(e.value) }

// Repr is the same text as String.
func (e entry) Repr() string { return e.String() }
