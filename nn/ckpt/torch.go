package ckpt

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"path"

	"github.com/nlpodyssey/gopickle/pickle"
	"github.com/nlpodyssey/gopickle/types"

	"github.com/msrepl/msrepl/internal/compute/lebytes"
	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// readTorch reads a state dict written by torch.save, alone or in a dict under one of the usual names, and translates
// the names to those of MindSpore's layers.
func readTorch(r io.ReaderAt, size int64, o options) (*ParamDict, error) {
	obj, err := unpickle(r, size)
	if err != nil {
		return nil, err
	}
	state, rest, err := stateDict(obj)
	if err != nil {
		return nil, err
	}
	d := NewParamDict()
	d.takeTorch(state, o, named)
	d.rest = rest
	return d, nil
}

// takeTorch adds tensors with PyTorch's names, as parameters returned by param.
func (d *ParamDict) takeTorch(state []item, o options, param func(name string, x *tensor.Tensor) *nn.Parameter) {
	classes := classesIn(o.like)
	if classes == nil {
		d.original, classes = map[string]string{}, guess(state)
	}
	for _, it := range state {
		made, ok := translate(it, classes)
		if !ok || !o.chooses(made.name) {
			continue
		}
		d.Set(made.name, param(made.name, made.value))
		if d.original != nil {
			d.original[made.name] = it.name
		}
	}
}

// named returns a parameter with a name.
func named(name string, x *tensor.Tensor) *nn.Parameter {
	p := nn.NewParameter(0.0, name)
	p.Tensor = x.AsParam()
	return p
}

// spareRoom plus 16 times the size of a file is the memory limit for expanded tensors.
const spareRoom = 64 << 20

// archive is a file written by torch.save, an uncompressed zip file.
type archive struct {
	files    map[string]*zip.File // by name within the folder of the archive
	storages map[string]any       // typed slices already read
	order    binary.ByteOrder
	room     int // bytes that tensors may take beyond those in the file, as expanded views do
}

// unpickle returns the object in a file, with our tensors in place of PyTorch's.
func unpickle(r io.ReaderAt, size int64) (any, error) {
	z, err := zip.NewReader(r, size)
	if err != nil {
		return nil, fmt.Errorf("the file is not of PyTorch 1.6 or later: %w", err)
	}
	a := &archive{files: map[string]*zip.File{}, storages: map[string]any{}, order: binary.LittleEndian, room: spareRoom + 16*int(size)}
	for _, f := range z.File {
		if f.Method != zip.Store || f.UncompressedSize64 != f.CompressedSize64 || f.UncompressedSize64 > uint64(size) {
			return nil, fmt.Errorf("%s in the file is compressed, which PyTorch does not do", f.Name)
		}
		a.files[path.Base(f.Name)] = f
	}
	if _, ok := a.files["constants.pkl"]; ok {
		return nil, errors.New("the file is a TorchScript program, not a state dict")
	}
	if order, err := a.read("byteorder"); err == nil && string(order) == "big" {
		a.order = binary.BigEndian
	}
	text, err := a.read("data.pkl")
	if err != nil {
		return nil, err
	}
	if err := checkPickle(text); err != nil {
		return nil, err
	}
	return a.run(text)
}

// run executes a pickle. The unpickler panics on some malformed pickles. That is an error of the file, so run
// recovers from it.
func (a *archive) run(text []byte) (obj any, err error) {
	defer func() {
		if v := recover(); v != nil {
			obj, err = nil, fmt.Errorf("data.pkl is not a valid pickle: %v", v)
		}
	}()
	u := pickle.NewUnpickler(bytes.NewReader(text))
	u.FindClass, u.PersistentLoad = a.findClass, a.storage
	return u.Load()
}

func (a *archive) read(name string) ([]byte, error) {
	f, ok := a.files[name]
	if !ok {
		return nil, fmt.Errorf("the file has no %s", name)
	}
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	b := make([]byte, f.UncompressedSize64)
	if _, err := io.ReadFull(r, b); err != nil {
		return nil, fmt.Errorf("%s in the file: %w", name, err)
	}
	return b, nil
}

// storageClass is torch.FloatStorage or a similar class.
type storageClass struct{ dtype tensor.DType }

var storageClasses = map[string]tensor.DType{
	"BoolStorage": tensor.Bool, "ByteStorage": tensor.UInt8, "CharStorage": tensor.Int8, "ShortStorage": tensor.Int16,
	"IntStorage": tensor.Int32, "LongStorage": tensor.Int64, "HalfStorage": tensor.Float16, "BFloat16Storage": tensor.BFloat16,
	"FloatStorage": tensor.Float32, "DoubleStorage": tensor.Float64, "ComplexFloatStorage": tensor.Complex64, "ComplexDoubleStorage": tensor.Complex128,
}

// findClass returns the representation of a PyTorch class. Other classes do not belong in a state dict and are
// errors.
func (a *archive) findClass(module, name string) (any, error) {
	if dt, ok := storageClasses[name]; ok && module == "torch" {
		return storageClass{dt}, nil
	}
	if module == "torch._utils" && (name == "_rebuild_tensor_v2" || name == "_rebuild_parameter") {
		return rebuild{a, name}, nil
	}
	return nil, fmt.Errorf("the file holds an object of %s.%s, not only a state dict: save net.state_dict()", module, name)
}

// storage returns the elements identified by a persistent id ("storage", class, key, device, size), as a typed slice.
func (a *archive) storage(id any) (any, error) {
	t, ok := id.(*types.Tuple)
	if !ok || t.Len() < 5 {
		return nil, errors.New("a persistent id is not that of a storage")
	}
	class, ok1 := t.Get(1).(storageClass)
	key, ok2 := t.Get(2).(string)
	n, ok3 := t.Get(4).(int)
	if !ok1 || !ok2 || !ok3 || n < 0 {
		return nil, errors.New("a persistent id is not that of a storage")
	}
	if s, ok := a.storages[key]; ok {
		return s, nil
	}
	f, ok := a.files[key]
	if !ok || f.UncompressedSize64/uint64(class.dtype.Size()) < uint64(n) {
		return nil, fmt.Errorf("the file lacks the %d elements of storage %s", n, key)
	}
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	s, err := lebytes.Read(r, class.dtype, n, a.order, int64(f.UncompressedSize64))
	if err != nil {
		return nil, fmt.Errorf("storage %s: %w", key, err)
	}
	a.storages[key] = s
	return s, nil
}

// rebuild is a function that a pickle calls to create a tensor.
type rebuild struct {
	*archive
	name string
}

// Call returns the tensor: _rebuild_tensor_v2(storage, offset, size, stride, …) or _rebuild_parameter(tensor, …).
func (f rebuild) Call(args ...any) (any, error) {
	if f.name == "_rebuild_parameter" && len(args) > 0 {
		if x, ok := args[0].(*tensor.Tensor); ok {
			return x, nil
		}
	}
	if f.name == "_rebuild_tensor_v2" && len(args) >= 4 {
		offset, ok1 := args[1].(int)
		dims, ok2 := ints(args[2])
		strides, ok3 := ints(args[3])
		if ok1 && ok2 && ok3 && len(dims) == len(strides) {
			return f.strided(args[0], offset, dims, strides)
		}
	}
	return nil, fmt.Errorf("%s has unexpected arguments", f.name)
}

func ints(v any) ([]int, bool) {
	t, ok := v.(*types.Tuple)
	if !ok || t.Len() > maxAxes {
		return nil, false
	}
	out := make([]int, t.Len())
	for i := range out {
		n, ok := t.Get(i).(int)
		if !ok || n < 0 {
			return nil, false
		}
		out[i] = n
	}
	return out, true
}

// strided copies elements of a storage into a new tensor.
func (a *archive) strided(storage any, offset int, dims, strides []int) (*tensor.Tensor, error) {
	if _, isTuple := storage.(*types.Tuple); isTuple || storage == nil {
		return nil, errors.New("a tensor has no storage")
	}
	var x *tensor.Tensor
	if err := tensor.Try(func() { x = tensor.Share(storage) }); err != nil {
		return nil, errors.New("a tensor has no storage")
	}
	n, ok := lebytes.Count(x.DType(), dims)
	if !ok || offset < 0 || offset > x.Size() || n > 0 && !within(x.Size()-offset, dims, strides) {
		return nil, fmt.Errorf("a tensor of shape %v goes beyond its storage of %d elements", dims, x.Size())
	}
	if n == 0 || shape.Contiguous(dims, strides) {
		return x.At(tensor.Span(offset, offset+n)).Reshape(dims...).Clone(), nil
	}
	if n > x.Size() {
		each := x.DType().Size() + 8
		if n > a.room/each {
			return nil, fmt.Errorf("a tensor of shape %v goes beyond its storage of %d elements, more than a file of this size may", dims, x.Size())
		}
		a.room -= n * each
	}
	index := make([]int64, n)
	for i := range index {
		at, rest := offset, i
		for k := len(dims) - 1; k >= 0; k-- {
			at += rest % dims[k] * strides[k]
			rest /= dims[k]
		}
		index[i] = int64(at)
	}
	return x.At(tensor.Share(index)).Reshape(dims...), nil
}

// within reports whether the last element of a non-empty tensor is within size elements.
func within(size int, dims, strides []int) bool {
	last := size - 1
	for i, d := range dims {
		if d > 1 && strides[i] > 0 {
			if d-1 > last/strides[i] {
				return false
			}
			last -= (d - 1) * strides[i]
		}
	}
	return last >= 0
}
