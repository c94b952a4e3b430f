package safetensors

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/internal/compute/lebytes"
	"github.com/msrepl/msrepl/tensor"
)

// Load returns the tensors of a file by name: mindspore.load_checkpoint(path, format="safetensors").
func Load(path string) (map[string]*tensor.Tensor, error) {
	tensors, _, err := LoadMetadata(path)
	return tensors, err
}

// LoadMetadata returns the tensors of a file by name, and the strings stored with them, nil if there are none.
func LoadMetadata(path string) (tensors map[string]*tensor.Tensor, metadata map[string]string, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, nil, err
	}
	tensors, metadata, err = Read(bufio.NewReaderSize(f, 1<<16), info.Size())
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	return tensors, metadata, nil
}

// Read reads a file of the given size from r.
func Read(r io.Reader, size int64) (tensors map[string]*tensor.Tensor, metadata map[string]string, err error) {
	text, err := readHeader(r, size)
	if err != nil {
		return nil, nil, fmt.Errorf("safetensors: %w", err)
	}
	entries, metadata, err := parseHeader(text)
	if err != nil {
		return nil, nil, fmt.Errorf("safetensors: %w", err)
	}
	order, err := layOut(entries, size-8-int64(len(text)))
	if err != nil {
		return nil, nil, fmt.Errorf("safetensors: %w", err)
	}
	tensors = map[string]*tensor.Tensor{}
	for _, name := range order {
		e := entries[name]
		n, _ := lebytes.Count(types[e.DType], e.Shape)
		v, err := lebytes.Read(r, types[e.DType], n, binary.LittleEndian, size) // layOut saw that it fits
		if err != nil {
			return nil, nil, fmt.Errorf("safetensors: tensor %q: %w", name, err)
		}
		tensors[name] = tensor.Share(v).Reshape(e.Shape...)
	}
	return tensors, metadata, nil
}

// readHeader returns the JSON text in front of the data.
func readHeader(r io.Reader, size int64) ([]byte, error) {
	var length [8]byte
	if _, err := io.ReadFull(r, length[:]); err != nil {
		return nil, errors.New("the file is too short for a header")
	}
	n := binary.LittleEndian.Uint64(length[:])
	if n > maxHeader {
		return nil, fmt.Errorf("a header of %d bytes is longer than the %d allowed", n, maxHeader)
	}
	if int64(n) > size-8 {
		return nil, fmt.Errorf("a header of %d bytes does not fit in the file of %d", n, size)
	}
	text := make([]byte, n)
	if _, err := io.ReadFull(r, text); err != nil {
		return nil, fmt.Errorf("header: %w", err)
	}
	if n == 0 || text[0] != '{' {
		return nil, errors.New("the header does not start with '{'")
	}
	return text, nil
}

// parseHeader decodes the header. It goes key by key, because a key given twice is an error.
func parseHeader(text []byte) (entries map[string]entry, metadata map[string]string, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	if _, err := d.Token(); err != nil {
		return nil, nil, headerError(err)
	}
	entries = map[string]entry{}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, nil, headerError(err)
		}
		name := key.(string) // the decoder takes nothing else in an object
		if name == metadataKey && metadata == nil {
			if err := d.Decode(&metadata); err != nil {
				return nil, nil, headerError(err)
			}
			continue
		}
		if _, twice := entries[name]; twice || name == metadataKey {
			return nil, nil, fmt.Errorf("the header has %q twice", name)
		}
		var e entry
		if err := d.Decode(&e); err != nil {
			return nil, nil, headerError(err)
		}
		entries[name] = e
	}
	if _, err := d.Token(); err != nil {
		return nil, nil, headerError(err)
	}
	if rest := text[d.InputOffset():]; len(bytes.TrimRight(rest, " ")) > 0 {
		return nil, nil, errors.New("the header goes on after its JSON object")
	}
	return entries, metadata, nil
}

func headerError(err error) error {
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return fmt.Errorf("header: %w", err)
}

// layOut checks that the tensors fill the data without gaps or overlap, and returns their names in data order.
func layOut(entries map[string]entry, size int64) ([]string, error) {
	order := slices.SortedFunc(maps.Keys(entries), func(a, b string) int {
		return cmp.Or(slices.Compare(entries[a].Offsets, entries[b].Offsets), strings.Compare(a, b))
	})
	at := 0
	for _, name := range order {
		e := entries[name]
		dt, known := types[e.DType]
		if !known {
			return nil, fmt.Errorf("tensor %q has dtype %q, which is not supported", name, e.DType)
		}
		n, ok := lebytes.Count(dt, e.Shape)
		if !ok {
			return nil, fmt.Errorf("tensor %q has an impossible shape %v", name, e.Shape)
		}
		if len(e.Offsets) != 2 || e.Offsets[0] != at || e.Offsets[1]-at != n*dt.Size() {
			return nil, fmt.Errorf("tensor %q of %d bytes has data_offsets %v where [%d %d] is expected",
				name, n*dt.Size(), e.Offsets, at, at+n*dt.Size())
		}
		at = e.Offsets[1]
	}
	if int64(at) != size {
		return nil, fmt.Errorf("the tensors take %d bytes, but the file holds %d", at, size)
	}
	return order, nil
}
