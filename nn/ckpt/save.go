package ckpt

import (
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/internal/atomicfile"
	"github.com/msrepl/msrepl/internal/compute/lebytes"
	"github.com/msrepl/msrepl/internal/session/invoke"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

const sliceSize = 512 << 20 // SLICE_SIZE in train/serialization.py

// Save writes the parameters of obj, a network, a collection of parameters, the state of a cell (nn.StateDict) or a
// [ParamDict], to a file: mindspore.save_checkpoint. The extension of the format is appended unless the file name
// ends in it. As in MindSpore, the file is read-only. Options are [AppendDict], [ChoiceFunc], [CRCCheck], [Format]
// and [SliceSize]. An obj of any other type, and a value that cannot be saved, raise TypeError. The returned error is
// that of the file system, or states what the format cannot hold.
func Save(obj any, file string, opts ...Option) error {
	o := readOptions("save_checkpoint", opts, "AppendDict", "ChoiceFunc", "CRCCheck", "Format", "SliceSize")
	entries := choose(entriesOf(obj), o)
	for _, name := range slices.Sorted(maps.Keys(o.append)) {
		entries.Set(name, appended(name, o.append[name]))
	}
	if file == "" {
		return failed(nil, "For 'save_checkpoint', the parameter `ckpt_file_name` must be a file name, but got ''.")
	}
	format, err := formatOf(file, o)
	if err != nil {
		return err
	}
	if !strings.HasSuffix(file, format) {
		file += "." + format
	}
	if info, err := os.Stat(file); err == nil && info.IsDir() {
		return failed(nil, "For 'save_checkpoint', the parameter `ckpt_file_name`: %s is a directory, it must be a file name.", file)
	}
	switch format {
	case "ckpt":
		err = saveCkpt(entries, file, o)
	case "safetensors":
		err = saveSafetensors(entries, file, o)
	default:
		return fmt.Errorf("ckpt: files of format %q can be loaded, but not saved", format)
	}
	if err != nil {
		return err
	}
	return os.Chmod(file, 0o400)
}

// formatOf returns the format of a file, by the option or else by the extension of its name.
func formatOf(file string, o options) (string, error) {
	switch o.format {
	case "":
	case "ckpt", "safetensors", "pt":
		return o.format, nil
	default:
		return "", fmt.Errorf("ckpt: the format must be ckpt, safetensors or pt, but got %s", o.format)
	}
	switch filepath.Ext(file) {
	case ".safetensors":
		return "safetensors", nil
	case ".pt", ".pth":
		return "pt", nil
	}
	return "ckpt", nil
}

// entriesOf returns the entries of an object to save.
func entriesOf(obj any) *ParamDict {
	d := NewParamDict()
	switch v := obj.(type) {
	case *ParamDict:
		return v
	case nn.ParameterDict:
		for _, it := range v.Items() {
			d.Set(it.Name, it.Param)
		}
	case *nn.StateDict:
		for _, name := range v.Keys() {
			d.Set(name, nn.NewParameter(v.Get(name), name))
		}
	case nn.Layer:
		for _, it := range v.CellBase().ParametersAndNames() {
			d.Set(it.Param.Name(), it.Param)
		}
	case nn.ParameterList, nn.ParameterTuple, nn.ParameterSeq, []*nn.Parameter, *nn.Parameter, []any:
		for _, p := range nn.NewParameterTuple(v) {
			d.Set(p.Name(), p)
		}
	default:
		tensor.Throw("save_checkpoint", tensor.TypeError, "For 'save_checkpoint', the parameter 'save_obj' must be nn.Cell, list or dict, but got %s.",
			invoke.TypeName(reflect.TypeOf(obj)))
	}
	return d
}

func choose(d *ParamDict, o options) *ParamDict {
	out := NewParamDict()
	for _, n := range d.names {
		if o.chooses(n) {
			out.Set(n, d.values[n])
		}
	}
	return out
}

// appended returns a value of append_dict as an entry.
func appended(name string, v any) any {
	if x, ok := invoke.AsTensor(v); ok {
		return nn.NewParameter(x, name)
	}
	switch v := v.(type) {
	case string:
		return v
	case int, float64, float32, bool:
		return nn.NewParameter(tensor.New(v), name)
	}
	tensor.Throw("save_checkpoint", tensor.TypeError, "For 'save_checkpoint', the type of dict 'append_info' must be key: string, value: int, "+
		"float or bool, but got key: str, value: %s", invoke.TypeName(reflect.TypeOf(v)))
	return nil
}

func saveCkpt(entries *ParamDict, file string, o options) error {
	var values []value
	for _, name := range entries.names {
		v, err := encode(name, entries.values[name])
		if err != nil {
			return fmt.Errorf("ckpt: %w", err)
		}
		values = append(values, v)
	}
	return atomicfile.Write(file, func(w io.Writer) error { return writeAll(w, values, max(o.slice, 1), o.check) })
}

// encode returns an entry in the form of the file. The content aliases the memory of a contiguous parameter.
func encode(name string, entry any) (value, error) {
	if s, ok := entry.(string); ok {
		return value{tag: name, dims: []int{0}, typ: textType, content: utf32(s)}, nil
	}
	p := entry.(*nn.Parameter)
	if p.Tensor == nil {
		return value{}, fmt.Errorf("parameter %q has no value", name)
	}
	if _, ok := dtypes[p.DType().String()]; !ok {
		return value{}, fmt.Errorf("parameter %q: the format has no %v; save the real and imaginary parts", name, p.DType())
	}
	dims := p.Shape()
	if len(dims) == 0 {
		dims = []int{0}
	}
	return value{tag: name, dims: dims, typ: p.DType().String(), content: lebytes.Bytes(p.Values())}, nil
}
