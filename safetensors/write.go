package safetensors

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/msrepl/msrepl/internal/atomicfile"
	"github.com/msrepl/msrepl/internal/compute/lebytes"
	"github.com/msrepl/msrepl/tensor"
)

// Save writes tensors to a file, atomically: mindspore.save_checkpoint with format="safetensors". metadata, if given,
// is stored with them.
func Save(path string, tensors map[string]*tensor.Tensor, metadata ...map[string]string) error {
	return atomicfile.Write(path, func(w io.Writer) error { return Write(w, tensors, metadata...) })
}

// Write writes tensors, and metadata if given, to w. The same arguments give the same bytes: wider element types come
// first, so that all are aligned, then tensors are sorted by name.
func Write(w io.Writer, tensors map[string]*tensor.Tensor, metadata ...map[string]string) error {
	order := slices.SortedFunc(maps.Keys(tensors), func(a, b string) int {
		return cmp.Or(cmp.Compare(rank(tensors[b]), rank(tensors[a])), cmp.Compare(a, b))
	})
	text, err := header(order, tensors, metadata)
	if err != nil {
		return fmt.Errorf("safetensors: %w", err)
	}
	if _, err := w.Write(binary.LittleEndian.AppendUint64(nil, uint64(len(text)))); err != nil {
		return err
	}
	if _, err := w.Write(text); err != nil {
		return err
	}
	for _, name := range order {
		if _, err := w.Write(lebytes.Bytes(tensors[name].Values())); err != nil {
			return err
		}
	}
	return nil
}

// rank is the width that decides about alignment; a missing tensor is refused later.
func rank(t *tensor.Tensor) int {
	if t == nil {
		return 0
	}
	return t.ItemSize()
}

// header returns the JSON that describes the tensors, padded with blanks to keep the data aligned.
func header(order []string, tensors map[string]*tensor.Tensor, metadata []map[string]string) ([]byte, error) {
	text := bytes.NewBufferString("{")
	for _, m := range metadata {
		if len(metadata) > 1 {
			return nil, fmt.Errorf("at most one map of metadata may be given, but got %d", len(metadata))
		}
		if err := field(text, metadataKey, m); err != nil {
			return nil, err
		}
	}
	at := 0
	for _, name := range order {
		e, err := describe(name, tensors[name], at)
		if err != nil {
			return nil, err
		}
		if err := field(text, name, e); err != nil {
			return nil, err
		}
		at = e.Offsets[1]
	}
	text.WriteByte('}')
	for text.Len()%8 != 0 {
		text.WriteByte(' ')
	}
	if text.Len() > maxHeader {
		return nil, fmt.Errorf("the header takes %d bytes, but %d are allowed", text.Len(), maxHeader)
	}
	return text.Bytes(), nil
}

func describe(name string, t *tensor.Tensor, at int) (entry, error) {
	switch {
	case name == metadataKey:
		return entry{}, fmt.Errorf("a tensor may not be called %q", name)
	case t == nil:
		return entry{}, fmt.Errorf("tensor %q is nil", name)
	}
	dt, ok := names[t.DType()]
	if !ok {
		return entry{}, fmt.Errorf("tensor %q: the format has no %v; save the real and imaginary parts", name, t.DType())
	}
	shape := t.Shape()
	if shape == nil {
		shape = []int{} // written as [], not null
	}
	return entry{dt, shape, []int{at, at + t.NBytes()}}, nil
}

// field appends "key":value to an object.
func field(text *bytes.Buffer, key string, value any) error {
	if text.Len() > 1 {
		text.WriteByte(',')
	}
	k, err := json.Marshal(key)
	if err != nil {
		return err
	}
	v, err := json.Marshal(value)
	if err != nil {
		return err
	}
	text.Write(k)
	text.WriteByte(':')
	text.Write(v)
	return nil
}
