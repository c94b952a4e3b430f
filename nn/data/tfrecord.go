package data

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"os"
	"slices"
	"sync"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/msrepl/msrepl/internal/atomicfile"
	"github.com/msrepl/msrepl/tensor"
)

// A TFRecord file is a sequence of records: the length in eight bytes, its checksum in four, the bytes, their
// checksum, all little-endian (tensorflow.org/tutorials/load_data/tfrecord). A record is a protobuf message
// tf.train.Example, whose features are lists of numbers or of byte strings (tensorflow/core/example/feature.proto).

// recordFrame is the size in bytes of a record's length and checksums.
const recordFrame = 16

var castagnoli = sync.OnceValue(func() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) })

// maskedSum is the checksum of TFRecord files.
func maskedSum(b []byte) uint32 {
	c := crc32.Checksum(b, castagnoli())
	return (c>>15 | c<<17) + 0xa282ead8
}

// record is the position of a record in a file.
type record struct {
	file     *os.File
	at, size int64
}

// TFRecord reads files of tf.train.Example messages, mindspore.dataset.TFRecordDataset. Without columns it reads
// those of the first record, sorted by name. A column is a vector: Float32, Int64, or UInt8 for one byte string;
// several byte strings of the same length are the rows of a matrix. The files stay open while the dataset is used,
// and records are read on demand. A damaged file and a record without one of the columns are errors with the index of
// the record.
func TFRecord(files []string, columns ...string) (*Dataset, error) {
	var records []record
	for _, name := range files {
		more, err := indexRecords(name)
		if err != nil {
			return nil, fmt.Errorf("data: %s: %w", name, err)
		}
		records = append(records, more...)
	}
	if len(records) == 0 {
		return nil, errors.New("data: the files have no records")
	}
	if len(columns) == 0 {
		first, err := records[0].features()
		if err != nil {
			return nil, fmt.Errorf("data: record 0: %w", err)
		}
		for name := range first {
			columns = append(columns, name)
		}
		slices.Sort(columns)
	}
	return indexed{len(records), func(i int) (tensor.Tuple, error) {
		row, err := records[i].row(columns)
		if err != nil {
			return nil, fmt.Errorf("data: record %d: %w", i, err)
		}
		return row, nil
	}}.dataset(columns), nil
}

// indexRecords finds the records of a file.
func indexRecords(name string) (records []record, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			f.Close()
		}
	}()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	var head [12]byte
	for at := int64(0); at < info.Size(); {
		if _, err := f.ReadAt(head[:], at); err != nil {
			return nil, fmt.Errorf("the file is truncated in record %d", len(records))
		}
		if maskedSum(head[:8]) != binary.LittleEndian.Uint32(head[8:]) {
			return nil, fmt.Errorf("not a TFRecord file, or a damaged one: the length of record %d does not match its checksum",
				len(records))
		}
		size := binary.LittleEndian.Uint64(head[:])
		if left := info.Size() - at - recordFrame; left < 0 || size > uint64(left) {
			return nil, fmt.Errorf("the file is truncated in record %d", len(records))
		}
		records = append(records, record{f, at + 12, int64(size)})
		at += recordFrame + int64(size)
	}
	return records, nil
}

// features reads a record.
func (r record) features() (map[string]*tensor.Tensor, error) {
	b := make([]byte, r.size+4)
	if _, err := r.file.ReadAt(b, r.at); err != nil {
		return nil, err
	}
	b, sum := b[:r.size], b[r.size:]
	if maskedSum(b) != binary.LittleEndian.Uint32(sum) {
		return nil, errors.New("it is damaged: its bytes do not match their checksum")
	}
	features := map[string]*tensor.Tensor{}
	err := fields(b, 1, func(list []byte) error {
		return fields(list, 1, func(entry []byte) error {
			var name string
			var value []byte
			key := fields(entry, 1, func(b []byte) error { name = string(b); return nil })
			err := errors.Join(key, fields(entry, 2, func(b []byte) error { value = b; return nil }))
			if err == nil {
				features[name], err = feature(value)
			}
			if err != nil {
				return fmt.Errorf("feature %q: %w", name, err)
			}
			return nil
		})
	})
	return features, err
}

func (r record) row(columns []string) (tensor.Tuple, error) {
	features, err := r.features()
	if err != nil {
		return nil, err
	}
	row := make(tensor.Tuple, len(columns))
	for i, name := range columns {
		if row[i] = features[name]; row[i] == nil {
			return nil, fmt.Errorf("there is no feature %q", name)
		}
	}
	return row, nil
}

// fields calls f with the contents of each length-delimited field of the given number.
func fields(message []byte, number protowire.Number, f func([]byte) error) error {
	for len(message) > 0 {
		num, typ, n := protowire.ConsumeTag(message)
		if n < 0 {
			return protowire.ParseError(n)
		}
		message = message[n:]
		size := protowire.ConsumeFieldValue(num, typ, message)
		if size < 0 {
			return protowire.ParseError(size)
		}
		if num == number && typ == protowire.BytesType {
			content, _ := protowire.ConsumeBytes(message)
			if err := f(content); err != nil {
				return err
			}
		}
		message = message[size:]
	}
	return nil
}

// feature reads a tf.train.Feature: field 1 holds a list of byte strings, 2 of floats, 3 of whole numbers.
func feature(message []byte) (x *tensor.Tensor, err error) {
	var texts [][]byte
	err = errors.Join(
		fields(message, 1, func(list []byte) error {
			err := fields(list, 1, func(b []byte) error { texts = append(texts, b); return nil })
			if err == nil {
				x, err = byteRows(texts)
			}
			return err
		}),
		fields(message, 2, func(list []byte) (err error) {
			x, err = numbers(list, protowire.Fixed32Type, func(b []byte) (float32, int) {
				v, n := protowire.ConsumeFixed32(b)
				return math.Float32frombits(v), n
			})
			return err
		}),
		fields(message, 3, func(list []byte) (err error) {
			x, err = numbers(list, protowire.VarintType, func(b []byte) (int64, int) {
				v, n := protowire.ConsumeVarint(b)
				return int64(v), n
			})
			return err
		}),
	)
	if err == nil && x == nil {
		err = errors.New("it has no values")
	}
	return x, err
}

// byteRows returns one byte string as a vector, and several as rows.
func byteRows(texts [][]byte) (*tensor.Tensor, error) {
	if len(texts) == 1 {
		return tensor.Share(slices.Clone(texts[0])), nil
	}
	var all []byte
	for _, b := range texts {
		if len(b) != len(texts[0]) {
			return nil, fmt.Errorf("byte strings of %d and of %d bytes cannot be rows of one tensor", len(texts[0]), len(b))
		}
		all = append(all, b...)
	}
	if len(texts) == 0 {
		return tensor.Zeros(0).AsType(tensor.UInt8), nil
	}
	return tensor.Share(all, len(texts), len(texts[0])), nil
}

// numbers reads a repeated field 1 of numbers, packed or one by one.
func numbers[T float32 | int64](
	list []byte, single protowire.Type, consume func([]byte) (T, int),
) (*tensor.Tensor, error) {
	values := []T{}
	for len(list) > 0 {
		num, typ, n := protowire.ConsumeTag(list)
		if n < 0 {
			return nil, protowire.ParseError(n)
		}
		list = list[n:]
		size := protowire.ConsumeFieldValue(num, typ, list)
		if size < 0 {
			return nil, protowire.ParseError(size)
		}
		content := list[:size]
		list = list[size:]
		if num != 1 || typ != single && typ != protowire.BytesType {
			continue
		}
		if typ == protowire.BytesType {
			content, _ = protowire.ConsumeBytes(content)
		}
		for len(content) > 0 {
			v, n := consume(content)
			if n < 0 {
				return nil, protowire.ParseError(n)
			}
			values, content = append(values, v), content[n:]
		}
	}
	return tensor.Share(values), nil
}

// SaveTFRecord writes the rows as tf.train.Example messages, which [TFRecord] reads. A UInt8 column becomes a byte
// string, other integers and Bool a list of Int64, floats a list of Float32; shapes are not kept. After an error of
// the dataset or the file, an existing file is unchanged.
func (d *Dataset) SaveTFRecord(file string) error {
	return atomicfile.Write(file, func(w io.Writer) error {
		it := d.Iterator()
		defer it.Close()
		for it.Next() {
			var list []byte
			for i, name := range d.columns {
				entry := appendBytes(nil, 1, []byte(name))
				entry = appendBytes(entry, 2, appendFeature(it.At(i)))
				list = appendBytes(list, 1, entry)
			}
			if err := writeRecord(w, appendBytes(nil, 1, list)); err != nil {
				return err
			}
		}
		return it.Err()
	})
}

func writeRecord(w io.Writer, message []byte) error {
	b := binary.LittleEndian.AppendUint64(nil, uint64(len(message)))
	b = binary.LittleEndian.AppendUint32(b, maskedSum(b))
	b = append(b, message...)
	_, err := w.Write(binary.LittleEndian.AppendUint32(b, maskedSum(message)))
	return err
}

func appendBytes(b []byte, field protowire.Number, content []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(b, field, protowire.BytesType), content)
}

// appendFeature encodes a tensor as a tf.train.Feature.
func appendFeature(x *tensor.Tensor) []byte {
	var packed []byte
	switch {
	case x.DType() == tensor.UInt8:
		return appendBytes(nil, 1, appendBytes(nil, 1, x.Values().([]uint8)))
	case x.DType().IsFloat():
		for _, v := range x.AsType(tensor.Float32).Float32s() {
			packed = protowire.AppendFixed32(packed, math.Float32bits(v))
		}
		return appendBytes(nil, 2, appendBytes(nil, 1, packed))
	}
	for _, v := range x.AsType(tensor.Int64).Int64s() {
		packed = protowire.AppendVarint(packed, uint64(v))
	}
	return appendBytes(nil, 3, appendBytes(nil, 1, packed))
}
