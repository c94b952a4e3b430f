package ckpt

import (
	"bufio"
	"fmt"
	"hash/crc32"
	"io"
	"log/slog"
	"maps"
	"slices"
	"strconv"

	"github.com/msrepl/msrepl/internal/compute/lebytes"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/safetensors"
	"github.com/msrepl/msrepl/tensor"
)

// saveSafetensors writes the entries with the metadata that MindSpore writes.
func saveSafetensors(entries *ParamDict, file string, o options) error {
	tensors := map[string]*tensor.Tensor{}
	for _, name := range entries.names {
		p, ok := entries.values[name].(*nn.Parameter)
		if !ok {
			return fmt.Errorf("ckpt: %q is a string, which safetensors files do not hold", name)
		}
		tensors[name] = p.Tensor
	}
	meta := map[string]string{"format": "ms"}
	if o.check {
		meta[crcMark] = strconv.FormatUint(uint64(sumOf(tensors)), 10)
	}
	return safetensors.Save(file, tensors, meta)
}

// sumOf returns the checksum over names and elements, in order of names.
func sumOf(tensors map[string]*tensor.Tensor) uint32 {
	sum := crc32.NewIEEE()
	for _, name := range slices.Sorted(maps.Keys(tensors)) {
		sum.Write([]byte(name))
		sum.Write(lebytes.Bytes(tensors[name].Values()))
	}
	return sum.Sum32()
}

func readSafetensors(r io.Reader, size int64, o options) (*ParamDict, error) {
	tensors, meta, err := safetensors.Read(bufio.NewReaderSize(r, 1<<16), size)
	if err != nil {
		return nil, err
	}
	if o.check {
		switch want, ok := meta[crcMark]; {
		case !ok:
			slog.Warn("For 'load_checkpoint', the safetensors file do not contain the crc code, please check the file.")
		case want != strconv.FormatUint(uint64(sumOf(tensors)), 10):
			return nil, errDamaged
		}
	}
	names := slices.Sorted(maps.Keys(tensors))
	d := NewParamDict()
	if meta["format"] == "ms" && o.like == nil {
		for _, name := range names {
			if o.chooses(name) {
				d.Set(name, parameter(tensors[name]))
			}
		}
		return d, nil
	}
	var state []item // other files have PyTorch's names
	for _, name := range names {
		state = append(state, item{name, tensors[name]})
	}
	d.takeTorch(state, o, func(_ string, x *tensor.Tensor) *nn.Parameter { return parameter(x) })
	return d, nil
}

// parameter returns a parameter with MindSpore's default name.
func parameter(x *tensor.Tensor) *nn.Parameter {
	p := nn.NewParameter(0.0)
	p.Tensor = x.AsParam()
	return p
}
