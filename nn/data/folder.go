package data

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/msrepl/msrepl/py"
	"github.com/msrepl/msrepl/tensor"
)

// imageSuffixes are the file name extensions that ImageFolder reads.
var imageSuffixes = []string{".png", ".jpg", ".jpeg", ".gif"}

// ImageFolder reads images from one folder per class, mindspore.dataset.ImageFolderDataset: columns are image, the
// bytes of a file as UInt8 for vision.Decode, and label, Int32, the index of the class in the sorted folder names. A
// folder without images is an error.
func ImageFolder(dir string) (*Dataset, error) {
	classes, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var files []string
	var labels []int32
	class := int32(0)
	for _, c := range classes {
		if !c.IsDir() {
			continue
		}
		err := filepath.WalkDir(filepath.Join(dir, c.Name()), func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && slices.Contains(imageSuffixes, strings.ToLower(filepath.Ext(path))) {
				files, labels = append(files, path), append(labels, class)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
		class++
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("data: %s has no folders with pictures (%s)", dir, strings.Join(imageSuffixes, ", "))
	}
	return indexed{len(files), func(i int) (tensor.Tuple, error) {
		b, err := os.ReadFile(files[i])
		if err != nil {
			return nil, err
		}
		return tensor.Tuple{tensor.New(b), tensor.New(labels[i])}, nil
	}}.dataset([]string{"image", "label"}), nil
}

// Cifar10 reads the binary version of CIFAR-10 in a folder, mindspore.dataset.Cifar10Dataset. The usage is "train",
// "test" or "all"; any other raises ValueError. Columns are image, UInt8 of shape (32, 32, 3), and label, UInt32.
func Cifar10(dir, usage string) (*Dataset, error) {
	train := []string{"data_batch_1.bin", "data_batch_2.bin", "data_batch_3.bin", "data_batch_4.bin", "data_batch_5.bin"}
	return cifar("Cifar10Dataset", dir, usage, train, []string{"test_batch.bin"}, "label")
}

// Cifar100 reads the binary version of CIFAR-100 in a folder, mindspore.dataset.Cifar100Dataset. The usage is as for
// [Cifar10]. Columns are image, UInt8 of shape (32, 32, 3), coarse_label and fine_label, UInt32.
func Cifar100(dir, usage string) (*Dataset, error) {
	return cifar("Cifar100Dataset", dir, usage, []string{"train.bin"}, []string{"test.bin"}, "coarse_label", "fine_label")
}

// cifar reads records of labels, one byte each, followed by 3 planes of 32 rows of 32 bytes.
func cifar(class, dir, usage string, train, test []string, labels ...string) (*Dataset, error) {
	files := map[string][]string{"train": train, "test": test, "all": slices.Concat(train, test)}[usage]
	if files == nil {
		tensor.Throw(class, tensor.ValueError, "For '%s', the usage must be 'train', 'test' or 'all', but got %q.", class, usage)
	}
	const plane = 32 * 32
	record := len(labels) + 3*plane
	var all []byte
	for _, f := range files {
		b, err := os.ReadFile(filepath.Join(dir, f))
		if err != nil {
			return nil, err
		}
		if len(b)%record != 0 {
			return nil, fmt.Errorf(
				"data: %s has %d bytes, which is not a whole number of records of %d bytes", filepath.Join(dir, f), len(b), record,
			)
		}
		all = append(all, b...)
	}
	return indexed{len(all) / record, func(i int) (tensor.Tuple, error) {
		r := all[i*record : (i+1)*record]
		image := tensor.New(slices.Clone(r[len(labels):])).Reshape(3, 32, 32).Transpose(1, 2, 0).Contiguous()
		row := tensor.Tuple{image}
		for j := range labels {
			row = append(row, tensor.New(uint32(r[j])))
		}
		return row, nil
	}}.dataset(append([]string{"image"}, labels...)), nil
}

// CSV reads files of comma-separated numbers, mindspore.dataset.CSVDataset. Without columns, the first line of each
// file must have the same column names in the same order; with columns, files have no such line. A column is Int32 if
// all of its numbers are integers, Int64 if one of them needs it, otherwise Float32. A text that is not a number, a
// number out of range, and a line with more or fewer numbers are errors with row and column; so are duplicate column
// names.
func CSV(files []string, columns ...string) (*Dataset, error) {
	header := len(columns) == 0
	var rows [][]string
	for _, file := range files {
		lines, err := readCSV(file)
		if err != nil {
			return nil, err
		}
		if header && len(lines) > 0 {
			switch {
			case columns == nil:
				columns = lines[0]
			case !slices.Equal(columns, lines[0]):
				return nil, fmt.Errorf("data: %s has the columns %s, but the files before it have %s",
					file, py.Names(lines[0]), py.Names(columns))
			}
			lines = lines[1:]
		}
		rows = append(rows, lines...)
	}
	if len(columns) == 0 || len(rows) == 0 {
		return nil, errors.New("data: the files have no rows")
	}
	xs := make([]any, len(columns))
	for c, name := range columns {
		if slices.Contains(columns[:c], name) {
			return nil, fmt.Errorf("data: two columns of the files are called %s; give columns other names", name)
		}
		x, err := column(rows, c, len(columns))
		if err != nil {
			return nil, fmt.Errorf("data: column %s: %w", name, err)
		}
		xs[c] = x
	}
	return Slices(xs...).Rename(columns...), nil
}

func readCSV(file string) ([][]string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	r := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(text, []byte("\ufeff")))) // byte order mark, as Excel writes
	r.TrimLeadingSpace = true
	lines, err := r.ReadAll()
	if err != nil {
		return nil, fmt.Errorf("data: %s: %w", file, err)
	}
	for _, line := range lines {
		for i, field := range line {
			line[i] = strings.TrimSpace(field)
		}
	}
	return lines, nil
}

// column reads the numbers of a column.
func column(rows [][]string, c, width int) (*tensor.Tensor, error) {
	whole, values := make([]int64, len(rows)), make([]float32, len(rows))
	ints, dtype := true, tensor.Int32
	for i, row := range rows {
		if len(row) != width {
			return nil, fmt.Errorf("row %d has %d numbers for %s", i+1, len(row), columnCount(width))
		}
		n, err := strconv.ParseInt(row[c], 10, 64)
		if whole[i], ints = n, ints && err == nil; n != int64(int32(n)) {
			dtype = tensor.Int64
		}
		f, err := strconv.ParseFloat(row[c], 32)
		if err != nil {
			why := "is no number"
			if errors.Is(err, strconv.ErrRange) {
				why = "is too large for Float32"
			}
			return nil, fmt.Errorf("row %d: %q %s", i+1, row[c], why)
		}
		values[i] = float32(f)
	}
	if ints {
		return tensor.New(whole).AsType(dtype), nil
	}
	return tensor.New(values), nil
}
