package np

import (
	"archive/zip"
	"bufio"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/internal/atomicfile"
	"github.com/msrepl/msrepl/tensor"
)

// Save writes x to a file in numpy's npy format, replacing it as a whole: numpy.save. ".npy" is appended to a name
// that does not end in it. BFloat16, which numpy lacks, is an error.
func Save(path string, x any) error {
	t := tensorOf(x)
	if !strings.HasSuffix(path, ".npy") {
		path += ".npy"
	}
	return inFile(path, atomicfile.Write(path, func(w io.Writer) error { return writeArray(w, t) }))
}

// Load reads an npy file: numpy.load. Both byte orders and both element orders are read; arrays of strings, records
// or Python objects are an error. For npz files see [Loadz].
func Load(path string) (*tensor.Tensor, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	r := bufio.NewReaderSize(f, 1<<16)
	if start, _ := r.Peek(4); string(start) == "PK\x03\x04" {
		return nil, fmt.Errorf("%s: an npz file holds several arrays: use np.Loadz", path)
	}
	x, err := readArray(r, info.Size())
	return x, inFile(path, err)
}

// Savez writes arrays to one npz file under their names, not compressed, replacing it as a whole: numpy.savez with
// keywords. ".npz" is appended to a name that does not end in it.
func Savez(path string, arrays map[string]*tensor.Tensor) error {
	return savez(path, arrays, zip.Store)
}

// SavezCompressed is Savez with compression: numpy.savez_compressed.
func SavezCompressed(path string, arrays map[string]*tensor.Tensor) error {
	return savez(path, arrays, zip.Deflate)
}

func savez(path string, arrays map[string]*tensor.Tensor, method uint16) error {
	if !strings.HasSuffix(path, ".npz") {
		path += ".npz"
	}
	return inFile(path, atomicfile.Write(path, func(w io.Writer) error {
		z := zip.NewWriter(w)
		for _, name := range slices.Sorted(maps.Keys(arrays)) {
			entry, err := z.CreateHeader(&zip.FileHeader{Name: name + ".npy", Method: method})
			if err != nil {
				return err
			}
			if err := writeArray(entry, tensorOf(arrays[name])); err != nil {
				return fmt.Errorf("array %q: %w", name, err)
			}
		}
		return z.Close()
	}))
}

// Loadz reads all arrays of an npz file, compressed or not: numpy.load.
func Loadz(path string) (map[string]*tensor.Tensor, error) {
	z, err := zip.OpenReader(path)
	if err != nil {
		return nil, inFile(path, err)
	}
	defer z.Close()
	arrays := map[string]*tensor.Tensor{}
	for _, f := range z.File {
		name := strings.TrimSuffix(f.Name, ".npy")
		if _, twice := arrays[name]; twice {
			return nil, fmt.Errorf("%s: the file has array %q twice", path, name)
		}
		if arrays[name], err = readEntry(f); err != nil {
			return nil, fmt.Errorf("%s: array %q: %w", path, name, err)
		}
	}
	return arrays, nil
}

// readEntry reads one array to its end, where the checksum is compared. It does not trust the sizes given in the
// file.
func readEntry(f *zip.File) (*tensor.Tensor, error) {
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	x, err := readArray(r, 0)
	if err != nil {
		return nil, err
	}
	if _, err := r.Read(make([]byte, 1)); err != nil && err != io.EOF {
		return nil, err
	}
	return x, nil
}

func inFile(path string, err error) error {
	if err == nil {
		return nil
	}
	if _, named := err.(*os.PathError); named {
		return err
	}
	return fmt.Errorf("%s: %w", path, err)
}
