package data

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/msrepl/msrepl/internal/compute/lebytes"
	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/tensor"
)

// idxTypes are the element types of idx files by the third byte of the header (Y. LeCun, The MNIST Database).
var idxTypes = map[byte]tensor.DType{
	0x08: tensor.UInt8,
	0x09: tensor.Int8,
	0x0B: tensor.Int16,
	0x0C: tensor.Int32,
	0x0D: tensor.Float32,
	0x0E: tensor.Float64,
}

// ReadIDX reads an idx file, the format of MNIST, optionally compressed with gzip. The error says what is wrong with
// the file; sizes in the header are checked against the file before memory is allocated.
func ReadIDX(file string) (*tensor.Tensor, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	x, err := readIDX(bufio.NewReader(f), info.Size())
	if err != nil {
		return nil, fmt.Errorf("data: %s: %w", file, err)
	}
	return x, nil
}

// maxDeflate is the maximum number of bytes that one compressed byte can represent (RFC 1951: 258 bytes in two bits).
const maxDeflate = 1032

// readIDX reads from r, which has size bytes.
func readIDX(r *bufio.Reader, size int64) (*tensor.Tensor, error) {
	if magic, _ := r.Peek(2); len(magic) == 2 && magic[0] == 0x1f && magic[1] == 0x8b {
		z, err := gzip.NewReader(r)
		if err != nil {
			return nil, fmt.Errorf("a damaged gzip file: %w", err)
		}
		return decodeIDX(z, size*maxDeflate)
	}
	return decodeIDX(r, size)
}

// decodeIDX reads an idx file that has at most limit bytes.
func decodeIDX(r io.Reader, limit int64) (*tensor.Tensor, error) {
	var head [4]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return nil, fmt.Errorf("not an idx file, it ends in the header: %w", err)
	}
	dt, ok := idxTypes[head[2]]
	if head[0] != 0 || head[1] != 0 || !ok || head[3] == 0 {
		return nil, fmt.Errorf("not an idx file, it begins with % x", head)
	}
	dims := make([]int, head[3])
	total := int64(dt.Size())
	for i := range dims {
		var d [4]byte
		if _, err := io.ReadFull(r, d[:]); err != nil {
			return nil, fmt.Errorf("the file ends in the header: %w", err)
		}
		dims[i] = int(binary.BigEndian.Uint32(d[:]))
		if dims[i] > 0 && total > limit/int64(dims[i]) {
			return nil, fmt.Errorf("the header promises more than the file holds: shape %v… of %s", dims[:i+1], dt)
		}
		total *= int64(dims[i])
	}
	return elements(r, dt, total, dims)
}

// elements reads the total bytes behind the header. Memory grows with what is really there.
func elements(r io.Reader, dt tensor.DType, total int64, dims []int) (*tensor.Tensor, error) {
	body, err := io.ReadAll(io.LimitReader(r, total+1))
	if err != nil {
		return nil, fmt.Errorf("a damaged file: %w", err)
	}
	if int64(len(body)) < total {
		return nil, fmt.Errorf("the file is truncated: it has %d of %d bytes after the header", len(body), total)
	}
	if int64(len(body)) > total {
		return nil, fmt.Errorf("the file has more than the %d bytes that shape %s of %s takes", total, shape.Tuple(dims), dt)
	}
	values, err := lebytes.Read(bytes.NewReader(body), dt, len(body)/dt.Size(), binary.BigEndian, total)
	if err != nil {
		return nil, err
	}
	return tensor.Share(values, dims...), nil
}

// mnistFiles are the first words of the file names by the usage.
var mnistFiles = map[string][]string{"train": {"train"}, "test": {"t10k"}, "all": {"train", "t10k"}}

// MNIST reads the MNIST files in a folder, under their original names with or without .gz,
// mindspore.dataset.MnistDataset. The usage is "train", "test" or "all", else it raises ValueError. Columns are
// image, UInt8 of shape (28, 28, 1), and label, UInt32.
func MNIST(dir, usage string) (*Dataset, error) {
	parts, ok := mnistFiles[usage]
	if !ok {
		tensor.Throw("MnistDataset", tensor.ValueError, "Input usage is not within the valid set of ['train', 'test', 'all'], but got '%s'.", usage)
	}
	var images, labels []*tensor.Tensor
	for _, part := range parts {
		x, y, err := readDigits(dir, part)
		if err != nil {
			return nil, err
		}
		images, labels = append(images, x), append(labels, y)
	}
	return Slices(tensor.Concat(images, 0), tensor.Concat(labels, 0)).Rename("image", "label"), nil
}

func readDigits(dir, part string) (images, labels *tensor.Tensor, err error) {
	if images, err = readPart(dir, part+"-images-idx3-ubyte", 3); err != nil {
		return nil, nil, err
	}
	if labels, err = readPart(dir, part+"-labels-idx1-ubyte", 1); err != nil {
		return nil, nil, err
	}
	if images.Len() != labels.Len() {
		return nil, nil, fmt.Errorf("data: %s: there are %d %s images, but %d labels", dir, images.Len(), part, labels.Len())
	}
	return images.Reshape(append(slices.Clone(images.Shape()), 1)...), labels.AsType(tensor.UInt32), nil
}

// readPart reads a file of bytes with axes axes, compressed or not.
func readPart(dir, name string, axes int) (*tensor.Tensor, error) {
	file := filepath.Join(dir, name)
	if _, err := os.Stat(file); err != nil {
		if _, err := os.Stat(file + ".gz"); err == nil {
			file += ".gz"
		}
	}
	x, err := ReadIDX(file)
	if err != nil {
		return nil, err
	}
	if x.NDim() != axes || x.DType() != tensor.UInt8 {
		return nil, fmt.Errorf("data: %s: there should be bytes of %d axes, but it holds %s of shape %s", file, axes, x.DType(), shape.Tuple(x.Shape()))
	}
	return x, nil
}
