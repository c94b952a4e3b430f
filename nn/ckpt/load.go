package ckpt

import (
	"errors"
	"hash/crc32"
	"io"
	"io/fs"
	"log/slog"
	"os"
)

// Load reads the parameters of a file: mindspore.load_checkpoint. Each is named as in the file, except that
// parameters of safetensors have MindSpore's default name, and that PyTorch's names (.pt, and .safetensors without
// "ms" in the metadata) become those of MindSpore's layers. If a .pt file holds more than a state dict, the
// parameters are those under state_dict, model_state_dict or model, and [ParamDict.Rest] has the remaining entries;
// entries of nested dicts have dotted names. Options are [ChoiceFunc], [CRCCheck], [Format] and, for files of
// PyTorch, [Like].
func Load(file string, opts ...Option) (*ParamDict, error) {
	o := loadOptions(opts)
	format, err := formatOf(file, o)
	if err != nil {
		return nil, err
	}
	f, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, failed(fs.ErrNotExist, "For 'load_checkpoint', the checkpoint file: %s does not exist, please check whether the "+
			"'ckpt_file_name' is correct", file)
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	var d *ParamDict
	switch format {
	case "safetensors":
		d, err = readSafetensors(f, info.Size(), o)
	case "pt":
		d, err = readTorch(f, info.Size(), o)
	default:
		d, err = read(f, info.Size(), o)
	}
	if err != nil {
		return nil, failed(err, "Failed to read the checkpoint file %s", file)
	}
	if d.Len() == 0 {
		return nil, errEmpty
	}
	return d, nil
}

func loadOptions(opts []Option) options {
	return readOptions("load_checkpoint", opts, "ChoiceFunc", "CRCCheck", "Format", "Like")
}

// read reads a .ckpt file of the given size.
func read(r io.ReaderAt, size int64, o options) (*ParamDict, error) {
	end, want, hasSum := checksum(r, size)
	sum := crc32.NewIEEE()
	d := NewParamDict()
	in := newDecoder(io.TeeReader(io.NewSectionReader(r, 0, end), sum), end)
	if err := collect(in, d, o); err != nil {
		return nil, failed(err, "The file may be corrupted, and the content cannot be parsed")
	}
	if !o.check {
		return d, nil
	}
	if !hasSum {
		slog.Warn("For 'load_checkpoint', the ckpt file do not contain the crc code, please check the file.")
		return d, nil
	}
	if sum.Sum32() != want {
		return nil, errDamaged
	}
	return d, nil
}

// checksum returns where the messages of a file end, and the checksum after them if there is one.
func checksum(r io.ReaderAt, size int64) (end int64, sum uint32, ok bool) {
	b := make([]byte, crcSize)
	if size < int64(crcSize) {
		return size, 0, false
	}
	if _, err := r.ReadAt(b, size-int64(crcSize)); err != nil || string(b[:len(crcMark)]) != crcMark {
		return size, 0, false
	}
	for _, x := range b[len(crcMark):] {
		sum = sum<<8 | uint32(x) // only 32 bits of the ten bytes are used
	}
	return size - int64(crcSize), sum, true
}

// collect reads all values into d; a value with the same tag as the one before continues it.
func collect(in *decoder, d *ParamDict, o options) error {
	var parts []value
	flush := func() error {
		if len(parts) == 0 || !o.chooses(parts[0].tag) {
			return nil
		}
		e, err := entry(parts)
		if err == nil && e != nil {
			d.Set(parts[0].tag, e)
		}
		return err
	}
	err := in.checkpoint(func(v value) error {
		if len(parts) > 0 && parts[0].tag != v.tag {
			if err := flush(); err != nil {
				return err
			}
			parts = nil
		}
		parts = append(parts, v)
		return nil
	})
	if err != nil {
		return err
	}
	return flush()
}
