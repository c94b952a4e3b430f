// Package safetensors reads and writes the safetensors file format of Hugging Face, which exchanges weights between
// MindSpore (load_checkpoint with format="safetensors"), PyTorch and others.
//
// A file is the length of its header in eight bytes, little-endian, the header in JSON, and the tensors' elements,
// little-endian in row-major order without gaps. It supports all element types but Complex128.
//
// Invalid files give errors that say what is wrong. Reading takes memory in proportion to the size of the file, not
// to the sizes in its header.
package safetensors

import "github.com/msrepl/msrepl/tensor"

// names are the format's names of the element types.
var names = map[tensor.DType]string{
	tensor.Bool:      "BOOL",
	tensor.Int8:      "I8",
	tensor.UInt8:     "U8",
	tensor.Int16:     "I16",
	tensor.UInt16:    "U16",
	tensor.Int32:     "I32",
	tensor.UInt32:    "U32",
	tensor.Int64:     "I64",
	tensor.UInt64:    "U64",
	tensor.Float16:   "F16",
	tensor.BFloat16:  "BF16",
	tensor.Float32:   "F32",
	tensor.Float64:   "F64",
	tensor.Complex64: "C64",
}

// types is names the other way round.
var types = func() map[string]tensor.DType {
	m := map[string]tensor.DType{}
	for dt, name := range names {
		m[name] = dt
	}
	return m
}()

// entry describes one tensor in the header.
type entry struct {
	DType   string `json:"dtype"`
	Shape   []int  `json:"shape"`
	Offsets []int  `json:"data_offsets"`
}

const (
	metadataKey = "__metadata__"
	maxHeader   = 100_000_000 // bytes, the limit of the reference implementation
)
